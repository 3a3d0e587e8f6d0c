/** What a site calls the page for readers of no listed language (`hreflang="x-default"`). */
const DEFAULT = "x-default";

/** Scripts with capital letters that a title begins with. */
const CAPITALS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;

/**
 * A language's own name, "Français" for `fr`: whoever looks for it reads it.
 *
 * @param {string} tag  BCP 47, or `x-default`.
 * @param {string} defaultName  For `x-default`.
 * @returns {string | undefined}  Nothing where the browser has no name for it.
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
