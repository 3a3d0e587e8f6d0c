/**
 * Makes an element. Text only ever goes in as text.
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
 * The engine keeps unsafe schemes out already; this is the second lock on the same door.
 *
 * @param {string | undefined} url
 */
export function safeLink(url) {
  return url !== undefined && /^(?:https?|ftp|mailto):/i.test(url) ? url : undefined;
}

/** @param {string | undefined} url */
export function safePicture(url) {
  return url !== undefined && /^https?:/i.test(url) ? url : undefined;
}

/** @param {Element} of */
export function isRightToLeft(of) {
  return getComputedStyle(of).direction === "rtl";
}

/**
 * Where a click, a middle click or Enter on a link opens it, by the browsers' own convention.
 *
 * @param {MouseEvent | KeyboardEvent} event
 * @returns {import("./types.js").Disposition}
 */
export function dispositionOf(event) {
  const middle = event instanceof MouseEvent && event.button === 1;
  if (middle || event.ctrlKey || event.metaKey) return event.shiftKey ? "tab" : "background-tab";
  return event.shiftKey ? "window" : "current";
}
