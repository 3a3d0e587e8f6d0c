import { engineIfReady } from "./engine.js";

/**
 * The content of the element: the site of a page, one sitemap, or a file. Targets with the same `site` share a tree.
 *
 * @typedef {{ kind: "file", file: File, address: string | undefined, url: string, site: string }} FileTarget
 * @typedef {{ kind: "page" | "src", url: string, site: string, partition: string } | FileTarget} Target
 */

/** Counts the opened files, because two files may have the same name. */
let files = 0;

/** @param {File} file @param {string} [published]  The address of the file on the web. @returns {FileTarget} */
export function targetOfFile(file, published = "") {
  const address = /^https?:$/.test(URL.parse(published)?.protocol ?? "") ? published : undefined;
  return { kind: "file", file, address, url: file.name, site: `file ${++files}` };
}

/**
 * @param {string | null} src
 * @param {string | null} page
 * @param {string} base
 * @param {string} partition  Trees of one partition are not shown in another.
 * @returns {Target | undefined}
 */
export function targetOf(src, page, base, partition) {
  if (src !== null) {
    const url = resolve(src, base);
    return { kind: "src", url, site: keyOf("src", url, partition), partition };
  }
  if (!page) return undefined;
  const url = resolve(page, base);
  return { kind: "page", url, site: siteOfPage(url, partition), partition };
}

/**
 * Returns the site of a page, as far as the engine knows it. A host may have several sites below its paths.
 *
 * @param {string} url
 * @param {string} partition
 */
export function siteOfPage(url, partition) {
  return siteAt(engineIfReady()?.Session.siteOf(url, partition) ?? originOf(url), partition);
}

/** Returns the site at an address: an origin, or a folder. @param {string} address @param {string} partition */
export function siteAt(address, partition) {
  return keyOf("page", address, partition);
}

/** @param {string} kind @param {string} url @param {string} partition */
function keyOf(kind, url, partition) {
  return partition ? `${kind} ${url} ${partition}` : `${kind} ${url}`;
}

/** @param {string} url @param {string} base */
function resolve(url, base) {
  return URL.parse(url, base)?.href ?? url;
}

/** Each page without an origin (`about:`, `file:`) is a site of its own. @param {string} url */
function originOf(url) {
  const origin = URL.parse(url)?.origin ?? "null";
  return origin === "null" ? url : origin;
}
