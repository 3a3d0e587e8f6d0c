import { contains, parentOf } from "./dom.js";
import { add, mainMenu } from "./menus.js";

/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./reading.js").Landmark} Landmark */
/** @typedef {import("./reading.js").Title} Title */

/** The most links after a list that belong to it. */
const MAX_AFTER = 2;

/** The rank of a button. Headings have the ranks 1 to 6. */
export const BUTTON = 7;
/** The rank of a text before a list. */
export const TEXT = 8;

/** @param {Element} element @param {string} text @param {number} rank @param {string} [url] @returns {Title} */
export function titleAt(element, text, rank, url) {
  return { text, url, rank, depth: 0, isAdded: false, isButton: rank === BUTTON, parent: parentOf(element) };
}

/** Returns `true` if the parent of a title contains an element. @param {Title} title @param {Element} element */
export function isAround({ parent }, element) {
  return parent !== null && contains(parent, element);
}

/** Adds the titles that apply to the next list. Returns the depth of the list. @param {Reading} read @param {Landmark} place */
export function addTitles(read, place) {
  const menu = mainMenu(read, place);
  for (const title of place.titles) {
    if (title.isAdded) continue;
    const entry = add(read, menu, title.depth, title.text, title.url);
    if (entry && title.isButton) entry.isButton = true;
    title.isAdded = true;
  }
  return place.titles.length;
}

/** Replaces the titles of the same rank and below. @param {Reading} read @param {Landmark} place @param {Title} title */
export function addTitle(read, place, title) {
  while ((place.titles.at(-1)?.rank ?? 0) >= title.rank) {
    const last = /** @type {Title} */ (place.titles.at(-1));
    if (!last.isAdded && last.url && place.landmark === "navigation") addTitles(read, place);
    place.titles.pop();
  }
  title.depth = place.titles.length;
  place.titles.push(title);
}

/** @param {Reading} read @param {Landmark} place */
export function endLandmark(read, place) {
  if (place.titles.some(({ isAdded, url }) => !isAdded && url) && place.landmark === "navigation") addTitles(read, place);
  const { menu, lists, after } = place;
  if (!menu) return;
  const isEnd = after.length > 0 && after.length <= MAX_AFTER && after.every((entry) => entry?.depth === 0);
  if (place.landmark === "navigation" && lists.length === 1 && lists[0].entries.length > MAX_AFTER && isEnd) {
    // A link after the list, such as a button to register, is its last entry.
    menu.entries = menu.entries.filter((entry) => !after.includes(entry));
    lists[0].entries.push(.../** @type {import("./reading.js").Entry[]} */ (after));
  }
  // A single button with everything below it only opens the menu on small screens.
  const top = menu.entries.filter(({ depth }) => depth === 0);
  const [button, ...more] = top.filter(({ isButton }) => isButton);
  if (!button || more.length > 0 || top.length > 2) return;
  const from = menu.entries.indexOf(button);
  const next = menu.entries.findIndex(({ depth }, at) => at > from && depth === 0);
  for (const entry of menu.entries.slice(from, next < 0 ? undefined : next)) entry.depth -= 1;
  menu.entries.splice(from, 1);
}
