/**
 * Expands branches with everything in them, a part in each frame, so that the page can paint and the user can go on. It ends
 * when the user collapses a branch or filters.
 */
export class Expansion {
  #view;
  /** @type {import("../types.js").RowSource | undefined} The source that has more to expand. */
  #session;

  /** @param {import("./tree-view.js").TreeView<import("../types.js").RowSource>} view */
  constructor(view) {
    this.#view = view;
  }

  /** @param {number} id */
  start(id) {
    const { session } = this.#view;
    session?.expandBelow?.(id);
    const isRunning = session !== undefined && session === this.#session;
    this.#session = session;
    if (!isRunning) this.#continue();
  }

  #continue() {
    const session = this.#session;
    this.#session = undefined;
    // Another tree may be shown by now.
    if (!session || session !== this.#view.session) return;
    const isMore = session.expandMore?.();
    this.#view.refresh();
    if (!isMore) return;
    this.#session = session;
    requestAnimationFrame(() => this.#continue());
  }
}
