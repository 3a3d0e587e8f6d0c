import assert from "node:assert/strict";
import test from "node:test";

import { MARGIN, placeAt, placeBeside } from "../../www/element/popups/placement.js";

/** @typedef {import("../../www/element/popups/placement.js").Box} Box */
/** @typedef {import("../../www/element/popups/placement.js").Size} Size */

const INSET = 5;
/** Narrow and wide sidebars, and a page that embeds the element. */
const WINDOWS = [180, 240, 320, 1280].map((width) => ({ width, height: 600 }));
const MENUS = [100, 140, 170].flatMap((width) => [20, 200, 590].map((height) => ({ width, height })));
const DIRECTIONS = [false, true];

/**
 * @param {{ left: number, top: number }} place
 * @param {Size} menu
 * @param {Size} window
 * @param {number} margin
 * @param {unknown} what  Shown on failure.
 */
function assertInside({ left, top }, menu, window, margin, what) {
  const isInside =
    left >= margin &&
    top >= margin &&
    left + menu.width <= window.width - margin &&
    top + menu.height <= window.height - margin;
  assert(isInside, `${JSON.stringify({ left, top, menu, window })} for ${JSON.stringify(what)}`);
}

/** Returns points all over a window, including its corners. @param {Size} window */
function pointsIn({ width, height }) {
  const shares = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1];
  return shares.flatMap((x) => shares.map((y) => ({ x: x * width, y: y * height })));
}

/** Returns rows all over a window, at all depths. @param {Size} window @returns {Box[]} */
function entriesIn(window) {
  return pointsIn(window).map(({ x, y }) => ({ left: x / 2, right: window.width - x / 3, top: y, bottom: y + 24 }));
}

test("a menu opens below the pointer, towards the end of the line", () => {
  const window = { width: 400, height: 300 };
  const menu = { width: 150, height: 100 };
  assert.deepEqual(placeAt({ x: 200, y: 150 }, menu, window, false), { left: 200, top: 150 });
  assert.deepEqual(placeAt({ x: 200, y: 150 }, menu, window, true), { left: 50, top: 150 });
});

test("a menu without room opens on the other side of the pointer", () => {
  const window = { width: 400, height: 300 };
  const menu = { width: 150, height: 100 };
  assert.deepEqual(placeAt({ x: 300, y: 250 }, menu, window, false), { left: 150, top: 150 });
  assert.deepEqual(placeAt({ x: 100, y: 250 }, menu, window, true), { left: 100, top: 150 });
  assert.deepEqual(placeAt({ x: 200, y: 250, top: 230 }, menu, window, false), { left: 200, top: 130 });
});

test("a menu that fits is never outside the window", () => {
  for (const window of WINDOWS) {
    for (const menu of MENUS) {
      for (const rightToLeft of DIRECTIONS) {
        for (const point of pointsIn(window)) {
          // No margin: at the edge of the window, the menu starts at the point itself.
          assertInside(placeAt(point, menu, window, rightToLeft), menu, window, 0, { point, rightToLeft });
        }
      }
    }
  }
});

test("a submenu that fits is never outside the window", () => {
  for (const window of WINDOWS) {
    for (const menu of MENUS) {
      for (const rightToLeft of DIRECTIONS) {
        for (const entry of entriesIn(window)) {
          const place = placeBeside(entry, menu, window, rightToLeft, INSET);
          assertInside(place, menu, window, MARGIN, { entry, rightToLeft });
        }
      }
    }
  }
});

test("a menu larger than the window shows its start", () => {
  const window = { width: 180, height: 100 };
  const menu = { width: 300, height: 400 };
  const start = { left: MARGIN, top: MARGIN };
  for (const rightToLeft of DIRECTIONS) {
    assert.deepEqual(placeAt({ x: 90, y: 50 }, menu, window, rightToLeft), start);
    const entry = { left: 10, right: 170, top: 40, bottom: 64 };
    assert.deepEqual(placeBeside(entry, menu, window, rightToLeft, INSET), start);
  }
});

test("from right to left, every position is mirrored", () => {
  for (const window of WINDOWS) {
    for (const menu of MENUS) {
      /** @param {number} left */
      const mirrored = (left) => window.width - left - menu.width;
      for (const entry of entriesIn(window)) {
        const image = { ...entry, left: window.width - entry.right, right: window.width - entry.left };
        const { left, top } = placeBeside(entry, menu, window, false, INSET);
        const other = placeBeside(image, menu, window, true, INSET);
        assert.equal(other.top, top);
        assert(Math.abs(other.left - mirrored(left)) < 1e-9, `${JSON.stringify({ window, menu, entry })}`);
      }
      for (const { x, y } of pointsIn(window)) {
        const { left } = placeAt({ x, y }, menu, window, false);
        const other = placeAt({ x: window.width - x, y }, menu, window, true);
        assert(Math.abs(other.left - mirrored(left)) < 1e-9, `${JSON.stringify({ window, menu, x, y })}`);
      }
    }
  }
});

test("the first item of a submenu is in line with the entry that opens it", () => {
  const window = { width: 800, height: 600 };
  const menu = { width: 150, height: 100 };
  const entry = { left: 100, right: 300, top: 200, bottom: 224 };
  assert.deepEqual(placeBeside(entry, menu, window, false, INSET), { left: 298, top: 195 });
  const further = { ...entry, left: 200, right: 400 };
  assert.deepEqual(placeBeside(further, menu, window, true, INSET), { left: 52, top: 195 });
});

test("in a narrow sidebar, a submenu does not cover its entry", () => {
  const window = { width: 200, height: 600 };
  const menu = { width: 150, height: 200 };
  for (const rightToLeft of DIRECTIONS) {
    for (const top of [4, 100, 300, 380, 500, 570]) {
      const entry = { left: 10, right: 190, top, bottom: top + 24 };
      const place = placeBeside(entry, menu, window, rightToLeft, INSET);
      const isBelow = place.top >= entry.bottom;
      const isAbove = place.top + menu.height <= entry.top;
      assert(isBelow || isAbove, `${JSON.stringify({ entry, place })}`);
    }
  }
});
