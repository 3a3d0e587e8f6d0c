import { element, isRightToLeft } from "./dom.js";
import { MARGIN, placeAt } from "./placement.js";

/** @typedef {import("./types.js").Detail} Detail */

/** How much of its details a row's tooltip shows: lines, and characters of each. */
const TIP_LINES = 8;
const TIP_LETTERS = 160;

/** Names under which sites give a number of bytes. */
const SIZES = new Set(["length", "size"]);

/** The forms of a W3C date that say a day at least. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A page's details with their names and values as the user reads them. A name that is not known is shown as it is.
 *
 * @param {Detail[]} details
 * @param {import("./strings.js").Strings} strings
 * @returns {Detail[]}
 */
export function readable(details, strings) {
  return details.map(({ name, value }) => {
    const key = `detail_${name}`;
    return { name: strings.has(key) ? strings.get(key) : name, value: readableValue(name, value, strings) };
  });
}

/** @param {string} name @param {string} value @param {import("./strings.js").Strings} strings */
function readableValue(name, value, strings) {
  if (SIZES.has(name) && /^\d{1,15}$/.test(value)) return strings.bytes(Number(value));
  return DATE.test(value) ? strings.date(value) : value;
}

/**
 * For a row's tooltip.
 *
 * @param {Detail[]} details
 * @param {import("./strings.js").Strings} strings
 * @returns {string[]}
 */
export function detailLines(details, strings) {
  const lines = readable(details.slice(0, TIP_LINES), strings).map(({ name, value }) => strings.get("detailLine", { name, value: cut(value) }));
  return details.length > TIP_LINES ? [...lines, "…"] : lines;
}

/** @param {string} value */
function cut(value) {
  const letters = [...value.slice(0, 2 * TIP_LETTERS)];
  return letters.length > TIP_LETTERS ? `${letters.slice(0, TIP_LETTERS).join("")}…` : value;
}

/** A row's details in a small window of their own, for those who have no pointer, and to copy from. */
export class DetailsWindow {
  #root;
  /** @type {HTMLElement | undefined} */
  #element;

  /** @param {ShadowRoot} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * @param {string} title
   * @param {Detail[]} details  Readable.
   * @param {DOMRect} row  Where it is.
   */
  open(title, details, row) {
    this.close();
    const list = element("dl", { class: "details-list" });
    for (const { name, value } of details) {
      list.append(element("dt", { dir: "auto" }, name), element("dd", { dir: "auto" }, value));
    }
    const heading = element("p", { class: "details-title", dir: "auto" }, title);
    const made = element(
      "div",
      { role: "dialog", "aria-label": title, part: "details", class: "details", popover: "auto", tabindex: "0" },
      heading,
      list,
    );
    this.#element = made;
    const { activeElement: before } = this.#root;
    made.addEventListener("beforetoggle", (event) => {
      const isClosing = /** @type {ToggleEvent} */ (event).newState === "closed";
      // Chromium gives the focus back to nothing that is in a shadow tree.
      if (isClosing && made === this.#root.activeElement && before instanceof HTMLElement) before.focus();
    });
    made.addEventListener("toggle", (event) => {
      // By then the browser has given the focus back to what had it.
      if (/** @type {ToggleEvent} */ (event).newState === "closed") made.remove();
    });
    this.#root.append(made);
    made.showPopover();
    const { width, height } = made.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const isRtl = isRightToLeft(this.#root.host);
    const point = { x: isRtl ? row.right - MARGIN : row.left + MARGIN, y: row.bottom };
    const { left, top } = placeAt(point, { width, height }, { width: clientWidth, height: clientHeight }, isRtl);
    made.style.left = `${left}px`;
    made.style.top = `${top}px`;
    made.focus();
  }

  close() {
    this.#element?.hidePopover();
    this.#element = undefined;
  }
}
