/**
 * The tallest element this relies on, in CSS pixels. Firefox stops at about 17.8 million (2^30 / 60); Chromium at
 * 33.5 million device pixels, which page zoom divides by up to five.
 */
export const MAX_HEIGHT = 6_000_000;

/** At either end of a taller tree, so many pixels of the scroll bar's way are one pixel of tree each. */
const EXACT_ENDS = 1_000_000;

/** However deep a row is, its title has the rest of the width. */
const MAX_INSET = 0.55;

/**
 * Which rows are in sight, and where they go: plain arithmetic, no DOM.
 *
 * A tree taller than MAX_HEIGHT gets an element of that height. Within one scroll gesture a pixel scrolled is a pixel
 * of tree all the same; only a leap (the scroll bar dragged or clicked) is taken in proportion. `settled()` afterwards
 * says where the scroll bar should stand for the place that was reached.
 */
export class Viewport {
  /** In CSS pixels; may be a fraction. */
  rowHeight = 24;
  /** Of the visible part, in CSS pixels. */
  height = 0;
  width = 0;
  /** What each level is indented by, in CSS pixels; may be a fraction. */
  indent = 0;
  rowCount = 0;
  /** First visible pixel of the tree. */
  top = 0;
  /** The scroller's `scrollTop` that goes with `top`. */
  scrollTop = 0;

  /** Of all rows. */
  get contentHeight() {
    return this.rowCount * this.rowHeight;
  }

  /** Of the element that holds them. */
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

  /** What to take from a row's place in the tree to get its place in the element; whole, so that text stays sharp. */
  get shift() {
    return this.isScaled ? Math.round(this.top - this.scrollTop) : 0;
  }

  /** The scroller has moved. @param {number} scrollTop */
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

  /** The `scrollTop` for the present `top`, taken in proportion. Sets both. */
  settled() {
    this.top = Math.min(this.maxTop, Math.max(0, this.top));
    this.scrollTop = this.isScaled ? this.#barFromTree(this.top) : this.top;
    return this.scrollTop;
  }

  /** First row that is at least partly in sight. */
  get firstRow() {
    return Math.min(Math.max(0, this.rowCount - 1), Math.floor(this.top / this.rowHeight));
  }

  /** Row after the last that is at least partly in sight. */
  get endRow() {
    return Math.min(this.rowCount, Math.ceil((this.top + this.height) / this.rowHeight));
  }

  /** How many rows fit; at least one. */
  get rowsPerPage() {
    return Math.max(1, Math.floor(this.height / this.rowHeight));
  }

  /** What a row is indented by. @param {number} level  From 1. */
  insetOf(level) {
    return Math.min((level - 1) * this.indent, MAX_INSET * this.width);
  }

  /** @param {number} row @param {number} [more]  As if this many more pixels were in sight at the end. */
  isInSight(row, more = 0) {
    const start = row * this.rowHeight;
    // Half a pixel of tolerance: with page zoom, browsers round scrollTop.
    return start >= this.top - 0.5 && start + this.rowHeight <= this.top + this.height + more + 0.5;
  }

  /**
   * The `top` that brings a row into sight: as little as needed, or to the middle.
   *
   * @param {number} row
   * @param {"nearest" | "center"} where
   */
  topFor(row, where) {
    const start = row * this.rowHeight;
    let top = this.top;
    if (where === "center") top = start - (this.height - this.rowHeight) / 2;
    else if (start < top) top = start;
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

  /** Tree pixels to one scroll bar pixel between the exact ends. */
  get #stretch() {
    return (this.maxTop - 2 * EXACT_ENDS) / (this.maxScrollTop - 2 * EXACT_ENDS);
  }
}
