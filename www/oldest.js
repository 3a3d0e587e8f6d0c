import { api } from "./browser.js";

/**
 * Forgets the oldest of the entries that are kept while the browser runs, so that there are few enough. Each says in
 * `keptAt` when it was kept, as `Date` counts.
 *
 * @param {string} prefix  Of their keys.
 * @param {number} most  How many may stay.
 * @param {number} [length]  How many characters of them may.
 */
export async function forgetOldest(prefix, most, length = Infinity) {
  const all = Object.entries(await api.storage.session.get(null)).filter(([key]) => key.startsWith(prefix));
  all.sort(([, a], [, b]) => b.keptAt - a.keptAt);
  let sum = 0;
  const old = all.filter(([, kept], at) => (sum += JSON.stringify(kept).length) > length || at >= most);
  if (old.length > 0) await api.storage.session.remove(old.map(([key]) => key));
}
