import assert from "node:assert/strict";
import test from "node:test";

import { TreeCache } from "../../www/element/load/tree-cache.js";

/** A fake load that records the calls. */
class FakeLoad {
  isDiscarded = false;
  isLeft = false;

  /** @param {number} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  discard() {
    this.isDiscarded = true;
  }

  leave() {
    this.isLeft = true;
  }

  comeBack() {
    this.isLeft = false;
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
  assert(load.isLeft, "nothing is requested while the user is elsewhere");
  assert.equal(cache.take("a"), tree);
  assert.deepEqual([load.isDiscarded, load.isLeft], [false, false]);
  assert.equal(cache.take("a"), undefined, "the cache no longer has it");
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
