import { markTab } from "../../background/mark-tab.js";
import { get, set } from "../../store.js";

/**
 * Reports the structure of the site in a tab, for the toolbar button. A private window stores nothing: the button shows the
 * structure only in that tab.
 *
 * @param {import("../tab/active-tab.js").Tab} tab
 * @param {import("../../../element/types.js").Source["structure"]} structure
 */
export async function reportStructure({ id, url }, structure) {
  const key = `structure ${new URL(url ?? "").origin}`;
  const isStored = (await get(key))?.[key]?.structure === structure || (await set({ [key]: { structure } }));
  if (!isStored) await markTab(id, structure);
}
