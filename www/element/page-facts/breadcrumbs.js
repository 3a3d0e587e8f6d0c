import { addressOf, webAddress } from "./addresses.js";
import { attribute, data, find, findAll, firstChild, isElement, localName, matches, nextSibling, walkIn, walkPast, walkerIn } from "./dom.js";
import { CRUMBS, CRUMB_DATA } from "./reading.js";
import { LETTER, NO_TEXT, clean, textOf, visibleText } from "./text.js";

/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {{ text: string, url?: string }} Crumb */

/** The most parts of one breadcrumb that are read. Some have no text and become no entries. */
const MAX_PARTS = 20;

/** The most links of a list of breadcrumbs. An element with more is a frame around other content. */
const MAX_LINKS = 40;

/** @param {Reading} read @param {Crumb[]} trail */
export function addTrail(read, trail) {
  const { facts, limits } = read;
  const crumbs = trail.filter(({ text }) => text).slice(0, limits.depth);
  const isKnown = facts.breadcrumbs.some((other) => JSON.stringify(other) === JSON.stringify(crumbs));
  if (crumbs.length === 0 || isKnown) return;
  if (facts.breadcrumbs.length >= limits.breadcrumbs) read.cut();
  else if (read.takes(crumbs.map(({ url }) => url).join(""))) facts.breadcrumbs.push(crumbs);
}

/** @param {string} text @param {string | undefined} url @returns {Crumb} */
export const crumb = (text, url) => (url ? { text, url } : { text });

/** Reads the breadcrumbs in an element. @param {Reading} read @param {Element} element @returns {boolean}  `true` if it has some. */
export function readBreadcrumbs(read, element) {
  if (matches(element, CRUMB_DATA) && readData(read, element, matches(element, "[itemtype]") ? "itemprop" : "property")) {
    return true;
  }
  if (!isTrail(element)) return false;
  readTrail(read, element);
  return true;
}

/** Returns `true` if the element is a list of breadcrumbs, not a frame around much more. @param {Element} element */
const isTrail = (element) =>
  matches(element, CRUMBS) &&
  /^(nav|ol|ul|div|p|span|section)$/.test(localName(element)) &&
  find(element, "main,h1,header,footer,aside,article") === null &&
  findAll(element, "a").length <= MAX_LINKS;

/** Reads breadcrumbs in microdata or RDFa. @param {Reading} read @param {Element} element @param {"itemprop" | "property"} name */
function readData(read, element, name) {
  const named = (/** @type {string} */ value) => `[${name}~=${value}],[${name}~="schema:${value}"]`;
  const crumbs = [...findAll(element, named("itemListElement"))].slice(0, MAX_PARTS).map((part) => {
    const label = find(part, named("name"));
    const link = find(part, "a[href]");
    const item = find(part, named("item"));
    const address = item && (attribute(item, "itemid") ?? attribute(item, "resource") ?? attribute(item, "href"));
    const text = label
      ? clean(read, attribute(label, "content")) || textOf(read, label)
      : link ? textOf(read, link) : visibleText(read, part);
    return crumb(text, (link && addressOf(read, link)) ?? (address ? webAddress(read, address) : undefined));
  });
  addTrail(read, crumbs);
  return crumbs.length > 0;
}

/** Reads a list or a row of links that is labelled as breadcrumbs. @param {Reading} read @param {Element} element */
function readTrail(read, element) {
  const items = [...findAll(element, "li")].slice(0, MAX_PARTS).filter((item) => !/aside/i.test(attribute(item, "class") ?? ""));
  if (items.length > 0) {
    addTrail(read, items.map((item) => crumbOf(read, item)));
    return;
  }
  let row = element;
  for (let only = firstChild(row); only && !nextSibling(only) && !matches(only, "a"); only = firstChild(row)) row = only;
  const crumbs = [];
  const walker = walkerIn(row);
  for (let node = walkIn(walker); node && crumbs.length < MAX_PARTS; node = walkPast(walker)) {
    if (isElement(node) && matches(node, NO_TEXT)) continue;
    const found = isElement(node) ? crumbOf(read, node) : { text: clean(read, data(node)) };
    if (LETTER.test(found.text)) crumbs.push(found);
  }
  addTrail(read, crumbs);
}

/** @param {Reading} read @param {Element} part */
function crumbOf(read, part) {
  const link = matches(part, "a[href]") ? part : find(part, "a[href]");
  if (link) return crumb(textOf(read, link), addressOf(read, link));
  return crumb(visibleText(read, part).replace(/^[\s>›»→/|·•\\-]+|[\s>›»→/|·•\\-]+$/gu, ""), undefined);
}
