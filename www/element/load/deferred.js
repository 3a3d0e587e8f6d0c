/*
 * The deferred module: the functions of the engine that the first view of a tree does not need. The build decides which
 * these are (`xtask/src/build/split/`).
 */

/** @type {URL | undefined} */
let address;

/** @type {WebAssembly.Exports | undefined} The exports of the first module. */
let first;

/** @type {Promise<void> | undefined} */
let loading;

/** The script of the bindings says where the module is. @param {URL} url */
export function setAddress(url) {
  address = url;
}

/** The engine has started. @param {WebAssembly.Exports} exports  The exports of the first module. */
export function engineStarted(exports) {
  first = exports;
}

/**
 * Loads the deferred module in the background. Call this when the engine will probably need it.
 *
 * @returns {Promise<void>}  Fulfilled when the module is linked, or cannot be loaded now.
 */
export function prepare() {
  if (!address || !first) return Promise.resolve();
  loading ??= fetch(address)
    .then((response) => response.arrayBuffer())
    .then((bytes) => WebAssembly.compile(bytes))
    .then(link)
    .catch((error) => {
      loading = undefined; // the next call tries again
      console.error("Navibar cannot load a part of its engine", error);
    });
  return loading;
}

/**
 * Lets the first module call the deferred functions.
 *
 * @param {WebAssembly.Module} module
 */
export function link(module) {
  const isLinked = /** @type {WebAssembly.Global | undefined} */ (first?.isLinked);
  if (!first || !isLinked || isLinked.value === 1) return;
  new WebAssembly.Instance(module, { first });
  isLinked.value = 1;
}

/**
 * The first module calls this when it needs a deferred function and the deferred module is not linked yet. It cannot wait
 * for a promise, so the page waits for the file. The engine dies if this fails.
 */
export function load() {
  if (!address) return;
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    // Such a request cannot return bytes. With this type, each byte is the low byte of a character.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    link(new WebAssembly.Module(Uint8Array.from(request.responseText, (character) => character.charCodeAt(0))));
  } catch (error) {
    console.error("Navibar cannot load a part of its engine", error);
  }
}
