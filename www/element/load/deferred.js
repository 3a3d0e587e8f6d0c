/*
 * The deferred module: the functions of the engine that the first view of a tree does not need. The build has a list of them
 * (`xtask/src/build/split/gates.rs`). Calling one of them before the module is linked would end the engine.
 */

/**
 * @typedef {object} FirstModule
 * @property {WebAssembly.ModuleImports} exports
 * @property {() => Promise<WebAssembly.Module | ArrayBuffer>} code  Returns the code of the deferred module.
 * @property {() => void} linked  Tells the engine that the deferred module is linked.
 */

/** @type {(first: FirstModule) => void} */
let started;

/** @type {Promise<FirstModule>} */
const first = new Promise((resolve) => (started = resolve));

/** @type {Promise<void> | undefined} */
let loading;

let isLinked = false;

/** The engine has started. @param {FirstModule} module */
export function engineStarted(module) {
  started(module);
}

/** Returns `true` if all functions of the engine can be called. */
export function hasDeferred() {
  return isLinked;
}

/**
 * Loads the deferred module, once for all elements.
 *
 * @returns {Promise<void>}  Rejected if this fails. The next call tries again.
 */
export function deferred() {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Loads the deferred module in the background, because the engine will probably need it. */
export function prepareDeferred() {
  deferred().catch((error) => console.error("Navibar cannot load a part of its engine", error));
}

async function load() {
  const { exports, code, linked } = await first;
  await WebAssembly.instantiate(await code(), { first: exports });
  linked();
  isLinked = true;
}
