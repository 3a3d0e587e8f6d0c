/**
 * The engine's script did not load. Firefox remembers that for as long as the document lives, so trying again in it is
 * of no use.
 */
export class EngineMissing extends Error {}

/** @type {Promise<import("./types.js").Engine> | undefined} */
let loading;

/** @type {import("./types.js").Guard | undefined} */
let guard;

/**
 * For an extension: decides on all requests of the engine. To be called before anything is loaded.
 *
 * @param {import("./types.js").Guard} chosen
 */
export function guardRequestsBy(chosen) {
  guard = chosen;
  void loading?.then(({ Session }) => Session.setGuard(chosen), () => {});
}

let isDead = false;

/** Called when the engine dies. @type {Set<() => void>} */
const listeners = new Set();

/** The engine's files in the frames of a stack: a page may have other WebAssembly, which is none of our business. */
const OWN_FRAME = /\bnavibar(_bg)?[-\w]*\.(js|wasm)\b/;

/**
 * Calls back when the engine has died: it has run out of memory, or has made a mistake. Nothing of it can be used then, not
 * even to free what it holds.
 *
 * @param {() => void} listener
 * @returns {() => void}  Ends that.
 */
export function onEngineDeath(listener) {
  listeners.add(listener);
  if (isDead) listener();
  return () => listeners.delete(listener);
}

/**
 * Looks whether an error means that the engine has died. A call into WebAssembly that traps throws. Most such errors end as
 * uncaught errors of the document, where they are seen; code that catches errors passes them on to here.
 *
 * @param {unknown} error
 */
export function notice(error) {
  if (isDead || !(error instanceof WebAssembly.RuntimeError) || !OWN_FRAME.test(error.stack ?? "")) return;
  isDead = true;
  for (const listener of [...listeners]) listener();
}

/**
 * The engine, fetched and compiled once however many elements there are.
 *
 * @returns {Promise<import("./types.js").Engine>}
 */
export function engine() {
  loading ??= start().catch((error) => {
    loading = undefined; // a later load tries again
    throw error;
  });
  return loading;
}

async function start() {
  addEventListener("error", ({ error }) => notice(error));
  addEventListener("unhandledrejection", ({ reason }) => notice(reason));
  const module = await import("../wasm/navibar.js").catch((cause) => {
    throw new EngineMissing("its script did not load", { cause });
  });
  await module.default();
  /** @type {import("./types.js").Engine} */
  const made = module; // no cast: what the build makes must be what types.js says
  if (guard) made.Session.setGuard(guard);
  return made;
}
