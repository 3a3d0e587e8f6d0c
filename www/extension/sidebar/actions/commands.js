import { api } from "../../browser.js";
import { isFromExtension } from "../../sender.js";
import { shortcutText } from "../../shortcut.js";

/** The action of each command in the manifest. A button with the same action has the name of the action as its id. */
export const COMMANDS = Object.freeze({
  "previous-page": "previous",
  "next-page": "next",
  "up-page": "up",
  "unread-page": "unread",
  "locate-page": "locate",
  "focus-filter": "filter",
  "find-page": "findPage",
  "reload-sitemap": "reload",
  "whats-new": "whatsNew",
  "show-problems": "showProblems",
  "page-details": "details",
});

/** @typedef {Record<typeof COMMANDS[keyof typeof COMMANDS], (text?: string) => void>} Actions */

/** @param {string} command */
function actionOf(command) {
  return /** @type {Record<string, keyof Actions | undefined>} */ (COMMANDS)[command];
}

/**
 * Runs the commands of one window. The background page sends them, because it can open the sidebar.
 *
 * @param {number} windowId
 * @param {Actions} actions
 * @returns {() => Promise<void>}  Call this once, when the tree is ready. It runs the last command until then, which may
 *   be the one that opened the sidebar.
 */
export function followCommands(windowId, actions) {
  let isReady = false;
  /** @type {{ name: string, text?: string } | undefined} */
  let waiting;
  /** @param {{ name: string, text?: string }} command */
  function run(command) {
    const action = actionOf(command.name);
    if (!isReady) waiting = command;
    else if (action) actions[action](command.text);
  }
  api.runtime.onMessage.addListener((
    /** @type {import("../../background/commands.js").CommandMessage} */ { type, name, windowId: target },
    sender,
    answer,
  ) => {
    // The sidebars of all windows receive it.
    if (!isFromExtension(sender) || type !== "command" || (target ?? windowId) !== windowId) return;
    answer(true);
    run({ name });
  });
  showShortcuts().catch((error) => console.error("Navibar cannot show the shortcuts", error));
  return async () => {
    isReady = true;
    const command = waiting ?? (await api.runtime.sendMessage({ type: "ready", windowId }));
    if (command) run(command);
  };
}

/** Adds the shortcuts to the tooltips of the buttons. */
async function showShortcuts() {
  for (const { name = "", shortcut, description = "" } of (await api.commands?.getAll()) ?? []) {
    const action = actionOf(name);
    const button = action && document.getElementById(action);
    if (!button) continue;
    button.title = shortcut ? `${description} (${shortcutText(shortcut)})` : description;
    button.setAttribute("aria-label", description);
  }
}

/**
 * Focuses an element in the sidebar. Firefox moves the focus from the page to the sidebar only by its own key (Shift+F6).
 * In that case the element gets the focus after that key.
 *
 * @param {() => void} focus
 */
export function focusInSidebar(focus) {
  window.focus();
  focus();
  if (document.hasFocus()) return;
  waiting?.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  addEventListener("focus", () => setTimeout(focus), { once: true, signal });
  // The user clicks somewhere else in the sidebar.
  addEventListener("pointerdown", () => waiting?.abort(), { once: true, capture: true, signal });
}

/** @type {AbortController | undefined} Cancels the last request that waits for the focus. */
let waiting;
