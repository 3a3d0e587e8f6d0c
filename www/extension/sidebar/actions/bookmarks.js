import { api } from "../../browser.js";
import { isParent } from "./branch.js";

/** @typedef {import("../../../element/types.js").BranchEntry} BranchEntry */

/**
 * Requests the permission for bookmarks. Firefox asks the user the first time. Call this in a click, before the first
 * `await`.
 *
 * @returns {Promise<boolean>}
 */
export function requestBookmarks() {
  return api.permissions.request({ permissions: ["bookmarks"] });
}

/** Creates a bookmark in Other Bookmarks, where Firefox puts those of extensions. @param {string} title @param {string} url */
export async function bookmark(title, url) {
  await api.bookmarks.create({ title, url });
}

/**
 * Creates a folder with a branch. A page with children becomes a folder, and its first bookmark is the page itself.
 *
 * @param {BranchEntry[]} entries
 * @returns {Promise<number>}  The number of bookmarks.
 */
export async function bookmarkBranch(entries) {
  // Chromium has no separators.
  const hasSeparators = "BookmarkTreeNodeType" in api.bookmarks;
  let pages = 0;
  /** @type {(string | undefined)[]} The folder of each level. */
  const folders = [];
  for (const [at, { kind, level, title, url }] of entries.entries()) {
    const parentId = folders[level - 1];
    const isFolder = level === 0 || isParent(entries, at);
    if (kind === "separator" && hasSeparators) await api.bookmarks.create({ parentId, type: "separator" });
    // A bookmark without an address is a folder.
    if (isFolder) folders[level] = (await api.bookmarks.create({ parentId, title })).id;
    if (url === undefined) continue;
    await api.bookmarks.create({ parentId: isFolder ? folders[level] : parentId, title, url });
    pages++;
  }
  return pages;
}
