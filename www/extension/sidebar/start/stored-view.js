import { api } from "../../api.js";

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

/** The key in session storage, which the browser keeps in memory. */
const KEY = "lastView";

/**
 * The active tab and the stored view. The document runs this script first, so that the browser answers while it loads the
 * others. `undefined` in a private window, which stores no view.
 */
export const storedView = api.extension.inIncognitoContext ? undefined : read();

async function read() {
  const [[tab], { [KEY]: view }] = await Promise.all([
    api.tabs.query({ active: true, currentWindow: true }),
    api.storage.session.get(KEY),
  ]);
  return { tab, view: /** @type {View | undefined} */ (view) };
}

/** @param {View} view */
export function storeView(view) {
  return api.storage.session.set({ [KEY]: view });
}
