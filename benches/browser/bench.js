// The page of `cargo xtask bench`: it does one thing at a time, when told to, and says how long that
// took and what it found. Rounds, order and checks are the business of the command.

import { parsers } from "./parsers.js";
import { measureLoad } from "./product.js";

/**
 * What a step gives.
 * @typedef {object} Sample
 * @property {number[]} times milliseconds of each run
 * @property {number} found what the last run found: pages, elements or triples
 * @property {number | null} wasmBytes the wasm memory after the step's first run; null where there is none
 * @property {number | null} textBytes what of that is the site's text
 */

/** @type {import("./parsers.js").Documents} */
let documents = new Map();
/** @type {Map<string, import("./parsers.js").Parser>} */
const prepared = new Map();
/** @type {Promise<unknown> | undefined} */
let step;

/** Fetches the data that the steps which follow work on; the number of bytes. */
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
 * Runs a parser over the data, again and again until `atLeast` milliseconds have passed, at least once.
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
    // Before the check, which may need memory of its own.
    sample.wasmBytes ??= parser.memory?.buffer.byteLength ?? null;
    sample.textBytes ??= parser.textBytes?.(result) ?? null;
    sample.found = parser.check(result);
  } while (performance.now() < deadline);
  return sample;
}

const steps = { open, parse, measureLoad };

/** Begins a step. Its end is awaited apart, because the driver's patience is shorter than some steps. */
function start(/** @type {keyof typeof steps} */ name, /** @type {any[]} */ ...args) {
  const work = /** @type {(...args: any[]) => Promise<unknown>} */ (steps[name]);
  // Some work does not pause before it is done, and the driver waits for this call too.
  step = new Promise((begin) => setTimeout(begin)).then(() => work(...args));
  // Whoever awaits it is told; a rejection that nobody awaits yet is no fault.
  step.catch(() => {});
}

Object.assign(globalThis, { bench: { start, result: () => step } });
