import { attribute, closest, find, findAll, isElement, localName, matches, nextSibling, parentOf } from "./dom.js";
import { pageOf } from "./page-of.js";
import { ariaLabel } from "./text.js";

/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./reading.js").Landmark} Landmark */
/** @typedef {import("./reading.js").Menu} Menu */
/** @typedef {import("./reading.js").Entry} Entry */

const NAVIGATION = "[class*=nav],[id*=nav],[class*=menu],[id*=menu],[class*=sidebar],[id*=sidebar]";

/** An address with a fragment that is not an address of a script. */
const SECTION = /#(?!!?\/)./;

/** Returns `true` for an element directly before a list. @param {Element} element */
export function isBeforeList(element) {
  const next = nextSibling(element);
  return next !== null && /^[uo]l$/.test(localName(next));
}

/**
 * Returns the part of the page around an element that has the name of a menu. Many sites have no landmark around their menu.
 *
 * @param {Reading} read
 * @param {Element} element  It is in no landmark.
 * @returns {Element | undefined}
 */
export function namedPart(read, element) {
  const part = read.contentDepth === 0 && closest(element, NAVIGATION);
  // The whole page is not a part of it.
  if (!part || localName(part) === "body") return undefined;
  let isMenu = read.parts.get(part);
  if (isMenu === undefined) {
    isMenu = !find(part, "main,[role=main],article") && [...findAll(part, "h1")].every(isBeforeList);
    read.parts.set(part, isMenu);
  }
  return isMenu ? part : undefined;
}

/** @param {Reading} read @param {Pick<Landmark, "landmark" | "label" | "isInFooter"> | undefined} place @param {Element} [list] @returns {Menu} */
export function newMenu(read, place, list) {
  const label = (list && ariaLabel(read, list)) || place?.label;
  const isNamed = !place && list && namedPart(read, list);
  const landmark = place?.landmark ?? (isNamed ? "navigation" : "main");
  /** @type {Menu} */
  const menu = { landmark, ...(label && { label }), ...(place?.isInFooter && { isInFooter: true }), entries: [] };
  (menu.landmark === "main" ? read.contentMenus : read.menus).push(menu);
  if (menu.landmark === "main" && list && [list, parentOf(list)].some((each) => isElement(each) && matches(each, NAVIGATION))) read.menuLists.push(menu);
  return menu;
}

/** Returns the menu for entries of a landmark that are in no list. @param {Reading} read @param {Landmark} place */
export function mainMenu(read, place) {
  return (place.menu ??= newMenu(read, place));
}

/**
 * Adds an entry to a menu.
 *
 * @param {Reading} read
 * @param {Menu} menu
 * @param {number} depth
 * @param {string} text
 * @param {string} [url]
 * @param {boolean} [isCurrent]
 * @returns {Entry | undefined}  `undefined` if there is no text, or too many entries.
 */
export function add(read, menu, depth, text, url, isCurrent) {
  if (!text) return undefined;
  const { limits } = read;
  if (read.entryCount >= limits.entries || read.urlsLength + (url?.length ?? 0) > limits.allUrlsLength) makeRoom(read);
  if (read.entryCount >= limits.entries) {
    read.cut();
    return undefined;
  }
  if (!read.takes(url)) return undefined;
  read.entryCount += 1;
  if (depth > limits.depth) read.cut();
  /** @type {Entry} */
  const entry = { depth: Math.min(depth, limits.depth), text };
  if (url) entry.url = url;
  if (isCurrent || (url && url === read.facts.url)) entry.isCurrent = true;
  menu.entries.push(entry);
  return entry;
}

/**
 * Removes the links to sections of pages, because they are not pages. A table of contents may have thousands. If there are few,
 * it does not search for them again.
 *
 * @param {Reading} read
 */
function makeRoom(read) {
  if (read.isFull) return;
  const { limits, menus, contentMenus } = read;
  let [count, length] = [read.entryCount, read.urlsLength];
  for (const menu of [...menus, ...contentMenus, read.cards]) {
    let section = Infinity;
    menu.entries = menu.entries.filter(({ depth, url }) => {
      const isInside = depth > section;
      if (!isInside) section = url && SECTION.test(url) ? depth : Infinity;
      if (!isInside && section === Infinity) return true;
      count -= 1;
      length -= url?.length ?? 0;
      return false;
    });
  }
  read.isFull = count > 0.9 * limits.entries || length > 0.9 * limits.allUrlsLength;
  if (!read.isFull) [read.entryCount, read.urlsLength] = [count, length];
}

/**
 * Adds a heading that links to another page. Its text is the name of that page.
 *
 * @param {Reading} read @param {string} text @param {string} url
 */
export function addCard(read, text, url) {
  if (!SECTION.test(url) && pageOf(url) !== read.facts.url) add(read, read.cards, 0, text, url);
}

/** @param {Element | null} element */
export function isMarkedCurrent(element) {
  const value = element && attribute(element, "aria-current");
  return Boolean(value) && value !== "false";
}

/** Returns the depth that `aria-level` gives to an element, or a negative number. @param {Reading} read @param {Element} element */
export function levelOf(read, element) {
  return read.special.has(element) ? Number(attribute(element, "aria-level")) - 1 : -1;
}

/** Adds the menus that were found to the facts. @param {Reading} read */
export function finishMenus(read) {
  const { facts, limits } = read;
  const hasLinks = (/** @type {Menu} */ menu) => menu.entries.some(({ url }) => url);
  const lists = read.contentMenus.filter((menu) => hasLinks(menu) && !menu.isMixed && menu.entries.length > 1);
  const found = [...read.menus.filter(hasLinks), ...[read.cards].filter(hasLinks), ...lists];
  if (found.length > limits.menus) read.cut();
  facts.menus = found.slice(0, limits.menus).map(({ landmark, label, isInFooter, entries }) => {
    for (const entry of entries) delete entry.isButton;
    return { landmark, ...(label && { label }), ...(isInFooter && { isInFooter }), entries };
  });
}
