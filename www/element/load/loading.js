import { showPicturesOf } from "../page-icon.js";
import { Load } from "./load.js";
import { copyPosition } from "./restore-position.js";
import { SiteFacts } from "./site-facts.js";
import { siteOfPage } from "./target.js";
import { TreeCache } from "./tree-cache.js";

/** @typedef {import("../types.js").Order} Order */
/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("./load.js").Target} Target */

/**
 * The parts of the element that a load changes.
 *
 * @typedef {object} LoadingHost
 * @property {import("../tree/tree-view.js").TreeView} view
 * @property {import("../status.js").Status} status
 * @property {import("../filter.js").Filter} filter
 * @property {import("../tree/reveal.js").Reveal} reveal
 * @property {import("./restore-position.js").PositionRestorer} position
 * @property {import("./documents.js").Documents} documents
 * @property {import("./place-keeper.js").PlaceKeeper} places
 * @property {() => boolean} hasFocus  Returns `true` if the element has the focus.
 * @property {() => void} closeMenu
 * @property {() => void} takeOver  The tree no longer moves by itself.
 * @property {(target: Target | undefined) => void} targetChanged
 * @property {(type: string, detail: object) => void} send  Dispatches an event of the element.
 */

/**
 * Loads the tree of one site at a time and shows it. A state machine:
 *
 *     idle -> loading -> loaded, empty or failed -> loading (reload, retry)
 *
 * Leaving a site leads from every state to `idle`. After each step it dispatches `statechange`.
 */
export class Loading extends EventTarget {
  #host;
  #cache = new TreeCache();
  /** @type {State} */
  #state = "idle";
  /** @type {Target | undefined} */
  #target;
  /** @type {Load | undefined} The load whose tree is shown. */
  #shown;
  /** @type {Load | undefined} The load in progress. */
  #running;
  /** @type {string | undefined} */
  #currentUrl;
  /** @type {Order} */
  #order = "site";
  /** @type {number | undefined} */
  #documentsAtOnce;
  #isDead = false;
  /** What visited pages say. */
  facts = new SiteFacts({
    shown: () => this.#shown,
    running: () => this.#running,
    target: () => (this.#isDead ? undefined : this.#target),
    strings: () => this.#host.view.strings,
    prepare: (session) => this.#prepare(session),
    changed: (load, reveals) => this.#treeChanged(load, reveals),
    came: (load) => this.#rowsCame(load),
    found: (load, outcome) => this.#adopt(load, outcome),
    lookupEnded: () => this.#host.send("lookup", {}),
  });

  /** @param {LoadingHost} host */
  constructor(host) {
    super();
    this.#host = host;
  }

  get state() {
    return this.#state;
  }

  get target() {
    return this.#target;
  }

  /** The load whose tree is shown. */
  get shown() {
    return this.#shown;
  }

  get isRunning() {
    return this.#running !== undefined;
  }

  /** The address of the current page. */
  get currentUrl() {
    return this.#currentUrl;
  }

  get order() {
    return this.#order;
  }

  get documentsAtOnce() {
    return this.#documentsAtOnce;
  }

  /** Applies to documents that are not requested yet. @param {number | undefined} number */
  setDocumentsAtOnce(number) {
    this.#documentsAtOnce = number;
    if (number === undefined) return;
    for (const load of [this.#shown, this.#running]) load?.session?.setDocumentsAtOnce(number);
  }

  /** @param {Order} order */
  setOrder(order) {
    if (order === this.#order) return;
    this.#order = order;
    this.#sort();
  }

  /**
   * Shows a target and marks a page in its tree. A tree in the cache shows at once.
   *
   * @param {Target | undefined} target
   * @param {string | undefined} currentUrl
   */
  goTo(target, currentUrl) {
    if (this.#isDead) return;
    const isNewSite = target?.site !== this.#target?.site;
    const isNewPage = target?.url !== this.#target?.url;
    if (!target || isNewSite) {
      this.#leave();
      this.#host.status.setFile(target?.kind === "file");
      showPicturesOf(target?.site ?? "");
    }
    this.#target = target;
    this.#host.targetChanged(target);
    const isNewCurrent = currentUrl !== this.#currentUrl;
    this.#currentUrl = currentUrl;
    const cached = target && isNewSite ? this.#cached(target.site) : undefined;
    if (cached) this.#showCached(cached);
    else if (target && isNewSite) this.#start(target);
    else if (isNewCurrent) this.#markCurrent();
    if (isNewCurrent) this.#host.send("currentchange", {});
    // The user goes to the next page of a site that did not answer: try again.
    if (!isNewSite && isNewPage && this.#shown?.isLacking) this.#startAgain();
  }

  /** Takes the tree of a site from the cache. @param {string} site */
  #cached(site) {
    const cached = this.#cache.take(site);
    if (!cached || cached.load.isRunning) return cached;
    // The load may have found another site after the user left.
    cached.load.settle();
    if (cached.load.target.site === site) return cached;
    this.#cache.put(cached.load.target.site, cached);
    return undefined;
  }

  /** Shows a better tree for the current page. It may be that of another site. @param {Load} load @param {Outcome} outcome */
  #adopt(load, outcome) {
    const target = this.#target;
    if (load.target.site === this.#shown?.target.site) {
      this.#end(load, outcome);
      return;
    }
    this.#cache.put(load.target.site, { load, place: undefined, current: undefined, saved: undefined });
    if (target?.kind !== "page") return;
    const site = siteOfPage(target.url, target.partition);
    if (site === load.target.site) this.goTo({ ...target, site }, this.#currentUrl);
  }

  /** Shows what pages or lists of the site have added to its tree. @param {Load} shown @param {boolean} reveals */
  #treeChanged(shown, reveals) {
    const { view, reveal, position, send } = this.#host;
    if (view.rowCount === 0 && shown.outcome && shown.session?.rowCount) {
      view.show(shown.session);
      view.refresh();
      shown.outcome = shown.session.outcome ?? shown.outcome;
      position.attempt();
      reveal.request();
      this.#report(shown, shown.outcome);
      return;
    }
    view.refresh();
    if (reveals) reveal.requestAgain();
    else reveal.attempt();
    send("currentchange", {});
  }

  #markCurrent() {
    const { view, reveal } = this.#host;
    for (const load of [this.#shown, this.#running]) load?.session?.setCurrent(this.#currentUrl);
    view.refresh();
    reveal.request();
  }

  /** Searches for the sitemap again and loads it. The shown tree stays until the new one is complete. */
  reload() {
    if (this.#target && !this.#isDead) this.#start(this.#target, true);
  }

  /** Loads again what failed while the site could not be reached. @param {number} [answeredAt]  When it answered, as in `Date`. */
  async retry(answeredAt = Infinity) {
    // A load in progress may have started without a network.
    await this.#running?.ended;
    if (this.#shown?.isLacking && this.#shown.startedAt < answeredAt) this.#startAgain();
  }

  #startAgain() {
    if (this.#target && this.#target.kind !== "file" && !this.#running) this.#start(this.#target);
  }

  /** Stops the load in progress. The pages that have arrived stay. */
  stop() {
    if (this.#running) this.#running.stop();
    else this.#host.documents.stop();
  }

  /** Stops everything and frees the cache, because the element was removed from the document. */
  disconnect() {
    this.#host.documents.stop();
    this.facts.cancel();
    if (this.#running) {
      this.#leave();
      this.#target = undefined; // a later connection starts again
    }
    this.#cache.clear();
  }

  /** The engine has died. Its memory is lost and must not be touched. */
  die() {
    if (this.#isDead) return;
    this.#isDead = true;
    this.facts.abandon();
    const { view, status, filter, documents, places, takeOver, closeMenu, hasFocus, send } = this.#host;
    const hadFocus = hasFocus();
    places.cancel();
    this.#running = this.#shown = undefined;
    view.show(undefined);
    this.#cache.abandon();
    documents.abandon();
    takeOver();
    closeMenu();
    filter.forget();
    status.dead();
    this.#setState("failed");
    if (hadFocus) status.focus();
    send("currentchange", {});
  }

  /** Removes the tree of the current site from the screen and moves it to the cache. */
  #leave() {
    const { view, status, filter, reveal, position, documents, places, takeOver, closeMenu } = this.#host;
    places.keep();
    closeMenu();
    const [load, running] = [this.#shown, this.#running];
    const hasTree = view.rowCount > 0;
    const place = filter.wholePlace;
    // A page that was not revealed yet is revealed on return.
    const current = reveal.isPending ? undefined : this.#currentUrl;
    const { saved } = position;
    this.#running = this.#shown = undefined;
    this.facts.leave();
    takeOver();
    documents.clear();
    filter.forget();
    view.show(undefined);
    if (running && running !== load) running.discard();
    if (load?.session && load.target.kind !== "file" && hasTree) {
      load.isOutdated ||= running !== undefined && running !== load;
      load.session.setFilter("");
      this.#cache.put(load.target.site, { load, place, current, saved });
    } else {
      load?.discard();
    }
    status.clear();
    this.#setState("idle");
  }

  /** @param {import("./tree-cache.js").CachedTree} cached */
  #showCached({ load, place, current, saved }) {
    const { view, status, reveal, position } = this.#host;
    const { session, outcome, target } = load;
    this.#shown = load;
    session?.setCurrent(this.#currentUrl);
    session?.setOrder(this.#order).then(() => view.refresh());
    view.show(session, place);
    if (saved) position.request(saved);
    position.attempt();
    if (current !== this.#currentUrl) reveal.request();
    if (this.#order === "changed") this.#sort();
    if (outcome) {
      this.#report(load, outcome);
      if (load.isDue) this.#start(target);
    } else {
      this.#running = load;
      this.#setState("loading");
      status.loading();
      this.#follow(load);
    }
  }

  /** Sorts the rows. The engine first prepares what the order needs, in steps that do not block. */
  async #sort() {
    const order = this.#order;
    if (order === "changed") await this.#host.view.session?.prepareOrder(order);
    if (order !== this.#order) return;
    const sorted = [this.#shown, this.#running].map((load) => load?.session?.setOrder(order));
    this.#sorted();
    // Many rows are sorted in steps.
    await Promise.all(sorted);
    this.#sorted();
  }

  #sorted() {
    this.#host.view.refresh();
    this.#host.send("currentchange", {});
  }

  /** @param {Target} target @param {boolean} [isReload]  The user asked for it: the engine forgets where the sitemap is. */
  #start(target, isReload = false) {
    const { view, status, reveal, position, documents, places, send } = this.#host;
    documents.clear();
    this.facts.cancel();
    // Pages that have arrived stay on the screen until the new tree is complete.
    if (this.#running === this.#shown) this.#running?.stop();
    else this.#running?.discard();
    const load = new Load(target, isReload, this.#shown?.target.site === target.site ? this.#shown : undefined);
    this.#running = load;
    const hasOldTree = view.rowCount > 0;
    this.#setState("loading");
    status.loading();
    load.run(
      hasOldTree || target.kind !== "page" ? undefined : (site) => places.recall(site),
      (session, saved) => {
        this.#settle(load, target.site);
        this.#prepare(session);
        session.expectFacts(this.facts.willArrive(target.url));
        if (hasOldTree) return; // the old tree stays until the new one is complete
        if (saved) session.restore(saved.state);
        this.#show(load);
        if (saved) position.request(saved);
        if (saved?.current !== this.#currentUrl) reveal.request();
      },
      (progress) => {
        if (load !== this.#running) return; // the user has left the site
        status.advance(progress);
        this.#rowsCame(load);
        send("progress", progress);
      },
      view.strings,
    );
    this.#follow(load);
  }

  /** @param {Load} load  It is in progress. */
  #rowsCame(load) {
    const { view, reveal, position } = this.#host;
    if (load !== this.#shown) return;
    view.refresh();
    position.attempt();
    reveal.attemptWhileLoading();
  }

  /** @param {import("../types.js").Session} session */
  #prepare(session) {
    session.setCurrent(this.#currentUrl);
    if (this.#order !== "site") session.setOrder(this.#order);
    if (this.#documentsAtOnce !== undefined) session.setDocumentsAtOnce(this.#documentsAtOnce);
  }

  /** The engine may know more about the site of a load. @param {Load} load @param {string} before  The site so far. */
  #settle(load, before) {
    if (this.#target?.site === before) this.#target = { ...this.#target, site: load.target.site };
  }

  /** Waits for the end of a load in progress. @param {Load} load */
  async #follow(load) {
    const outcome = await load.ended;
    if (!outcome || load !== this.#running) return;
    this.#running = undefined;
    const { site } = load.target;
    load.settle();
    this.#settle(load, site);
    // The cache stopped the load after the user left. The user is back, so load again.
    if (outcome.status === "stopped" && load.isLacking) this.#start(load.target);
    else this.#end(load, outcome);
    this.#checkSite();
  }

  /** The current page may be on another site than the load has found, or near one. */
  #checkSite() {
    const target = this.#target;
    if (target?.kind !== "page" || this.#running) return;
    const site = siteOfPage(target.url, target.partition);
    if (site !== target.site) {
      this.goTo({ ...target, site }, this.#currentUrl);
      return;
    }
    this.facts.check();
  }

  /** Replaces the shown tree. @param {Load} load */
  #show(load) {
    if (load === this.#shown) return;
    const { view, filter, documents, closeMenu } = this.#host;
    closeMenu();
    documents.clear();
    const [before, after] = [this.#shown?.session, load.session];
    const place = before && after ? copyPosition(before, filter.wholePlace, after) : undefined;
    view.show(after, filter.isOn ? undefined : place);
    filter.renew(place);
    view.refresh();
    this.#shown?.discard();
    this.#shown = load;
  }

  /** @param {Load} load @param {Outcome} outcome */
  #end(load, outcome) {
    const { view, reveal, position } = this.#host;
    const old = load !== this.#shown && view.rowCount > 0 ? this.#shown : undefined;
    const { status } = outcome;
    const { isStale } = load;
    if (old && (isStale || (status !== "loaded" && status !== "not-found"))) {
      old.isOutdated = status !== "stopped";
      load.discard(); // the old tree is better than none, and newer than a stale one
    } else {
      const isFirst = load !== this.#shown && !old;
      this.#show(load);
      if (isFirst) reveal.request();
      view.refresh();
      position.attempt();
      position.cancel();
      reveal.attempt();
    }
    this.#report(this.#shown ?? load, outcome, isStale);
  }

  /**
   * Shows the outcome to the user and reports it to the page.
   *
   * @param {Load} load  The load whose tree is shown.
   * @param {Outcome} outcome
   * @param {boolean} [isStale]  The site could not be reached; the tree comes from the browser's cache.
   */
  #report(load, outcome, isStale = load.isStale) {
    const { view, status: shown, documents, hasFocus, send } = this.#host;
    const { status } = outcome;
    const hadFocus = hasFocus();
    const hasTree = view.rowCount > 0;
    if (status === "loaded" && hasTree && isStale) {
      shown.stale();
      this.#setState("loaded");
    } else if (status === "loaded" && hasTree) {
      shown.loaded(load.session?.source?.pages ?? 0);
      this.#setState("loaded");
    } else if (status === "loaded") {
      shown.noPages();
      this.#setState("empty");
    } else if (status === "not-found") {
      view.show(undefined);
      shown.empty();
      this.#setState("empty");
    } else if (status === "stopped") {
      shown.stopped(hasTree);
      this.#setState(hasTree ? "loaded" : "failed");
    } else {
      shown.failed(outcome, hasTree);
      this.#setState("failed");
    }
    if (hadFocus && !hasTree) shown.focus();
    if (this.#state === "loaded" || status === "loaded") send("load", { source: view.session?.source, outcome });
    else send("error", { outcome });
    send("currentchange", {});
    documents.next();
    this.facts.readLists(load);
  }

  /** @param {State} state */
  #setState(state) {
    this.#state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}
