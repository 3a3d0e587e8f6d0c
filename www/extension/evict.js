import { api } from "./browser.js";

/**
 * Removes entries from session storage until the rest is within the limits. Of the owner with the most entries, the oldest
 * are removed first, so that no site can push out what is stored about others. The `keptAt` of an entry is its time in
 * milliseconds since 1970. The engine does the same with what it stores (`src/session/fairness.rs`).
 *
 * @param {string} prefix  The start of the keys. An address in the rest of a key names the site.
 * @param {number} most  The maximum number of entries.
 * @param {number} [length]  The maximum number of characters in all entries.
 */
export async function evictSurplus(prefix, most, length = Infinity) {
  const all = Object.entries(await api.storage.session.get(null)).filter(([key]) => key.startsWith(prefix));
  all.sort(([, a], [, b]) => b.keptAt - a.keptAt);
  /** @type {Map<string, number>} */
  const counts = new Map();
  const ranked = all.map(([key, kept]) => {
    const owner = ownerOf(key);
    const rank = counts.get(owner) ?? 0;
    counts.set(owner, rank + 1);
    return { key, rank, length: JSON.stringify(kept).length };
  });
  // The newest entry of each owner comes first, then the second of each, and so on.
  ranked.sort((a, b) => a.rank - b.rank);
  let sum = 0;
  const surplus = ranked.filter((entry, at) => (sum += entry.length) > length || at >= most);
  if (surplus.length > 0) await api.storage.session.remove(surplus.map(({ key }) => key));
}

/** Returns the end of the host in a key that one owner has: its last two labels. @param {string} key */
function ownerOf(key) {
  const host = /:\/\/(\[[^\]]*\]|[^/: ]*)/.exec(key)?.[1] ?? "";
  return /^\[|\d$/.test(host) ? host : host.split(".").slice(-2).join(".");
}
