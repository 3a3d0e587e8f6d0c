/** What follows from an entry's kind, for rows and menus alike. */

/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Row} Row */

/**
 * The little picture before a title.
 *
 * @typedef {"page" | "branch" | "home" | "folder" | "document" | "pending" | "loading" | "failed"} Glyph
 */

/**
 * @param {{ kind: Kind, url?: string | undefined, state?: Row["state"], expandable?: boolean, home?: Row["home"] }} entry
 * @returns {Glyph}
 */
export function glyphOf({ kind, url, state, expandable, home }) {
  if (kind === "document") return state ?? "document";
  if (kind === "page" || (kind === "alias" && url !== undefined)) return home ? "home" : expandable ? "branch" : "page";
  return "folder";
}

/**
 * Where a row leads. A document's address is for its context menu: the row itself loads, opens and closes it.
 *
 * @param {Row} row
 */
export function linkOf({ kind, url, deleted }) {
  return kind === "document" || deleted ? undefined : url;
}

/** Whether to open the row is to load its document first. @param {Row} row */
export function needsLoading({ kind, state }) {
  return kind === "document" && (state === "pending" || state === "failed");
}

/** A line between entries: nothing that could be focused or chosen. @param {Row} row */
export function isLine({ kind }) {
  return kind === "separator";
}

/**
 * What a row shows by its looks, in words: for screen readers, and for the tooltip.
 *
 * @param {Row} row
 * @param {import("./strings.js").Strings} strings
 */
export function descriptionOf({ kind, state, reason, deleted, found }, strings) {
  if (state === "failed") return `${strings.reason(reason)} ${strings.get("documentRetry")}`;
  if (state === "pending") return strings.get("documentPending");
  if (deleted) return strings.get("deleted");
  if (kind === "alias") return strings.get("alias");
  return found?.text;
}
