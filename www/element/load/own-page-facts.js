import { QUIET_MS, SETTLE_MS, pageFactLimits } from "./page-fact-limits.js";
import { pageFacts } from "../page-facts/page-facts.js";
import { pageOf } from "../page-facts/page-of.js";
import { endWatch, readLateMenu } from "./late-menu.js";
import { whenSettled } from "./when-settled.js";

/** @typedef {import("../types.js").PageFacts} PageFacts */

/** Reads the facts of the element's own document if the element shows the site of that document. */
export class OwnPageFacts {
  #onFacts;
  /** @type {string | undefined} */
  #site;

  /** @param {(facts: PageFacts) => void} onFacts */
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
      endWatch(run);
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
    const read = async () => {
      if (site !== this.#site) return;
      const links = document.links.length;
      const facts = await pageFacts(limits);
      if (!facts || site !== this.#site) return;
      this.#onFacts(facts);
      return { facts, links };
    };
    await read();
    await whenSettled(QUIET_MS, SETTLE_MS, false);
    await readLateMenu(await read(), run, read);
  }
}

/** @type {import("./late-menu.js").Run} */
async function run(func, args) {
  return await func(...args);
}
