/** @typedef {import("./types.js").ExportFormat} ExportFormat */

/** @type {Readonly<Record<ExportFormat, { type: string, ending: string }>>} */
const FORMATS = Object.freeze({
  nns: { type: "application/rdf+xml", ending: ".rdf" },
  negs: { type: "application/xml", ending: "-negs.xml" },
  xbel: { type: "application/xbel+xml", ending: ".xbel" },
  html: { type: "text/html", ending: ".html" },
  opml: { type: "text/x-opml", ending: ".opml" },
});

/**
 * Writes the tree as a file in a format that declares a structure. The page can paint meanwhile.
 *
 * @param {import("./types.js").Session} session
 * @param {ExportFormat} format
 * @param {File | undefined} original  The user's file, if the tree comes from one.
 * @param {boolean} listedOnly  Leave out the pages and titles that only visits or menus have shown.
 */
export async function exported(session, format, original, listedOnly) {
  const { type, ending } = FORMATS[format];
  const name = original ? stem(original.name) : nameOf(session);
  return new File([await session.exportAs(format, listedOnly)], `${name || "sitemap"}${ending}`, { type });
}

/** Returns the host and the folder of a site: `example.org-project`. @param {import("./types.js").Session} session */
function nameOf({ source, scope }) {
  const { hostname = "", pathname = "" } = URL.parse(scope ?? source?.url ?? "") ?? {};
  const folder = scope === undefined ? "" : pathname;
  return [hostname, ...folder.split("/")].filter(Boolean).join("-");
}

/** Removes the extension from a file name. @param {string} name */
function stem(name) {
  return name.replace(/\.gz$/i, "").replace(/\.[^.]*$/, "").replace(/-negs$/, "");
}
