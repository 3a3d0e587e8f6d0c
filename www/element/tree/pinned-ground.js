import { element } from "../dom.js";

/**
 * The ground below the pinned rows. It hides the rows that scroll behind them, because rows have no background. Its colour is
 * that of the page behind the element.
 */
export class PinnedGround {
  element = element("div", { class: "pinned", part: "pinned", "aria-hidden": "true", hidden: "" });
  #height = 0;

  /** @param {number} height  Of the pinned rows, in CSS pixels. */
  show(height) {
    if (height === this.#height) return;
    if (this.#height === 0) this.takeColour();
    this.#height = height;
    const { style } = this.element;
    this.element.hidden = height === 0;
    style.blockSize = `${height}px`;
    style.marginBlockEnd = `${-height}px`;
  }

  /** Takes the colour of the page again, because it may have changed. */
  takeColour() {
    const colours = [];
    for (let at = parentOf(this.element); at; at = parentOf(at)) {
      const { backgroundColor: colour } = getComputedStyle(at);
      if (/^rgba\(.*, 0\)$|^transparent$/.test(colour)) continue;
      colours.push(colour);
      if (!/^rgba|\//.test(colour)) break;
    }
    const layers = colours.map((colour) => `linear-gradient(${colour} 0 0)`);
    this.element.style.background = [...layers, "Canvas"].join(", ");
  }
}

/** @param {Element} of @returns {Element | null} */
function parentOf(of) {
  const root = of.getRootNode();
  return of.assignedSlot ?? of.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}
