/** @typedef {import("./types.js").ExportFormat} ExportFormat */

/** @type {Readonly<Record<ExportFormat, { type: string, ending: string }>>} */
const FORMATS = Object.freeze({
  nns: { type: "application/rdf+xml", ending: ".rdf" },
  negs: { type: "application/xml", ending: "-negs.xml" },
  xbel: { type: "application/xbel+xml", ending: ".xbel" },
});

/**
 * The tree as a file in one of the formats that declare a structure.
 *
 * @param {import("./types.js").Session} session
 * @param {ExportFormat} format
 * @param {File | undefined} original  The file that the tree came from, if it was no site's.
 */
export function exported(session, format, original) {
  const { type, ending } = FORMATS[format];
  const name = original ? stem(original.name) : URL.parse(session.source?.url ?? "")?.hostname;
  const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (session.exportAs(format));
  return new File([bytes], `${name || "sitemap"}${ending}`, { type });
}

/** A file's name without what tells its format. @param {string} name */
function stem(name) {
  return name.replace(/\.gz$/i, "").replace(/\.[^.]*$/, "").replace(/-negs$/, "");
}
