import { element, safeLink } from "../../../element/dom.js";
import { message } from "../../browser.js";
import { titleOf } from "../look/texts.js";

/** @typedef {"previous" | "next" | "up" | "unread"} Neighbour */

/**
 * The line below the tree with the path to the current page and buttons for its neighbours. It shows while the row of the
 * current page is out of sight or the tree is filtered. If the path is too long, a button replaces its first entries. The
 * button shows the whole path on several lines.
 *
 * The line covers the end of the tree, so that no row moves when it appears. It stays while its disappearance would move
 * rows, and while the user uses it.
 */
export class Trail {
  #tree;
  #open;
  #place;
  #list = element("ol");
  #missing;
  #more;
  #moreItem;
  /** @type {HTMLElement[]} */
  #items = [];
  /** @type {Map<Neighbour, HTMLButtonElement>} */
  #buttons = new Map();
  #shown = "";

  /**
   * @param {HTMLElement} place  With an empty `nav` and the buttons `previous`, `next` and `up`.
   * @param {import("../../../element/navi-bar.js").NaviBar} tree
   * @param {(url: string, disposition: import("../../../element/types.js").Disposition) => void} open
   */
  constructor(place, tree, open) {
    this.#tree = tree;
    this.#open = open;
    this.#place = place;
    this.#missing = element("p", { hidden: "" });
    const whole = message("wholeTrail");
    const named = { type: "button", "aria-label": whole, title: whole };
    this.#more = element("button", { ...named, "aria-expanded": "false" }, "…");
    this.#moreItem = element("li", { hidden: "" }, this.#more);
    const nav = place.querySelector("nav");
    nav?.setAttribute("aria-label", message("trail"));
    nav?.append(this.#list, this.#missing);
    for (const which of /** @type {const} */ (["previous", "next", "up"])) {
      const button = place.querySelector(`#${which}`);
      if (!(button instanceof HTMLButtonElement)) continue;
      this.#buttons.set(which, button);
      button.addEventListener("click", () => this.go(which));
    }
    this.#more.addEventListener("click", () => {
      const isWhole = this.#place.toggleAttribute("data-whole");
      this.#more.setAttribute("aria-expanded", String(isWhole));
      this.#fit();
    });
    for (const type of ["pointerleave", "focusout"]) place.addEventListener(type, () => setTimeout(() => this.update()));
    new ResizeObserver(() => this.#fit()).observe(place);
  }

  /** The sentence for a page that the tree does not have. */
  get missingText() {
    return message(this.#tree.branch.isOn ? "notInBranch" : "notLocated");
  }

  /** It says that the tree does not have the page. */
  get isMissing() {
    return !this.#place.hidden && !this.#missing.hidden;
  }

  /** Call this when the current page or the visible rows have changed. */
  update() {
    const tree = this.#tree;
    // During a reload, the position of the page may be unknown. Keep the line as it is.
    if (tree.state === "loading" && tree.session?.rowCount) return;
    // The line is usually hidden. Avoid a layout then.
    const height = this.#place.hidden ? 0 : this.#place.offsetHeight;
    const hasTree = !tree.hidden && tree.state !== "loading" && (tree.isFiltered || Boolean(tree.session?.rowCount));
    const isWanted = hasTree && (tree.isFiltered || !tree.isCurrentInSight(height));
    const isHeld = height > 0 && hasTree && (!tree.canGrow(height) || this.#isInUse);
    const wasHidden = this.#place.hidden;
    if (isWanted || isHeld) this.#show();
    else this.#place.hidden = true;
    if (this.#place.hidden !== wasHidden) tree.holdRows();
  }

  get #isInUse() {
    return this.#place.matches(":hover, :has(:focus-visible)");
  }

  #show() {
    const { session, file } = this.#tree;
    const crumbs = session?.trail() ?? [];
    const isListed = crumbs.length > 0;
    for (const [which, button] of this.#buttons) {
      button.hidden = !isListed;
      // Not `disabled`, because the button would lose the focus.
      button.setAttribute("aria-disabled", String(!isListed || session?.neighbour(which) === undefined));
    }
    this.#missing.textContent = this.missingText;
    this.#missing.hidden = isListed;
    this.#list.hidden = !isListed;
    // A file may be unrelated to the page in the tab.
    this.#place.hidden = !isListed && file !== undefined;
    const shown = JSON.stringify(crumbs);
    if (shown === this.#shown) return;
    this.#shown = shown;
    delete this.#place.dataset.whole;
    this.#more.setAttribute("aria-expanded", "false");
    this.#items = crumbs.map((crumb, at) => item(titleOf(crumb), crumb.url, at === crumbs.length - 1));
    this.#list.replaceChildren(this.#moreItem, ...this.#items);
    this.#fit();
  }

  /** Opens a neighbour of the current page. @param {Neighbour} which @returns {boolean}  `false` if there is none. */
  go(which) {
    const url = this.#tree.session?.neighbour(which);
    if (url !== undefined) this.#open(url, "current");
    return url !== undefined;
  }

  /** Hides as many of the first entries as necessary. */
  #fit() {
    const list = this.#list;
    const isWhole = this.#place.hasAttribute("data-whole");
    for (const each of this.#items) each.hidden = false;
    list.removeAttribute("data-tight");
    if (isWhole) return;
    this.#moreItem.hidden = true;
    for (const each of this.#items.slice(0, -1)) {
      if (list.scrollWidth <= list.clientWidth) break;
      each.hidden = true;
      this.#moreItem.hidden = false;
    }
    list.toggleAttribute("data-tight", list.scrollWidth > list.clientWidth);
  }
}

/** @param {string} title @param {string | undefined} url @param {boolean} isCurrent */
function item(title, url, isCurrent) {
  const href = isCurrent ? undefined : safeLink(url);
  const attributes = { dir: "auto", title };
  if (isCurrent) return element("li", {}, element("span", { ...attributes, "aria-current": "page" }, title));
  return element("li", {}, href ? element("a", { ...attributes, href }, title) : element("span", attributes, title));
}
