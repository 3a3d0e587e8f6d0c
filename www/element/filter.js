import { element } from "./dom.js";
import { linkOf } from "./tree/row-kinds.js";

/** The delay in milliseconds after the last key, so that screen readers do not announce the count during typing. */
const ANNOUNCE_AFTER = 500;

/**
 * @typedef {object} FilterHost
 * @property {import("./tree/tree-view.js").TreeView} view
 * @property {() => boolean} isLoading  More pages may arrive.
 * @property {(text: string) => void} announce  Speaks through screen readers.
 * @property {() => void} began  Called before the tree is filtered.
 * @property {() => boolean} isInBranch  One branch is the whole tree.
 * @property {() => void} leaveBranch
 * @property {() => number | undefined} pages  The number of pages in the shown branch, if one branch is the whole tree.
 * @property {() => void} ended  Called when the whole tree shows again.
 * @property {(text: string) => void} changed  Called after the tree has been filtered by another text.
 * @property {() => void} focusOther  Focuses other matches, because the tree has none.
 * @property {() => boolean} openOther  Opens the first of them. Returns `false` if there is none.
 * @property {(text: string) => boolean} again  Enter has nothing more to open in the tree. Returns `true` if something else happens.
 */

/** The box above the tree. The tree then shows only the matches and their ancestors. */
export class Filter {
  #host;
  #strings;
  #input = element("input", {
    type: "search",
    id: "filter",
    class: "filter-input",
    part: "filter-input",
    "aria-controls": "tree",
    "aria-describedby": "filter-count",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "go",
    dir: "auto",
  });
  #clear = element("button", { type: "button", class: "filter-clear", part: "filter-clear", hidden: "" });
  #count = element("span", { class: "filter-count", part: "filter-count", id: "filter-count", hidden: "" });
  /** The number of matches alone, for a box that has no room for the sentence. */
  #found = element("span", { class: "filter-found", "aria-hidden": "true", hidden: "" });
  /** The box. The count is inside, so that the width of the box does not change during typing. */
  box = element(
    "div",
    { class: "filter", part: "filter" },
    element("div", { class: "filter-field", part: "filter-field" }, this.#input, this.#count, this.#found, this.#clear),
  );
  #sentence = element("p");
  /** Filters all pages by the same words, while the tree shows only one branch. */
  #whole = element("button", { type: "button", hidden: "" });
  /** Below the box if nothing matches. */
  nothing = element("div", { class: "nothing", part: "filter-empty", hidden: "" }, this.#sentence, this.#whole);
  /** The text that the session filters by. */
  #text = "";
  /** @type {import("./types.js").Place | undefined} The place in the whole tree. */
  #before;
  /** @type {number | undefined} The filter runs once per frame: this frame has run it. 0 while the engine prepares. */
  #frame;
  /** The text has changed again in this frame. */
  #isDue = false;
  /** The text for which Enter was pressed last. */
  #entered = "";
  /** @type {number | undefined} */
  #announcing;

  /** @param {import("./text/strings.js").Strings} strings @param {FilterHost} host */
  constructor(strings, host) {
    this.#host = host;
    this.#strings = strings;
    this.#input.addEventListener("focus", () => this.#prepare());
    this.#input.addEventListener("input", () => this.#applySoon());
    this.#input.addEventListener("keydown", (event) => this.#keyDown(event));
    this.#clear.addEventListener("click", () => {
      this.clear();
      this.focus();
    });
    this.#whole.addEventListener("click", () => {
      this.#host.leaveBranch();
      this.#input.focus();
    });
    this.setStrings(strings);
  }

  /** @param {import("./text/strings.js").Strings} strings */
  setStrings(strings) {
    this.#strings = strings;
    this.#input.placeholder = strings.get("filter");
    this.#input.setAttribute("aria-label", strings.get("filter"));
    this.#clear.setAttribute("aria-label", strings.get("filterClear"));
    this.#clear.title = strings.get("filterClear");
    this.#whole.textContent = strings.get("filterWhole");
    this.update();
  }

  get isOn() {
    return this.#text !== "";
  }

  focus() {
    this.#input.focus();
    this.#input.select();
  }

  /** Focuses the box. Returns `false` if it is not visible. */
  tryFocus() {
    const isVisible = this.box.checkVisibility();
    if (isVisible) this.focus();
    return isVisible;
  }

  /** The place in the whole tree: the current one, or the one to return to. */
  get wholePlace() {
    return this.isOn ? this.#before : this.#host.view.place;
  }

  /** Filters a new session of the same site. @param {import("./types.js").Place} [place]  The place in its whole tree. */
  renew(place) {
    if (!this.isOn) return;
    this.#before = place;
    this.#host.view.session?.setFilter(this.#text);
  }

  /** Empties the box, because the user leaves the site. */
  forget() {
    this.#cancel();
    this.#input.value = this.#text = "";
    this.#before = undefined;
    this.update();
    this.#host.changed("");
  }

  /** Shows the whole tree again, at its old place. */
  clear() {
    this.#input.value = "";
    this.#apply();
  }

  /** Shows the whole tree again. The focused row keeps the focus. */
  leave() {
    const { view } = this.#host;
    const kept = view.activeRow ? (view.session?.reveal(view.activeRow.id) ?? -1) : -1;
    this.clear();
    if (kept >= 0) view.focusIndex(view.session?.rowOf(kept) ?? -1);
    else view.focus();
  }

  /** Updates the count. */
  update() {
    const { session } = this.#host.view;
    const { isOn } = this;
    const strings = this.#strings;
    this.#clear.hidden = this.#input.value === "";
    this.#count.hidden = this.#found.hidden = !isOn;
    const matches = session?.matches ?? 0;
    this.nothing.hidden = !isOn || !session || session.rowCount > 0 || matches > 0 || this.#host.isLoading();
    if (!isOn) return;
    const isInBranch = this.#host.isInBranch();
    this.#whole.hidden = !isInBranch;
    this.#sentence.textContent = strings.get(isInBranch ? "filterNothingInBranch" : "filterNothing");
    const pages = (this.isOn && this.#host.pages()) || session?.source?.pages || 0;
    const found = strings.number(matches);
    const text = strings.plural("filterCount", pages, { found });
    if (this.#count.textContent === text) return;
    this.#count.textContent = text;
    this.#found.textContent = found;
    this.#found.title = text;
  }

  /** Prepares for the first letter, because that takes longer than a frame. */
  #prepare() {
    this.#host.view.session?.prepareFilter();
    // The first use of the language's number rules is slow.
    this.#strings.plural("filterCount", 0, { found: this.#strings.number(0) });
  }

  /** Filters as soon as the engine is prepared, at most once per frame. */
  async #applySoon() {
    this.#clear.hidden = this.#input.value === "";
    this.#isDue = this.#frame !== undefined;
    if (this.#isDue) return;
    this.#frame = 0; // letters typed while the engine prepares are part of the first search
    await this.#host.view.session?.prepareFilter();
    this.#apply();
    this.#frame = requestAnimationFrame(() => {
      this.#frame = undefined;
      if (this.#isDue) this.#applySoon();
    });
  }

  #cancel() {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#isDue = false;
    clearTimeout(this.#announcing);
  }

  #apply() {
    this.#cancel();
    const { view, began, ended } = this.#host;
    const { session } = view;
    const text = this.#input.value.trim();
    if (text === this.#text) return this.update();
    const wasOn = this.isOn;
    if (!wasOn) {
      this.#before = view.place;
      began();
    }
    this.#text = text;
    this.#entered = "";
    // Many rows come in steps.
    session?.setFilter(text).then(() => view.refresh());
    if (!this.isOn) {
      view.showAnew(this.#before);
      this.#before = undefined;
      ended();
    } else if (view.activeRow && session && wasOn && session.rowOf(view.activeRow.id) >= 0) {
      view.refresh(); // the tab stop still matches
    } else {
      view.showAnew();
      const first = this.#firstMatch;
      if (first) view.setActive(first.row.id);
    }
    this.update();
    this.#host.changed(text);
    if (session && this.isOn) this.#announceCount();
  }

  /** The row that Enter opens. */
  get #firstMatch() {
    const { session } = this.#host.view;
    const index = session?.firstMatch() ?? -1;
    const row = session?.rows(index, index + 1)[0];
    return index >= 0 && row ? { row, index } : undefined;
  }

  #announceCount() {
    this.#announcing = setTimeout(() => {
      if (!this.isOn) return;
      this.#host.announce((this.nothing.hidden ? this.#count : this.#sentence).textContent ?? "");
    }, ANNOUNCE_AFTER);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.isComposing || event.defaultPrevented) return; // the key belongs to an input method
    const { view } = this.#host;
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (event.key === "Escape" && isPlain) {
      if (this.#input.value === "") view.focus(true); // Firefox shows no ring after Escape
      else this.clear();
    } else if (event.key === "ArrowDown" && isPlain && !event.shiftKey) {
      this.#apply();
      if (view.rowCount > 0) view.focus();
      else this.#host.focusOther();
    } else if (event.key === "Enter") {
      this.#apply();
      if (this.isOn) this.#openFirst(event);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Does the same as a click with the same modifiers. A second Enter would open the page again. @param {KeyboardEvent} event */
  #openFirst({ ctrlKey, shiftKey, metaKey }) {
    const { view } = this.#host;
    const first = this.#firstMatch;
    const isAgain = this.#entered === this.#text;
    this.#entered = this.#text;
    if (!first && !isAgain && this.#host.openOther()) return;
    if ((!first || isAgain) && this.#host.again(this.#text)) return;
    if (!first) return;
    const { row, index } = first;
    if (linkOf(row) === undefined) return view.focusIndex(index);
    if (!view.isInSight(index)) view.center(index); // the match may be far down
    const line = view.elementOf(row.id);
    line?.dispatchEvent(
      new MouseEvent("click", { bubbles: true, composed: true, cancelable: true, view: window, ctrlKey, shiftKey, metaKey }),
    );
  }
}
