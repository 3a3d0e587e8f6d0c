import { attribute, find, localName, rawText } from "./dom.js";
import { add, isMarkedCurrent, levelOf, mainMenu } from "./menus.js";
import { visibleText } from "./text.js";
import { addTitles, isAround } from "./titles.js";

/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./reading.js").Item} Item */
/** @typedef {import("./reading.js").Entry} Entry */
/** @typedef {import("./reading.js").Menu} Menu */

export const HEADING = "h1,h2,h3,h4,h5,h6,[role=heading]";

/** What the class of a title among links contains. */
export const TITLE_NAMES = /head|title|label|caption|part|categor/i;

/** Returns the depth of the children of an item. @param {Item} item */
export const childDepth = (item) => (item.entry ? item.depth + 1 : item.depth);

/**
 * Prepares an item for its first child. An item without a link gets its text as its title.
 *
 * @param {Reading} read
 * @param {Item} item
 * @param {Element} child
 */
export function beginChildren(read, item, child) {
  item.hasChildren = true;
  if (item.entry) return;
  const text = item.title?.text ?? (item.isGroup ? "" : visibleText(read, item.element, child));
  item.entry = add(read, item.menu, item.depth, text, item.title?.url);
  if (item.entry && item.isGroup && localName(item.element) === "details") item.entry.isButton = true;
}

/**
 * Returns the depth of a list or link in an item. A heading in the item may be above it.
 *
 * @param {Reading} read
 * @param {Item} item
 * @param {Element} child
 */
export function depthBelowHeading(read, item, child) {
  const { heading } = item;
  const depth = childDepth(item);
  if (!heading) return depth;
  const isBelow = !heading.isAdded || isAround(heading, child);
  if (!heading.isAdded) add(read, item.menu, depth, heading.text, heading.url);
  heading.isAdded = true;
  return isBelow ? depth + 1 : depth;
}

/** @param {Reading} read @param {Element} element @param {boolean} isGroup @returns {Item | undefined} */
export function beginItem(read, element, isGroup) {
  const outer = read.scopes.at(-1);
  if (!outer) return undefined;
  const level = levelOf(read, element);
  const parts = /** @type {const} */ ({ kind: "item", element, isGroup, hasChildren: false });
  if (outer.kind === "landmark") {
    const isTree = outer.landmark === "tree" || outer.landmark === "menubar";
    if (!isGroup && !isTree) return undefined; // an item without a list
    const hasTitles = outer.titles.some(({ isAdded }) => !isAdded);
    return { ...parts, menu: mainMenu(read, outer), depth: level >= 0 ? level : hasTitles ? addTitles(read, outer) : 0 };
  }
  if (outer.kind === "list") {
    const depth = level >= 0 && !isGroup ? level : outer.base + outer.shift;
    outer.last = depth;
    return { ...parts, menu: outer.menu, depth, list: outer };
  }
  if (!outer.entry && !outer.isGroup) return undefined; // the same item
  if (localName(element) === "details" && !outer.hasChildren && !outer.isGroup) return undefined; // hides its children
  beginChildren(read, outer, element);
  return { ...parts, menu: outer.menu, depth: level >= 0 && !isGroup ? level : childDepth(outer) };
}

/**
 * Returns `true` if a text consists of the texts of an entry and of the entries after it.
 *
 * @param {string} text
 * @param {Entry} entry
 * @param {Menu} menu
 */
function isAll(text, entry, menu) {
  const entries = menu.entries.slice(menu.entries.lastIndexOf(entry));
  return entries.map((each) => each.text).join("").replaceAll(" ", "") === text.replaceAll(" ", "");
}

/** @param {Reading} read @param {Item} item */
export function endItem(read, item) {
  const { element, list, menu, entry, hasChildren } = item;
  if (list && entry) list.titled = item.depth;
  else if (list && !hasChildren) list.titled = undefined;
  if (menu.landmark === "main") {
    // In the main content, only a list of links alone is a menu. Without room for more entries, the rest is not known.
    const isKnown = !menu.isMixed && !read.isFull && !(hasChildren && find(element, "ul,ol,menu,details"));
    if (isKnown) menu.isMixed = !entry || !isAll(visibleText(read, element), entry, menu);
    return;
  }
  if (entry || hasChildren) return;
  if (!list) {
    if (!item.isGroup) add(read, menu, item.depth, item.title?.text || visibleText(read, element));
    return;
  }
  const names = `${attribute(element, "class") ?? ""} ${attribute(element, "role") ?? ""}`;
  const marked = isMarkedCurrent(element) ? element : find(element, "[aria-current]");
  const isCurrent = isMarkedCurrent(marked) || /\b(current|active|selected)\b/i.test(names);
  // A button opens entries that are not in the document.
  const isTitle =
    !isCurrent &&
    !item.title?.isButton &&
    (TITLE_NAMES.test(names) || find(element, `strong:not([aria-hidden]),b,${HEADING}`));
  const text = isCurrent || isTitle || menu.landmark === "tree" ? item.title?.text || visibleText(read, element) : "";
  // The entries after a title in the same list are below it, until an item without text.
  if (isTitle && text) {
    // Below an entry, a title that follows links of the same list only divides the list.
    const last = menu.entries.at(-1);
    if (list.base > 0 && list.shift === 0 && last?.url && last.depth === list.base) return;
    add(read, menu, list.base, text);
    list.shift = 1;
  } else if (text) {
    add(read, menu, item.depth, text, undefined, isCurrent);
  } else if (!rawText(element).trim()) {
    list.shift = 0;
  }
}
