import assert from "node:assert/strict";
import test from "node:test";

import { MAX_HEIGHT, Viewport } from "../../www/element/tree/viewport.js";
import { check } from "./table.js";

const MILLION = 1_000_000;

/** @param {number} rowCount @param {Partial<Viewport>} [more] */
function viewport(rowCount, more) {
  return Object.assign(new Viewport(), { rowCount, height: 600, width: 240, indent: 16 }, more);
}

/** Simulates a drag of the scroll bar over a long distance. @param {number} scrollTop */
function dragged(scrollTop) {
  const view = viewport(MILLION);
  view.scrollTop = scrollTop > MAX_HEIGHT / 2 ? 0 : view.maxScrollTop;
  view.scrolled(scrollTop);
  return view;
}

test("pinned rows cover other rows and are in sight themselves", () => {
  const view = viewport(100, { top: 240, pinned: [2, 5] });
  assert.equal(view.covered, 48);
  /** @type {[number, boolean][]} */
  const table = [
    [2, true],
    [5, true],
    [10, false],
    [11, false],
    [12, true],
  ];
  check(table, (row) => view.isInSight(row));
  assert.equal(view.topFor(5, "nearest"), 240, "a pinned row needs no scrolling");
  assert.equal(view.topFor(12, "nearest", 3), 240);
  assert.equal(view.topFor(11, "nearest", 3), 216, "its two parents have room above it");
  assert.equal(view.topFor(11, "nearest", 1), 264);
  assert.equal(view.topFor(6, "nearest", 3), 96);
});

test("pinned rows have at most a third of the height", () => {
  assert.equal(viewport(100).maxPinned, 8);
  assert.equal(viewport(100, { height: 60 }).maxPinned, 0);
});

test("a small tree scrolls like any page", () => {
  const view = viewport(100);
  view.scrolled(36);
  assert.deepEqual([view.top, view.shift, view.settled()], [36, 0, 36]);
  assert.deepEqual([view.firstRow, view.endRow], [1, 27], "rows that are partly in sight are included");
  view.scrolled(view.maxScrollTop);
  assert.deepEqual([view.firstRow, view.endRow], [75, 100]);
});

test("an empty tree has no rows in sight", () => {
  const view = viewport(0);
  assert.deepEqual([view.firstRow, view.endRow, view.elementHeight, view.maxTop, view.settled()], [0, 0, 0, 0, 0]);
});

test("the element is never taller than browsers allow", () => {
  /** @type {[number, number][]} */
  const table = [
    [100, 2400],
    [250_000, MAX_HEIGHT],
    [250_001, MAX_HEIGHT],
    [MILLION, MAX_HEIGHT],
  ];
  check(table, (rowCount) => viewport(rowCount).elementHeight);
});

test("the ends of the scroll bar are the ends of a million rows", () => {
  const end = viewport(MILLION).maxScrollTop;
  const start = dragged(0);
  assert.deepEqual([start.top, start.firstRow], [0, 0]);
  // Browsers may stop up to a pixel before the end.
  for (const scrollTop of [end, end - 0.5, end - 1]) {
    const last = dragged(scrollTop);
    assert.deepEqual([last.top, last.endRow], [last.maxTop, MILLION]);
    assert(last.isInSight(MILLION - 1));
  }
});

test("near the ends, a scroll bar pixel is a tree pixel", () => {
  const { maxTop, maxScrollTop } = viewport(MILLION);
  for (const way of [24, 5000, 999_999]) {
    assert.equal(dragged(way).top, way);
    assert.equal(maxTop - dragged(maxScrollTop - way).top, way);
  }
});

test("the scroll bar position of a row leads back to that row", () => {
  for (let row = 0; row < MILLION; row += 9973) {
    const view = viewport(MILLION);
    view.top = view.topFor(row, "nearest");
    const back = dragged(view.settled());
    assert(Math.abs(back.top - view.top) < 1e-3, `row ${row}: ${view.top} became ${back.top}`);
  }
});

test("moving the scroll bar down always moves the tree down", () => {
  let before = -1;
  const { maxScrollTop } = viewport(MILLION);
  for (let step = 0; step <= 1000; step++) {
    const { top } = dragged((maxScrollTop * step) / 1000);
    assert(top > before, `step ${step}`);
    before = top;
  }
});

test("the scaled part and the exact ends join without a jump", () => {
  const { maxTop, maxScrollTop } = viewport(MILLION);
  const stretch = (maxTop - 2_000_000) / (maxScrollTop - 2_000_000);
  for (const seam of [1_000_000, maxScrollTop - 1_000_000]) {
    const step = dragged(seam + 1).top - dragged(seam - 1).top;
    assert(Math.abs(step - (1 + stretch)) < 1e-3, `${step} pixels of the tree at ${seam}`);
  }
});

test("the wheel moves a million rows pixel by pixel", () => {
  const view = viewport(MILLION);
  view.top = 12_000_000;
  const scrollTop = view.settled();
  view.scrolled(scrollTop + 100);
  assert.equal(view.top, 12_000_100);
  view.scrolled(scrollTop - 2000);
  assert.equal(view.top, 11_998_000);
  view.settled();
  assert.equal(view.top, 11_998_000, "the tree does not move when the scroll bar settles");
});

test("the rows in sight are in the visible part of the element", () => {
  for (const top of [0, 3, 1_234_567.8, 12_000_000, 23_999_400]) {
    const view = viewport(MILLION, { top });
    const scrollTop = view.settled();
    assert(Number.isInteger(view.shift), "a fraction would blur the text");
    const first = view.firstRow * view.rowHeight - view.shift;
    const end = view.endRow * view.rowHeight - view.shift;
    assert(first > scrollTop - view.rowHeight - 1 && first <= scrollTop + 1, `first row at ${first}, ${scrollTop}`);
    assert(end >= scrollTop + view.height - 1 && end < scrollTop + view.height + view.rowHeight + 1, `end at ${end}`);
  }
});

test("a filtered, shorter tree shows its rows", () => {
  const view = viewport(MILLION, { top: 20_000_000 });
  view.settled();
  view.rowCount = 30;
  assert.equal(view.settled(), 120);
  assert.deepEqual([view.firstRow, view.endRow], [5, 30]);
});

test("an indented title keeps almost half of the width", () => {
  /** @type {[number, number][]} */
  const table = [
    [1, 0],
    [2, 16],
    [5, 64],
    [9, 128],
    [10, 132],
    [MILLION, 132],
  ];
  check(table, (level) => Math.round(viewport(10).insetOf(level)));
});

test("a row scrolls into sight by the shortest way", () => {
  const view = viewport(1000, { top: 2400 });
  /** @type {[number, number][]} */
  const table = [
    [0, 0],
    [99, 2376],
    [100, 2400],
    [124, 2400],
    [125, 2424],
    [999, 23_400],
  ];
  check(table, (row) => view.topFor(row, "nearest"));
});

test("a row scrolls to the middle as far as the ends allow", () => {
  const view = viewport(1000, { top: 2400 });
  /** @type {[number, number][]} */
  const table = [
    [0, 0],
    [500, 11_712],
    [999, 23_400],
  ];
  check(table, (row) => view.topFor(row, "center"));
  assert.equal(viewport(1000, { height: 610 }).topFor(500, "center") % 24, 0, "the first row is not cut");
});

test("a row that is cut off at an edge is not in sight", () => {
  const view = viewport(1000, { top: 2400.4 });
  /** @type {[number, boolean][]} */
  const table = [
    [99, false],
    [100, true],
    [124, true],
    [125, false],
  ];
  check(table, (row) => view.isInSight(row));
  assert(view.isInSight(125, 24), "with another row at the end");
  view.top = 2401;
  assert(!view.isInSight(100));
});

test("a page of rows is at least one row", () => {
  /** @type {[number, number][]} */
  const table = [
    [600, 25],
    [599, 24],
    [10, 1],
    [0, 1],
  ];
  check(table, (height) => viewport(100, { height }).rowsPerPage);
});
