import { api } from "../../browser.js";
import { engine } from "../../../element/load/engine.js";
import { evictSurplus } from "./evict.js";

/** The start of the keys in session storage, which the browser keeps in memory, of what is known about hosts. */
const HOST = "sitemaps ";

/** The maximum number of hosts, and of characters in all of them. They are those of the engine. */
const MAX_HOSTS = 1000;
const MAX_HOSTS_LENGTH = 524_288;

/** The hosts that this sidebar has stored. @type {Set<string>} */
const hosts = new Set();

/**
 * Stores what this sidebar knows about the sitemaps of hosts, if it has learnt something. A private window stores nothing,
 * because a site could see from the requests that the user knows it.
 */
export async function remember() {
  if (api.extension.inIncognitoContext) return;
  const { Session } = await engine();
  const changed = Session.changedHosts();
  if (changed.length === 0) return;
  // The sidebar of another window may have stored something, too.
  await recallHosts(changed);
  const keptAt = Date.now();
  const known = Object.entries(Session.memory(changed)).map(([host, known]) => [HOST + host, { known, keptAt }]);
  await api.storage.session.set(Object.fromEntries(known));
  if (changed.some((host) => !hosts.has(host))) await evictSurplus(HOST, MAX_HOSTS, MAX_HOSTS_LENGTH);
  for (const host of changed) hosts.add(host);
}

/** Tells the engine where other sidebars have found sitemaps. Otherwise it would search each site once more. @param {string[]} keys */
async function recallHosts(keys) {
  const stored = api.storage.session.get(keys.map((host) => HOST + host));
  const [{ Session }, all] = await Promise.all([engine(), stored]);
  Session.mergeMemory(Object.fromEntries(Object.entries(all).map(([key, { known }]) => [key.slice(HOST.length), known])));
}

/** Returns the host of a site as the engine names it. @param {string} site  The kind, the address, and the partition if there is one. */
function hostOf(site) {
  const [, address = "", ...partition] = site.split(" ");
  return [...partition, URL.parse(address)?.origin ?? address].join(" ");
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
 * @type {import("../../../element/types.js").Places}
 */
export const places = {
  async recall(site) {
    if (api.extension.inIncognitoContext) return undefined;
    const key = PLACE + site;
    try {
      const [{ [key]: saved }] = await Promise.all([api.storage.session.get(key), recallHosts([hostOf(site)])]);
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
