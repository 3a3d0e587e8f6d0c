// Helpers for scripts with the browser's own privileges. Every script is the body of an async function, after `page.js` and
// this file. `A` is the list of its arguments, `PATIENCE` a time in milliseconds.

const windows = () => [...Services.wm.getEnumerator("navigator:browser")].filter((w) => !w.closed);
const front = () => Services.wm.getMostRecentWindow("navigator:browser");
const tabs = () => front().gBrowser;
// The driver's own window: another one may be closing, and its timers would never fire.
const sleep = (ms) => new Promise((resolve) => window.setTimeout(resolve, ms));

/**
 * Waits until `test` returns a truthy value. `what` is for the error message. The default time is short enough for a second
 * attempt of the test that waits for the script.
 */
async function until(what, test, patience = 0.4 * PATIENCE) {
  const deadline = Date.now() + patience;
  for (;;) {
    const value = await test();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await sleep(20);
  }
}

/** The preferences that were set since the last reset. */
const changedPrefs = (Services.ppmm.navibarPrefs ??= new Set());

function setPref(name, value) {
  changedPrefs.add(name);
  if (typeof value == "boolean") Services.prefs.setBoolPref(name, value);
  else if (typeof value == "number") Services.prefs.setIntPref(name, value);
  else Services.prefs.setStringPref(name, value);
}

async function extensionStarted(id) {
  const policy = await until(`the extension ${id}`, () => WebExtensionPolicy.getByID(id));
  await policy.readyPromise;
}

// Languages.

/**
 * Sets the language that extensions see, and restarts the extension. Firefox's own texts do not change: they need a
 * language pack.
 */
async function speak(language, id) {
  const { locale } = Services;
  const before = (Services.ppmm.navibarLanguage ??= { id, own: locale.appLocaleAsBCP47 });
  locale.availableLocales = [...new Set([language, before.own])];
  locale.requestedLocales = [language];
  if (language == before.own) Services.ppmm.navibarLanguage = undefined;
  const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
  const addon = await AddonManager.getAddonByID(id);
  await addon.disable();
  await addon.enable();
  await extensionStarted(id);
}

// Tabs.

const tabList = (w) =>
  w.gBrowser.tabs.map((tab) => ({
    url: tab.linkedBrowser.currentURI.spec,
    title: tab.label,
    active: tab.selected,
  }));

function tabAt(index) {
  const tab = tabs().tabs[index];
  if (!tab) throw new Error(`there is no tab ${index}: there are ${tabs().tabs.length}`);
  return tab;
}

/** Opens `url` in `tab` and waits until it is loaded. The end of an earlier load does not count. */
async function load(tab, url) {
  const STOP = Ci.nsIWebProgressListener.STATE_STOP | Ci.nsIWebProgressListener.STATE_IS_NETWORK;
  const { gBrowser } = tab.ownerDocument.defaultView;
  let loaded = false;
  const listener = {
    onStateChange(browser, progress, request, flags) {
      if (browser != tab.linkedBrowser || !progress.isTopLevel || (flags & STOP) != STOP) return;
      // A new tab may still be loading its about:blank.
      loaded ||= url == "about:blank" || browser.currentURI.spec != "about:blank";
    },
  };
  listener.onLocationChange = (browser, progress, request, location, flags) => {
    // An error page of the browser causes no requests.
    const failed = flags & Ci.nsIWebProgressListener.LOCATION_CHANGE_ERROR_PAGE;
    loaded ||= browser == tab.linkedBrowser && progress.isTopLevel && failed;
  };
  // The listener is on all tabs, because the process of a tab's browser changes between sites.
  gBrowser.addTabsProgressListener(listener);
  try {
    tab.linkedBrowser.fixupAndLoadURIString(url, {
      triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal(),
    });
    await until(`${url} to load`, () => loaded, PATIENCE);
  } finally {
    gBrowser.removeTabsProgressListener(listener);
  }
}

/** Takes back what the user granted during a test. */
async function revokeOptionalPermissions(id) {
  const { ExtensionPermissions } = ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs");
  const extension = WebExtensionPolicy.getByID(id)?.extension;
  const permissions = extension?.manifest.optional_permissions ?? [];
  if (permissions.length) await ExtensionPermissions.remove(id, { permissions, origins: [] }, extension);
}

/** Returns to the state after a start: one window, one empty tab, no sidebar or menu, the original preferences. */
async function reset(id) {
  // The driver's own window stays, because the driver needs it.
  const kept = window;
  for (const w of windows()) if (w != kept) w.close();
  await until("one window", () => windows().length == 1 && front() == kept);
  menu()?.hidePopup();
  kept.SidebarController.hide();
  const language = Services.ppmm.navibarLanguage;
  if (language) await speak(language.own, language.id);
  await revokeOptionalPermissions(id);
  const { style } = kept.document.getElementById("sidebar-box");
  style.width = style.minWidth = "";
  for (const name of changedPrefs) Services.prefs.clearUserPref(name);
  changedPrefs.clear();
  const blank = tabs().addTrustedTab("about:blank");
  tabs().selectedTab = blank;
  for (const tab of [...tabs().tabs]) if (tab != blank) tabs().removeTab(tab, { animate: false });
  await until("an empty tab", () => tabs().tabs.length == 1 && !blank.hasAttribute("busy"));
  await foldPane(id);
}

// Folds the pane "On this page", which the extension would open again in the next test.
async function foldPane(id) {
  const { ExtensionStorageIDB } = ChromeUtils.importESModule("resource://gre/modules/ExtensionStorageIDB.sys.mjs");
  const { extension } = WebExtensionPolicy.getByID(id);
  const storage = await ExtensionStorageIDB.open(ExtensionStorageIDB.getStoragePrincipal(extension));
  await storage.remove("outline");
}

// The sidebar. Its document is in its own <browser>, inside the sidebar's frame.

// A new window has no sidebar yet.
const sidebarFrame = () => front().SidebarController?.browser;
const panelBrowser = () => sidebarFrame()?.contentDocument?.getElementById("webext-panels-browser");
const menu = () => sidebarFrame()?.contentDocument?.getElementById("contentAreaContextMenu");

function panel() {
  const browser = front().SidebarController?.isOpen && panelBrowser();
  if (!browser) throw new Error("the sidebar is not open");
  return browser;
}

/** The rectangle of the sidebar's document, or of the active tab's page, in the window, in CSS pixels. */
function viewOf(part) {
  if (part == "page") return tabs().selectedBrowser.getBoundingClientRect();
  const frame = sidebarFrame().getBoundingClientRect();
  const { x, y, width, height } = panel().getBoundingClientRect();
  return new DOMRect(frame.x + x, frame.y + y, width, height);
}

async function sidebarId(extensionId) {
  const { ExtensionCommon } = ChromeUtils.importESModule("resource://gre/modules/ExtensionCommon.sys.mjs");
  const id = ExtensionCommon.makeWidgetId(extensionId) + "-sidebar-action";
  await until("the extension's sidebar", () => front().SidebarController.sidebars.has(id));
  return id;
}

const sidebarIsOpen = (id) => Boolean(front().SidebarController?.isOpen) && front().SidebarController.currentID == id;

/** Waits for the panel's document, because `show` returns before it exists. */
async function panelLoaded() {
  await until("the sidebar's document", () => panelBrowser()?.currentURI?.spec.startsWith("moz-extension:"));
  await until("the sidebar's scripts", () =>
    evaluate(panel(), "return Boolean(document.querySelector('navi-bar:defined'))").catch(() => false),
  );
}

/** Runs in the content processes. Reports when a page of the extension has painted its first rows, and those of its tree. */
function paintScript() {
  addEventListener(
    "DOMDocElementInserted",
    ({ target }) => {
      const page = target.defaultView;
      if (!page?.location.href.startsWith("moz-extension:")) return;
      const now = () => page.performance.timeOrigin + page.performance.now();
      const has = (selector) => page.document.querySelector(selector)?.openOrClosedShadowRoot?.querySelector("[part~=row]");
      let isPainted = false;
      const look = () => {
        const isWorking = has("navi-bar") && !has("#last-view");
        // The current frame will show them.
        if (!isPainted && (isWorking || has("#last-view"))) {
          isPainted = true;
          page.setTimeout(() => sendAsyncMessage("navibar:painted", { rows: now() }));
        }
        if (isWorking) page.setTimeout(() => sendAsyncMessage("navibar:painted", { tree: now() }));
        else page.requestAnimationFrame(look);
      };
      page.requestAnimationFrame(look);
    },
    true,
  );
}

/** Opens the sidebar. Returns the milliseconds until the first rows are painted, and until those of the tree are. */
async function timeSidebar(id) {
  if (sidebarIsOpen(id)) throw new Error("the sidebar is open already");
  if (!Services.ppmm.navibarPainted) {
    Services.ppmm.navibarPainted = true;
    Services.mm.loadFrameScript(`data:,${encodeURIComponent(`(${paintScript})()`)}`, true);
  }
  const painted = {};
  const listener = { receiveMessage: ({ data }) => Object.assign(painted, data) };
  Services.mm.addMessageListener("navibar:painted", listener);
  try {
    const begun = window.performance.timeOrigin + window.performance.now();
    await front().SidebarController.show(id);
    const { rows, tree } = await until("the rows of the tree", () => painted.tree && painted);
    return [rows - begun, tree - begun];
  } finally {
    Services.mm.removeMessageListener("navibar:painted", listener);
  }
}

// Scripts in a page or in the panel.

/** Runs in the content process, once for each browser. Evaluates the scripts that it gets in the document's own world. */
function frameScript() {
  addMessageListener("navibar:evaluate", ({ data: { key, source } }) => {
    const answer = (reply) => sendAsyncMessage("navibar:answer", { key, ...reply });
    try {
      // A sandbox, because the page's content security policy forbids `eval`.
      const world = new Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
      Cu.exportFunction((json) => answer({ json }), world, { defineAs: "sandboxAnswer" });
      Cu.exportFunction((error) => answer({ error }), world, { defineAs: "sandboxFail" });
      Cu.evalInSandbox(source, world);
    } catch (error) {
      answer({ error: String(error) });
    }
  });
}

/** The browsers that have the script, because each load of it stays in memory. */
const scripted = (Services.ppmm.navibarScripted ??= new WeakSet());

async function evaluate(browser, body, args = []) {
  const manager = browser.messageManager;
  if (!manager) throw new Error("the document is not there yet");
  if (!scripted.has(manager)) {
    scripted.add(manager);
    manager.loadFrameScript(`data:,${encodeURIComponent(`(${frameScript})()`)}`, false);
  }
  const key = String(Services.uuid.generateUUID());
  let listener;
  let timer;
  const answer = new Promise((resolve) => {
    listener = { receiveMessage: ({ data }) => data.key == key && resolve(data) };
    timer = window.setTimeout(resolve, 0.4 * PATIENCE, { error: "timed out waiting for the script in the page" });
  });
  manager.addMessageListener("navibar:answer", listener);
  manager.sendAsyncMessage("navibar:evaluate", {
    key,
    source: `(async () => { const { all, one, row, nameOf } = (${pageHelpers})(); const args = ${JSON.stringify(args)}; { ${body}\n} })()
        .then((v) => sandboxAnswer(JSON.stringify(v ?? null)), (e) => sandboxFail(String(e)))`,
  });
  const reply = await answer;
  window.clearTimeout(timer);
  manager.removeMessageListener("navibar:answer", listener);
  if (reply.error) throw new Error(reply.error);
  return JSON.parse(reply.json);
}

/** Runs in every content process. Reports the messages and exceptions of the extension's pages. */
function processScript(marker) {
  const report = (text) => Services.cpmm.sendAsyncMessage("navibar:console", text);
  const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
  storage.addLogEventListener((event) => {
    const { level, filename, lineNumber, arguments: parts } = event.wrappedJSObject ?? event;
    if (!String(filename).startsWith(marker) || !["error", "warn", "assert"].includes(level)) return;
    report(`${level}: ${[...parts].map(String).join(" ")} (${filename}:${lineNumber})`);
  }, Services.scriptSecurityManager.getSystemPrincipal());
}

/** Starts to collect the errors of the extension's pages, in every process. */
function collectConsole() {
  const marker = "moz-extension://";
  const collected = (Services.ppmm.navibarConsole = []);
  Services.ppmm.addMessageListener("navibar:console", ({ data }) => void collected.push(data));
  Services.ppmm.loadProcessScript(
    `data:,${encodeURIComponent(`(${processScript})(${JSON.stringify(marker)})`)}`,
    true,
  );
  // Uncaught errors reach the console service of this process.
  const listener = {
    QueryInterface: ChromeUtils.generateQI(["nsIConsoleListener"]),
    observe(message) {
      if (!(message instanceof Ci.nsIScriptError) || !message.sourceName.startsWith(marker)) return;
      const level = message.flags & Ci.nsIScriptError.warningFlag ? "warning" : "error";
      collected.push(`${level}: ${message.errorMessage} (${message.sourceName}:${message.lineNumber})`);
    },
  };
  Services.ppmm.navibarConsoleListener = listener;
  Services.console.registerListener(listener);
}

// The native context menu.

const menuEntries = (popup) =>
  [...popup.children]
    .filter((node) => !node.hidden)
    .map((node) => ({
      kind: node.localName,
      label: node.label ?? "",
      disabled: node.disabled ?? false,
      icon: node.getAttribute("image") ?? undefined,
      children: node.localName == "menu" ? menuEntries(node.menupopup) : [],
    }));

/** Opens the submenus on the path to an entry, as a pointer does, and activates the entry. */
async function chooseEntry(path) {
  let popup = menu();
  for (const [depth, label] of path.entries()) {
    const entry = [...popup.children].find((node) => !node.hidden && node.label == label);
    if (!entry) {
      const there = menuEntries(popup).map((e) => e.label);
      throw new Error(`the menu has no entry ${JSON.stringify(label)}, but ${JSON.stringify(there)}`);
    }
    if (depth == path.length - 1) return popup.activateItem(entry);
    const submenu = entry.menupopup;
    if (!submenu) throw new Error(`${JSON.stringify(label)} has no submenu`);
    entry.openMenu(true);
    await until(`the submenu of ${label}`, () => submenu.state == "open");
    popup = submenu;
  }
}
