import { SectionWatch } from "../page-sections/watch.js";
import { pageFactLimits } from "./page-fact-limits.js";

/** @typedef {import("../outline/outline.js").SectionReader} SectionReader */

/**
 * Watches the sections of the element's own document.
 *
 * @implements {SectionSource}
 * @typedef {import("../outline/outline.js").SectionSource} SectionSource
 */
export class OwnSections {
  /** @type {SectionWatch | undefined} */
  #watch;
  /** Counts the starts. */
  #starts = 0;

  /** @param {SectionReader} reader */
  start(reader) {
    const start = ++this.#starts;
    pageFactLimits().then(
      (limits) => {
        if (start === this.#starts) this.#watch = new SectionWatch(limits, reader);
      },
      () => reader.fail(),
    );
  }

  stop() {
    this.#starts += 1;
    this.#watch?.stop();
    this.#watch = undefined;
  }

  /** @param {number} version @param {number} id */
  go(version, id) {
    this.#watch?.go(version, id);
  }
}
