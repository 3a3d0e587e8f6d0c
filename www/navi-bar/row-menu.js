import { safeLink } from "./dom.js";
import { glyphOf } from "./entries.js";
import { languageName } from "./languages.js";

/** @typedef {import("./types.js").MenuItem} MenuItem */
/** @typedef {import("./menu.js").Entry} Entry */

/**
 * @typedef {object} RowActions
 * @property {() => void} openInTab
 * @property {() => void} openInWindow
 * @property {() => void} copyLink
 * @property {(() => void) | undefined} details  Where there are any.
 */

/**
 * What can be done with a page itself.
 *
 * @param {string | undefined} url
 * @param {import("./strings.js").Strings} strings
 * @param {RowActions} actions
 * @returns {Entry[]}
 */
export function ownEntries(url, strings, actions) {
  /** @type {Entry[]} */
  const own = url === undefined ? [] : [
    { type: "action", title: strings.get("openInTab"), run: actions.openInTab },
    { type: "action", title: strings.get("openInWindow"), run: actions.openInWindow },
    { type: "action", title: strings.get("copyLink"), run: actions.copyLink },
  ];
  if (actions.details) own.push({ type: "action", title: strings.get("details"), run: actions.details });
  return own;
}

/**
 * What the drawn menu of a page offers: its related pages, then what can be done with the page itself.
 *
 * @param {MenuItem[]} items  The context tree.
 * @param {number} leftOut  How many more entries there are.
 * @param {Entry[]} own
 * @param {import("./strings.js").Strings} strings
 * @returns {Entry[]}
 */
export function menuEntries(items, leftOut, own, strings) {
  const related = items.map((item) => entryOf(item, strings));
  if (leftOut > 0) related.push({ type: "note", title: strings.plural("leftOut", leftOut) });
  return related.length > 0 && own.length > 0 ? [...related, { type: "separator" }, ...own] : [...related, ...own];
}

/** @param {MenuItem} item @param {import("./strings.js").Strings} strings @returns {Entry} */
function entryOf(item, strings) {
  if (item.kind === "separator") return { type: "separator" };
  const { url, icon, language, children } = item;
  const link = safeLink(url);
  const name = language && languageName(language, strings.get("defaultLanguage"));
  const isForeign = name && language !== "x-default";
  const named = { title: name || item.title, glyph: glyphOf(item), icon, language: isForeign ? language : undefined };
  if (children.length === 0) {
    return link === undefined ? { type: "heading", ...named } : { type: "page", ...named, url: link };
  }
  return {
    type: "submenu",
    ...named,
    entries: () => {
      const below = children.map((child) => entryOf(child, strings));
      // As in native menus, an entry that opens a submenu is no link; its page comes first inside.
      return link === undefined ? below : [{ type: "page", ...named, url: link }, { type: "separator" }, ...below];
    },
  };
}
