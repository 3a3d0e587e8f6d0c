import { api, countMessage, message } from "../browser.js";
import { menuTitle, nativeItems } from "./menu-items.js";
import { dispositionOfMenuClick } from "./open-page.js";

/** @typedef {import("../navi-bar/types.js").Disposition} Disposition */

/**
 * A row whose menu is asked for: the detail of the element's `menu` event.
 *
 * @typedef {object} Request
 * @property {import("../navi-bar/types.js").MenuItem[]} items
 * @property {number} leftOut  How many entries of the context tree are not in `items`.
 * @property {import("../navi-bar/menu.js").Entry[]} entries  What can be done with the row.
 */

/**
 * Firefox's own context menu for a row of the tree.
 *
 * The entries are made within the `contextmenu` event. The messages that make them and the one that opens the menu go
 * from this process to Firefox's in order, so the menu is complete when it opens and needs no `refresh()`. Entries
 * belong to the whole extension: the other windows' sidebars hear of them too and tell their own by the ids.
 */
export class NativeMenu {
  #menus = /** @type {typeof browser.menus} */ (api.menus);
  #open;
  #owner = crypto.randomUUID();
  /** Counts the menus that were asked for. */
  #asked = 0;
  /** The number of the menu's next entry. */
  #next = 0;
  /** Which of them was seen open last. */
  #shown = 0;
  /** @type {Map<string | number, (click: browser.menus.OnClickData) => void>} By entry, for the menu asked for last. */
  #chosen = new Map();

  /**
   * @returns {boolean}  Private windows have none: Firefox writes the entries of extensions to the disk, for a menu
   *   that stays open longer than some seconds, and nothing of a private window may be stored.
   */
  static get isAvailable() {
    return api.menus !== undefined && "overrideContext" in api.menus && !api.extension.inIncognitoContext;
  }

  /** @param {(url: string, disposition: Disposition) => void} open  A page of the context tree was chosen. */
  constructor(open) {
    this.#open = open;
    this.#menus.onClicked.addListener((click) => this.#chosen.get(click.menuItemId)?.(click));
    this.#menus.onShown.addListener(({ menuIds }) => {
      const prefix = this.#prefix;
      if (menuIds.some((id) => String(id).startsWith(prefix))) this.#shown = this.#asked;
    });
    this.#menus.onHidden.addListener(() => {
      // When one menu opens over another, the entries of the second are there before the first is told to be gone.
      if (this.#shown === this.#asked && this.#shown > 0) this.#menus.removeAll();
    });
  }

  /**
   * To be called within the `contextmenu` event.
   *
   * @param {Request} request
   * @returns {boolean}  Whether the menu has anything in it; otherwise it had better not open.
   */
  prepare({ items, leftOut, entries }) {
    this.#asked++;
    this.#chosen.clear();
    this.#menus.removeAll();
    const related = nativeItems(items, { untitled: message("untitled"), defaultLanguage: message("defaultLanguage") });
    for (const { number, parent, type, title, enabled, url: link } of related) {
      const parentId = parent === undefined ? undefined : this.#id(parent);
      const choose = link === undefined ? undefined : this.#opener(link);
      this.#add(number, { parentId, type, title: title || undefined, enabled }, choose);
    }
    this.#next = related.length;
    if (leftOut > 0) this.#add(this.#next++, { title: countMessage("leftOut", leftOut), enabled: false });
    if (entries.length > 0 && this.#next > 0) this.#add(this.#next++, { type: "separator" });
    this.#addAll(entries);
    const hasEntries = this.#next > 0;
    if (hasEntries) this.#menus.overrideContext({ showDefaults: false });
    return hasEntries;
  }

  /** @param {import("../navi-bar/menu.js").Entry[]} entries @param {string} [parentId]  Whose submenu they are in. */
  #addAll(entries, parentId) {
    for (const entry of entries) {
      const number = this.#next++;
      if (entry.type === "separator") this.#add(number, { parentId, type: "separator" });
      else if (entry.type === "action") {
        this.#add(number, { parentId, title: menuTitle(entry.title), enabled: !entry.isDisabled }, entry.run);
      } else if (entry.type === "submenu") {
        this.#add(number, { parentId, title: menuTitle(entry.title) });
        this.#addAll(entry.entries(), this.#id(number));
      }
    }
  }

  /** @param {string} url */
  #opener(url) {
    return (/** @type {browser.menus.OnClickData} */ click) => this.#open(url, dispositionOfMenuClick(click));
  }

  /**
   * @param {number} number
   * @param {browser.menus._CreateCreateProperties} properties
   * @param {(click: browser.menus.OnClickData) => void} [choose]
   */
  #add(number, properties, choose) {
    const id = this.#id(number);
    this.#menus.create({
      ...properties,
      id,
      contexts: ["all"],
      // Nowhere but in the sidebar.
      viewTypes: ["sidebar"],
      documentUrlPatterns: [api.runtime.getURL("/*")],
    });
    if (choose) this.#chosen.set(id, choose);
  }

  /** @param {number} number */
  #id(number) {
    return `${this.#prefix}${number}`;
  }

  get #prefix() {
    return `${this.#owner}:${this.#asked}:`;
  }
}
