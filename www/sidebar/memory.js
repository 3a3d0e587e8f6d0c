import { api } from "../browser.js";
import { engine } from "../navi-bar/engine.js";

/** Where it is kept while the browser runs, in memory only. */
const KEY = "sitemaps";

/** What other sidebars have found out: where sites have their sitemaps, or that they have none. */
export async function recall() {
  const { Session } = await engine();
  Session.learn(await kept());
}

/** Keeps what this sidebar has found out. Nothing of a private window is kept. */
export async function remember() {
  if (api.extension.inIncognitoContext) return;
  const { Session } = await engine();
  // Another window's sidebar may have been busy too.
  await api.storage.session.set({ [KEY]: { ...(await kept()), ...Session.memory() } });
}

/** @returns {Promise<Record<string, unknown[]>>} */
async function kept() {
  const { [KEY]: known = {} } = await api.storage.session.get(KEY);
  return known;
}
