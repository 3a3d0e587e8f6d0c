import { addressOf } from "./addresses.js";
import { data, findAll, isElement, matches, parentOf, walkIn, walkOn, walkOut, walkPast, walkerIn } from "./dom.js";
import { HEADING } from "./items.js";
import { LINK } from "./links.js";
import { add, newMenu } from "./menus.js";
import { NO_TEXT, textOf } from "./text.js";

/** @typedef {import("./reading.js").Reading} Reading */

/** The fewest pages of a bar. */
const MIN_PAGES = 3;

/** The most levels from a link up to its bar: link, font, cell, row. */
const MAX_LEVELS = 6;

/** The most parts of a bar that are read. */
const MAX_PARTS = 999;

/** A bar may have one text that is not a link: the name of the current page. The most letters of this text. */
const MAX_LETTERS = 30;

/** What stands between the levels of a path. */
const PATH = /[>»›→]/;

/**
 * Adds the menu of a page that has none in its usual places: the first list in the content that has the name of a menu, as some
 * page builders make it, or the first bar of links. Many old pages have their menu in the cells of a table, and no element says
 * that it is one.
 *
 * @param {Reading} read
 * @param {import("./slices.js").Slices} slices
 */
export async function addBar(read, slices) {
  const urls = /** @param {import("./reading.js").Menu} menu */ ({ entries }) => entries.map(({ url }) => url);
  const isMenu = /** @param {import("./reading.js").Menu} menu */ (menu) =>
    menu.landmark !== "footer" && !menu.isInFooter &&
    (menu.landmark === "header" ? hasPages(read, urls(menu)) : urls(menu).some((url) => url));
  if (read.menus.some(isMenu)) return;
  const inContent = read.menuLists.find((menu) => hasPages(read, urls(menu)));
  if (inContent) {
    inContent.landmark = "navigation";
    read.contentMenus = read.contentMenus.filter((menu) => menu !== inContent);
    read.menus.push(inContent);
    return;
  }
  /** @type {Set<Element>} */
  const seen = new Set();
  for (const link of read.loose) {
    if (slices.isOver() && !(await slices.next())) return;
    const bar = barAround(read, link, seen);
    if (!bar || !isBar(bar)) continue;
    const menu = newMenu(read, { landmark: "navigation", label: "", isInFooter: false });
    for (const each of findAll(bar, LINK)) add(read, menu, 0, textOf(read, each), addressOf(read, each));
    return;
  }
}

/**
 * Returns the smallest element around a link with links to enough pages. Looks at each element once.
 *
 * @param {Reading} read
 * @param {Element} link
 * @param {Set<Element>} seen
 */
function barAround(read, link, seen) {
  let around = /** @type {Element | null} */ (parentOf(link));
  for (let level = 1; around && isElement(around) && level < MAX_LEVELS; level += 1, around = parentOf(around)) {
    if (seen.has(around)) return undefined;
    seen.add(around);
    if (hasPages(read, addressesIn(read, around))) return around;
  }
  return undefined;
}

/** Returns the addresses of the links with texts. @param {Reading} read @param {Element} element */
function* addressesIn(read, element) {
  for (const link of findAll(element, LINK)) yield textOf(read, link) ? addressOf(read, link) : undefined;
}

/** Returns `true` if addresses lead to enough pages of the site. @param {Reading} read @param {Iterable<string | undefined>} urls */
function hasPages(read, urls) {
  const [own = ""] = /^\w+:\/\/[^/]*/.exec(read.facts.url) ?? [];
  const pages = new Set();
  let count = 0;
  for (const url of urls) {
    if (url?.startsWith(own)) pages.add(url.replace(/#.*/, ""));
    count += 1;
    if (pages.size >= MIN_PAGES || count > MAX_PARTS) break;
  }
  return pages.size >= MIN_PAGES;
}

/** Returns `true` for an element with links and next to nothing else. @param {Element} element */
function isBar(element) {
  const walker = walkerIn(element);
  let hasCurrent = false;
  let node = walkIn(walker);
  for (let count = 0; node; count += 1) {
    if (count > MAX_PARTS) return false;
    let isSkipped = false;
    if (isElement(node)) {
      if (matches(node, HEADING)) return false;
      isSkipped = matches(node, `${LINK},${NO_TEXT}`);
    } else {
      const text = data(node).slice(0, MAX_PARTS);
      if (PATH.test(text)) return false;
      const letters = text.replace(/[^\p{L}\p{N}]/gu, "").length;
      if (letters > (hasCurrent ? 0 : MAX_LETTERS)) return false;
      hasCurrent ||= letters > 0;
    }
    let next = isSkipped ? walkPast(walker) : walkOn(walker);
    while (isSkipped && !next && walkOut(walker)) next = walkPast(walker);
    node = next;
  }
  return true;
}
