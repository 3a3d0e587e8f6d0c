/**
 * The browser's extension API. This is the only file that names `browser` or `chrome`; in a browser without one of its
 * parts (Chromium has no `sidebarAction` and no `menus.overrideContext`) that part is undefined.
 *
 * @type {typeof browser}
 */
export const api = /** @type {any} */ (globalThis).browser ?? /** @type {any} */ (globalThis).chrome;

/**
 * A text of the extension in the user's language, from `_locales/`.
 *
 * @param {string} key
 * @param {...string} values  For the text's placeholders.
 */
export function message(key, ...values) {
  const text = api.i18n.getMessage(key, values);
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
  return api.i18n.getMessage(`${key}_${category}`, number) || message(`${key}_other`, number);
}

/** "1,234" @param {number} count */
export function formatted(count) {
  return new Intl.NumberFormat(language()).format(count);
}

/** What is not translated is in English, and so must its plural be. */
export function language() {
  return api.i18n.getMessage("@@ui_locale").replaceAll("_", "-");
}
