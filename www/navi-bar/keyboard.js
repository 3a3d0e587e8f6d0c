/**
 * The tree's keys, after the ARIA Authoring Practices' navigation treeview. Enter on a link is left to the browser,
 * which makes a click of it, modifiers included. Keys with Ctrl, Alt or Meta belong to the browser.
 *
 * @typedef {"up" | "down" | "first" | "last" | "page-up" | "page-down" | "open" | "close" | "open-siblings" | "follow"} Command
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
  if (event.shiftKey) return undefined;
  if (event.key === " ") return "follow";
  const command = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
  if (rightToLeft && command === "open") return "close";
  if (rightToLeft && command === "close") return "open";
  return command;
}

/** Leads to the filter box. @param {KeyboardEvent} event */
export function isFindKey(event) {
  if (event.altKey || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "f" && !event.shiftKey;
  return event.key === "/"; // with Shift on some keyboards
}

/** Reloads, where it is the sidebar that is to be reloaded. @param {KeyboardEvent} event */
export function isReloadKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (altKey || shiftKey) return false;
  return key === "F5" || ((ctrlKey || metaKey) && key.toLowerCase() === "r");
}

/** A menu key: the browser follows it with a `contextmenu` event. @param {KeyboardEvent} event */
export function isMenuKey(event) {
  return event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
}

/** Letters typed one after the other make one search text until the typing pauses. */
export class TypeAhead {
  /** In milliseconds, as long as in Firefox's own trees. */
  static PAUSE = 1000;
  #text = "";
  #last = -Infinity;

  /**
   * @param {KeyboardEvent} event
   * @returns {string | undefined}  What to search for, if the key is a letter for it.
   */
  add(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return undefined;
    if ([...event.key].length !== 1) return undefined;
    if (event.timeStamp - this.#last > TypeAhead.PAUSE) this.#text = "";
    if (event.key === " " && this.#text === "") return undefined; // a space alone is a command
    this.#last = event.timeStamp;
    this.#text += event.key;
    return this.#text;
  }

  /** Whether a letter now would go on with those before it. @param {KeyboardEvent} event */
  isUnderWay({ timeStamp }) {
    return this.#text !== "" && timeStamp - this.#last <= TypeAhead.PAUSE;
  }

  /** One letter typed several times: goes through the titles that begin with it. @param {string} text */
  static repeatedLetter(text) {
    const letters = [...text.toLowerCase()];
    return letters.length > 1 && letters.every((letter) => letter === letters[0]) ? letters[0] : undefined;
  }

  reset() {
    this.#text = "";
  }
}
