import { api } from "../browser.js";
import { markTab, onStructure, structureOf } from "./structures.js";

/** Only changes of the address. Chromium accepts no filter. */
const FILTER = /** @type {[]} */ (/** @type {unknown} */ (api.sidebarAction ? [{ properties: ["url"] }] : []));

/**
 * Shows the known structure of each tab's site on the toolbar button. Loads nothing. Call this at the top level.
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
