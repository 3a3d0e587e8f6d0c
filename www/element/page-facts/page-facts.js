import { addBar } from "./bars.js";
import { findAllInFragment } from "./dom.js";
import { closeScopes, enter } from "./enter.js";
import { isRedirect, readMetadata, readRelations } from "./head.js";
import { readJsonBreadcrumbs } from "./json-breadcrumbs.js";
import { finishMenus } from "./menus.js";
import { Reading, SPECIAL } from "./reading.js";
import { Slices } from "./slices.js";
import { walk } from "./walk.js";

/**
 * Reads the facts of the current document: its titles, menus, breadcrumbs, relations and headings. It only reads. The engine
 * decides what they mean.
 *
 * It works in slices, so that the page stays responsive. It never causes a layout.
 *
 * @param {import("../types.js").PageFactLimits} limits
 * @returns {Promise<import("../types.js").PageFacts | undefined>}  `undefined` for a document that is only a redirect.
 */
export async function pageFacts(limits) {
  if (isRedirect()) return undefined;
  const slices = new Slices(limits);
  const read = new Reading(limits);
  readMetadata(read);
  // Each part searches the whole document, so it begins with a new slice.
  await slices.next();
  await readRelations(read, slices);
  const isWhole = await walk(limits, slices, {
    enter: (element, name) => enter(read, element, name),
    shadow: (root) => {
      for (const each of findAllInFragment(root, SPECIAL)) read.special.add(each);
    },
  });
  if (!isWhole) read.cut();
  closeScopes(read, 0);
  await slices.next();
  // The breadcrumbs that a person sees come first.
  readJsonBreadcrumbs(read);
  await slices.next();
  await addBar(read, slices);
  slices.end();
  Object.assign(read.facts, read.mainHeading ?? read.firstHeading);
  finishMenus(read);
  return read.facts;
}
