import { languageName } from "../../../element/text/languages.js";

/** @typedef {import("../../../element/types.js").MenuItem} MenuItem */

/**
 * An entry of the native menu. Parents come before their children.
 *
 * @typedef {object} NativeItem
 * @property {number} number  The index in the list.
 * @property {number | undefined} parent  The number of the entry whose submenu contains it.
 * @property {"normal" | "separator"} type
 * @property {string} title  The title for Firefox. Empty for a separator.
 * @property {boolean} enabled
 * @property {string} [url]  The page that the entry opens.
 */

/** The maximum number of characters in a title, about as in Firefox's own menus. */
export const MAX_TITLE = 60;

/**
 * Converts a page's context tree to native entries. An entry with a submenu cannot be chosen, so its page is the first
 * entry of the submenu, above a separator. The engine's `MAX_MENU_ITEMS` limits the number of entries.
 *
 * @param {MenuItem[]} tree
 * @param {{ untitled: string, defaultLanguage: string }} texts  The titles of an entry without title and address, and of
 *   the page for all other languages.
 * @returns {NativeItem[]}
 */
export function nativeItems(tree, { untitled, defaultLanguage }) {
  /** @type {NativeItem[]} */
  const made = [];
  /** @param {Omit<NativeItem, "number">} item */
  const make = (item) => made.push({ ...item, number: made.length }) - 1;

  // Without recursion, because the site chooses the depth of the tree.
  /** @type {{ item: MenuItem, parent: number | undefined }[]} */
  const open = tree.map((item) => ({ item, parent: undefined })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { item, parent } = next;
    const { kind, url, language, children } = item;
    if (kind === "separator") {
      make({ parent, type: "separator", title: "", enabled: true });
      continue;
    }
    const name = language && languageName(language, defaultLanguage);
    const title = menuTitle(name || item.title) || menuTitle(url ?? "") || untitled;
    if (children.length === 0) {
      make({ parent, type: "normal", title, enabled: url !== undefined, url });
      continue;
    }
    const submenu = make({ parent, type: "normal", title, enabled: true });
    if (url !== undefined) {
      make({ parent: submenu, type: "normal", title, enabled: true, url });
      make({ parent: submenu, type: "separator", title: "", enabled: true });
    }
    for (const child of children.toReversed()) open.push({ item: child, parent: submenu });
  }
  return made;
}

/**
 * Escapes a title for Firefox's menus: `&` would underline the next letter, and Firefox would replace `%s` by the selected
 * text.
 *
 * @param {string} text
 */
export function menuTitle(text) {
  const plain = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return shorten(plain).replaceAll("&", "&&").replaceAll("%s", "%\u2060s");
}

/** Shortens a text between letters, never inside a letter with accents or an emoji. @param {string} text */
function shorten(text) {
  if (text.length <= MAX_TITLE) return text;
  const letters = [...new Intl.Segmenter().segment(text.slice(0, MAX_TITLE * 16))];
  if (letters.length <= MAX_TITLE && text.length <= MAX_TITLE * 16) return text;
  const start = letters.slice(0, MAX_TITLE - 1).map(({ segment }) => segment);
  return `${start.join("").trimEnd()}…`;
}
