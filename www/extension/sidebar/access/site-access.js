import { api } from "../../browser.js";

/** The host permission of the manifest. The user may revoke it at any time. */
const SITES = Object.freeze({ origins: ["*://*/*"] });

/** The browser's last answer, because each request of the engine needs it. @type {Promise<boolean> | undefined} */
let siteAccess;
onSiteAccessChanged(() => (siteAccess = undefined));

/** Returns `true` if the extension may access all sites. @returns {Promise<boolean>} */
export function hasSiteAccess() {
  siteAccess ??= api.permissions.contains({ origins: [...SITES.origins] });
  return siteAccess;
}

/** Returns `true` if the extension may access the site of a page. @param {string} url @returns {Promise<boolean>} */
export function hasAccessTo(url) {
  return api.permissions.contains({ origins: [siteOf(url)] });
}

/** Returns `true` if the extension may send a request to the host of an address. @param {string} url @returns {Promise<boolean>} */
export async function mayAccess(url) {
  return (await hasSiteAccess()) || hasAccessTo(url);
}

/**
 * Requests access. Firefox asks the user. Call this in a click, before the first `await`.
 *
 * @param {string} [url]  Only for the site of this page. The default is all sites.
 * @returns {Promise<boolean>}
 */
export function requestSiteAccess(url) {
  return api.permissions.request({ origins: url === undefined ? [...SITES.origins] : [siteOf(url)] });
}

/** Returns the pattern for a site. Permissions ignore ports. @param {string} url */
function siteOf(url) {
  return `*://${new URL(url).hostname}/*`;
}

/** @param {() => void} changed */
export function onSiteAccessChanged(changed) {
  api.permissions.onAdded.addListener(changed);
  api.permissions.onRemoved.addListener(changed);
}
