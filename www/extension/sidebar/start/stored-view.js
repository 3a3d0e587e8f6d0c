import { api } from "../../api.js";
import { get } from "../../store.js";

/**
 * The last view of the sidebar.
 *
 * @typedef {object} View
 * @property {string} url  The page in the tab.
 * @property {string | undefined} container  The tab's cookie store.
 * @property {string} colours  The inline style of the document: the colours of the theme.
 * @property {import("../../../element/types.js").Source | undefined} source
 * @property {string | undefined} scope
 * @property {import("./frozen.js").Frozen[]} parts  The visible parts of the tree's element.
 */

/**
 * The active tab and the stored view. The document runs this script first, so that the browser answers while it loads the
 * others.
 */
export const storedView = recall();

async function recall() {
  const [[tab], stored] = await Promise.all([api.tabs.query({ active: true, currentWindow: true }), get("lastView")]);
  return { tab, view: /** @type {View | undefined} */ (stored?.lastView) };
}
