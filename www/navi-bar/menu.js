import { dispositionOf, element, isRightToLeft, safeLink } from "./dom.js";
import { PageIcon } from "./icons.js";
import { TypeAhead } from "./keyboard.js";
import { placeAt, placeBeside } from "./placement.js";

/**
 * `language`: the one that the title is in. `isChecked`: it is one of several between separators, of which one is chosen.
 *
 * @typedef {import("./entries.js").Glyph} Glyph
 * @typedef {{ title: string, glyph: Glyph, icon?: string | undefined, language?: string | undefined }} Named
 *
 * @typedef {{ type: "separator" }
 *   | { type: "action", title: string, run: () => void, isDisabled?: boolean, isChecked?: boolean }
 *   | Named & { type: "page", url: string }
 *   | (Named | { title: string }) & { type: "submenu", entries: () => Entry[] }
 *   | Named & { type: "heading" }
 *   | { type: "note", title: string }} Entry
 *
 * @typedef {object} MenuActions
 * @property {(page: { url: string, title: string }, event: MouseEvent) => void} follow
 *   A page was chosen. Where the event's default is not prevented, the browser follows the link itself.
 * @property {(refocus: boolean) => void} closed  `refocus`: the focus should go back to where it was.
 */

/** The pointer must rest on an entry so long, in milliseconds, before its submenu opens or another one's closes. */
const HOVER_DELAY = 180;

/** @param {Entry} entry */
function canBeChosen(entry) {
  return entry.type === "action" ? !entry.isDisabled : entry.type !== "heading" && entry.type !== "note";
}

/** One menu or submenu that is open. */
class Level {
  element = element("div", { role: "menu", part: "menu", class: "menu", popover: "manual", tabindex: "-1" });
  /** @type {{ element: HTMLElement, entry: Entry }[]} */
  items = [];
  /** @type {Level | undefined} */
  child;
  /** @type {HTMLElement | undefined} The item whose submenu is open. */
  opener;

  /** @param {Entry[]} entries @param {string} label @param {Level | undefined} parent */
  constructor(entries, label, parent) {
    this.parent = parent;
    this.element.setAttribute("aria-label", label);
    const hasIcons = entries.some((entry) => "glyph" in entry);
    const hasMarks = entries.some((entry) => "isChecked" in entry);
    for (const entry of entries) this.#add(entry, hasIcons, hasMarks);
  }

  /** @param {Entry} entry @param {boolean} hasIcons @param {boolean} hasMarks  Whether any of the menu's entries has one. */
  #add(entry, hasIcons, hasMarks) {
    if (entry.type === "separator") {
      this.element.append(element("div", { role: "separator", class: "separator", part: "menu-separator" }));
      return;
    }
    const isPage = entry.type === "page";
    const item = element(isPage ? "a" : "div", { role: "menuitem", class: "item", part: "menu-item", tabindex: "-1" });
    const href = isPage ? safeLink(entry.url) : undefined;
    if (href) item.setAttribute("href", href);
    const isChecked = entry.type === "action" ? entry.isChecked : undefined;
    if (isChecked !== undefined) {
      item.setAttribute("role", "menuitemradio");
      item.setAttribute("aria-checked", String(isChecked));
    }
    if (!canBeChosen(entry)) item.setAttribute("aria-disabled", "true");
    if (entry.type === "note") item.classList.add("note-item");
    if (hasMarks) item.append(element("span", { class: isChecked ? "mark checked" : "mark" }));
    const title = element("span", { class: "title", part: "menu-title", dir: "auto" }, entry.title);
    if ("glyph" in entry) {
      const icon = new PageIcon();
      icon.show(entry.glyph, entry.icon);
      item.append(icon.element);
      if (entry.language) title.lang = entry.language;
    } else if (hasIcons) {
      item.append(element("span", { class: "no-icon" }));
    }
    item.append(title);
    if (entry.type === "submenu") {
      item.setAttribute("aria-haspopup", "menu");
      item.setAttribute("aria-expanded", "false");
      item.append(element("span", { class: "arrow", "aria-hidden": "true" }));
    }
    this.items.push({ element: item, entry });
    this.element.append(item);
  }

  /** @param {EventTarget | null} target */
  itemAt(target) {
    return this.items.find(({ element: item }) => target instanceof Node && item.contains(target));
  }
}

/** The context menu where the browser has no native one to offer: the ARIA menu pattern, in the top layer. */
export class DrawnMenu {
  #root;
  #actions;
  /** @type {Level[]} From the menu to the innermost open submenu. */
  #levels = [];
  #typeAhead = new TypeAhead();
  /** @type {number | undefined} */
  #hover;
  #rightToLeft = false;
  /** @type {AbortController | undefined} Ends the listeners that close the menu. */
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
   *   `atLast`: the keyboard begins at the last entry. `opener`: a button that closes the menu again; to press it is not
   *   to leave the menu.
   */
  open(entries, { x, y, label, keyboard, atLast = false, opener }) {
    this.close(false);
    this.#typeAhead.reset();
    this.#rightToLeft = isRightToLeft(this.#root.host);
    const level = this.#show(entries, label, undefined);
    this.#place(level, (size, room) => placeAt({ x, y }, size, room, this.#rightToLeft));
    this.#closeOnLeaving(opener);
    // With the keyboard the first entry is chosen at once; with the pointer nothing is, as in native menus.
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

  /** @param {Entry[]} entries @param {string} label @param {Level | undefined} parent */
  #show(entries, label, parent) {
    const level = new Level(entries, label, parent);
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
   * @param {Level} level
   * @param {(size: import("./placement.js").Size, room: import("./placement.js").Size) => { left: number, top: number }} where
   */
  #place({ element: menu }, where) {
    const { width, height } = menu.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    // In quirks mode, the root element is as high as its content.
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
    // A scroll event inside a shadow tree is not seen from outside it.
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

  /** @param {Level} level @param {{ element: HTMLElement, entry: Entry }} item @param {boolean} enter */
  #openSubmenu(level, item, enter) {
    if (item.entry.type !== "submenu") return;
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
    this.#typeAhead.reset(); // what is typed next is meant for this menu
    level.child?.items[0]?.element.focus();
  }

  /** @param {Level} level @param {PointerEvent} event */
  #pointerMove(level, event) {
    if (event.movementX === 0 && event.movementY === 0) return; // the menu came under a resting pointer
    const item = level.itemAt(event.target);
    if (!item || this.#root.activeElement === item.element) return;
    item.element.focus({ preventScroll: true });
    clearTimeout(this.#hover);
    if (level.opener === item.element) return;
    // The delay lets the pointer cross other entries on its way into a submenu.
    this.#hover = setTimeout(() => {
      if (item.entry.type === "submenu") this.#openSubmenu(level, item, false);
      else this.#closeFrom(this.#levels.indexOf(level) + 1);
    }, HOVER_DELAY);
  }

  /** @param {Level} level @param {MouseEvent} event */
  #choose(level, event) {
    const item = level.itemAt(event.target);
    if (!item) return;
    const { entry } = item;
    if (entry.type === "submenu") {
      this.#openSubmenu(level, item, event.detail === 0);
    } else if (entry.type === "page") {
      this.#actions.follow(entry, event);
      // Only then may the link go: without it, the browser has nothing to follow.
      setTimeout(() => this.close(dispositionOf(event) !== "current"));
    } else if (entry.type === "action" && canBeChosen(entry)) {
      event.preventDefault();
      this.close(true);
      entry.run();
    }
  }

  /** @param {Level} level @param {KeyboardEvent} event */
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
        // From where the menu was opened, the browser goes on to the next stop.
        this.close(true);
        return event.stopPropagation();
      case "Enter":
        if (!item) break;
        // The browser makes a click of Enter on a link, with the modifiers.
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

  /** @param {Level} level @param {number} at */
  #focus(level, at) {
    clearTimeout(this.#hover);
    this.#closeFrom(this.#levels.indexOf(level) + 1);
    level.items[at]?.element.focus();
  }

  /** Back to the menu that the innermost one was opened from. @param {Level} level */
  #leave(level) {
    const { opener } = level;
    this.#closeFrom(this.#levels.indexOf(level) + 1);
    opener?.focus();
  }

  /** @param {Level} level @param {number} at @param {KeyboardEvent} event */
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
