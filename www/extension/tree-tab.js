import { api } from "./api.js";

/** The document of the sidebar. A tab can show it, too. */
const TREE = api.runtime.getURL("sidebar.html");

/**
 * Shows the tree in a tab: the one of the window that has it already, or a new one.
 *
 * @param {number | undefined} tabId  The tab that the tree is about. A new tab opens beside it.
 */
export async function openTreeTab(tabId) {
  if (tabId === undefined) return;
  const { index, windowId } = await api.tabs.get(tabId);
  const known = (await api.tabs.query(api.windows ? { windowId } : {})).find(({ url }) => url === TREE);
  if (known?.id === undefined) await api.tabs.create({ url: TREE, index: index + 1, ...(api.windows ? { windowId } : {}) });
  else await api.tabs.update(known.id, { active: true });
}
