import { engine } from "../../../element/load/engine.js";
import { update } from "../../store.js";

/**
 * Records a visit. The engine decides what counts as one visit, and how many sites are stored.
 *
 * @param {string} site  Its address: an origin, or a folder.
 * @returns {Promise<number | undefined>}  The end of the last visit to the site, in seconds since 1970.
 */
export async function recordVisit(site) {
  const { Session } = await engine();
  /** @type {number | undefined} */
  let before;
  await update("visits", (known) => {
    const { last, visits } = Session.noteVisit(known, site, now());
    before = last;
    return visits;
  });
  return before;
}

/** Returns the time in seconds since 1970. */
export function now() {
  return Math.floor(Date.now() / 1000);
}
