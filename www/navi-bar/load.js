import { EngineMissing, engine } from "./engine.js";

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Session} Session */

/**
 * What is shown: a page whose site's sitemap is looked for, or one sitemap. Two targets with one `site` share a tree.
 *
 * @typedef {{ kind: "page" | "src", url: string, site: string }} Target
 */

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
  #isStopped = false;
  #isDiscarded = false;
  #isRunning = false;

  /** @param {Target} target */
  constructor(target) {
    this.#target = target;
  }

  /**
   * @param {(session: Session) => void} onStart  The session is there, still without rows.
   * @param {(progress: import("./types.js").Progress) => void} onProgress
   * @param {import("./strings.js").Strings} strings  For what to say if the engine itself fails.
   * @returns {Promise<Outcome | undefined>}  Nothing if the load was discarded meanwhile.
   */
  async run(onStart, onProgress, strings) {
    const { kind, url } = this.#target;
    this.#isRunning = true;
    try {
      const { Session } = await engine();
      if (this.#isDiscarded) return undefined;
      if (this.#isStopped) return this.#end({ status: "stopped", code: "stopped", message: "", retry: true, url });
      const session = new Session();
      this.session = session;
      onStart(session);
      const progress = (/** @type {import("./types.js").Progress} */ amount) => {
        if (!this.#isDiscarded) onProgress(amount);
      };
      const outcome = await (kind === "src" ? session.openSitemap(url, progress) : session.openPage(url, progress));
      return this.#end(outcome);
    } catch (error) {
      // Faults of a site are outcomes; what lands here is ours, so the console gets the details.
      console.error("navi-bar:", error);
      const isMissing = error instanceof EngineMissing;
      const message = strings.get(isMissing ? "engineMissing" : "engineFailed");
      return this.#end({ status: "failed", code: "engine", message, retry: !isMissing, url });
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

  /** @param {Outcome} outcome */
  #end(outcome) {
    if (this.#isDiscarded) return undefined;
    this.outcome = outcome;
    return outcome;
  }
}
