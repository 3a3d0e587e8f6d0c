import { element, isWeb } from "../../../element/dom.js";

/** @typedef {import("../../../element/types.js").BranchEntry} BranchEntry */

/**
 * Writes a branch as plain text, indented by two spaces per level.
 *
 * @param {BranchEntry[]} entries
 */
export function asText(entries) {
  const listed = entries.filter(({ kind }) => kind !== "separator");
  return listed
    .map(({ level, title, url }) => `${"  ".repeat(level)}- ${plain(title)}${url === undefined ? "" : ` <${url}>`}\n`)
    .join("");
}

/** Replaces white space by one space, as in the tree. @param {string} title */
function plain(title) {
  return title.replace(/\s+/g, " ").trim();
}

/**
 * Writes a branch as HTML with nested lists of links.
 *
 * @param {BranchEntry[]} entries
 */
export function asMarkup(entries) {
  const list = element("ul");
  /** @type {HTMLElement[]} The last entry of each level. */
  const last = [];
  for (const { kind, level, title, url } of entries) {
    if (kind === "separator") continue;
    const item = element("li", {}, url === undefined ? plain(title) : element("a", { href: url }, plain(title)));
    const above = last[level - 1];
    const inner = above?.querySelector(":scope > ul") ?? above?.appendChild(element("ul"));
    (inner ?? list).append(item);
    last.length = level;
    last[level] = item;
  }
  return new XMLSerializer().serializeToString(list);
}

/**
 * Returns the addresses that tabs can open, without duplicates.
 *
 * @param {BranchEntry[]} entries
 */
export function addresses(entries) {
  return [...new Set(entries.flatMap(({ url }) => (isWeb(url) ? [url] : [])))];
}

/** Returns `true` if an entry has children. @param {BranchEntry[]} entries @param {number} at */
export function isParent(entries, at) {
  return (entries[at + 1]?.level ?? 0) > (entries[at]?.level ?? 0);
}
