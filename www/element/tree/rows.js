import { isLine } from "./row-kinds.js";
import { RowElement } from "./row-element.js";

/** @typedef {import("../text/strings.js").Strings} Strings */
/** @typedef {import("../types.js").Row} Row */

/** The layer starts at most this many rows above the first visible row, so that offsets inside it stay exact. */
const REBASE_ROWS = 4096;

/** The layer starts at least this many rows above the first visible row: more than are ever painted there. */
const ROWS_ABOVE = 1024;

/** Spare elements, for a tree that shrinks and grows: about as many as a tall window shows. */
const MAX_SPARE = 100;

/**
 * The rows that exist as elements: those in sight and around, and the tab stop wherever it is.
 *
 * An element belongs to the id of a row, not to a position: when rows appear above, the focused element still shows the
 * same page. Screen readers read elements in document order, so that order must be the tree's. Moving an element is the
 * most expensive step, so the order is restored only after scrolling has ended.
 */
export class Rows {
  /** @type {Map<number, RowElement>} */
  #byId = new Map();
  /** @type {RowElement[]} In the tree's order. */
  #order = [];
  /** @type {RowElement[]} */
  #spare = [];
  /** The index of the row at the top of the layer. */
  #base = 0;
  #layer;

  /** @param {HTMLElement} layer  Positioned, inside the element with role="tree". */
  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * @param {{ row: Row, index: number }[]} entries  In the tree's order.
   * @param {import("./viewport.js").Viewport} viewport
   * @param {number | undefined} tabStop  The id of a row.
   * @param {Strings} strings
   */
  paint(entries, viewport, tabStop, strings) {
    this.#assign(entries, strings);
    this.#position(entries, viewport);
    this.setTabStop(tabStop);
  }

  /** Sorts the elements. Does not move the focused one, because it would lose the focus. */
  arrange() {
    const order = this.#order.map((each) => each.element);
    const { activeElement } = /** @type {ShadowRoot | Document} */ (this.#layer.getRootNode());
    const fixed = Math.max(0, order.findIndex((each) => each === activeElement));
    for (let place = fixed - 1; place >= 0; place--) {
      const [each, next] = [order[place], order[place + 1]];
      if (each && next && each.nextSibling !== next) this.#layer.insertBefore(each, next);
    }
    for (let place = fixed + 1; place < order.length; place++) {
      const [each, previous] = [order[place], order[place - 1]];
      if (each && previous && each.previousSibling !== previous) previous.after(each);
    }
  }

  /** Removes all elements but the focused one. The next painting adds elements again. */
  discard() {
    const { activeElement } = /** @type {ShadowRoot | Document} */ (this.#layer.getRootNode());
    const isFocused = (/** @type {RowElement} */ each) => each.element === activeElement;
    for (const each of this.#order) if (!isFocused(each)) this.#remove(each);
    this.#order = this.#order.filter(isFocused);
  }

  /** Creates elements in advance, so that a branch with many rows expands without delay. @param {number} count */
  prepare(count) {
    const missing = Math.min(count, MAX_SPARE) - this.#order.length - this.#spare.length;
    for (let made = 0; made < missing; made++) this.#spare.push(new RowElement());
  }

  /** @param {number} id @returns {HTMLElement | undefined} */
  elementOf(id) {
    return this.#byId.get(id)?.element;
  }

  /**
   * Returns the row of an event's target. Separators are not rows.
   *
   * @param {EventTarget | null} target
   * @returns {Row | undefined}
   */
  rowAt(target) {
    const found = target instanceof Element ? target.closest("[data-id]") : null;
    const row = found instanceof HTMLElement ? this.#byId.get(Number(found.dataset.id))?.row : undefined;
    return row && !isLine(row) ? row : undefined;
  }

  /** @param {number | undefined} id */
  setTabStop(id) {
    for (const each of this.#order) each.setTabStop(each.row?.id === id);
  }

  /** @param {{ row: Row, index: number }[]} entries @param {Strings} strings */
  #assign(entries, strings) {
    const before = this.#order;
    for (const each of before) each.isWanted = false;
    for (const { row } of entries) {
      const item = this.#byId.get(row.id);
      if (item) item.isWanted = true;
    }
    const free = before.filter((each) => !each.isWanted);
    let nextFree = 0;
    this.#order = entries.map(({ row }) => {
      let item = this.#byId.get(row.id);
      if (!item) {
        const unwanted = free[nextFree++];
        if (unwanted?.row) this.#byId.delete(unwanted.row.id);
        item = unwanted ?? this.#create();
        this.#byId.set(row.id, item);
      }
      item.show(row, strings);
      return item;
    });
    for (const each of free.slice(nextFree)) this.#remove(each);
  }

  #create() {
    const item = this.#spare.pop() ?? new RowElement();
    this.#layer.append(item.element);
    return item;
  }

  /** @param {RowElement} item */
  #remove(item) {
    item.element.remove();
    if (item.row) this.#byId.delete(item.row.id);
    if (this.#spare.length < MAX_SPARE) this.#spare.push(item);
  }

  /**
   * @param {{ row: Row, index: number }[]} entries
   * @param {import("./viewport.js").Viewport} viewport
   */
  #position(entries, viewport) {
    const { rowHeight, shift, firstRow } = viewport;
    // The layer must enclose its rows. Because of the rows' containment, Firefox does not notice a row that moves out of the
    // layer, and does not paint it.
    const above = firstRow - this.#base;
    if (above > REBASE_ROWS || (above < ROWS_ABOVE && this.#base > 0)) {
      this.#base = Math.max(0, firstRow - REBASE_ROWS / 2);
    }
    // A row below the end of the element would make the scrolling area longer.
    const lowest = Math.max(0, viewport.elementHeight - rowHeight);
    const origin = this.#base * rowHeight - shift;
    this.#layer.style.top = `${origin}px`;
    entries.forEach(({ row, index }, place) => {
      const inset = viewport.insetOf(row.level);
      const slot = viewport.slotOf(index);
      const y = Math.min(lowest, Math.max(0, index * rowHeight - shift));
      if (slot >= 0) this.#order[place]?.place(slot * rowHeight, inset, true);
      else this.#order[place]?.place(y - origin, inset, false);
    });
  }
}
