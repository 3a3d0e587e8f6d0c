import { message } from "../../browser.js";
import { requestSiteAccess } from "../access/site-access.js";

/**
 * @typedef {object} NoticeHost
 * @property {<Found extends HTMLElement>(id: string) => Found} part
 * @property {() => string | undefined} url  The address of the page in the tab.
 * @property {() => void} turnOn
 * @property {() => void} openFile
 */

/** The sentence in place of the tree that says why there is none, with buttons that help. */
export class Notice {
  #place;
  #text;
  #allow;
  #allowSite;
  #turnOn;
  #openFile;

  /** @param {NoticeHost} host */
  constructor({ part, url, turnOn, openFile }) {
    this.#place = part("notice");
    this.#text = part("notice-text");
    this.#allow = part("allow");
    this.#allowSite = part("allow-site");
    this.#turnOn = part("turn-on");
    this.#openFile = part("open");
    this.#allow.textContent = message("allowAccess");
    this.#turnOn.textContent = message("turnOn");
    this.#openFile.textContent = message("openFile");
    this.#allow.addEventListener("click", () => requestSiteAccess());
    this.#allowSite.addEventListener("click", () => requestSiteAccess(url()));
    this.#turnOn.addEventListener("click", turnOn);
    this.#openFile.addEventListener("click", openFile);
  }

  /** The button that turns the site on, if it shows. */
  get turnOnButton() {
    return this.#turnOn.hidden ? undefined : this.#turnOn;
  }

  hide() {
    this.#place.hidden = true;
  }

  focus() {
    this.#openFile.focus();
  }

  /**
   * @param {object} tab
   * @param {string | undefined} tab.host  The host of the web page in the tab. `undefined` for the browser's own pages.
   * @param {boolean} tab.isOff  The user has turned the site off.
   * @param {boolean} tab.isHeld  The tab is in a container, and the user has not allowed requests there.
   * @param {boolean} tab.isAllowed  The extension may access the site.
   * @param {boolean} tab.hasAccess  The extension may access all sites.
   */
  show({ host, isOff, isHeld, isAllowed, hasAccess }) {
    const isForbidden = host !== undefined && !isAllowed && !isOff;
    const canTurnOn = isOff || (isHeld && isAllowed);
    if (isOff) this.#text.textContent = message("turnedOff", host ?? "");
    else if (canTurnOn) this.#text.textContent = message("containersAsk", host ?? "");
    else if (isForbidden) this.#text.textContent = message("noAccessTo", host);
    else this.#text.textContent = message(hasAccess ? "notAWebPage" : "noAccess");
    this.#turnOn.hidden = !canTurnOn;
    this.#allow.hidden = hasAccess || canTurnOn;
    this.#allowSite.hidden = !isForbidden;
    this.#allowSite.textContent = isForbidden ? message("allowSite", host) : "";
    this.#place.hidden = false;
  }
}
