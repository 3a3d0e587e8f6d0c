import { prepareDeferred } from "../../element/load/deferred.js";
import { engineBytes, guardRequestsBy } from "../../element/load/engine.js";
import { NaviBar } from "../../element/navi-bar.js";
import { readSectionsBy } from "../../element/outline/outline.js";
import { fetchPicturesBy } from "../../element/page-icon.js";
import { api, message, setLanguage } from "../browser.js";
import { change, DEFAULTS, onSettings, settings } from "../settings.js";
import { onClear } from "../store.js";
import { openTreeTab } from "../tree-tab.js";
import { guard } from "./access/guard.js";
import { pictureWithoutCookies } from "./access/pictures.js";
import { hasAccessTo, hasSiteAccess, onSiteAccessChanged } from "./access/site-access.js";
import { TurnedOff } from "./access/turned-off.js";
import { focusInSidebar, followCommands } from "./actions/commands.js";
import { openFiles } from "./actions/files.js";
import { followKeys } from "./actions/keys.js";
import { followLinks, openPage } from "./actions/open-page.js";
import { TreeSaver } from "./actions/save.js";
import { Answer } from "./frame/answer.js";
import { Notice } from "./frame/notice.js";
import { shownSource } from "./frame/site-header.js";
import { Trail } from "./frame/trail.js";
import { answerOmnibox } from "./jump/answers.js";
import { JumpBox } from "./jump/box.js";
import { STRINGS } from "./look/texts.js";
import { followTheme } from "./look/theme.js";
import { rememberOutline } from "./memory/outline.js";
import { ReadPages } from "./memory/read-pages.js";
import { reportStructure } from "./memory/report-structure.js";
import { places, remember } from "./memory/sites.js";
import { connectContextMenu } from "./menus/context-menu.js";
import { headerEntries } from "./menus/header-entries.js";
import { HeaderMenu } from "./menus/header-menu.js";
import { RowActions } from "./menus/row-actions.js";
import { showDetailsBeside } from "./panels/beside.js";
import { InsideTexts } from "./panels/inside.js";
import { WhatsNew } from "./panels/news.js";
import { Problems } from "./panels/problems.js";
import { header, lastView } from "./start/last-view.js";
import { ActiveTab } from "./tab/active-tab.js";
import { PageFactsReader } from "./tab/page-facts-reader.js";
import { TabSections } from "./tab/tab-sections.js";
import { TabView } from "./tab/tab-view.js";

/** @typedef {import("../../element/types.js").Disposition} Disposition */

/** The engine's memory in bytes that outlives a site. The trees of the last sites need less (`element/load/tree-cache.js`). */
const MAX_ENGINE_BYTES = 144 << 20;

guardRequestsBy(guard);
fetchPicturesBy(pictureWithoutCookies);
const sections = new TabSections();
readSectionsBy(() => sections);
setLanguage();
customElements.define("navi-bar", NaviBar);

/** @template {HTMLElement} [Found=HTMLElement] @param {string} id @returns {Found} */
const part = (id) => /** @type {Found} */ (document.getElementById(id));

/** @type {NaviBar} */
const tree = part("tree");
tree.strings = STRINGS;
tree.expectsFacts = true;
/** @type {HTMLButtonElement} */
const locate = part("locate");
/** @type {HTMLButtonElement} */
const reload = part("reload");
/** @type {HTMLButtonElement} */
const more = part("more");
/** @type {HTMLButtonElement} */
const back = part("back");
/** @type {HTMLInputElement} */
const file = part("file");

for (const button of [locate, reload, more]) {
  button.title = message(button.id);
  button.setAttribute("aria-label", button.title);
}

header.followIcon((icon) => {
  tree.siteIcon = icon;
  lastView.showIcon(icon);
});
const answers = new Answer(part("answer"), part("announcement"));
const trail = new Trail(part("here"), tree, open);
const read = new ReadPages(tree);
const inside = new InsideTexts(part("inside"), tree);
const notice = new Notice({ part, url: () => active.tab?.url, turnOn, openFile: () => file.click() });

let chosen = DEFAULTS;
// Listen before reading, so that no change is missed in between.
onSettings((changed) => (chosen = changed));
const [inWindow, own, access] = await Promise.all([
  api.windows?.getCurrent(), // a sidebar stays in one window
  api.tabs.getCurrent(), // a sidebar is in no tab
  hasSiteAccess(),
  settings().then((read) => (chosen = read)), // before the first load: its site may be turned off
  rememberOutline(tree),
]);
/** Firefox for Android has no windows, and no part that asks for this number. */
const windowId = /** @type {number} */ (inWindow?.id);
if (own?.id !== undefined) {
  api.tabs.onAttached.addListener((id) => id === own.id && location.reload());
  showDetailsBeside(tree);
}
useSettings();
onSettings(settingsChanged);
const turnedOff = new TurnedOff(windowId, settingsChanged);
const theme = followTheme(windowId);
const facts = new PageFactsReader(
  (read) => {
    tree.addFacts(read);
    if (read) document.dispatchEvent(new CustomEvent("pagefacts", { detail: read }));
  },
  (created) => tree.pageLoaded(created),
);
const view = new TabView(access, {
  tree,
  header,
  notice,
  buttons: [locate, reload, more],
  back,
  isOff: (url) => turnedOff.has(chosen, url),
  mayLoadInContainers: () => chosen.containers,
  read: (tab) => {
    facts.follow(tab);
    sections.follow(tab);
  },
  left: () => {
    for (const panel of [problems, news]) panel.close(false);
    jump.close();
    menu.close();
    contextMenu.close();
    freeMemory();
  },
  describe,
});
const active = new ActiveTab(windowId, (url) => view.hasAccess || hasAccessTo(url), (tab) => view.show(tab), own?.id);
const problems = new Problems(part("problems-panel"), part("problems"), tree, answer);
const news = new WhatsNew(part("news-panel"), more, tree);
const jump = new JumpBox(part("jump"), tree, open);
let isReady = false;
if (!own) answerOmnibox(windowId, {
  tree,
  tabId: () => active.tab?.id,
  isReady: () => isReady,
  site: shownSite,
  open,
  ask: findPage,
});
const saver = new TreeSaver(tree, answer);

/** Opens the box that finds pages. @param {string} [text] */
function findPage(text) {
  if (!tree.hidden) focusInSidebar(() => jump.open(text));
}

/**
 * Returns the engine's memory to the system after a large site: only a new document has a new memory. A private window keeps
 * its document, because the document alone knows what the user has turned off there.
 */
function freeMemory() {
  const isUsed = document.hasFocus() || tree.file !== undefined || api.extension.inIncognitoContext;
  if (engineBytes() > MAX_ENGINE_BYTES && !isUsed) location.reload();
}

function useSettings() {
  tree.revealMode = chosen.reveal;
  tree.documentsAtOnce = chosen.sitemapsAtOnce;
  // A private window makes no request that the tree can do without.
  read.isOn = chosen.markRead;
  inside.isAlways = chosen.searchTexts;
  tree.titles = api.extension.inIncognitoContext ? "page" : chosen.titles;
}

function settingsChanged() {
  useSettings();
  const hadFocus = document.activeElement === more;
  const wasOff = document.activeElement === notice.turnOnButton;
  if (active.tab) view.show(active.tab);
  // The pressed button may have disappeared. The tree can take the focus when its load has started.
  if (hadFocus) notice.turnOnButton?.focus();
  else if (wasOff) queueMicrotask(() => tree.focus());
}

/** @param {boolean} isOff  Turn the site in the tab off. */
function turn(isOff) {
  void turnedOff.turn(active.tab?.url ?? "", isOff);
}

function forgetRead() {
  void read.forget();
  answer(message("readForgotten"));
}

/** Turns the site in the tab on, or the requests in containers. */
function turnOn() {
  if (turnedOff.has(chosen, active.tab?.url ?? "")) return turn(false);
  void change({ containers: true });
}

/** Describes the tree. If there is none, the tree itself says why. */
function describe() {
  answers.clear();
  lastView.update(tree);
  locate.disabled = tree.state !== "loaded" && !lastView.shown;
  describeSource();
  trail.update();
}

function describeSource() {
  const { source = shownSource(tree), scope = tree.session?.scope } = lastView.shown ?? {};
  header.describe(source, tree.file, scope, tree.branch.pages);
}

/** Shows the result of a user's action. @param {string} text */
function answer(text) {
  answers.show(text);
}

/** The tree does not have the current page. */
function answerMissing() {
  if (trail.isMissing) answers.say(trail.missingText);
  else answer(trail.missingText);
}

/** Returns the origin of the site whose rows are shown. A file of the user's has none. */
function shownSite() {
  return tree.file ? undefined : URL.parse(tree.page ?? "")?.origin;
}

/**
 * Returns a function that opens the links of a site. It knows the site when the tab has gone to another one meanwhile.
 *
 * @param {string} [site]  An origin. The default is the site whose rows are shown now.
 */
function opener(site = shownSite()) {
  return (/** @type {string} */ url, /** @type {import("./actions/open-page.js").Place} */ place) =>
    openPage(url, place, active.tab, site, own).catch((error) => console.error("Navibar cannot open", url, error));
}

/** @param {string} url @param {Disposition} disposition */
function open(url, disposition) {
  void read.note(url);
  void opener()(url, disposition);
}

/** @param {string} types  Of events, separated by spaces. @param {(event: Event) => void} listener */
function on(types, listener) {
  for (const type of types.split(" ")) tree.addEventListener(type, listener);
}

on("navigate", (event) => {
  event.preventDefault();
  const { url, disposition } = /** @type {CustomEvent<{ url: string, disposition: Disposition }>} */ (event).detail;
  open(url, disposition);
});
on("statechange load error", ({ type }) => {
  describe();
  if (type === "statechange" && tree.state !== "idle" && tree.state !== "loading") return;
  void read.visited();
  problems.changed();
  news.changed();
  jump.changed();
});
on("currentchange", () => {
  describeSource(); // a visited page may have added pages
  trail.update();
  news.visited();
  void read.visited();
});
on("branchchange", () => {
  describe();
  news.changed();
});
/** Loads the second module of the engine when the first rows are painted, so that it does not delay them. */
function preload() {
  if (!tree.session?.rowCount) return;
  tree.removeEventListener("viewchange", preload);
  requestAnimationFrame(() => setTimeout(prepareDeferred));
}
on("viewchange", preload);
on("viewchange", () => {
  trail.update();
  if (lastView.shown) describe();
});

const actions = {
  previous: () => go("previous"),
  unread: () => go("unread"),
  next: () => go("next"),
  up: () => go("up"),
  locate: focusCurrent,
  filter: () => focusInSidebar(() => tree.focusFilter()),
  findPage,
  reload: () => tree.reload(),
  whatsNew: () => {
    if (!tree.hidden) focusInSidebar(() => news.open(more));
  },
  showProblems: () => {
    if (tree.session) focusInSidebar(() => problems.open(more));
  },
  details: showDetails,
};
// The keys of the browser and the address bar belong to the sidebar of the window.
const runCommands = own ? undefined : followCommands(windowId, actions);

/** Opens a neighbour of the current page. @param {import("./frame/trail.js").Neighbour} which */
function go(which) {
  if (!tree.hidden && !trail.go(which)) answer(message("noNeighbour"));
}

/** Shows the details of the focused row, or of the current page if the sidebar does not have the focus. */
function showDetails() {
  const id = (document.hasFocus() ? tree.focusedRow : undefined) ?? focusCurrent();
  if (id === undefined) return;
  if (!tree.showDetails(id)) answer(message("noDetails"));
}

/** Returns the row's id if the tree has the current page. */
function focusCurrent() {
  if (tree.hidden) return undefined;
  /** @type {number | undefined} */
  let id;
  focusInSidebar(() => (id = tree.focusCurrent()));
  if (id === undefined) answerMissing();
  else describe();
  return id;
}

locate.addEventListener("click", async () => {
  if (lastView.shown) await firstTree;
  if (tree.reveal()) describe();
  else answerMissing();
});
reload.addEventListener("click", actions.reload);
back.addEventListener("click", () => view.closeFile());
followKeys(tree, () => (own ? undefined : active.tab?.id));
followLinks(open);
const menu = new HeaderMenu(more, part("menus"), () =>
  headerEntries({ tree, actions, news, saver, file, back, turnOff: () => turn(true), forgetRead: read.hasSome ? forgetRead : undefined, openTab: own ? undefined : () => openTreeTab(active.tab?.id) }),
);
openFiles(file, message("dropFile"), (opened) => view.openFile(opened));
onSiteAccessChanged(async () => {
  view.hasAccess = await hasSiteAccess();
  active.refresh();
});

const rowActions = new RowActions(tree, opener, answer);
on("menu", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  detail.entries = chosen.commonEntries ? rowActions.entries(detail) : [];
});
const contextMenu = connectContextMenu(tree, opener);

const firstTree = new Promise((resolve) => on("load error", resolve));

on("load error currentchange", () => {
  const structure = tree.file ? undefined : tree.session?.source?.structure;
  if (structure && tree.state === "loaded" && active.tab) void reportStructure(active.tab, structure);
});

tree.places = {
  recall: places.recall,
  keep(site, saved) {
    places.keep(site, saved);
    lastView.keep(tree, () => active.tab);
  },
};
on("load error lookup", () => remember().catch((error) => console.error("Navibar cannot remember", error)));
onClear(() => location.reload()); // it remembers what is deleted
await theme;
await active.refresh();
lastView.started(tree, opener);
if (!tree.hidden) await firstTree;
isReady = true;
await runCommands?.();
