import { element } from "../dom.js";
import { Viewport } from "./viewport.js";

/** Scrolling has ended when nothing has moved for this many milliseconds. */
const SETTLED_AFTER = 120;

/** Below this width, in CSS pixels, a row has no room for a sentence beside its title. */
const NARROW = 420;

/**
 * @typedef {object} ScrollerHost
 * @property {(by: number) => void} scrolled  The tree has moved by this many pixels.
 * @property {() => void} settled  Scrolling has ended.
 * @property {() => void} resized  The size or the row height may have changed. Call `measure` and paint.
 */

/** The element that scrolls. Keeps the viewport and the browser's scroll position the same. */
export class Scroller {
  /** `tabindex`: Firefox would make a scrolling element a tab stop. The rows have one. */
  element = element("div", { part: "scroller", class: "scroller", tabindex: "-1" });
  viewport = new Viewport();
  #measure = element("div", { class: "measure", "aria-hidden": "true" });
  #tree;
  #host;
  #observer = new ResizeObserver(() => this.#host.resized());
  /** The last known scroll position of the element, in CSS pixels. */
  #scrollTop = 0;
  /** Browsers lose the scroll position of an element that moves in the document. */
  #isLost = false;
  /** @type {number | undefined} */
  #timer;

  /** @param {HTMLElement} tree  As tall as all rows. @param {ScrollerHost} host */
  constructor(tree, host) {
    this.#tree = tree;
    this.#host = host;
    this.element.append(this.#measure, tree);
    this.element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#observer.observe(this.element);
    this.#observer.observe(this.#measure);
  }

  /** The element is in the document again, perhaps at another place. */
  reconnected() {
    this.#isLost = true;
    // A new observation reports the size even if it has not changed.
    this.#observer.unobserve(this.element);
    this.#observer.observe(this.element);
  }

  reset() {
    this.viewport.scrollTop = 0;
    this.viewport.rowCount = 0;
    this.element.scrollTop = this.#scrollTop = 0;
  }

  /** Scrolls the element to the viewport's position. */
  scroll() {
    const scrollTop = this.viewport.settled();
    if (Math.abs(this.#scrollTop - scrollTop) >= 1) this.element.scrollTop = scrollTop;
    this.#scrollTop = scrollTop;
  }

  /** Returns `true` if the element is at the viewport's position. It is not while the tree is too short. */
  get isThere() {
    return Math.abs(this.element.scrollTop - this.viewport.scrollTop) < 1;
  }

  #scrolled() {
    const { scrollTop } = this.element;
    // The event may come late, when the tree is hidden and so has lost its position.
    if (this.#isLost || (scrollTop === 0 && this.element.clientHeight === 0)) return;
    const before = this.viewport.top;
    this.#scrollTop = scrollTop;
    this.viewport.scrolled(this.#scrollTop);
    this.#host.scrolled(this.viewport.top - before);
    this.#settleSoon();
  }

  /** Not the scrollend event: it comes after every single step of a scripted scroll. */
  #settleSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // A row that moves in the document between press and release would miss its click.
      if (this.#tree.matches(":active")) return this.#settleSoon();
      if (this.viewport.isScaled) this.scroll();
      this.#host.settled();
    }, SETTLED_AFTER);
  }

  /** Sets the height of the tree. A wheel over a tree that does not scroll scrolls the page instead. */
  setHeight() {
    this.#tree.style.height = `${this.viewport.elementHeight}px`;
    this.element.toggleAttribute("data-scrolls", this.viewport.maxTop > 0);
  }

  /** Reads size, row height and indentation. The first row in sight stays at the top. */
  measureAgain() {
    const { viewport } = this;
    const { top, height, rowHeight } = viewport;
    this.measure();
    if (height === viewport.height && rowHeight === viewport.rowHeight && !this.#isLost) return;
    viewport.top = (top / rowHeight) * viewport.rowHeight;
    this.setHeight();
    this.#scrollTop = this.element.scrollTop; // an element that shows again starts at its top
    if (viewport.height > 0) this.#isLost = false;
    this.scroll();
  }

  measure() {
    const { viewport } = this;
    const { width, indent } = viewport;
    viewport.height = this.element.clientHeight;
    viewport.width = this.element.clientWidth;
    if (width !== viewport.width) this.#tree.toggleAttribute("data-narrow", viewport.width < NARROW);
    const measured = getComputedStyle(this.#measure);
    // Not offsetHeight, which is rounded: a row may be 22.4 pixels high.
    viewport.rowHeight = Number.parseFloat(measured.height) || viewport.rowHeight;
    // Whole device pixels, because each row draws its own part of a guide.
    viewport.indent = Math.round((Number.parseFloat(measured.width) || 0) * devicePixelRatio) / devicePixelRatio;
    if (indent !== viewport.indent) this.#tree.style.setProperty("--_indent", `${viewport.indent}px`);
  }
}
