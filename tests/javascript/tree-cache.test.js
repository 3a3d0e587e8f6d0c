import assert from "node:assert/strict";
import test from "node:test";

import { TreeCache } from "../../www/element/load/tree-cache.js";

/** A fake load that records the calls. */
class FakeLoad {
  isDiscarded = false;
  /** @type {number | undefined} The time limit in milliseconds. */
  endsWithin;
  #end = () => {};
  /** @type {Promise<void>} */
  ended = new Promise((resolve) => (this.#end = resolve));

  /** @param {number} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  discard() {
    this.isDiscarded = true;
  }

  /** @param {number | undefined} time */
  endWithin(time) {
    this.endsWithin = time;
  }

  /** @param {number} bytes  The size at the end. */
  finish(bytes) {
    this.bytes = bytes;
    this.#end();
    return this.ended;
  }
}

/** @param {TreeCache} cache @param {string} site @param {number} [bytes] */
function leave(cache, site, bytes = 10) {
  const load = new FakeLoad(bytes);
  const tree = { load: /** @type {any} */ (load), place: undefined, current: undefined, saved: undefined };
  cache.put(site, tree);
  return { load, tree };
}

test("the tree of a site can be taken from the cache once", () => {
  const cache = new TreeCache();
  const { tree, load } = leave(cache, "a");
  assert.equal(cache.take("a"), tree);
  assert.deepEqual([load.isDiscarded, load.endsWithin], [false, undefined], "its load continues");
  assert.equal(cache.take("a"), undefined, "the cache no longer has it");
});

test("only the site that was left last continues to load", () => {
  const cache = new TreeCache();
  const first = leave(cache, "a").load;
  assert(Number(first.endsWithin) > 0);
  const second = leave(cache, "b").load;
  assert.equal(first.endsWithin, 0);
  assert(Number(second.endsWithin) > 0);
});

test("the sites that were left first are evicted", () => {
  const cache = new TreeCache({ maxSites: 2 });
  const loads = ["a", "b", "c"].map((site) => leave(cache, site).load);
  assert.deepEqual(
    loads.map(({ isDiscarded }) => isDiscarded),
    [true, false, false],
  );
  assert.equal(cache.take("a"), undefined);
});

test("a site that is left again is the last one", () => {
  const cache = new TreeCache({ maxSites: 2 });
  const old = leave(cache, "a").load;
  const b = leave(cache, "b").load;
  const a = leave(cache, "a").load;
  leave(cache, "c");
  assert.deepEqual([old.isDiscarded, a.isDiscarded, b.isDiscarded], [true, false, true]);
});

test("large trees are evicted and freed", () => {
  const cache = new TreeCache({ maxBytes: 100 });
  const [a, b, c] = [leave(cache, "a", 50).load, leave(cache, "b", 60).load, leave(cache, "c", 40).load];
  assert.deepEqual([a.isDiscarded, b.isDiscarded, c.isDiscarded], [true, false, false]);
  assert(leave(cache, "d", 101).load.isDiscarded, "a tree that is too large alone");
});

test("a tree that grows in the cache counts with its final size", async () => {
  const cache = new TreeCache({ maxBytes: 100 });
  const small = leave(cache, "a", 50).load;
  const { load } = leave(cache, "b", 10);
  assert(!small.isDiscarded);
  await load.finish(60);
  assert.deepEqual([small.isDiscarded, load.isDiscarded], [true, false]);
});

test("clearing frees the trees, and abandoning does not", () => {
  const cache = new TreeCache();
  const living = leave(cache, "a").load;
  cache.clear();
  assert(living.isDiscarded);
  const dead = leave(cache, "a").load;
  cache.abandon();
  assert(!dead.isDiscarded, "a dead engine must not be called");
  assert.equal(cache.take("a"), undefined);
});
