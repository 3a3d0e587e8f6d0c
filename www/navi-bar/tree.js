import { element } from "./dom.js";
import { isLine } from "./entries.js";
import { Rows } from "./rows.js";
import { Viewport } from "./viewport.js";

/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Session} Session */

/**
 * @typedef {object} Place  Where a tree is scrolled to.
 * @property {number | undefined} first  Id of the first row in sight.
 * @property {number} offset  So many pixels of it are out of sight, as a negative number of pixels from the top.
 * @property {number | undefined} active  Id of the row with the tab stop.
 */

/** Rows kept ready above and below the visible ones, so that the browser's own scrolling does not outrun them. */
const OVERSCAN = 8;

/** Rows kept ready above and below for printing: the tree may be higher on paper, and begin with another row. */
const PRINTED = 150;

/** Scrolling has ended when so many milliseconds have brought no more of it. */
const SETTLED_AFTER = 120;

/** Below this width, in CSS pixels, a row has no room for a sentence beside its title. */
const NARROW = 420;

/** How many lines between rows are stepped over at most: a site may list nothing but lines. */
const MAX_LINES = 1000;

/**
 * The scrolled tree: asks the session for the rows in sight and paints them; knows which row holds the tab stop.
 * What the user does is `TreeInput`'s business.
 */
export class TreeView {
  tree = element("div", { role: "tree", part: "tree", class: "tree", id: "tree", tabindex: "-1" });
  /** Not a tab stop of its own, as Firefox makes of what scrolls: the rows have one. */
  scroller = element("div", { part: "scroller", class: "scroller", tabindex: "-1" });
  #measure = element("div", { class: "measure", "aria-hidden": "true" });
  #layer = element("div", { class: "layer", role: "none" });
  #rows = new Rows(this.#layer);
  #viewport = new Viewport();
  /** @type {Session | undefined} */
  #session;
  /** @type {number | undefined} The session's version that is painted. */
  #version;
  /** Whether it is painted that there is no session. */
  #isBlank = true;
  /** @type {number | undefined} Id of the row with the tab stop. */
  #active;
  #activeIndex = -1;
  /** @type {Row | undefined} The row with the tab stop, as fetched, while it is out of the window. */
  #activeRow;
  /** @type {Row[]} The rows fetched, from `#first` on. */
  #window = [];
  #first = 0;
  #observer = new ResizeObserver(() => this.#measureAgain());
  /** Where the scroller is, as far as it has told, in CSS pixels. */
  #scrollTop = 0;
  /** Whether the scroller has lost its place: a browser forgets it when an element moves. */
  #isScrollLost = false;
  #isPrinting = false;
  /** @type {number | undefined} */
  #settling;
  #strings;
  /** Called when the rows may have changed. */
  changed = () => {};
  /** Called when the tree has been scrolled, or another row has the tab stop. */
  moved = () => {};
  /** Called when the visible part has another height. */
  resized = () => {};
  /** @type {ReadonlyMap<number, Row>} Documents that are to be loaded, by their rows' ids. */
  #waiting = new Map();
  #marksCurrent = true;
  /** @type {{ address: string, icon: string | undefined } | undefined} The site's home page; see `setHome`. */
  #home;

  /** @param {import("./strings.js").Strings} strings */
  constructor(strings) {
    this.#strings = strings;
    this.tree.append(this.#layer);
    this.scroller.append(this.#measure, this.tree);
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#observer.observe(this.scroller);
    this.#observer.observe(this.#measure);
  }

  /** @returns {Session | undefined} */
  get session() {
    return this.#session;
  }

  /** @param {import("./strings.js").Strings} strings */
  setStrings(strings) {
    this.#strings = strings;
    this.tree.setAttribute("aria-label", strings.get("tree"));
    for (const row of this.#window) row.title = strings.titleOf(row);
    this.#paint();
  }

  get strings() {
    return this.#strings;
  }

  /** @param {boolean} is  The page is about to be printed, or has been. */
  setPrinting(is) {
    this.#isPrinting = is;
    this.#paint();
  }

  /** The element is in the document again, perhaps at another place of it. */
  reconnected() {
    this.#isScrollLost = true;
    // Observed afresh, it reports its size even if that is the same as before.
    this.#observer.unobserve(this.scroller);
    this.#observer.observe(this.scroller);
  }

  /** These rows show as loading, though their turn may not have come. @param {ReadonlyMap<number, Row>} rows */
  setWaiting(rows) {
    this.#waiting = rows;
    this.#version = undefined;
    this.refresh();
  }

  /** @param {boolean} marks  Whether the row of the current page looks and sounds like it. */
  markCurrent(marks) {
    if (marks === this.#marksCurrent) return;
    this.#marksCurrent = marks;
    this.#version = undefined;
    this.refresh();
  }

  /**
   * @param {string | undefined} url  Of the site's home page.
   * @param {string | undefined} icon  Of the site.
   */
  setHome(url, icon) {
    const address = url && schemeless(url);
    if (address === this.#home?.address && icon === this.#home?.icon) return;
    this.#home = address ? { address, icon } : undefined;
    this.#version = undefined;
    this.refresh();
  }

  /** Shows another tree, from its top or where it was, or none. @param {Session | undefined} session @param {Place} [place] */
  show(session, place) {
    if (session === this.#session) return;
    this.#session = session;
    this.#viewport.scrollTop = 0;
    this.#viewport.rowCount = 0;
    this.scroller.scrollTop = this.#scrollTop = 0;
    this.showAnew(place);
    whenIdle(() => this.#rows.prepare(this.#viewport.rowsPerPage + 2 * OVERSCAN));
  }

  /** Paints what has changed in the session. Cheap if nothing has. */
  refresh() {
    const session = this.#session;
    if (session ? session.version === this.#version : this.#isBlank) return;
    this.#isBlank = !session;
    const hadFocus = this.hasRowFocus;
    const anchor = this.#anchor();
    const viewport = this.#viewport;
    this.#version = session?.version;
    this.#window = [];
    viewport.rowCount = session?.rowCount ?? 0;
    // Who asks for sizes and places in between waits for styles and layout each time; the observer tells what changes.
    if (viewport.height === 0) this.#measureSize();
    this.#setHeight();
    if (session && anchor) {
      const index = session.rowOf(this.#nearestVisible(anchor.id));
      if (index >= 0) viewport.top = index * viewport.rowHeight - anchor.offset;
    }
    this.#scrollToTop();
    this.#keepActive();
    this.#paint();
    this.#rows.arrange();
    // Rows that came while the (then empty) tree itself was focused, or a focused row that was folded away.
    if (hadFocus || this.isTreeFocused) this.#focusRow();
    this.changed();
    // Has styles and layout made at once; else the frame that shows the rows would begin with that, and end later.
    this.scroller.getBoundingClientRect();
  }

  /** Where the tree is scrolled to, and its tab stop. @returns {Place} */
  get place() {
    const { top, rowHeight, firstRow } = this.#viewport;
    return {
      first: this.#rowAtIndex(firstRow)?.id,
      offset: firstRow * rowHeight - top,
      active: this.#active,
    };
  }

  /**
   * Shows rows that are others altogether: from the top, or where they were.
   *
   * @param {Place} [place]
   * @returns {boolean}  Whether there are rows enough to be there.
   */
  showAnew(place) {
    const viewport = this.#viewport;
    this.#version = undefined;
    this.#active = place?.active;
    this.#activeIndex = -1;
    this.#activeRow = undefined;
    this.#window = [];
    viewport.top = 0;
    this.refresh();
    const first = place?.first === undefined ? -1 : (this.#session?.rowOf(place.first) ?? -1);
    if (!place || first < 0) return false;
    const top = first * viewport.rowHeight - place.offset;
    viewport.top = top;
    this.#scrollToTop();
    this.#paint();
    return Math.abs(viewport.top - top) < 1 && Math.abs(this.scroller.scrollTop - viewport.scrollTop) < 1;
  }

  /** The row of an entry, if it is visible. @param {number} id */
  rowOf(id) {
    return this.#rowAtIndex(this.#session?.rowOf(id) ?? -1);
  }

  /**
   * The nearest row that can be focused, from this place on in one direction.
   *
   * @param {number} index
   * @param {1 | -1} by
   * @returns {number}  -1 if there is none.
   */
  stopFrom(index, by) {
    for (let at = index, lines = 0; at >= 0 && at < this.rowCount && lines <= MAX_LINES; at += by, lines++) {
      const row = this.#rowAtIndex(at);
      if (row && !isLine(row)) return at;
    }
    return -1;
  }

  /** The row with the tab stop, if there is any row. */
  get activeRow() {
    if (this.#active === undefined) return undefined;
    return this.#window[this.#activeIndex - this.#first] ?? this.#activeRow;
  }

  get activeIndex() {
    return this.#activeIndex;
  }

  get rowCount() {
    return this.#viewport.rowCount;
  }

  get rowsPerPage() {
    return this.#viewport.rowsPerPage;
  }

  /** Whether a row of the tree has the focus. */
  get hasRowFocus() {
    const focused = this.#focused;
    return focused !== null && this.#layer.contains(focused);
  }

  /** Whether the tree itself has the focus: it does only while there are no rows. */
  get isTreeFocused() {
    return this.#focused === this.tree;
  }

  get #focused() {
    const root = this.tree.getRootNode();
    return root instanceof ShadowRoot ? root.activeElement : null;
  }

  /** @param {EventTarget | null} target */
  rowAt(target) {
    return this.#rows.rowAt(target);
  }

  /** @param {number} id */
  elementOf(id) {
    return this.#rows.elementOf(id);
  }

  /** Gives a row the tab stop. @param {number} id */
  setActive(id) {
    if (id === this.#active) return;
    this.#active = id;
    this.#locateActive();
    this.#rows.setTabStop(id);
    this.moved();
  }

  /** Focuses a row and scrolls as little as that takes. @param {number} index */
  focusIndex(index) {
    const row = this.#rowAtIndex(index);
    if (!row) return;
    this.setActive(row.id);
    this.#bringIntoSight(index, "nearest");
    this.#focusRow();
  }

  /** Focuses the row with the tab stop, or the tree if there are no rows yet. */
  focus() {
    if (this.#active === undefined) {
      this.tree.focus({ preventScroll: true });
      return;
    }
    this.#bringIntoSight(this.#activeIndex, "nearest");
    this.#focusRow();
  }

  /** Scrolls a row to the middle if it is not in sight. @param {number} index */
  reveal(index) {
    if (!this.isInSight(index)) this.center(index);
  }

  /** Scrolls a row to the middle. @param {number} index */
  center(index) {
    this.#bringIntoSight(index, "center");
  }

  /** Whether it shows at all: not while it is hidden, or in a drawer that is closed. */
  get hasSize() {
    return this.#viewport.height > 0;
  }

  /** @param {number} index @param {number} [more]  As if this many more pixels were in sight at the end. */
  isInSight(index, more) {
    return this.#viewport.isInSight(index, more);
  }

  /** Whether rows would stay in place with this many more pixels at the end. @param {number} more */
  canGrow(more) {
    const { top, height, contentHeight } = this.#viewport;
    return top === 0 || top + height + more <= contentHeight;
  }

  #focusRow() {
    if (this.#active === undefined) {
      this.tree.focus({ preventScroll: true });
      return;
    }
    this.#paint(); // an out-of-sight row may have no element yet
    this.#rows.elementOf(this.#active)?.focus({ preventScroll: true });
  }

  /** @param {number} index @param {"nearest" | "center"} where */
  #bringIntoSight(index, where) {
    if (index < 0) return;
    const top = this.#viewport.topFor(index, where);
    if (top === this.#viewport.top) return;
    this.#viewport.top = top;
    this.#scrollToTop();
    this.#paint();
  }

  /** Brings the scroller to where the viewport is. */
  #scrollToTop() {
    const scrollTop = this.#viewport.settled();
    if (Math.abs(this.#scrollTop - scrollTop) >= 1) this.scroller.scrollTop = scrollTop;
    this.#scrollTop = scrollTop;
  }

  #scrolled() {
    if (this.#isScrollLost) return;
    const before = this.#viewport.top;
    this.#scrollTop = this.scroller.scrollTop;
    this.#viewport.scrolled(this.#scrollTop);
    this.#paint(this.#viewport.top - before);
    // Not the scrollend event, which comes after every single step of a scripted scroll.
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), SETTLED_AFTER);
  }

  /** The scrolling has ended. */
  #settle() {
    if (this.tree.matches(":active")) {
      // A row that moved in the document between press and release would miss its click.
      this.#settling = setTimeout(() => this.#settle(), SETTLED_AFTER);
      return;
    }
    if (this.#viewport.isScaled) this.#scrollToTop();
    this.#paint();
    this.#rows.arrange();
    this.moved();
  }

  /** The element's size, the height of a row or the indentation has changed; what was at the top stays there. */
  #measureAgain() {
    const viewport = this.#viewport;
    const { top, height, rowHeight } = viewport;
    const isFocusInSight = this.hasRowFocus && this.isInSight(this.#activeIndex);
    this.#measureSize();
    if (height !== viewport.height || rowHeight !== viewport.rowHeight || this.#isScrollLost) {
      viewport.top = (top / rowHeight) * viewport.rowHeight;
      this.#setHeight();
      this.#scrollTop = this.scroller.scrollTop; // what is shown again begins at its top
      if (this.hasSize) this.#isScrollLost = false;
      this.#scrollToTop();
    }
    this.#paint();
    if (isFocusInSight) this.#bringIntoSight(this.#activeIndex, "nearest");
    if (height !== viewport.height) this.resized();
  }

  /** As high as its rows. The page scrolls on under a wheel over a tree that has nothing to scroll. */
  #setHeight() {
    this.tree.style.height = `${this.#viewport.elementHeight}px`;
    this.scroller.toggleAttribute("data-scrolls", this.#viewport.maxTop > 0);
  }

  #measureSize() {
    const viewport = this.#viewport;
    const { width, indent } = viewport;
    viewport.height = this.scroller.clientHeight;
    viewport.width = this.scroller.clientWidth;
    if (width !== viewport.width) this.tree.toggleAttribute("data-narrow", viewport.width < NARROW);
    const measured = getComputedStyle(this.#measure);
    // Not offsetHeight, which is rounded: a row may be 22.4 pixels high.
    viewport.rowHeight = Number.parseFloat(measured.height) || viewport.rowHeight;
    // Whole pixels of the display: each row draws its own part of a guide.
    viewport.indent = Math.round((Number.parseFloat(measured.width) || 0) * devicePixelRatio) / devicePixelRatio;
    if (indent !== viewport.indent) this.tree.style.setProperty("--_indent", `${viewport.indent}px`);
  }

  /**
   * The row that stays where it is on the screen while rows come, go or are sorted: the focused one, else that of the
   * current page, else the first one, as far as it is in sight.
   */
  #anchor() {
    const { top, rowHeight, firstRow } = this.#viewport;
    if (this.#active !== undefined && this.hasRowFocus && this.isInSight(this.#activeIndex)) {
      return { id: this.#active, offset: this.#activeIndex * rowHeight - top };
    }
    const current = this.#first + this.#window.findIndex((row) => row.current);
    const currentRow = this.#window[current - this.#first];
    if (currentRow && this.isInSight(current)) return { id: currentRow.id, offset: current * rowHeight - top };
    const row = this.#window[firstRow - this.#first];
    return row && top > 0 ? { id: row.id, offset: firstRow * rowHeight - top } : undefined;
  }

  /** The entry itself or, where it is folded away, the innermost visible one around it. @param {number} id */
  #nearestVisible(id) {
    const session = this.#session;
    let visible = id;
    while (session && visible >= 0 && session.rowOf(visible) < 0) visible = session.parent(visible);
    return visible;
  }

  /**
   * The tab stop stays with its entry, goes to the one around it or, where the entry is gone (a document that has been
   * merged into the tree), to what is now in its place. It starts at the top.
   */
  #keepActive() {
    const kept = this.#active === undefined ? -1 : this.#nearestVisible(this.#active);
    if (kept < 0) {
      const place = Math.min(Math.max(0, this.#activeIndex), this.rowCount - 1);
      const below = this.stopFrom(place, 1);
      this.#active = this.#rowAtIndex(below >= 0 ? below : this.stopFrom(place, -1))?.id;
    } else {
      this.#active = kept;
    }
    this.#locateActive();
  }

  #locateActive() {
    this.#activeIndex = this.#active === undefined ? -1 : (this.#session?.rowOf(this.#active) ?? -1);
    this.#activeRow = this.#rowAtIndex(this.#activeIndex);
  }

  /** @param {number} index @returns {Row | undefined} */
  #rowAtIndex(index) {
    if (index < 0) return undefined;
    return this.#window[index - this.#first] ?? this.#ask(index, index + 1)[0];
  }

  /** @param {number} [by]  Pixels scrolled since the last painting: the faster, the more rows are readied ahead. */
  #paint(by = 0) {
    const viewport = this.#viewport;
    const { rowHeight, rowCount } = viewport;
    const ahead = Math.abs(by) < 4 * viewport.height ? Math.ceil((2 * Math.abs(by)) / rowHeight) : 0;
    const overscan = this.#isPrinting ? PRINTED : OVERSCAN;
    const lead = overscan + Math.min(ahead, 2 * viewport.rowsPerPage);
    const first = Math.max(0, viewport.firstRow - (by < 0 ? lead : overscan));
    const end = Math.min(rowCount, viewport.endRow + (by > 0 ? lead : overscan));
    this.#fetch(first, end);
    const entries = this.#window.map((row, place) => ({ row, index: first + place }));
    if (this.#activeRow && this.#activeIndex < first) entries.unshift({ row: this.#activeRow, index: this.#activeIndex });
    if (this.#activeRow && this.#activeIndex >= end) entries.push({ row: this.#activeRow, index: this.#activeIndex });
    this.#rows.paint(entries, viewport, this.#active, this.#strings);
  }

  /** Makes `#window` the rows from `first` to `end`, asking the session only for those not there yet. */
  #fetch(/** @type {number} */ first, /** @type {number} */ end) {
    const session = this.#session;
    const have = this.#window;
    const haveFirst = this.#first;
    const haveEnd = haveFirst + have.length;
    this.#first = first;
    if (!session || first >= end) {
      this.#window = [];
    } else if (have.length === 0 || first >= haveEnd || end <= haveFirst) {
      this.#window = this.#ask(first, end);
    } else {
      const before = first < haveFirst ? this.#ask(first, haveFirst) : [];
      const after = end > haveEnd ? this.#ask(haveEnd, end) : [];
      this.#window = [...before, ...have.slice(Math.max(0, first - haveFirst), end - haveFirst), ...after];
    }
  }

  /** @param {number} first @param {number} end @returns {Row[]} */
  #ask(first, end) {
    const rows = this.#session?.rows(first, end) ?? [];
    for (const row of rows) {
      row.current &&= this.#marksCurrent;
      if (this.#home && row.url !== undefined && schemeless(row.url) === this.#home.address) row.home = this.#home;
      if (row.label) row.title = this.#strings.titleOf(row);
      if (!this.#waiting.has(row.id)) continue;
      row.state = "loading";
      delete row.reason;
    }
    return rows;
  }
}

/** An address whatever its scheme: sites name their home page with http and https alike. @param {string} url */
function schemeless(url) {
  return url.slice(url.indexOf(":") + 1);
}

/** @param {() => void} action */
function whenIdle(action) {
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) requestIdleCallback(action);
  else setTimeout(action);
}
