import { keepStructure, markTab } from "../background/structures.js";
import { api } from "../browser.js";

/** @typedef {import("../navi-bar/types.js").Source["structure"]} Structure */

/** Nothing is told twice. */
let told = "";

/**
 * Tells what the site in a tab has turned out to be, for the toolbar button. Of a private window nothing is kept: there
 * the button shows it in the tab that the sidebar is for, and in no other.
 *
 * @param {import("./active-tab.js").Tab} tab
 * @param {Structure} structure
 */
export function tellStructure({ id, url }, structure) {
  const { origin } = new URL(url ?? "");
  if (api.extension.inIncognitoContext) {
    markTab(id, structure);
  } else if (told !== `${structure} ${origin}`) {
    told = `${structure} ${origin}`;
    keepStructure(origin, structure).catch((error) => console.error("Navibar cannot keep a structure", error));
  }
}
