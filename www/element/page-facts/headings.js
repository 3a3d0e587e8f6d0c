import { pageOf } from "./page-of.js";
import { addressOf } from "./addresses.js";
import { attribute, closest, contains, find, firstChild, isElement, localName, matches, parentOf } from "./dom.js";
import { addLogo, noteTitle } from "./links.js";
import { addCard, isBeforeList, namedPart } from "./menus.js";
import { isPermalink, textOf } from "./text.js";

/** @typedef {import("./reading.js").Reading} Reading */

/** Reads a heading, which may also be the title of a list. @param {Reading} read @param {Element} element @param {string} role */
export function readHeading(read, element, role) {
  const { facts, landmark } = read;
  // A form in a menu, such as that of a search, has a heading of its own. Some pages are one form.
  const form = landmark && closest(element, "form");
  if (form && !contains(form, landmark.element)) return;
  const level = role === "heading" ? Number(attribute(element, "aria-level") ?? 2) : Number(localName(element).slice(1));
  const text = textOf(read, element);
  const first = find(element, "a[href]");
  const link = first && !isPermalink(first) ? first : null;
  const place = landmark?.landmark;
  const linkText = link ? textOf(read, link) : "";
  const url = link ? addressOf(read, link) : undefined;
  noteTitle(read, element, linkText || text, Math.max(level, 1), url);
  if (link && url) addLogo(read, link, linkText, url);
  if (!text || (place && place !== "header") || !(level >= 1 && level <= 9)) return;
  // It is a group of the menu.
  if (!place && isBeforeList(element) && namedPart(read, element)) return;
  if (url && !place && linkText === text) addCard(read, text, url);
  if (level === 1) {
    const isLink = url !== undefined && linkText === text && pageOf(url) !== facts.url;
    const heading = { heading: text, ...(isLink && { headingUrl: url }) };
    read.firstHeading ??= heading;
    if (read.contentDepth > 0) read.mainHeading ??= heading;
  }
  if (facts.headings.length >= read.limits.headings) {
    read.cut();
    return;
  }
  const id = fragmentOf(read, element);
  facts.headings.push({ level, text, ...(id && { id }) });
}

/** Returns the fragment that leads to a heading. @param {Pick<Reading, "limits">} read @param {Element} element */
export function fragmentOf(read, element) {
  const inner = find(element, "a[id],a[name],span[id]");
  const parent = parentOf(element);
  const isFirst = isElement(parent) && firstChild(parent) === element && matches(parent, "section,div,article");
  const ids = [
    attribute(element, "id"), inner && (attribute(inner, "id") ?? attribute(inner, "name")), isFirst && attribute(parent, "id"),
  ];
  const id = ids.find((each) => each);
  return id && id.length <= read.limits.textLength ? id.toWellFormed() : undefined;
}
