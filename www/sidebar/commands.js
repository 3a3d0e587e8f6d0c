import { api } from "../browser.js";

/**
 * What the commands of the manifest are done with.
 *
 * @typedef {object} CommandHost
 * @property {(which: import("./trail.js").Neighbour) => void} go
 * @property {() => void} locate  Shows the current page in the tree and leads to its row.
 * @property {() => void} filter
 * @property {() => void} reload
 * @property {() => void} whatsNew
 * @property {() => void} problems
 * @property {() => void} details  Of the row that has the focus, otherwise of the current page.
 */

/**
 * What each command of the manifest does, and the button that does the same.
 *
 * @type {Readonly<Record<string, { run: (host: CommandHost) => void, button?: string }>>}
 */
export const COMMANDS = Object.freeze({
  "previous-page": { run: (host) => host.go("previous"), button: "previous" },
  "next-page": { run: (host) => host.go("next"), button: "next" },
  "up-page": { run: (host) => host.go("up"), button: "up" },
  "locate-page": { run: (host) => host.locate(), button: "locate" },
  "focus-filter": { run: (host) => host.filter() },
  "reload-sitemap": { run: (host) => host.reload(), button: "reload" },
  "whats-new": { run: (host) => host.whatsNew() },
  "show-problems": { run: (host) => host.problems() },
  "page-details": { run: (host) => host.details() },
});

/**
 * Does the commands of one window. The background page passes them on, for it can open the sidebar that is to do them.
 *
 * @param {number} windowId
 * @param {CommandHost} host
 * @returns {() => Promise<void>}  To be called once, when there is something to do commands with: does what has been
 *   asked for until then, be it what the sidebar was opened for.
 */
export function followCommands(windowId, host) {
  let isReady = false;
  /** @type {string | undefined} */
  let waiting;
  /** @param {string} name */
  function run(name) {
    if (isReady) COMMANDS[name]?.run(host);
    else waiting = name;
  }
  api.runtime.onMessage.addListener((
    /** @type {import("../background/commands.js").CommandMessage} */ { type, name, windowId: its },
    _sender,
    answer,
  ) => {
    // Every window's sidebar hears of it.
    if (type !== "command" || (its ?? windowId) !== windowId) return;
    answer(true);
    run(name);
  });
  showShortcuts().catch((error) => console.error("Navibar cannot tell the shortcuts", error));
  return async () => {
    isReady = true;
    const name = waiting ?? (await api.runtime.sendMessage({ type: "ready", windowId }));
    if (typeof name === "string") run(name);
  };
}

/** Buttons say by which keys the same is done. */
async function showShortcuts() {
  for (const { name = "", shortcut, description = "" } of await api.commands.getAll()) {
    const id = COMMANDS[name]?.button;
    const button = id && document.getElementById(id);
    if (!button) continue;
    button.title = shortcut ? `${description} (${shortcut})` : description;
    button.setAttribute("aria-label", description);
  }
}

/**
 * Leads the keyboard to something in the sidebar. Firefox does not let it come from the page but by keys of its own
 * (Shift+F6), which lead nowhere in particular; then it is led on from there.
 *
 * @param {() => void} focus
 */
export function lead(focus) {
  window.focus();
  focus();
  if (document.hasFocus()) return;
  led?.abort();
  led = new AbortController();
  const { signal } = led;
  addEventListener("focus", () => setTimeout(focus), { once: true, signal });
  // The user has gone elsewhere in the sidebar.
  addEventListener("pointerdown", () => led?.abort(), { once: true, capture: true, signal });
}

/** @type {AbortController | undefined} For the last one. */
let led;
