import { isolated, isRightToLeft } from "./navi-bar/strings.js";

/**
 * Parts of the API that Firefox has and Chromium lacks.
 *
 * @typedef {"contextualIdentities" | "menus" | "sidebarAction" | "theme"} FirefoxPart
 */

/**
 * And the other way round.
 *
 * @typedef {object} ChromiumParts
 * @property {{ setPanelBehavior(behaviour: { openPanelOnActionClick: boolean }): Promise<void> }} sidePanel
 */

/**
 * The browser's extension API. This is the only file that names `browser` or `chrome`. What a browser can do is told by
 * the parts that it has: where one is missing, it is undefined.
 *
 * @type {Omit<typeof browser, FirefoxPart> & Partial<Pick<typeof browser, FirefoxPart> & ChromiumParts>}
 */
export const api = /** @type {any} */ (globalThis).browser ?? /** @type {any} */ (globalThis).chrome;

const IS_RIGHT_TO_LEFT = isRightToLeft(api.i18n.getMessage("language"));

/**
 * A text of the extension in the user's language, from `_locales/`.
 *
 * @param {string} key
 * @param {...string} values  For the text's placeholders.
 */
export function message(key, ...values) {
  const text = api.i18n.getMessage(key, IS_RIGHT_TO_LEFT ? values.map(isolated) : values);
  if (!text) throw new Error(`_locales/en/messages.json has no text for "${key}"`);
  return text;
}

/**
 * A text with a number in it: there is one for each plural category of the language.
 *
 * @param {string} key  Without the category: `pages` for `pages_one` and `pages_other`.
 * @param {number} count
 */
export function countMessage(key, count) {
  const category = new Intl.PluralRules(language()).select(count);
  const number = formatted(count);
  // A newer browser may know of categories that languages had not when they were translated.
  return api.i18n.getMessage(`${key}_${category}`, number) || message(`${key}_other`, number);
}

/** "1,234" @param {number} count */
export function formatted(count) {
  return new Intl.NumberFormat(language()).format(count);
}

/** "2 errors, 1 warning" @param {string[]} parts */
export function listed(parts) {
  return new Intl.ListFormat(language(), { type: "unit" }).format(parts);
}

/**
 * The language of the texts, BCP 47: the user's own, with their country, where there are texts in it; else English, so
 * that plurals and numbers are English, too.
 */
export function language() {
  const own = api.i18n.getUILanguage();
  const translated = message("language");
  return own === translated || own.startsWith(`${translated}-`) ? own : translated;
}

/** Says in what language the page is, and which way that runs. */
export function setLanguage() {
  const { documentElement } = document;
  documentElement.lang = language();
  documentElement.dir = IS_RIGHT_TO_LEFT ? "rtl" : "ltr";
}
