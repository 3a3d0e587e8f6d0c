import { element } from "../dom.js";

/** The keys, and how many steps they move the divider up. */
const STEPS = new Map([["ArrowUp", 1], ["ArrowDown", -1], ["PageUp", 5], ["PageDown", -5], ["Home", -Infinity], ["End", Infinity]]);

/** A step of a key, in CSS pixels. */
const STEP = 24;

/**
 * @typedef {object} DividerHost
 * @property {() => { now: number, min: number, max: number }} size  The height of the part below, in CSS pixels.
 * @property {(height: number) => void} resize
 * @property {() => void} resized  The user has ended resizing.
 * @property {() => void} fold
 */

/** The divider above a part whose height the user chooses: a window splitter of the ARIA Authoring Practices. */
export class Divider {
  #host;
  element = element("div", { class: "divider", part: "divider", role: "separator", "aria-orientation": "horizontal", tabindex: "0" });

  /** @param {string} controls  The id of the part below. @param {DividerHost} host */
  constructor(controls, host) {
    this.#host = host;
    const { element: bar } = this;
    bar.setAttribute("aria-controls", controls);
    bar.addEventListener("keydown", (event) => this.#keyDown(event));
    bar.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault(); // no text is selected
      bar.focus();
      this.#drag(event.clientY, host.size().now);
    });
  }

  /** Follows the pointer until it is released. @param {number} from @param {number} height */
  #drag(from, height) {
    const end = new AbortController();
    const { signal } = end;
    addEventListener("pointermove", ({ clientY }) => this.#resize(height + from - clientY), { signal });
    for (const type of ["pointerup", "pointercancel", "blur"]) {
      const ended = () => {
        end.abort();
        this.#host.resized();
      };
      addEventListener(type, ended, { signal });
    }
  }

  /** Updates the values for assistive technology. */
  update() {
    for (const [name, value] of Object.entries(this.#host.size())) {
      this.element.setAttribute(`aria-value${name}`, String(Math.round(value)));
    }
  }

  /** @param {number} height */
  #resize(height) {
    const { min, max } = this.#host.size();
    this.#host.resize(Math.min(max, Math.max(min, height)));
    this.update();
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const steps = STEPS.get(event.key);
    if (steps === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (steps === undefined) return this.#host.fold();
    this.#resize(this.#host.size().now + steps * STEP);
    this.#host.resized();
  }
}
