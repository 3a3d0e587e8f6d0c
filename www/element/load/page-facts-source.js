import { pageFacts } from "../page-facts.js";
import { engine } from "./engine.js";
import { whenSettled } from "./when-settled.js";

/** @typedef {import("../types.js").PageFacts} PageFacts */
/** @typedef {import("../types.js").PageFactLimits} PageFactLimits */

/** Milliseconds without a change after which a document has settled, and the longest time to wait for that. */
export const QUIET_MS = 300;
export const SETTLE_MS = 3000;

/** @returns {Promise<PageFactLimits>} */
export async function pageFactLimits() {
  const { Session } = await engine();
  return Session.pageFactLimits();
}

/** Reads the facts of the element's own document if the element shows the site of that document. */
export class OwnPageFacts {
  #onFacts;
  /** @type {string | undefined} */
  #site;

  /** @param {(facts: PageFacts) => void} onFacts */
  constructor(onFacts) {
    this.#onFacts = onFacts;
  }

  /** Call this when the element shows another target. @param {import("./target.js").Target | undefined} target */
  follow(target) {
    const site = target?.kind === "page" && URL.parse(target.url)?.origin === location.origin ? target.site : undefined;
    if (site === this.#site) return;
    this.#site = site;
    if (site !== undefined) this.#read(site).catch((error) => console.error("navi-bar:", error));
  }

  /** @param {string} site */
  async #read(site) {
    if (document.readyState !== "complete") {
      await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    }
    const limits = await pageFactLimits();
    for (const wait of [() => undefined, () => whenSettled(QUIET_MS, SETTLE_MS, false)]) {
      await wait();
      if (site !== this.#site) return;
      const facts = await pageFacts(limits);
      if (site === this.#site) this.#onFacts(facts);
    }
  }
}
