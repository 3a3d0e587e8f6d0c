import { api, language } from "../../browser.js";
import { ENGLISH } from "../../../element/text/english.js";
import { Strings } from "../../../element/text/strings.js";

/** Returns the element's texts in the user's language. @returns {Record<string, string>} */
function elementStrings() {
  const { pluralCategories } = new Intl.PluralRules(language()).resolvedOptions();
  const keys = Object.keys(ENGLISH).flatMap((key) => {
    const counted = /^(.+_)other$/.exec(key)?.[1];
    return counted === undefined ? [key] : pluralCategories.map((category) => counted + category);
  });
  const texts = keys.map((key) => [key, api.i18n.getMessage(`navi_bar_${key}`)]);
  return Object.fromEntries(texts.filter(([, text]) => text));
}

/** The texts for the element. */
export const STRINGS = Object.freeze(elementStrings());

const strings = new Strings(STRINGS, language());

/**
 * Returns the title of an entry from the engine.
 *
 * @param {{ title: string, label?: import("../../../element/types.js").Label }} entry
 */
export function titleOf(entry) {
  return strings.titleOf(entry);
}
