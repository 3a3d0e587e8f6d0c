import { api } from "../browser.js";

/**
 * What the sidebar needs to know of a tab. `url` is missing where the extension may not see it: pages of the browser
 * itself, and sites that the user has withdrawn access to. Of these a click on the toolbar button or a command tells the
 * address, until the tab goes on.
 *
 * @typedef {object} Tab
 * @property {number} id
 * @property {number} windowId
 * @property {string} [url]
 * @property {string} container  The Firefox container that it is in; empty for most tabs.
 * @property {string} [icon]  The address of its icon.
 * @property {boolean} isLoading
 * @property {boolean} isAllowed  Whether the extension may load what is at `url`.
 */

/** Follows whichever tab is active in one window, and the pages that it goes to. */
export class ActiveTab {
  #windowId;
  #isAllowed;
  #changed;
  /** Counts what was learnt, so that a late answer cannot displace a newer one. */
  #news = 0;
  /** @type {Tab | undefined} */
  #tab;

  /**
   * @param {number} windowId
   * @param {(url: string) => boolean | Promise<boolean>} isAllowed
   * @param {(tab: Tab) => void} changed  Another tab, or another page in it, or the page's loading state.
   */
  constructor(windowId, isAllowed, changed) {
    this.#windowId = windowId;
    this.#isAllowed = isAllowed;
    this.#changed = changed;
    api.tabs.onActivated.addListener((active) => {
      if (active.windowId === windowId) this.refresh();
    });
    // Also tells of history.pushState(), which brings a new address and nothing else.
    api.tabs.onUpdated.addListener((_id, change, tab) => {
      const isNews = [change.status, change.url, change.favIconUrl].some((news) => news !== undefined);
      if (isNews && tab.active && tab.windowId === windowId) this.#learn(tab);
    });
  }

  get tab() {
    return this.#tab;
  }

  /** Asks which tab is active now. */
  async refresh() {
    const asked = ++this.#news;
    const [tab] = await api.tabs.query({ active: true, windowId: this.#windowId });
    if (tab && asked === this.#news) await this.#learn(tab);
  }

  /** @param {browser.tabs.Tab} tab */
  async #learn({ id, url, status, cookieStoreId, favIconUrl: icon }) {
    if (id === undefined) return; // not a tab of the tab bar
    // From one process to another, a tab has no address for a moment. The user still sees what it showed.
    if (!url && status === "loading" && id === this.#tab?.id) return;
    const news = ++this.#news;
    const isAllowed = url !== undefined && /^https?:/i.test(url) && (await this.#isAllowed(url));
    if (news !== this.#news) return;
    const container = cookieStoreId?.startsWith("firefox-container-") ? cookieStoreId : "";
    this.#tab = { id, windowId: this.#windowId, url, container, icon, isLoading: status === "loading", isAllowed };
    this.#changed(this.#tab);
  }
}
