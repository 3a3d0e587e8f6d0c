/** @typedef {import("./load.js").Load} Load */

/**
 * A tree that is not shown now.
 *
 * @typedef {object} CachedTree
 * @property {Load} load
 * @property {import("../types.js").Place | undefined} place  The scroll position.
 * @property {string | undefined} current  The address of the current page.
 * @property {import("../types.js").Saved | undefined} saved  A position that was not restored yet.
 */

/** The maximum number of sites: more than the tabs that a user switches between. */
const MAX_SITES = 8;

/**
 * The maximum size of all trees in bytes: about 300,000 pages. WebAssembly memory never shrinks, so each sidebar may hold
 * this much as long as it is open. A larger tree is loaded again when the user comes back.
 */
const MAX_BYTES = 96 << 20;

/** The trees of the sites that the user left last. On return they show at once. Nothing is requested for them meanwhile. */
export class TreeCache {
  /** @type {Map<string, CachedTree>} By site. The site that was left last is at the end. */
  #trees = new Map();
  #maxSites;
  #maxBytes;

  /** @param {{ maxSites?: number, maxBytes?: number }} [bounds] */
  constructor({ maxSites = MAX_SITES, maxBytes = MAX_BYTES } = {}) {
    this.#maxSites = maxSites;
    this.#maxBytes = maxBytes;
  }

  /** @param {string} site @param {CachedTree} tree */
  put(site, tree) {
    this.take(site)?.load.discard();
    this.#trees.set(site, tree);
    tree.load.leave();
    this.#evict();
  }

  /** Removes the tree of a site from the cache and returns it. @param {string} site */
  take(site) {
    const tree = this.#trees.get(site);
    this.#trees.delete(site);
    tree?.load.comeBack();
    return tree;
  }

  clear() {
    for (const { load } of this.#trees.values()) load.discard();
    this.#trees.clear();
  }

  /** Empties the cache without freeing memory, because the engine is dead. */
  abandon() {
    this.#trees.clear();
  }

  /** Frees the trees that were left first until the cache is within its limits. */
  #evict() {
    let bytes = 0;
    for (const [place, [site, { load }]] of [...this.#trees].reverse().entries()) {
      bytes += load.bytes;
      if (place < this.#maxSites && bytes <= this.#maxBytes) continue;
      this.#trees.delete(site);
      load.discard();
    }
  }
}
