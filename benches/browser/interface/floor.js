// The lower bound for all components: the least code that shows a tree. It is a virtual list on flat arrays in plain
// JavaScript, without ARIA, keys, icons and menus, for one tree that never changes.

/** @typedef {import("./component.js").Page} Page */

const ROW_HEIGHT = 24;
const HEIGHT = 800;

/** Rows that are rendered above and below the visible ones. */
const OVERSCAN = 8;

const STYLE = `
#scroller { height: 800px; overflow: auto; contain: strict; }
#scroller > div { position: relative; }
.row { position: absolute; inset-inline: 0; height: 24px; line-height: 24px; white-space: nowrap; contain: strict; }
.row i { display: inline-block; width: 14px; font-style: normal; }`;

/** Arrays with an item for each page, in the order of the tree. */
class Flat {
  /** @type {string[]} */
  titles = [];
  /** @type {string[]} */
  urls = [];
  /** @type {number[]} */
  levels = [];
  /** @type {number[]} The parent, or -1 at the top level. */
  parents = [];
  /** @type {number[]} The first page after all descendants. */
  ends = [];

  /** @param {Page[]} pages @param {number} parent @param {number} level */
  add(pages, parent, level) {
    for (const { title, url, children } of pages) {
      const page = this.titles.length;
      this.titles.push(title);
      this.urls.push(url);
      this.levels.push(level);
      this.parents.push(parent);
      this.ends.push(0);
      this.add(children, page, level + 1);
      this.ends[page] = this.titles.length;
    }
    return this;
  }

  get length() {
    return this.titles.length;
  }
}

/** A line, which is used for many pages. */
class Row {
  element = document.createElement("div");
  twisty = document.createElement("i");
  link = document.createElement("a");
  /** @type {number | undefined} The index in the list that it shows. */
  line;

  constructor() {
    this.element.className = "row";
    this.element.append(this.twisty, this.link);
  }
}

class List {
  #scroller = document.createElement("div");
  #all = document.createElement("div");
  /** @type {Row[]} */
  #rows = [];
  #pages;
  #isOpen;
  /** @type {Uint8Array | undefined} The pages that the filter keeps. */
  #kept;
  /** The pages that have a line. */
  #lines;
  lineCount = 0;

  /** @param {HTMLElement} host @param {Flat} pages */
  constructor(host, pages) {
    this.#pages = pages;
    this.#isOpen = new Uint8Array(pages.length);
    this.#lines = new Uint32Array(pages.length);
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.#scroller.id = "scroller";
    this.#scroller.append(this.#all);
    this.#scroller.addEventListener("scroll", () => this.#paint(false), { passive: true });
    host.append(style, this.#scroller);
    this.#list();
  }

  expandAll() {
    this.#isOpen.fill(1);
    this.#list();
  }

  /** @param {string} text */
  filter(text) {
    const { titles, parents, length } = this.#pages;
    const kept = new Uint8Array(length);
    const isOpen = new Uint8Array(length);
    for (let page = length - 1; page >= 0; page--) {
      if (!kept[page] && !titles[page]?.includes(text)) continue;
      kept[page] = 1;
      const parent = parents[page] ?? -1;
      if (parent >= 0) kept[parent] = isOpen[parent] = 1;
    }
    this.#kept = kept;
    this.#isOpen = isOpen;
    this.#list();
  }

  /** @param {number} top */
  scrollTo(top) {
    this.#scroller.scrollTop = top;
  }

  /** Finds the pages that have lines. */
  #list() {
    const { ends, length } = this.#pages;
    const kept = this.#kept;
    let count = 0;
    for (let page = 0; page < length; ) {
      const isKept = !kept || kept[page];
      if (isKept) this.#lines[count++] = page;
      page = isKept && this.#isOpen[page] ? page + 1 : (ends[page] ?? length);
    }
    this.lineCount = count;
    this.#all.style.height = `${count * ROW_HEIGHT}px`;
    this.#paint(true);
  }

  /** @param {boolean} isOther  True if the list of lines has changed. */
  #paint(isOther) {
    const { titles, urls, levels, ends } = this.#pages;
    const top = this.#scroller.scrollTop;
    const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN);
    const size = Math.ceil(HEIGHT / ROW_HEIGHT) + 1 + 2 * OVERSCAN;
    for (let line = first; line < first + size; line++) {
      const row = (this.#rows[line % size] ??= this.#newRow());
      const { element, twisty, link } = row;
      element.hidden = line >= this.lineCount;
      if (element.hidden || (row.line === line && !isOther)) continue;
      row.line = line;
      const page = this.#lines[line] ?? 0;
      element.style.transform = `translateY(${line * ROW_HEIGHT}px)`;
      element.style.paddingInlineStart = `${(levels[page] ?? 0) * 16}px`;
      const isBranch = (ends[page] ?? 0) > page + 1;
      twisty.textContent = isBranch ? (this.#isOpen[page] ? "▾" : "▸") : "";
      link.textContent = titles[page] ?? "";
      link.href = urls[page] ?? "";
    }
  }

  #newRow() {
    const row = new Row();
    this.#all.append(row.element);
    return row;
  }
}

/** @type {List} */
let list;

/** @type {import("./component.js").Component} */
export const component = {
  row: ".row",
  title: (row) => row.lastChild?.textContent,
  adapt: (pages) => new Flat().add(pages, -1, 0),
  show: (host, pages) => (list = new List(host, pages)),
  expandAll: () => list.expandAll(),
  filter: (text) => list.filter(text),
  scrollTo: (top) => list.scrollTo(top),
  rowCount: () => list.lineCount,
};
