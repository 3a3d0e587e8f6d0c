import { pageOf } from "./page-of.js";
import { baseOf, doc, findInDocument } from "./dom.js";

/** @typedef {import("../types.js").PageFacts} PageFacts */
/** @typedef {import("../types.js").FactMenu} PageMenu */
/** @typedef {import("../types.js").PageFactLimits} PageFactLimits */

/** @typedef {PageMenu["entries"][number] & { isButton?: boolean }} Entry */
/** @typedef {Omit<PageMenu, "entries"> & { entries: Entry[], isMixed?: boolean }} Menu */

/**
 * A heading, or the text of a button, that may be the title of the next list.
 *
 * @typedef {{ text: string, url?: string, rank: number, depth: number, isAdded: boolean, isButton: boolean,
 *   parent: Node | null }} Title
 */

/**
 * The part of the page that the walk is in.
 *
 * @typedef {{ kind: "landmark", element: Element, landmark: PageMenu["landmark"], label: string,
 *   isInFooter: boolean, menu?: Menu, lists: Menu[], after: (Entry | undefined)[], titles: Title[], button?: Title }} Landmark
 * @typedef {{ kind: "list", element: Element, menu: Menu, base: number, last?: number, shift: number, titled?: number }} List
 * @typedef {{ kind: "item", element: Element, menu: Menu, depth: number, entry?: Entry, title?: Title, heading?: Title,
 *   isGroup: boolean, hasChildren: boolean, list?: List, parent?: Node | null }} Item
 * @typedef {Landmark | List | Item} Scope
 */

/** Breadcrumbs, and the elements that mark them as data. */
export const CRUMBS = "[class*=breadcrumb i],[id*=breadcrumb i],[aria-label*=breadcrumb i]";
export const CRUMB_DATA =
  '[itemtype*="schema.org/BreadcrumbList"],[typeof~=BreadcrumbList],[typeof~="schema:BreadcrumbList"]';
/** Elements that are read regardless of their names. */
export const SPECIAL = `[role],${CRUMBS},${CRUMB_DATA}`;

/** The state of one reading of the document. */
export class Reading {
  limits;
  /** @type {PageFacts} */
  facts;
  /** The address that relative addresses refer to. */
  base = String(baseOf(doc));
  /** @type {Map<string, string | undefined>} The absolute forms of the beginnings of addresses. */
  beginnings = new Map();
  /** @type {Set<Element>} The elements that match `SPECIAL`. */
  special = new Set(findInDocument(SPECIAL));
  /** @type {Scope[]} The open scopes, the innermost last. */
  scopes = [];
  /** @type {Menu[]} */
  menus = [];
  /** @type {Menu[]} Lists of links in the main content. */
  contentMenus = [];
  /** @type {Menu[]} Those of them that have the name of a menu. */
  menuLists = [];
  /** @type {Menu} The headings that link to other pages, each with the name of a page. */
  cards = { landmark: "main", entries: [] };
  /** @type {Map<Element, boolean>} The parts with the name of a menu, and whether they are one. */
  parts = new Map();
  /** @type {{ part: Element, menu: Menu } | undefined} The last part with the name of a menu that has headings. */
  named;
  /** @type {Element[]} The first links of the page that are in no landmark, list or main content. */
  loose = [];
  hasLogo = false;
  entryCount = 0;
  /** The characters of all addresses. */
  urlsLength = 0;
  /** There is no room for more entries. */
  isFull = false;
  /** The number of open elements with the main content. */
  contentDepth = 0;
  sectioningDepth = 0;
  /** @type {Pick<PageFacts, "heading" | "headingUrl"> | undefined} The first `h1` in the main content. */
  mainHeading;
  /** @type {Pick<PageFacts, "heading" | "headingUrl"> | undefined} */
  firstHeading;

  /** @param {PageFactLimits} limits */
  constructor(limits) {
    this.limits = limits;
    const url = pageOf(String(location.href));
    this.facts = { url, alternates: [], menus: [], breadcrumbs: [], relations: [], headings: [] };
  }

  /** The innermost landmark that the walk is in. */
  get landmark() {
    return /** @type {Landmark | undefined} */ (this.scopes.findLast(({ kind }) => kind === "landmark"));
  }

  /** Counts an address. @param {string} [url] @returns {boolean}  `false` if there is no room for it. */
  takes(url = "") {
    const length = this.urlsLength + url.length;
    if (length > this.limits.allUrlsLength) {
      this.cut();
      return false;
    }
    this.urlsLength = length;
    return true;
  }

  /** Marks the facts as incomplete, because a limit was reached. */
  cut() {
    this.facts.isCut = true;
  }
}
