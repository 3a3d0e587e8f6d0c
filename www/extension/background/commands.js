import { api } from "../browser.js";
import { isFromExtension } from "../sender.js";

/**
 * The messages between the background page and the sidebars.
 *
 * @typedef {object} CommandMessage
 * @property {"command"} type  The user has pressed the keys of a command.
 * @property {string} name
 * @property {string} [text]  For the command `find-page`: the text in the address bar.
 * @property {number | undefined} windowId
 *
 * @typedef {object} ReadyMessage
 * @property {"ready"} type  The window's sidebar can run commands.
 * @property {number} windowId
 */

/** @type {Map<number | undefined, { name: string, text?: string }>} The command that opened a sidebar, by window. */
const waiting = new Map();

/**
 * Runs commands in the sidebar of their window. Opens a closed sidebar, which requests its command when it is ready. Call
 * this at the top level.
 */
export function openForCommands() {
  api.commands?.onCommand.addListener((name, tab) => {
    // Before the first `await`, because this needs a user action. An open sidebar stays as it is.
    openSidebar(tab?.windowId);
    send(name, tab?.windowId);
  });
  api.runtime.onMessage.addListener((/** @type {ReadyMessage} */ { type, windowId }, sender, answer) => {
    if (!isFromExtension(sender) || type !== "ready") return;
    answer(waiting.get(windowId));
    waiting.delete(windowId);
  });
}

/**
 * Passes a text from the address bar to the window's sidebar. If the sidebar is closed, opens it with the text in the box for
 * pages. Call this in a user action, before the first `await`.
 *
 * @param {number | undefined} windowId
 * @param {string} text
 * @param {(windowId?: number) => Promise<unknown>} pass  Returns `undefined` if no sidebar has received it.
 */
export async function openForText(windowId, text, pass) {
  openSidebar(windowId);
  if ((await pass(windowId)) === undefined) waiting.set(windowId, { name: "find-page", text });
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
  if (isReceived !== true) waiting.set(windowId, { name });
}
