import { api } from "../../browser.js";
import { isFromExtension } from "../../sender.js";
import { shortcutText } from "../../shortcut.js";

/**
 * The actions of the commands.
 *
 * @typedef {object} CommandHost
 * @property {(which: import("../frame/trail.js").Neighbour) => void} go
 * @property {() => void} locate  Reveals the current page and focuses its row.
 * @property {() => void} filter
 * @property {(text?: string) => void} findPage  Opens the box for pages.
 * @property {() => void} reload
 * @property {() => void} whatsNew
 * @property {() => void} problems
 * @property {() => void} details  Shows the details of the focused row or of the current page.
 */

/**
 * The action of each command in the manifest, and the button with the same action.
 *
 * @type {Readonly<Record<string, { run: (host: CommandHost, text?: string) => void, button?: string }>>}
 */
export const COMMANDS = Object.freeze({
  "previous-page": { run: (host) => host.go("previous"), button: "previous" },
  "next-page": { run: (host) => host.go("next"), button: "next" },
  "up-page": { run: (host) => host.go("up"), button: "up" },
  "locate-page": { run: (host) => host.locate(), button: "locate" },
  "focus-filter": { run: (host) => host.filter() },
  "find-page": { run: (host, text) => host.findPage(text) },
  "reload-sitemap": { run: (host) => host.reload(), button: "reload" },
  "whats-new": { run: (host) => host.whatsNew() },
  "show-problems": { run: (host) => host.problems() },
  "page-details": { run: (host) => host.details() },
});

/**
 * Runs the commands of one window. The background page sends them, because it can open the sidebar.
 *
 * @param {number} windowId
 * @param {CommandHost} host
 * @returns {() => Promise<void>}  Call this once, when the tree is ready. It runs the last command until then, which may
 *   be the one that opened the sidebar.
 */
export function followCommands(windowId, host) {
  let isReady = false;
  /** @type {{ name: string, text?: string } | undefined} */
  let waiting;
  /** @param {{ name: string, text?: string }} command */
  function run(command) {
    if (isReady) COMMANDS[command.name]?.run(host, command.text);
    else waiting = command;
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
  for (const { name = "", shortcut, description = "" } of await api.commands.getAll()) {
    const id = COMMANDS[name]?.button;
    const button = id && document.getElementById(id);
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
