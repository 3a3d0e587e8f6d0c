import { endWatch, readLateMenu } from "../../../element/load/late-menu.js";
import { QUIET_MS, SETTLE_MS, pageFactLimits } from "../../../element/load/page-fact-limits.js";
import { whenSettled } from "../../../element/load/when-settled.js";
import { pageOf } from "../../../element/page-facts/page-of.js";
import { api } from "../../browser.js";

/** @typedef {import("../../../element/types.js").PageFacts} PageFacts */
/** @typedef {{ id: number, url: string, isLoading: boolean }} ReadTab */

/**
 * Reads the facts of the page in the active tab: when it has loaded, when its scripts have stopped changing it, after each
 * change of the address within the document, and, while it has no menu, when its scripts have added links. The scripts run in
 * the extension's own world of the page and only read.
 */
export class PageFactsReader {
  #onFacts;
  #onDocument;
  /** @type {ReadTab | undefined} */
  #tab;
  /** Counts the pages, so that late facts of an earlier page are dropped. */
  #pages = 0;
  /**
   * The document that is being read. A document that the browser keeps for the Back button stops, and its reading may never
   * end.
   *
   * @type {{ created: number, ended: Promise<unknown> } | undefined}
   */
  #reading;
  /** @type {{ created: number, url: string } | undefined} The last document in the tab, and its last address. */
  #document;

  /**
   * @param {(facts: PageFacts | undefined) => void} onFacts  Receives `undefined` for a page that cannot be read.
   * @param {(created: number) => void} onDocument  Receives when a document was created that has been read once.
   */
  constructor(onFacts, onDocument) {
    this.#onFacts = onFacts;
    this.#onDocument = onDocument;
  }

  /** Call this for each change of the active tab. @param {ReadTab | undefined} tab  `undefined` if its page is not to be read. */
  follow(tab) {
    const last = this.#tab;
    this.#tab = tab;
    const isSame = tab !== undefined && tab.id === last?.id && pageOf(tab.url) === pageOf(last.url);
    if (!isSame) {
      this.#pages += 1;
      if (last) endWatch((func, args) => run(last.id, func, args));
    }
    if (!tab || (isSame && tab.isLoading === last?.isLoading)) return;
    if (tab.id !== last?.id) this.#document = undefined;
    this.#read(tab.id, pageOf(tab.url)).catch((error) => console.error("Navibar cannot read the page", error));
  }

  /** @param {number} id @param {string} url */
  async #read(id, url) {
    const page = this.#pages;
    const limits = await pageFactLimits();
    const isCurrent = () => page === this.#pages;
    const created = await run(id, creationTime, []);
    if (created === undefined && isCurrent()) this.#onFacts(undefined);
    if (created === undefined || !isCurrent()) return;
    const before = this.#document;
    // The address may have changed within the document. Then it still has the content of the last address.
    const isSameDocument = created === before?.created;
    if (isSameDocument && url === before?.url) return; // it is already being read
    this.#document = { created, url };
    const read = async () => {
      if (this.#reading?.created === created) await this.#reading.ended;
      if (!isCurrent()) return;
      const ended = readPage(id, limits);
      this.#reading = { created, ended };
      const page = await ended;
      if (!page || !isCurrent() || page.facts.url !== url) return;
      this.#onFacts(page.facts);
      return page;
    };
    let last;
    if (!isSameDocument) last = await read();
    if (last) this.#onDocument(created);
    for (const needsChange of isSameDocument ? [false, true] : [false]) {
      if (!isCurrent()) return;
      const hasChanged = await run(id, whenSettled, [QUIET_MS, SETTLE_MS, needsChange]);
      if (!needsChange || hasChanged) last = await read();
    }
    await readLateMenu(last, (func, args) => run(id, func, args), read);
  }
}

/**
 * Runs in the tab's document. Returns when the document was created. `undefined` for a document in a sandbox: its host does not
 * trust it, so it cannot speak for the site.
 */
function creationTime() {
  return globalThis.origin === "null" ? undefined : performance.timeOrigin;
}

/** Reads a page. The first time, its document does not have the script yet. @param {number} id @param {import("../../../element/types.js").PageFactLimits} limits */
async function readPage(id, limits) {
  const page = await run(id, readFacts, [limits]);
  if (page) return page;
  await execute(id, { files: ["page-script.js"] });
  return run(id, readFacts, [limits]);
}

/**
 * Runs in the tab's document, after `page-script.js`.
 *
 * @param {import("../../../element/types.js").PageFactLimits} limits
 * @returns {Promise<import("../../../element/load/late-menu.js").ReadPage | undefined>}
 */
async function readFacts(limits) {
  const { pageFacts } = /** @type {any} */ (globalThis);
  const links = document.links.length;
  const facts = typeof pageFacts === "function" ? await pageFacts(limits) : undefined;
  return facts && { facts, links };
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
function run(tabId, func, args) {
  return execute(tabId, { func, args });
}

/** @param {number} tabId @param {object} script  A function with its arguments, or files. @returns {Promise<any>} */
async function execute(tabId, script) {
  try {
    const [answer] = await api.scripting.executeScript(/** @type {any} */ ({ target: { tabId }, ...script }));
    return /** @type {any} */ (answer)?.result ?? undefined;
  } catch {
    return undefined;
  }
}
