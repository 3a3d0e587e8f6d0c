import { safeLink } from "./dom.js";

/** @typedef {import("./types.js").MenuItem} MenuItem */
/** @typedef {import("./menu.js").Entry} Entry */

/**
 * What the drawn menu of a page offers: its related pages, then what can be done with the page itself.
 *
 * @param {MenuItem[]} items  The context tree.
 * @param {number} leftOut  How many more entries there are.
 * @param {string | undefined} url
 * @param {import("./strings.js").Strings} strings
 * @param {{ openInTab: () => void, openInWindow: () => void, copyLink: () => void }} actions
 * @returns {Entry[]}
 */
export function menuEntries(items, leftOut, url, strings, actions) {
  /** @type {Entry[]} */
  const own = url === undefined ? [] : [
    { type: "action", title: strings.get("openInTab"), run: actions.openInTab },
    { type: "action", title: strings.get("openInWindow"), run: actions.openInWindow },
    { type: "action", title: strings.get("copyLink"), run: actions.copyLink },
  ];
  const related = items.map(entryOf);
  if (leftOut > 0) related.push({ type: "note", title: strings.plural("leftOut", leftOut) });
  return related.length > 0 && own.length > 0 ? [...related, { type: "separator" }, ...own] : [...related, ...own];
}

/** @param {MenuItem} item @returns {Entry} */
function entryOf({ kind, title, url, icon, children }) {
  const link = safeLink(url);
  if (children.length === 0) {
    return link === undefined ? { type: "heading", title, icon } : { type: "page", title, url: link, icon };
  }
  return {
    type: "submenu",
    title,
    kind,
    icon,
    entries: () => {
      const below = children.map(entryOf);
      // As in native menus, an entry that opens a submenu is no link; its page comes first inside.
      return link === undefined ? below : [{ type: "page", title, url: link, icon }, { type: "separator" }, ...below];
    },
  };
}
