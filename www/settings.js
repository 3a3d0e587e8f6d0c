import { api } from "./browser.js";
import { hostOf } from "./hosts.js";

/**
 * What the user has chosen on the options page.
 *
 * @typedef {object} Settings
 * @property {import("./navi-bar/types.js").RevealMode} reveal  What happens to the tree at each navigation.
 * @property {boolean} commonEntries  Whether context menus have more in them than the site's own entries.
 * @property {readonly string[]} offAt  Hosts where nothing is loaded, as `hostOf()` writes them, sorted.
 * @property {number} sitemapsAtOnce  How many sitemaps of an index are loaded at once, from 1 to `MAX_SITEMAPS_AT_ONCE`.
 */

/** @type {readonly Settings["reveal"][]} */
export const REVEAL_MODES = ["reveal", "highlight", "off"];

/** As `limits::MAX_DOCUMENTS_AT_ONCE` of the engine. */
export const MAX_SITEMAPS_AT_ONCE = 500;

/** Hosts that can be turned off. They are compared at every navigation, and shown as one list. */
export const MAX_OFF_HOSTS = 1000;

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
  reveal: "reveal",
  commonEntries: true,
  offAt: Object.freeze(/** @type {string[]} */ ([])),
  sitemapsAtOnce: 50,
});

/** Where they are in `storage.local`, as one object. */
const KEY = "settings";

/** @returns {Promise<Settings>} */
export async function settings() {
  const { [KEY]: kept } = await api.storage.local.get(KEY);
  return checked(kept);
}

/** Hears of every change, wherever it was made. @param {(settings: Settings) => void} changed */
export function onSettings(changed) {
  api.storage.local.onChanged.addListener((changes) => {
    if (KEY in changes) changed(checked(changes[KEY]?.newValue));
  });
}

/**
 * Changes settings and keeps them.
 *
 * @param {Partial<Settings> | ((now: Settings) => Partial<Settings>)} to  Or what makes it of the settings as they are.
 */
export function change(to) {
  // Another page may be changing them too: one after the other.
  return navigator.locks.request(KEY, async () => {
    const now = await settings();
    const next = checked({ ...now, ...(typeof to === "function" ? to(now) : to) });
    await api.storage.local.set({ [KEY]: next });
  });
}

/** As they were before the user has changed any. @returns {Promise<void>} */
export function restoreDefaults() {
  return api.storage.local.remove(KEY);
}

/** A site is a host: its subdomains are other sites, and its ports are the same one. @param {Settings} settings @param {string} url */
export function isOffAt({ offAt }, url) {
  const host = URL.parse(url)?.hostname;
  return host !== undefined && offAt.includes(host);
}

/** Turns one site off or on again. @param {string} host  Of `hostOf()`. @param {boolean} isOff */
export function turnOff(host, isOff) {
  return change(({ offAt }) => ({ offAt: isOff ? [...offAt, host] : offAt.filter((other) => other !== host) }));
}

/** Storage may hold anything, of an older version or a newer one. @param {unknown} kept @returns {Settings} */
function checked(kept) {
  const given = /** @type {Record<string, unknown>} */ (typeof kept === "object" && kept !== null ? kept : {});
  const { reveal, commonEntries, offAt, sitemapsAtOnce } = given;
  return {
    reveal: REVEAL_MODES.find((mode) => mode === reveal) ?? DEFAULTS.reveal,
    commonEntries: typeof commonEntries === "boolean" ? commonEntries : DEFAULTS.commonEntries,
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
