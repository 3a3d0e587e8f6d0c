import { api } from "../../browser.js";
import { engine } from "../../../element/load/engine.js";

/** The key in local storage of the visits: two numbers for each site. The engine limits the number of sites. */
const KEY = "visits";

/**
 * Records a visit. The engine decides what counts as one visit. A private window stores nothing and knows nothing.
 *
 * @param {string} site  Its address: an origin, or a folder.
 * @returns {Promise<number | undefined>}  The end of the last visit to the site, in seconds since 1970.
 */
export async function recordVisit(site) {
  if (api.extension.inIncognitoContext) return undefined;
  const { Session } = await engine();
  // The sidebars of other windows use the same storage.
  return navigator.locks.request(KEY, async () => {
    const { [KEY]: known } = await api.storage.local.get(KEY);
    const { last, visits } = Session.noteVisit(known, site, now());
    await api.storage.local.set({ [KEY]: visits });
    return last;
  });
}

/** Returns the time in seconds since 1970. */
export function now() {
  return Math.floor(Date.now() / 1000);
}
