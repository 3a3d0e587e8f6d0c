import { NaviBar } from "./navi-bar.js";
import { guardRequestsBy } from "./navi-bar/engine.js";
import { fetchPicturesBy } from "./navi-bar/icons.js";
import { isFindKey, isReloadKey } from "./navi-bar/keyboard.js";
import { api, message, setLanguage } from "./browser.js";
import { DEFAULTS, onSettings, settings } from "./settings.js";
import { ActiveTab } from "./sidebar/active-tab.js";
import { Answer } from "./sidebar/answer.js";
import { followCommands, lead } from "./sidebar/commands.js";
import { openFiles, save } from "./sidebar/files.js";
import { guard } from "./sidebar/guard.js";
import { headerEntries } from "./sidebar/header-entries.js";
import { HeaderMenu } from "./sidebar/header-menu.js";
import { goByKey } from "./sidebar/history-keys.js";
import { places, remember } from "./sidebar/memory.js";
import { NativeMenu } from "./sidebar/native-menu.js";
import { WhatsNew } from "./sidebar/news.js";
import { openPage } from "./sidebar/open-page.js";
import { pictureWithoutCookies } from "./sidebar/pictures.js";
import { Problems } from "./sidebar/problems.js";
import { RowActions } from "./sidebar/row-actions.js";
import { hasAccessTo, hasSiteAccess, onSiteAccessChanged, requestSiteAccess } from "./sidebar/site-access.js";
import { SiteHeader, sourceText } from "./sidebar/site-header.js";
import { tellStructure } from "./sidebar/structure.js";
import { STRINGS } from "./sidebar/texts.js";
import { followTheme } from "./sidebar/theme.js";
import { Trail } from "./sidebar/trail.js";
import { TurnedOff } from "./sidebar/turned-off.js";

/** @typedef {import("./navi-bar/types.js").Disposition} Disposition */
/** @typedef {import("./sidebar/active-tab.js").Tab} Tab */

guardRequestsBy(guard);
fetchPicturesBy(pictureWithoutCookies);
setLanguage();
customElements.define("navi-bar", NaviBar);

/** @template {HTMLElement} [Found=HTMLElement] @param {string} id @returns {Found} */
const part = (id) => /** @type {Found} */ (document.getElementById(id));

/** @type {NaviBar} */
const tree = part("tree");
tree.strings = STRINGS;
/** @type {HTMLButtonElement} */
const locate = part("locate");
/** @type {HTMLButtonElement} */
const reload = part("reload");
/** @type {HTMLButtonElement} */
const more = part("more");
/** @type {HTMLButtonElement} */
const back = part("back");
/** @type {HTMLButtonElement} */
const openButton = part("open");
/** @type {HTMLInputElement} */
const file = part("file");
/** @type {HTMLButtonElement} */
const badge = part("problems");
const notice = part("notice");
const noticeText = part("notice-text");
/** @type {HTMLButtonElement} */
const allow = part("allow");
/** @type {HTMLButtonElement} */
const turnOn = part("turn-on");
const allowSite = part("allow-site");

for (const button of [locate, reload, more]) {
  button.title = message(button.id);
  button.setAttribute("aria-label", button.title);
}
allow.textContent = message("allowAccess");
turnOn.textContent = message("turnOn");
openButton.textContent = message("openFile");

const header = new SiteHeader(/** @type {HTMLElement} */ (document.querySelector("header")));
const answers = new Answer(part("answer"), part("said"));
const trail = new Trail(part("here"), {
  tree,
  open,
  texts: { label: message("trail"), whole: message("wholeTrail"), missing: message("notLocated") },
});
let chosen = DEFAULTS;
// Whoever listens only when they are read misses what is changed meanwhile.
onSettings((changed) => (chosen = changed));
const [{ id: windowId = api.windows.WINDOW_ID_CURRENT }, access] = await Promise.all([
  api.windows.getCurrent(), // a sidebar belongs to one window for all its life
  hasSiteAccess(),
  settings().then((read) => (chosen = read)), // the first site may be one where nothing is to be loaded
]);
let hasAccess = access;
useSettings();
onSettings(settingsChanged);
const turnedOff = new TurnedOff(windowId, settingsChanged);

function settingsChanged() {
  useSettings();
  const hadFocus = document.activeElement === more;
  if (active.tab) show(active.tab);
  // The button that was pressed may be gone. The tree can take the focus when it has begun to load.
  if (hadFocus && !turnOn.hidden) turnOn.focus();
  else if (document.activeElement === turnOn) queueMicrotask(() => tree.focus());
}
const theme = followTheme(windowId);
const active = new ActiveTab(windowId, (url) => hasAccess || hasAccessTo(url), show);
const problems = new Problems({
  panel: part("problems-panel"),
  badge,
  tree: () => ({ session: tree.session, file: tree.file, isLoading: tree.state === "loading" }),
  focusTree: () => tree.focus(),
  answer,
});
const news = new WhatsNew({
  panel: part("news-panel"),
  button: more,
  tree: () => ({
    session: tree.session,
    page: (!tree.file && tree.page) || undefined,
    isLoading: tree.state === "loading",
  }),
  open,
  focusTree: () => tree.focus(),
});
const NO_TAB = Object.freeze({ container: "", isLoading: false, isAllowed: false });
/** @type {File | string | undefined} What the tree is of. */
let shownSite;
/** @type {Pick<Tab, "url" | "icon" | "isLoading" | "isAllowed"> | undefined} */
let shownTab;

function useSettings() {
  tree.revealMode = chosen.reveal;
  tree.documentsAtOnce = chosen.sitemapsAtOnce;
}

/** @param {boolean} isOff  Whether nothing is to be loaded from the site in the tab. */
function turn(isOff) {
  turnedOff.turn(active.tab?.url ?? "", isOff).catch((error) => console.error("Navibar cannot keep the settings", error));
}

/**
 * Shows the tree of the site that is in the tab, or says why there is none. A file that the user has opened stays until
 * they go back; it marks the page in the tab where it has that.
 *
 * @param {Pick<Tab, "url" | "container" | "icon" | "isLoading" | "isAllowed">} tab
 */
function show({ url, container, icon, isLoading, isAllowed }) {
  const isSame = url === shownTab?.url && isLoading === shownTab?.isLoading && isAllowed === shownTab?.isAllowed;
  const hasOtherIcon = icon !== shownTab?.icon;
  shownTab = { url, icon, isLoading, isAllowed };
  const web = url !== undefined && /^https?:/i.test(url) ? url : undefined;
  const isOff = web !== undefined && turnedOff.has(chosen, web);
  const page = isOff || !isAllowed ? undefined : web;
  const isFile = tree.file !== undefined;
  const hasTree = isFile || page !== undefined;
  const newSite = tree.file ?? (page && `${new URL(page).origin} ${container}`);
  if (newSite !== shownSite) for (const panel of [problems, news]) panel.close(false);
  shownSite = newSite;
  tree.partition = container;
  tree.page = page ?? null;
  tree.hidden = locate.hidden = reload.hidden = more.hidden = !hasTree;
  back.hidden = !isFile;
  back.textContent = message(page === undefined ? "closeFile" : "showSite");
  tree.siteIcon = header.show({ page, icon, file: tree.file });
  if (isSame && hasOtherIcon) return; // an answer stays
  // A new tab on its way to a site is empty for a moment, and needs no explanation.
  notice.hidden = hasTree || (hasAccess && isLoading && !isOff);
  const host = web === undefined ? "" : new URL(web).hostname;
  const isForbidden = web !== undefined && !isAllowed && !isOff;
  if (isOff) noticeText.textContent = message("turnedOff", host);
  else if (isForbidden) noticeText.textContent = message("noAccessTo", host);
  else noticeText.textContent = message(hasAccess ? "notAWebPage" : "noAccess");
  turnOn.hidden = !isOff;
  allow.hidden = hasAccess || isOff;
  allowSite.hidden = !isForbidden;
  allowSite.textContent = isForbidden ? message("allowSite", host) : "";
  describe();
}

/** Says what the tree is. Why there is none, the tree says itself. */
function describe() {
  const { state } = tree;
  locate.disabled = state !== "loaded";
  answers.clear();
  header.describe(shownSource(), tree.file);
  trail.update();
}

function shownSource() {
  return tree.state === "loading" || tree.state === "empty" ? undefined : tree.session?.source;
}

/** Answers to what the user has done. @param {string} text */
function answer(text) {
  answers.show(text);
}

/** Answers to who looks for the current page in the tree. */
function answerMissing() {
  const text = message("notLocated");
  if (trail.isMissing) answers.say(text);
  else answer(text);
}

/** @param {File} chosen */
function openFile(chosen) {
  tree.openFile(chosen);
  show(active.tab ?? NO_TAB);
  tree.focus();
}

function closeFile() {
  tree.closeFile();
  show(active.tab ?? NO_TAB);
  if (tree.hidden) openButton.focus();
  else tree.focus();
}

/** @param {import("./navi-bar/types.js").ExportFormat} format */
function saveAs(format) {
  try {
    const made = tree.exportAs(format);
    if (made) save(made);
  } catch (error) {
    console.error("Navibar cannot save", error);
    answer(message("saveFailed"));
  }
}

/** Where there is a tree, the list of pages that have changed. */
function openWhatsNew() {
  if (!tree.hidden) news.open(more);
}

/** @param {string} url @param {Disposition} disposition */
function open(url, disposition) {
  openPage(url, disposition, active.tab).catch((error) => console.error("Navibar cannot open", url, error));
}

tree.addEventListener("navigate", (event) => {
  event.preventDefault();
  const { url, disposition } = /** @type {CustomEvent<{ url: string, disposition: Disposition }>} */ (event).detail;
  open(url, disposition);
});

// What happens to the tree without an event of its own (a load begins, a site is left) shows in its state.
new MutationObserver(() => {
  describe();
  if (tree.state !== "idle" && tree.state !== "loading") return;
  problems.changed();
  news.changed();
}).observe(tree, { attributeFilter: ["data-state"] });
for (const end of ["load", "error"]) {
  tree.addEventListener(end, () => {
    describe();
    problems.changed();
    news.changed();
  });
}

tree.addEventListener("currentchange", () => {
  trail.update();
  news.looked();
});
tree.addEventListener("viewchange", () => trail.update());
const doCommands = followCommands(windowId, {
  go,
  locate: () => void focusCurrent(),
  filter: () => lead(() => tree.focusFilter()),
  reload: () => tree.reload(),
  whatsNew: () => lead(openWhatsNew),
  problems: () => {
    if (tree.session) lead(() => problems.open(more));
  },
  details: showDetails,
});

/** Opens a page beside the current one. @param {import("./sidebar/trail.js").Neighbour} which */
function go(which) {
  if (!tree.hidden && !trail.go(which)) answer(message("noNeighbour"));
}

/** Of the row that has the focus; where the focus is not in the sidebar, of the page that the user is looking at. */
function showDetails() {
  const id = (document.hasFocus() ? tree.focusedRow : undefined) ?? focusCurrent();
  if (id === undefined) return;
  if (!tree.showDetails(id)) answer(message("noDetails"));
}

/** The row's id, if the tree has the current page. */
function focusCurrent() {
  if (tree.hidden) return undefined;
  /** @type {number | undefined} */
  let id;
  lead(() => (id = tree.focusCurrent()));
  if (id === undefined) answerMissing();
  else describe();
  return id;
}

locate.addEventListener("click", () => {
  if (tree.reveal()) describe();
  else answerMissing();
});
reload.addEventListener("click", () => tree.reload());
// From the header, too; in the tree, the tree sees to it.
addEventListener("keydown", (event) => {
  const isForBox = event.key !== "/" && isFindKey(event);
  if (isForBox && !event.defaultPrevented && tree.focusFilter()) event.preventDefault();
  if (active.tab && goByKey(event, active.tab.id)) event.preventDefault();
  // Firefox would reload the page in the tab. A key that is held down does so once.
  if (!isReloadKey(event) || tree.hidden) return;
  event.preventDefault();
  if (!event.repeat) tree.reload();
});
new HeaderMenu(more, part("menus"), () =>
  headerEntries({
    tree,
    news: () => news.label,
    openNews: openWhatsNew,
    openProblems: () => problems.open(more),
    go,
    openFile: () => file.click(),
    closing: () => (tree.file && back.textContent) || undefined,
    closeFile,
    save: saveAs,
    turnOff: () => turn(true),
    source: () => {
      const source = shownSource();
      return source && sourceText(source, tree.file);
    },
  }),
);
openFiles(file, message("dropFile"), openFile);
openButton.addEventListener("click", () => file.click());
back.addEventListener("click", closeFile);
allow.addEventListener("click", () => requestSiteAccess());
turnOn.addEventListener("click", () => turn(false));
allowSite.addEventListener("click", () => requestSiteAccess(active.tab?.url));
onSiteAccessChanged(async () => {
  hasAccess = await hasSiteAccess();
  active.refresh();
});

const rowActions = new RowActions({
  tab: () => active.tab,
  session: () => tree.session,
  showDetails: (id) => tree.showDetails(id),
  answer,
});
tree.addEventListener("menu", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  detail.entries = chosen.commonEntries ? rowActions.entries(detail) : [];
});

if (NativeMenu.isAvailable) {
  const menu = new NativeMenu(open);
  let isAsked = false;
  /** @type {import("./sidebar/native-menu.js").Request | undefined} */
  let request;
  document.addEventListener("contextmenu", () => (isAsked = true), { capture: true });
  tree.addEventListener("menu", (event) => {
    // Only within this event can Firefox be told what to show. Where a menu key brings none, the tree draws its menu.
    if (!isAsked) return;
    event.preventDefault();
    request = /** @type {CustomEvent} */ (event).detail;
  });
  document.addEventListener("contextmenu", (event) => {
    const row = request;
    request = undefined;
    isAsked = false;
    // Firefox's entries for web pages make no sense here, but selected text can be copied.
    const isText = row === undefined && !document.getSelection()?.isCollapsed;
    if (!isText && !(row && menu.prepare(row))) event.preventDefault();
  });
} else {
  // Where the tree has no menu to draw, there is none.
  document.addEventListener("contextmenu", (event) => {
    const isText = event.composedPath()[0] instanceof HTMLInputElement || !document.getSelection()?.isCollapsed;
    if (!isText) event.preventDefault();
  });
}

const firstTree = new Promise((resolve) => {
  for (const end of ["load", "error"]) tree.addEventListener(end, resolve, { once: true });
});

for (const end of ["load", "error", "currentchange"]) {
  tree.addEventListener(end, () => {
    const structure = tree.file ? undefined : tree.session?.source?.structure;
    if (structure && tree.state === "loaded" && active.tab) tellStructure(active.tab, structure);
  });
}

tree.places = places;
for (const end of ["load", "error"]) {
  tree.addEventListener(end, () => remember().catch((error) => console.error("Navibar cannot remember", error)));
}
await theme;
await active.refresh();
if (!tree.hidden) await firstTree;
await doCommands();
