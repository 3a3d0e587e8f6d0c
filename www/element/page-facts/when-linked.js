import { find, findInDocument, isElement, matches } from "./dom.js";

/** @typedef {import("../types.js").PageFacts} PageFacts */

/** The least number of links that are a menu of the site, and no mere logo. */
const MIN_LINKS = 4;
/** Changes of the document that one watch looks at. A page that changes all the time is not watched forever. */
const MAX_CHANGES = 20_000;
const LINK = "a[href]";

/**
 * Returns `true` if the scripts of the current document may still add a menu to it.
 *
 * @param {PageFacts} facts  What was read from it.
 */
export function mayGetMenu({ menus }) {
  const isAround = (/** @type {PageFacts["menus"][number]} */ menu) =>
    menu.landmark !== "main" && menu.landmark !== "footer" && !menu.isInFooter;
  const links = menus.filter(isAround).flatMap(({ entries }) => entries.filter(({ url }) => url));
  return links.length < MIN_LINKS && findInDocument("script").length > 0;
}

/**
 * Waits until scripts have added links to the current document and have stopped changing it. Nothing runs in between: the
 * browser reports changes.
 *
 * @param {number} quietMs  Milliseconds without a change.
 * @param {number} maxMs  The longest time to wait after the first link, in milliseconds.
 * @param {AbortSignal} signal  Ends the watch.
 * @returns {Promise<boolean>}  `false` if the watch has ended before: the user has left the document, or it changes too often.
 */
export function whenLinked(quietMs, maxMs, signal) {
  return new Promise((resolve) => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let quiet;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let longest;
    let left = MAX_CHANGES;
    const end = (hasLinks = true) => {
      observer.disconnect();
      clearTimeout(quiet);
      clearTimeout(longest);
      removeEventListener("pagehide", leave);
      signal.removeEventListener("abort", leave);
      resolve(hasLinks);
    };
    const leave = () => end(false);
    const hasLink = (/** @type {Node} */ node) => isElement(node) && (matches(node, LINK) || find(node, LINK) !== null);
    const observer = new MutationObserver((changes) => {
      left -= changes.length;
      const isLinked = longest || changes.some(({ type, addedNodes }) => type === "attributes" || [...addedNodes].some(hasLink));
      if (isLinked) {
        longest ??= setTimeout(() => end(), maxMs);
        clearTimeout(quiet);
        quiet = setTimeout(() => end(), quietMs);
      } else if (left <= 0) {
        leave();
      }
    });
    if (signal.aborted) return resolve(false);
    // The browser may keep the document for the Back button.
    addEventListener("pagehide", leave);
    signal.addEventListener("abort", leave);
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ["href"] });
  });
}
