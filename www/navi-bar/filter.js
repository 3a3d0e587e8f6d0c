import { element } from "./dom.js";
import { linkOf } from "./entries.js";

/** How long after the last key, in milliseconds, the count is said: screen readers would speak over the typing. */
const SAID_AFTER = 500;

/**
 * @typedef {object} FilterHost
 * @property {import("./tree.js").TreeView} view
 * @property {() => boolean} isLoading  More pages may come.
 * @property {(text: string) => void} say  To screen readers.
 * @property {() => void} began  The tree is about to be filtered.
 * @property {() => void} ended  The whole tree is shown again.
 */

/** The box above the tree that shows only what matches, and the ways there. */
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
  /** The number of matches alone, where the box has no room for the sentence. */
  #found = element("span", { class: "filter-found", "aria-hidden": "true", hidden: "" });
  /** The box, with the count in it: its width stays the same while the user types. */
  box = element(
    "div",
    { class: "filter", part: "filter" },
    element("div", { class: "filter-field", part: "filter-field" }, this.#input, this.#count, this.#found, this.#clear),
  );
  /** Below the box where nothing matches. */
  nothing = element("p", { class: "nothing", part: "filter-empty", hidden: "" });
  /** What the session filters by. */
  #text = "";
  /** @type {import("./tree.js").Place | undefined} Where the whole tree was. */
  #before;
  /** @type {number | undefined} Until it is over, nothing is filtered again; 0 while the engine makes ready. */
  #frame;
  /** Whether the text has changed within the frame. */
  #isDue = false;
  /** @type {number | undefined} */
  #speaking;

  /** @param {import("./strings.js").Strings} strings @param {FilterHost} host */
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
    this.setStrings(strings);
  }

  /** @param {import("./strings.js").Strings} strings */
  setStrings(strings) {
    this.#strings = strings;
    this.#input.placeholder = strings.get("filter");
    this.#input.setAttribute("aria-label", strings.get("filter"));
    this.#clear.setAttribute("aria-label", strings.get("filterClear"));
    this.#clear.title = strings.get("filterClear");
    this.nothing.textContent = strings.get("filterNothing");
    this.update();
  }

  /** Whether the tree is filtered. */
  get isOn() {
    return this.#text !== "";
  }

  /** Whether the box has the focus. */
  get hasFocus() {
    return this.#input.matches(":focus");
  }

  focus() {
    this.#input.focus();
    this.#input.select();
  }

  /** Where the whole tree is scrolled to, or will be without the filter. */
  get wholePlace() {
    return this.isOn ? this.#before : this.#host.view.place;
  }

  /** Another session is shown, of the same site. @param {import("./tree.js").Place} [place]  In its whole tree. */
  renew(place) {
    if (!this.isOn) return;
    this.#before = place;
    this.#host.view.session?.setFilter(this.#text);
  }

  /** Another site is to be shown. */
  forget() {
    this.#cancel();
    this.#input.value = this.#text = "";
    this.#before = undefined;
    this.update();
  }

  /** Shows the whole tree again, where it was. */
  clear() {
    this.#input.value = "";
    this.#apply();
  }

  /** Shows the whole tree again, with the focus on the row that has it now. */
  leave() {
    const { view } = this.#host;
    const kept = view.activeRow ? (view.session?.reveal(view.activeRow.id) ?? -1) : -1;
    this.clear();
    if (kept >= 0) view.focusIndex(view.session?.rowOf(kept) ?? -1);
    else view.focus();
  }

  /** Says how much is found now. */
  update() {
    const { session } = this.#host.view;
    const { isOn } = this;
    const strings = this.#strings;
    this.#clear.hidden = this.#input.value === "";
    this.#count.hidden = this.#found.hidden = !isOn;
    const matches = session?.matches ?? 0;
    this.nothing.hidden = !isOn || !session || session.rowCount > 0 || this.#host.isLoading();
    if (!isOn) return;
    const pages = session?.source?.pages ?? 0;
    const found = strings.number(matches);
    const text = strings.plural("filterCount", pages, { found });
    if (this.#count.textContent === text) return;
    this.#count.textContent = text;
    this.#found.textContent = found;
    this.#found.title = text;
  }

  /** Whoever comes to the box is about to type; what the first letter needs takes longer than a frame. */
  #prepare() {
    this.#host.view.session?.prepareFilter();
    // The language's rules for numbers, which the count needs, take longer the first time.
    this.#strings.plural("filterCount", 0, { found: this.#strings.number(0) });
  }

  /** As soon as it can be looked for without a halt, but not more often than a frame shows. */
  async #applySoon() {
    this.#clear.hidden = this.#input.value === "";
    this.#isDue = this.#frame !== undefined;
    if (this.#isDue) return;
    this.#frame = 0; // what is typed while the engine makes ready is looked for at once, too
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
    clearTimeout(this.#speaking);
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
    session?.setFilter(text);
    if (!this.isOn) {
      view.showAnew(this.#before);
      this.#before = undefined;
      ended();
    } else if (view.activeRow && session && wasOn && session.rowOf(view.activeRow.id) >= 0) {
      view.refresh(); // other words, the same rows
    } else {
      view.showAnew();
      const first = this.#firstMatch;
      if (first) view.setActive(first.row.id);
    }
    this.update();
    if (session && this.isOn) this.#sayCount();
  }

  /** What Enter opens. */
  get #firstMatch() {
    const { session } = this.#host.view;
    const index = session?.firstMatch() ?? -1;
    const row = session?.rows(index, index + 1)[0];
    return index >= 0 && row ? { row, index } : undefined;
  }

  #sayCount() {
    this.#speaking = setTimeout(() => {
      if (!this.isOn) return;
      this.#host.say((this.nothing.hidden ? this.#count : this.nothing).textContent ?? "");
    }, SAID_AFTER);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.isComposing || event.defaultPrevented) return; // the key belongs to what is being composed
    const { view } = this.#host;
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (event.key === "Escape" && isPlain) {
      if (this.#input.value === "") view.focus();
      else this.clear();
    } else if (event.key === "ArrowDown" && isPlain && !event.shiftKey) {
      this.#apply();
      if (view.rowCount > 0) view.focus();
    } else if (event.key === "Enter") {
      this.#apply();
      if (this.isOn) this.#openFirst(event);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** As a click on it would, modifiers included. @param {KeyboardEvent} event */
  #openFirst({ ctrlKey, shiftKey, metaKey }) {
    const { view } = this.#host;
    const first = this.#firstMatch;
    if (!first) return;
    const { row, index } = first;
    if (linkOf(row) === undefined) return view.focusIndex(index);
    if (!view.isInSight(index)) view.center(index); // it may be far down in a branch
    const line = view.elementOf(row.id);
    line?.dispatchEvent(
      new MouseEvent("click", { bubbles: true, composed: true, cancelable: true, view: window, ctrlKey, shiftKey, metaKey }),
    );
  }
}
