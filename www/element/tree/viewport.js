/**
 * The maximum height of the element in CSS pixels. Firefox allows about 17.8 million (2^30 / 60). Chromium allows
 * 33.5 million device pixels, which are 6.7 million CSS pixels at the largest page zoom.
 */
export const MAX_HEIGHT = 6_000_000;

/** At both ends of a taller tree, this many scroll bar pixels are one tree pixel each. */
const EXACT_ENDS = 1_000_000;

/** The maximum share of the height for the rows that stay at the top. */
const MAX_PINNED = 1 / 3;

/** The maximum indentation as a share of the width. The title has the rest. */
const MAX_INSET = 0.55;

/**
 * Computes which rows are in sight and where they are. Uses no DOM.
 *
 * A tree taller than `MAX_HEIGHT` gets an element of that height. In a scroll gesture, one pixel is still one pixel of the
 * tree. Only a jump (a drag or click on the scroll bar) is scaled. Afterwards `settled()` returns the matching position of
 * the scroll bar.
 */
export class Viewport {
  /** In CSS pixels. May be a fraction. The style sheets decide it (`styles/frame.js`), and the scroller measures it. */
  rowHeight = 24;
  /** The height of the visible part, in CSS pixels. */
  height = 0;
  width = 0;
  /** The indentation of a level, in CSS pixels. May be a fraction. */
  indent = 0;
  rowCount = 0;
  /** The first visible pixel of the tree. */
  top = 0;
  /** The scroller's `scrollTop` for `top`. */
  scrollTop = 0;
  /** @type {number[] | Uint32Array} The rows that stay at the top: the branches that the first rows are in, the outermost first. */
  pinned = [];

  /** The height of all rows. */
  get contentHeight() {
    return this.rowCount * this.rowHeight;
  }

  /** The height of the element that contains them. */
  get elementHeight() {
    return Math.min(this.contentHeight, MAX_HEIGHT);
  }

  get maxTop() {
    return Math.max(0, this.contentHeight - this.height);
  }

  get maxScrollTop() {
    return Math.max(0, this.elementHeight - this.height);
  }

  get isScaled() {
    return this.contentHeight > MAX_HEIGHT;
  }

  /** The offset between a row's position in the tree and in the element. A whole number, so that text stays sharp. */
  get shift() {
    return this.isScaled ? Math.round(this.top - this.scrollTop) : 0;
  }

  /** Follows the scroller. @param {number} scrollTop */
  scrolled(scrollTop) {
    const by = scrollTop - this.scrollTop;
    this.scrollTop = scrollTop;
    if (!this.isScaled) {
      this.top = scrollTop;
    } else if (scrollTop <= 0) {
      this.top = 0;
    } else if (scrollTop >= this.maxScrollTop - 1) {
      this.top = this.maxTop;
    } else if (Math.abs(by) <= Math.max(4000, 4 * this.height)) {
      this.top = Math.min(this.maxTop, Math.max(0, this.top + by));
    } else {
      this.top = this.#treeFromBar(scrollTop);
    }
  }

  /** Returns the scaled `scrollTop` for `top`. Sets both. */
  settled() {
    this.top = Math.min(this.maxTop, Math.max(0, this.top));
    this.scrollTop = this.isScaled ? this.#barFromTree(this.top) : this.top;
    return this.scrollTop;
  }

  /** The first row that is at least partly in sight. */
  get firstRow() {
    return Math.min(Math.max(0, this.rowCount - 1), Math.floor(this.top / this.rowHeight));
  }

  /** The row after the last one that is at least partly in sight. */
  get endRow() {
    return Math.min(this.rowCount, Math.ceil((this.top + this.height) / this.rowHeight));
  }

  /** The number of whole rows that fit, at least one. */
  get rowsPerPage() {
    return Math.max(1, Math.floor(this.height / this.rowHeight));
  }

  get maxPinned() {
    return Math.floor((this.height * MAX_PINNED) / this.rowHeight);
  }

  /** The height of the pinned rows. They cover other rows. */
  get covered() {
    return this.pinned.length * this.rowHeight;
  }

  /** Returns the place of a pinned row from the top, or -1. @param {number} row */
  slotOf(row) {
    return Array.prototype.indexOf.call(this.pinned, row);
  }

  /** Returns the indentation of a row. @param {number} level  From 1. */
  insetOf(level) {
    return Math.min((level - 1) * this.indent, MAX_INSET * this.width);
  }

  /** @param {number} row @param {number} [more]  Assume this many more visible pixels at the end. */
  isInSight(row, more = 0) {
    const start = row * this.rowHeight;
    if (this.slotOf(row) >= 0) return true;
    // Half a pixel of tolerance, because browsers round scrollTop when the page is zoomed.
    return start >= this.top + this.covered - 0.5 && start + this.rowHeight <= this.top + this.height + more + 0.5;
  }

  /**
   * Returns the `top` that brings a row into sight, by the shortest way or in the middle.
   *
   * @param {number} row
   * @param {"nearest" | "center"} where
   * @param {number} [level]  The level of the row, from 1. Its parents need room above it.
   */
  topFor(row, where, level = 1) {
    const start = row * this.rowHeight;
    let top = this.top;
    // Without a part of a row at the top.
    if (where === "center") top = start - Math.floor(this.height / this.rowHeight / 2) * this.rowHeight;
    else if (this.slotOf(row) >= 0) return top;
    else if (start < top + this.covered) top = start - Math.min(level - 1, this.maxPinned) * this.rowHeight;
    else if (start + this.rowHeight > top + this.height) top = start + this.rowHeight - this.height;
    return Math.min(this.maxTop, Math.max(0, top));
  }

  /** @param {number} scrollTop */
  #treeFromBar(scrollTop) {
    const { maxScrollTop, maxTop } = this;
    if (scrollTop <= EXACT_ENDS) return scrollTop;
    if (scrollTop >= maxScrollTop - EXACT_ENDS) return maxTop - (maxScrollTop - scrollTop);
    return EXACT_ENDS + (scrollTop - EXACT_ENDS) * this.#stretch;
  }

  /** @param {number} top */
  #barFromTree(top) {
    const { maxScrollTop, maxTop } = this;
    if (top <= EXACT_ENDS) return top;
    if (top >= maxTop - EXACT_ENDS) return maxScrollTop - (maxTop - top);
    return EXACT_ENDS + (top - EXACT_ENDS) / this.#stretch;
  }

  /** The tree pixels for one scroll bar pixel between the exact ends. */
  get #stretch() {
    return (this.maxTop - 2 * EXACT_ENDS) / (this.maxScrollTop - 2 * EXACT_ENDS);
  }
}
