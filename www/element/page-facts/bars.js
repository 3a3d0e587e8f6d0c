import { addressOf } from "./addresses.js";
import { data, findAll, isElement, matches, parentOf, walkIn, walkOn, walkOut, walkPast, walkerIn } from "./dom.js";
import { HEADING } from "./items.js";
import { add, newMenu } from "./menus.js";
import { NO_TEXT, textOf } from "./text.js";

/** @typedef {import("./reading.js").Reading} Reading */

/** The fewest pages of a bar. */
const MIN_PAGES = 3;

/** The most levels from a link up to its bar: link, font, cell, row. */
const MAX_LEVELS = 6;

/** The most parts of a bar that are read. */
const MAX_PARTS = 999;

/** The most letters of the one text of a bar that is no link: the name of the current page. */
const MAX_LETTERS = 30;

/** What stands between the levels of a path. */
const PATH = /[>»›→]/;

/**
 * Adds the first bar of links of a page that has no menu. Many old pages have their menu in the cells of a table, and no
 * element says that it is one.
 *
 * @param {Reading} read
 */
export function addBar(read) {
  const isMenu = /** @param {import("./reading.js").Menu} menu */ ({ landmark, isInFooter, entries }) =>
    landmark !== "header" && landmark !== "footer" && !isInFooter && entries.some(({ url }) => url);
  if (read.menus.some(isMenu)) return;
  const seen = new Set();
  for (const link of read.loose) {
    const bar = barAround(read, link);
    if (!bar || seen.has(bar)) continue;
    seen.add(bar);
    if (!isBar(bar)) continue;
    const menu = newMenu(read, { landmark: "navigation", label: "", isInFooter: false });
    for (const each of findAll(bar, "a[href]")) add(read, menu, 0, textOf(read, each), addressOf(read, each));
    return;
  }
}

/** Returns the smallest element around a link with links to enough pages. @param {Reading} read @param {Element} link */
function barAround(read, link) {
  let around = /** @type {Element | null} */ (parentOf(link));
  for (let level = 1; around && isElement(around) && level < MAX_LEVELS; level += 1, around = parentOf(around)) {
    const links = [...findAll(around, "a[href]")].slice(0, MAX_PARTS);
    if (links.length >= MIN_PAGES && pagesOf(read, links).size >= MIN_PAGES) return around;
  }
  return undefined;
}

/** Returns the pages of links that have a text. @param {Reading} read @param {Element[]} links */
function pagesOf(read, links) {
  const named = links.filter((link) => textOf(read, link));
  return new Set(named.map((link) => addressOf(read, link)?.replace(/#.*/, "")).filter(Boolean));
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
      isSkipped = matches(node, `a[href],${NO_TEXT}`);
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
