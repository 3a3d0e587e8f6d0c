// The page of `cargo xtask bench`. It does one step at a time, and reports the time and what it found. The command decides
// about rounds and order, and checks the results.

import { parsers } from "./parsers.js";
import { measureLoad } from "./product.js";

/**
 * The result of a step.
 * @typedef {object} Sample
 * @property {number[]} times milliseconds of each run
 * @property {number} found what the last run found: pages, elements or triples
 * @property {number | null} wasmBytes bytes of wasm memory after the first run, or null without wasm
 * @property {number | null} textBytes the part of them that is the site's text
 */

/** @type {import("./parsers.js").Documents} */
let documents = new Map();
/** @type {Map<string, import("./parsers.js").Parser>} */
const prepared = new Map();
/** @type {Promise<unknown> | undefined} */
let step;

/** Fetches the data for the next steps. Returns the number of bytes. */
async function open(/** @type {string[]} */ addresses) {
  documents = new Map();
  let sum = 0;
  for (const address of addresses) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    documents.set(address, bytes);
    sum += bytes.length;
  }
  return sum;
}

/**
 * Runs a parser over the data at least once, and repeats it until `atLeast` milliseconds have passed.
 * @param {string} what
 * @param {number} atLeast
 * @returns {Promise<Sample>}
 */
async function parse(what, atLeast) {
  let parser = prepared.get(what);
  if (!parser) {
    const prepare = parsers[what];
    if (!prepare) throw new Error(`there is no parser ${what}`);
    parser = await prepare(documents);
    prepared.set(what, parser);
  }
  /** @type {Sample} */
  const sample = { times: [], found: 0, wasmBytes: null, textBytes: null };
  const deadline = performance.now() + atLeast;
  do {
    const start = performance.now();
    const result = await parser.run();
    sample.times.push(performance.now() - start);
    // The check may need memory, so the memory is read first.
    sample.wasmBytes ??= parser.memory?.buffer.byteLength ?? null;
    sample.textBytes ??= parser.textBytes?.(result) ?? null;
    sample.found = parser.check(result);
  } while (performance.now() < deadline);
  return sample;
}

const steps = { open, parse, measureLoad };

/** Starts a step. `result` waits for its end, because some steps take longer than the driver waits for one script. */
function start(/** @type {keyof typeof steps} */ name, /** @type {any[]} */ ...args) {
  const work = /** @type {(...args: any[]) => Promise<unknown>} */ (steps[name]);
  // Some steps never pause, and the driver also waits for this call.
  step = new Promise((begin) => setTimeout(begin)).then(() => work(...args));
  // `result` reports the error. Until then, the rejection must not count as unhandled.
  step.catch(() => {});
}

Object.assign(globalThis, { bench: { start, result: () => step } });
