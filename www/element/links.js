import { appendClaims, detailList, DetailsWindow, formatted } from "./popups/details.js";
import { dispositionOf, safeLink } from "./dom.js";
import { DrawnMenu } from "./popups/drawn-menu.js";
import { branchEntries, menuEntries, ownEntries } from "./popups/row-menu.js";

/** @typedef {import("./types.js").Disposition} Disposition */
/** @typedef {import("./types.js").Row} Row */

/**
 * @typedef {object} LinksHost
 * @property {ShadowRoot} root
 * @property {import("./tree/tree-view.js").TreeView} view
 * @property {(type: "navigate" | "menu", detail: object) => boolean} request  Sends an event that can be cancelled.
 *   Returns `false` if it was.
 * @property {(key: string) => void} announce
 * @property {(id: number) => void} expandBelow  Expands a branch with everything in it.
 * @property {(id: number) => void} collapseBelow
 * @property {(id: number) => void} showOnly  Shows only the branch of a row.
 * @property {(id: number) => (() => void) | undefined} titleReader  Returns a function that reads the titles of a row's branch.
 */

/** Opens pages from the tree and its menus, unless the page cancels the event. */
export class Links {
  #host;
  #menu;
  #details;
  /** @type {number | undefined} The id of the row whose menu is open. */
  #menuRow;

  /** @param {LinksHost} host */
  constructor(host) {
    this.#host = host;
    this.#menu = new DrawnMenu(host.root, {
      follow: (page, event) => this.follow(page, dispositionOf(event), event),
      closed: (refocus) => this.#menuClosed(refocus),
    });
    this.#details = new DetailsWindow(host.root, this.#detailsActions);
  }

  closeMenu() {
    this.#menu.close(false);
    this.#details.close();
  }

  /**
   * Shows the address of a row's page and its details from the sitemap.
   *
   * @param {number} id
   * @returns {boolean}  `false` if there is nothing to show.
   */
  showDetails(id) {
    const line = this.#host.view.elementOf(id);
    const found = this.detailsOf(id);
    if (!found || !line) return false;
    this.#details.open(found.title, found.list, line.getBoundingClientRect(), found.complete);
    return true;
  }

  /** Returns the title and the details of a row's page. `undefined` if it has neither details nor an address. @param {number} id */
  detailsOf(id) {
    const { view } = this.#host;
    const details = formatted(view.session?.details(id) ?? [], view.strings, view.session?.readBelow(id));
    const row = view.rowOf(id);
    const url = safeLink(row?.url);
    if (!row || (details.length === 0 && url === undefined)) return undefined;
    const list = detailList(url, details, this.#detailsActions);
    return { title: row.title, list, complete: appendClaims(list, view.session?.claims(id), this.#detailsActions) };
  }

  /** @returns {import("./popups/details.js").DetailsActions} */
  get #detailsActions() {
    return { strings: () => this.#host.view.strings, copy: (url) => this.#copy(url) };
  }

  /**
   * Lets the browser follow the link, unless the page cancels `navigate`.
   *
   * @param {{ url?: string | undefined, title: string }} page
   * @param {Disposition} disposition
   * @param {Event} event
   */
  follow({ url, title }, disposition, event) {
    if (url !== undefined && !this.#host.request("navigate", { url, title, disposition })) event.preventDefault();
  }

  /**
   * @param {Row} row
   * @param {number} x
   * @param {number} y
   * @param {boolean} keyboard
   * @param {Event} event
   */
  openMenu(row, x, y, keyboard, event) {
    const { id, title, url, menu, expandable } = row;
    const { request, view, expandBelow, collapseBelow, showOnly, titleReader } = this.#host;
    const { strings } = view;
    const items = menu ? (view.session?.menu(id) ?? []) : [];
    const translated = [...items];
    for (const item of translated) {
      item.title = strings.titleOf(item);
      translated.push(...item.children);
    }
    const leftOut = menu ? (view.session?.menuLeftOut(id) ?? 0) : 0;
    const details = view.session?.details(id) ?? [];
    const link = safeLink(url);
    const isOnly = row.level === 1 && (view.session?.branchPath().length ?? 0) > 0;
    const branchActions = branchEntries(row, strings, {
      expand: () => expandBelow(id),
      collapse: () => collapseBelow(id),
      only: isOnly ? undefined : () => showOnly(id),
      readTitles: expandable ? titleReader(id) : undefined,
    });
    const own = ownEntries(link, branchActions, strings, {
      openInTab: () => this.#open(link, title, "tab"),
      openInWindow: () => this.#open(link, title, "window"),
      copyLink: () => this.#copy(link ?? ""),
      details: details.length > 0 || link !== undefined ? () => this.showDetails(id) : undefined,
    });
    const named = { id, title, url, items, leftOut, details };
    const detail = { ...named, branch: expandable, branchActions, entries: own, x, y, keyboard };
    if (!request("menu", detail)) return;
    // In Firefox, Shift opens the browser's own menu.
    if (event instanceof MouseEvent && event.shiftKey && !keyboard) return;
    const entries = menuEntries(items, leftOut, detail.entries, strings);
    if (entries.length === 0) return;
    event.preventDefault();
    this.#menu.open(entries, { x, y, keyboard, label: strings.get("menu", { title }) });
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
    if (url === undefined || !this.#host.request("navigate", { url, title, disposition })) return;
    window.open(url, "_blank", disposition === "window" ? "noopener,popup" : "noopener");
  }

  /** @param {string} url @returns {Promise<boolean>}  `false` if it failed. */
  async #copy(url) {
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      isCopied = false; // no permission, or not a secure page
    }
    this.#host.announce(isCopied ? "announceCopied" : "announceCopyFailed");
    return isCopied;
  }
}
