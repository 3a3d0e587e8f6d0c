import { api, countMessage, message } from "../../browser.js";
import { menuTitle, nativeItems } from "./menu-items.js";
import { dispositionOfMenuClick } from "../actions/open-page.js";

/** @typedef {import("../../../element/types.js").Disposition} Disposition */

/** Returns a function that opens a link of the rows that are shown now. @typedef {() => (url: string, disposition: Disposition) => unknown} Opener */

/**
 * The detail of the element's `menu` event.
 *
 * @typedef {object} Request
 * @property {import("../../../element/types.js").MenuItem[]} items
 * @property {number} leftOut  The number of entries that did not fit in `items`.
 * @property {import("../../../element/types.js").MenuEntry[]} entries  The actions on the row.
 */

/**
 * Firefox's own context menu for a row of the tree.
 *
 * The `contextmenu` event creates the entries. Firefox receives the messages that create them before the one that opens the
 * menu, so the menu is complete when it opens and needs no `refresh()`. Entries belong to the whole extension: the sidebars
 * of all windows get their events and recognise their own by the ids.
 */
export class NativeMenu {
  #menus = /** @type {typeof browser.menus} */ (api.menus);
  #opener;
  #owner = crypto.randomUUID();
  /** Counts the requested menus. */
  #requested = 0;
  /** The number of the next entry. */
  #next = 0;
  /** The last menu that was open. */
  #shown = 0;
  /** @type {Map<string | number, (click: browser.menus.OnClickData) => void>} By entry of the last requested menu. */
  #chosen = new Map();

  /**
   * @returns {boolean}  `false` in private windows: Firefox writes the entries to the disk if a menu is open for some
   *   seconds, and nothing from a private window may be stored.
   */
  static get isAvailable() {
    return api.menus !== undefined && "overrideContext" in api.menus && !api.extension.inIncognitoContext;
  }

  /** @param {Opener} opener */
  constructor(opener) {
    this.#opener = opener;
    this.#menus.onClicked.addListener((click) => this.#chosen.get(click.menuItemId)?.(click));
    this.#menus.onShown.addListener(({ menuIds }) => {
      const prefix = this.#prefix;
      if (menuIds.some((id) => String(id).startsWith(prefix))) this.#shown = this.#requested;
    });
    this.#menus.onHidden.addListener(() => {
      // If a menu opens over another one, its entries exist before the first menu reports that it has closed.
      if (this.#shown === this.#requested && this.#shown > 0) this.#menus.removeAll();
    });
  }

  /**
   * Creates the entries. Call this in the `contextmenu` event.
   *
   * @param {Request} request
   * @returns {boolean}  `false` if the menu is empty and should not open.
   */
  prepare({ items, leftOut, entries }) {
    this.#requested++;
    this.close();
    const open = this.#opener();
    const related = nativeItems(items, { untitled: message("untitled"), defaultLanguage: message("defaultLanguage") });
    for (const { number, parent, type, title, enabled, url: link } of related) {
      const parentId = parent === undefined ? undefined : this.#id(parent);
      /** @param {browser.menus.OnClickData} click */
      const follow = (click) => open(link ?? "", dispositionOfMenuClick(click));
      const choose = link === undefined ? undefined : follow;
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

  /** Removes all entries. Their rows may be gone. */
  close() {
    this.#chosen.clear();
    this.#menus.removeAll();
  }

  /** @param {import("../../../element/types.js").MenuEntry[]} entries @param {string} [parentId]  The entry whose submenu contains them. */
  #addAll(entries, parentId) {
    for (const entry of entries) {
      const number = this.#next++;
      if (entry.type === "separator") this.#add(number, { parentId, type: "separator" });
      else if (entry.type === "action") {
        this.#add(number, { parentId, title: menuTitle(entry.title), enabled: !entry.isDisabled }, entry.run);
      } else if (entry.type === "submenu") {
        this.#add(number, { parentId, title: menuTitle(entry.title), enabled: !entry.isDisabled });
        this.#addAll(entry.entries(), this.#id(number));
      }
    }
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
      // Only in the sidebar.
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
    return `${this.#owner}:${this.#requested}:`;
  }
}
