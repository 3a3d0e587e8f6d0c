/** @typedef {import("../../../element/types.js").JumpTarget} JumpTarget */

/** Searches one text at a time. While a search runs, only the newest text waits. */
export class JumpSearch {
  #session;
  /** @type {Promise<unknown>} */
  #running = Promise.resolve();
  #newest = 0;

  /** @param {() => import("../../../element/types.js").Session | undefined} session  The shown tree. */
  constructor(session) {
    this.#session = session;
  }

  /** @param {string} text @returns {Promise<JumpTarget[] | undefined>}  `undefined` if a newer text has replaced this one. */
  async find(text) {
    const number = ++this.#newest;
    await this.#running;
    if (number !== this.#newest) return undefined;
    const session = this.#session();
    // A session that is replaced by another site is freed.
    const found = session?.jump(text).catch(() => []) ?? Promise.resolve([]);
    this.#running = found;
    const targets = await found;
    return number === this.#newest && session === this.#session() ? targets : undefined;
  }
}
