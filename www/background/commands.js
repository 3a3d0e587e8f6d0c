import { api } from "../browser.js";

/**
 * What goes between the background page and the sidebars.
 *
 * @typedef {object} CommandMessage
 * @property {"command"} type  The user has pressed the command's keys.
 * @property {string} name
 * @property {number | undefined} windowId
 *
 * @typedef {object} ReadyMessage
 * @property {"ready"} type  The window's sidebar can do what it is told.
 * @property {number} windowId
 */

/** @type {Map<number | undefined, string>} The command that a sidebar is opened for, by window. */
const waiting = new Map();

/**
 * Commands are done in the sidebar of their window. Where it is closed it is opened, and asks for what it is to do when
 * it has something to do that with. To be called at the top level.
 */
export function openForCommands() {
  api.commands.onCommand.addListener((name, tab) => {
    // Within the user's action: nothing may be awaited before. An open sidebar stays as it is.
    openSidebar(tab?.windowId);
    tell(name, tab?.windowId);
  });
  api.runtime.onMessage.addListener((/** @type {ReadyMessage} */ { type, windowId }, _sender, answer) => {
    if (type !== "ready") return;
    answer(waiting.get(windowId));
    waiting.delete(windowId);
  });
}

/** To be called within a user's action, before anything is awaited. @param {number | undefined} windowId */
export function openSidebar(windowId) {
  const { sidebarAction, sidePanel } = /** @type {any} */ (api);
  if (sidebarAction) sidebarAction.open();
  else sidePanel?.open({ windowId });
}

/** @param {string} name @param {number | undefined} windowId */
async function tell(name, windowId) {
  /** @type {CommandMessage} */
  const command = { type: "command", name, windowId };
  // It fails where there is nobody to hear it.
  const isHeard = await api.runtime.sendMessage(command).catch(() => false);
  if (isHeard !== true) waiting.set(windowId, name);
}
