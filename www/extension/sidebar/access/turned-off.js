import { api } from "../../browser.js";
import { hostOf } from "../../hosts.js";
import { isOffAt, turnOff } from "../../settings.js";

/**
 * The sites that are turned off in one window. A choice in a private window overrides the settings in that window only. It is
 * stored in the private storage, which the browser keeps in memory until the window closes.
 */
export class TurnedOff {
  #key;
  #changed;
  /** The choices of the private window. @type {Map<string, boolean>} */
  #own;

  /** @param {number} windowId @param {() => void} changed  Called after a choice in a private window. */
  constructor(windowId, changed) {
    this.#key = `turned off ${windowId}`;
    this.#changed = changed;
    this.#own = new Map(api.extension.inIncognitoContext ? JSON.parse(localStorage.getItem(this.#key) ?? "[]") : []);
  }

  /** @param {import("../../settings.js").Settings} settings @param {string} url */
  has(settings, url) {
    return this.#own.get(hostOf(url) ?? "") ?? isOffAt(settings, url);
  }

  /** @param {string} url @param {boolean} isOff */
  async turn(url, isOff) {
    const host = hostOf(url);
    if (host === undefined) return;
    if (!api.extension.inIncognitoContext) return void (await turnOff(host, isOff));
    this.#own.set(host, isOff);
    this.#changed();
    localStorage.setItem(this.#key, JSON.stringify([...this.#own]));
  }
}
