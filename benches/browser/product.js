// The product as it ships, loading over HTTP.

import init, { Session } from "../../www/wasm/navibar.js";

/** The rows of a sidebar. */
const ROWS = 40;

const ready = init();

/** Finds the longest time for which the page could not react. */
class Watch {
  #channel = new MessageChannel();
  #last = performance.now();
  #longest = 0;

  constructor() {
    // A message to ourselves comes back as soon as the task before it is over.
    this.#channel.port1.onmessage = () => {
      this.#look();
      this.#channel.port2.postMessage(null);
    };
    this.#channel.port2.postMessage(null);
  }

  #look() {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }

  /** Ends it; milliseconds of the longest task. */
  stop() {
    this.#look();
    this.#channel.port1.close();
    return this.#longest;
  }
}

/**
 * Loads a sitemap: milliseconds from the call to the first rows and to the end. The watch takes part in
 * what it measures, so it has a load of its own.
 * @param {string[]} addresses  The sitemap, and those that it names.
 * @param {string | null} slow  The same sitemap as a slow network delivers it.
 */
export async function measureLoad(addresses, slow) {
  const { memory } = await ready;
  const [address = ""] = addresses;
  const { session, firstRow, load } = await loadOnce(anew(address));
  // Before the check, which may need memory of its own.
  const wasmBytes = memory.buffer.byteLength;
  const found = session.source?.pages ?? 0;
  session.free();

  const { longestTask } = await watchedLoad(anew(address));
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

/** Every load comes over the network, none from the cache. */
function anew(/** @type {string} */ address) {
  const url = new URL(address);
  url.search = `?load=${++loads}`;
  return url.href;
}

/** What the network alone takes: every chunk is taken and thrown away. */
async function fetchOnce(/** @type {string} */ address) {
  const start = performance.now();
  const { body } = await fetch(anew(address), { cache: "no-cache" });
  const reader = body?.getReader();
  while (reader && !(await reader.read()).done);
  return performance.now() - start;
}

async function loadOnce(/** @type {string} */ url) {
  const session = new Session();
  let firstRow = Infinity;
  const start = performance.now();
  const look = () => {
    if (firstRow == Infinity && session.rows(0, ROWS).length > 0) firstRow = performance.now() - start;
  };
  const outcome = await session.openSitemap(url, look);
  look();
  const load = performance.now() - start;
  if (outcome.status != "loaded") throw new Error(`${url}: ${outcome.message}`);
  const problem = session.diagnostics().find(({ severity }) => severity == "error");
  if (problem) throw new Error(`${url}: line ${problem.line}: ${problem.message}`);
  if (firstRow == Infinity) throw new Error(`${url}: there are no rows`);
  return { session, firstRow, load };
}
