import { needsLoading } from "./entries.js";

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Row} Row */

/**
 * @typedef {object} DocumentsHost
 * @property {import("./tree.js").TreeView} view
 * @property {import("./status.js").Status} status
 * @property {() => import("./strings.js").Strings} strings
 * @property {() => import("./load.js").Load | undefined} load  The one whose tree is shown, when it has ended.
 * @property {(progress: import("./types.js").Progress) => void} progress
 * @property {(outcome: Outcome) => void} ended
 */

/** Loads further documents of the tree that is shown, as their rows are opened: one after the other. */
export class Documents {
  #host;
  /** @type {Map<number, Row>} By id, in the order in which they were asked for; the first is the one under way. */
  #wanted = new Map();
  /** @type {{ stop: () => void } | undefined} What is under way. */
  #running;

  /** @param {DocumentsHost} host */
  constructor(host) {
    this.#host = host;
  }

  /** @param {Row} row */
  open(row) {
    if (!needsLoading(row) || this.#wanted.has(row.id)) return;
    this.#wanted.set(row.id, row);
    this.#host.view.setWaiting(this.#wanted);
    this.next();
  }

  /** Begins with the first that waits, unless something is being loaded. */
  next() {
    const [row] = this.#wanted.values();
    const load = this.#host.load();
    if (row && load && !this.#running) this.#run(row, load);
  }

  /** Ends the load under way, and with it those that wait for it. */
  stop() {
    this.#running?.stop();
    for (const id of [...this.#wanted.keys()].slice(1)) this.#wanted.delete(id);
    this.#host.view.setWaiting(this.#wanted);
  }

  /** Another tree is to be shown. */
  clear() {
    this.#running?.stop();
    this.abandon();
  }

  /** Empties the queue of documents. Loads under way go on. */
  abandon() {
    this.#running = undefined;
    this.#wanted.clear();
    this.#host.view.setWaiting(this.#wanted);
  }

  /** @param {Row} row @param {import("./load.js").Load} load */
  async #run(row, load) {
    const { view, status, strings, progress, ended } = this.#host;
    const running = { stop: () => load.stop() };
    this.#running = running;
    status.loadingDocument(row.title);
    const outcome = await load.openDocument(
      row.id,
      (amount) => {
        if (running !== this.#running) return;
        status.advance(amount);
        view.refresh();
        progress(amount);
      },
      strings(),
    );
    if (!outcome || running !== this.#running) return;
    this.#running = undefined;
    this.#wanted.delete(row.id);
    view.setWaiting(this.#wanted);
    const now = view.rowOf(row.id);
    if (now?.expandable && !now.expanded && outcome.status === "loaded") view.session?.expand(row.id);
    view.refresh();
    status.documentEnded(row.title, outcome, view.session?.source?.pages ?? 0);
    ended(outcome);
    this.next();
  }
}
