// The page of the interface's part of `cargo xtask bench`: one tree component, which is made, shown and used once, and
// how long it took until that was on the screen. Rounds, order and the choice are the business of the command.

import { Work, beforePaint, painted, rest } from "./clock.js";
import { countPages, pagesOf, titlesOf, titlesWith } from "./pages.js";

/** @typedef {import("./component.js").Component} Component */

/** In CSS pixels, of every component. */
const WIDTH = 320;
const HEIGHT = 800;
const ROW_HEIGHT = 24;

/** Where a row is looked at, from its left: behind every indentation. */
const MIDDLE = 250;

/** What has to be in its place for a component to be done, by rows from the top; all are looked at afterwards. */
const LOOKED_AT = [0, 1, 9, 20, 31];

/** Milliseconds after which it will not come any more. */
const PATIENCE = 30_000;

/** Pixels a second, and for how many milliseconds. */
const SPEED = 4000;
const SCROLLING = 3000;

const host = /** @type {HTMLElement} */ (document.getElementById("host"));

/** @type {Component} */
let component;
/** @type {import("./component.js").Page[]} */
let pages = [];
/** Titles of the rows, of all levels and of those on the first. @type {string[]} */
let all = [];
/** @type {string[]} */
let top = [];
/** What the filter finds. @type {{ text: string, titles: string[] }[]} */
let found = [];

/**
 * What is to be measured.
 *
 * @typedef {object} Wanted
 * @property {string} component  Its module.
 * @property {string | null} style  Its style sheet.
 * @property {import("./pages.js").Nns | import("./pages.js").Sitemaps} shape  Of the data.
 * @property {string[]} addresses  Of the data's files.
 * @property {string[]} texts  To be filtered by, one after the other: each is the one before and a further letter.
 */

/** Makes everything ready to be shown. Gives the number of pages. @param {Wanted} wanted */
async function prepare({ component: module, style, shape, addresses, texts }) {
  if (style !== null) await addStyle(style);
  ({ component } = /** @type {{ component: Component }} */ (await import(module)));
  pages = pagesOf(shape);
  top = pages.map(({ title }) => title);
  all = titlesOf(pages);
  found = texts.map((text) => ({ text, titles: titlesWith(pages, text) }));
  await component.load?.(addresses);
  return countPages(pages);
}

/** @param {string} address */
function addStyle(address) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${address} does not load`));
  });
}

/** Shows the tree of plain objects that is in memory, and filters it while it is closed. */
async function closed() {
  const first = await act("show", () => component.show(host, component.adapt(pages)), top);
  const [filtered, next] = [await filter(0), await filter(1)];
  return { first, filtered, next };
}

/**
 * Shows the tree, which is in the component's own form already, opens all of it, scrolls and filters it.
 *
 * @param {boolean} looks  Whether blank rows are looked for while it scrolls, which takes time itself.
 */
async function open(looks) {
  const adapted = component.adapt(pages);
  const first = await act("show", () => component.show(host, adapted), top);
  const expanded = await act("expand", () => component.expandAll(), all);
  const nodes = countNodes(host);
  const scrolled = await scroll(looks);
  component.scrollTo(0);
  const filtered = await filter(0);
  return { first, expanded, filtered, scrolled, nodes };
}

/** Filters by one of the texts. @param {number} number */
function filter(number) {
  const { text = "", titles = [] } = found[number] ?? {};
  component.aim?.();
  return act(`"${text}"`, () => component.filter(text), titles);
}

/**
 * Does something and waits until what is expected has been painted. The clock starts after a frame has been painted, so
 * one frame is the least.
 *
 * @param {string} what
 * @param {() => void} action
 * @param {string[]} expected  Titles of all rows then.
 * @returns {Promise<{ shown: number, work: number }>}  Milliseconds until then, and for how many of these the main
 *   thread was busy.
 */
async function act(what, action, expected) {
  await rest();
  const isThere = () => LOOKED_AT.every((row) => row >= expected.length || titleAt(row) === expected[row]);
  const work = new Work();
  await painted();
  work.take();
  const start = performance.now();
  await work.whole(action);
  while (!(await painted(isThere))) {
    if (performance.now() - start > PATIENCE) throw new Error(`${what}: there is ${titleAt(0)}, ${titleAt(1)}, ...`);
  }
  const shown = performance.now() - start;
  const busy = work.take();
  work.stop();
  await check(what, expected);
  return { shown, work: busy };
}

/**
 * That every row in sight is the right one, and that there are as many as there should be.
 *
 * @param {string} what
 * @param {string[]} expected
 * @param {number} [first]  The row at the top.
 */
async function check(what, expected, first = 0) {
  await painted();
  const { top, bottom, width } = area().getBoundingClientRect();
  if (width !== WIDTH || bottom - top !== HEIGHT) throw new Error(`${what}: it is ${width} by ${bottom - top} pixels`);
  if (bottom > innerHeight) throw new Error(`the window has only ${innerHeight} of ${bottom} pixels`);
  const inSight = expected.slice(first, first + Math.floor(HEIGHT / ROW_HEIGHT));
  for (const [row, title] of inSight.entries()) {
    if (titleAt(row) !== title) throw new Error(`${what}: row ${row} is ${titleAt(row)}, not ${title}`);
  }
  const count = component.rowCount();
  if (count !== expected.length) throw new Error(`${what}: there are ${count} rows, not ${expected.length}`);
}

/** Where the rows are. */
function area() {
  return component.area?.() ?? host;
}

/** The title of the row that is painted at a place, counted from the top. */
function titleAt(/** @type {number} */ row) {
  const { left, top } = area().getBoundingClientRect();
  const root = /** @type {Document | ShadowRoot} */ (area().getRootNode());
  const painted = root.elementFromPoint(left + MIDDLE, top + (row + 0.5) * ROW_HEIGHT)?.closest(component.row);
  return painted ? component.title(painted)?.trim() : undefined;
}

/** All elements and texts within. @param {Node} node @returns {number} */
function countNodes(node) {
  let count = 0;
  for (const child of node.childNodes) count += 1 + countNodes(child);
  const shadow = node instanceof Element ? node.shadowRoot : null;
  return shadow ? count + countNodes(shadow) : count;
}

/**
 * Scrolls down at a steady speed.
 *
 * @param {boolean} looks
 * @returns {Promise<{ frames: number[], work: number[], blank: number | null }>}  Of each frame its length and the main
 *   thread's work in milliseconds. Where looked for: the most rows that any frame has left blank.
 */
async function scroll(looks) {
  component.scrollTo(0);
  await rest();
  const frames = [];
  const works = [];
  let blank = 0;
  const work = new Work();
  let last = await beforePaint((time) => time);
  const start = last;
  work.take();
  for (let time = start; time - start < SCROLLING; last = time) {
    // What it scrolls here the component is told at the begin of the next frame, as it is of the user's scrolling.
    requestAnimationFrame((time) => component.scrollTo((SPEED * (time - start)) / 1000));
    time = await painted((time) => {
      if (looks) blank = Math.max(blank, blankRows());
      return time;
    });
    frames.push(time - last);
    works.push(work.take());
  }
  work.stop();
  const end = Math.floor((SPEED * SCROLLING) / 1000 / ROW_HEIGHT);
  component.scrollTo(end * ROW_HEIGHT);
  await rest();
  await check("scroll", all, end);
  return { frames, work: works, blank: looks ? blank : null };
}

/** How many rows are missing in what is about to be painted. */
function blankRows() {
  const { top, bottom } = area().getBoundingClientRect();
  let covered = 0;
  for (const row of area().querySelectorAll(component.row)) {
    const box = row.getBoundingClientRect();
    covered += Math.max(0, Math.min(box.bottom, bottom) - Math.max(box.top, top));
  }
  return Math.max(0, Math.round((bottom - top - covered) / ROW_HEIGHT));
}

const steps = { prepare, closed, open };

/** @type {Promise<unknown> | undefined} */
let step;

/** Begins a step. Its end is awaited apart, because the driver's patience is shorter than some steps. */
function start(/** @type {keyof typeof steps} */ name, /** @type {any[]} */ ...args) {
  const work = /** @type {(...args: any[]) => Promise<unknown>} */ (steps[name]);
  step = work(...args);
  // Whoever awaits it is told; a rejection that nobody awaits yet is no fault.
  step.catch(() => {});
}

Object.assign(globalThis, { bench: { start, result: () => step } });
