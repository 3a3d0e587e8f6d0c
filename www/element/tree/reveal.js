/** The delay in milliseconds between attempts while the user is busy. */
const RETRY_AFTER = 150;

/** During a load, searching for the current page may take this share of the time. */
const MAX_SHARE = 0.05;

/** @typedef {import("../types.js").RevealMode} RevealMode */

/**
 * Reveals the current page once per navigation, and makes it the tab stop. Waits until its row has arrived and the user is
 * not busy. Gives up when the user scrolls, expands a row or moves the focus. Other modes only mark the page or do
 * nothing.
 */
export class Reveal {
  #view;
  #isBusy;
  #isPending = false;
  /** @type {number | undefined} The id of the row that was revealed, if the user has done nothing since. */
  #settledAt;
  /** The current page was scrolled to the middle, and the user has done nothing since. */
  #isCentred = false;
  /** The user has scrolled, expanded a row or moved the focus since the navigation. */
  #hasUserActed = false;
  /** @type {RevealMode} */
  #mode = "reveal";
  /** @type {number | undefined} */
  #timer;
  #nextSearch = -Infinity;

  /** @param {import("./tree-view.js").TreeView} view @param {() => boolean} isBusy */
  constructor(view, isBusy) {
    this.#view = view;
    this.#isBusy = isBusy;
  }

  /** @param {RevealMode} mode */
  setMode(mode) {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#finish();
    this.request();
  }

  /** Call this after a navigation. */
  request() {
    this.#hasUserActed = false;
    this.#view.markCurrent(this.#mode !== "off");
    if (this.#mode === "off") return;
    this.#isPending = true;
    this.#isCentred = false;
    this.#settledAt = undefined;
    this.#nextSearch = -Infinity;
    this.attempt();
  }

  /** Call this when the tree has changed around the current page. */
  requestAgain() {
    if (!this.#hasUserActed) this.request();
  }

  /** The current page is not revealed yet. */
  get isPending() {
    return this.#isPending;
  }

  /** Call this when rows arrive during a load. */
  attemptWhileLoading() {
    const start = performance.now();
    if (!this.#isPending || start < this.#nextSearch) return;
    const isReady = this.#view.session?.prepareCurrent();
    this.#rest(start);
    if (isReady) this.attempt();
  }

  /** Delays the next search according to the time that this one took. @param {number} start */
  #rest(start) {
    const end = performance.now();
    this.#nextSearch = Math.max(this.#nextSearch, end + (end - start) / MAX_SHARE);
  }

  /** The user controls the tree now. */
  cancel() {
    this.#finish();
    this.#hasUserActed = true;
  }

  #finish() {
    this.#isPending = this.#isCentred = false;
    this.#settledAt = undefined;
    clearTimeout(this.#timer);
  }

  /** Keeps the rows in place at the next change of the tree's height. */
  hold() {
    this.#isCentred = false;
  }

  /** Call this when the tree's height changes: it was hidden, or it grows with its rows. */
  resized() {
    clearTimeout(this.#timer);
    const { session } = this.#view;
    if (!session) return;
    if (!session.prepareCurrent()) {
      this.#timer = setTimeout(() => this.resized(), RETRY_AFTER);
      return;
    }
    const row = session.currentRow();
    if (this.#isCentred && row >= 0) this.#view.center(row);
    else this.attempt();
  }

  /** Call this when all rows are there, or to try again. */
  attempt() {
    clearTimeout(this.#timer);
    const { session } = this.#view;
    if (!session || !this.#view.hasSize) return;
    const row = session.currentRow();
    // Rows that have arrived since may have moved the page, also to a collapsed branch.
    const hasMoved = this.#settledAt !== undefined && this.#idOf(row) !== this.#settledAt;
    if (!this.#isPending && !hasMoved) return;
    const isInSight = row >= 0 && this.#view.isInSight(row);
    // The branch that the page has left may close.
    const isStill = isInSight && (this.#mode !== "reveal" || !hasMoved);
    // If the tree does not have the focus, a visible row can become the tab stop without disturbing the user.
    const disturbs = !isStill || this.#view.hasRowFocus;
    // A row that is missing may still arrive.
    if (this.#mode !== "reveal" && !isInSight) this.#isPending &&= row < 0;
    else if (disturbs && this.#isBusy()) this.#timer = setTimeout(() => this.attempt(), RETRY_AFTER);
    else if (isStill) this.#settle(row);
    else this.now();
  }

  /** Reveals at once, even if the user is busy. @returns {boolean}  `true` if the tree has the current page. */
  now() {
    const { session } = this.#view;
    const start = performance.now();
    const row = session?.revealCurrent() ?? -1;
    this.#rest(start);
    if (row < 0) return false;
    this.#view.refresh(false); // rows below a branch that opens move down
    this.#view.markCurrent(true); // so that the user recognises it
    if (!this.#view.hasSize) {
      this.#isPending = true; // until the tree is visible
      return true;
    }
    const isCentred = !this.#view.isInSight(row);
    if (isCentred) this.#view.center(row);
    this.#settle(row);
    this.#isCentred = isCentred;
    return true;
  }

  /** Makes the current page the tab stop. If the tree has the focus, focuses the page. @param {number} row */
  #settle(row) {
    this.#finish();
    const id = this.#idOf(row);
    this.#settledAt = id;
    if (id === undefined) return;
    if (this.#view.hasRowFocus) this.#view.focusIndex(row);
    else this.#view.setActive(id);
  }

  /** @param {number} row @returns {number | undefined} */
  #idOf(row) {
    return row < 0 ? undefined : this.#view.session?.rows(row, row + 1)[0]?.id;
  }
}
