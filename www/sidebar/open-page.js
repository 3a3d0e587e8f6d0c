import { api } from "../browser.js";

/** @typedef {import("../navi-bar/types.js").Disposition} Disposition */
/** @typedef {Disposition | "private-window" | { store: string }} Place  `store`: of a container, for a tab in it. */

const IS_FIREFOX = api.sidebarAction !== undefined;

/**
 * Opens a link of a sitemap as the browser would open it from a page in `tab`.
 *
 * Where an extension opens an address itself, the browser takes the request for the extension's own, which may access
 * every site: it has `SameSite=Strict` cookies, even behind a redirect to another site, and Firefox says that it comes from
 * the same origin. So a document that may access nothing else follows the link: the page in the tab, or an empty page in a
 * new tab.
 *
 * @param {string} link
 * @param {Place} disposition
 * @param {import("./active-tab.js").Tab | undefined} tab  The active tab of the sidebar's window.
 */
export async function openPage(link, disposition, tab) {
  const url = allowed(link);
  if (!url || !tab) return;
  if (disposition !== "current" && isShown(url)) return openElsewhere(url, disposition, tab);
  // The browser hands other links to another program; a tab or window for them would stay empty.
  if (!isShown(url)) await api.tabs.update(tab.id, { url: url.href });
  else if (await follow(url, tab.id)) return;
  // No scripts of extensions run in the browser's own pages, in its PDF viewer, and in pages about errors.
  else if (IS_FIREFOX) await openElsewhere(url, "tab", tab);
  else await api.tabs.update(tab.id, { url: leadingTo(url) });
}

/** @param {URL} url @param {Exclude<Place, "current">} place @param {import("./active-tab.js").Tab} tab */
async function openElsewhere(url, place, tab) {
  const isWindow = place === "window" || place === "private-window";
  const first = IS_FIREFOX ? "about:blank" : leadingTo(url);
  const opened = await (isWindow ? openWindow(first, place, tab) : openTab(first, place, tab));
  if (!IS_FIREFOX) return;
  if (opened === undefined || !(await follow(url, opened))) throw new Error("the new tab cannot be led on");
}

/** The address of an empty page that leads on. Firefox opens none for extensions. @param {URL} url */
function leadingTo({ href }) {
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
    // Firefox then puts it where the user wants related tabs, in the same container, and comes back here afterwards.
    openerTabId: tab.id,
    index: IS_FIREFOX ? undefined : await placeBeside(tab),
  });
  return id;
}

/**
 * Clicks on a link in a tab's document. Returns `false` where extensions may not run scripts.
 *
 * The link stands in no document, and the script runs in a world of its own: scripts of the page see a navigation like any
 * other, but not the link. In Chromium the user's click on the row counts for the page, too, so that Back stops at it.
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
  link.target = "_self"; // whatever the page's `<base>` says
  link.referrerPolicy = "no-referrer";
  link.click();
}

/**
 * Where a related tab goes: behind `tab`, and behind those that were opened from it. Chromium puts what an extension opens
 * at the end.
 *
 * @param {import("./active-tab.js").Tab} tab
 */
async function placeBeside({ id, windowId }) {
  const tabs = await api.tabs.query({ windowId });
  const own = tabs.findIndex((tab) => tab.id === id);
  const other = tabs.findIndex(({ openerTabId }, index) => index > own && openerTabId !== id);
  return other < 0 ? tabs.length : other;
}

/** The engine lets nothing else through; this is the lock on the privileged side. @param {string} link */
function allowed(link) {
  const url = URL.parse(link);
  return url && ["http:", "https:", "ftp:", "mailto:"].includes(url.protocol) ? url : undefined;
}

/** @param {URL} url */
function isShown(url) {
  return url.protocol === "http:" || url.protocol === "https:";
}

/**
 * Where a click on an entry of the native menu leads, by the same convention as a click on a row.
 *
 * @param {Pick<browser.menus.OnClickData, "modifiers" | "button">} click
 * @returns {Disposition}
 */
export function dispositionOfMenuClick({ modifiers, button }) {
  const shift = modifiers.includes("Shift");
  if (button === 1 || modifiers.includes("Ctrl") || modifiers.includes("Command")) return shift ? "tab" : "background-tab";
  return shift ? "window" : "current";
}
