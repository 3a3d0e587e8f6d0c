import { message } from "./browser.js";

/** The keys whose names differ between languages. The browser gives the English ones. */
const NAMES = Object.freeze({
  Ctrl: "keyCtrl",
  Shift: "keyShift",
  Left: "keyLeft",
  Right: "keyRight",
  Up: "keyUp",
  Down: "keyDown",
});

/** "Alt+Umschalt+Links" @param {string} shortcut  As the browser gives it: "Alt+Shift+Left". */
export function shortcutText(shortcut) {
  const names = /** @type {Record<string, string>} */ (NAMES);
  return shortcut.split("+").map((key) => (names[key] ? message(names[key]) : key)).join("+");
}
