import { api } from "../browser.js";
import { engine } from "../../element/load/engine.js";
import { evictSurplus } from "../evict.js";

/** The key in session storage, which the browser keeps in memory. */
const KEY = "sitemaps";

/**
 * Tells the engine where other sidebars have found sitemaps. Otherwise it would search each site once more.
 * A private window does not use this memory, because a site could see from the requests that the user knows it.
 */
const ready = Promise.all([engine(), api.extension.inIncognitoContext ? {} : kept()])
  .then(([{ Session }, known]) => Session.mergeMemory(known))
  .catch((error) => console.error("Navibar cannot recall", error));

/** What this sidebar has stored last. @type {string | undefined} */
let stored;

/** Stores what this sidebar knows, if it has learnt something. A private window stores nothing. */
export async function remember() {
  if (api.extension.inIncognitoContext) return;
  const { Session } = await engine();
  // The sidebar of another window may have stored something, too.
  Session.mergeMemory(await kept());
  const memory = Session.memory();
  const text = JSON.stringify(memory);
  if (text === stored) return;
  stored = text;
  await api.storage.session.set({ [KEY]: memory });
}

/** @returns {Promise<Record<string, unknown>>} */
async function kept() {
  const { [KEY]: known = {} } = await api.storage.session.get(KEY);
  return known;
}

/** The start of the keys of places, before the site. */
const PLACE = "place ";

/** The maximum number of places, and of characters in all of them. Firefox stores at most 10 MB. */
const MAX_PLACES = 50;
const MAX_LENGTH = 2_000_000;

/** The sites whose place this sidebar has stored. @type {Set<string>} */
const sites = new Set();

/**
 * Stores the user's places in the trees of sites until the browser closes.
 *
 * @type {import("../../element/types.js").Places}
 */
export const places = {
  async recall(site) {
    if (api.extension.inIncognitoContext) return undefined;
    const key = PLACE + site;
    try {
      const [{ [key]: saved }] = await Promise.all([api.storage.session.get(key), ready]);
      return saved;
    } catch (error) {
      console.error("Navibar cannot recall a place", error);
      return undefined;
    }
  },
  async keep(site, saved) {
    // A private window stores nothing.
    if (api.extension.inIncognitoContext) return;
    try {
      await api.storage.session.set({ [PLACE + site]: { ...saved, keptAt: Date.now() } });
      if (!sites.has(site)) await evictSurplus(PLACE, MAX_PLACES, MAX_LENGTH);
      sites.add(site);
    } catch (error) {
      console.error("Navibar cannot keep a place", error);
    }
  },
};
