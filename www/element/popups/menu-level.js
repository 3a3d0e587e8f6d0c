import { element, safeLink } from "../dom.js";
import { PageIcon } from "../page-icon.js";

/** @typedef {import("../types.js").MenuEntry} Entry */

/** @param {Entry} entry */
export function canBeChosen(entry) {
  if (entry.type === "action" || entry.type === "submenu") return !entry.isDisabled;
  return entry.type !== "heading" && entry.type !== "note";
}

/** One open menu or submenu. */
export class MenuLevel {
  element = element("div", { role: "menu", part: "menu", class: "menu", popover: "manual", tabindex: "-1" });
  /** @type {{ element: HTMLElement, entry: Entry }[]} */
  items = [];
  /** @type {MenuLevel | undefined} */
  child;
  /** @type {HTMLElement | undefined} The item that has opened a submenu. */
  opener;

  /** @param {Entry[]} entries @param {string} label @param {MenuLevel | undefined} parent */
  constructor(entries, label, parent) {
    this.parent = parent;
    this.element.setAttribute("aria-label", label);
    const hasIcons = entries.some((entry) => "glyph" in entry);
    const hasMarks = entries.some((entry) => "isChecked" in entry);
    for (const entry of entries) this.#add(entry, hasIcons, hasMarks);
  }

  /** @param {Entry} entry @param {boolean} hasIcons @param {boolean} hasMarks  An entry of the menu has one. */
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
