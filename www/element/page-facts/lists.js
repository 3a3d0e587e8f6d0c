import { addressOf } from "./addresses.js";
import { attribute, find, localName, matches, parentOf, previousSibling } from "./dom.js";
import { HEADING, beginChildren, depthBelowHeading } from "./items.js";
import { add, mainMenu, namedPart, newMenu } from "./menus.js";
import { isPermalink, textOf, visibleText } from "./text.js";
import { TEXT, addTitle, addTitles, isAround, titleAt } from "./titles.js";

/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./reading.js").List} List */

/**
 * Returns the short text just before a list or link, which is its title.
 *
 * @param {Reading} read
 * @param {Element} element
 * @param {RegExp} [names]  What the class of the text must contain.
 */
export function textBefore(read, element, names = /^/) {
  const before = previousSibling(element);
  if (!before || !/^(p|strong|b|span|div|dt)$/.test(localName(before))) return "";
  if (!names.test(attribute(before, "class") ?? "")) return "";
  if (find(before, "a,button,input,select,img,ul,ol,form,label")) return "";
  const text = visibleText(read, before);
  return text.length <= 60 ? text : "";
}

/**
 * Begins the menu of a list that is in no landmark. The lists of a part with headings are one menu.
 *
 * @param {Reading} read
 * @param {Element} list
 * @returns {Pick<List, "menu" | "base">}
 */
function beginMenu(read, list) {
  const before = previousSibling(list);
  const heading = before && matches(before, HEADING) ? before : undefined;
  const title = heading && textOf(read, heading);
  const part = title && namedPart(read, list);
  if (!part) return { menu: newMenu(read, undefined, list), base: 0 };
  const known = read.named && read.named.part === part ? read.named.menu : undefined;
  const menu = known ?? newMenu(read, undefined, list);
  read.named = { part, menu };
  const link = find(heading, "a[href]");
  add(read, menu, 0, title, link && !isPermalink(link) ? addressOf(read, link) : undefined);
  return { menu, base: 1 };
}

/** @param {Reading} read @param {Element} element @returns {List} */
export function beginList(read, element) {
  const outer = read.scopes.at(-1);
  const parts = /** @type {const} */ ({ kind: "list", element, shift: 0 });
  if (outer?.kind === "item") {
    beginChildren(read, outer, element);
    // An item with nothing but a list continues the item before it.
    const above = outer.entry ? undefined : outer.list?.titled;
    return { ...parts, menu: outer.menu, base: above === undefined ? depthBelowHeading(read, outer, element) : above + 1 };
  }
  if (outer?.kind === "list") {
    // A list directly in a list belongs to the item before it.
    return { ...parts, menu: outer.menu, base: outer.last === undefined ? outer.base : outer.last + 1 };
  }
  if (!outer) return { ...parts, ...beginMenu(read, element) };
  const before = outer.landmark === "tree" ? "" : textBefore(read, element);
  const { button } = outer;
  outer.button = undefined;
  if (before && outer.titles.at(-1)?.text !== before) addTitle(read, outer, titleAt(element, before, TEXT));
  else if (button && isAround(button, element)) addTitle(read, outer, button);
  const title = outer.titles.at(-1);
  if (title && (!title.isAdded || title.parent === parentOf(element))) {
    return { ...parts, menu: mainMenu(read, outer), base: addTitles(read, outer) };
  }
  outer.titles = [];
  const isWhole = outer.element === element;
  if (isWhole) return { ...parts, menu: mainMenu(read, outer), base: 0 };
  const menu = newMenu(read, outer, element);
  outer.lists.push(menu);
  return { ...parts, menu, base: 0 };
}
