import assert from "node:assert/strict";
import test from "node:test";
import { Reveal } from "../../www/element/tree/reveal.js";

/** A view with ten rows in sight from `top`. The current page is in the row `current`. @param {number} current */
function viewOf(current) {
  return {
    current,
    top: 0,
    active: -1,
    hasSize: true,
    hasRowFocus: false,
    session: {
      currentRow: () => view.current,
      revealCurrent: () => view.current,
      prepareCurrent: () => true,
      rows: (/** @type {number} */ row) => [{ id: row }],
    },
    isInSight: (/** @type {number} */ row) => row >= view.top && row < view.top + 10,
    center: (/** @type {number} */ row) => (view.top = row - 5),
    setActive: (/** @type {number} */ id) => (view.active = id),
    markCurrent() {},
    refresh() {},
  };
}

let view = viewOf(0);

/** Reveals the current page in a row. @param {number} row */
function revealed(row) {
  view = viewOf(row);
  const reveal = new Reveal(/** @type {any} */ (view), () => false);
  reveal.request();
  assert.equal(view.active, row);
  return reveal;
}

test("a page that moves out of sight is revealed again", () => {
  const reveal = revealed(80);
  view.current = 0; // its menu has arrived
  reveal.attempt();
  assert.deepEqual([view.active, view.isInSight(0)], [0, true]);
});

test("a page that only scrolls out of sight is not revealed again", () => {
  const reveal = revealed(80);
  view.top = 0; // with the scroll bar
  reveal.attempt();
  assert.equal(view.top, 0);
});

test("nothing is revealed after the user has taken over", () => {
  const reveal = revealed(80);
  reveal.cancel();
  view.current = 0;
  reveal.attempt();
  assert.deepEqual([view.active, view.top], [80, 75]);
});

test("a page that moves within sight is revealed again, so that the branch it has left closes", () => {
  const reveal = revealed(8);
  let calls = 0;
  view.session.revealCurrent = () => {
    calls++;
    return (view.current = 1); // a branch above has closed
  };
  view.current = 2; // its menu has arrived
  reveal.attempt();
  reveal.attempt();
  assert.deepEqual([calls, view.active, view.top], [1, 1, 0]);
});
