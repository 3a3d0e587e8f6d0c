// The product as it ships, loading over HTTP.

import { engine, engineBytes } from "../../www/element/load/engine.js";

/** Number of rows in a sidebar. */
const ROWS = 40;

const { Session } = await engine();

/** Finds the longest time in which the page could not react. */
class Watch {
  #channel = new MessageChannel();
  #last = performance.now();
  #longest = 0;

  constructor() {
    // A message to this page arrives when the task before it is over.
    this.#channel.port1.onmessage = () => {
      this.#check();
      this.#channel.port2.postMessage(null);
    };
    this.#channel.port2.postMessage(null);
  }

  #check() {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }

  /** Ends the watch. Returns the milliseconds of the longest task. */
  stop() {
    this.#check();
    this.#channel.port1.close();
    return this.#longest;
  }
}

/**
 * Measures loads of a sitemap, in milliseconds from the call to the first rows and to the end. Watching the tasks takes
 * time itself, so it has its own load.
 * @param {string[]} addresses  The sitemap and the files that it names.
 * @param {string | null} slow  The same sitemap over a slow network.
 */
export async function measureLoad(addresses, slow) {
  const [address = ""] = addresses;
  const { session, firstRow, load } = await loadOnce(uncached(address));
  // The check may need memory, so the memory is read first.
  const wasmBytes = engineBytes();
  const found = session.source?.pages ?? 0;
  session.free();

  const { longestTask } = await watchedLoad(uncached(address));
  let fetched = 0;
  for (const each of addresses) fetched += await fetchOnce(each);
  return {
    fetch: fetched,
    firstRow,
    load,
    longestTask,
    slow: slow === null ? null : await watchedLoad(slow),
    found,
    wasmBytes,
  };
}

/** @param {string} address */
async function watchedLoad(address) {
  const watch = new Watch();
  const { session, firstRow } = await loadOnce(address);
  const longestTask = watch.stop();
  session.free();
  return { firstRow, longestTask };
}

let loads = 0;

/** Makes an address that is not in the cache, so that every load uses the network. */
function uncached(/** @type {string} */ address) {
  const url = new URL(address);
  url.search = `?load=${++loads}`;
  return url.href;
}

/** The time of the network alone: every chunk is read and discarded. */
async function fetchOnce(/** @type {string} */ address) {
  const start = performance.now();
  const { body } = await fetch(uncached(address), { cache: "no-cache" });
  const reader = body?.getReader();
  while (reader && !(await reader.read()).done);
  return performance.now() - start;
}

async function loadOnce(/** @type {string} */ url) {
  const session = new Session();
  let firstRow = Infinity;
  const start = performance.now();
  const checkFirstRow = () => {
    if (firstRow == Infinity && session.rows(0, ROWS).length > 0) firstRow = performance.now() - start;
  };
  const outcome = await session.openSitemap(url, checkFirstRow);
  checkFirstRow();
  const load = performance.now() - start;
  if (outcome.status != "loaded") throw new Error(`${url}: ${outcome.message}`);
  const problem = session.diagnostics().find(({ severity }) => severity == "error");
  if (problem) throw new Error(`${url}: line ${problem.line}: ${problem.message}`);
  if (firstRow == Infinity) throw new Error(`${url}: there are no rows`);
  return { session, firstRow, load };
}
