import { addressOf } from "./addresses.js";
import { readBreadcrumbs } from "./breadcrumbs.js";
import {
  attribute, find, findAll, findInDocument, firstChild, isElement, matches, rawText, walkIn, walkPast, walkerIn,
} from "./dom.js";
import { readHeading } from "./headings.js";
import { HEADING, beginItem, endItem } from "./items.js";
import { addLink, noteTitle } from "./links.js";
import { beginList } from "./lists.js";
import { addCard } from "./menus.js";
import { LETTER, NO_TEXT, ariaLabel, clean, textOf, visibleText } from "./text.js";
import { BUTTON, endLandmark } from "./titles.js";

/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./reading.js").Scope} Scope */
/** @typedef {import("./reading.js").PageMenu} PageMenu */

/** @param {string} names */
const set = (names) => new Set(names.split(","));

const HEADINGS = set("h1,h2,h3,h4,h5,h6");
const LISTS = set("ul,ol,menu");
const LIST_ROLES = set("group,menu,list");
const SECTIONING = set("main,article,nav,aside,section");
const READ = set("a,area,nav,aside,header,footer,main,article,section,ul,ol,menu,li,details,summary,button,label,hr");
/** @type {Record<string, PageMenu["landmark"]>} */
const LANDMARKS = {
  nav: "navigation", navigation: "navigation", aside: "complementary", complementary: "complementary", header: "header",
  banner: "header", footer: "footer", contentinfo: "footer", tree: "tree", menubar: "menubar",
};

/** Parts of a link that are not a name: a date, too. */
const NO_NAME = `time,${NO_TEXT}`;

/** The fewest links of a header that are a menu. */
const MIN_LINKS = 3;

/** The first part of a link in a menu that is its name. */
const NAME = `${HEADING},strong,b,[class*=title],[class*=name]`;

const WORD = /\p{L}/u;

/** The most parts of a link that are read, and the most elements around them. */
const MAX_PARTS = 20;

/** Classes of lists that link to the neighbours of the page. Their texts begin with words such as "Next". */
const PAGER = /\b(pager|pagination|prev-next)\b/i;

/**
 * Reads an element before its children.
 *
 * @param {Reading} read
 * @param {Element} element
 * @param {string} name
 * @returns {false | (() => void) | undefined}  `false`: skip its children. A function: call it after its children.
 */
export function enter(read, element, name) {
  if (name === "nav" && PAGER.test(attribute(element, "class") ?? "")) return false;
  const isSpecial = read.special.has(element);
  const isHeading = HEADINGS.has(name);
  if (!isSpecial && !isHeading && !READ.has(name)) return undefined;
  const role = isSpecial ? (attribute(element, "role") ?? "") : "";
  if (isSpecial && readBreadcrumbs(read, element)) return false;
  if (isHeading || role === "heading") {
    readHeading(read, element, role);
    return false;
  }
  const isContent = name === "main" || name === "article" || role === "main";
  const isSectioning = isContent || SECTIONING.has(name);
  const { scopes } = read;
  const size = scopes.length;
  open(read, element, name, role);
  const isOpen = scopes.length > size;
  readControl(read, element, name, role);
  if (isContent) read.contentDepth += 1;
  if (isSectioning) read.sectioningDepth += 1;
  if (!isOpen && !isSectioning) return name === "a" ? false : undefined;
  return () => {
    if (isContent) read.contentDepth -= 1;
    if (isSectioning) read.sectioningDepth -= 1;
    closeScopes(read, size);
  };
}

/** Opens the scope that begins with an element, if any. @param {Reading} read @param {Element} element @param {string} name @param {string} role */
function open(read, element, name, role) {
  const { scopes } = read;
  const outer = scopes.at(-1);
  const isList = LISTS.has(name);
  const named = LANDMARKS[role] ?? (role && role !== "none" && role !== "presentation" ? undefined : LANDMARKS[name]);
  const kind = named === "header" && isMenu(element) ? "navigation" : named;
  /** @type {Scope | undefined} */
  let scope;
  if (kind && canBeLandmark(read, name, role)) {
    const label = ariaLabel(read, element) || (kind === "tree" || kind === "menubar" ? (read.landmark?.label ?? "") : "");
    const around = read.landmark;
    const isInFooter = around?.landmark === "footer" || Boolean(around?.isInFooter);
    scopes.push({ kind: "landmark", element, landmark: kind, label, isInFooter, lists: [], after: [], titles: [] });
    if (isList) scope = beginList(read, element);
  } else if (role === "treeitem" || role === "menuitem" || name === "li") {
    const isControl = name === "a" || name === "button";
    if (!isControl || outer?.kind !== "item") scope = beginItem(read, element, false);
  } else if ((name === "section" || name === "details") && outer && (read.landmark?.landmark ?? "header") !== "header") {
    scope = beginItem(read, element, true);
  } else if (isList || LIST_ROLES.has(role)) {
    if (role !== "group" || outer) scope = beginList(read, element);
  } else if (name === "hr" && outer?.kind === "list") {
    outer.shift = 0;
  }
  if (scope) scopes.push(scope);
}

/** Returns `true` for a header whose links are the menu: the page has no other, and they are in no list. @param {Element} header */
const isMenu = (header) =>
  findInDocument("nav,[role=navigation]").length === 0 &&
  find(header, "ul,ol,menu") === null &&
  findAll(header, "a[href]").length >= MIN_LINKS;

/** @param {Reading} read @param {string} name @param {string} role */
function canBeLandmark(read, name, role) {
  const outer = read.scopes.at(-1);
  // A navigation in a navigation is a panel of it.
  if (name === "nav" && read.landmark?.landmark === "navigation") return false;
  const isFree = !outer || outer.kind === "landmark" || !read.landmark;
  return isFree && (role !== "" || read.sectioningDepth === 0 || name === "nav" || name === "aside");
}

/** Reads a link, a label or a button. @param {Reading} read @param {Element} element @param {string} name @param {string} role */
function readControl(read, element, name, role) {
  const url = name === "a" || name === "area" ? addressOf(read, element) : undefined;
  if (url) {
    const label = (read.landmark && nameIn(element)) ?? element;
    const title = read.landmark ? null : (find(element, HEADING) ?? firstPart(element));
    if (title) addCard(read, textOf(read, title), url);
    addLink(read, element, textOf(read, label), url);
  } else if (name === "label") {
    if (read.scopes.at(-1)?.kind === "item") noteTitle(read, element, visibleText(read, element), BUTTON);
  } else if ((name === "button" && !leadsElsewhere(element)) || name === "summary" || role === "button" || name === "a") {
    // `visibleText` starts below the button itself.
    const own = name === "button" && !firstChild(element) ? clean(read, rawText(element)) : "";
    noteTitle(read, element, visibleText(read, element) || own, BUTTON);
  }
}

/** Returns the part of a link in a menu that is its name. What follows is its description. @param {Element} link */
function nameIn(link) {
  // Most links have no such part, so few are walked through.
  const part = find(link, NAME) ? firstPart(link) : undefined;
  return part && matches(part, NAME) ? part : undefined;
}

/**
 * Returns the first of several parts of a link that has a letter, such as the name of a card between its year and its teaser.
 * There are no words beside the parts.
 *
 * @param {Element} link
 */
function firstPart(link) {
  /** @type {Element[]} */
  let parts = [link];
  for (let level = 0; parts.length === 1 && level < MAX_PARTS; level += 1) {
    const walker = walkerIn(parts[0]);
    parts = [];
    let part = walkIn(walker);
    for (let count = 0; part && count < MAX_PARTS; count += 1, part = walkPast(walker)) {
      if (!LETTER.test(rawText(part).slice(0, 999)) || (isElement(part) && matches(part, NO_NAME))) continue;
      if (!isElement(part)) return undefined;
      parts.push(part);
    }
  }
  return parts.length > 1 ? parts.find((part) => WORD.test(rawText(part).slice(0, 999))) : undefined;
}

/** A button that opens a search or the menu above does not open the list after it. @param {Element} button */
const leadsElsewhere = (button) =>
  /search|(?<![a-z])back(?![a-z])/i.test(`${attribute(button, "id") ?? ""} ${attribute(button, "class") ?? ""}`);

/** Closes the innermost scopes until `left` scopes remain. @param {Reading} read @param {number} left */
export function closeScopes(read, left) {
  while (read.scopes.length > left) {
    const scope = /** @type {Scope} */ (read.scopes.pop());
    if (scope.kind === "item") endItem(read, scope);
    else if (scope.kind === "landmark") endLandmark(read, scope);
  }
}
