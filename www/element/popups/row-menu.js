import { safeLink } from "../dom.js";
import { glyphOf, needsLoading } from "../tree/row-kinds.js";
import { languageName } from "../text/languages.js";

/** @typedef {import("../types.js").MenuItem} MenuItem */
/** @typedef {import("../types.js").MenuEntry} Entry */

/**
 * @typedef {object} BranchActions
 * @property {() => void} expand
 * @property {() => void} collapse
 * @property {(() => void) | undefined} only  Shows only this branch. `undefined` if that is so already.
 * @property {(() => void) | undefined} readTitles  `undefined` if the pages of the branch have titles.
 *
 * @typedef {object} RowActions
 * @property {() => void} openInTab
 * @property {() => void} openInWindow
 * @property {() => void} copyLink
 * @property {(() => void) | undefined} details  `undefined` if the page has none.
 */

/**
 * Returns the actions on a branch in the tree.
 *
 * @param {import("../types.js").Row} row
 * @param {import("../text/strings.js").Strings} strings
 * @param {BranchActions} actions
 * @returns {Entry[]}
 */
export function branchEntries(row, strings, { expand, collapse, only, readTitles }) {
  if (!row.expandable || needsLoading(row)) return [];
  /** @type {Entry[]} */
  const entries = [{ type: "action", title: strings.get("expandBelow"), run: expand }];
  if (row.expanded) entries.push({ type: "action", title: strings.get("collapseBelow"), run: collapse });
  if (only) entries.push({ type: "action", title: strings.get("onlyBranch"), run: only });
  if (readTitles) entries.push({ type: "action", title: strings.get("readTitles"), run: readTitles });
  return entries;
}

/**
 * Returns the actions on a page.
 *
 * @param {string | undefined} url
 * @param {Entry[]} branch  The actions on its branch.
 * @param {import("../text/strings.js").Strings} strings
 * @param {RowActions} actions
 * @returns {Entry[]}
 */
export function ownEntries(url, branch, strings, actions) {
  /** @type {Entry[]} */
  const own = url === undefined ? [] : [
    { type: "action", title: strings.get("openInTab"), run: actions.openInTab },
    { type: "action", title: strings.get("openInWindow"), run: actions.openInWindow },
    { type: "action", title: strings.get("copyLink"), run: actions.copyLink },
  ];
  const details = { type: /** @type {const} */ ("action"), title: strings.get("details") };
  return grouped([own, branch, actions.details ? [{ ...details, run: actions.details }] : []]);
}

/** Puts separators between the groups that have entries. @param {Entry[][]} groups @returns {Entry[]} */
export function grouped(groups) {
  const some = groups.filter((group) => group.length > 0);
  return some.flatMap((group, at) => (at > 0 ? [/** @type {Entry} */ ({ type: "separator" }), ...group] : group));
}

/**
 * Returns the entries of a page's drawn menu: its related pages, then the actions on the page.
 *
 * @param {MenuItem[]} items  The context tree.
 * @param {number} leftOut  The number of entries that did not fit.
 * @param {Entry[]} own
 * @param {import("../text/strings.js").Strings} strings
 * @returns {Entry[]}
 */
export function menuEntries(items, leftOut, own, strings) {
  const related = items.map((item) => entryOf(item, strings));
  if (leftOut > 0) related.push({ type: "note", title: strings.plural("leftOut", leftOut) });
  return grouped([related, own]);
}

/** @param {MenuItem} item @param {import("../text/strings.js").Strings} strings @returns {Entry} */
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
      // As in native menus, an entry with a submenu is not a link. Its page is the first entry of the submenu.
      return link === undefined ? below : [{ type: "page", ...named, url: link }, { type: "separator" }, ...below];
    },
  };
}
