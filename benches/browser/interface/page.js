// The page that `cargo xtask bench` uses for the interface. It makes, shows and uses one tree component, and measures the
// time until each result is on the screen. The command decides about components, rounds and order.

import { Work, beforePaint, painted, rest } from "./clock.js";
import { countPages, pagesOf, titlesOf, titlesWith } from "./pages.js";

/** @typedef {import("./component.js").Component} Component */

/** Sizes of every component in CSS pixels. */
const WIDTH = 320;
const HEIGHT = 800;
const ROW_HEIGHT = 24;

/** The distance from the left at which a row is checked, in CSS pixels. It is more than any indentation. */
const CHECKED_X = 250;

/** The rows that must be in place for an action to be done. All rows are checked afterwards. */
const CHECKED_ROWS = [0, 1, 9, 20, 31];

/** Maximum time of an action in milliseconds. */
const TIMEOUT = 30_000;

/** The speed of scrolling in pixels per second, and its duration in milliseconds. */
const SPEED = 4000;
const SCROLLING = 3000;

const host = /** @type {HTMLElement} */ (document.getElementById("host"));

/** @type {Component} */
let component;
/** @type {import("./component.js").Page[]} */
let pages = [];
/** The titles of all rows, and those of the first level. @type {string[]} */
let all = [];
/** @type {string[]} */
let top = [];
/** The results of the filter. @type {{ text: string, titles: string[] }[]} */
let found = [];

/**
 * The component and data to measure.
 *
 * @typedef {object} Options
 * @property {string} component  The component's module.
 * @property {string | null} style  The component's style sheet.
 * @property {import("./pages.js").Nns | import("./pages.js").Sitemaps} shape  The shape of the data.
 * @property {string[]} addresses  The addresses of the data's files.
 * @property {string[]} texts  The texts for the filter. Each adds letters to the one before.
 */

/** Prepares the component and the data. Returns the number of pages. @param {Options} options */
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

/** Shows the tree of plain objects, and filters it while all branches are collapsed. */
async function closed() {
  const first = await act("show", () => component.show(host, component.adapt(pages)), top);
  const [filtered, next] = [await filter(0), await filter(1)];
  return { first, filtered, next };
}

/**
 * Shows a tree in the format of the component. Then expands everything, scrolls and filters.
 *
 * @param {boolean} countsBlank  Counts the blank rows while scrolling. This takes time.
 */
async function open(countsBlank) {
  const adapted = component.adapt(pages);
  const first = await act("show", () => component.show(host, adapted), top);
  const expanded = await act("expand", () => component.expandAll(), all);
  const nodes = countNodes(host);
  const scrolled = await scroll(countsBlank);
  component.scrollTo(0);
  const filtered = await filter(0);
  return { first, expanded, filtered, scrolled, nodes };
}

/** Filters by one of the texts. @param {number} number  The index of the text. */
function filter(number) {
  const { text = "", titles = [] } = found[number] ?? {};
  component.focusFilter?.();
  return act(`"${text}"`, () => component.filter(text), titles);
}

/**
 * Does an action and waits until the expected rows have been painted. The clock starts after a painted frame, so the
 * minimum is one frame.
 *
 * @param {string} what
 * @param {() => void} action
 * @param {string[]} expected  The titles of all rows afterwards.
 * @returns {Promise<{ shown: number, work: number }>}  Milliseconds until then, and those of the main thread's
 *   work.
 */
async function act(what, action, expected) {
  await rest();
  const isThere = () => CHECKED_ROWS.every((row) => row >= expected.length || titleAt(row) === expected[row]);
  const work = new Work();
  await painted();
  work.take();
  const start = performance.now();
  await work.whole(action);
  while (!(await painted(isThere))) {
    if (performance.now() - start > TIMEOUT) throw new Error(`${what}: there is ${titleAt(0)}, ${titleAt(1)}, ...`);
  }
  const shown = performance.now() - start;
  const busy = work.take();
  work.stop();
  await check(what, expected);
  return { shown, work: busy };
}

/**
 * Checks that every visible row is the right one, and that the number of rows is right.
 *
 * @param {string} what
 * @param {string[]} expected
 * @param {number} [first]  The index of the row at the top.
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

/** The element with the rows. */
function area() {
  return component.area?.() ?? host;
}

/** The title of the row that is painted at an index from the top. */
function titleAt(/** @type {number} */ row) {
  const { left, top } = area().getBoundingClientRect();
  const root = /** @type {Document | ShadowRoot} */ (area().getRootNode());
  const painted = root.elementFromPoint(left + CHECKED_X, top + (row + 0.5) * ROW_HEIGHT)?.closest(component.row);
  return painted ? component.title(painted)?.trim() : undefined;
}

/** Counts all elements and texts in a node. @param {Node} node @returns {number} */
function countNodes(node) {
  let count = 0;
  for (const child of node.childNodes) count += 1 + countNodes(child);
  const shadow = node instanceof Element ? node.shadowRoot : null;
  return shadow ? count + countNodes(shadow) : count;
}

/**
 * Scrolls down at a steady speed.
 *
 * @param {boolean} countsBlank
 * @returns {Promise<{ frames: number[], work: number[], blank: number | null }>}  The length and the main
 *   thread's work of each frame in milliseconds. If counted, the most blank rows of a frame.
 */
async function scroll(countsBlank) {
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
    // The component gets this scroll event at the start of the next frame, as for the user's scrolling.
    requestAnimationFrame((time) => component.scrollTo((SPEED * (time - start)) / 1000));
    time = await painted((time) => {
      if (countsBlank) blank = Math.max(blank, blankRows());
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
  return { frames, work: works, blank: countsBlank ? blank : null };
}

/** Counts the rows that are missing in the frame that will be painted. */
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

/** Starts a step. `result` waits for its end, because some steps take longer than the driver waits for one script. */
function start(/** @type {keyof typeof steps} */ name, /** @type {any[]} */ ...args) {
  const work = /** @type {(...args: any[]) => Promise<unknown>} */ (steps[name]);
  step = work(...args);
  // `result` reports the error. Until then, the rejection must not count as unhandled.
  step.catch(() => {});
}

Object.assign(globalThis, { bench: { start, result: () => step } });
