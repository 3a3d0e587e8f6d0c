/**
 * The commands of keys in the tree, as in the navigation treeview of the ARIA Authoring Practices. The browser itself
 * handles Enter on a link: it sends a click with the same modifiers. Keys with Ctrl, Alt or Meta belong to the browser.
 *
 * @typedef {"up" | "down" | "first" | "last" | "page-up" | "page-down" | "open" | "close" | "open-below" | "close-below" |
 *   "open-siblings" | "follow"} Command
 */

/** @type {Readonly<Record<string, Command>>} */
const KEYS = Object.freeze({
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
  PageUp: "page-up",
  PageDown: "page-down",
  ArrowRight: "open",
  ArrowLeft: "close",
});

/**
 * @param {KeyboardEvent} event
 * @param {boolean} rightToLeft
 * @returns {Command | undefined}
 */
export function commandOf(event, rightToLeft) {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (event.key === "*") return "open-siblings";
  if (event.key === " ") return event.shiftKey ? undefined : "follow";
  let command = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
  if (command === "open" || command === "close") {
    if (rightToLeft) command = command === "open" ? "close" : "open";
    return event.shiftKey ? `${command}-below` : command;
  }
  return event.shiftKey ? undefined : command;
}

/** Returns `true` for a key that focuses the filter box. @param {KeyboardEvent} event */
export function isFindKey(event) {
  if (event.altKey || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "f" && !event.shiftKey;
  return event.key === "/"; // needs Shift on some keyboards
}

/** Returns `true` for a key that reloads the sitemap. @param {KeyboardEvent} event */
export function isReloadKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (altKey || shiftKey) return false;
  return key === "F5" || ((ctrlKey || metaKey) && key.toLowerCase() === "r");
}

/** Returns `true` for a key that opens the context menu. @param {KeyboardEvent} event */
export function isMenuKey(event) {
  return event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
}

/** Collects typed letters into one search text until the user pauses. */
export class TypeAhead {
  /** In milliseconds, as in Firefox's own trees. */
  static PAUSE = 1000;
  #text = "";
  #last = -Infinity;

  /**
   * @param {KeyboardEvent} event
   * @returns {string | undefined}  The search text, or `undefined` if the key is not a letter.
   */
  add(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return undefined;
    if ([...event.key].length !== 1) return undefined;
    if (event.timeStamp - this.#last > TypeAhead.PAUSE) this.#text = "";
    if (event.key === " " && this.#text === "") return undefined; // a first space is a command
    this.#last = event.timeStamp;
    this.#text += event.key;
    return this.#text;
  }

  /** Returns `true` if a letter now would continue the search text. @param {KeyboardEvent} event */
  isUnderWay({ timeStamp }) {
    return this.#text !== "" && timeStamp - this.#last <= TypeAhead.PAUSE;
  }

  /** Returns the letter if the text repeats one: it then steps through the titles with this first letter. @param {string} text */
  static repeatedLetter(text) {
    const letters = [...text.toLowerCase()];
    return letters.length > 1 && letters.every((letter) => letter === letters[0]) ? letters[0] : undefined;
  }

  reset() {
    this.#text = "";
  }
}
