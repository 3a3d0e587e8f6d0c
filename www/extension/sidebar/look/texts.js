import { api, language } from "../../browser.js";
import { Strings } from "../../../element/text/strings.js";

/** The element's texts in the user's language. Each is looked up when it is first needed. @type {Record<string, string>} */
export const STRINGS = new Proxy(Object.create(null), {
  get: (known, key) => (known[key] ??= api.i18n.getMessage(`navi_bar_${String(key)}`) || undefined),
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
