/** Rules that depend on the kind of an entry, for rows and menus. */

/** @typedef {import("../types.js").Kind} Kind */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").Glyph} Glyph */

/**
 * @param {{ kind: Row["kind"], url?: string | undefined, state?: Row["state"], expandable?: boolean, home?: Row["home"] }} entry
 * @returns {Glyph}
 */
export function glyphOf({ kind, url, state, expandable, home }) {
  if (kind === "document") return state ?? "document";
  if (kind === "page" || (kind === "alias" && url !== undefined)) return home ? "home" : expandable ? "branch" : "page";
  return "folder";
}

/**
 * Returns the link of a row. A sitemap's row has none, because a click loads, expands or collapses it. The context menu
 * has its address.
 *
 * @param {Row} row
 */
export function linkOf({ kind, url, deleted }) {
  return kind === "document" || deleted ? undefined : url;
}

/** Returns `true` if a click leads somewhere. A section may have no address of its own. @param {Row} row */
export function isLink(row) {
  return row.kind === "section" || linkOf(row) !== undefined;
}

/** Returns `true` if the row must load its sitemap before it expands. @param {Row} row */
export function needsLoading({ kind, state }) {
  return kind === "document" && (state === "pending" || state === "failed");
}

/** Returns `true` for a separator. It cannot be focused or chosen. @param {Row} row */
export function isLine({ kind }) {
  return kind === "separator";
}

/** The texts of the marks. */
const MARKS = /** @type {const} */ ({ read: "pageRead", changed: "pageChanged", changedBelow: "pageChangedBelow" });

/**
 * Describes the look of a row in words, for screen readers and the tooltip.
 *
 * @param {Row} row
 * @param {import("../text/strings.js").Strings} strings
 */
export function descriptionOf({ kind, state, reason, deleted, visited, mark, address }, strings) {
  if (state === "failed") return `${strings.reason(reason)} ${strings.get("documentRetry")}`;
  if (state === "pending") return strings.get("documentPending");
  if (deleted) return strings.get("deleted");
  if (kind === "alias") return strings.get("alias");
  const texts = [visited && strings.get("onlyVisited"), mark && strings.get(MARKS[mark]), address?.text];
  return texts.filter(Boolean).join(" ") || undefined;
}
