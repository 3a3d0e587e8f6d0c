import { api } from "../browser.js";
import { engine } from "../navi-bar/engine.js";
import { forgetOldest } from "../oldest.js";

/** Where it is kept while the browser runs, in memory only. */
const KEY = "sitemaps";

/** Of how many sites. As `limits::MAX_REMEMBERED_SITES` of the engine. */
const MAX_SITES = 1000;

/**
 * The engine, which takes longest to come, knows what other sidebars have found out: where sites have their sitemaps, or
 * that they have none. Without that, sites are only searched once more. A private window looks for itself: from what is
 * asked for, and what is not, a site could tell that the user has been there.
 */
const ready = Promise.all([engine(), api.extension.inIncognitoContext ? {} : kept()])
  .then(([{ Session }, known]) => Session.learn(known))
  .catch((error) => console.error("Navibar cannot recall", error));

/** Keeps what this sidebar has found out. Nothing of a private window is kept. */
export async function remember() {
  if (api.extension.inIncognitoContext) return;
  const { Session } = await engine();
  // Another window's sidebar may have been busy too.
  const known = await kept();
  const own = Session.memory();
  const all = { ...known, ...own };
  await api.storage.session.set({ [KEY]: Object.keys(all).length > MAX_SITES ? own : all });
}

/** @returns {Promise<Record<string, unknown>>} */
async function kept() {
  const { [KEY]: known = {} } = await api.storage.session.get(KEY);
  return known;
}

/** Before a site in the keys of what is kept of it. */
const PLACE = "place ";

/** How many sites' places are kept, and how many characters of them: Firefox keeps 10 MB at most. */
const MAX_PLACES = 50;
const MAX_LENGTH = 2_000_000;

/** Sites whose place this sidebar has kept. @type {Set<string>} */
const sites = new Set();

/**
 * Where the user was in the trees of sites, for as long as the browser runs.
 *
 * @type {import("../navi-bar/types.js").Places}
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
    // Nothing of a private window is kept.
    if (api.extension.inIncognitoContext) return;
    try {
      await api.storage.session.set({ [PLACE + site]: { ...saved, keptAt: Date.now() } });
      if (!sites.has(site)) await forgetOldest(PLACE, MAX_PLACES, MAX_LENGTH);
      sites.add(site);
    } catch (error) {
      console.error("Navibar cannot keep a place", error);
    }
  },
};
