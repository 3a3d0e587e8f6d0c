import { api } from "../browser.js";
import { isWeb } from "../../element/dom.js";

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

/** Follows the active tab of one window and its navigations. */
export class ActiveTab {
  #windowId;
  #isAllowed;
  #changed;
  /** Counts the updates, so that a late answer cannot replace a newer one. */
  #updates = 0;
  /** @type {Tab | undefined} */
  #tab;

  /**
   * @param {number} windowId
   * @param {(url: string) => boolean | Promise<boolean>} isAllowed
   * @param {(tab: Tab) => void} changed  Called for another tab, another page in it, or another loading state.
   */
  constructor(windowId, isAllowed, changed) {
    this.#windowId = windowId;
    this.#isAllowed = isAllowed;
    this.#changed = changed;
    api.tabs.onActivated.addListener((active) => {
      if (active.windowId === windowId) this.refresh();
    });
    // This includes history.pushState(), which changes only the address.
    api.tabs.onUpdated.addListener((_id, change, tab) => {
      const isChange = [change.status, change.url, change.favIconUrl].some((each) => each !== undefined);
      if (isChange && tab.active && tab.windowId === windowId) this.#update(tab);
    });
  }

  get tab() {
    return this.#tab;
  }

  /** Queries the active tab. */
  async refresh() {
    const update = ++this.#updates;
    const [tab] = await api.tabs.query({ active: true, windowId: this.#windowId });
    if (tab && update === this.#updates) await this.#update(tab);
  }

  /** @param {browser.tabs.Tab} tab */
  async #update({ id, url, status, cookieStoreId, favIconUrl: icon }) {
    if (id === undefined) return; // not in the tab bar
    // A tab that changes its process has no address for a moment. It still shows its last page.
    if (!url && status === "loading" && id === this.#tab?.id) return;
    const update = ++this.#updates;
    const isAllowed = isWeb(url) && (await this.#isAllowed(url));
    if (update !== this.#updates) return;
    const container = containerOf(cookieStoreId);
    this.#tab = { id, windowId: this.#windowId, url, container, icon, isLoading: status === "loading", isAllowed };
    this.#changed(this.#tab);
  }
}

/** Returns the Firefox container of a cookie store, or an empty text. @param {string | undefined} store */
export function containerOf(store) {
  return store?.startsWith("firefox-container-") ? store : "";
}
