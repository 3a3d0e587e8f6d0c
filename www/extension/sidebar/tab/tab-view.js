import { message } from "../../browser.js";
import { isWeb } from "../../../element/dom.js";

/** @typedef {import("./active-tab.js").Tab} Tab */
/** @typedef {Pick<Tab, "url" | "container" | "icon" | "isLoading" | "isAllowed"> & Partial<Pick<Tab, "id">>} ShownTab */

/**
 * @typedef {object} TabViewHost
 * @property {import("../../../element/navi-bar.js").NaviBar} tree
 * @property {import("../frame/site-header.js").SiteHeader} header
 * @property {import("../frame/notice.js").Notice} notice
 * @property {HTMLButtonElement[]} buttons  The header's buttons for the tree.
 * @property {HTMLButtonElement} back  Closes the user's file.
 * @property {(url: string) => boolean} isOff  Returns `true` if the user has turned the site off.
 * @property {() => boolean} mayLoadInContainers  Returns `true` if the user has allowed requests for tabs in containers. They
 *   belong to no container, so a site could see that its containers belong to one browser.
 * @property {(tab: import("./page-facts-reader.js").ReadTab | undefined) => void} read  Reads the facts of the tab's page.
 * @property {() => void} left  The user has left a site or a file.
 * @property {() => void} describe  Describes the tree again.
 */

/** @type {ShownTab} */
const NO_TAB = Object.freeze({ container: "", isLoading: false, isAllowed: false });

/** Shows the site of the tab, or a file of the user's, in the header, the tree and the notice. */
export class TabView {
  #host;
  /** @type {ShownTab} */
  #tab = NO_TAB;
  /** @type {File | string | undefined} */
  #site;
  /** The extension may access all sites. */
  hasAccess;

  /** @param {boolean} hasAccess @param {TabViewHost} host */
  constructor(hasAccess, host) {
    this.hasAccess = hasAccess;
    this.#host = host;
  }

  /**
   * Shows the tree of the site in the tab, or says why there is none. The user's file stays until the user closes it. If
   * its tree has the page in the tab, that page is the current one.
   *
   * @param {ShownTab} tab
   */
  show(tab) {
    const { tree, header, notice, buttons, back, isOff: isTurnedOff, mayLoadInContainers, read, left, describe } =
      this.#host;
    const { id, url, container, icon, isLoading, isAllowed } = tab;
    const last = this.#tab;
    const isSame = url === last.url && isLoading === last.isLoading && isAllowed === last.isAllowed && last !== NO_TAB;
    this.#tab = tab;
    const web = isWeb(url) ? new URL(url) : undefined;
    const isOff = web !== undefined && isTurnedOff(web.href);
    const isHeld = web !== undefined && container !== "" && !mayLoadInContainers();
    const page = isOff || isHeld || !isAllowed ? undefined : web;
    const hasTree = tree.file !== undefined || page !== undefined;
    const site = tree.file ?? (page && `${page.origin} ${container}`);
    if (site !== this.#site) left();
    this.#site = site;
    tree.partition = container;
    tree.page = page ? (url ?? null) : null;
    read(page && id !== undefined && !tree.file ? { id, url: page.href, isLoading } : undefined);
    for (const each of [tree, ...buttons]) each.hidden = !hasTree;
    back.hidden = tree.file === undefined;
    back.textContent = message(page === undefined ? "closeFile" : "showSite");
    header.show({ page: page && url, icon, file: tree.file });
    if (isSame && icon !== last.icon) return; // only the icon is new, so an answer stays
    // A new tab that loads a site is empty for a moment and needs no explanation.
    if (hasTree || (this.hasAccess && isLoading && !isOff && !isHeld)) notice.hide();
    else notice.show({ host: web?.hostname, isOff, isHeld, isAllowed, hasAccess: this.hasAccess });
    describe();
  }

  /** @param {File} file */
  openFile(file) {
    const { tree } = this.#host;
    tree.openFile(file);
    this.show(this.#tab);
    tree.focus();
  }

  closeFile() {
    const { tree, notice } = this.#host;
    tree.closeFile();
    this.show(this.#tab);
    if (tree.hidden) notice.focus();
    else tree.focus();
  }
}
