import { api } from "../browser.js";

/** @typedef {import("../navi-bar/types.js").Disposition} Disposition */
/** @typedef {Disposition | "private-window" | { store: string }} Place  `store`: of a container, for a tab in it. */

/**
 * Opens a link of a sitemap as Firefox would open it from a page in `tab`.
 *
 * @param {string} link
 * @param {Place} disposition
 * @param {import("./active-tab.js").Tab | undefined} tab  The active tab of the sidebar's window.
 */
export async function openPage(link, disposition, tab) {
  const url = allowed(link);
  if (!url || !tab) return;
  if (disposition === "current" || !isShown(url)) {
    await api.tabs.update(tab.id, { url: url.href });
  } else if (disposition === "window" || disposition === "private-window") {
    const incognito = disposition === "private-window" || (await api.windows.get(tab.windowId)).incognito;
    await api.windows.create({ url: url.href, incognito });
  } else {
    const container = typeof disposition === "object" ? { cookieStoreId: disposition.store } : {};
    await api.tabs.create({
      ...container,
      url: url.href,
      active: disposition !== "background-tab",
      windowId: tab.windowId,
      // Firefox then puts it where the user wants related tabs, in the same container, and comes back here afterwards.
      openerTabId: tab.id,
      index: api.sidebarAction ? undefined : await placeBeside(tab),
    });
  }
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

/** Other links are handed to another program; a tab or window for them would stay empty. @param {URL} url */
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
