import { api, message } from "../browser.js";
import { evictSurplus } from "../evict.js";

/** @typedef {import("../../element/types.js").Source["structure"]} Structure */

/** The start of the keys in session storage, before the site's origin. The browser keeps it in memory. */
const PREFIX = "structure ";

/** The maximum number of sites: more than open tabs. A forgotten site is reported again on the next visit. */
const MAX_STRUCTURES = 500;

/** Firefox takes SVG, and resets a tab's icon if it gets none. Chromium does neither. */
const DECLARED_ICON = api.sidebarAction
  ? { path: "/icons/declared.svg" }
  : { path: { 16: "/icons/declared-16.png", 32: "/icons/declared-32.png" } };
const PLAIN_ICON = api.sidebarAction ? {} : { path: api.runtime.getManifest().action?.default_icon };

/** Stores the structure of a site and notifies `onStructure`. @param {string} origin @param {Structure} structure */
export async function keepStructure(origin, structure) {
  if ((await structureOf(origin)) === structure) return;
  await api.storage.session.set({ [PREFIX + origin]: { structure, keptAt: Date.now() } });
  await evictSurplus(PREFIX, MAX_STRUCTURES);
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
 * Shows the structure of a tab's site on the toolbar button, until the tab goes to its next page.
 *
 * @param {number} tabId
 * @param {Structure} structure
 */
export async function markTab(tabId, structure) {
  const isDeclared = structure === "declared";
  const icon = isDeclared ? DECLARED_ICON : PLAIN_ICON;
  const title = message(isDeclared ? "siteDeclares" : "siteDoesNotDeclare");
  // The tab may be closed.
  await Promise.allSettled([api.action.setIcon({ tabId, ...icon }), api.action.setTitle({ tabId, title })]);
}
