import { api } from "./browser.js";
import { openForCommands } from "./background/commands.js";
import { followOmnibox } from "./background/omnibox.js";
import { markTabs } from "./background/toolbar.js";
import "./background/first-run.js";
import { openTreeTab } from "./tree-tab.js";

// An event page in Firefox and a service worker in Chromium. The browser stops it when it is idle and starts it again for
// an event, so every listener is added at the top level. It fetches nothing, because only the sidebar loads sitemaps.

const { menus, sidebarAction, sidePanel } = api;

/** The compiled code of the engine's modules, by their addresses. See `sidebar/start/compiled.js`. */
Object.assign(globalThis, { engineCode: new Map() });

openForCommands();
followOmnibox();
markTabs();

// The click counts as a user action only until the first `await`. As with a link, the middle button opens a tab.
api.action.onClicked.addListener((tab, click) => {
  if (sidebarAction && click?.button !== 1) void sidebarAction.toggle();
  else void openTreeTab(tab.id);
});
sidePanel?.setPanelBehavior({ openPanelOnActionClick: true });

// Firefox stores an event page's menu entries on disk. The sidebar removes its entries when a menu closes. After a crash
// with an open menu they would remain.
api.runtime.onStartup.addListener(() => menus?.removeAll());
api.runtime.onInstalled.addListener(() => menus?.removeAll());
