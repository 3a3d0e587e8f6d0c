/** How long, in milliseconds, until it is tried again while the user is busy. */
const AGAIN_AFTER = 150;

/** While pages still come, looking for the current one among them may take at most this share of the time. */
const SHARE = 0.05;

/** @typedef {import("./types.js").RevealMode} RevealMode */

/**
 * Shows the current page once for each navigation: not before its row has come, not while the user is at it, and not
 * any more when the user has scrolled, folded or moved since. Or, in other modes, only marks it, or leaves the tree as
 * it is.
 */
export class Reveal {
  #view;
  #isBusy;
  #isPending = false;
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
    if (this.#mode !== "reveal") return;
    this.#isPending = true;
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
    this.#isPending = false;
    clearTimeout(this.#timer);
  }

  /** All rows have come, or time has passed. */
  attempt() {
    clearTimeout(this.#timer);
    const { session } = this.#view;
    if (!this.#isPending || !session) return;
    const row = session.currentRow();
    if (row >= 0 && this.#view.isInSight(row)) {
      this.#settle(row);
    } else if (this.#isBusy()) {
      this.#timer = setTimeout(() => this.attempt(), AGAIN_AFTER);
    } else {
      this.now();
    }
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
    this.#view.reveal(row);
    this.#settle(row);
    return true;
  }

  /** @param {number} row */
  #settle(row) {
    this.cancel();
    const { session, hasRowFocus } = this.#view;
    const current = session?.rows(row, row + 1)[0];
    // Tab then leads to the current page.
    if (current && !hasRowFocus) this.#view.setActive(current.id);
  }
}
