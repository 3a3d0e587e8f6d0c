import { api } from "./browser.js";

/**
 * Returns `true` for a message of the background page or of a sidebar. The scripts of the extension in web pages send none, but
 * a page that has taken over its process could send one in their name.
 *
 * @param {browser.runtime.MessageSender} sender
 */
export function isFromExtension({ id, tab, url }) {
  return id === api.runtime.id && tab === undefined && url?.startsWith(api.runtime.getURL("")) === true;
}
