/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Saved} Saved */
/** @typedef {import("../types.js").Session} Session */

/**
 * Opens the same branches in a second tree of the same site.
 *
 * @param {Session} from
 * @param {Place | undefined} place  The position in `from`.
 * @param {Session} to  A complete tree.
 * @returns {Place}  The same position in `to`.
 */
export function copyPosition(from, place, to) {
  to.restore(from.state(place?.first, place?.active));
  return restoredPlace(to, place?.offset ?? 0);
}

/** @param {Session} session @param {number} offset @returns {Place} */
function restoredPlace({ restoredRow, restoredActive }, offset) {
  const id = (/** @type {number} */ row) => (row < 0 ? undefined : row);
  return { first: id(restoredRow), offset, active: id(restoredActive) };
}

/**
 * Scrolls a loading tree to the user's last position as soon as its rows are there. It gives up when the user scrolls,
 * expands a row or moves the focus.
 */
export class PositionRestorer {
  #view;
  /** @type {Saved | undefined} */
  #saved;

  /** @param {import("../tree/tree-view.js").TreeView} view */
  constructor(view) {
    this.#view = view;
  }

  /** @param {Saved} saved  The position that the session restores. */
  request(saved) {
    this.#saved = saved;
  }

  cancel() {
    this.#saved = undefined;
  }

  /** The position that is not reached yet. */
  get saved() {
    return this.#saved;
  }

  /** Call this when more rows have arrived. */
  attempt() {
    const { session } = this.#view;
    if (!this.#saved || !session || session.restoredRow < 0) return;
    if (this.#view.showAnew(restoredPlace(session, this.#saved.offset))) this.cancel();
  }
}
