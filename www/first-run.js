import { api } from "./browser.js";

/**
 * Opens the first-run page once, when the extension is there for good. What is loaded for the time being
 * (`about:debugging`, a test) comes anew at each start, and would open it each time.
 *
 * @param {{ reason: string, temporary?: boolean }} installed
 */
function installed({ reason, temporary }) {
  if (reason === "install" && !temporary) api.tabs.create({ url: api.runtime.getURL("welcome.html") });
}

api.runtime.onInstalled.addListener(installed);
