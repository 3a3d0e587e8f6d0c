import { api } from "./browser.js";
import { openForCommands } from "./background/commands.js";
import { markTabs } from "./background/toolbar.js";
import "./first-run.js";

// An event page in Firefox, a service worker in Chromium: both are ended when they are idle and started again for these
// events, which is why every listener is added at the top level. Nothing is fetched here: what is not seen is not loaded.

const { menus, sidebarAction, sidePanel } = api;

openForCommands();
markTabs();

// The click counts as the user's action only as long as nothing is awaited.
if (sidebarAction) api.action.onClicked.addListener(() => sidebarAction.toggle());
sidePanel?.setPanelBehavior({ openPanelOnActionClick: true });

// Firefox keeps an event page's menu entries on disk. The sidebar removes its own when a menu closes; after a crash
// with a menu open they would still be there.
api.runtime.onStartup.addListener(() => menus?.removeAll());
api.runtime.onInstalled.addListener(() => menus?.removeAll());
