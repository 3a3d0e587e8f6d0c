import { api } from "../browser.js";

/** What the manifest's host permission covers; the user may withdraw it at any time. */
const SITES = Object.freeze({ origins: ["<all_urls>"] });

/** @returns {Promise<boolean>} */
export function hasSiteAccess() {
  return api.permissions.contains({ origins: [...SITES.origins] });
}

/** Firefox asks the user. To be called within a click, before anything is awaited. @returns {Promise<boolean>} */
export function requestSiteAccess() {
  return api.permissions.request({ origins: [...SITES.origins] });
}

/** @param {() => void} changed */
export function onSiteAccessChanged(changed) {
  api.permissions.onAdded.addListener(changed);
  api.permissions.onRemoved.addListener(changed);
}
