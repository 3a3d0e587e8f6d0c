import { api } from "../browser.js";
import { markTab, onStructure, structureOf } from "./structures.js";

/** Every navigation tells the new address. Chromium takes no filter. */
const FILTER = /** @type {[]} */ (/** @type {unknown} */ (api.sidebarAction ? [{ properties: ["url"] }] : []));

/**
 * The toolbar button says in every tab what a sidebar has found out about the tab's site. Nothing is looked for here.
 * To be called at the top level.
 */
export function markTabs() {
  onStructure(async (origin, structure) => {
    for (const { id, url } of await api.tabs.query({})) {
      if (id !== undefined && originOf(url) === origin) markTab(id, structure);
    }
  });
  api.tabs.onUpdated.addListener(async (id, { url }) => {
    const origin = originOf(url);
    const structure = origin && (await structureOf(origin));
    if (structure) markTab(id, structure);
  }, ...FILTER);
}

/** @param {string | undefined} url */
function originOf(url) {
  return url === undefined ? undefined : URL.parse(url)?.origin;
}
