import { dispositionOf, isRightToLeft } from "../dom.js";
import { TypeAhead } from "../tree/keyboard.js";
import { canBeChosen, MenuLevel } from "./menu-level.js";
import { placeAt, placeBeside } from "./placement.js";

/** @typedef {import("../types.js").MenuEntry} Entry */

/**
 * @typedef {object} MenuActions
 * @property {(page: { url: string, title: string }, event: MouseEvent) => void} follow
 *   Opens a page. If the event's default is not prevented, the browser follows the link.
 * @property {(refocus: boolean) => void} closed  `refocus`: return the focus to the element that had it.
 */

/** The pointer rests on an entry for this many milliseconds before a submenu opens or closes. */
const HOVER_DELAY = 180;

/** A context menu for browsers without a native one for extensions. Follows the ARIA menu pattern, in the top layer. */
export class DrawnMenu {
  #root;
  #actions;
  /** @type {MenuLevel[]} The menu, then its open submenus. */
  #levels = [];
  #typeAhead = new TypeAhead();
  /** @type {number | undefined} */
  #hover;
  #rightToLeft = false;
  /** @type {AbortController | undefined} Removes the listeners that close the menu. */
  #closers;

  /** @param {ShadowRoot} root @param {MenuActions} actions */
  constructor(root, actions) {
    this.#root = root;
    this.#actions = actions;
  }

  get isOpen() {
    return this.#levels.length > 0;
  }

  /**
   * @param {Entry[]} entries
   * @param {{ x: number, y: number, label: string, keyboard: boolean, atLast?: boolean, opener?: Element }} where
   *   `atLast`: focus the last entry. `opener`: a button that toggles the menu, so pressing it is not a press outside.
   */
  open(entries, { x, y, label, keyboard, atLast = false, opener }) {
    this.close(false);
    this.#typeAhead.reset();
    this.#rightToLeft = isRightToLeft(this.#root.host);
    const level = this.#show(entries, label, undefined);
    this.#place(level, (size, room) => placeAt({ x, y }, size, room, this.#rightToLeft));
    this.#closeOnLeaving(opener);
    // As in native menus, the keyboard starts at the first entry, and the pointer at none.
    if (keyboard) level.items.at(atLast ? -1 : 0)?.element.focus();
    else level.element.focus();
  }

  /** @param {boolean} refocus */
  close(refocus) {
    if (!this.isOpen) return;
    this.#closers?.abort();
    this.#closeFrom(0);
    this.#actions.closed(refocus);
  }

  /** @param {Entry[]} entries @param {string} label @param {MenuLevel | undefined} parent */
  #show(entries, label, parent) {
    const level = new MenuLevel(entries, label, parent);
    const menu = level.element;
    menu.addEventListener("keydown", (event) => this.#keyDown(level, event));
    menu.addEventListener("click", (event) => this.#choose(level, event));
    menu.addEventListener("auxclick", (event) => event.button === 1 && this.#choose(level, event));
    menu.addEventListener("pointermove", (event) => this.#pointerMove(level, event));
    menu.addEventListener("contextmenu", (event) => event.preventDefault());
    this.#levels.push(level);
    this.#root.append(menu);
    menu.showPopover();
    return level;
  }

  /**
   * @param {MenuLevel} level
   * @param {(size: import("./placement.js").Size, room: import("./placement.js").Size) => { left: number, top: number }} where
   */
  #place({ element: menu }, where) {
    const { width, height } = menu.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    // In quirks mode, the root element is as tall as its content.
    const room = { width: clientWidth, height: document.compatMode === "CSS1Compat" ? clientHeight : innerHeight };
    const { left, top } = where({ width, height }, room);
    menu.style.left = `${left}px`;
    menu.style.top = `${top}px`;
  }

  /** @param {Element | undefined} opener */
  #closeOnLeaving(opener) {
    const closers = new AbortController();
    const { signal } = closers;
    this.#closers = closers;
    const close = () => this.close(false);
    const isOutside = (/** @type {Event} */ event) =>
      event
        .composedPath()
        .every((target) => target !== opener && this.#levels.every((level) => level.element !== target));
    addEventListener("pointerdown", (event) => isOutside(event) && close(), { signal, capture: true });
    addEventListener("scroll", (event) => isOutside(event) && close(), { signal, capture: true });
    // A scroll event does not leave a shadow tree.
    this.#root.addEventListener("scroll", (event) => isOutside(event) && close(), { signal, capture: true });
    addEventListener("wheel", (event) => isOutside(event) && close(), { signal, capture: true, passive: true });
    addEventListener("blur", (event) => event.target === window && close(), { signal });
    addEventListener("resize", close, { signal });
    addEventListener("pagehide", close, { signal });
  }

  /** @param {number} depth */
  #closeFrom(depth) {
    clearTimeout(this.#hover);
    for (const level of this.#levels.splice(depth).reverse()) level.element.remove();
    const outer = this.#levels[depth - 1];
    outer?.opener?.setAttribute("aria-expanded", "false");
    if (outer) {
      outer.opener = undefined;
      outer.child = undefined;
    }
  }

  /** @param {MenuLevel} level @param {{ element: HTMLElement, entry: Entry }} item @param {boolean} enter */
  #openSubmenu(level, item, enter) {
    if (item.entry.type !== "submenu" || !canBeChosen(item.entry)) return;
    if (level.opener !== item.element) {
      this.#closeFrom(this.#levels.indexOf(level) + 1);
      const child = this.#show(item.entry.entries(), item.entry.title, level);
      const inset = Number.parseFloat(getComputedStyle(child.element).paddingTop) + 1;
      this.#place(child, (size, room) =>
        placeBeside(item.element.getBoundingClientRect(), size, room, this.#rightToLeft, inset),
      );
      item.element.setAttribute("aria-expanded", "true");
      level.opener = item.element;
      level.child = child;
    }
    if (!enter) return;
    this.#typeAhead.reset(); // the next letters search this menu
    level.child?.items[0]?.element.focus();
  }

  /** @param {MenuLevel} level @param {PointerEvent} event */
  #pointerMove(level, event) {
    if (event.movementX === 0 && event.movementY === 0) return; // the menu opened under a resting pointer
    const item = level.itemAt(event.target);
    if (!item || this.#root.activeElement === item.element) return;
    item.element.focus({ preventScroll: true });
    clearTimeout(this.#hover);
    if (level.opener === item.element) return;
    // The delay lets the pointer cross other entries on the way to a submenu.
    this.#hover = setTimeout(() => {
      if (item.entry.type === "submenu") this.#openSubmenu(level, item, false);
      else this.#closeFrom(this.#levels.indexOf(level) + 1);
    }, HOVER_DELAY);
  }

  /** @param {MenuLevel} level @param {MouseEvent} event */
  #choose(level, event) {
    const item = level.itemAt(event.target);
    if (!item) return;
    const { entry } = item;
    if (entry.type === "submenu") {
      this.#openSubmenu(level, item, event.detail === 0);
    } else if (entry.type === "page") {
      this.#actions.follow(entry, event);
      // Close the menu later: without the link, the browser has nothing to follow.
      setTimeout(() => this.close(dispositionOf(event) !== "current"));
    } else if (entry.type === "action" && canBeChosen(entry)) {
      event.preventDefault();
      this.close(true);
      entry.run();
    }
  }

  /** @param {MenuLevel} level @param {KeyboardEvent} event */
  #keyDown(level, event) {
    if (event.defaultPrevented) return;
    const at = level.items.findIndex(({ element: item }) => item === this.#root.activeElement);
    const item = level.items[at];
    const { length } = level.items;
    const [enter, leave] = this.#rightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    switch (event.key) {
      case "ArrowDown":
        this.#focus(level, at < 0 ? 0 : (at + 1) % length);
        break;
      case "ArrowUp":
        this.#focus(level, at < 0 ? length - 1 : (at - 1 + length) % length);
        break;
      case "Home":
      case "PageUp":
        this.#focus(level, 0);
        break;
      case "End":
      case "PageDown":
        this.#focus(level, length - 1);
        break;
      case enter:
        if (item) this.#openSubmenu(level, item, true);
        break;
      case leave:
        if (level.parent) this.#leave(level.parent);
        break;
      case "Escape":
        if (level.parent) this.#leave(level.parent);
        else this.close(true);
        break;
      case "Tab":
        // The browser then moves the focus on from the element that opened the menu.
        this.close(true);
        return event.stopPropagation();
      case "Enter":
        if (!item) break;
        // For Enter on a link, the browser sends a click with the modifiers.
        if (item.entry.type === "page") return event.stopPropagation();
        item.element.click();
        break;
      case " ":
        item?.element.click();
        break;
      default:
        if (!this.#search(level, at, event)) return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {MenuLevel} level @param {number} at */
  #focus(level, at) {
    clearTimeout(this.#hover);
    this.#closeFrom(this.#levels.indexOf(level) + 1);
    level.items[at]?.element.focus();
  }

  /** Returns to a menu from its submenu. @param {MenuLevel} level */
  #leave(level) {
    const { opener } = level;
    this.#closeFrom(this.#levels.indexOf(level) + 1);
    opener?.focus();
  }

  /** @param {MenuLevel} level @param {number} at @param {KeyboardEvent} event */
  #search(level, at, event) {
    const typed = this.#typeAhead.add(event);
    if (typed === undefined) return false;
    const text = (TypeAhead.repeatedLetter(typed) ?? typed).toLocaleLowerCase();
    const from = [...text].length > 1 ? at : at + 1;
    for (let step = 0; step < level.items.length; step++) {
      const place = (Math.max(0, from) + step) % level.items.length;
      const entry = level.items[place]?.entry;
      if (entry && "title" in entry && entry.title.toLocaleLowerCase().startsWith(text)) {
        this.#focus(level, place);
        break;
      }
    }
    return true;
  }
}
