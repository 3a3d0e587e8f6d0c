import { api } from "../browser.js";

/**
 * What the sidebar needs to know of a tab. `url` is missing where the extension may not see it: pages of the browser
 * itself, and every page when the user has withdrawn access to web sites.
 *
 * @typedef {object} Tab
 * @property {number} id
 * @property {number} windowId
 * @property {string} [url]
 * @property {boolean} isLoading
 */

/** Follows whichever tab is active in one window, and the pages that it goes to. */
export class ActiveTab {
  #windowId;
  #changed;
  /** Counts what was learnt, so that a late answer cannot displace a newer one. */
  #news = 0;
  /** @type {Tab | undefined} */
  #tab;

  /**
   * @param {number} windowId
   * @param {(tab: Tab) => void} changed  Another tab, or another page in it, or the page's loading state.
   */
  constructor(windowId, changed) {
    this.#windowId = windowId;
    this.#changed = changed;
    api.tabs.onActivated.addListener((active) => {
      if (active.windowId === windowId) this.refresh();
    });
    // Also tells of history.pushState(), which brings a new address and nothing else.
    api.tabs.onUpdated.addListener((_id, change, tab) => {
      const isNews = change.status !== undefined || change.url !== undefined;
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
    if (tab && asked === this.#news) this.#learn(tab);
  }

  /** @param {browser.tabs.Tab} tab */
  #learn({ id, url, status }) {
    if (id === undefined) return; // not a tab of the tab bar
    // From one process to another, a tab has no address for a moment. The user still sees what it showed.
    if (!url && status === "loading" && id === this.#tab?.id) return;
    this.#news++;
    this.#tab = { id, windowId: this.#windowId, url, isLoading: status === "loading" };
    this.#changed(this.#tab);
  }
}
