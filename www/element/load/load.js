import { deferred } from "./deferred.js";
import { EngineMissing, checkForDeath, engine } from "./engine.js";
import { siteAt, siteOfPage } from "./target.js";
import { WaitingFacts } from "./waiting-facts.js";

/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("../types.js").PageFacts} PageFacts */
/** @typedef {import("../types.js").Saved} Saved */
/** @typedef {import("../types.js").Session} Session */

/** @typedef {import("./target.js").Target} Target */

/** A tree older than this, in milliseconds, is loaded again when the user comes back to it. */
const MAX_AGE = 15 * 60_000;

/** One load with its own session, so that late results cannot reach a newer load. */
export class Load {
  /** @type {Session | undefined} Set when the engine is ready. */
  session;
  /** @type {Outcome | undefined} */
  outcome;
  /** @type {Promise<Outcome | undefined>} The result of `run`. */
  ended = Promise.resolve(undefined);
  /** A reload of this tree did not finish. */
  isOutdated = false;
  /** In milliseconds since 1970. */
  startedAt = Date.now();
  #target;
  #isReload;
  #before;
  #isNearby;
  /** The facts that have arrived before the session was ready. */
  #early = new WaitingFacts();
  #isStopped = false;
  #isDiscarded = false;
  #isRunning = false;
  /** Stopped because the user went to another site. */
  #isCutShort = false;
  /** The user is at another site. */
  #isLeft = false;
  /** @type {number | undefined} The time of its end, in milliseconds since 1970. */
  #endedAt;

  /**
   * @param {Target} target
   * @param {boolean} isReload  Forget where the site's sitemap is.
   * @param {Load} [before]  The load whose tree is shown. If it is of the same site, its facts are taken over.
   * @param {boolean} [isNearby]  The shown tree is not about the page. Only look for another site near the page.
   */
  constructor(target, isReload, before, isNearby = false) {
    this.#target = target;
    this.#isReload = isReload;
    this.#before = before;
    this.#isNearby = isNearby;
  }

  get target() {
    return this.#target;
  }

  /** Takes over what the engine knows about the site by now: it may be below a path of its host. */
  settle() {
    const target = this.#target;
    if (target.kind !== "page" || this.#isDiscarded) return;
    const scope = this.session?.scope;
    const site = scope === undefined ? siteOfPage(target.url, target.partition) : siteAt(scope, target.partition);
    if (site !== target.site) this.#target = { ...target, site };
  }

  get isRunning() {
    return this.outcome === undefined && !this.#isDiscarded;
  }

  /** The approximate memory use in bytes. */
  get bytes() {
    return this.#isDiscarded ? 0 : (this.session?.bytes ?? 0);
  }

  /** The session, unless its memory is freed. */
  get liveSession() {
    return this.#isDiscarded ? undefined : this.session;
  }

  /** The site could not be reached, and the tree comes from the browser's cache. */
  get isStale() {
    return !this.#isDiscarded && this.session?.source?.stale === true;
  }

  /** Another load may find more pages or newer ones. */
  get isLacking() {
    const { outcome } = this;
    return this.#isCutShort || this.isOutdated || this.isStale || (outcome?.status === "failed" && outcome.retry);
  }

  /** Load it again when the user comes back. */
  get isDue() {
    return this.isLacking || (this.#endedAt !== undefined && Date.now() - this.#endedAt > MAX_AGE);
  }

  /**
   * @param {((site: string) => Promise<Saved | undefined> | undefined) | undefined} recall  Returns the user's last place in
   *   the tree.
   * @param {(session: Session, saved?: Saved) => void} onStart  Receives the session before it has rows.
   * @param {(progress: import("../types.js").Progress) => void} onProgress
   * @param {import("../text/strings.js").Strings} strings  For the message if the engine fails.
   * @returns {Promise<Outcome | undefined>}  `undefined` if the load was discarded.
   */
  run(recall, onStart, onProgress, strings) {
    this.ended = this.#run(recall, onStart, onProgress, strings);
    return this.ended;
  }

  /**
   * @param {((site: string) => Promise<Saved | undefined> | undefined) | undefined} recall
   * @param {(session: Session, saved?: Saved) => void} onStart
   * @param {(progress: import("../types.js").Progress) => void} onProgress
   * @param {import("../text/strings.js").Strings} strings
   */
  async #run(recall, onStart, onProgress, strings) {
    const { url } = this.#target;
    this.outcome = await this.#perform(async () => {
      const recalled = recall?.(this.#target.site);
      const { Session } = await engine();
      const place = recall && (await this.#recall(recall, recalled));
      if (this.#isDiscarded) return undefined;
      if (this.#isStopped) return { status: "stopped", code: "stopped", message: "", retry: true, url };
      const session = new Session();
      session.setLanguage(strings.language);
      if (this.#target.kind !== "file") session.setPartition(this.#target.partition);
      if (this.#isReload) session.forget(url);
      this.session = session;
      onStart(session, place);
      const before = this.#before?.liveSession;
      this.#before = undefined;
      const opened = this.#open(session, before, this.#guarded(onProgress));
      if (before) session.takeFacts(before);
      for (const page of this.#early.take()) session.addFacts(page, false);
      return opened;
    }, strings);
    this.#endedAt = Date.now();
    return this.outcome;
  }

  /**
   * @param {(site: string) => Promise<Saved | undefined> | undefined} recall
   * @param {Promise<Saved | undefined> | undefined} recalled  The place in the tree of the site that was known at the start.
   */
  async #recall(recall, recalled) {
    const { site } = this.#target;
    const saved = await recalled;
    // The engine knows only now what an earlier sidebar has learnt.
    this.settle();
    return this.#target.site === site ? saved : recall(this.#target.site);
  }

  /**
   * Adds what a page of the site says.
   *
   * @param {PageFacts} page
   * @param {boolean} [mayBeElsewhere]
   * @returns {boolean | undefined}  The tree may have changed. `undefined` if the page may be on another site.
   */
  addFacts(page, mayBeElsewhere = false) {
    if (this.#target.kind !== "page" || this.#isDiscarded) return false;
    if (this.session) return this.session.addFacts(page, mayBeElsewhere);
    this.#early.put(page);
    return false;
  }

  /** Adds the rest of what the pages of the site say, in steps. @returns {Promise<boolean>}  The tree may have changed. */
  async addRest() {
    const isChanged = await this.session?.addRest();
    return isChanged === true && !this.#isDiscarded;
  }

  /** Reads the lists of titles that the visited pages name. @returns {Promise<boolean>}  The tree has changed. */
  async readLists() {
    if (this.#target.kind !== "page") return false;
    await deferred();
    if (this.#isLeft || this.#isDiscarded || !this.session) return false;
    const isChanged = await this.session.readLists();
    return isChanged && !this.#isDiscarded;
  }

  /**
   * Reads the titles of the pages in a row's branch.
   *
   * @param {number} id
   * @param {(done: number, total: number) => void} onProgress
   * @returns {Promise<number | undefined>}  How many could not be read. `undefined` if the load was discarded.
   */
  async readTitles(id, onProgress) {
    await deferred();
    if (this.#isLeft || this.#isDiscarded || !this.session) return undefined;
    const { failed } = await this.session.readTitles(id, onProgress);
    return this.#isDiscarded ? undefined : failed;
  }

  /** Ends `readTitles`. The titles that were read stay. */
  stopTitles() {
    if (!this.#isDiscarded) this.session?.stop();
  }

  /** The user has left the site: ends every request. The pages that have arrived stay. */
  leave() {
    this.#isLeft = true;
    this.#isCutShort ||= this.isRunning;
    this.#isStopped ||= this.isRunning;
    this.session?.stop();
  }

  /** The user is back at the site. */
  comeBack() {
    this.#isLeft = false;
  }

  /**
   * Loads a child sitemap into the complete tree.
   *
   * @param {number} id  The id of the child sitemap's row.
   * @param {(progress: import("../types.js").Progress) => void} onProgress
   * @param {import("../text/strings.js").Strings} strings
   * @returns {Promise<Outcome | undefined>}
   */
  openDocument(id, onProgress, strings) {
    return this.#perform(async () => this.session?.openDocument(id, this.#guarded(onProgress)), strings);
  }

  /**
   * Loads all child sitemaps that are not in the tree.
   *
   * @param {(progress: import("../types.js").Progress) => void} onProgress
   * @param {import("../text/strings.js").Strings} strings
   * @returns {Promise<Outcome | undefined>}
   */
  openMissing(onProgress, strings) {
    return this.#perform(async () => this.session?.openMissing(this.#guarded(onProgress)), strings);
  }

  /** @param {Session} session @param {Session | undefined} shown @param {(progress: import("../types.js").Progress) => void} progress */
  #open(session, shown, progress) {
    const target = this.#target;
    switch (target.kind) {
      case "file":
        return session.openFile(target.file, progress, target.address);
      case "src":
        return session.openSitemap(target.url, progress);
      case "page":
        return this.#isNearby && shown
          ? session.openNearby(target.url, shown, progress)
          : session.openPage(target.url, progress);
    }
  }

  /** @param {(progress: import("../types.js").Progress) => void} onProgress */
  #guarded(onProgress) {
    return (/** @type {import("../types.js").Progress} */ amount) => {
      try {
        if (!this.#isDiscarded) onProgress(amount);
      } catch (error) {
        checkForDeath(error);
        throw error;
      }
    };
  }

  /**
   * @param {() => Promise<Outcome | undefined>} action
   * @param {import("../text/strings.js").Strings} strings
   * @returns {Promise<Outcome | undefined>}  `undefined` if the load was discarded.
   */
  async #perform(action, strings) {
    this.#isRunning = true;
    try {
      const outcome = await action();
      return this.#isDiscarded ? undefined : outcome;
    } catch (error) {
      // A fault of a site is an outcome. This is a fault of our own code, so the console gets the details.
      checkForDeath(error);
      console.error("navi-bar:", error);
      const isMissing = error instanceof EngineMissing;
      const message = strings.get(isMissing ? "engineMissing" : "engineFailed");
      const { url } = this.#target;
      return this.#isDiscarded ? undefined : { status: "failed", code: "engine", message, retry: !isMissing, url };
    } finally {
      this.#isRunning = false;
      if (this.#isDiscarded) this.session?.free();
    }
  }

  /** Stops the load. The pages that have arrived stay. */
  stop() {
    this.#isStopped = true;
    if (this.#isRunning) this.session?.stop();
  }

  /** Stops the load and frees its memory. */
  discard() {
    if (this.#isDiscarded) return;
    this.#isDiscarded = true;
    this.session?.stop();
    if (!this.#isRunning) this.session?.free(); // otherwise freed at its end
  }
}
