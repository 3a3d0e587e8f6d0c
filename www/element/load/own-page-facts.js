import { QUIET_MS, SETTLE_MS, pageFactLimits } from "./page-fact-limits.js";
import { MAX_LATE_READINGS, PageWatch } from "../page-facts/page-watch.js";
import { pageOf } from "../page-of.js";
import { whenSettled } from "./when-settled.js";

/** @typedef {import("../types.js").PageFacts} PageFacts */

/** Reads the facts of the element's own document if the element shows the site of that document. */
export class OwnPageFacts {
  #onFacts;
  #watch = new PageWatch();
  /** @type {string | undefined} */
  #site;

  /** @param {(facts: PageFacts, isEarly: boolean) => void} onFacts  `isEarly`: the page may still get a menu. */
  constructor(onFacts) {
    this.#onFacts = onFacts;
  }

  /**
   * Call this when the element shows another target.
   *
   * @param {import("./target.js").Target | undefined} target
   * @returns {boolean}  `true` if the target is the page of this document, so its facts arrive.
   */
  follow(target) {
    const site = target?.kind === "page" && URL.parse(target.url)?.origin === location.origin ? target.site : undefined;
    if (site !== this.#site) {
      this.#site = site;
      this.#watch.end();
      if (site !== undefined) this.#read(site).catch((error) => console.error("navi-bar:", error));
    }
    return site !== undefined && target !== undefined && pageOf(target.url) === pageOf(location.href);
  }

  /** @param {string} site */
  async #read(site) {
    if (document.readyState !== "complete") {
      await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    }
    const limits = await pageFactLimits();
    const settled = () => whenSettled(QUIET_MS, SETTLE_MS, false);
    const late = Array.from({ length: MAX_LATE_READINGS }, () => () => this.#watch.linked);
    for (const [at, wait] of [async () => true, settled, ...late].entries()) {
      const isDue = (await wait()) || at < 2;
      if (site !== this.#site || !isDue) return;
      const { facts, isEarly = false } = (await this.#watch.read(limits, QUIET_MS, SETTLE_MS)) ?? {};
      if (facts && site === this.#site) this.#onFacts(facts, isEarly && at < 1 + late.length);
      if (!isEarly && at > 0) return;
    }
  }
}
