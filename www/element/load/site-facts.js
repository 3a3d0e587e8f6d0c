import { pageOf } from "../page-facts/page-of.js";
import { deferred, hasDeferred } from "./deferred.js";
import { checkForDeath } from "./engine.js";
import { NearbySearch } from "./nearby-search.js";
import { siteOfPage } from "./target.js";

/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("../types.js").PageFacts} PageFacts */
/** @typedef {import("./load.js").Load} Load */

/**
 * @typedef {object} SiteFactsHost
 * @property {() => Load | undefined} shown  The load whose tree is shown.
 * @property {() => Load | undefined} running  The load in progress.
 * @property {() => import("./target.js").Target | undefined} target
 * @property {() => import("../text/strings.js").Strings} strings
 * @property {(session: import("../types.js").Session) => void} prepare  Receives a session before it has rows.
 * @property {(load: Load, reveals: boolean) => void} changed  The shown tree has changed.
 * @property {(load: Load) => void} came  The first rows have come while the sitemap is still on its way.
 * @property {(load: Load, outcome: Outcome) => void} found  The current page has a better tree, or one of another site.
 * @property {() => void} lookupEnded  The engine may know more about a site than before.
 */

/** Adds to the shown tree what visited pages say, and what the lists say that they name. */
export class SiteFacts {
  /** The facts of the current page will arrive. */
  areExpected = false;
  #host;
  #nearby;
  #usesLists = false;
  /** The address of a page that cannot be read. @type {string | undefined} */
  #unreadable;
  /** The page whose facts have arrived last. @type {PageFacts | undefined} */
  #last;

  /** @param {SiteFactsHost} host */
  constructor(host) {
    this.#host = host;
    this.#nearby = new NearbySearch({
      strings: host.strings,
      prepare: host.prepare,
      ended: (load, page, outcome) => this.#nearbyEnded(load, page, outcome),
      arrived: (page) => this.add(page),
    });
  }

  get usesLists() {
    return this.#usesLists;
  }

  /** Sets whether titles come from the site's lists, too. @param {boolean} usesLists */
  setUsesLists(usesLists) {
    this.#usesLists = usesLists;
    const shown = this.#host.shown();
    if (shown?.outcome) this.readLists(shown);
  }

  /** Returns `true` if a load for this address can wait for the facts of its page. @param {string} url */
  willArrive(url) {
    return this.areExpected && this.#unreadable !== url;
  }

  /** @param {PageFacts | undefined} page  `undefined` if the current page cannot be read. */
  add(page) {
    const target = this.#host.target();
    if (target?.kind !== "page") return;
    if (!page) {
      this.#unreadable = target.url;
      this.#host.running()?.session?.expectFacts(false);
      return;
    }
    const siteOf = (/** @type {string} */ url) => siteOfPage(url, target.partition);
    if (siteOf(page.url) !== siteOf(target.url)) return;
    if (!hasDeferred()) {
      void this.#addLater(page);
      return;
    }
    // From here on, the engine can read it.
    this.#last = page;
    if (!this.#nearby.keep(page)) this.#add(page, !this.#host.running());
  }

  /** Adds a page when the engine can read its facts. @param {PageFacts} page */
  async #addLater(page) {
    try {
      await deferred();
    } catch (error) {
      console.error("navi-bar:", error);
      // A load does not wait for facts that the engine cannot read.
      const target = this.#host.target();
      if (target && pageOf(target.url) === pageOf(page.url)) this.add(undefined);
      return;
    }
    this.add(page);
  }

  /** A load has ended. The current page may be on another site of the host. */
  check() {
    const shown = this.#host.shown();
    if (shown && this.#last && this.#addOrSearch(shown, this.#last)) this.#host.changed(shown, false);
  }

  /**
   * Adds a page to the tree. If it is the current page, and belongs perhaps to another site, looks for that site instead.
   *
   * @param {Load} shown
   * @param {PageFacts} page
   * @returns {boolean | undefined}  The tree may have changed. `undefined` if a search has begun.
   */
  #addOrSearch(shown, page) {
    const target = this.#host.target();
    const isCurrent = target !== undefined && pageOf(page.url) === pageOf(target.url);
    const isChanged = shown.addFacts(page, isCurrent);
    if (isChanged === undefined && target) this.#nearby.start(shown, target, page);
    return isChanged;
  }

  /** @param {Load} load @param {PageFacts} page @param {Outcome} outcome */
  #nearbyEnded(load, page, outcome) {
    load.settle();
    if (outcome.status === "loaded") {
      this.#host.found(load, outcome);
    } else {
      load.discard();
      this.#add(page, false);
    }
    this.#host.lookupEnded();
  }

  /** @param {PageFacts} page @param {boolean} searches  Looks for the site of the page, if it may be another one. */
  #add(page, searches) {
    const [shown, running] = [this.#host.shown(), this.#host.running()];
    const isListed = () => (shown?.session?.currentRow() ?? -1) >= 0;
    const wasListed = isListed();
    if (running !== shown) running?.addFacts(page);
    if (!shown) return;
    const isChanged = searches ? this.#addOrSearch(shown, page) : shown.addFacts(page);
    if (running === shown && isChanged) this.#host.came(shown);
    if (running === shown || isChanged === undefined) return;
    // The first menus change the tree around the current page. Later ones may move the page to a collapsed branch.
    const reveals = () => !wasListed || !isListed() || shown.session?.visitedPages === 1;
    if (isChanged) this.#host.changed(shown, reveals());
    void this.#addRest(shown, reveals);
  }

  /** @param {Load} load @param {() => boolean} reveals */
  async #addRest(load, reveals) {
    if (await this.#changes(load, load.addRest())) this.#host.changed(load, reveals());
    void this.readLists(load);
  }

  /** @param {Load} load @param {Promise<boolean>} change @returns {Promise<boolean>}  The tree that is shown has changed. */
  async #changes(load, change) {
    try {
      const isChanged = await change;
      return isChanged && load === this.#host.shown() && load !== this.#host.running();
    } catch (error) {
      checkForDeath(error);
      console.error("navi-bar:", error);
      return false;
    }
  }

  /** Reads titles from the site's lists, such as its search index. @param {Load} load  Its load has ended. */
  async readLists(load) {
    if (!this.#usesLists) return;
    const isChanged = await this.#changes(load, load.readLists().finally(this.#host.lookupEnded));
    if (isChanged) this.#host.changed(load, false);
  }

  /** The user leaves the site. Facts of its pages must not reach another site, or the same site in another container. */
  leave() {
    this.cancel();
    this.#last = undefined;
  }

  /** Stops a search for another site. Call this before the session of the shown tree is freed. */
  cancel() {
    this.#nearby.cancel();
  }

  /** The engine has died. Its memory must not be touched. */
  abandon() {
    this.#last = undefined;
    this.#nearby.abandon();
  }
}
