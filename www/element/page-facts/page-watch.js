import { pageFacts } from "./page-facts.js";
import { mayGetMenu, whenLinked } from "./when-linked.js";

/** @typedef {import("../types.js").PageFacts} PageFacts */

/** The number of readings of one page that has no menu yet. */
export const MAX_LATE_READINGS = 20;

/** Reads the current document, and watches it while it has no menu. */
export class PageWatch {
  /** @type {AbortController | undefined} */
  #watch;
  /** Resolves to `true` when scripts have added links since the last reading began. Never rejects. */
  linked = Promise.resolve(false);

  /**
   * @param {import("../types.js").PageFactLimits} limits
   * @param {number} quietMs  Milliseconds without a change.
   * @param {number} maxMs  The longest time to wait for that.
   * @returns {Promise<{ facts: PageFacts, isEarly: boolean } | undefined>}  `isEarly`: the document may still get a menu.
   *   `undefined` for a document that is only a redirect.
   */
  async read(limits, quietMs, maxMs) {
    this.end();
    const watch = new AbortController();
    this.#watch = watch;
    // It begins before the reading, so that no change is missed.
    this.linked = whenLinked(quietMs, maxMs, watch.signal);
    const facts = await pageFacts(limits);
    const isEarly = facts !== undefined && mayGetMenu(facts);
    if (!isEarly) watch.abort();
    return facts && { facts, isEarly };
  }

  end() {
    this.#watch?.abort();
  }
}
