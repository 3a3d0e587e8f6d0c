import { needsLoading } from "../tree/row-kinds.js";
import { checkForDeath } from "./engine.js";

/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("../types.js").Row} Row */

/**
 * @typedef {object} DocumentsHost
 * @property {import("../tree/tree-view.js").TreeView} view
 * @property {import("../status.js").Status} status
 * @property {() => import("./load.js").Load | undefined} load  The load whose tree is shown, if it has ended.
 * @property {(progress: import("../types.js").Progress) => void} progress
 * @property {(outcome: Outcome) => void} ended
 * @property {() => void} named  Rows may have other titles.
 */

/** Loads child sitemaps of the shown tree when the user opens their rows, and titles of its pages, one at a time. */
export class Documents {
  #host;
  /** @type {Map<number, Row>} The queue, by id. The first row is being loaded. */
  #queue = new Map();
  /** @type {{ stop: () => void, isForTitles?: true } | undefined} The load in progress. */
  #running;

  /** @param {DocumentsHost} host */
  constructor(host) {
    this.#host = host;
  }

  /** @param {Row} row */
  open(row) {
    if (!needsLoading(row) || this.#queue.has(row.id)) return;
    this.#queue.set(row.id, row);
    this.#host.view.setWaiting(this.#queue);
    if (this.#running?.isForTitles) this.#running.stop(); // the row follows at its end
    this.next();
  }

  /** Loads the first row of the queue, unless a load is in progress. */
  next() {
    const [row] = this.#queue.values();
    const load = this.#host.load();
    if (row && load && !this.#running) this.#run(row, load);
  }

  /** Stops the load in progress and empties the queue. */
  stop() {
    this.#running?.stop();
    for (const id of [...this.#queue.keys()].slice(1)) this.#queue.delete(id);
    this.#host.view.setWaiting(this.#queue);
  }

  /** Stops everything before another tree is shown. */
  clear() {
    this.#running?.stop();
    this.abandon();
  }

  /** Empties the queue. A load in progress continues. */
  abandon() {
    this.#running = undefined;
    this.#queue.clear();
    this.#host.view.setWaiting(this.#queue);
  }

  /**
   * Loads all child sitemaps that are not in the tree. Returns `undefined` if another load is in progress or follows.
   *
   * @returns {Promise<Outcome | undefined>}
   */
  async openMissing() {
    const load = this.#host.load();
    if (!load?.session || this.#running) return undefined;
    const title = this.#host.view.strings.plural("more", load.session.missingDocuments);
    return this.#load(load, title, (onProgress) => load.openMissing(onProgress, this.#host.view.strings));
  }

  /**
   * Returns a function that reads the titles of the pages in a branch. `undefined` if none is missing, or if something else is
   * being loaded.
   *
   * @param {number} id  The id of the branch's row.
   */
  titleReader(id) {
    const load = this.#host.load();
    if (load?.target.kind !== "page" || this.#running || !load.session?.lacksTitles(id)) return undefined;
    return () => void this.#readTitles(id, load);
  }

  /** @param {number} id @param {import("./load.js").Load} load */
  async #readTitles(id, load) {
    const { view, status, named } = this.#host;
    if (load !== this.#host.load() || this.#running) return; // the menu may have been open for long
    const running = { stop: () => load.stopTitles(), isForTitles: /** @type {const} */ (true) };
    this.#running = running;
    status.readingTitles();
    let failed;
    try {
      failed = await load.readTitles(id, (done, total) => {
        if (running === this.#running) status.titleRead(done, total);
      });
    } catch (error) {
      checkForDeath(error);
      console.error("navi-bar:", error);
    }
    if (running !== this.#running) return;
    this.#running = undefined;
    view.refresh();
    status.titlesRead(failed ?? 0);
    named();
    this.next();
  }

  /** @param {Row} row @param {import("./load.js").Load} load */
  async #run(row, load) {
    const { view } = this.#host;
    await this.#load(
      load,
      row.title,
      (onProgress) => load.openDocument(row.id, onProgress, view.strings),
      (outcome) => {
        this.#queue.delete(row.id);
        view.setWaiting(this.#queue);
        const now = view.rowOf(row.id);
        if (now?.expandable && !now.expanded && outcome.status === "loaded") view.session?.expand(row.id);
      },
    );
  }

  /**
   * @param {import("./load.js").Load} load
   * @param {string} title  What is loaded.
   * @param {(onProgress: (amount: import("../types.js").Progress) => void) => Promise<Outcome | undefined>} begin
   * @param {(outcome: Outcome) => void} [finish]  Called before the rows are painted.
   * @returns {Promise<Outcome | undefined>}  `undefined` if another tree is shown by now.
   */
  async #load(load, title, begin, finish) {
    const { view, status, progress, ended } = this.#host;
    const running = { stop: () => load.stop() };
    this.#running = running;
    status.loadingDocument(title);
    const outcome = await begin((amount) => {
      if (running !== this.#running) return;
      status.advance(amount);
      view.refresh();
      progress(amount);
    });
    if (!outcome || running !== this.#running) return undefined;
    this.#running = undefined;
    finish?.(outcome);
    view.refresh();
    status.documentEnded(title, outcome, view.session?.source?.pages ?? 0);
    ended(outcome);
    this.next();
    return outcome;
  }
}
