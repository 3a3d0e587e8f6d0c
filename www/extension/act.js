import { api, IS_FIREFOX } from "./api.js";

/**
 * Makes the user's click or key count as an action on the page in a tab. Otherwise Chromium's Back would skip that page later.
 * Call this before the first `await`.
 *
 * @param {number} tabId
 */
export async function act(tabId) {
  if (IS_FIREFOX) return;
  // Scripts of extensions do not run in the browser's own pages.
  await api.scripting.executeScript({ target: { tabId }, injectImmediately: true, func: () => {} }).catch(() => {});
}
