import { api } from "../../browser.js";

const IS_MAC = navigator.platform.startsWith("Mac");

/**
 * Goes back or forward in a tab for Firefox's keys. Returns `true` if it was such a key.
 *
 * Firefox's own Back skips pages where the user did nothing, such as pages opened one after another from the tree.
 * `tabs.goBack()` skips none. In Chromium the click on a row counts as an action on the page.
 *
 * @param {KeyboardEvent} event
 * @param {number} tabId
 */
export function goByKey(event, tabId) {
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
