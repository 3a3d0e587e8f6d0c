/** The base class of elements. On a server, which has no elements, the modules can still be imported. @type {typeof HTMLElement} */
export const ElementBase = globalThis.HTMLElement ?? class {};

/**
 * Creates an element. Strings become text, never markup.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Returns the address if its scheme is safe for a link. The engine already filters addresses; this is a second check.
 *
 * @param {string | undefined} url
 */
export function safeLink(url) {
  return url !== undefined && /^(?:https?|ftp|mailto):/i.test(url) ? url : undefined;
}

/** Returns `true` for an address on the web. @param {string | undefined} url @returns {url is string} */
export function isWeb(url) {
  return url !== undefined && /^https?:/i.test(url);
}

/** Returns the address if its scheme is safe for a picture. @param {string | undefined} url */
export function safePicture(url) {
  return isWeb(url) ? url : undefined;
}

/** @param {Element} of */
export function isRightToLeft(of) {
  return getComputedStyle(of).direction === "rtl";
}

/**
 * Returns where to open a link after a click, a middle click or Enter. Follows the convention of browsers.
 *
 * @param {MouseEvent | KeyboardEvent} event
 * @returns {import("./types.js").Disposition}
 */
export function dispositionOf(event) {
  const middle = event instanceof MouseEvent && event.button === 1;
  if (middle || event.ctrlKey || event.metaKey) return event.shiftKey ? "tab" : "background-tab";
  return event.shiftKey ? "window" : "current";
}

/** Calls a function when the browser is idle, but not later than in half a second. @param {() => void} action */
export function whenIdle(action) {
  // Safari has no idle callbacks. Those of Chromium may never come without a time limit in a document that paints nothing.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(action, { timeout: 500 });
  else setTimeout(action);
}
