import { EngineMissing, engine } from "./engine.js";

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Session} Session */

/**
 * What is shown: a page whose site's sitemap is looked for, or one sitemap, or a file. Two targets with one `site`
 * share a tree.
 *
 * @typedef {{ kind: "file", file: File, url: string, site: string }} FileTarget
 * @typedef {{ kind: "page" | "src", url: string, site: string } | FileTarget} Target
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
 * @returns {Target | undefined}
 */
export function targetOf(src, page, base) {
  if (src !== null) {
    const url = resolve(src, base);
    return { kind: "src", url, site: `src ${url}` };
  }
  if (!page) return undefined;
  const url = resolve(page, base);
  return { kind: "page", url, site: `page ${originOf(url)}` };
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

/** One load into one session of its own, so that nothing late can reach a newer one. */
export class Load {
  /** @type {Session | undefined} There once the engine is. */
  session;
  /** @type {Outcome | undefined} */
  outcome;
  #target;
  #isAnew;
  #isStopped = false;
  #isDiscarded = false;
  #isRunning = false;

  /** @param {Target} target @param {boolean} isAnew  What is known of where the site's sitemap is does not count. */
  constructor(target, isAnew) {
    this.#target = target;
    this.#isAnew = isAnew;
  }

  /**
   * @param {(session: Session) => void} onStart  The session is there, still without rows.
   * @param {(progress: import("./types.js").Progress) => void} onProgress
   * @param {import("./strings.js").Strings} strings  For what to say if the engine itself fails.
   * @returns {Promise<Outcome | undefined>}  Nothing if the load was discarded meanwhile.
   */
  async run(onStart, onProgress, strings) {
    const { url } = this.#target;
    this.outcome = await this.#perform(async () => {
      const { Session } = await engine();
      if (this.#isDiscarded) return undefined;
      if (this.#isStopped) return { status: "stopped", code: "stopped", message: "", retry: true, url };
      if (this.#isAnew) Session.forget(url);
      const session = new Session();
      this.session = session;
      onStart(session);
      return this.#open(session, this.#heard(onProgress));
    }, strings);
    return this.outcome;
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
      if (!this.#isDiscarded) onProgress(amount);
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
    if (this.#isRunning) this.session?.stop(); // and freed when it has ended
    else this.session?.free();
  }
}
