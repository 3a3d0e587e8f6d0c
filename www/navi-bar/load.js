import { EngineMissing, engine, notice } from "./engine.js";

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {import("./types.js").Session} Session */

/**
 * What is shown: a page whose site's sitemap is looked for, or one sitemap, or a file. Two targets with one `site`
 * share a tree.
 *
 * @typedef {{ kind: "file", file: File, url: string, site: string }} FileTarget
 * @typedef {{ kind: "page" | "src", url: string, site: string, partition: string } | FileTarget} Target
 */

/** Counts the files that were opened: another one may have the same name. */
let files = 0;

/** @param {File} file @returns {FileTarget} */
export function targetOfFile(file) {
  return { kind: "file", file, url: file.name, site: `file ${++files}` };
}

/**
 * @param {string | null} src
 * @param {string | null} page
 * @param {string} base
 * @param {string} partition  What is loaded in one partition is not shown in another.
 * @returns {Target | undefined}
 */
export function targetOf(src, page, base, partition) {
  if (src !== null) {
    const url = resolve(src, base);
    return { kind: "src", url, site: keyOf("src", url, partition), partition };
  }
  if (!page) return undefined;
  const url = resolve(page, base);
  return { kind: "page", url, site: keyOf("page", originOf(url), partition), partition };
}

/** @param {string} kind @param {string} url @param {string} partition */
function keyOf(kind, url, partition) {
  return partition ? `${kind} ${url} ${partition}` : `${kind} ${url}`;
}

/** @param {string} url @param {string} base */
function resolve(url, base) {
  return URL.canParse(url, base) ? new URL(url, base).href : url;
}

/** Pages without an origin (`about:`, `file:`) are sites of their own. @param {string} url */
function originOf(url) {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? url : origin;
}

/** A tree that is older, in milliseconds, is loaded again when the user comes back to it. */
const MAX_AGE = 15 * 60_000;

/** One load into one session of its own, so that nothing late can reach a newer one. */
export class Load {
  /** @type {Session | undefined} There once the engine is. */
  session;
  /** @type {Outcome | undefined} */
  outcome;
  /** @type {Promise<Outcome | undefined>} Of `run`. */
  ended = Promise.resolve(undefined);
  /** It was to be loaded anew, and that has not come to its end. */
  isOutdated = false;
  #target;
  #isAnew;
  #isStopped = false;
  #isDiscarded = false;
  #isRunning = false;
  /** Ended because the user had gone elsewhere. */
  #isCutShort = false;
  /** @type {number | undefined} */
  #patience;
  /** @type {number | undefined} When it has ended, as `Date` counts. */
  #endedAt;

  /** @param {Target} target @param {boolean} isAnew  What is known of where the site's sitemap is does not count. */
  constructor(target, isAnew) {
    this.#target = target;
    this.#isAnew = isAnew;
  }

  get target() {
    return this.#target;
  }

  /** Whether it goes on. */
  get isRunning() {
    return this.outcome === undefined && !this.#isDiscarded;
  }

  /** About how many bytes of memory it takes. */
  get bytes() {
    return this.#isDiscarded ? 0 : (this.session?.bytes ?? 0);
  }

  /** Whether the tree is what the browser had kept of the site, which could not be reached. */
  get isStale() {
    return !this.#isDiscarded && this.session?.source?.stale === true;
  }

  /** Whether there may be more than what has come, or something newer. */
  get isLacking() {
    const { outcome } = this;
    return this.#isCutShort || this.isOutdated || this.isStale || (outcome?.status === "failed" && outcome.retry);
  }

  /** Whether it is to be loaded again when the user comes back to it. */
  get isDue() {
    return this.isLacking || (this.#endedAt !== undefined && Date.now() - this.#endedAt > MAX_AGE);
  }

  /**
   * @param {Promise<Saved | undefined> | undefined} saved  Where the user was in it.
   * @param {(session: Session, saved?: Saved) => void} onStart  The session is there, still without rows.
   * @param {(progress: import("./types.js").Progress) => void} onProgress
   * @param {import("./strings.js").Strings} strings  For what to say if the engine itself fails.
   * @returns {Promise<Outcome | undefined>}  Nothing if the load was discarded meanwhile.
   */
  run(saved, onStart, onProgress, strings) {
    this.ended = this.#run(saved, onStart, onProgress, strings);
    return this.ended;
  }

  /**
   * @param {Promise<Saved | undefined> | undefined} saved
   * @param {(session: Session, saved?: Saved) => void} onStart
   * @param {(progress: import("./types.js").Progress) => void} onProgress
   * @param {import("./strings.js").Strings} strings
   */
  async #run(saved, onStart, onProgress, strings) {
    const { url } = this.#target;
    this.outcome = await this.#perform(async () => {
      const { Session } = await engine();
      const place = await saved;
      if (this.#isDiscarded) return undefined;
      if (this.#isStopped) return { status: "stopped", code: "stopped", message: "", retry: true, url };
      const session = new Session();
      if (this.#target.kind !== "file") session.setPartition(this.#target.partition);
      if (this.#isAnew) session.forget(url);
      this.session = session;
      onStart(session, place);
      return this.#open(session, this.#heard(onProgress));
    }, strings);
    clearTimeout(this.#patience);
    this.#endedAt = Date.now();
    return this.outcome;
  }

  /**
   * Lets it go on for so many milliseconds and no longer, or as long as it takes; what has come by then stays.
   *
   * @param {number | undefined} patience
   */
  endWithin(patience) {
    clearTimeout(this.#patience);
    if (patience === undefined || !this.isRunning) return;
    this.#patience = setTimeout(() => {
      this.#isCutShort = true;
      this.stop();
    }, patience);
  }

  /**
   * Loads a further document of the tree, which is there.
   *
   * @param {number} id  Of the document's row.
   * @param {(progress: import("./types.js").Progress) => void} onProgress
   * @param {import("./strings.js").Strings} strings
   * @returns {Promise<Outcome | undefined>}
   */
  openDocument(id, onProgress, strings) {
    return this.#perform(async () => this.session?.openDocument(id, this.#heard(onProgress)), strings);
  }

  /** @param {Session} session @param {(progress: import("./types.js").Progress) => void} progress */
  #open(session, progress) {
    const target = this.#target;
    switch (target.kind) {
      case "file":
        return session.openFile(target.file, progress);
      case "src":
        return session.openSitemap(target.url, progress);
      case "page":
        return session.openPage(target.url, progress);
    }
  }

  /** @param {(progress: import("./types.js").Progress) => void} onProgress */
  #heard(onProgress) {
    return (/** @type {import("./types.js").Progress} */ amount) => {
      try {
        if (!this.#isDiscarded) onProgress(amount);
      } catch (error) {
        notice(error);
        throw error;
      }
    };
  }

  /**
   * @param {() => Promise<Outcome | undefined>} action
   * @param {import("./strings.js").Strings} strings
   * @returns {Promise<Outcome | undefined>}  Nothing if the load was discarded meanwhile.
   */
  async #perform(action, strings) {
    this.#isRunning = true;
    try {
      const outcome = await action();
      return this.#isDiscarded ? undefined : outcome;
    } catch (error) {
      // Faults of a site are outcomes; what lands here is ours, so the console gets the details.
      notice(error);
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

  /** Ends it; what has come stays. */
  stop() {
    this.#isStopped = true;
    if (this.#isRunning) this.session?.stop();
  }

  /** Ends it and gives its memory back. */
  discard() {
    if (this.#isDiscarded) return;
    this.#isDiscarded = true;
    clearTimeout(this.#patience);
    if (this.#isRunning) this.session?.stop(); // and freed when it has ended
    else this.session?.free();
  }
}
