import { webAddress } from "./addresses.js";
import { attribute, doc, findInDocument, rootOf, titleOf } from "./dom.js";
import { clean } from "./text.js";

/** @typedef {import("./reading.js").Reading} Reading */

const RELATIONS = new Set(
  ("up,prev,previous,next,contents,toc,index,first,start,last,home,top,sitemap,stdmap.location,https://api.w.org/," +
    "describedby,search").split(","),
);
/** Attributes with addresses, and the relations that they become. */
const SEARCH_ATTRIBUTES = [
  ["search-index", "data-search-index"], ["search-index", "data-offline-search-index-json-src"],
  ["search-root", "data-path-to-site-root"], ["script", "src"],
];
const FEEDS = new Set(["application/rss+xml", "application/atom+xml", "application/feed+json"]);

/** Metadata with the address of the site's manifest, in DocFX and Microsoft Learn. */
const MANIFESTS = new Set(["docfx:tocrel", "toc_rel"]);

/** A refresh without a delay, and with an address (HTML, section 4.2.5.3, "Refresh state"). */
const REDIRECT = /^\s*0+(\.[\d.]*)?(\s*[;,]\s*|\s+)\S/;

/** Returns `true` if the document only sends the browser on to another page. */
export function isRedirect() {
  const refreshes = findInDocument("meta[http-equiv=refresh i][content]");
  return refreshes.length > 0 && REDIRECT.test(attribute(refreshes[0], "content"));
}

/** Reads the title, the language and the metadata of the document. @param {Reading} read */
export function readMetadata(read) {
  const { facts } = read;
  const title = clean(read, titleOf(doc));
  if (title) facts.title = title;
  const root = rootOf(doc);
  const language = clean(read, root && (attribute(root, "lang") ?? attribute(root, "xml:lang")));
  if (language) facts.language = language;
  for (const meta of [...findInDocument("meta[content]")].slice(0, 500)) {
    const name = (attribute(meta, "property") ?? attribute(meta, "name") ?? "").toLowerCase();
    const content = clean(read, attribute(meta, "content"));
    if (!content) continue;
    if (name === "og:site_name") facts.siteName ??= content;
    else if (name === "application-name") facts.applicationName ??= content;
    else if (name === "generator") facts.generator ??= content;
    else if (MANIFESTS.has(name)) addOwn(read, "manifest", attribute(meta, "content"));
  }
}

/** Reads the relations to other documents. @param {Reading} read @param {import("./slices.js").Slices} slices */
export async function readRelations(read, slices) {
  if (findInDocument("base[href]").length > 0) addRelation(read, "base", read.base);
  for (const link of findInDocument("link[rel][href],a[rel][href],area[rel][href]")) {
    if (slices.isOver() && !(await slices.next())) return read.cut();
    readLink(read, link);
  }
  // Scripts and some attributes show which search index or manifest the site has.
  for (const [rel = "", name = ""] of SEARCH_ATTRIBUTES) {
    const found = findInDocument(`${name === "src" ? "script" : ""}[${name}]`);
    for (const element of [...found].slice(0, read.limits.relations)) {
      addOwn(read, rel, attribute(element, name));
    }
  }
}

/** Adds a relation to a document of the page's own host. @param {Reading} read @param {string} rel @param {string | null} written */
function addOwn(read, rel, written) {
  const url = webAddress(read, written);
  if (url && (url + "/").startsWith(location.origin + "/")) addRelation(read, rel, url);
}

/** @param {Reading} read @param {Element} link */
function readLink(read, link) {
  const { facts } = read;
  const rels = new Set(attribute(link, "rel").toLowerCase().split(/\s+/, 20));
  if (rels.has("stylesheet")) return;
  const type = clean(read, attribute(link, "type")).toLowerCase();
  for (const rel of rels) {
    const language = clean(read, attribute(link, "hreflang"));
    const isFeed = rel === "alternate" && FEEDS.has(type);
    if (!isFeed && !RELATIONS.has(rel) && rel !== "canonical" && !(rel === "alternate" && language)) continue;
    const written = attribute(link, "href");
    // A fragment leads to no other document.
    const url = written.startsWith("#") ? undefined : webAddress(read, written);
    if (!url) continue;
    if (rel === "canonical") facts.canonical ??= url;
    else if (isFeed || rel !== "alternate") addRelation(read, rel, url, type, clean(read, attribute(link, "title")));
    else if (facts.alternates.some((other) => other.language === language && other.url === url)) continue;
    else if (facts.alternates.length >= read.limits.relations) read.cut();
    else if (read.takes(url)) facts.alternates.push({ language, url });
  }
}

/** @param {Reading} read @param {string} rel @param {string} url @param {string} [type] @param {string} [title] */
function addRelation(read, rel, url, type, title) {
  const { relations } = read.facts;
  if (relations.some((other) => other.rel === rel && other.url === url)) return;
  if (relations.length >= read.limits.relations) read.cut();
  else if (read.takes(url)) relations.push({ rel, url, ...(type && { type }), ...(title && { title }) });
}
