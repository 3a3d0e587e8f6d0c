import { element, safeLink } from "./dom.js";
import { descriptionOf, glyphOf, isLine, linkOf } from "./entries.js";
import { PageIcon } from "./icons.js";

/** @typedef {import("./strings.js").Strings} Strings */
/** @typedef {import("./types.js").Row} Row */

/** The layer begins at most this many rows above the first one in sight, so that offsets inside it stay exact. */
const REBASE_ROWS = 4096;

/** The layer begins at least this many rows above the first one in sight: more than are ever kept ready there. */
const ROWS_ABOVE = 1024;

/** Elements kept for later when a tree shrinks: about what a tall window shows. */
const MAX_SPARE = 100;

/** What tells assistive technology about a row. A line has none of it. */
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
 * Why a row's document failed: a sentence, or a word where there is no room for one. Hidden from screen readers, which
 * have it from the row's description: it is not part of the row's name.
 */
class Reason {
  /** @type {{ element: HTMLElement, long: Text, short: Text } | undefined} Few rows need it. */
  #parts;

  /** @param {HTMLElement} row @param {Row["reason"]} reason @param {import("./strings.js").Strings} strings */
  show(row, reason, strings) {
    this.#parts ??= this.#make();
    const { long, short } = this.#parts;
    long.data = strings.reason(reason);
    short.data = reason?.status
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

/**
 * A text from a place on, with the parts marked that the filter matches.
 *
 * @param {string} text
 * @param {[number, number][]} highlights  None of them is before that place.
 * @param {number} start
 */
function marked(text, highlights, start) {
  const parts = [];
  let end = start;
  for (const [from, to] of highlights) {
    if (from > end) parts.push(text.slice(end, from));
    parts.push(element("mark", { class: "match", part: "match" }, text.slice(from, to)));
    end = to;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** One row's elements, and what they show now. Only what differs is written. */
class RowElement {
  element = element("a", { role: "treeitem", part: "row", class: "row", tabindex: "-1" });
  /** As wide as the indentation. */
  #guides = element("span", { class: "guides", "aria-hidden": "true" });
  #icon = new PageIcon();
  #text = document.createTextNode("");
  #title = element("span", { class: "title", part: "title", dir: "auto" }, this.#text);
  #reason = new Reason();
  /** @type {HTMLElement | undefined} Few rows need it. */
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
  /** Whether the painting under way has a row for it. */
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
      const start = element("span", { class: "start" }, title.slice(0, cut));
      const parts = marked(title, highlights, cut);
      this.#title.replaceChildren(start, element("span", { class: "end" }, ...parts));
    } else if (highlights.length > 0) {
      this.#title.replaceChildren(...marked(title, highlights, 0));
    } else {
      this.#text.data = title;
      if (this.#title.childNodes.length > 1 || this.#title.firstChild !== this.#text) {
        this.#title.replaceChildren(this.#text);
      }
    }
  }

  /** Where the filter has found something that the title does not show. @param {Row} row */
  #showAddress({ found }) {
    if (!found) return this.#address?.remove();
    // Hidden from screen readers, which have it from the row's description.
    this.#address ??= element("bdi", { class: "address", part: "address", dir: "ltr", "aria-hidden": "true" });
    this.#address.replaceChildren(...marked(found.text, found.highlights, 0));
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
    if (old?.level !== row.level) to.setAttribute("aria-level", String(row.level));
    if (old?.setsize !== row.setsize) to.setAttribute("aria-setsize", String(row.setsize));
    if (old?.posinset !== row.posinset) to.setAttribute("aria-posinset", String(row.posinset));
    if (old?.expandable !== row.expandable || old.expanded !== row.expanded) {
      setAttribute(to, "aria-expanded", row.expandable ? String(row.expanded) : undefined);
    }
    if (old?.current !== row.current) {
      setAttribute(to, "aria-current", row.current ? "page" : undefined);
      to.part.toggle("current", row.current);
    }
    if (old?.leadsOn !== row.leadsOn) to.toggleAttribute("data-leads-on", row.leadsOn === true);
    if (old?.found?.text !== row.found?.text || !isSame(old?.found?.highlights, row.found?.highlights)) {
      this.#showAddress(row);
    }
    if (old?.menu !== row.menu) setAttribute(to, "aria-haspopup", row.menu ? "menu" : undefined);
    if (
      old?.state !== row.state ||
      JSON.stringify(old?.reason) !== JSON.stringify(row.reason) ||
      old?.deleted !== row.deleted ||
      old?.kind !== row.kind ||
      old.found?.text !== row.found?.text
    ) {
      this.#showState(row, strings);
    }
    this.#icon.show(glyphOf(row), row.icon, row.home?.icon);
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

  /** Nothing but its looks: in a tree, a separator would be an element that does not belong. */
  #becomeLine() {
    const to = this.element;
    for (const name of SEMANTICS) to.removeAttribute(name);
    to.setAttribute("role", "none");
    to.removeAttribute("tabindex");
    to.removeAttribute("data-state");
    to.removeAttribute("data-deleted");
    to.removeAttribute("data-leads-on");
    to.part.remove("current");
    to.part.add("line");
    this.#reason.remove();
    this.#address?.remove();
  }

  /** In CSS pixels. @param {number} y  From the layer's top. @param {number} inset */
  place(y, inset) {
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

/**
 * The rows that exist as elements: a window on the tree, plus the row that holds the tab stop wherever that is.
 *
 * Elements are used again and belong to an entry's id, not to a place: when rows appear above, the focused element
 * goes on showing the same page. A screen reader meets them in document order, which therefore is the tree's; but
 * moving an element costs more than all else, so after scrolling that is put right only when the scrolling has ended.
 */
export class Rows {
  /** @type {Map<number, RowElement>} */
  #byId = new Map();
  /** @type {RowElement[]} In the tree's order. */
  #order = [];
  /** @type {RowElement[]} */
  #spare = [];
  /** Row number of the layer's origin. */
  #base = 0;
  #layer;

  /** @param {HTMLElement} layer  Positioned, inside the element with role="tree". */
  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * @param {{ row: Row, index: number }[]} entries  In the tree's order.
   * @param {import("./viewport.js").Viewport} viewport
   * @param {number | undefined} tabStop  An id.
   * @param {Strings} strings
   */
  paint(entries, viewport, tabStop, strings) {
    this.#assign(entries, strings);
    this.#position(entries, viewport);
    this.setTabStop(tabStop);
  }

  /** Puts the elements into the tree's order. The focused one stays where it is: moving it would blur it. */
  arrange() {
    const order = this.#order.map((each) => each.element);
    const { activeElement } = /** @type {ShadowRoot | Document} */ (this.#layer.getRootNode());
    const fixed = Math.max(0, order.findIndex((each) => each === activeElement));
    for (let place = fixed - 1; place >= 0; place--) {
      const [each, next] = [order[place], order[place + 1]];
      if (each && next && each.nextSibling !== next) this.#layer.insertBefore(each, next);
    }
    for (let place = fixed + 1; place < order.length; place++) {
      const [each, previous] = [order[place], order[place - 1]];
      if (each && previous && each.previousSibling !== previous) previous.after(each);
    }
  }

  /** Makes elements ahead of need, so that a branch with many rows opens without delay. @param {number} count */
  prepare(count) {
    const missing = Math.min(count, MAX_SPARE) - this.#order.length - this.#spare.length;
    for (let made = 0; made < missing; made++) this.#spare.push(new RowElement());
  }

  /** @param {number} id @returns {HTMLElement | undefined} */
  elementOf(id) {
    return this.#byId.get(id)?.element;
  }

  /**
   * The row that an event happened on; none for a line between rows.
   *
   * @param {EventTarget | null} target
   * @returns {Row | undefined}
   */
  rowAt(target) {
    const found = target instanceof Element ? target.closest("[data-id]") : null;
    const row = found instanceof HTMLElement ? this.#byId.get(Number(found.dataset.id))?.row : undefined;
    return row && !isLine(row) ? row : undefined;
  }

  /** @param {number | undefined} id */
  setTabStop(id) {
    for (const each of this.#order) each.setTabStop(each.row?.id === id);
  }

  /** @param {{ row: Row, index: number }[]} entries @param {Strings} strings */
  #assign(entries, strings) {
    const before = this.#order;
    for (const each of before) each.isWanted = false;
    for (const { row } of entries) {
      const item = this.#byId.get(row.id);
      if (item) item.isWanted = true;
    }
    const free = before.filter((each) => !each.isWanted);
    let nextFree = 0;
    this.#order = entries.map(({ row }) => {
      let item = this.#byId.get(row.id);
      if (!item) {
        const unwanted = free[nextFree++];
        if (unwanted?.row) this.#byId.delete(unwanted.row.id);
        item = unwanted ?? this.#fresh();
        this.#byId.set(row.id, item);
      }
      item.show(row, strings);
      return item;
    });
    for (const each of free.slice(nextFree)) this.#retire(each);
  }

  #fresh() {
    const item = this.#spare.pop() ?? new RowElement();
    this.#layer.append(item.element);
    return item;
  }

  /** @param {RowElement} item */
  #retire(item) {
    item.element.remove();
    if (item.row) this.#byId.delete(item.row.id);
    if (this.#spare.length < MAX_SPARE) this.#spare.push(item);
  }

  /**
   * @param {{ row: Row, index: number }[]} entries
   * @param {import("./viewport.js").Viewport} viewport
   */
  #position(entries, viewport) {
    const { rowHeight, shift, firstRow } = viewport;
    // The layer must enclose its rows. Size and layout containment make each row a layout of its own, so Firefox does not
    // learn that a row that moves sticks out of the layer, and leaves it unpainted.
    const above = firstRow - this.#base;
    if (above > REBASE_ROWS || (above < ROWS_ABOVE && this.#base > 0)) {
      this.#base = Math.max(0, firstRow - REBASE_ROWS / 2);
    }
    // Outside the element's height, the tab stop's row would make the scrolled area longer.
    const lowest = Math.max(0, viewport.elementHeight - rowHeight);
    const origin = this.#base * rowHeight - shift;
    this.#layer.style.top = `${origin}px`;
    entries.forEach(({ row, index }, place) => {
      const y = Math.min(lowest, Math.max(0, index * rowHeight - shift));
      this.#order[place]?.place(y - origin, viewport.insetOf(row.level));
    });
  }
}
