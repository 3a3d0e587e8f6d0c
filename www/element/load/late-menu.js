import { QUIET_MS, SETTLE_MS } from "./page-fact-limits.js";
import { endLinkWatch, whenLinked } from "./when-linked.js";
import { whenSettled } from "./when-settled.js";

/** @typedef {{ facts: import("../types.js").PageFacts, links: number }} ReadPage  `links`: their number before the reading. */
/**
 * Runs a self-contained function in the document of a page.
 *
 * @typedef {<Args extends unknown[], Result>(func: (...args: Args) => Result, args: Args) => Promise<Awaited<Result> | undefined>} Run
 */

/** The least number of links that are a menu of the site, and no mere logo. */
const MIN_LINKS = 4;
/** Readings of a page that gets links all the time, but no menu. */
const MAX_READINGS = 20;
/** Looks at changes of a page between two readings. */
const MAX_LOOKS = 1000;

/**
 * Reads a page again whenever its scripts have added links, as long as it has no menu.
 *
 * @param {ReadPage | undefined} page  What was read last.
 * @param {Run} run
 * @param {() => Promise<ReadPage | undefined>} read  Returns `undefined` if the user has left the page.
 */
export async function readLateMenu(page, run, read) {
  for (let left = MAX_READINGS; page && !hasMenu(page.facts) && left > 0; left--) {
    endWatch(run); // a sidebar that was closed may have left one
    if (!(await run(whenLinked, [page.links, QUIET_MS, MAX_LOOKS]))) return;
    await run(whenSettled, [QUIET_MS, SETTLE_MS, false]);
    page = await read();
  }
}

/** Ends the watch that `readLateMenu` has left in the page. @param {Run} run */
export function endWatch(run) {
  void run(endLinkWatch, []);
}

/** @param {import("../types.js").PageFacts} facts */
function hasMenu({ menus }) {
  const isAround = (/** @type {import("../types.js").FactMenu} */ { landmark, isInFooter }) =>
    landmark !== "main" && landmark !== "footer" && !isInFooter;
  return menus.filter(isAround).flatMap(({ entries }) => entries.filter(({ url }) => url)).length >= MIN_LINKS;
}
