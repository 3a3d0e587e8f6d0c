import { dispositionOf, element, safeLink } from "../navi-bar/dom.js";
import { titleOf } from "./texts.js";

/** @typedef {"previous" | "next" | "up"} Neighbour */

/**
 * @typedef {object} TrailHost
 * @property {import("../navi-bar.js").NaviBar} tree
 * @property {(url: string, disposition: import("../navi-bar/types.js").Disposition) => void} open
 * @property {{ label: string, whole: string, missing: string }} texts  Name of the way, of the button that shows all of
 *   it, and what stands in its place for a page that the tree does not have.
 */

/**
 * Where the current page is: a line below the tree with the way to it from the top level down, and the pages beside it.
 * It shows while the tree does not: the page's row is out of sight, or the tree is filtered. Where the way has no room,
 * it begins with a button in place of its first entries, which shows all of it on several lines.
 *
 * It takes its height from the end of the tree, so the rows in sight stay where they are when it comes. It stays as long
 * as they would not when it goes, and while the user is at it.
 */
export class Trail {
  #host;
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
   * @param {HTMLElement} place  With an empty `nav`, and buttons that have the neighbours' names as their ids.
   * @param {TrailHost} host
   */
  constructor(place, host) {
    const { texts } = host;
    this.#host = host;
    this.#place = place;
    this.#missing = element("p", { hidden: "" }, texts.missing);
    const named = { type: "button", "aria-label": texts.whole, title: texts.whole };
    this.#more = element("button", { ...named, "aria-expanded": "false" }, "…");
    this.#moreItem = element("li", { hidden: "" }, this.#more);
    const nav = place.querySelector("nav");
    nav?.setAttribute("aria-label", texts.label);
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
    for (const type of ["click", "auxclick"]) {
      this.#list.addEventListener(type, (event) => this.#follow(/** @type {MouseEvent} */ (event)));
    }
    for (const type of ["pointerleave", "focusout"]) place.addEventListener(type, () => setTimeout(() => this.update()));
    new ResizeObserver(() => this.#fit()).observe(place);
  }

  /** Whether it says that the tree does not have the page. */
  get isMissing() {
    return !this.#place.hidden && !this.#missing.hidden;
  }

  /** Another page is looked at, or other rows are in sight. */
  update() {
    const { tree } = this.#host;
    // Where the page is may not be known yet; a tree that is loaded again stays as it is meanwhile.
    if (tree.state === "loading" && tree.session?.rowCount) return;
    // Mostly it is hidden: then nothing is asked that takes layout.
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
    const { session, file } = this.#host.tree;
    const crumbs = session?.trail() ?? [];
    const isListed = crumbs.length > 0;
    for (const [which, button] of this.#buttons) {
      button.hidden = !isListed;
      // Not disabled: the focus would be lost at the last page.
      button.setAttribute("aria-disabled", String(!isListed || session?.neighbour(which) === undefined));
    }
    this.#missing.hidden = isListed;
    this.#list.hidden = !isListed;
    // A file need not have anything to do with the page in the tab.
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

  /** Opens a page beside the current one. @param {Neighbour} which @returns {boolean}  Whether there is one. */
  go(which) {
    const url = this.#host.tree.session?.neighbour(which);
    if (url !== undefined) this.#host.open(url, "current");
    return url !== undefined;
  }

  /** Leaves out the first entries, as many as it takes. */
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

  /** @param {MouseEvent} event */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.button === 2) return;
    event.preventDefault();
    this.#host.open(link.href, dispositionOf(event));
  }
}

/** @param {string} title @param {string | undefined} url @param {boolean} isCurrent */
function item(title, url, isCurrent) {
  const href = isCurrent ? undefined : safeLink(url);
  const attributes = { dir: "auto", title };
  if (isCurrent) return element("li", {}, element("span", { ...attributes, "aria-current": "page" }, title));
  return element("li", {}, href ? element("a", { ...attributes, href }, title) : element("span", attributes, title));
}
