import { api } from "../browser.js";
import { hostOf } from "../hosts.js";
import { isOffAt, turnOff } from "../settings.js";

/**
 * Which sites are turned off, for the sidebar of one window. What a private window says of a site counts there alone, on top
 * of the settings: it is kept in that window's own storage, which the browser holds in memory until it is closed.
 */
export class TurnedOff {
  #key;
  #changed;
  /** Whether hosts are turned off here. @type {Map<string, boolean>} */
  #own;

  /** @param {number} windowId @param {() => void} changed  The private window has turned a site off or on. */
  constructor(windowId, changed) {
    this.#key = `turned off ${windowId}`;
    this.#changed = changed;
    this.#own = new Map(api.extension.inIncognitoContext ? JSON.parse(localStorage.getItem(this.#key) ?? "[]") : []);
  }

  /** @param {import("../settings.js").Settings} settings @param {string} url */
  has(settings, url) {
    return this.#own.get(hostOf(url) ?? "") ?? isOffAt(settings, url);
  }

  /** @param {string} url @param {boolean} isOff */
  async turn(url, isOff) {
    const host = hostOf(url);
    if (host === undefined) return;
    if (!api.extension.inIncognitoContext) return turnOff(host, isOff);
    this.#own.set(host, isOff);
    localStorage.setItem(this.#key, JSON.stringify([...this.#own]));
    this.#changed();
  }
}
