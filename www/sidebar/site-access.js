import { api } from "../browser.js";

/** What the manifest's host permission covers; the user may withdraw it at any time. */
const SITES = Object.freeze({ origins: ["*://*/*"] });

/** @returns {Promise<boolean>} */
export function hasSiteAccess() {
  return api.permissions.contains({ origins: [...SITES.origins] });
}

/** Whether the user has left it at least the site of a page. @param {string} url @returns {Promise<boolean>} */
export function hasAccessTo(url) {
  return api.permissions.contains({ origins: [siteOf(url)] });
}

/** Whether anything may be requested from the host of an address. @param {string} url @returns {Promise<boolean>} */
export async function mayAccess(url) {
  return (await hasSiteAccess()) || hasAccessTo(url);
}

/**
 * Firefox asks the user. To be called within a click, before anything is awaited.
 *
 * @param {string} [url]  For this page's site alone, not for all.
 * @returns {Promise<boolean>}
 */
export function requestSiteAccess(url) {
  return api.permissions.request({ origins: url === undefined ? [...SITES.origins] : [siteOf(url)] });
}

/** Ports make no difference to permissions. @param {string} url */
function siteOf(url) {
  return `*://${new URL(url).hostname}/*`;
}

/** @param {() => void} changed */
export function onSiteAccessChanged(changed) {
  api.permissions.onAdded.addListener(changed);
  api.permissions.onRemoved.addListener(changed);
}
