import { detailLines } from "../popups/details.js";
import { dispositionOf, isRightToLeft } from "../dom.js";
import { Expansion } from "./expansion.js";
import { isLink, linkOf, needsLoading } from "./row-kinds.js";
import { commandOf, isMenuKey, TypeAhead } from "./keyboard.js";

/** @typedef {import("../types.js").Row} Row */

/**
 * The actions of the element that the tree starts.
 *
 * @typedef {object} TreeActions
 * @property {(row: Row, disposition: import("../types.js").Disposition, event: Event) => void} follow
 *  Opens a page. If the event's default is not prevented, the browser follows the link.
 * @property {(row: Row) => void} load  Loads the row's sitemap.
 * @property {(row: Row, x: number, y: number, keyboard: boolean, event: Event) => void} menu
 *   Opens the row's context menu at this point of the window.
 * @property {(event: KeyboardEvent) => boolean} key  Handles a key of the element. Returns `true` if it was one.
 * @property {() => void} acted  The user has scrolled, expanded a row or moved the focus.
 */

/** The user counts as busy for this many milliseconds after the last key or pointer movement. */
const QUIET_AFTER = 500;

/**
 * The browser sends a `contextmenu` event after a menu key: on key down, or on Windows just after key up. If none comes
 * within this time in milliseconds (Shift+F10 on a Mac, keys from a test driver), the menu opens without it.
 */
const MENU_KEY_TIMEOUT = 50;

/** Translates keys and pointer events on the tree into actions. */
export class TreeInput {
  #view;
  #actions;
  #typeAhead = new TypeAhead();
  #expansion;
  #isPointerInside = false;
  #isPointerPressed = false;
  #lastPointerMove = -Infinity;
  #lastKey = -Infinity;
  /** The last input was a key. Distinguishes the `contextmenu` events of a menu key and of a right click. */
  #byKeyboard = false;
  /** A menu key was pressed, and its `contextmenu` event has not arrived yet. */
  #awaitsMenu = false;

  /**
   * @param {import("./tree-view.js").TreeView<import("../types.js").RowSource>} view
   * @param {TreeActions} actions
   */
  constructor(view, actions) {
    this.#view = view;
    this.#actions = actions;
    this.#expansion = new Expansion(view);
    const { tree, scroller } = view;
    tree.addEventListener("keydown", (event) => this.#keyDown(event));
    tree.addEventListener("keyup", (event) => this.#keyUp(event));
    tree.addEventListener("click", (event) => this.#click(event));
    tree.addEventListener("auxclick", (event) => this.#auxClick(event));
    tree.addEventListener("contextmenu", (event) => this.#contextMenu(event));
    scroller.addEventListener("focusin", (event) => this.#focusIn(event));
    tree.addEventListener("pointerover", (event) => this.#pointerOver(event));
    tree.addEventListener("pointerout", (event) => this.#pointerOut(event));
    scroller.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    scroller.addEventListener("pointerup", () => this.#pointerUp());
    scroller.addEventListener("pointercancel", () => this.#pointerUp());
    scroller.addEventListener("pointermove", () => this.#pointerMove(), { passive: true });
    scroller.addEventListener("pointerleave", () => this.#pointerLeave());
    scroller.addEventListener("wheel", () => this.#actions.acted(), { passive: true });
    scroller.addEventListener("touchmove", () => this.#actions.acted(), { passive: true });
  }

  /** A moving tree would disturb the user now. */
  get isBusy() {
    const now = performance.now();
    if (now - this.#lastKey < QUIET_AFTER) return true;
    return this.#isPointerInside && (this.#isPointerPressed || now - this.#lastPointerMove < QUIET_AFTER);
  }

  /** @param {PointerEvent} event */
  #pointerDown(event) {
    this.#byKeyboard = false;
    this.#isPointerPressed = true;
    if (event.target === this.#view.scroller) this.#actions.acted(); // the scroll bar
    // A click is for the row that was pressed. Rows that come meanwhile would move another one below the pointer.
    if (event.button < 2 && this.#view.rowAt(event.target)) this.#view.hold();
    this.#pointerMove();
  }

  #pointerUp() {
    this.#isPointerPressed = false;
    setTimeout(() => this.#view.release()); // after the click
  }

  #pointerMove() {
    this.#isPointerInside = true;
    this.#lastPointerMove = performance.now();
  }

  #pointerLeave() {
    this.#isPointerInside = false;
    if (this.#isPointerPressed) this.#pointerUp();
  }

  /** Sets the tooltip: a title that does not fit, the row's description and its details. @param {PointerEvent} event */
  #pointerOver(event) {
    const row = this.#view.rowAt(event.target);
    const line = row && this.#view.elementOf(row.id);
    const title = line?.querySelector(".title");
    if (!row || !line || !title) return;
    if (line.hasAttribute("title")) return; // from one part of a row to another
    const { session, strings } = this.#view;
    const tip = detailLines(session?.details?.(row.id) ?? [], strings, session?.readBelow?.(row.id));
    const description = line.getAttribute("aria-description");
    if (description) tip.unshift(description);
    const isCut = [title, ...title.children].some((part) => part.scrollWidth > part.clientWidth);
    if (tip.length > 0 || isCut) line.title = [row.title, ...tip].join("\n");
  }

  /** Removes the tooltip, because its text may change. @param {PointerEvent} event */
  #pointerOut(event) {
    const row = this.#view.rowAt(event.target);
    const line = row && this.#view.elementOf(row.id);
    const isInside = event.relatedTarget instanceof Node && line?.contains(event.relatedTarget);
    if (!isInside) line?.removeAttribute("title");
  }

  /** @param {FocusEvent} event */
  #focusIn(event) {
    const row = this.#view.rowAt(event.target);
    if (!row) {
      // After a click beside the rows, the keys must still work.
      const active = this.#view.activeRow;
      if (active) this.#view.elementOf(active.id)?.focus({ preventScroll: true });
      return;
    }
    if (row.id !== this.#view.activeRow?.id) this.#actions.acted();
    this.#view.setActive(row.id);
    // Tab may lead to a row out of sight. Do not scroll under a pressed pointer: the click would hit another row.
    if (!this.#isPointerPressed) this.#view.focusIndex(this.#view.activeIndex);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const row = this.#view.rowAt(event.target);
    if (!row || event.button !== 0) return;
    const onTwisty = row.expandable && event.target instanceof Element && event.target.closest(".twisty") !== null;
    if (isLink(row) && !onTwisty) return this.#actions.follow(row, dispositionOf(event), event);
    event.preventDefault();
    this.#view.release();
    if (!onTwisty) this.#activate(row);
    // As in file managers and editors. Some window managers use Alt with the mouse themselves.
    else if (!event.altKey && !event.shiftKey) this.#toggle(row);
    else if (row.expanded) this.collapseBelow(row.id);
    else this.expandBelow(row.id);
  }

  /** @param {MouseEvent} event */
  #auxClick(event) {
    const row = this.#view.rowAt(event.target);
    if (row && isLink(row) && event.button === 1) this.#actions.follow(row, dispositionOf(event), event);
  }

  /** @param {MouseEvent} event */
  #contextMenu(event) {
    this.#awaitsMenu = false;
    const row = this.#view.rowAt(event.target);
    if (!row) return;
    this.#view.setActive(row.id);
    if (this.#byKeyboard) this.#menuByKey(row, event);
    else this.#actions.menu(row, event.clientX, event.clientY, false, event);
  }

  /** Opens the menu below the title. The event may have another position. @param {Row} row @param {Event} event */
  #menuByKey(row, event) {
    const line = this.#view.elementOf(row.id);
    if (!line) return;
    const box = line.getBoundingClientRect();
    const title = line.querySelector(".title")?.getBoundingClientRect() ?? box;
    this.#actions.menu(row, isRightToLeft(line) ? title.right : title.left, box.bottom, true, event);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    this.#byKeyboard = true;
    this.#lastKey = performance.now();
    if (isMenuKey(event)) this.#awaitsMenu = true;
    if (event.defaultPrevented || isMenuKey(event)) return;
    // During type-ahead, a slash is a letter.
    if (!(event.key === "/" && this.#typeAhead.isUnderWay(event)) && this.#actions.key(event)) {
      event.preventDefault();
      this.#typeAhead.reset();
      return;
    }
    const row = this.#view.activeRow;
    if (!row) return;
    const search = event.key === "*" ? undefined : this.#typeAhead.add(event);
    if (search !== undefined) {
      event.preventDefault();
      this.#search(search);
      return;
    }
    const command = commandOf(event, isRightToLeft(this.#view.tree));
    if (command) {
      event.preventDefault();
      this.#actions.acted();
      this.#typeAhead.reset();
      this.#run(command, row);
    } else if (event.key === "Enter" && linkOf(row) === undefined) {
      event.preventDefault();
      if (isLink(row)) this.#view.elementOf(row.id)?.click();
      else this.#activate(row);
    }
  }

  /** @param {KeyboardEvent} event */
  #keyUp(event) {
    if (!this.#awaitsMenu || !["ContextMenu", "F10"].includes(event.key)) return;
    setTimeout(() => {
      const row = this.#view.activeRow;
      if (!this.#awaitsMenu || !row) return;
      this.#awaitsMenu = false;
      this.#menuByKey(row, new Event("contextmenu", { cancelable: true }));
    }, MENU_KEY_TIMEOUT);
  }

  /** @param {import("./keyboard.js").Command} command @param {Row} row */
  #run(command, row) {
    const view = this.#view;
    const at = view.activeIndex;
    switch (command) {
      case "up":
        return this.#go(at - 1, -1);
      case "down":
        return this.#go(at + 1, 1);
      case "first":
        return this.#go(0, 1);
      case "last":
        return this.#go(view.rowCount - 1, -1);
      case "page-up":
        return this.#go(at - view.pageStep, -1);
      case "page-down":
        return this.#go(at + view.pageStep, 1);
      case "open":
        if (row.expandable && !row.expanded) this.#toggle(row);
        else if (row.expandable) this.#go(at + 1, 1);
        return;
      case "close":
        if (row.expandable && row.expanded) this.#toggle(row);
        else if (row.level > 1) this.#focus(view.session?.rowOf(view.session.parent(row.id)) ?? -1);
        return;
      case "open-below":
        return this.expandBelow(row.id);
      case "close-below":
        return this.collapseBelow(row.id);
      case "open-siblings":
        view.session?.expandSiblings?.(row.id);
        return view.refresh();
      case "follow":
        return view.elementOf(row.id)?.click();
    }
  }

  /** Focuses a row, or the next one in this direction after separators. @param {number} index @param {1 | -1} by */
  #go(index, by) {
    const view = this.#view;
    const place = Math.min(Math.max(0, index), view.rowCount - 1);
    const found = view.stopFrom(place, by);
    this.#focus(found >= 0 ? found : view.stopFrom(place, by === 1 ? -1 : 1));
  }

  /** Focuses a row where it is in the tree, even if it shows at the top as a parent. @param {number} index */
  #focus(index) {
    this.#view.focusIndex(index);
    this.#view.unpin(index);
  }

  /** @param {string} text */
  #search(text) {
    const { session, activeIndex } = this.#view;
    if (!session) return;
    this.#actions.acted();
    let found = session.typeAhead(activeIndex, text);
    const letter = TypeAhead.repeatedLetter(text);
    if (found < 0 && letter !== undefined) found = session.typeAhead(activeIndex, letter);
    if (found >= 0) this.#focus(found);
  }

  /** Expands a branch with everything in it. @param {number} id */
  expandBelow(id) {
    this.#actions.acted();
    this.#expansion.start(id);
  }

  /** Collapses a branch and all branches in it. @param {number} id */
  collapseBelow(id) {
    this.#actions.acted();
    const { session } = this.#view;
    this.#view.unpin(session?.rowOf(id) ?? -1);
    session?.collapseBelow?.(id);
    this.#view.refresh();
  }

  /** Handles a click on a row that is not a link. @param {Row} row @returns {void} */
  #activate(row) {
    if (!needsLoading(row)) return this.#toggle(row);
    this.#actions.acted();
    this.#actions.load(row);
  }

  /** @param {Row} row @returns {void} */
  #toggle(row) {
    const { session } = this.#view;
    if (!row.expanded && needsLoading(row)) return this.#activate(row);
    this.#actions.acted();
    if (!session || !row.expandable) return;
    if (row.expanded) {
      this.#view.unpin(session.rowOf(row.id));
      session.collapse?.(row.id);
    } else {
      session.expand?.(row.id);
    }
    this.#view.refresh();
  }
}
