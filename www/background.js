import { api } from "./browser.js";
import { openForCommands } from "./background/commands.js";
import { markTabs } from "./background/toolbar.js";

// An event page: Firefox ends it when it is idle and starts it again for these events, which is why every listener is
// added at the top level. Nothing is fetched here: what is not seen is not loaded.

openForCommands();
markTabs();

// The click counts as the user's action only as long as nothing is awaited.
api.action.onClicked.addListener(() => api.sidebarAction?.toggle());

// Firefox keeps an event page's menu entries on disk. The sidebar removes its own when a menu closes; after a crash
// with a menu open they would still be there.
if (api.menus) {
  api.runtime.onStartup.addListener(() => api.menus.removeAll());
  api.runtime.onInstalled.addListener(() => api.menus.removeAll());
}
