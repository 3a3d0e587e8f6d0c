// Stands in for the engine's module where the element asks for it (see the import map in index.html): the same engine,
// but its session has read the sitemap already. So the element itself can be timed with the tree in memory, from the
// moment it is made.

import init, { Session as Loading } from "../../../www/wasm/navibar.js";

/** @type {Loading} */
let loaded;

/** Reads the sitemap. @param {string} address @param {string} current  The page that will be looked at. */
export async function load(address, current) {
  await init();
  loaded = new Loading();
  // An element whose tree has come has looked for the current page in it.
  loaded.setCurrent(current);
  const outcome = await loaded.openSitemap(address);
  if (outcome.status !== "loaded") throw new Error(`${address}: ${outcome.message}`);
  loaded.currentRow();
  loaded.openSitemap = async () => outcome;
  return loaded;
}

/** What the element takes for a new session. */
export class Session {
  constructor() {
    return loaded;
  }
}

/** It is there. */
export default async function ready() {}
