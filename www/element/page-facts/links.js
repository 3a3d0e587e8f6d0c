import { OPENS } from "./addresses.js";
import { attribute, find, findAll, isElement, localName, matches, nextSibling, parentOf, previousSibling } from "./dom.js";
import { HEADING, TITLE_NAMES, beginChildren, childDepth, depthBelowHeading } from "./items.js";
import { textBefore } from "./lists.js";
import { add, isMarkedCurrent, levelOf, mainMenu, newMenu } from "./menus.js";
import { BUTTON, TEXT, addTitle, addTitles, isAround, titleAt } from "./titles.js";

/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./reading.js").Landmark} Landmark */
/** @typedef {import("./reading.js").Item} Item */
/** @typedef {import("./reading.js").Title} Title */

export const LINK = "a[href],area[href]";

/** The most boxes around the link of a submenu, and the link. */
const MAX_BOXES = 3;

/** The most links in which a page without a menu can have its bar. */
const MAX_LOOSE = 300;

/** @param {Reading} read @param {Element} link @param {string} text @param {string} url */
export function addLink(read, link, text, url) {
  const outer = read.scopes.at(-1);
  if (!outer) {
    if (!read.contentDepth && read.loose.length < MAX_LOOSE) read.loose.push(link);
    return addLogo(read, link, text, url);
  }
  const isCurrent = isMarkedCurrent(link) || (outer.kind === "item" && !outer.entry && isMarkedCurrent(outer.element));
  if (outer.kind === "list") add(read, outer.menu, outer.base + outer.shift, text, url, isCurrent);
  else if (outer.kind === "item") addToItem(read, outer, link, text, url, isCurrent);
  else if (["navigation", "tree", "menubar"].includes(outer.landmark)) addToLandmark(read, outer, link, text, url, isCurrent);
  else addLogo(read, link, text, url);
}

/**
 * Adds the first link of a header to the page itself or to a page above it. It is often the name of the site. Many pages have
 * it outside of a header, before their first menu and heading. An empty address leads nowhere.
 *
 * @param {Reading} read @param {Element} link @param {string} text @param {string} url
 */
export function addLogo(read, link, text, url) {
  const outer = read.scopes.at(-1);
  const isFirst = !read.menus.length && !read.contentDepth && !read.facts.headings.length;
  const isHeader = outer ? outer.kind === "landmark" && outer.landmark === "header" : isFirst;
  if (!isHeader || read.hasLogo || !attribute(link, "href") || !read.facts.url.startsWith(url.replace(/\/index\.\w+$/, "/"))) return;
  read.hasLogo = Boolean(add(read, newMenu(read, { landmark: "header", label: "", isInFooter: false }), 0, text, url));
}

/** @param {Reading} read @param {Landmark} place @param {Element} link @param {string} text @param {string} url @param {boolean} isCurrent */
function addToLandmark(read, place, link, text, url, isCurrent) {
  const { button } = place;
  const before = textBefore(read, link, TITLE_NAMES);
  if (before) addTitle(read, place, titleAt(link, before, TEXT));
  const isBelow = (/** @type {Title} */ title) =>
    isAround(title, link) && !(title.isButton && title.parent === parentOf(link));
  if (button && isBelow(button)) {
    addTitle(read, place, button);
    place.button = undefined;
  }
  place.titles = place.titles.filter((title) => !title.isAdded || isBelow(title));
  const last = place.titles.at(-1);
  const depth = last && isBelow(last) ? addTitles(read, place) : 0;
  const level = levelOf(read, link);
  const entry = add(read, mainMenu(read, place), level >= 0 ? level : depth, text, url, isCurrent);
  if (place.lists.length > 0) place.after.push(entry);
  // The link may also open a menu.
  const head = matches(link, OPENS) ? link : headOf(place, link);
  if (head) place.button = { ...titleAt(head, text, BUTTON, url), isAdded: true };
}

/**
 * Returns the element before the submenu of a link: the link, or the box of its only link. It shares its element only with the
 * submenu, among elements with other links.
 *
 * @param {Landmark} place
 * @param {Element} link
 * @returns {Element | undefined}
 */
function headOf(place, link) {
  const hasLink = (/** @type {Element | null} */ element) => element && (matches(element, LINK) || find(element, LINK));
  let head = link;
  for (let level = 0; level < MAX_BOXES && !previousSibling(head); level += 1) {
    const next = nextSibling(head);
    const parent = parentOf(head);
    if (!isElement(parent) || parent === place.element || (next && nextSibling(next))) return undefined;
    if (next && /^(div|nav)$/.test(localName(next)) && findAll(next, LINK).length > 1) {
      return [previousSibling(parent), nextSibling(parent)].some(hasLink) ? head : undefined;
    }
    if (hasLink(next)) return undefined;
    head = parent;
  }
  return undefined;
}

/** @param {Reading} read @param {Item} item @param {Element} link @param {string} text @param {string} url @param {boolean} isCurrent */
function addToItem(read, item, link, text, url, isCurrent) {
  const { title } = item;
  if (!item.entry) {
    const isBeside = !title || title.parent === parentOf(link) || title.text === text;
    const isLabel = item.isGroup ? !title && find(link, HEADING) : isBeside;
    if (isLabel) {
      const level = levelOf(read, link);
      if (level >= 0 && link !== item.element) item.depth = level;
      item.entry = add(read, item.menu, item.depth, text, url, isCurrent);
      item.parent = parentOf(link);
      return;
    }
    beginChildren(read, item, link);
  }
  if (item.entry?.url === url) return; // a second link to the same page, such as a picture
  item.hasChildren = true;
  const { heading } = item;
  const isBelow = heading && isAround(heading, link);
  // A link in the same text as the first one is beside it.
  const depth = item.parent && item.parent === parentOf(link) ? item.depth : childDepth(item);
  add(read, item.menu, isBelow ? depthBelowHeading(read, item, link) : depth, text, url, isCurrent);
}

/**
 * Notes the text of a heading or a button. It may be the title of an item or of the next list.
 *
 * @param {Reading} read
 * @param {Element} element
 * @param {string} text
 * @param {number} rank
 * @param {string} [url]
 */
export function noteTitle(read, element, text, rank, url) {
  const outer = read.scopes.at(-1);
  if (!outer || outer.kind === "list") return;
  if (!text) {
    // The next column of a group has an empty heading.
    const last = outer.kind === "landmark" ? outer.titles.at(-1) : outer.heading;
    if (last?.rank === rank) last.parent = parentOf(element);
    return;
  }
  const title = titleAt(element, text, rank, url);
  if (outer.kind === "landmark") {
    if (title.isButton) outer.button = title;
    else if (rank > 1) addTitle(read, outer, title);
  } else if (!outer.entry && !outer.title) {
    if (url) addLink(read, element, text, url);
    else outer.title = title;
  } else if (!title.isButton && outer.isGroup && rank <= (outer.title?.rank ?? 0)) {
    // A section with several headings of one rank has several groups.
    outer.entry = outer.heading = undefined;
    outer.title = title;
  } else if (!title.isButton) {
    beginChildren(read, outer, element);
    outer.heading = title;
  }
}
