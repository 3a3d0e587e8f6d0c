import { DetailsWindow } from "./details.js";
import { dispositionOf, safeLink } from "./dom.js";
import { DrawnMenu } from "./menu.js";
import { menuEntries, ownEntries } from "./row-menu.js";

/** @typedef {import("./types.js").Disposition} Disposition */
/** @typedef {import("./types.js").Row} Row */

/**
 * @typedef {object} LinksHost
 * @property {ShadowRoot} root
 * @property {import("./tree.js").TreeView} view
 * @property {() => import("./strings.js").Strings} strings
 * @property {(type: "navigate" | "menu", detail: object) => boolean} ask  Sends an event that can be cancelled;
 *   false if it was.
 * @property {(key: string) => void} announce
 */

/** Opens pages, from the tree and from the menus of its rows, unless somebody else does. */
export class Links {
  #host;
  #menu;
  #details;
  /** @type {number | undefined} Id of the row whose menu is drawn. */
  #menuRow;

  /** @param {LinksHost} host */
  constructor(host) {
    this.#host = host;
    this.#menu = new DrawnMenu(host.root, {
      follow: (page, event) => this.follow(page, dispositionOf(event), event),
      closed: (refocus) => this.#menuClosed(refocus),
    });
    this.#details = new DetailsWindow(host.root, { strings: host.strings, copy: (url) => this.#copy(url) });
  }

  closeMenu() {
    this.#menu.close(false);
    this.#details.close();
  }

  /**
   * Shows the address of a row's page, and what else the sitemap says of it.
   *
   * @param {number} id
   * @returns {boolean}  Whether there is anything to show.
   */
  showDetails(id) {
    const { view } = this.#host;
    const details = view.session?.details(id) ?? [];
    const row = view.rowOf(id);
    const line = view.elementOf(id);
    const url = safeLink(row?.url);
    if (!row || !line || (details.length === 0 && url === undefined)) return false;
    this.#details.open({ title: row.title, url }, details, line.getBoundingClientRect());
    return true;
  }

  /**
   * Lets the event's default happen, which follows the link, unless the page's own code opens it.
   *
   * @param {{ url?: string | undefined, title: string }} page
   * @param {Disposition} disposition
   * @param {Event} event
   */
  follow({ url, title }, disposition, event) {
    if (url !== undefined && !this.#host.ask("navigate", { url, title, disposition })) event.preventDefault();
  }

  /**
   * @param {Row} row
   * @param {number} x
   * @param {number} y
   * @param {boolean} keyboard
   * @param {Event} event
   */
  openMenu({ id, title, url, menu, expandable }, x, y, keyboard, event) {
    const { ask, view, strings } = this.#host;
    const items = menu ? (view.session?.menu(id) ?? []) : [];
    const leftOut = menu ? (view.session?.menuLeftOut(id) ?? 0) : 0;
    const details = view.session?.details(id) ?? [];
    const link = safeLink(url);
    const own = ownEntries(link, strings(), {
      openInTab: () => this.#open(link, title, "tab"),
      openInWindow: () => this.#open(link, title, "window"),
      copyLink: () => this.#copy(link ?? ""),
      details: details.length > 0 || link !== undefined ? () => this.showDetails(id) : undefined,
    });
    const detail = { id, title, url, branch: expandable, items, leftOut, details, entries: own, x, y, keyboard };
    if (!ask("menu", detail)) return;
    // Shift asks Firefox for its own menu, whatever the page wants.
    if (event instanceof MouseEvent && event.shiftKey && !keyboard) return;
    const entries = menuEntries(items, leftOut, detail.entries, strings());
    if (entries.length === 0) return;
    event.preventDefault();
    this.#menu.open(entries, { x, y, keyboard, label: strings().get("menu", { title }) });
    this.#menuRow = id;
    view.elementOf(id)?.toggleAttribute("data-menu-open", true);
  }

  /** @param {boolean} refocus */
  #menuClosed(refocus) {
    const { view } = this.#host;
    const row = this.#menuRow === undefined ? undefined : view.elementOf(this.#menuRow);
    row?.removeAttribute("data-menu-open");
    this.#menuRow = undefined;
    if (refocus) view.focus();
  }

  /** @param {string | undefined} url @param {string} title @param {"tab" | "window"} disposition */
  #open(url, title, disposition) {
    if (url === undefined || !this.#host.ask("navigate", { url, title, disposition })) return;
    window.open(url, "_blank", disposition === "window" ? "noopener,popup" : "noopener");
  }

  /** @param {string} url @returns {Promise<boolean>}  Whether it could be copied. */
  async #copy(url) {
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      isCopied = false; // no permission, or a page that is not served securely
    }
    this.#host.announce(isCopied ? "announceCopied" : "announceCopyFailed");
    return isCopied;
  }
}
