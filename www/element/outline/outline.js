import { element } from "../dom.js";
import { deferred } from "../load/deferred.js";
import { engine, engineIfReady } from "../load/engine.js";
import { TreeInput } from "../tree/input.js";
import { TreeView } from "../tree/tree-view.js";
import { Divider } from "./divider.js";

/** @typedef {import("../types.js").Sections} Sections */
/** @typedef {import("../types.js").SectionHeading} SectionHeading */
/** @typedef {import("../text/strings.js").Strings} Strings */

/**
 * Reads the sections of a page while the pane is open.
 *
 * @typedef {object} SectionSource
 * @property {(reader: SectionReader) => void} start
 * @property {() => void} stop
 * @property {(version: number, id: number) => void} go  Goes to a section of a list.
 *
 * @typedef {object} SectionReader
 * @property {(sections: SectionHeading[], version: number) => void} show
 * @property {(id: number | undefined) => void} read  The user is reading this section.
 * @property {() => void} clear  The page has gone.
 * @property {() => void} fail  The page cannot be read.
 */

/**
 * @typedef {object} OutlineHost
 * @property {(isOpen: boolean) => void} fold  The user opens or folds the pane.
 * @property {() => void} resized  The user has changed the height of the pane.
 * @property {() => number} height  The height of the whole element.
 * @property {(event: KeyboardEvent) => boolean} key  Handles a key of the element.
 * @property {(row: import("../types.js").Row, disposition: import("../types.js").Disposition, event: Event) => void} follow
 */

/** The tree keeps at least this height, and the pane at least the other one, in CSS pixels. */
const TREE_HEIGHT = 120;
const MIN_HEIGHT = 84;

/** The lines of a note that says why there are no rows. */
const LINES_OF_NOTE = 2;

/** @type {(() => SectionSource) | undefined} */
let makeSource;

/** Sets where the sections of elements come from. Call this before the first element exists. @param {() => SectionSource} make */
export function readSectionsBy(make) {
  makeSource = make;
}

/** The pane "On this page" below the tree: the headings of a page. While it is folded, it reads nothing. */
export class Outline {
  #host;
  /** @type {TreeView<Sections>} */
  #view;
  #input;
  #name = document.createTextNode("");
  #toggle = element(
    "button",
    { type: "button", class: "outline-title", part: "outline-title", "aria-expanded": "false", "aria-controls": "outline" },
    element("span", { class: "twisty", "aria-hidden": "true" }),
    element("span", { class: "outline-name" }, this.#name),
  );
  #note = element("p", { class: "outline-note", part: "outline-note", dir: "auto", hidden: "" });
  #divider = new Divider("outline", {
    size: () => this.#size(),
    resize: (height) => (this.height = height),
    resized: () => this.#host.resized(),
    fold: () => {
      this.#toggle.focus();
      this.#host.fold(false);
    },
  });
  box = element("div", { class: "outline", part: "outline", role: "region", hidden: "" });
  #source = makeSource?.();
  #isRunning = false;
  /** @type {Sections | undefined} */
  #sections;
  #version = 0;
  /** @type {number | undefined} The section that the user is reading. */
  #reading;
  /** The page cannot be read. */
  #isUnreadable = false;
  /** Counts the pages, so that a late list of an earlier page is dropped. */
  #pages = 0;
  #filter = "";
  /** @type {number | undefined} */
  #height;

  /** @param {Strings} strings @param {OutlineHost} host */
  constructor(strings, host) {
    this.#host = host;
    this.#view = new TreeView(strings, "outline");
    this.#input = new TreeInput(this.#view, {
      follow: (row, disposition, event) => {
        if (disposition !== "current" && row.url !== undefined) return host.follow(row, disposition, event);
        event.preventDefault();
        this.#source?.go(this.#version, row.id);
      },
      load: () => {},
      menu: () => {},
      key: (event) => host.key(event),
      acted: () => {},
    });
    this.#toggle.addEventListener("click", () => host.fold(!this.isOpen));
    this.#view.scroller.hidden = true;
    this.box.addEventListener("keydown", (event) => {
      if (!event.defaultPrevented && host.key(event)) event.preventDefault();
    });
    this.box.append(this.#divider.element, this.#toggle, this.#note, this.#view.scroller);
    this.setStrings(strings);
  }

  /** @param {Strings} strings */
  setStrings(strings) {
    this.#view.setStrings(strings);
    this.#name.data = strings.get("outline");
    this.box.setAttribute("aria-label", strings.get("outline"));
    this.#divider.element.setAttribute("aria-label", strings.get("outlineResize"));
    this.#describe();
  }

  get isOpen() {
    return this.box.hasAttribute("data-open");
  }

  /** The height that the user has chosen, in CSS pixels. The pane is lower if it has few rows. @returns {number | undefined} */
  get height() {
    return this.#height;
  }
  set height(height) {
    this.#height = height;
    if (height === undefined) this.box.style.removeProperty("--_height");
    else this.box.style.setProperty("--_height", `${height}px`);
  }

  /** Shows or hides the pane, and opens or folds it. @param {boolean} isShown @param {boolean} isOpen @param {boolean} isConnected */
  update(isShown, isOpen, isConnected) {
    this.box.hidden = !isShown;
    this.box.toggleAttribute("data-open", isOpen);
    this.#toggle.setAttribute("aria-expanded", String(isOpen));
    this.#divider.element.hidden = !isOpen;
    if (isShown && isOpen && isConnected) this.#divider.update();
    const runs = isShown && isOpen && isConnected;
    if (runs === this.#isRunning) return;
    this.#isRunning = runs;
    if (!runs) this.#source?.stop();
    this.#clear();
    this.#isUnreadable = !this.#source;
    this.#describe();
    if (runs) {
      this.#source?.start({
        show: (sections, version) => this.#show(sections, version).catch((error) => console.error("navi-bar:", error)),
        read: (id) => this.#read(id),
        clear: () => this.#clear(),
        fail: () => this.#fail(),
      });
    }
  }

  /** Shows only the sections with all words of a text. @param {string} text */
  setFilter(text) {
    this.#filter = text;
    this.#sections?.setFilter(text);
    if (text) {
      this.#view.showAnew();
      const first = this.#firstMatch;
      if (first) this.#view.setActive(first.id);
    } else {
      this.#view.refresh();
    }
    this.#describe();
    this.#reveal();
  }

  /** Focuses the rows, if there are some. */
  focus() {
    if (this.#view.rowCount > 0) this.#view.focus();
  }

  /** Goes to the first section that matches the filter. */
  openFirst() {
    const first = this.#firstMatch;
    if (first) this.#source?.go(this.#version, first.id);
    return first !== undefined;
  }

  get #firstMatch() {
    const index = this.#sections?.firstMatch() ?? -1;
    return index < 0 ? undefined : this.#sections?.rows(index, index + 1)[0];
  }

  reconnected() {
    this.#view.reconnected();
  }

  /** The engine has died. Its memory must not be touched. */
  die() {
    this.#sections = undefined;
    this.#clear();
    this.#source?.stop();
  }

  /** @param {SectionHeading[]} list @param {number} version */
  async #show(list, version) {
    const page = this.#pages;
    await engine();
    await deferred();
    const made = engineIfReady();
    if (page !== this.#pages || !made) return;
    this.#isUnreadable = false;
    this.#version = version;
    this.#sections ??= new made.Sections();
    this.#sections.set(list);
    this.#sections.setFilter(this.#filter);
    this.#fit(list.length);
    this.#view.scroller.hidden = list.length === 0;
    if (this.#view.session) this.#view.refresh();
    else this.#view.show(this.#sections);
    this.#describe();
    if (this.#reading !== undefined) this.#read(this.#reading);
  }

  /** Sets the number of rows that the pane needs. While the next page loads, the pane keeps its height. @param {number} count */
  #fit(count) {
    this.box.style.setProperty("--_sections", String(count || LINES_OF_NOTE));
  }

  /** @param {number | undefined} id */
  #read(id) {
    this.#reading = id;
    if (!this.#sections) return;
    this.#sections.setCurrent(id);
    this.#view.refresh();
    this.#reveal();
  }

  /** Brings the section that the user is reading into sight, unless the user moves in the pane. */
  #reveal() {
    const row = this.#sections?.currentRow() ?? -1;
    if (row >= 0 && !this.#input.isBusy && !this.#view.isInSight(row)) this.#view.center(row);
  }

  #clear() {
    this.#pages += 1;
    this.#isUnreadable = false;
    this.#reading = undefined;
    this.#view.show(undefined);
    this.#view.scroller.hidden = true;
    this.#sections?.free();
    this.#sections = undefined;
    this.#describe();
  }

  #fail() {
    this.#clear();
    this.#fit(0);
    this.#isUnreadable = true;
    this.#describe();
  }

  /** Says why there are no rows. */
  #describe() {
    const isEmpty = this.#sections !== undefined && this.#view.rowCount === 0;
    const key = this.#isUnreadable ? "outlineUnreadable" : !isEmpty ? "" : this.#filter ? "outlineNothing" : "outlineEmpty";
    this.#note.hidden = key === "";
    this.#note.textContent = key && this.#view.strings.get(key);
  }

  #size() {
    const max = Math.max(MIN_HEIGHT, this.#host.height() - TREE_HEIGHT);
    return { now: this.box.getBoundingClientRect().height, min: MIN_HEIGHT, max };
  }
}
