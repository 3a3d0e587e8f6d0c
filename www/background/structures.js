import { api, message } from "../browser.js";
import { forgetOldest } from "../oldest.js";

/** @typedef {import("../navi-bar/types.js").Source["structure"]} Structure */

/** Before a site's origin, where it is kept while the browser runs, in memory only. Each has an entry of its own. */
const PREFIX = "structure ";

/** Of how many sites it is kept: more than tabs show, and a site that is forgotten is told again when it is looked at. */
const MAX_STRUCTURES = 500;

/** Firefox takes drawings, and forgets what a tab has of its own when it is told nothing; Chromium does neither. */
const DECLARED_ICON = api.sidebarAction
  ? { path: "/icons/declared.svg" }
  : { path: { 16: "/icons/declared-16.png", 32: "/icons/declared-32.png" } };
const PLAIN_ICON = api.sidebarAction ? {} : { path: api.runtime.getManifest().action?.default_icon };

/** Keeps what a sidebar has found out about a site; `onStructure` hears of it. @param {string} origin @param {Structure} structure */
export async function keepStructure(origin, structure) {
  if ((await structureOf(origin)) === structure) return;
  await api.storage.session.set({ [PREFIX + origin]: { structure, keptAt: Date.now() } });
  await forgetOldest(PREFIX, MAX_STRUCTURES);
}

/** @param {string} origin @returns {Promise<Structure | undefined>} */
export async function structureOf(origin) {
  const key = PREFIX + origin;
  return (await api.storage.session.get(key))[key]?.structure;
}

/** @param {(origin: string, structure: Structure) => void} changed */
export function onStructure(changed) {
  api.storage.session.onChanged.addListener((changes) => {
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(PREFIX) && newValue) changed(key.slice(PREFIX.length), newValue.structure);
    }
  });
}

/**
 * The toolbar button says of a tab what its site's structure is, until the tab goes on to its next page.
 *
 * @param {number} tabId
 * @param {Structure} structure
 */
export async function markTab(tabId, structure) {
  const isDeclared = structure === "declared";
  const icon = isDeclared ? DECLARED_ICON : PLAIN_ICON;
  const title = message(isDeclared ? "siteDeclares" : "siteDoesNotDeclare");
  // The tab may be gone by now.
  await Promise.allSettled([api.action.setIcon({ tabId, ...icon }), api.action.setTitle({ tabId, title })]);
}
