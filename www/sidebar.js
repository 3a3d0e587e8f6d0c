import { NaviBar } from "./navi-bar.js";
import { fetchPicturesBy } from "./navi-bar/icons.js";
import { api, countMessage, message } from "./browser.js";
import { ActiveTab } from "./sidebar/active-tab.js";
import { NativeMenu } from "./sidebar/native-menu.js";
import { openPage } from "./sidebar/open-page.js";
import { pictureWithoutCookies } from "./sidebar/pictures.js";
import { hasSiteAccess, onSiteAccessChanged, requestSiteAccess } from "./sidebar/site-access.js";
import { followTheme } from "./sidebar/theme.js";

/** @typedef {import("./navi-bar/types.js").Disposition} Disposition */
/** @typedef {import("./sidebar/active-tab.js").Tab} Tab */

fetchPicturesBy(pictureWithoutCookies);
customElements.define("navi-bar", NaviBar);

/** @template {HTMLElement} [Found=HTMLElement] @param {string} id @returns {Found} */
const part = (id) => /** @type {Found} */ (document.getElementById(id));

/** @type {NaviBar} */
const tree = part("tree");
const site = part("site");
const state = part("state");
const said = part("said");
/** @type {HTMLButtonElement} */
const locate = part("locate");
/** @type {HTMLButtonElement} */
const reload = part("reload");
const fault = part("fault");
const notice = part("notice");
const noticeText = part("notice-text");
/** @type {HTMLButtonElement} */
const allow = part("allow");

for (const button of [locate, reload]) {
  button.title = message(button.id);
  button.setAttribute("aria-label", button.title);
}
allow.textContent = message("allowAccess");

// A sidebar belongs to one window for all its life.
const { id: windowId = api.windows.WINDOW_ID_CURRENT } = await api.windows.getCurrent();
let hasAccess = await hasSiteAccess();
const theme = followTheme(windowId);
const active = new ActiveTab(windowId, show);

/** Shows the tree of the site that is in the tab, or says why there is none. @param {Tab} tab */
function show({ url, isLoading }) {
  const page = url !== undefined && /^https?:/i.test(url) ? url : undefined;
  tree.page = page ?? null;
  tree.hidden = locate.hidden = reload.hidden = page === undefined;
  site.textContent = page === undefined ? "Navibar" : new URL(page).host;
  // A new tab on its way to a site is empty for a moment, and needs no explanation.
  notice.hidden = page !== undefined || (hasAccess && isLoading);
  noticeText.textContent = message(hasAccess ? "notAWebPage" : "noAccess");
  allow.hidden = hasAccess;
  describe();
}

/** Says below the site's name what the tree is. Why there is none, the tree says itself. */
function describe() {
  const { source } = tree.session ?? {};
  locate.disabled = tree.state !== "loaded";
  if (source && tree.state !== "loading" && tree.state !== "empty") tell(origin(source), source.url);
  else tell(tree.state === "loading" ? message("loading") : "");
  warn();
}

/** @param {string} text @param {string} [more] */
function tell(text, more = "") {
  state.textContent = text;
  state.title = more && `${text}\n${more}`;
  said.textContent = "";
}

/** Answers to what the user has done. @param {string} text */
function answer(text) {
  tell(text);
  said.textContent = text;
}

/** A tree that is there although its file is broken may not be all of it. */
function warn() {
  const error = tree.state === "loaded" ? tree.session?.firstError : undefined;
  fault.hidden = !error;
  fault.textContent = error ? message("faulty", String(error.line)) : "";
  fault.title = error ? `${error.line}:${error.column}: ${error.message}` : ""; // for the site's author
}

/** @param {import("./navi-bar/types.js").Source} source */
function origin({ url, structure, pages }) {
  const file = new URL(url).pathname.replace(/^.*\//, "");
  return message(structure === "declared" ? "declaredIn" : "derivedFrom", countMessage("pages", pages), file || url);
}

/** @param {string} url @param {Disposition} disposition */
function open(url, disposition) {
  openPage(url, disposition, active.tab).catch((error) => console.error("Navibar cannot open", url, error));
}

/** @param {string} url */
async function copy(url) {
  try {
    await navigator.clipboard.writeText(url);
    answer(message("copied"));
  } catch (error) {
    console.error("Navibar cannot copy", url, error);
    answer(message("copyFailed"));
  }
}

tree.addEventListener("navigate", (event) => {
  event.preventDefault();
  const { url, disposition } = /** @type {CustomEvent<{ url: string, disposition: Disposition }>} */ (event).detail;
  open(url, disposition);
});

// What happens to the tree without an event of its own (a load begins, a site is left) shows in its state.
new MutationObserver(describe).observe(tree, { attributeFilter: ["data-state"] });
tree.addEventListener("load", describe);
tree.addEventListener("error", describe);

locate.addEventListener("click", () => {
  if (tree.reveal()) describe();
  else answer(message("notLocated"));
});
reload.addEventListener("click", () => tree.reload());
allow.addEventListener("click", () => requestSiteAccess());
onSiteAccessChanged(async () => {
  hasAccess = await hasSiteAccess();
  active.refresh();
});

if (NativeMenu.isAvailable) {
  const menu = new NativeMenu({ open, copy });
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
}

await theme;
await active.refresh();
