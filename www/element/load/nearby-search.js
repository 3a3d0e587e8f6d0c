import { Load } from "./load.js";
import { WaitingFacts } from "./waiting-facts.js";

/** @typedef {import("../types.js").PageFacts} PageFacts */

/**
 * @typedef {object} NearbySearchHost
 * @property {() => import("../text/strings.js").Strings} strings
 * @property {(session: import("../types.js").Session) => void} prepare  Receives the session before it has rows.
 * @property {(load: Load, page: PageFacts, outcome: import("../types.js").Outcome) => void} ended
 * @property {(page: PageFacts) => void} arrived  Receives the facts that have arrived during a search.
 */

/**
 * Looks for another site of the host near the current page, because the shown tree is not about the page. The shown tree
 * stays meanwhile.
 */
export class NearbySearch {
  #host;
  /** @type {Load | undefined} */
  #load;
  /** The facts that have arrived during a search. */
  #waiting = new WaitingFacts();

  /** @param {NearbySearchHost} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * @param {Load} shown
   * @param {import("./target.js").Target} target
   * @param {PageFacts} page  The facts of the page at `target`. `addFacts` of the shown session has just refused them.
   */
  start(shown, target, page) {
    this.cancel();
    // The site below a path keeps what its visited pages have shown so far.
    const load = (this.#load = new Load(target, false, shown, true));
    load.addFacts(page);
    load.run(undefined, (session) => this.#host.prepare(session), () => {}, this.#host.strings());
    void this.#follow(load, page);
  }

  /** @param {Load} load @param {PageFacts} page */
  async #follow(load, page) {
    const outcome = await load.ended;
    if (!outcome || load !== this.#load) return;
    const waiting = this.#waiting.take();
    this.abandon();
    this.#host.ended(load, page, outcome);
    for (const facts of waiting) this.#host.arrived(facts);
  }

  /** Keeps facts until the search in progress ends. @param {PageFacts} page @returns {boolean}  `false` without a search. */
  keep(page) {
    if (this.#load) this.#waiting.put(page);
    return this.#load !== undefined;
  }

  /** Call this before the session of the shown tree is freed. */
  cancel() {
    this.#load?.discard();
    this.abandon();
  }

  /** The engine has died. Its memory must not be touched. */
  abandon() {
    this.#load = undefined;
    this.#waiting.take();
  }
}
