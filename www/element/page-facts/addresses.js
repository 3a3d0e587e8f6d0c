import { absolute, attribute, linkAddress, matches } from "./dom.js";

/** @typedef {import("./reading.js").Reading} Reading */

const CURRENT = '.current,[aria-current]:not([aria-current=""],[aria-current=false])';
const MENU_BUTTON = "[role=button],[aria-haspopup],[data-toggle],[data-bs-toggle]";
export const OPENS = `${MENU_BUTTON},[aria-expanded]`;
const WEB = /^https?:/;

/**
 * An address that the URL parser does not change after its beginning. The beginning ends with a slash of the path, or is empty.
 * It is the same for most links of a page, so that few addresses need the parser.
 */
const PLAIN = /^(\/|https?:\/\/[^/?#\\]+\/|(?:\.\.?\/)*)((?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w=&.~-]*)?(?:#[\w.~-]*)?)$/;

/** Returns the absolute form of a plain web address, or `undefined` for other addresses. @param {Reading} read @param {string} written */
function plainAddress(read, written) {
  const [, beginning = "", rest = ""] = PLAIN.exec(written) ?? [];
  if (!rest) return undefined;
  let key = beginning || ".";
  // Without a path, an address refers to the document, not to its folder.
  if (!beginning && rest[0] === "?") return undefined;
  if (!beginning && rest[0] === "#") key = "";
  const { beginnings } = read;
  if (!beginnings.has(key)) beginnings.set(key, absolute(key, read.base));
  const start = beginnings.get(key);
  return start && start + rest;
}

/** @param {Reading} read @param {string | undefined} address */
const ifWeb = (read, address) =>
  address && address.length <= read.limits.urlLength && WEB.test(address) ? address : undefined;

/** Returns an absolute web address, or `undefined`. @param {Reading} read @param {unknown} address */
export function webAddress(read, address) {
  if (typeof address !== "string" || address.length > read.limits.urlLength) return undefined;
  return ifWeb(read, plainAddress(read, address) ?? absolute(address, read.base));
}

/**
 * Returns the web address of a link. A link to `#` leads to the current page if it is marked as the current one. Other links to
 * `#` only open a menu. The script of Docusaurus writes the address of the page instead of `#`.
 *
 * @param {Reading} read
 * @param {Element} link
 * @returns {string | undefined}
 */
export function addressOf(read, link) {
  const address = writtenAddress(read, link);
  const { generator, url } = read.facts;
  const isOwn = generator?.startsWith("Docusaurus") && address && withoutSlash(address) === withoutSlash(url);
  return isOwn && matches(link, `:is(${OPENS}):not(${CURRENT})`) ? undefined : address;
}

/** @param {string} address */
const withoutSlash = (address) => address.replace(/\/$/, "");

/** @param {Reading} read @param {Element} link */
function writtenAddress(read, link) {
  const written = attribute(link, "href");
  if (written === null || written.length > read.limits.urlLength) return undefined;
  if (written.length < 9 && written.trim() === "#") {
    // The script of Read the Docs sets `aria-expanded` on the link of the current page.
    return matches(link, CURRENT) && !matches(link, MENU_BUTTON) ? read.facts.url : undefined;
  }
  const plain = plainAddress(read, written);
  if (plain !== undefined) return ifWeb(read, plain);
  let address;
  try {
    address = linkAddress(link);
  } catch {
    return undefined; // a link in SVG
  }
  // For an invalid address, a link returns what is written.
  return ifWeb(read, address === written.trim() ? absolute(address) : address);
}
