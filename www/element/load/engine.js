import { deferred, engineStarted } from "./deferred.js";

/**
 * @typedef {(address: URL) => Promise<WebAssembly.Module>} CodeSource  Returns the compiled code of one of the engine's modules.
 */

/**
 * The engine's script did not load. Firefox remembers that as long as the document lives, so a retry in the same document
 * is useless.
 */
export class EngineMissing extends Error {}

/** @type {Promise<import("../types.js").Engine> | undefined} */
let loading;

/** @type {import("../types.js").Guard | undefined} */
let guard;

/**
 * For an extension: checks every request of the engine. Call this before the first load.
 *
 * @param {import("../types.js").Guard} chosen
 */
export function guardRequestsBy(chosen) {
  guard = chosen;
  void loading?.then(({ Session }) => Session.setGuard(chosen), () => {});
}

/** @type {import("../types.js").Engine | undefined} */
let bindings;

/** @type {CodeSource | undefined} */
let source;

/**
 * Starts the engine with its script if that is loaded already. An import would wait for the browser's other tasks.
 *
 * @param {import("../types.js").Engine} loaded
 * @param {CodeSource} chosen
 */
export function startEngine(loaded, chosen) {
  [bindings, source] = [loaded, chosen];
  engine().catch(() => {}); // the first load reports the error
}

/** @type {import("../types.js").Engine | undefined} */
let ready;

let isDead = false;

/** @type {Set<() => void>} */
const listeners = new Set();

/** Matches the engine's files in a stack trace. Errors in a page's other WebAssembly are ignored. */
const OWN_FRAME = /\bnavibar(_bg)?[-\w]*\.(js|wasm)\b/;

/**
 * Calls back when the engine has died, because it ran out of memory or has a bug. After that, no call into the engine is
 * allowed, not even to free memory.
 *
 * @param {() => void} listener
 * @returns {() => void}  Removes the listener.
 */
export function onEngineDeath(listener) {
  listeners.add(listener);
  if (isDead) listener();
  return () => listeners.delete(listener);
}

/**
 * Checks if an error means that the engine has died: a call into WebAssembly has trapped. Uncaught errors arrive here by
 * themselves. Code that catches errors must pass them on.
 *
 * @param {unknown} error
 */
export function checkForDeath(error) {
  if (isDead || !(error instanceof WebAssembly.RuntimeError) || !OWN_FRAME.test(error.stack ?? "")) return;
  isDead = true;
  for (const listener of [...listeners]) listener();
}

/**
 * Returns the engine. It is fetched and compiled once for all elements.
 *
 * @returns {Promise<import("../types.js").Engine>}
 */
export function engine() {
  loading ??= start().catch((error) => {
    loading = undefined; // the next load tries again
    throw error;
  });
  return loading;
}

/** Returns the engine if it has started and is not dead. */
export function engineIfReady() {
  return isDead ? undefined : ready;
}

/** The size of the engine's memory in bytes. It never shrinks. The memory of a dead engine is useless, whatever its size. */
export function engineBytes() {
  return isDead ? Infinity : (ready?.Session.engineBytes() ?? 0);
}

async function start() {
  addEventListener("error", ({ error }) => checkForDeath(error));
  addEventListener("unhandledrejection", ({ reason }) => checkForDeath(reason));
  const module = bindings ?? (await importBindings());
  const exports = /** @type {any} */ (await module.default(source && { module_or_path: source(module.MODULE) }));
  const code = () => (source ?? fetched)(module.DEFERRED);
  engineStarted({ exports, code, linked: () => module.Session.deferredIsLinked() });
  module.Session.setDeferred(deferred);
  if (guard) module.Session.setGuard(guard);
  ready = module;
  return module;
}

/** @param {URL} address */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}: ${address}`);
  return response.arrayBuffer();
}

async function importBindings() {
  try {
    return await import("../wasm/navibar.js");
  } catch (cause) {
    throw new EngineMissing("its script did not load", { cause });
  }
}
