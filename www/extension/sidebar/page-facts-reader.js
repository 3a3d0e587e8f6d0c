import { QUIET_MS, SETTLE_MS, pageFactLimits } from "../../element/load/page-facts-source.js";
import { whenSettled } from "../../element/load/when-settled.js";
import { pageFacts } from "../../element/page-facts.js";
import { api } from "../browser.js";

/** @typedef {import("../../element/types.js").PageFacts} PageFacts */
/** @typedef {{ id: number, url: string, isLoading: boolean }} ReadTab */

/**
 * Reads the facts of the page in the active tab: when it has loaded, when its scripts have stopped changing it, and after
 * each change of the address within the document. The scripts run in the page's isolated world and only read.
 */
export class PageFactsReader {
  #onFacts;
  /** @type {ReadTab | undefined} */
  #tab;
  /** Counts the pages, so that late facts of an earlier page are dropped. */
  #pages = 0;
  /** @type {Map<number, Promise<unknown>>} The tabs whose facts are being read. */
  #reading = new Map();
  /** @type {{ created: number, url: string } | undefined} The last document in the tab, and its last address. */
  #document;

  /** @param {(facts: PageFacts) => void} onFacts */
  constructor(onFacts) {
    this.#onFacts = onFacts;
  }

  /** Call this for each change of the active tab. @param {ReadTab | undefined} tab  `undefined` if its page is not to be read. */
  follow(tab) {
    const last = this.#tab;
    this.#tab = tab;
    if (!tab) {
      this.#pages += 1;
      return;
    }
    const isSame = tab.id === last?.id && pageOf(tab.url) === pageOf(last.url);
    if (isSame && tab.isLoading === last.isLoading) return;
    if (!isSame) this.#pages += 1;
    if (tab.id !== last?.id) this.#document = undefined;
    this.#read(tab.id, pageOf(tab.url)).catch((error) => console.error("Navibar cannot read the page", error));
  }

  /** @param {number} id @param {string} url */
  async #read(id, url) {
    const page = this.#pages;
    const limits = await pageFactLimits();
    const isCurrent = () => page === this.#pages;
    const read = async () => {
      while (this.#reading.has(id)) await this.#reading.get(id);
      if (!isCurrent()) return;
      const reading = run(id, pageFacts, [limits]);
      this.#reading.set(id, reading);
      const facts = await reading;
      this.#reading.delete(id);
      if (facts && isCurrent() && facts.url === url) this.#onFacts(facts);
    };
    const created = await run(id, creationTime, []);
    if (created === undefined || !isCurrent()) return;
    const last = this.#document;
    // The address may have changed within the document. Then it still has the content of the last address.
    const isSameDocument = created === last?.created;
    if (isSameDocument && url === last?.url) return; // it is already being read
    this.#document = { created, url };
    if (!isSameDocument) await read();
    for (const needsChange of isSameDocument ? [false, true] : [false]) {
      if (!isCurrent()) return;
      const hasChanged = await run(id, whenSettled, [QUIET_MS, SETTLE_MS, needsChange]);
      if (!needsChange || hasChanged) await read();
    }
  }
}

/** Returns an address without its fragment. @param {string} url */
function pageOf(url) {
  return url.replace(/#.*/s, "");
}

/** Runs in the tab's document. Returns when the document was created. */
function creationTime() {
  return performance.timeOrigin;
}

/**
 * Runs a function in a tab when its document has loaded.
 *
 * @template {unknown[]} Args
 * @template Result
 * @param {number} tabId
 * @param {(...args: Args) => Result} func
 * @param {Args} args
 * @returns {Promise<Awaited<Result> | undefined>}  `undefined` if the document is gone, or if extensions may not run there.
 */
async function run(tabId, func, args) {
  try {
    const [answer] = await api.scripting.executeScript({ target: { tabId }, func: /** @type {any} */ (func), args });
    return /** @type {any} */ (answer)?.result ?? undefined;
  } catch {
    return undefined;
  }
}
