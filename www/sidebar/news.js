import { countMessage, formatted, message } from "../browser.js";
import { dispositionOf, element, safeLink } from "../navi-bar/dom.js";
import { ago, exactly, shortly } from "./dates.js";
import { Panel } from "./panel.js";
import { noteVisit, now } from "./visits.js";

/** @typedef {import("../navi-bar/types.js").Dated} Dated */
/** @typedef {import("../navi-bar/types.js").News} News */
/** @typedef {import("../navi-bar/types.js").Session} Session */

/** How often a look at the same site is noted, in seconds: not at every click. */
const NOTED_EVERY = 60;

/** The largest number that the button shows. */
const MOST_COUNTED = 99;

/**
 * What the sidebar gives the panel.
 *
 * @typedef {object} NewsHost
 * @property {HTMLElement} panel  In which the elements with the ids below are.
 * @property {HTMLButtonElement} button  In the header; with an element for the number of changed pages.
 * @property {() => { session: Session | undefined, page: string | undefined, isLoading: boolean }} tree  The tree that is
 *   shown; `page`: the page in the tab, where the tree is that of its site.
 * @property {(url: string, disposition: import("../navi-bar/types.js").Disposition) => void} open
 * @property {() => void} focusTree
 */

/** What is new on a site: the pages that have changed since the last visit, and the newest before. */
export class WhatsNew {
  #host;
  #panel;
  #summary;
  #lists;
  #count;
  /** @type {Session | undefined} The tree that is known to have dates, or not. */
  #asked;
  #hasDates = false;
  /** @type {{ origin: string, at: number, last: number | undefined } | undefined} The visit that goes on. */
  #visit;
  /** How many pages of the site have changed that the user has not been shown. */
  #unseen = 0;
  /** How many they have been shown. */
  #seen = 0;
  /** Counts the looks, so that only the last one is shown. */
  #looks = 0;

  /** @param {NewsHost} host */
  constructor(host) {
    this.#host = host;
    const { panel, button, focusTree } = host;
    const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (panel.querySelector(`#${id}`));
    this.#summary = part("news-summary");
    this.#lists = part("news-lists");
    this.#count = /** @type {HTMLElement} */ (button.querySelector("span"));
    const texts = { title: message("whatsNew"), close: message("closeWhatsNew") };
    this.#panel = new Panel(panel, texts, { focusTree, closed: () => this.#closed() });
    for (const type of ["click", "auxclick"]) {
      this.#lists.addEventListener(type, (event) => this.#follow(/** @type {MouseEvent} */ (event)));
    }
    this.#lists.addEventListener("keydown", (event) => this.#move(event));
    this.#lists.addEventListener("focusin", ({ target }) => {
      for (const link of this.#links) link.tabIndex = link === target ? 0 : -1;
    });
  }

  /** @param {HTMLElement} opener  Gets the focus back. */
  open(opener) {
    this.#panel.open(opener);
    this.#look();
  }

  /** @param {boolean} refocus */
  close(refocus) {
    this.#panel.close(refocus);
  }

  /** For the menu: its name, with the number of pages that have changed. */
  get label() {
    const count = this.#visit ? this.#unseen + this.#seen : 0;
    return count > 0 ? message("whatsNewCount", formatted(count)) : message("whatsNewMenu");
  }

  /** Another page is looked at. */
  async looked() {
    const { session, page, isLoading } = this.#host.tree();
    const origin = page && new URL(page).origin;
    if (origin !== this.#visit?.origin) this.#leave();
    // Of a site without dates nothing can be told, and so nothing needs to be known.
    if (!session || !page || !origin || isLoading || !this.#isDated(session)) return;
    const at = now();
    if (this.#visit && Math.abs(at - this.#visit.at) < NOTED_EVERY) return;
    const known = this.#visit?.last;
    const visit = { origin, at, last: known };
    this.#visit = visit;
    try {
      visit.last = await noteVisit(page);
    } catch (error) {
      console.error("Navibar cannot note a visit", error);
    }
    if (visit !== this.#visit || visit.last === known) return;
    this.#seen = 0;
    this.#look();
  }

  /** Another tree is shown, or there is more of it. */
  changed() {
    this.#asked = undefined;
    const { isLoading } = this.#host.tree();
    if (!isLoading) this.looked();
    if (this.#panel.isOpen || (this.#visit && !isLoading)) this.#look();
  }

  /** Another site is shown. */
  #leave() {
    this.#looks++;
    this.#visit = undefined;
    this.#unseen = this.#seen = 0;
    this.#mark();
  }

  #closed() {
    this.#looks++;
    this.#lists.replaceChildren();
  }

  /** @param {Session} session */
  #isDated(session) {
    if (session !== this.#asked) this.#hasDates = session.hasDates;
    this.#asked = session;
    return this.#hasDates;
  }

  async #look() {
    const look = ++this.#looks;
    const { session, isLoading } = this.#host.tree();
    const last = this.#visit?.last;
    if (isLoading) this.#summary.textContent = message("loading");
    if (isLoading || (last === undefined && !this.#panel.isOpen)) return;
    const at = now();
    const offset = new Date().getTimezoneOffset() * -60;
    const news = session && this.#isDated(session) ? await session.news({ last, now: at, offset }) : undefined;
    if (look !== this.#looks) return;
    const count = news?.count ?? 0;
    if (this.#panel.isOpen) {
      this.#seen = count;
      this.#show(news, last, at);
    }
    this.#unseen = Math.max(0, count - this.#seen);
    this.#mark();
  }

  /** @param {News | undefined} news @param {number | undefined} last @param {number} at */
  #show(news, last, at) {
    const { count, changed, before, rebuilt } = news ?? { count: 0, changed: [], before: [], rebuilt: undefined };
    const lists = [];
    if (last !== undefined && count > 0) {
      lists.push(group("changed", message("changedSince", shortly(last)), changed, at, count - changed.length));
    }
    if (before.length > 0) {
      const title = message(count > 0 ? "newestBefore" : rebuilt ? "newestOthers" : "newest");
      lists.push(group("newest", title, before, at, 0));
    }
    if (rebuilt) this.#summary.textContent = message("rebuilt", exactly(rebuilt));
    else if (lists.length === 0) this.#summary.textContent = message("noDates");
    else this.#summary.textContent = last !== undefined && count === 0 ? message("nothingNew", shortly(last)) : "";
    const focused = this.#links.findIndex((link) => link === document.activeElement);
    this.#lists.replaceChildren(...lists);
    this.#lists.scrollTop = 0;
    const links = this.#links;
    const first = links[Math.max(0, focused)] ?? links[0];
    if (first) first.tabIndex = 0;
    if (this.#panel.isFocused || focused >= 0) first?.focus();
  }

  /** The number on the button; to be read out it is in its name. */
  #mark() {
    const { button } = this.#host;
    const count = this.#unseen;
    this.#count.hidden = count === 0;
    this.#count.textContent = count > MOST_COUNTED ? `${formatted(MOST_COUNTED)}+` : formatted(count);
    const name = message("more");
    button.title = count > 0 ? `${name}\n${countMessage("pagesChanged", count)}` : name;
    button.setAttribute("aria-label", count > 0 ? `${name}, ${countMessage("pagesChanged", count)}` : name);
  }

  get #links() {
    return [...this.#lists.getElementsByTagName("a")];
  }

  /** @param {MouseEvent} event */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.button === 2) return;
    event.preventDefault();
    this.#host.open(link.href, dispositionOf(event));
  }

  /** The list is one stop for the Tab key; arrow keys lead through it. @param {KeyboardEvent} event */
  #move(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const links = this.#links;
    const at = links.findIndex((link) => link === document.activeElement);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: links.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    links[to]?.focus();
  }
}

/**
 * @param {string} id
 * @param {string} title
 * @param {Dated[]} pages
 * @param {number} at  The present.
 * @param {number} left  How many more there are.
 */
function group(id, title, pages, at, left) {
  const items = pages.map((page) => element("li", {}, linkOf(page, at)));
  if (left > 0) items.push(element("li", { class: "news-left" }, countMessage("newsLeft", left)));
  const list = element("ul", { role: "list", "aria-labelledby": `news-${id}` }, ...items);
  return element("section", {}, element("h3", { id: `news-${id}` }, title), list);
}

/** @param {Dated} page @param {number} at */
function linkOf(page, at) {
  const { title, url } = page;
  const when = element("time", { dir: "auto", datetime: new Date(page.time * 1000).toISOString() }, ago(page, at));
  const place = element("bdi", { dir: "ltr" }, placeOf(url));
  const link = element(
    "a",
    { tabindex: "-1", title: `${title}\n${url}\n${exactly(page)}` },
    element("span", { class: "news-page", dir: "auto" }, title),
    element("span", { class: "news-place" }, when, " · ", place),
  );
  const href = safeLink(url);
  if (href) link.href = href;
  return link;
}

/** Where a page is: its path, as people read it. @param {string} url */
function placeOf(url) {
  const { pathname, search } = URL.parse(url) ?? { pathname: url, search: "" };
  try {
    return decodeURI(pathname + search);
  } catch {
    return pathname + search;
  }
}
