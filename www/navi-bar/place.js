/** @typedef {import("./tree.js").Place} Place */
/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {import("./types.js").Session} Session */

/**
 * Opens in one tree of a site what is open in another, and finds the place there.
 *
 * @param {Session} from
 * @param {Place | undefined} place
 * @param {Session} to  All of it is there.
 * @returns {Place}
 */
export function carryOver(from, place, to) {
  to.restore(from.state(place?.first, place?.active));
  return restored(to, place?.offset ?? 0);
}

/** @param {Session} session @param {number} offset @returns {Place}  As far as it has come. */
function restored({ restoredRow, restoredActive }, offset) {
  const id = (/** @type {number} */ row) => (row < 0 ? undefined : row);
  return { first: id(restoredRow), offset, active: id(restoredActive) };
}

/**
 * Brings a tree that is being loaded to where the user was another time: as soon as the rows are there, and not any more
 * once the user has scrolled, folded or moved.
 */
export class Arrival {
  #view;
  /** @type {Saved | undefined} */
  #saved;

  /** @param {import("./tree.js").TreeView} view */
  constructor(view) {
    this.#view = view;
  }

  /** @param {Saved} saved  What the session has been told to restore. */
  request(saved) {
    this.#saved = saved;
  }

  cancel() {
    this.#saved = undefined;
  }

  /** Where the tree is still to be brought to. */
  get saved() {
    return this.#saved;
  }

  /** More rows have come. */
  attempt() {
    const { session } = this.#view;
    if (!this.#saved || !session || session.restoredRow < 0) return;
    if (this.#view.showAnew(restored(session, this.#saved.offset))) this.cancel();
  }
}
