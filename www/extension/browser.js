import { api } from "./api.js";
import { isolated, isRightToLeft } from "../element/text/strings.js";

export { api };

const IS_RIGHT_TO_LEFT = isRightToLeft(api.i18n.getMessage("language"));

/**
 * Returns a text of the extension in the user's language, from `_locales/`.
 *
 * @param {string} key
 * @param {...string} values  The values of the placeholders.
 */
export function message(key, ...values) {
  const text = api.i18n.getMessage(key, IS_RIGHT_TO_LEFT ? values.map(isolated) : values);
  if (!text) throw new Error(`_locales/en/messages.json has no text for "${key}"`);
  return text;
}

/**
 * Returns a text with a number. There is one text for each plural category of the language.
 *
 * @param {string} key  Without the plural category: `pages` for `pages_one` and `pages_other`.
 * @param {number} count
 */
export function countMessage(key, count) {
  const category = new Intl.PluralRules(language()).select(count);
  const number = formatted(count);
  // A newer browser may use a plural category that the translation lacks.
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
 * Returns the language of the texts as a BCP 47 tag: the user's own with its country if there is a translation, otherwise
 * English, so that plurals and numbers are English, too.
 */
export function language() {
  const own = api.i18n.getUILanguage();
  const translated = message("language");
  return own === translated || own.startsWith(`${translated}-`) ? own : translated;
}

/** Sets the language and the direction of the page. */
export function setLanguage() {
  const { documentElement } = document;
  documentElement.lang = language();
  documentElement.dir = IS_RIGHT_TO_LEFT ? "rtl" : "ltr";
}
