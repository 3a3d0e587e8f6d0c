import { element, whenIdle } from "../dom.js";
import { isLine } from "./row-kinds.js";
import { PinnedGround } from "./pinned-ground.js";
import { RowWindow } from "./row-window.js";
import { Rows } from "./rows.js";
import { Scroller } from "./scroller.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").RowSource} RowSource */

/** Rows painted above and below the visible ones, because the browser scrolls before scripts run. */
const OVERSCAN = 8;

/** Rows painted above and below for printing: on paper the tree may be taller and start with another row. */
const OVERSCAN_PRINTING = 150;

/** The maximum number of separators to skip in a row: a site may list nothing else. */
const MAX_LINES = 1000;

/**
 * The scrolling tree. Requests the visible rows from the session, paints them, and knows which row is the tab stop.
 * `TreeInput` handles the user's input.
 *
 * @template {RowSource} [Source=import("../types.js").Session]
 */
export class TreeView {
  tree = element("div", { role: "tree", part: "tree", class: "tree", tabindex: "-1" });
  #name;
  #layer = element("div", { class: "layer", role: "none" });
  #rows = new Rows(this.#layer);
  #ground = new PinnedGround();
  #window;
  #scroller = new Scroller(this.tree, {
    scrolled: (by) => this.#paint(by),
    settled: () => {
      this.#paint();
      this.#rows.arrange();
      if (this.#viewport.pinned.length > 0) this.#ground.takeColour();
      this.moved();
    },
    resized: () => this.#measureAgain(),
  });
  scroller = this.#scroller.element;
  #viewport = this.#scroller.viewport;
  /** @type {number | undefined} The session's version on the screen. */
  #version;
  /** No session is on the screen. */
  #isBlank = true;
  /** @type {number | undefined} The id of the row that is the tab stop. */
  #active;
  #activeIndex = -1;
  /** @type {Row | undefined} The row that is the tab stop, in case it is outside the window. */
  #activeRow;
  #isPrinting = false;
  /** The rows stay as they are. */
  #isHeld = false;
  /** Called when the rows may have changed. */
  changed = () => {};
  /** Called when the tree has scrolled or the tab stop has moved. */
  moved = () => {};
  /** Called when the height of the visible part has changed. */
  resized = () => {};

  /** @param {import("../text/strings.js").Strings} strings @param {string} name  Its id and the key of its label. */
  constructor(strings, name) {
    this.#name = name;
    this.tree.id = name;
    /** @type {RowWindow<Source>} */
    this.#window = new RowWindow(strings);
    this.tree.append(this.#ground.element, this.#layer);
  }

  /** @returns {Source | undefined} */
  get session() {
    return this.#window.session;
  }

  /** @param {import("../text/strings.js").Strings} strings */
  setStrings(strings) {
    this.#window.setStrings(strings);
    this.tree.setAttribute("aria-label", strings.get(this.#name));
    this.#paint();
  }

  get strings() {
    return this.#window.strings;
  }

  /** @param {boolean} isPrinting  The page is about to be printed. */
  setPrinting(isPrinting) {
    this.#isPrinting = isPrinting;
    this.#paint();
  }

  reconnected() {
    this.#scroller.reconnected();
  }

  /** Shows these rows as loading, even while they are only queued. @param {ReadonlyMap<number, Row>} rows  By id. */
  setWaiting(rows) {
    this.#window.waiting = rows;
    this.#repaint();
  }

  /** @param {boolean} marks  Whether to mark the row of the current page. */
  markCurrent(marks) {
    if (marks === this.#window.marksCurrent) return;
    this.#window.marksCurrent = marks;
    this.#repaint();
  }

  /** @param {string | undefined} icon  The address of the site's icon. */
  setSiteIcon(icon) {
    if (this.#window.setSiteIcon(icon)) this.#repaint();
  }

  #repaint() {
    this.#version = undefined;
    this.refresh();
  }

  /** Shows another tree, from a place or from its top, or no tree. @param {Source | undefined} session @param {Place} [place] */
  show(session, place) {
    if (session === this.session) return;
    this.#window.session = session;
    this.#scroller.reset();
    this.showAnew(place);
    whenIdle(() => this.#rows.prepare(this.rowsPerPage + 2 * OVERSCAN));
  }

  /** Keeps the rows as they are until the release or until the tree scrolls. */
  hold() {
    this.#isHeld = true;
  }

  /** Paints the changes since `hold`. */
  release() {
    this.#isHeld = false;
    this.refresh();
  }

  /** Paints the session's changes. Cheap if there are none. @param {boolean} [keepsRow]  Whether a row keeps its place. */
  refresh(keepsRow = true) {
    const { session } = this;
    if (this.#isHeld) return;
    if (session ? session.version === this.#version : this.#isBlank) return;
    this.#isBlank = !session;
    const hadFocus = this.hasRowFocus;
    const anchor = keepsRow ? this.#anchor() : undefined;
    const viewport = this.#viewport;
    this.#version = session?.version;
    this.#window.forget();
    viewport.rowCount = session?.rowCount ?? 0;
    // Reading a size here forces a layout each time. The ResizeObserver reports changes.
    if (viewport.height === 0) this.#scroller.measure();
    this.#scroller.setHeight();
    if (session && anchor) {
      const index = session.rowOf(this.#nearestVisible(anchor.id));
      if (index >= 0) viewport.top = index * viewport.rowHeight - anchor.offset;
    }
    this.#scroller.scroll();
    this.#keepActive();
    this.#paint();
    this.#rows.arrange();
    // The empty tree had the focus, or the focused row was collapsed away.
    if (hadFocus || this.isTreeFocused) this.#focusRow();
    this.changed();
    // Forces the layout now. Otherwise the frame that shows the rows would start with it and end later.
    this.scroller.getBoundingClientRect();
  }

  /** The scroll position and the tab stop. @returns {Place} */
  get place() {
    const { top, rowHeight, firstRow } = this.#viewport;
    return { first: this.#window.rowAt(firstRow)?.id, offset: firstRow * rowHeight - top, active: this.#active };
  }

  /**
   * Shows rows that have nothing in common with the last ones, for example of a filtered tree.
   *
   * @param {Place} [place]  The default is the top.
   * @returns {boolean}  `true` if the tree is long enough to scroll to the place.
   */
  showAnew(place) {
    const viewport = this.#viewport;
    this.#isHeld = false;
    this.#active = place?.active;
    this.#activeIndex = -1;
    this.#activeRow = undefined;
    this.#window.forget();
    viewport.top = 0;
    this.#repaint();
    const first = place?.first === undefined ? -1 : (this.session?.rowOf(place.first) ?? -1);
    if (!place || first < 0) return false;
    const top = first * viewport.rowHeight - place.offset;
    viewport.top = top;
    this.#scroller.scroll();
    this.#paint();
    return Math.abs(viewport.top - top) < 1 && this.#scroller.isThere;
  }

  /** Returns the row with this id, if it is not in a collapsed branch. @param {number} id */
  rowOf(id) {
    return this.#window.rowAt(this.session?.rowOf(id) ?? -1);
  }

  /**
   * Searches from a row in one direction for a row that can have the focus.
   *
   * @param {number} index
   * @param {1 | -1} by
   * @returns {number}  -1 if there is none.
   */
  stopFrom(index, by) {
    for (let at = index, lines = 0; at >= 0 && at < this.rowCount && lines <= MAX_LINES; at += by, lines++) {
      const row = this.#window.rowAt(at);
      if (row && !isLine(row)) return at;
    }
    return -1;
  }

  /** The row that is the tab stop. */
  get activeRow() {
    if (this.#active === undefined) return undefined;
    return this.#window.at(this.#activeIndex) ?? this.#activeRow;
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

  /** The number of rows that a page key moves by. */
  get pageStep() {
    const { rowsPerPage, pinned } = this.#viewport;
    return Math.max(1, rowsPerPage - pinned.length - 1);
  }

  /** Returns `true` if a row has the focus. */
  get hasRowFocus() {
    const focused = this.#focused;
    return focused !== null && this.#layer.contains(focused);
  }

  /** Returns `true` if the tree itself has the focus, which happens only while it has no rows. */
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

  /** Makes a row the tab stop. @param {number} id */
  setActive(id) {
    if (id === this.#active) return;
    this.#active = id;
    this.#locateActive();
    this.#rows.setTabStop(id);
    this.moved();
  }

  /** Focuses a row and scrolls it into sight by the shortest way. @param {number} index */
  focusIndex(index) {
    const row = this.#window.rowAt(index);
    if (!row) return;
    this.setActive(row.id);
    this.#scrollTo(index, "nearest");
    this.#focusRow();
  }

  /**
   * Focuses the row that is the tab stop, or the tree if it has no rows yet.
   * @param {boolean} [focusVisible]  Shows the focus ring. Without it, the browser decides.
   */
  focus(focusVisible) {
    if (this.#active !== undefined) this.#scrollTo(this.#activeIndex, "nearest");
    this.#focusRow(focusVisible);
  }

  /** Scrolls a row to the middle. @param {number} index */
  center(index) {
    this.#scrollTo(index, "center");
  }

  /** Returns `false` while the tree is hidden, for example in a closed drawer. */
  get hasSize() {
    return this.#viewport.height > 0;
  }

  /** @param {number} index @param {number} [more]  Assume this many more visible pixels at the end. */
  isInSight(index, more) {
    return this.#viewport.isInSight(index, more);
  }

  /** Scrolls to the place of a pinned row, so that the row stays where it shows now. @param {number} index */
  unpin(index) {
    const viewport = this.#viewport;
    const slot = viewport.slotOf(index);
    if (slot < 0) return;
    viewport.top = (index - slot) * viewport.rowHeight;
    this.#scroller.scroll();
    this.#paint();
  }

  /** Returns `true` if no row would move with this many more visible pixels at the end. @param {number} more */
  canGrow(more) {
    const { top, height, contentHeight } = this.#viewport;
    return top === 0 || top + height + more <= contentHeight;
  }

  /** @param {boolean} [focusVisible] */
  #focusRow(focusVisible) {
    if (this.#active !== undefined) this.#paint(); // a row out of sight may have no element yet
    const focused = this.#active === undefined ? this.tree : this.#rows.elementOf(this.#active);
    focused?.focus({ preventScroll: true, focusVisible });
  }

  /** @param {number} index @param {"nearest" | "center"} where */
  #scrollTo(index, where) {
    if (index < 0) return;
    const top = this.#viewport.topFor(index, where, this.#window.rowAt(index)?.level);
    if (top === this.#viewport.top) return;
    // The user did not ask for this jump. The browser would count a reused element as a shift of the page's layout.
    if (where === "center") this.#rows.discard();
    this.#viewport.top = top;
    this.#scroller.scroll();
    this.#paint();
  }

  #measureAgain() {
    const { height } = this.#viewport;
    // The rows of a load still move, and its progress bar is there for a short time.
    const isLoading = this.tree.getAttribute("aria-busy") === "true";
    const index = isLoading && !this.hasRowFocus ? -1 : this.#steadyIndex;
    this.#scroller.measureAgain();
    this.#paint();
    this.#scrollTo(index, "nearest");
    if (height !== this.#viewport.height) this.resized();
  }

  /** The focused row or else the current page, if it is in sight. -1 if neither is. */
  get #steadyIndex() {
    if (this.#active !== undefined && this.hasRowFocus && this.isInSight(this.#activeIndex)) return this.#activeIndex;
    const { rows, first } = this.#window;
    const current = first + rows.findIndex((row) => row.current);
    return this.#window.at(current) && this.isInSight(current) ? current : -1;
  }

  /**
   * The row that keeps its place on the screen while other rows come, go or are sorted: the focused row, else the current
   * page, else the first row in sight.
   */
  #anchor() {
    const { top, rowHeight, firstRow } = this.#viewport;
    const steady = this.#steadyIndex;
    const index = steady < 0 ? firstRow : steady;
    const row = this.#window.at(index);
    return row && (steady >= 0 || top > 0) ? { id: row.id, offset: index * rowHeight - top } : undefined;
  }

  /** Returns the id of a row or, if it is in a collapsed branch, of its nearest visible ancestor. @param {number} id */
  #nearestVisible(id) {
    const { session } = this;
    let visible = id;
    while (session && visible >= 0 && session.rowOf(visible) < 0) visible = session.parent(visible);
    return visible;
  }

  /**
   * Keeps the tab stop on its row or on the nearest visible ancestor. If the row is gone (its sitemap was merged into the
   * tree), the row that is now at its place becomes the tab stop.
   */
  #keepActive() {
    const kept = this.#active === undefined ? -1 : this.#nearestVisible(this.#active);
    if (kept < 0) {
      const place = Math.min(Math.max(0, this.#activeIndex), this.rowCount - 1);
      const below = this.stopFrom(place, 1);
      this.#active = this.#window.rowAt(below >= 0 ? below : this.stopFrom(place, -1))?.id;
    } else {
      this.#active = kept;
    }
    this.#locateActive();
  }

  /** The rows that stay at the top. On paper, the tree does not scroll. */
  get #pinned() {
    const { top, rowHeight, maxPinned } = this.#viewport;
    return top > 0 && !this.#isPrinting ? (this.session?.pinned?.(top / rowHeight, maxPinned) ?? []) : [];
  }

  #locateActive() {
    this.#activeIndex = this.#active === undefined ? -1 : (this.session?.rowOf(this.#active) ?? -1);
    this.#activeRow = this.#window.rowAt(this.#activeIndex);
  }

  /** @param {number} [by]  Pixels scrolled since the last painting. Fast scrolling paints more rows ahead. */
  #paint(by = 0) {
    if (this.#isHeld && by === 0) {
      this.#version = undefined; // the release paints
      return;
    }
    if (this.#isHeld) this.release();
    const viewport = this.#viewport;
    const { rowHeight, rowCount } = viewport;
    const ahead = Math.abs(by) < 4 * viewport.height ? Math.ceil((2 * Math.abs(by)) / rowHeight) : 0;
    const overscan = this.#isPrinting ? OVERSCAN_PRINTING : OVERSCAN;
    const lead = overscan + Math.min(ahead, 2 * viewport.rowsPerPage);
    const first = Math.max(0, viewport.firstRow - (by < 0 ? lead : overscan));
    const end = Math.min(rowCount, viewport.endRow + (by > 0 ? lead : overscan));
    this.#window.fetch(first, end);
    viewport.pinned = this.#pinned;
    const isOutside = (/** @type {number} */ index) => index >= 0 && (index < first || index >= end);
    const outside = [...new Set([...viewport.pinned, this.#activeIndex])].filter(isOutside).sort((a, b) => a - b);
    const kept = this.#window.keep(outside);
    const entries = [
      ...kept.filter(({ index }) => index < first),
      ...this.#window.rows.map((row, place) => ({ row, index: first + place })),
      ...kept.filter(({ index }) => index >= end),
    ];
    this.#ground.show(viewport.covered);
    this.#rows.paint(entries, viewport, this.#active, this.strings);
  }
}
