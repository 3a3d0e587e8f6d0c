import { IS_FIREFOX } from "../api.js";
import { api, message } from "../browser.js";

/** Firefox takes SVG, and resets a tab's icon if it gets none. Chromium does neither. */
const DECLARED_ICON = IS_FIREFOX
  ? { path: "/icons/declared.svg" }
  : { path: { 16: "/icons/declared-16.png", 32: "/icons/declared-32.png" } };
const PLAIN_ICON = IS_FIREFOX ? {} : { path: api.runtime.getManifest().action?.default_icon };

/**
 * Shows the structure of a tab's site on the toolbar button, until the tab goes to its next page.
 *
 * @param {number} tabId
 * @param {import("../../element/types.js").Source["structure"]} structure
 */
export async function markTab(tabId, structure) {
  const isDeclared = structure === "declared";
  const icon = isDeclared ? DECLARED_ICON : PLAIN_ICON;
  const title = message(isDeclared ? "siteDeclares" : "siteDoesNotDeclare");
  // The tab may be closed. Firefox for Android shows no icons of tabs.
  await Promise.allSettled([api.action.setIcon?.({ tabId, ...icon }), api.action.setTitle({ tabId, title })]);
}
