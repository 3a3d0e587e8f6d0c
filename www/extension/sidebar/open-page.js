import { api } from "../browser.js";

/** @typedef {import("../../element/types.js").Disposition} Disposition */
/** @typedef {Disposition | "private-window" | { store: string }} Place  `store`: the cookie store of a container. */

const IS_FIREFOX = api.sidebarAction !== undefined;

/** Milliseconds between attempts to run a script in a new tab. Firefox returns a new window before its document is ready. */
const NEW_TAB_DELAYS = [50, 100, 200, 400, 800, 1600, 3200];

/**
 * Opens a link of a sitemap like a link on the page in `tab`.
 *
 * If an extension opens an address itself, the browser treats the request as one of the extension, which may access every
 * site: the request carries `SameSite=Strict` cookies, even after a redirect to another site, and Firefox marks it as
 * same-origin. Therefore a document without such rights follows the link: the page in the tab, or an empty page in a new
 * tab.
 *
 * @param {string} link
 * @param {Place} disposition
 * @param {import("./active-tab.js").Tab | undefined} tab  The active tab of the sidebar's window.
 */
export async function openPage(link, disposition, tab) {
  const url = allowed(link);
  if (!url || !tab) return;
  if (disposition !== "current" && isShown(url)) return openElsewhere(url, disposition, tab);
  // The browser passes other links to another program. A new tab or window would stay empty.
  if (!isShown(url)) await api.tabs.update(tab.id, { url: url.href });
  else if (await follow(url, tab.id)) return;
  // Scripts of extensions do not run in the browser's own pages, its PDF viewer and its error pages.
  else if (IS_FIREFOX) await openElsewhere(url, "tab", tab);
  else await api.tabs.update(tab.id, { url: redirectTo(url) });
}

/** @param {URL} url @param {Exclude<Place, "current">} place @param {import("./active-tab.js").Tab} tab */
async function openElsewhere(url, place, tab) {
  const isWindow = place === "window" || place === "private-window";
  const first = IS_FIREFOX ? "about:blank" : redirectTo(url);
  const opened = await (isWindow ? openWindow(first, place, tab) : openTab(first, place, tab));
  if (!IS_FIREFOX) return;
  if (opened === undefined || !(await followInNewTab(url, opened))) throw new Error("the new tab cannot follow the link");
}

/** Returns `false` if scripts do not run in the tab, even after some time. @param {URL} url @param {number} tabId */
async function followInNewTab(url, tabId) {
  for (const delay of NEW_TAB_DELAYS) {
    if (await follow(url, tabId)) return true;
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
  return follow(url, tabId);
}

/** Returns the address of an empty page that redirects. Firefox does not open such pages for extensions. @param {URL} url */
function redirectTo({ href }) {
  const page = `<meta name=referrer content=no-referrer><meta http-equiv=refresh content="0;url=${href.replaceAll("&", "&amp;")}">`;
  return `data:text/html,${encodeURIComponent(page)}`;
}

/** @param {string} url @param {"window" | "private-window"} place @param {import("./active-tab.js").Tab} tab */
async function openWindow(url, place, { windowId }) {
  const incognito = place === "private-window" || (await api.windows.get(windowId)).incognito;
  return (await api.windows.create({ url, incognito })).tabs?.[0]?.id;
}

/** @param {string} url @param {"tab" | "background-tab" | { store: string }} place @param {import("./active-tab.js").Tab} tab */
async function openTab(url, place, tab) {
  const container = typeof place === "object" ? { cookieStoreId: place.store } : {};
  const { id } = await api.tabs.create({
    ...container,
    url,
    active: place !== "background-tab",
    windowId: tab.windowId,
    // Firefox then uses the user's position for related tabs and the same container, and returns to this tab afterwards.
    openerTabId: tab.id,
    index: IS_FIREFOX ? undefined : await indexBeside(tab),
  });
  return id;
}

/**
 * Clicks on a link in a tab's document. Returns `false` if extensions may not run scripts there.
 *
 * The link is in no document, and the script runs in an isolated world: scripts of the page see an ordinary navigation, but
 * not the link. In Chromium the user's click on the row counts as an action on the page, so that Back does not skip it.
 *
 * @param {URL} url
 * @param {number} tabId
 */
async function follow(url, tabId) {
  try {
    await api.scripting.executeScript({ target: { tabId }, injectImmediately: true, args: [url.href], func: clickLink });
    return true;
  } catch {
    return false;
  }
}

/** Runs in the tab's document. @param {string} href */
function clickLink(href) {
  const link = /** @type {HTMLAnchorElement} */ (document.createElementNS("http://www.w3.org/1999/xhtml", "a"));
  link.href = href;
  link.target = "_self"; // overrides the page's `<base>`
  link.referrerPolicy = "no-referrer";
  link.click();
}

/**
 * Returns the index for a related tab: after `tab` and the tabs opened from it. Chromium would put it at the end.
 *
 * @param {import("./active-tab.js").Tab} tab
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
