import { boxOf, contains, doc, listen, scrollerOf, unlisten } from "../page-facts/dom.js";

/** The section being read begins above this part of the window. */
const LINE = 0.2;

/** A section that the user has chosen counts as reached after this many milliseconds, if nothing scrolls. */
const REACHED_AFTER = 1000;

const EVENTS = { capture: true, passive: true };

/**
 * Finds the section that the user is reading, once per frame while something scrolls. It needs some ten positions for each,
 * because it searches the headings as a sorted list.
 */
export class ReadingLine {
  #changed;
  /** @type {Element[]} */
  #elements = [];
  /** @type {EventTarget[]} A shadow root does not pass on the scrolling inside it. */
  #listened = [];
  /** @type {Element | undefined} The element that scrolls, if it is not the document. */
  #scroller;
  /** @type {{ id: number, top?: number } | undefined} The section that the user has chosen, until the user scrolls on. */
  #chosen;
  /** @type {number | undefined} */
  #id;
  /** @type {number | undefined} */
  #frame;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {(id: number | undefined) => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {Element[]} elements  The headings. @param {ShadowRoot[]} roots @param {boolean} isSame  The texts are those of the last list. */
  follow(elements, roots, isSame) {
    this.#unlisten();
    this.#elements = elements;
    if (!isSame) {
      this.#chosen = undefined;
      this.#id = undefined;
    }
    if (elements.length === 0) return;
    this.#listened = [doc, ...roots];
    for (const target of this.#listened) {
      listen(target, "scroll", this.#scrolled, EVENTS);
      listen(target, "scrollend", this.#ended, EVENTS);
    }
    addEventListener("resize", this.#soon, EVENTS);
    this.#soon();
  }

  /** The user has chosen a section. It may be too low on the page to reach the top. @param {number} id */
  choose(id) {
    this.#chosen = { id };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#ended, REACHED_AFTER);
    this.#soon();
  }

  stop() {
    this.follow([], [], false);
    clearTimeout(this.#timer);
  }

  #unlisten() {
    for (const target of this.#listened) {
      unlisten(target, "scroll", this.#scrolled, EVENTS);
      unlisten(target, "scrollend", this.#ended, EVENTS);
    }
    this.#listened = [];
    removeEventListener("resize", this.#soon, EVENTS);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  #scrolled = (/** @type {Event} */ { target }) => {
    const last = this.#elements.at(-1);
    // A list or a code block that scrolls has no headings.
    if (target instanceof Element && last && !contains(target, last)) return;
    this.#scroller = target instanceof Element ? target : undefined;
    this.#soon();
  };

  #soon = () => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#update();
    });
  };

  /** Scrolling has ended. */
  #ended = () => {
    const heading = this.#chosen && this.#elements[this.#chosen.id];
    if (this.#chosen && heading) this.#chosen.top ??= boxOf(heading).top;
  };

  #update() {
    const id = this.#chosenId() ?? this.#found();
    if (id === this.#id) return;
    this.#id = id;
    this.#changed(id);
  }

  #chosenId() {
    const chosen = this.#chosen;
    const heading = chosen && this.#elements[chosen.id];
    if (!chosen || !heading) return undefined;
    if (chosen.top === undefined || Math.abs(boxOf(heading).top - chosen.top) <= 2) return chosen.id;
    this.#chosen = undefined;
    return undefined;
  }

  /** The last heading above the line. */
  #found() {
    const line = this.#line();
    const topOf = (/** @type {number} */ at) => boxOf(this.#elements[at]).top;
    let [start, end] = [0, this.#elements.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if (topOf(middle) <= line) start = middle + 1;
      else end = middle;
    }
    if (start > 0) return start - 1;
    return this.#elements.length > 0 && topOf(0) < innerHeight ? 0 : undefined;
  }

  /** The line goes to the bottom of the window at the end of the page, because the last headings do not reach the top. */
  #line() {
    const scroller = this.#scroller ?? scrollerOf(doc);
    const top = this.#scroller ? boxOf(this.#scroller).top : 0;
    if (!scroller) return top + LINE * innerHeight;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const most = scrollHeight - clientHeight;
    const last = Math.min(clientHeight, most);
    const part = last > 0 ? Math.max(0, 1 - (most - scrollTop) / last) : 0;
    return top + clientHeight * (LINE + (1 - LINE) * part);
  }
}
