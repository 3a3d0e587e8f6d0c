import { element, safeLink } from "../dom.js";
import { marked } from "../marked.js";
import { PageIcon } from "../page-icon.js";
import { descriptionOf, glyphOf, isLine, linkOf } from "./row-kinds.js";
import { partsOf } from "./title-parts.js";

/** @typedef {import("../text/strings.js").Strings} Strings */
/** @typedef {import("../types.js").Row} Row */

/** The attributes of a row for assistive technology. A separator has none of them. */
const SEMANTICS = [
  "aria-busy",
  "aria-current",
  "aria-description",
  "aria-expanded",
  "aria-haspopup",
  "aria-level",
  "aria-posinset",
  "aria-setsize",
  "href",
];

/**
 * Why a row's sitemap failed: a sentence, or one word if there is no room. Hidden from screen readers, because the row's
 * description says it and it is not part of the row's name.
 */
class Reason {
  /** @type {{ element: HTMLElement, long: Text, short: Text } | undefined} Created when needed. */
  #parts;

  /** @param {HTMLElement} row @param {Row["reason"]} reason @param {Strings} strings */
  show(row, reason, strings) {
    this.#parts ??= this.#make();
    const { long, short } = this.#parts;
    long.data = strings.reason(reason);
    short.data = reason && "status" in reason
      ? strings.get("documentFailedStatus", { status: strings.number(reason.status) })
      : strings.get("documentFailedShort");
    row.append(this.#parts.element);
  }

  remove() {
    this.#parts?.element.remove();
  }

  #make() {
    const [long, short] = [document.createTextNode(""), document.createTextNode("")];
    const made = element(
      "span",
      { class: "reason", part: "reason", dir: "auto", "aria-hidden": "true" },
      element("span", { class: "long" }, long),
      element("span", { class: "short" }, short),
    );
    return { element: made, long, short };
  }
}

/** The elements of one row. Painting writes only the differences. */
export class RowElement {
  element = element("a", { role: "treeitem", part: "row", class: "row", tabindex: "-1" });
  /** Fills the indentation. */
  #guides = element("span", { class: "guides", "aria-hidden": "true" });
  #icon = new PageIcon();
  #text = document.createTextNode("");
  #title = element("span", { class: "title", part: "title", dir: "auto" }, this.#text);
  #reason = new Reason();
  /** @type {HTMLElement | undefined} Created when needed. */
  #address;
  /** @type {Row | undefined} */
  row;
  /** @type {number | undefined} */
  #y;
  /** @type {number | undefined} */
  #inset;
  /** @type {Strings | undefined} */
  #strings;
  #isTabStop = false;
  #isPinned = false;
  /** This painting has a row for the element. */
  isWanted = false;

  constructor() {
    this.element.append(
      this.#guides,
      element("span", { class: "twisty", part: "twisty", "aria-hidden": "true" }),
      this.#icon.element,
      this.#title,
    );
  }

  /** @param {Row} row @param {Strings} strings */
  show(row, strings) {
    const to = this.element;
    const isOther = !this.row || isLine(this.row) !== isLine(row) || strings !== this.#strings;
    const old = isOther ? undefined : this.row;
    this.row = row;
    this.#strings = strings;
    if (old?.id !== row.id) {
      to.dataset.id = String(row.id);
      to.removeAttribute("title");
    }
    if (old?.title !== row.title || old.cut !== row.cut || !isSame(old.highlights, row.highlights)) this.#showTitle(row);
    if (old?.kind !== row.kind) to.dataset.kind = row.kind;
    if (!isLine(row)) this.#showItem(row, old, strings);
    else if (!old) this.#becomeLine();
  }

  /** @param {Row} row */
  #showTitle(row) {
    const title = isLine(row) ? "" : row.title;
    const { highlights = [], cut = 0 } = row;
    this.#title.toggleAttribute("data-cut", cut > 0);
    if (cut > 0) {
      const parts = partsOf(title, cut, highlights).map(([name, from, to]) =>
        element("span", { class: name }, ...marked(title, highlights, from, to)),
      );
      this.#title.replaceChildren(...parts);
    } else if (highlights.length > 0) {
      this.#title.replaceChildren(...marked(title, highlights));
    } else {
      this.#text.data = title;
      if (this.#title.childNodes.length > 1 || this.#title.firstChild !== this.#text) {
        this.#title.replaceChildren(this.#text);
      }
    }
  }

  /** Shows a match in the address. @param {Row} row */
  #showAddress({ address }) {
    if (!address) return this.#address?.remove();
    // Hidden from screen readers, because the row's description contains it.
    this.#address ??= element("bdi", { class: "address", part: "address", dir: "ltr", "aria-hidden": "true" });
    const { text, highlights } = address;
    const [[match] = [0]] = highlights;
    this.#address.replaceChildren(
      element("span", { class: "before" }, element("bdi", { dir: "ltr" }, text.slice(0, match))),
      element("span", {}, ...marked(text, highlights, match)),
    );
    this.#title.after(this.#address);
  }

  /** @param {Row} row @param {Row | undefined} old @param {Strings} strings */
  #showItem(row, old, strings) {
    const to = this.element;
    if (!old) {
      to.setAttribute("role", "treeitem");
      to.part.remove("line");
      to.tabIndex = this.#isTabStop ? 0 : -1;
    }
    if (old?.url !== row.url || old?.kind !== row.kind || old?.deleted !== row.deleted) {
      setAttribute(to, "href", safeLink(linkOf(row)));
      to.toggleAttribute("data-deleted", row.deleted === true);
    }
    if (old?.visited !== row.visited) to.toggleAttribute("data-visited", row.visited === true);
    if (old?.mark !== row.mark) setAttribute(to, "data-mark", row.mark);
    if (old?.level !== row.level) to.setAttribute("aria-level", String(row.level));
    if (old?.setsize !== row.setsize) to.setAttribute("aria-setsize", String(row.setsize));
    if (old?.posinset !== row.posinset) to.setAttribute("aria-posinset", String(row.posinset));
    if (old?.expandable !== row.expandable || old.expanded !== row.expanded) {
      setAttribute(to, "aria-expanded", row.expandable ? String(row.expanded) : undefined);
    }
    if (old?.current !== row.current) {
      setAttribute(to, "aria-current", row.current ? (row.kind === "section" ? "location" : "page") : undefined);
      to.part.toggle("current", row.current);
    }
    if (old?.leadsOn !== row.leadsOn) to.toggleAttribute("data-leads-on", row.leadsOn === true);
    if (old?.address?.text !== row.address?.text || !isSame(old?.address?.highlights, row.address?.highlights)) {
      this.#showAddress(row);
    }
    if (old?.menu !== row.menu) setAttribute(to, "aria-haspopup", row.menu ? "menu" : undefined);
    if (
      old?.state !== row.state ||
      JSON.stringify(old?.reason) !== JSON.stringify(row.reason) ||
      old?.deleted !== row.deleted ||
      old?.visited !== row.visited ||
      old?.mark !== row.mark ||
      old?.kind !== row.kind ||
      old.address?.text !== row.address?.text
    ) {
      this.#showState(row, strings);
    }
    this.#icon.show(glyphOf(row), row.icon, row.siteIcon);
  }

  /** @param {Row} row @param {Strings} strings */
  #showState(row, strings) {
    const to = this.element;
    setAttribute(to, "data-state", row.state);
    setAttribute(to, "aria-busy", row.state === "loading" ? "true" : undefined);
    setAttribute(to, "aria-description", descriptionOf(row, strings));
    if (row.state === "failed") this.#reason.show(to, row.reason, strings);
    else this.#reason.remove();
  }

  /** A separator only looks like one: the role is not allowed in a tree. */
  #becomeLine() {
    const to = this.element;
    for (const name of SEMANTICS) to.removeAttribute(name);
    to.setAttribute("role", "none");
    to.removeAttribute("tabindex");
    to.removeAttribute("data-state");
    to.removeAttribute("data-deleted");
    to.removeAttribute("data-leads-on");
    to.removeAttribute("data-visited");
    to.removeAttribute("data-mark");
    to.part.remove("current");
    to.part.add("line");
    this.#reason.remove();
    this.#address?.remove();
  }

  /**
   * @param {number} y  In CSS pixels from the top of the layer, or of the visible part for a pinned row.
   * @param {number} inset  In CSS pixels.
   * @param {boolean} isPinned  The row stays there while the tree scrolls.
   */
  place(y, inset, isPinned) {
    if (isPinned !== this.#isPinned) this.element.toggleAttribute("data-pinned", isPinned);
    this.#isPinned = isPinned;
    if (y !== this.#y) this.element.style.top = `${y}px`;
    if (inset !== this.#inset) this.#guides.style.inlineSize = `${inset}px`;
    this.#y = y;
    this.#inset = inset;
  }

  /** @param {boolean} is */
  setTabStop(is) {
    if (is === this.#isTabStop) return;
    this.#isTabStop = is;
    if (!this.row || !isLine(this.row)) this.element.tabIndex = is ? 0 : -1;
  }
}

/** @param {Row["highlights"]} a @param {Row["highlights"]} b */
function isSame(a, b) {
  if (a === b) return true;
  return a?.length === b?.length && a?.every(([from, to], at) => b?.[at]?.[0] === from && b[at][1] === to);
}

/** @param {Element} of @param {string} name @param {string | undefined} value */
function setAttribute(of, name, value) {
  if (value === undefined) of.removeAttribute(name);
  else of.setAttribute(name, value);
}
