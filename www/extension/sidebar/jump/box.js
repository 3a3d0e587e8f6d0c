import { dispositionOf, element } from "../../../element/dom.js";
import { marked } from "../../../element/marked.js";
import { message } from "../../browser.js";
import { JumpSearch } from "./search.js";

/** @typedef {import("../../../element/types.js").JumpTarget} JumpTarget */

/**
 * The box over the tree that finds pages while the user types. Enter opens the marked page and focuses the tree. Escape
 * closes the box, and the dialog returns the focus.
 */
export class JumpBox {
  #tree;
  #follow;
  #dialog;
  #input;
  #list;
  #status;
  #search;
  /** @type {JumpTarget[]} */
  #targets = [];
  #marked = 0;
  /** The text of `#targets`. */
  #found = "";

  /**
   * @param {HTMLDialogElement} dialog  Empty.
   * @param {import("../../../element/navi-bar.js").NaviBar} tree
   * @param {(url: string, disposition: import("../../../element/types.js").Disposition) => void} follow
   */
  constructor(dialog, tree, follow) {
    this.#tree = tree;
    this.#follow = follow;
    this.#dialog = dialog;
    this.#search = new JumpSearch(tree);
    const label = message("findPage");
    this.#input = element("input", {
      type: "text",
      role: "combobox",
      "aria-label": label,
      "aria-autocomplete": "list",
      "aria-controls": "jump-list",
      "aria-expanded": "false",
      placeholder: label,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      enterkeyhint: "go",
      dir: "auto",
    });
    this.#list = element("ul", { id: "jump-list", role: "listbox", "aria-label": label, hidden: "" });
    this.#status = element("p", { class: "jump-nothing", role: "status" });
    dialog.setAttribute("aria-label", label);
    dialog.append(this.#input, this.#list, this.#status);
    this.#input.addEventListener("input", () => void this.#find());
    this.#input.addEventListener("keydown", (event) => this.#keyDown(event));
    // The focus stays in the input. With the middle button, Chromium on Linux would paste the selection into it.
    for (const type of ["mousedown", "mouseup"]) this.#list.addEventListener(type, (event) => event.preventDefault());
    for (const type of ["click", "auxclick"]) {
      this.#list.addEventListener(type, (event) => this.#click(/** @type {MouseEvent} */ (event)));
    }
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog) this.close(); // the backdrop, because the box has no padding
    });
    dialog.addEventListener("close", () => this.#show([]));
  }

  /** @param {string} [text] */
  open(text) {
    // Prepares for the first letter, because that takes longer than a frame.
    void this.#search.session?.prepareFilter();
    if (!this.#dialog.open) {
      this.#input.value = "";
      this.#dialog.showModal();
    }
    if (text !== undefined) this.#input.value = text;
    this.#input.focus();
    this.#input.select();
    void this.#find();
  }

  close() {
    this.#dialog.close();
  }

  /** Call this when more pages may have arrived. */
  changed() {
    if (this.#dialog.open) void this.#find();
  }

  get #text() {
    return this.#input.value.trim();
  }

  async #find() {
    const text = this.#text;
    const targets = text === "" ? [] : await this.#search.find(text);
    if (!targets || !this.#dialog.open || text !== this.#text) return;
    const isSame = text === this.#found && JSON.stringify(targets) === JSON.stringify(this.#targets);
    this.#found = text;
    if (!isSame) this.#show(targets);
    this.#status.textContent = text !== "" && targets.length === 0 ? this.#search.sentence : "";
  }

  /** @param {JumpTarget[]} targets */
  #show(targets) {
    this.#targets = targets;
    this.#list.replaceChildren(...targets.map(option));
    this.#list.scrollTop = 0;
    this.#list.hidden = targets.length === 0;
    this.#status.textContent = "";
    this.#input.setAttribute("aria-expanded", String(targets.length > 0));
    this.#mark(0);
  }

  /** @param {number} index */
  #mark(index) {
    this.#marked = index;
    for (const [at, each] of [...this.#list.children].entries()) each.setAttribute("aria-selected", String(at === index));
    const marked = this.#list.children[index];
    if (marked) this.#input.setAttribute("aria-activedescendant", marked.id);
    else this.#input.removeAttribute("aria-activedescendant");
    marked?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const { key, ctrlKey, altKey, metaKey, shiftKey, isComposing } = event;
    if (isComposing) return; // the key belongs to an input method
    const count = this.#targets.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined && !ctrlKey && !altKey && !metaKey && !shiftKey) {
      if (count > 0) this.#mark((this.#marked + step + count) % count);
    } else if (key === "Enter") {
      void this.#enter(event);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Opens the marked page, as soon as the pages for the text are found. @param {KeyboardEvent} event */
  async #enter(event) {
    const disposition = dispositionOf(event);
    if (this.#found !== this.#text) await this.#find();
    this.#open(this.#marked, disposition);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const line = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    if (!line || event.button === 2) return;
    this.#open([...this.#list.children].indexOf(line), dispositionOf(event));
  }

  /** @param {number} index @param {import("../../../element/types.js").Disposition} disposition */
  #open(index, disposition) {
    const target = this.#targets[index];
    if (!target) return;
    if (disposition !== "background-tab") {
      this.close();
      this.#tree.focus();
    }
    this.#follow(target.url, disposition);
  }
}

/** @param {JumpTarget} target @param {number} index @param {JumpTarget[]} targets */
function option({ title, url, highlights, address }, index, targets) {
  const [[match = 0] = []] = highlights;
  return element(
    "li",
    { role: "option", id: `jump-${index}`, title: `${title}\n${url}` },
    element("span", { class: "jump-title" }, parts(title, highlights, match < MIN_BEFORE_MATCH ? 0 : match, "auto")),
    element("span", { class: "jump-place" }, parts(address.text, address.highlights, differsAt(address.text, targets), "ltr")),
  );
}

/** A match behind fewer letters is in sight. */
const MIN_BEFORE_MATCH = 10;

/**
 * Returns a text that is cut before `at` if it does not fit.
 *
 * @param {string} text
 * @param {[number, number][]} highlights
 * @param {number} at
 * @param {"auto" | "ltr"} dir
 */
function parts(text, highlights, at, dir) {
  const part = (/** @type {number[]} */ ...range) => element("span", {}, ...marked(text, highlights, ...range));
  return element("bdi", { dir }, part(0, at), part(at));
}

/** An address with fewer letters fits, and a cut behind fewer letters gains no room. */
const [MIN_ADDRESS, MIN_START] = [20, 7];

/**
 * Returns the start of the first folder or file in which an address differs from those of other pages.
 *
 * @param {string} address
 * @param {JumpTarget[]} targets
 */
function differsAt(address, targets) {
  let most = 0;
  for (const { text } of targets.map((target) => target.address)) {
    let same = 0;
    while (text !== address && same < address.length - 1 && text[same] === address[same]) same++;
    most = Math.max(most, same);
  }
  const start = address.lastIndexOf("/", most - 1) + 1;
  return address.length < MIN_ADDRESS || start < MIN_START ? 0 : start;
}
