import { api } from "../browser.js";

const IS_MAC = navigator.platform.startsWith("Mac");

/**
 * Goes back or forward in a tab if the key is Firefox's for that, and returns `true` then.
 *
 * Firefox's own Back leaves out pages that the user has neither clicked nor scrolled. Pages opened one after the other from
 * the tree are such pages. `tabs.goBack()` leaves out none. Chromium counts the click on a row for the page.
 *
 * @param {KeyboardEvent} event
 * @param {number} tabId
 */
export function goByKey(event, tabId) {
  if (!api.sidebarAction) return false;
  const way = wayOf(event);
  // It fails where there is no such page.
  if (way === "back") api.tabs.goBack(tabId).catch(() => {});
  if (way === "forward") api.tabs.goForward(tabId).catch(() => {});
  return way !== undefined;
}

/** @param {KeyboardEvent} event @returns {"back" | "forward" | undefined} */
function wayOf({ key, altKey, ctrlKey, metaKey, shiftKey, target }) {
  if (key === "BrowserBack") return "back";
  if (key === "BrowserForward") return "forward";
  const isHeld = IS_MAC ? metaKey && !altKey : altKey && !metaKey;
  // On a Mac the same keys move the caret in a text.
  if (!isHeld || ctrlKey || shiftKey || (IS_MAC && target instanceof HTMLInputElement)) return undefined;
  return key === "ArrowLeft" ? "back" : key === "ArrowRight" ? "forward" : undefined;
}
