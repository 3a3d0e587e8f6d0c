import { api } from "../browser.js";
import { isParent } from "./branch.js";

/** @typedef {import("../navi-bar/types.js").BranchEntry} BranchEntry */

/**
 * Whether bookmarks may be made. The first time, Firefox asks the user: to be called within a click, before anything is
 * awaited.
 *
 * @returns {Promise<boolean>}
 */
export function requestBookmarks() {
  return api.permissions.request({ permissions: ["bookmarks"] });
}

/** Where Firefox puts the bookmarks of extensions: into Other Bookmarks. @param {string} title @param {string} url */
export async function bookmark(title, url) {
  await api.bookmarks.create({ title, url });
}

/**
 * Makes a folder of a branch. What has pages below it becomes a folder too, with its own page as its first bookmark.
 *
 * @param {BranchEntry[]} entries
 * @returns {Promise<number>}  How many pages are bookmarked.
 */
export async function bookmarkBranch(entries) {
  // In Chromium there is but one type of bookmark.
  const hasSeparators = "BookmarkTreeNodeType" in api.bookmarks;
  let pages = 0;
  /** @type {(string | undefined)[]} The folder of each level. */
  const folders = [];
  for (const [at, { kind, level, title, url }] of entries.entries()) {
    const parentId = folders[level - 1];
    const isFolder = level === 0 || isParent(entries, at);
    if (kind === "separator" && hasSeparators) await api.bookmarks.create({ parentId, type: "separator" });
    // What has no address is a folder.
    if (isFolder) folders[level] = (await api.bookmarks.create({ parentId, title })).id;
    if (url === undefined) continue;
    await api.bookmarks.create({ parentId: isFolder ? folders[level] : parentId, title, url });
    pages++;
  }
  return pages;
}
