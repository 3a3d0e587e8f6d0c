import { api, language } from "../../browser.js";
import { WORDS } from "../../../element/text/english.js";
import { Strings } from "../../../element/text/strings.js";

const WORD = "detail_";

/**
 * The element's texts in the user's language. Each is looked up when it is first needed. Firefox reports an error for each key
 * without a text, and files can have any words.
 *
 * @type {Record<string, string>}
 */
export const STRINGS = new Proxy(Object.create(null), {
  get: (known, /** @type {string} */ key) => {
    if (key.startsWith(WORD) && !WORDS.has(key.slice(WORD.length))) return undefined;
    return (known[key] ??= api.i18n.getMessage(`navi_bar_${key}`) || undefined);
  },
});

const strings = new Strings(STRINGS, language());

/**
 * Returns the title of an entry from the engine.
 *
 * @param {{ title: string, label?: import("../../../element/types.js").Label }} entry
 */
export function titleOf(entry) {
  return strings.titleOf(entry);
}
