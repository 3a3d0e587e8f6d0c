/** How long, in milliseconds, until it is tried again while the user is busy. */
const AGAIN_AFTER = 150;

/** While pages still come, looking for the current one among them may take at most this share of the time. */
const SHARE = 0.05;

/** @typedef {import("./types.js").RevealMode} RevealMode */

/**
 * Shows the current page once for each navigation: not before its row has come, not while the user is at it, and no longer
 * once the user has scrolled, folded or moved. The keyboard's cursor goes with it. Other modes only mark the page, or
 * leave the tree as it is.
 */
export class Reveal {
  #view;
  #isBusy;
  #isPending = false;
  /** Whether the current page was brought to the middle of the tree, and the user has done nothing since. */
  #isCentred = false;
  /** @type {RevealMode} */
  #mode = "reveal";
  /** @type {number | undefined} */
  #timer;
  #nextLook = -Infinity;

  /** @param {import("./tree.js").TreeView} view @param {() => boolean} isBusy */
  constructor(view, isBusy) {
    this.#view = view;
    this.#isBusy = isBusy;
  }

  /** @param {RevealMode} mode */
  setMode(mode) {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.cancel();
    this.request();
  }

  /** A navigation has happened. */
  request() {
    this.#view.markCurrent(this.#mode !== "off");
    if (this.#mode === "off") return;
    this.#isPending = true;
    this.#isCentred = false;
    this.#nextLook = -Infinity;
    this.attempt();
  }

  /** Whether the current page is still to be shown. */
  get isPending() {
    return this.#isPending;
  }

  /** More rows have come, and yet more may. */
  attemptWhileLoading() {
    if (this.#isPending && performance.now() >= this.#nextLook) this.attempt();
  }

  cancel() {
    this.#isPending = this.#isCentred = false;
    clearTimeout(this.#timer);
  }

  /** The next change of the tree's height moves no row. */
  hold() {
    this.#isCentred = false;
  }

  /** The tree has another height: it was hidden, or it grows with its rows. */
  resized() {
    const row = this.#view.session?.currentRow() ?? -1;
    if (this.#isCentred && row >= 0) this.#view.center(row);
    else this.attempt();
  }

  /** All rows have come, or time has passed. */
  attempt() {
    clearTimeout(this.#timer);
    const { session } = this.#view;
    if (!this.#isPending || !session || !this.#view.hasSize) return;
    const row = session.currentRow();
    const isInSight = row >= 0 && this.#view.isInSight(row);
    // Without the focus in the tree, a row in sight can become its tab stop without disturbing anybody.
    const disturbs = !isInSight || this.#view.hasRowFocus;
    if (this.#mode !== "reveal" && !isInSight) this.#isPending = false;
    else if (disturbs && this.#isBusy()) this.#timer = setTimeout(() => this.attempt(), AGAIN_AFTER);
    else if (isInSight) this.#settle(row);
    else this.now();
  }

  /** On demand, whatever the user is doing. @returns {boolean} Whether the tree has the current page. */
  now() {
    const { session } = this.#view;
    const start = performance.now();
    const row = session?.revealCurrent() ?? -1;
    const end = performance.now();
    this.#nextLook = end + (end - start) / SHARE;
    if (row < 0) return false;
    this.#view.markCurrent(true); // else nobody would see which one it is
    this.#view.refresh();
    if (!this.#view.hasSize) {
      this.#isPending = true; // until it shows
      return true;
    }
    const isCentred = !this.#view.isInSight(row);
    if (isCentred) this.#view.center(row);
    this.#settle(row);
    this.#isCentred = isCentred;
    return true;
  }

  /** The tab stop goes to the current page, and with it the focus where that is in the tree. @param {number} row */
  #settle(row) {
    this.cancel();
    const { session, hasRowFocus } = this.#view;
    const current = session?.rows(row, row + 1)[0];
    if (!current) return;
    if (hasRowFocus) this.#view.focusIndex(row);
    else this.#view.setActive(current.id);
  }
}
