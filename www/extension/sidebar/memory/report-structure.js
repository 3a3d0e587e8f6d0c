import { STRUCTURE, markTab, structureOf } from "../../background/structures.js";
import { api } from "../../browser.js";
import { evictSurplus } from "./evict.js";

/** @typedef {import("../../../element/types.js").Source["structure"]} Structure */

/** The maximum number of sites: more than open tabs. A forgotten site is reported again on the next visit. */
const MAX_STRUCTURES = 500;

/** The last report, to avoid repeated ones. */
let reported = "";

/**
 * Reports the structure of the site in a tab, for the toolbar button. A private window stores nothing: the button shows the
 * structure only in that tab.
 *
 * @param {import("../tab/active-tab.js").Tab} tab
 * @param {Structure} structure
 */
export function reportStructure({ id, url }, structure) {
  const { origin } = new URL(url ?? "");
  if (api.extension.inIncognitoContext) {
    markTab(id, structure);
  } else if (reported !== `${structure} ${origin}`) {
    reported = `${structure} ${origin}`;
    keepStructure(origin, structure).catch((error) => console.error("Navibar cannot keep a structure", error));
  }
}

/** Stores the structure of a site and notifies `onStructure`. @param {string} origin @param {Structure} structure */
async function keepStructure(origin, structure) {
  if ((await structureOf(origin)) === structure) return;
  await api.storage.session.set({ [STRUCTURE + origin]: { structure, keptAt: Date.now() } });
  await evictSurplus(STRUCTURE, MAX_STRUCTURES);
}
