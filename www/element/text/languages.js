/** The tag of the page for all other languages (`hreflang="x-default"`). */
const DEFAULT = "x-default";

/** Scripts in which a title begins with a capital letter. */
const CAPITALS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;

/**
 * Returns the name of a language in that language, because its readers look for it: "Français" for `fr`.
 *
 * @param {string} tag  BCP 47, or `x-default`.
 * @param {string} defaultName  The name for `x-default`.
 * @returns {string | undefined}  `undefined` if the browser has no name for it.
 */
export function languageName(tag, defaultName) {
  if (tag.toLowerCase() === DEFAULT) return defaultName;
  try {
    const locale = new Intl.Locale(tag);
    const names = new Intl.DisplayNames([locale, "en"], { type: "language", fallback: "none" });
    const name = names.of(locale.baseName);
    return name && capitalised(name, locale);
  } catch {
    return undefined; // not a language tag
  }
}

/** @param {string} name @param {Intl.Locale} locale */
function capitalised(name, locale) {
  const [first = ""] = name;
  return CAPITALS.test(first) ? first.toLocaleUpperCase(locale.baseName) + name.slice(first.length) : name;
}
