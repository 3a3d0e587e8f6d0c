import { countMessage, formatted, message } from "../../browser.js";
import { element, safeLink } from "../../../element/dom.js";
import { ago, exactly, shortly } from "../look/dates.js";
import { Panel } from "./panel.js";
import { recordVisit, now } from "../memory/visits.js";

/** @typedef {import("../../../element/types.js").DatedPage} DatedPage */
/** @typedef {import("../../../element/types.js").News} News */
/** @typedef {import("../../../element/types.js").Session} Session */

/** The minimum time in seconds between two records of the same visit. */
const RECORD_EVERY = 60;

/** The largest number on the button. */
const MOST_COUNTED = 99;

/** The news of a site: the pages that have changed since the last visit, and the newest before that. */
export class WhatsNew {
  #button;
  #tree;
  #panel;
  #summary;
  #lists;
  #count;
  /** @type {Session | undefined} The session that `#hasDates` is about. */
  #checked;
  #hasDates = false;
  /** @type {{ site: string, at: number, last: number | undefined } | undefined} The current visit. */
  #visit;
  /** The number of changed pages that the user has not seen in the panel. */
  #unseen = 0;
  /** The number of changed pages that the user has seen. */
  #seen = 0;
  /** Counts the searches, so that a late result cannot replace a newer one. */
  #searches = 0;

  /**
   * @param {HTMLElement} panel  Contains the elements of the panel.
   * @param {HTMLButtonElement} button  In the header, with an element for the number of changed pages.
   * @param {import("../../../element/navi-bar.js").NaviBar} tree
   */
  constructor(panel, button, tree) {
    this.#button = button;
    this.#tree = tree;
    const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (panel.querySelector(`#${id}`));
    this.#summary = part("news-summary");
    this.#lists = part("news-lists");
    this.#count = /** @type {HTMLElement} */ (button.querySelector("span"));
    const texts = { title: message("whatsNew"), close: message("closeWhatsNew") };
    this.#panel = new Panel(panel, texts, tree, () => this.#closed());
    this.#lists.addEventListener("keydown", (event) => this.#move(event));
    this.#lists.addEventListener("focusin", ({ target }) => {
      for (const link of this.#links) link.tabIndex = link === target ? 0 : -1;
    });
  }

  /** @param {HTMLElement} opener  Gets the focus when the panel closes. */
  open(opener) {
    this.#panel.open(opener);
    this.#search();
  }

  /** @param {boolean} refocus */
  close(refocus) {
    this.#panel.close(refocus);
  }

  /** The title of the menu entry, with the number of changed pages. */
  get label() {
    const count = this.#visit ? this.#unseen + this.#seen : 0;
    return count > 0 ? message("whatsNewCount", formatted(count)) : message("whatsNewMenu");
  }

  /** Call this when the current page changes. */
  async visited() {
    const { session, page, file } = this.#tree;
    const site = page && !file ? session?.scope : undefined;
    if (site !== this.#visit?.site) this.#leave();
    // A site without dates has no news, so visits to it are not recorded.
    if (!session || !site || this.#isLoading || !this.#isDated(session)) return;
    const at = now();
    if (this.#visit && Math.abs(at - this.#visit.at) < RECORD_EVERY) return;
    const known = this.#visit?.last;
    const visit = { site, at, last: known };
    this.#visit = visit;
    visit.last = (await recordVisit(site)) ?? known;
    if (visit !== this.#visit || visit.last === known) return;
    this.#seen = 0;
    this.#search();
  }

  /** Call this when another tree is shown or pages have arrived. */
  changed() {
    this.#checked = undefined;
    const isLoading = this.#isLoading;
    if (!isLoading) this.visited();
    if (this.#panel.isOpen || (this.#visit && !isLoading)) this.#search();
  }

  /** The user leaves the site. */
  #leave() {
    this.#searches++;
    this.#visit = undefined;
    this.#unseen = this.#seen = 0;
    this.#mark();
  }

  get #isLoading() {
    return this.#tree.state === "loading";
  }

  #closed() {
    this.#searches++;
    this.#lists.replaceChildren();
  }

  /** @param {Session} session */
  #isDated(session) {
    if (session !== this.#checked) this.#hasDates = session.hasDates;
    this.#checked = session;
    return this.#hasDates;
  }

  async #search() {
    const search = ++this.#searches;
    const { session } = this.#tree;
    const isLoading = this.#isLoading;
    const last = this.#visit?.last;
    if (isLoading) this.#summary.textContent = message("loading");
    if (isLoading || (last === undefined && !this.#panel.isOpen)) return;
    const offset = new Date().getTimezoneOffset() * -60;
    const news = session && this.#isDated(session) ? await session.news({ last, now: now(), offset }) : undefined;
    this.#tree.refresh(); // rows have marks of the changes
    if (search !== this.#searches) return;
    const count = news?.count ?? 0;
    if (this.#panel.isOpen) {
      this.#seen = count;
      this.#show(news, last);
    }
    this.#unseen = Math.max(0, count - this.#seen);
    this.#mark();
  }

  /** @param {News | undefined} news @param {number | undefined} last */
  #show(news, last) {
    const { count, changed, before, rebuilt } = news ?? { count: 0, changed: [], before: [], rebuilt: undefined };
    const lists = [];
    if (last !== undefined && count > 0) {
      lists.push(group("changed", message("changedSince", shortly(last)), changed, count - changed.length));
    }
    if (before.length > 0) {
      const title = message(count > 0 ? "newestBefore" : rebuilt ? "newestOthers" : "newest");
      lists.push(group("newest", title, before, 0));
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

  /** Updates the number on the button. Screen readers read it in the name of the button. */
  #mark() {
    const button = this.#button;
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

  /** The lists are one tab stop. Arrow keys move through them. @param {KeyboardEvent} event */
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
 * @param {DatedPage[]} pages
 * @param {number} left  The number of pages that are not listed.
 */
function group(id, title, pages, left) {
  const items = pages.map((page) => element("li", {}, linkOf(page)));
  if (left > 0) items.push(element("li", { class: "news-left panel-small" }, countMessage("newsLeft", left)));
  const list = element("ul", { role: "list", "aria-labelledby": `news-${id}` }, ...items);
  return element("section", {}, element("h3", { id: `news-${id}` }, title), list);
}

/** @param {DatedPage} page */
function linkOf(page) {
  const { title, url } = page;
  const when = element("time", { dir: "auto", datetime: new Date(page.time * 1000).toISOString() }, ago(page));
  const place = element("span", { class: "news-path panel-line", dir: "rtl" }, element("bdi", { dir: "ltr" }, placeOf(url)));
  const link = element(
    "a",
    { class: "panel-link", tabindex: "-1", title: `${title}\n${url}\n${exactly(page)}` },
    element("span", { class: "news-page panel-line", dir: "auto" }, title),
    element("span", { class: "news-place panel-small" }, element("span", {}, when, " · "), place),
  );
  const href = safeLink(url);
  if (href) link.href = href;
  return link;
}

/** Returns the readable path of a page. @param {string} url */
function placeOf(url) {
  const { pathname, search } = URL.parse(url) ?? { pathname: url, search: "" };
  try {
    return decodeURI(pathname + search);
  } catch {
    return pathname + search;
  }
}
