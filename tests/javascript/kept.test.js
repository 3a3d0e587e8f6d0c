import assert from "node:assert/strict";
import test from "node:test";

import { Kept } from "../../www/navi-bar/kept.js";

/** A load that only notes what becomes of it. */
class FakeLoad {
  isDiscarded = false;
  /** @type {number | undefined} For how many milliseconds it may go on. */
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

  /** @param {number} bytes  Its size by then. */
  finish(bytes) {
    this.bytes = bytes;
    this.#end();
    return this.ended;
  }
}

/** @param {Kept} kept @param {string} site @param {number} [bytes] */
function leave(kept, site, bytes = 10) {
  const load = new FakeLoad(bytes);
  const aside = { load: /** @type {any} */ (load), place: undefined, current: undefined, saved: undefined };
  kept.put(site, aside);
  return { load, aside };
}

test("coming back to a site shows its tree again", () => {
  const kept = new Kept();
  const { aside, load } = leave(kept, "a");
  assert.equal(kept.take("a"), aside);
  assert.deepEqual([load.isDiscarded, load.endsWithin], [false, undefined], "it goes on as before");
  assert.equal(kept.take("a"), undefined, "it is not kept any more");
});

test("only the site left last goes on to load", () => {
  const kept = new Kept();
  const first = leave(kept, "a").load;
  assert(Number(first.endsWithin) > 0);
  const second = leave(kept, "b").load;
  assert.equal(first.endsWithin, 0);
  assert(Number(second.endsWithin) > 0);
});

test("the sites left first make room for others", () => {
  const kept = new Kept({ maxSites: 2 });
  const loads = ["a", "b", "c"].map((site) => leave(kept, site).load);
  assert.deepEqual(
    loads.map(({ isDiscarded }) => isDiscarded),
    [true, false, false],
  );
  assert.equal(kept.take("a"), undefined);
});

test("a site that is left again counts as left last", () => {
  const kept = new Kept({ maxSites: 2 });
  const old = leave(kept, "a").load;
  const b = leave(kept, "b").load;
  const a = leave(kept, "a").load;
  leave(kept, "c");
  assert.deepEqual([old.isDiscarded, a.isDiscarded, b.isDiscarded], [true, false, true]);
});

test("large trees give their memory back", () => {
  const kept = new Kept({ maxBytes: 100 });
  const [a, b, c] = [leave(kept, "a", 50).load, leave(kept, "b", 60).load, leave(kept, "c", 40).load];
  assert.deepEqual([a.isDiscarded, b.isDiscarded, c.isDiscarded], [true, false, false]);
  assert(leave(kept, "d", 101).load.isDiscarded, "one that is too large alone");
});

test("a tree that grows after it was left counts with its final size", async () => {
  const kept = new Kept({ maxBytes: 100 });
  const small = leave(kept, "a", 50).load;
  const { load } = leave(kept, "b", 10);
  assert(!small.isDiscarded);
  await load.finish(60);
  assert.deepEqual([small.isDiscarded, load.isDiscarded], [true, false]);
});

test("all trees can be forgotten, with or without their memory", () => {
  const kept = new Kept();
  const living = leave(kept, "a").load;
  kept.clear();
  assert(living.isDiscarded);
  const dead = leave(kept, "a").load;
  kept.abandon();
  assert(!dead.isDiscarded, "the engine is dead and has nothing to give back");
  assert.equal(kept.take("a"), undefined);
});
