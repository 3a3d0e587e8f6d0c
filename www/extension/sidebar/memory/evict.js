import { api } from "../../browser.js";
import { engine } from "../../../element/load/engine.js";

/**
 * Removes entries from session storage until the rest is within the limits. The engine chooses them
 * (`src/session/fairness.rs`). The `keptAt` of an entry is its time in milliseconds since 1970.
 *
 * @param {string} prefix  The start of the keys. An address in the rest of a key names the site.
 * @param {number} most  The maximum number of entries.
 * @param {number} [length]  The maximum number of characters in all entries.
 */
export async function evictSurplus(prefix, most, length = 10_000_000) {
  const [{ Session }, stored] = await Promise.all([engine(), api.storage.session.get(null)]);
  const all = Object.entries(stored).filter(([key]) => key.startsWith(prefix));
  const lengths = Uint32Array.from(all, ([, kept]) => JSON.stringify(kept).length);
  const times = Float64Array.from(all, ([, { keptAt }]) => keptAt);
  const surplus = Session.surplus(all.map(([key]) => key), lengths, times, most, length);
  if (surplus.length > 0) await api.storage.session.remove(surplus);
}
