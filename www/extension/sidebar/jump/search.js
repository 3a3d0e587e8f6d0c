import { message } from "../../browser.js";

/** @typedef {import("../../../element/types.js").JumpTarget} JumpTarget */

/** Searches one text at a time. While a search runs, only the newest text waits. */
export class JumpSearch {
  #tree;
  /** @type {Promise<unknown>} */
  #running = Promise.resolve();
  #newest = 0;

  /** @param {import("../../../element/navi-bar.js").NaviBar} tree */
  constructor(tree) {
    this.#tree = tree;
  }

  /** The session of the shown tree. */
  get session() {
    return this.#tree.hidden ? undefined : this.#tree.session;
  }

  /** Why no page is found. */
  get sentence() {
    if (this.#tree.hidden) return document.getElementById("notice-text")?.textContent ?? "";
    return message(this.#tree.state === "loading" ? "loading" : "navi_bar_filterNothing");
  }

  /** @param {string} text @returns {Promise<JumpTarget[] | undefined>}  `undefined` if a newer text has replaced this one. */
  async find(text) {
    const number = ++this.#newest;
    await this.#running;
    if (number !== this.#newest) return undefined;
    const { session } = this;
    // A session that is replaced by another site is freed.
    const found = session?.jump(text).catch(() => []) ?? Promise.resolve([]);
    this.#running = found;
    const targets = await found;
    return number === this.#newest && session === this.session ? targets : undefined;
  }
}
