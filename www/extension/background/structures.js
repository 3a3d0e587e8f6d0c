import { api, message } from "../browser.js";

/** @typedef {import("../../element/types.js").Source["structure"]} Structure */

/** The start of the keys in session storage, before the site's origin. The browser keeps it in memory. */
export const STRUCTURE = "structure ";

/** Firefox takes SVG, and resets a tab's icon if it gets none. Chromium does neither. */
const DECLARED_ICON = api.sidebarAction
  ? { path: "/icons/declared.svg" }
  : { path: { 16: "/icons/declared-16.png", 32: "/icons/declared-32.png" } };
const PLAIN_ICON = api.sidebarAction ? {} : { path: api.runtime.getManifest().action?.default_icon };

/** @param {string} origin @returns {Promise<Structure | undefined>} */
export async function structureOf(origin) {
  const key = STRUCTURE + origin;
  return (await api.storage.session.get(key))[key]?.structure;
}

/** @param {(origin: string, structure: Structure) => void} changed */
export function onStructure(changed) {
  api.storage.session.onChanged.addListener((changes) => {
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(STRUCTURE) && newValue) changed(key.slice(STRUCTURE.length), newValue.structure);
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
