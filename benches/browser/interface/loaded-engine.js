// Replaces the engine's module for the element (see the import map in index.html). It is the same engine, but its session
// has already read the sitemap. So the element itself is timed, with the tree in memory.

import init, { Session as Loading } from "../../../www/element/wasm/navibar.js";

/** @type {Loading} */
let loaded;

/** Reads the sitemap. @param {string} address @param {string} current  The current page. */
export async function load(address, current) {
  await init();
  loaded = new Loading();
  // A loaded element has already found the current page in its tree.
  loaded.setCurrent(current);
  const outcome = await loaded.openSitemap(address);
  if (outcome.status !== "loaded") throw new Error(`${address}: ${outcome.message}`);
  loaded.currentRow();
  loaded.openSitemap = async () => outcome;
  // No other component has parents that stay at the top, and the check of the rows does not expect them.
  loaded.pinned = () => new Uint32Array();
  return loaded;
}

export { DEFERRED } from "../../../www/element/wasm/navibar.js";

/** The element takes this for a new session. */
export class Session {
  constructor() {
    return loaded;
  }

  /** @param {() => Promise<void>} prepare */
  static setDeferred(prepare) {
    Loading.setDeferred(prepare);
  }

  static engineBytes() {
    return Loading.engineBytes();
  }

  static deferredIsLinked() {
    Loading.deferredIsLinked();
  }
}

/** Nothing is left to load. */
export default init;
