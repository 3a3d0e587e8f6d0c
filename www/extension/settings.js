import { hostOf } from "./hosts.js";
import * as store from "./store.js";

/**
 * The settings of the options page.
 *
 * @typedef {object} Settings
 * @property {import("../element/types.js").RevealMode} reveal  What the tree does at each navigation.
 * @property {"lists" | "page"} titles  Titles come from the site's lists, too, or only from the visited pages.
 * @property {boolean} commonEntries  Context menus have actions besides the site's own entries.
 * @property {boolean} markRead  The pages that the user has read are remembered and marked.
 * @property {boolean} searchTexts  The filter searches in the texts of the pages without being asked.
 * @property {boolean} containers  Sitemaps are loaded in tabs of Firefox's containers, too.
 * @property {readonly string[]} offAt  The hosts where nothing is loaded, from `hostOf()`, sorted.
 * @property {number} sitemapsAtOnce  How many sitemaps of an index are loaded, from 1 to `MAX_SITEMAPS_AT_ONCE`.
 */

/** @type {readonly Settings["reveal"][]} */
export const REVEAL_MODES = ["reveal", "highlight", "off"];

/** Equals `MAX_DOCUMENTS_AT_ONCE` of the engine; a test in `tests/native/documents/` compares them. */
export const MAX_SITEMAPS_AT_ONCE = 500;

/** The maximum number of hosts that are turned off. Each navigation searches them, and the options page lists them. */
export const MAX_OFF_HOSTS = 1000;

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
  reveal: "reveal",
  titles: "lists",
  commonEntries: true,
  markRead: true,
  searchTexts: false,
  containers: false,
  offAt: Object.freeze(/** @type {string[]} */ ([])),
  sitemapsAtOnce: 50,
});

/** @returns {Promise<Settings>} */
export async function settings() {
  const found = await store.get("settings");
  // The defaults would load the sites that the user has turned off.
  if (!found) throw new Error("the browser cannot read the settings");
  return checked(found.settings);
}

/** Calls back after each change in any page of the extension. @param {(settings: Settings) => void} changed */
export function onSettings(changed) {
  store.watch("settings", (value) => changed(checked(value)));
}

/**
 * Changes settings and stores them.
 *
 * @param {Partial<Settings> | ((now: Settings) => Partial<Settings>)} to  The changes, or a function that returns them.
 * @returns {Promise<boolean | undefined>}  `true` if they are stored.
 */
export function change(to) {
  return store.update("settings", (value) => {
    const now = checked(value);
    return checked({ ...now, ...(typeof to === "function" ? to(now) : to) });
  });
}

/** Restores the defaults. Resolves to `true` if they are restored. */
export function restoreDefaults() {
  return store.set({ settings: {} });
}

/** Returns `true` if the host of an address is turned off. A subdomain is another host; the port does not count. @param {Settings} settings @param {string} url */
export function isOffAt({ offAt }, url) {
  const host = hostOf(url);
  return host !== undefined && offAt.includes(host);
}

/** Turns a site off or on. @param {string} host  From `hostOf()`. @param {boolean} isOff */
export function turnOff(host, isOff) {
  return change(({ offAt }) => ({ offAt: isOff ? [...offAt, host] : offAt.filter((other) => other !== host) }));
}

/** Checks settings from storage, which another version may have written. @param {unknown} kept @returns {Settings} */
function checked(kept) {
  const given = /** @type {Record<string, unknown>} */ (typeof kept === "object" && kept !== null ? kept : {});
  const { reveal, titles, commonEntries, markRead, searchTexts, containers, offAt, sitemapsAtOnce } = given;
  return {
    reveal: REVEAL_MODES.find((mode) => mode === reveal) ?? DEFAULTS.reveal,
    titles: titles === "page" ? "page" : DEFAULTS.titles,
    commonEntries: typeof commonEntries === "boolean" ? commonEntries : DEFAULTS.commonEntries,
    markRead: typeof markRead === "boolean" ? markRead : DEFAULTS.markRead,
    searchTexts: searchTexts === true,
    containers: containers === true,
    offAt: Array.isArray(offAt) ? hosts(offAt) : DEFAULTS.offAt,
    sitemapsAtOnce: Number.isFinite(sitemapsAtOnce)
      ? Math.min(MAX_SITEMAPS_AT_ONCE, Math.max(1, Math.round(Number(sitemapsAtOnce))))
      : DEFAULTS.sitemapsAtOnce,
  };
}

/** @param {unknown[]} list */
function hosts(list) {
  const found = list.slice(0, 2 * MAX_OFF_HOSTS).map((each) => (typeof each === "string" ? hostOf(each) : undefined));
  return [...new Set(found.filter((host) => host !== undefined))].slice(0, MAX_OFF_HOSTS).sort();
}
