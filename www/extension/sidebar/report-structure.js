import { keepStructure, markTab } from "../background/structures.js";
import { api } from "../browser.js";

/** @typedef {import("../../element/types.js").Source["structure"]} Structure */

/** The last report, to avoid repeated ones. */
let reported = "";

/**
 * Reports the structure of the site in a tab, for the toolbar button. A private window stores nothing: the button shows the
 * structure only in that tab.
 *
 * @param {import("./active-tab.js").Tab} tab
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
