import { api } from "../browser.js";

/**
 * The messages between the background page and the sidebars.
 *
 * @typedef {object} CommandMessage
 * @property {"command"} type  The user has pressed the keys of a command.
 * @property {string} name
 * @property {number | undefined} windowId
 *
 * @typedef {object} ReadyMessage
 * @property {"ready"} type  The window's sidebar can run commands.
 * @property {number} windowId
 */

/** @type {Map<number | undefined, string>} The command that opened a sidebar, by window. */
const waiting = new Map();

/**
 * Runs commands in the sidebar of their window. Opens a closed sidebar, which asks for its command when it is ready. Call
 * this at the top level.
 */
export function openForCommands() {
  api.commands.onCommand.addListener((name, tab) => {
    // Before the first `await`, because this needs a user action. An open sidebar stays as it is.
    openSidebar(tab?.windowId);
    send(name, tab?.windowId);
  });
  api.runtime.onMessage.addListener((/** @type {ReadyMessage} */ { type, windowId }, _sender, answer) => {
    if (type !== "ready") return;
    answer(waiting.get(windowId));
    waiting.delete(windowId);
  });
}

/** Call this in a user action, before the first `await`. @param {number | undefined} windowId */
export function openSidebar(windowId) {
  const { sidebarAction, sidePanel } = /** @type {any} */ (api);
  if (sidebarAction) sidebarAction.open();
  else sidePanel?.open({ windowId });
}

/** @param {string} name @param {number | undefined} windowId */
async function send(name, windowId) {
  /** @type {CommandMessage} */
  const command = { type: "command", name, windowId };
  // It fails if no sidebar listens.
  const isReceived = await api.runtime.sendMessage(command).catch(() => false);
  if (isReceived !== true) waiting.set(windowId, name);
}
