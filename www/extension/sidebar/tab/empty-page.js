import { api } from "../../browser.js";

/** An empty page that goes to the link in its fragment at once. The link replaces it, so that Back returns in one step. */
const EMPTY_PAGE = api.runtime.getURL("away.html");

/** Returns the address of an empty page from which a tab follows a link. @param {URL} url */
export function emptyPage({ href }) {
  return `${EMPTY_PAGE}#${encodeURIComponent(href)}`;
}

/** Returns `true` for a tab that is on its way to a link. @param {string | undefined} url */
export function isEmptyPage(url) {
  return url?.startsWith(EMPTY_PAGE) === true;
}
