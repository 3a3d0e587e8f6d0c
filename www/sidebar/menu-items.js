import { languageName } from "../navi-bar/languages.js";

/** @typedef {import("../navi-bar/types.js").MenuItem} MenuItem */

/**
 * An entry of the native menu, in the order of its making: parents before their children.
 *
 * @typedef {object} NativeItem
 * @property {number} number  From 0; also its place in the list.
 * @property {number | undefined} parent  The number of the entry whose submenu it is in.
 * @property {"normal" | "separator"} type
 * @property {string} title  As Firefox wants it; empty for a separator.
 * @property {boolean} enabled
 * @property {string} [url]  Choosing the entry opens this page.
 */

/** How many characters of a title are shown, about as many as Firefox's own menus show before they cut. */
export const MAX_TITLE = 60;

/**
 * A page's context tree as native entries. As in any menu, an entry with a submenu cannot be chosen, so its own page
 * comes first inside, above a line. How many entries there are at most is the engine's `MAX_MENU_ITEMS`.
 *
 * @param {MenuItem[]} tree
 * @param {{ untitled: string, defaultLanguage: string }} texts  What an entry without title and address is called, and
 *   one for readers of no listed language.
 * @returns {NativeItem[]}
 */
export function nativeItems(tree, { untitled, defaultLanguage }) {
  /** @type {NativeItem[]} */
  const made = [];
  /** @param {Omit<NativeItem, "number">} item */
  const make = (item) => made.push({ ...item, number: made.length }) - 1;

  // Depth first without recursion: how deep a tree is, is the site's choice.
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
 * A title as Firefox's menus show it letter for letter: `&` would underline the next letter, `%s` would be replaced by
 * the selected text.
 *
 * @param {string} text
 */
export function menuTitle(text) {
  const plain = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return shorten(plain).replaceAll("&", "&&").replaceAll("%s", "%\u2060s");
}

/** Cut in the middle of nothing: not of a letter with its accents, nor of an emoji. @param {string} text */
function shorten(text) {
  if (text.length <= MAX_TITLE) return text;
  const letters = [...new Intl.Segmenter().segment(text.slice(0, MAX_TITLE * 16))];
  if (letters.length <= MAX_TITLE && text.length <= MAX_TITLE * 16) return text;
  const start = letters.slice(0, MAX_TITLE - 1).map(({ segment }) => segment);
  return `${start.join("").trimEnd()}…`;
}
