import { element, safeLink } from "../../../element/dom.js";
import { marked } from "../../../element/marked.js";
import { formatted, message } from "../../browser.js";

/** @typedef {import("../../../element/types.js").TextMatch} TextMatch */
/** @typedef {import("../../../element/types.js").TextMatches} TextMatches */

/** A pause in typing in milliseconds, after which texts are searched. Each search reads the whole index. */
const PAUSE = 400;

/**
 * The part below a filtered tree that searches in the texts of the pages, on sites with a search index. It searches when the user
 * presses its button or a second Enter in the filter box, or always if the user has chosen so.
 */
export class InsideTexts {
  /** Searches without being asked. */
  isAlways = false;
  #tree;
  #place;
  #button = element("button", { type: "button" });
  #summary = element("p", { class: "panel-small", role: "status" });
  #list = element("ul", { role: "list" });
  /** The words of the filter. */
  #text = "";
  /** The words that were searched last. */
  #searched = "";
  #pause = 0;

  /**
   * @param {HTMLElement} place  Empty.
   * @param {import("../../../element/navi-bar.js").NaviBar} tree
   */
  constructor(place, tree) {
    this.#tree = tree;
    this.#place = place;
    this.#button.textContent = message("searchTexts");
    place.setAttribute("aria-label", message("inText"));
    place.append(this.#button, this.#summary, this.#list);
    this.#button.addEventListener("click", () => this.#search(true));
    place.addEventListener("keydown", (event) => this.#keyDown(event));
    tree.addEventListener("filterchange", (event) => this.#changed(/** @type {CustomEvent<{ text: string }>} */ (event).detail.text));
    tree.addEventListener("filteragain", (event) => {
      if (!this.#canSearch) return;
      event.preventDefault();
      if (this.#searched === this.#text) this.#links[0]?.focus();
      else this.#search(true);
    });
    for (const type of ["statechange", "currentchange"]) tree.addEventListener(type, () => this.#update());
  }

  get #canSearch() {
    return this.#text !== "" && !this.#tree.hidden && this.#tree.session?.hasTexts === true;
  }

  get #links() {
    return [...this.#list.querySelectorAll("a")];
  }

  /** @param {string} text */
  #changed(text) {
    const hadFocus = this.#place.contains(document.activeElement);
    this.#text = text;
    clearTimeout(this.#pause);
    // This ends the search that may run.
    if (this.#searched !== "") this.#find("");
    this.#show("");
    this.#update();
    if (hadFocus) this.#tree.focusFilter();
    if (!this.isAlways) return;
    this.#pause = setTimeout(() => this.#canSearch && this.#search(false), PAUSE);
  }

  #update() {
    this.#place.hidden = !this.#canSearch;
    this.#place.toggleAttribute("data-alone", this.#tree.session?.matches === 0);
    this.#button.hidden = this.#searched === this.#text;
  }

  /** @param {boolean} isAsked  The first page gets the focus. */
  async #search(isAsked) {
    const { activeElement } = document;
    const { session } = this.#tree;
    const text = this.#text;
    this.#searched = text;
    this.#summary.textContent = message("searchingTexts");
    this.#update();
    const found = await this.#find(text);
    if (text !== this.#text) return;
    // The button searches again.
    if (session !== this.#tree.session) this.#show("");
    else this.#show(text, found);
    this.#update();
    const isThere = document.activeElement === activeElement || document.activeElement === document.body;
    if (isAsked && isThere) this.#links[0]?.focus();
  }

  /** @param {string} text */
  #find(text) {
    // A session that is replaced by another one is freed.
    return this.#tree.session?.searchTexts(text).catch(() => undefined);
  }

  /** @param {string} searched @param {TextMatches} [found] */
  #show(searched, found) {
    const { pages = [], isPartial = false } = found ?? {};
    const name = pages.length > 0 ? "inTextCount" : isPartial ? "inTextFailed" : "inTextNone";
    this.#searched = found && name !== "inTextFailed" ? searched : "";
    this.#summary.textContent = found ? message(name, formatted(pages.length) + (isPartial ? "+" : "")) : "";
    this.#list.replaceChildren(...pages.map(line));
    this.#place.scrollTop = 0;
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const links = this.#links;
    const at = links.findIndex((link) => link === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Escape") this.#tree.focusFilter();
    else if (to !== undefined && at >= 0) links[to]?.focus();
    else return;
    event.preventDefault();
  }
}

/** @param {TextMatch} found */
function line({ title, url, excerpt }) {
  const link = element(
    "a",
    { class: "panel-link", href: safeLink(url) ?? "", title: `${title}\n${url}` },
    element("bdi", { class: "panel-line" }, title),
    element("bdi", { class: "inside-text panel-small" }, ...marked(excerpt.text, excerpt.highlights)),
  );
  return element("li", {}, link);
}
