import { isFindKey, isReloadKey } from "../../../element/tree/keyboard.js";
import { api } from "../../browser.js";

const IS_MAC = navigator.platform.startsWith("Mac");

/**
 * Handles the keys that the tree does not handle itself.
 *
 * @param {import("../../../element/navi-bar.js").NaviBar} tree
 * @param {() => number | undefined} tabId  The tab in the window.
 */
export function followKeys(tree, tabId) {
  addEventListener("keydown", (event) => {
    // In a text, `/` is a letter.
    const isText = event.target !== document.body && !(event.target instanceof HTMLButtonElement);
    const isForBox = isFindKey(event) && (event.key !== "/" || !isText);
    if (isForBox && !event.defaultPrevented && tree.focusFilter()) event.preventDefault();
    const id = tabId();
    if (id !== undefined && goByKey(event, id)) event.preventDefault();
    // Otherwise Firefox reloads the page in the tab. A key that is held down reloads once.
    if (!isReloadKey(event) || tree.hidden) return;
    event.preventDefault();
    if (!event.repeat) tree.reload();
  });
  // Firefox's key for the next part of its window (F6) leads to the first button. The user wants the tree.
  /** @type {Element | null} What had the focus when the user left. */
  let kept = null;
  addEventListener("blur", () => (kept = document.activeElement));
  addEventListener("focus", () => {
    const first = document.activeElement;
    if (first === kept || !first?.closest("header")) return;
    setTimeout(() => {
      if (first === document.activeElement && first.matches(":focus-visible")) tree.focus();
    });
  });
}

/**
 * Goes back or forward in a tab for Firefox's keys. Returns `true` if it was such a key.
 *
 * Firefox's own Back skips pages where the user did nothing, such as pages opened one after another from the tree.
 * `tabs.goBack()` skips none. In Chromium the click on a row counts as an action on the page.
 *
 * @param {KeyboardEvent} event
 * @param {number} tabId
 */
function goByKey(event, tabId) {
  if (!api.sidebarAction) return false;
  const direction = directionOf(event);
  // It fails if there is no such page.
  if (direction === "back") api.tabs.goBack(tabId).catch(() => {});
  if (direction === "forward") api.tabs.goForward(tabId).catch(() => {});
  return direction !== undefined;
}

/** @param {KeyboardEvent} event @returns {"back" | "forward" | undefined} */
function directionOf({ key, altKey, ctrlKey, metaKey, shiftKey, target }) {
  if (key === "BrowserBack") return "back";
  if (key === "BrowserForward") return "forward";
  const isHeld = IS_MAC ? metaKey && !altKey : altKey && !metaKey;
  // On a Mac, the same keys move the caret in a text field.
  if (!isHeld || ctrlKey || shiftKey || (IS_MAC && target instanceof HTMLInputElement)) return undefined;
  return key === "ArrowLeft" ? "back" : key === "ArrowRight" ? "forward" : undefined;
}
