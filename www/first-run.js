import { api } from "./browser.js";

/**
 * Opens the first-run page once, when the extension is there for good. What is loaded unpacked or for the time being
 * (`about:debugging`, a test) comes anew at each start, and would open it each time.
 *
 * @param {{ reason: string }} installed
 */
async function installed({ reason }) {
  if (reason !== "install" || (await api.management.getSelf()).installType === "development") return;
  await api.tabs.create({ url: api.runtime.getURL("welcome.html") });
}

api.runtime.onInstalled.addListener(installed);
