import { element } from "./dom.js";

/** The maximum number of pages above the branch in the line. */
const MAX_ABOVE = 3;

/**
 * @typedef {object} OnlyBranchHost
 * @property {import("./tree/tree-view.js").TreeView} view
 * @property {import("./filter.js").Filter} filter
 * @property {() => void} takeOver  The tree no longer moves by itself.
 * @property {() => boolean} hasFocus  Returns `true` if the element has the focus.
 * @property {() => void} changed  Another branch is shown, or its number of pages is known.
 */

/** Shows one branch as the whole tree. The line above the tree leads back: to all pages, and to each page above the branch. */
export class OnlyBranch {
  #host;
  #strings;
  line = element("nav", { class: "branch", part: "branch", hidden: "" });
  #shown = "[]";
  /** The number of pages in the branch, if it is known. @type {number | undefined} */
  pages;

  /** @param {import("./text/strings.js").Strings} strings @param {OnlyBranchHost} host */
  constructor(strings, host) {
    this.#strings = strings;
    this.#host = host;
  }

  /** @param {import("./text/strings.js").Strings} strings */
  setStrings(strings) {
    this.#strings = strings;
    this.#shown = "";
    this.update();
  }

  get isOn() {
    return !this.line.hidden;
  }

  /** Shows only the branch of a row. @param {number} id */
  show(id) {
    this.#change((session) => session.showOnly(id));
  }

  /** Shows the whole tree again, or the branch of a page above. @param {number} [to]  The index of the page in the path. */
  leave(to) {
    this.#change((session) => session.leaveBranch(to));
  }

  /** @param {(session: import("./types.js").Session) => number} change  Returns the id of the row to go to, or -1. */
  #change(change) {
    const { view, filter, takeOver, hasFocus } = this.#host;
    const { session } = view;
    if (!session) return;
    const hadFocus = hasFocus();
    takeOver();
    const id = change(session);
    filter.renew();
    view.showAnew({ first: undefined, offset: 0, active: id < 0 ? undefined : id });
    const row = session.rowOf(id);
    if (row >= 0 && !view.isInSight(row)) view.center(row);
    // The pressed button may have disappeared.
    if (hadFocus) view.focus();
  }

  /** Call this when another tree may be shown. */
  update() {
    const { session } = this.#host.view;
    const path = session?.branchPath() ?? [];
    const shown = JSON.stringify(path);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.line.hidden = path.length === 0;
    this.line.setAttribute("aria-label", this.#strings.get("branchPath"));
    const back = this.#button(this.#strings.get("wholeTree"), undefined);
    back.prepend(element("span", { class: "twisty back", "aria-hidden": "true" }));
    const first = Math.max(0, path.length - 1 - MAX_ABOVE);
    const above = path.slice(first, -1).flatMap((crumb, at) => [
      element("span", { class: "between", "aria-hidden": "true" }, at === 0 && first > 0 ? "/ … /" : "/"),
      this.#button(this.#strings.titleOf(crumb), first + at),
    ]);
    this.line.replaceChildren(back, ...above);
    void this.count();
  }

  /** Counts the pages of the branch again. */
  async count() {
    const { session } = this.#host.view;
    this.pages = undefined;
    if (this.isOn && session) {
      await session.prepareBranch();
      if (session !== this.#host.view.session) return;
      this.pages = session.branchPages;
    }
    this.#host.changed();
  }

  /** @param {string} title @param {number | undefined} to */
  #button(title, to) {
    const button = element("button", { type: "button", class: "above", part: "branch-button", dir: "auto", title }, title);
    button.addEventListener("click", () => this.leave(to));
    return button;
  }
}
