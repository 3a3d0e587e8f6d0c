import { api } from "../../api.js";
import { isWeb } from "../../../element/dom.js";
import { isEmptyPage } from "./empty-page.js";

/**
 * The properties of a tab that the sidebar needs. `url` is missing for pages of the browser and for sites without access.
 * For such a site, a click on the toolbar button or a command reveals the address until the next navigation.
 *
 * @typedef {object} Tab
 * @property {number} id
 * @property {number} windowId
 * @property {string} [url]
 * @property {string} container  The Firefox container of the tab. Empty for most tabs.
 * @property {string} [icon]  The address of the tab's icon.
 * @property {boolean} isLoading
 * @property {boolean} isAllowed  The extension may load from the site of `url`.
 */

/** A page may change its icon all the time. The least time in milliseconds between two reports, each with a whole picture. */
const ICON_PAUSE = 1000;

/**
 * A tab that changes its process has no address for a moment, and still shows its last page. So has a site without access, as
 * long as its page loads. The time in milliseconds until it counts as such a site: long enough for a busy computer.
 */
const MOMENT = 1000;

/** Firefox reports only changes of these properties. Chromium accepts no filter. @param {string[]} properties @returns {[]} */
const only = (properties) => /** @type {[]} */ (/** @type {unknown} */ (api.sidebarAction ? [{ properties }] : []));

/** Follows the active tab of one window and its navigations. A tree in a tab follows the last active tab besides its own. */
export class ActiveTab {
  #windowId;
  /** @type {number | undefined} The tab of this document. */
  #own;
  #isAllowed;
  #changed;
  /** Counts the updates, so that a late answer cannot replace a newer one. */
  #updates = 0;
  /** @type {Tab | undefined} */
  #tab;
  /** When the tab lost its address, in milliseconds. @type {number | undefined} */
  #lostAt;

  /**
   * @param {number | undefined} windowId  `undefined` if the browser has no windows.
   * @param {(url: string) => boolean | Promise<boolean>} isAllowed
   * @param {(tab: Tab) => void} changed  Called for another tab, another page in it, or another loading state.
   * @param {number} [own]  The tab of this document. A sidebar has none.
   */
  constructor(windowId, isAllowed, changed, own) {
    this.#windowId = windowId;
    this.#own = own;
    this.#isAllowed = isAllowed;
    this.#changed = changed;
    api.tabs.onActivated.addListener((active) => {
      if (this.#isHere(active)) this.refresh();
    });
    // This includes history.pushState(), which changes only the address.
    api.tabs.onUpdated.addListener((_id, change, tab) => {
      const isChange = change.status !== undefined || change.url !== undefined;
      if (!isChange || !this.#isHere(tab)) return;
      if (tab.active && this.#isFollowed(tab)) this.#update(tab);
      else if (tab.id === this.#tab?.id) this.refresh();
    }, ...only(["status", "url"]));
    this.#followIcon();
  }

  /** Listens for the next change of an icon. The browser sends the pictures of all tabs, so nobody listens for a while then. */
  #followIcon() {
    /** @param {number} _id @param {{ favIconUrl?: string }} change */
    const listener = (_id, change) => {
      if (change.favIconUrl === undefined) return;
      api.tabs.onUpdated.removeListener(listener);
      this.refresh();
      setTimeout(() => {
        this.#followIcon();
        this.refresh();
      }, ICON_PAUSE);
    };
    api.tabs.onUpdated.addListener(listener, ...only(["favIconUrl"]));
  }

  get tab() {
    return this.#tab;
  }

  /** Queries the active tab. */
  async refresh() {
    const update = ++this.#updates;
    const tab = await this.#find();
    if (tab && update === this.#updates) await this.#update(tab);
  }

  /** @param {{ windowId?: number }} tab */
  #isHere({ windowId }) {
    return this.#windowId === undefined || windowId === this.#windowId;
  }

  /** A tree in a tab does not follow the extension's own pages. @param {browser.tabs.Tab} tab */
  #isFollowed({ id, url }) {
    if (this.#own === undefined) return true;
    return id !== this.#own && (isEmptyPage(url) || !url?.startsWith(api.runtime.getURL("")));
  }

  /** @returns {Promise<browser.tabs.Tab | undefined>} */
  async #find() {
    const here = this.#windowId === undefined ? {} : { windowId: this.#windowId };
    const isFollowed = (/** @type {browser.tabs.Tab | undefined} */ tab) => tab && this.#isHere(tab) && this.#isFollowed(tab);
    const [active] = await api.tabs.query({ active: true, ...here });
    if (isFollowed(active)) return active;
    const last = this.#tab && (await api.tabs.get(this.#tab.id).catch(() => undefined));
    if (isFollowed(last)) return last;
    const others = (await api.tabs.query(here)).filter(isFollowed);
    return others.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0))[0];
  }

  /** @param {browser.tabs.Tab} tab */
  async #update({ id, windowId = -1, url: address, status, cookieStoreId, favIconUrl: icon }) {
    if (id === undefined) return; // not in the tab bar
    const isOnItsWay = isEmptyPage(address);
    // As with any other link, the last page counts until the next one has come.
    if (isOnItsWay && id === this.#tab?.id) return;
    const url = isOnItsWay ? undefined : address;
    const isLoading = isOnItsWay || status === "loading";
    const isLost = !url && isLoading && id === this.#tab?.id;
    this.#lostAt = isLost ? (this.#lostAt ?? performance.now()) : undefined;
    const rest = (this.#lostAt ?? -Infinity) + MOMENT - performance.now();
    if (rest > 0) {
      setTimeout(() => this.refresh(), rest);
      return;
    }
    const update = ++this.#updates;
    const isAllowed = isWeb(url) && (await this.#isAllowed(url));
    if (update !== this.#updates) return;
    const container = containerOf(cookieStoreId);
    this.#tab = { id, windowId, url, container, icon, isLoading, isAllowed };
    this.#changed(this.#tab);
  }
}

/** Returns the Firefox container of a cookie store, or an empty text. @param {string | undefined} store */
export function containerOf(store) {
  return store?.startsWith("firefox-container-") ? store : "";
}
