/** @typedef {import("./load.js").Load} Load */

/**
 * A tree that is not shown now.
 *
 * @typedef {object} Aside
 * @property {Load} load
 * @property {import("./tree.js").Place | undefined} place  Where it was scrolled to.
 * @property {string | undefined} current  The address of the page that was looked at.
 * @property {import("./types.js").Saved | undefined} saved  Where it was still to be scrolled to.
 */

/** How many sites' trees are kept: more than tabs that one goes back and forth between. */
const MAX_SITES = 8;

/**
 * How many bytes all of them may take: some 300,000 pages. The memory of WebAssembly never shrinks, so every sidebar may
 * hold this as long as it is open. A larger tree is loaded again when the user comes back.
 */
const MAX_BYTES = 96 << 20;

/**
 * So long, in milliseconds, a load goes on after the user has gone to another site: who goes back and forth between two
 * large sites finds both loaded. Only the last one does; what has come of the others by then is kept.
 */
const PATIENCE = 10_000;

/** The trees of sites that the user has left, those left last: coming back shows them at once. */
export class Kept {
  /** @type {Map<string, Aside>} By site, the one that was left last at the end. */
  #trees = new Map();
  #maxSites;
  #maxBytes;

  /** @param {{ maxSites?: number, maxBytes?: number }} [bounds] */
  constructor({ maxSites = MAX_SITES, maxBytes = MAX_BYTES } = {}) {
    this.#maxSites = maxSites;
    this.#maxBytes = maxBytes;
  }

  /** @param {string} site @param {Aside} aside */
  put(site, aside) {
    this.take(site)?.load.discard();
    for (const { load } of this.#trees.values()) load.endWithin(0);
    this.#trees.set(site, aside);
    aside.load.endWithin(PATIENCE);
    this.#bound();
    // It may have become larger by then.
    void aside.load.ended.then(() => this.#bound());
  }

  /** The tree of a site, which is no longer kept then. @param {string} site */
  take(site) {
    const aside = this.#trees.get(site);
    this.#trees.delete(site);
    aside?.load.endWithin(undefined);
    return aside;
  }

  clear() {
    for (const { load } of this.#trees.values()) load.discard();
    this.#trees.clear();
  }

  /** Forgets all of them without giving their memory back: the engine that has it is dead. */
  abandon() {
    for (const { load } of this.#trees.values()) load.endWithin(undefined);
    this.#trees.clear();
  }

  /** Gives the memory of those back that were left long ago, until what is kept is little enough. */
  #bound() {
    let bytes = 0;
    for (const [place, [site, { load }]] of [...this.#trees].reverse().entries()) {
      bytes += load.bytes;
      if (place < this.#maxSites && bytes <= this.#maxBytes) continue;
      this.#trees.delete(site);
      load.discard();
    }
  }
}
