import { api } from "../browser.js";

/**
 * Opens the first-run page after the installation. A temporary or unpacked extension (`about:debugging`, a test) is
 * installed at each start and would open it each time.
 *
 * @param {{ reason: string }} installed
 */
async function installed({ reason }) {
  if (reason !== "install" || (await api.management.getSelf()).installType === "development") return;
  await api.tabs.create({ url: api.runtime.getURL("welcome.html") });
}

api.runtime.onInstalled.addListener(installed);
