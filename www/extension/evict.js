import { api } from "./browser.js";

/**
 * Removes the oldest entries from session storage until the rest is within the limits. The `keptAt` of an entry is its time
 * in milliseconds since 1970.
 *
 * @param {string} prefix  The start of the keys.
 * @param {number} most  The maximum number of entries.
 * @param {number} [length]  The maximum number of characters in all entries.
 */
export async function evictOldest(prefix, most, length = Infinity) {
  const all = Object.entries(await api.storage.session.get(null)).filter(([key]) => key.startsWith(prefix));
  all.sort(([, a], [, b]) => b.keptAt - a.keptAt);
  let sum = 0;
  const old = all.filter(([, kept], at) => (sum += JSON.stringify(kept).length) > length || at >= most);
  if (old.length > 0) await api.storage.session.remove(old.map(([key]) => key));
}
