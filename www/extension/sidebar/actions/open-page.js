import { dispositionOf } from "../../../element/dom.js";
import { api, IS_FIREFOX } from "../../api.js";
import { emptyPage } from "../tab/empty-page.js";

/** @typedef {import("../../../element/types.js").Disposition} Disposition */
/** @typedef {Disposition | "private-window" | { store: string }} Place  `store`: the cookie store of a container. */

/**
 * Opens a link of a tree.
 *
 * If an extension opens an address itself, the browser treats the request as one of the extension, which may access every
 * site: the request carries `SameSite=Strict` cookies, even after a redirect to another site, and Firefox marks it as
 * same-origin. Therefore a document without such rights follows the link. Within a site that is the page in the tab. Any
 * other link starts from an empty page, because the page in the tab could see the link, cancel it, and lend it its cookies.
 *
 * @param {string} link
 * @param {Place} disposition
 * @param {import("../tab/active-tab.js").Tab | undefined} tab  The active tab of the sidebar's window.
 * @param {string} [site]  The origin of the site whose tree has the link. `undefined` for a file of the user's.
 * @param {{ id?: number }} [own]  The tree's own tab. It opens the page, unless `tab` is in sight beside it.
 */
export async function openPage(link, disposition, tab, site, own) {
  const url = allowed(link);
  if (!url || !tab) return;
  // The browser passes other links to another program. A new tab or window would stay empty.
  if (!isShown(url)) await api.tabs.update(tab.id, { url: url.href });
  else if (disposition === "window" || disposition === "private-window") await openWindow(url, disposition, tab);
  else if (disposition !== "current") await openTab(url, disposition, tab);
  else {
    const found = await follow(url, site, tab.id, own !== undefined);
    if (found === "followed") return;
    await api.tabs.update((found === "in sight" ? undefined : own?.id) ?? tab.id, { url: emptyPage(url) });
  }
}

/** @param {URL} url @param {"window" | "private-window"} place @param {import("../tab/active-tab.js").Tab} tab */
async function openWindow(url, place, { windowId }) {
  const incognito = place === "private-window" || (await api.windows?.get(windowId))?.incognito;
  await api.windows?.create({ url: emptyPage(url), incognito });
}

/** @param {URL} url @param {"tab" | "background-tab" | { store: string }} place @param {import("../tab/active-tab.js").Tab} tab */
async function openTab(url, place, tab) {
  const container = typeof place === "object" ? { cookieStoreId: place.store } : {};
  await api.tabs.create({
    ...container,
    url: emptyPage(url),
    active: place !== "background-tab",
    windowId: tab.windowId,
    // Firefox then uses the user's position for related tabs and the same container, and returns to this tab afterwards.
    openerTabId: tab.id,
    index: IS_FIREFOX ? undefined : await indexBeside(tab),
  });
}

/**
 * Clicks on a link in a tab's document, if the document is of this site. Otherwise the document does not receive the link.
 * Extensions may not run scripts in the browser's own pages, its PDF viewer and its error pages.
 *
 * The link is in no document, and the script runs in an isolated world: scripts of the page see a navigation within their
 * site, but no element. In Chromium the user's click on the row counts as an action on the page, so that Back does not skip
 * it.
 *
 * @param {URL} url
 * @param {string | undefined} site
 * @param {number} tabId
 * @param {boolean} ifInSight  Only if the document is in sight.
 * @returns {Promise<unknown>}  "followed", or "in sight" if it is.
 */
async function follow(url, site, tabId, ifInSight) {
  const args = /** @type {[string, string, boolean]} */ (url.origin === site ? [url.href, site, ifInSight] : ["", "", ifInSight]);
  const script = { target: { tabId }, injectImmediately: true, args, func: clickLink };
  const [answer] = await api.scripting.executeScript(script).catch(() => []);
  return answer?.result;
}

/**
 * Runs in the tab's document, which may have changed since the user chose the link.
 *
 * @param {string} href
 * @param {string} site
 * @param {boolean} ifInSight
 */
function clickLink(href, site, ifInSight) {
  if (ifInSight && document.hidden) return "hidden";
  // A document in a sandbox has the address of its site, but not its rights.
  if (location.origin !== site || globalThis.origin !== site) return "in sight";
  const link = /** @type {HTMLAnchorElement} */ (document.createElementNS("http://www.w3.org/1999/xhtml", "a"));
  link.href = href;
  link.target = "_self"; // overrides the page's `<base>`
  link.referrerPolicy = "no-referrer";
  link.click();
  return "followed";
}

/**
 * Returns the index for a related tab: after `tab` and the tabs opened from it. Chromium would put it at the end.
 *
 * @param {import("../tab/active-tab.js").Tab} tab
 */
async function indexBeside({ id, windowId }) {
  const tabs = await api.tabs.query({ windowId });
  const own = tabs.findIndex((tab) => tab.id === id);
  const other = tabs.findIndex(({ openerTabId }, index) => index > own && openerTabId !== id);
  return other < 0 ? tabs.length : other;
}

/** Returns the address if its scheme is safe. The engine checks it, too; this is the check of the privileged side. @param {string} link */
function allowed(link) {
  const url = URL.parse(link);
  return url && ["http:", "https:", "ftp:", "mailto:"].includes(url.protocol) ? url : undefined;
}

/** @param {URL} url */
function isShown(url) {
  return url.protocol === "http:" || url.protocol === "https:";
}

/**
 * Returns where a click on a native menu entry opens its page. The same convention as for a click on a row.
 *
 * @param {Pick<browser.menus.OnClickData, "modifiers" | "button">} click
 * @returns {Disposition}
 */
export function dispositionOfMenuClick({ modifiers, button }) {
  const shift = modifiers.includes("Shift");
  if (button === 1 || modifiers.includes("Ctrl") || modifiers.includes("Command")) return shift ? "tab" : "background-tab";
  return shift ? "window" : "current";
}

/** Opens the links of the document's own elements. @param {(url: string, disposition: Disposition) => void} open */
export function followLinks(open) {
  const follow = (/** @type {MouseEvent} */ event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.button === 2) return;
    event.preventDefault();
    open(link.href, dispositionOf(event));
  };
  document.addEventListener("click", follow);
  document.addEventListener("auxclick", follow);
}
