import { api } from "../browser.js";
import { get, watch } from "../store.js";
import { markTab } from "./mark-tab.js";

/** Only changes of the address. Chromium accepts no filter. */
const FILTER = /** @type {[]} */ (/** @type {unknown} */ (api.sidebarAction ? [{ properties: ["url"] }] : []));

/**
 * Shows the known structure of each tab's site on the toolbar button. Loads nothing. Call this at the top level.
 */
export function markTabs() {
  watch("structure", async (kept, origin) => {
    for (const { id, url } of kept ? await api.tabs.query({}) : []) {
      if (id !== undefined && url && URL.parse(url)?.origin === origin) markTab(id, kept.structure);
    }
  });
  api.tabs.onUpdated.addListener(async (id, { url }) => {
    const origin = url && URL.parse(url)?.origin;
    const key = `structure ${origin}`;
    const kept = origin && (await get(key))?.[key];
    if (kept) markTab(id, kept.structure);
  }, ...FILTER);
}
