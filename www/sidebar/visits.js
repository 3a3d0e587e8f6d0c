import { api } from "../browser.js";
import { engine } from "../navi-bar/engine.js";

/** Where the times of visits are kept: two numbers for each site, of so many sites as the engine keeps. */
const KEY = "visits";

/**
 * Notes that a page is looked at; what a visit is, the engine knows. Nothing of a private window is kept, nor is
 * anything known there.
 *
 * @param {string} url
 * @returns {Promise<number | undefined>}  When the last visit to its site ended, in seconds from 1970.
 */
export async function noteVisit(url) {
  if (api.extension.inIncognitoContext) return undefined;
  const { Session } = await engine();
  // The sidebars of other windows do the same.
  return navigator.locks.request(KEY, async () => {
    const { [KEY]: known } = await api.storage.local.get(KEY);
    const { last, visits } = Session.noteVisit(known, url, now());
    await api.storage.local.set({ [KEY]: visits });
    return last;
  });
}

/** In seconds from 1970. */
export function now() {
  return Math.floor(Date.now() / 1000);
}
