/** @typedef {import("../types.js").PageFacts} PageFacts */

/** The maximum number of pages. The engine keeps all others, and limits the facts of one page (`MAX_FACT_URLS`). */
const MAX_PAGES = 4;

/** Facts that the engine cannot take yet. Only those of the last pages are kept. */
export class WaitingFacts {
  /** @type {PageFacts[]} */
  #pages = [];

  /** @param {PageFacts} page  Replaces earlier facts of the same page. */
  put(page) {
    this.#pages = [...this.#pages.filter(({ url }) => url !== page.url), page].slice(-MAX_PAGES);
  }

  /** Returns the facts in the order of the visits, and forgets them. */
  take() {
    const pages = this.#pages;
    this.#pages = [];
    return pages;
  }
}
