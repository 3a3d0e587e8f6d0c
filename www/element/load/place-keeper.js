/** The delay in milliseconds between the last change and saving: it saves when the user pauses. */
const DELAY = 500;

/** With more open rows, describing them takes too long for every pause. */
const MAX_ROWS = 100_000;

/**
 * @typedef {object} PlaceKeeperHost
 * @property {import("../tree/tree-view.js").TreeView} view
 * @property {import("../filter.js").Filter} filter
 * @property {() => import("./load.js").Load | undefined} shown  The load whose tree is shown.
 * @property {() => string | undefined} currentUrl
 */

/** Saves the user's place in the tree of each site, so that it outlives the document. */
export class PlaceKeeper {
  /** @type {import("../types.js").Places | undefined} Without a store, nothing is saved. */
  store;
  #host;
  /** @type {number | undefined} */
  #timer;

  /** @param {PlaceKeeperHost} host */
  constructor(host) {
    this.#host = host;
  }

  /** Waits for a pause. Saving when the document closes is too late: messages sent then do not arrive. */
  keepSoon() {
    this.cancel();
    if (!this.store || this.#host.view.rowCount > MAX_ROWS) return;
    this.#timer = setTimeout(() => this.keep(), DELAY);
  }

  keep() {
    this.cancel();
    const { view, filter, shown, currentUrl } = this.#host;
    const { session, rowCount } = view;
    const load = shown();
    if (!this.store || !session || !load || load.isRunning || load.target.kind !== "page") return;
    if (rowCount === 0) return;
    const place = filter.wholePlace;
    const state = session.state(place?.first, place?.active);
    this.store.keep(load.target.site, { state, offset: place?.offset ?? 0, current: currentUrl() });
  }

  cancel() {
    clearTimeout(this.#timer);
  }

  /** @param {string} site */
  recall(site) {
    return this.store?.recall(site);
  }
}
