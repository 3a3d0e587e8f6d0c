import { engine } from "../../../element/load/engine.js";
import { evictBy, get, set } from "../../store.js";

evictBy(async (entries, most, length) => {
  const { Session } = await engine();
  const lengths = Uint32Array.from(entries, ([, kept]) => JSON.stringify(kept).length);
  const times = Float64Array.from(entries, ([, { keptAt }]) => keptAt);
  return Session.surplus(entries.map(([key]) => key), lengths, times, most, length);
});

/** The start of the keys of what is known about the sitemaps of hosts, and of the user's places in trees. */
const HOST = "sitemaps ";
const PLACE = "place ";

/** Stores what this sidebar knows about the sitemaps of hosts, if it has learnt something. */
export async function remember() {
  const { Session } = await engine();
  const changed = Session.changedHosts();
  if (changed.length === 0) return;
  // The sidebar of another window may have stored something, too.
  await recallHosts(changed);
  const known = Object.entries(Session.memory(changed)).map(([host, known]) => [HOST + host, known]);
  await set(Object.fromEntries(known));
}

/** Tells the engine where other sidebars have found sitemaps. Otherwise it would search each site once more. @param {string[]} hosts */
async function recallHosts(hosts) {
  const [{ Session }, all] = await Promise.all([engine(), get(...hosts.map((host) => HOST + host))]);
  Session.mergeMemory(Object.fromEntries(Object.entries(all ?? {}).map(([key, known]) => [key.slice(HOST.length), known])));
}

/** Returns the host of a site as the engine names it. @param {string} site  The kind, the address, and the partition if there is one. */
function hostOf(site) {
  const [, address = "", ...partition] = site.split(" ");
  return [...partition, URL.parse(address)?.origin ?? address].join(" ");
}

/**
 * Stores the user's places in the trees of sites until the browser closes.
 *
 * @type {import("../../../element/types.js").Places}
 */
export const places = {
  async recall(site) {
    const key = PLACE + site;
    const saved = get(key);
    await recallHosts([hostOf(site)]).catch(() => {}); // without the engine, the load fails, too
    return (await saved)?.[key];
  },
  async keep(site, saved) {
    await set({ [PLACE + site]: saved });
  },
};
