import { doc, followLink, isConnected, scrollTo } from "../page-facts/dom.js";
import { readSections } from "./read.js";
import { ReadingLine } from "./reading-line.js";

/** @typedef {import("../types.js").SectionHeading} SectionHeading */

/** Milliseconds between a change of the document and the next reading. */
const READ_AFTER = 500;

/** A reading that costs much waits for this many times its cost, so that a page that always changes stays fast. */
const REST = 20;

const CHANGES = {
  subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["id", "hidden", "open", "role"],
};

/**
 * Watches the sections of the current document until `stop()`.
 *
 * The observer ends with the first change and begins again with the next reading. A page that changes all the time therefore
 * causes one call and one reading in each period.
 */
export class SectionWatch {
  #limits;
  #host;
  /** @type {import("./read.js").ReadSections} */
  #found = { sections: [], elements: [], roots: [], cost: 0 };
  /** Counts the lists. */
  #version = 0;
  #text = "";
  #isReading = false;
  /** The document has changed since the reading began. */
  #hasChanged = false;
  #isStopped = false;
  #observer = new MutationObserver(() => this.#documentChanged());
  #line;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import("../types.js").PageFactLimits} limits
   * @param {{ show: (sections: SectionHeading[], version: number) => void, read: (id: number | undefined, version: number) => void }} host
   */
  constructor(limits, host) {
    this.#limits = limits;
    this.#host = host;
    this.#line = new ReadingLine((id) => host.read(id, this.#version));
    this.#read();
  }

  stop() {
    this.#isStopped = true;
    this.#observer.disconnect();
    this.#line.stop();
    clearTimeout(this.#timer);
  }

  /** Goes to a section of a list. @param {number} version @param {number} id */
  go(version, id) {
    const heading = this.#found.elements[id];
    if (version !== this.#version || !heading || !isConnected(heading)) return;
    this.#line.choose(id);
    const url = this.#found.sections[id]?.url;
    // Scripts may have changed the address. A link to the old one would load the page.
    if (url && url.split("#")[0] === location.href.split("#")[0]) followLink(url);
    else scrollTo(heading);
  }

  /** Reads the sections and shows them, even if they are the same. */
  readAgain() {
    this.#text = "";
    this.#documentChanged();
  }

  async #read() {
    this.#isReading = true;
    this.#timer = undefined;
    this.#observer.observe(doc, CHANGES);
    const found = await readSections(this.#limits);
    if (this.#isStopped) return;
    this.#isReading = false;
    for (const root of found.roots) this.#observer.observe(root, CHANGES);
    const text = JSON.stringify(found.sections);
    const isSame = text === this.#text;
    this.#found = found;
    if (!isSame) {
      this.#text = text;
      this.#version += 1;
      this.#host.show(found.sections, this.#version);
    }
    this.#line.follow(found.elements, found.roots, isSame);
    if (this.#hasChanged) this.#documentChanged();
  }

  #documentChanged() {
    this.#observer.disconnect();
    this.#hasChanged = this.#isReading;
    if (this.#isReading) return;
    this.#timer ??= setTimeout(() => this.#read(), Math.max(READ_AFTER, REST * this.#found.cost));
  }
}
