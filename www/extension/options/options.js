import { api, formatted, message } from "../browser.js";
import { element } from "../../element/dom.js";
import { hostOf } from "../hosts.js";
import { localize } from "../localize.js";
import * as settings from "../settings.js";
import { clear, remove } from "../store.js";

/** @typedef {import("../settings.js").Settings} Settings */

localize();

/** @template {HTMLElement} [Found=HTMLElement] @param {string} id @returns {Found} */
const part = (id) => /** @type {Found} */ (document.getElementById(id));

/** @param {string} name @returns {HTMLInputElement[]} */
const choices = (name) =>
  [...document.querySelectorAll(`input[name=${name}]`)].filter((each) => each instanceof HTMLInputElement);

const modes = choices("reveal");
const titleSources = choices("titles");
/** @type {HTMLInputElement} */
const common = part("common");
/** @type {HTMLInputElement} */
const read = part("mark-read");
/** @type {HTMLInputElement} */
const inTexts = part("search-texts");
/** @type {HTMLInputElement} */
const inContainers = part("in-containers");
/** @type {HTMLInputElement} */
const atOnce = part("at-once");
/** @type {HTMLInputElement} */
const host = part("host");
const list = part("off");
const announcement = part("announcement");

// Only Firefox has containers, and a sidebar.
part("containers").hidden = !api.sidebarAction;
atOnce.max = String(settings.MAX_SITEMAPS_AT_ONCE);

/** The listed hosts. @type {readonly string[]} */
let listed = [];

/** @param {Settings} now */
function show({ reveal, titles, commonEntries, markRead, searchTexts, containers, sitemapsAtOnce, offAt }) {
  for (const mode of modes) mode.checked = mode.value === reveal;
  for (const source of titleSources) source.checked = source.value === titles;
  common.checked = commonEntries;
  read.checked = markRead;
  inTexts.checked = searchTexts;
  inContainers.checked = containers;
  // Do not change the field while the user types.
  if (document.activeElement !== atOnce) {
    atOnce.value = String(sitemapsAtOnce);
    showFault(atOnce, "");
  }
  if (offAt.join() !== listed.join()) showHosts(offAt);
}

/** @param {readonly string[]} hosts */
function showHosts(hosts) {
  const focused = [...list.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
  listed = hosts;
  list.hidden = hosts.length === 0;
  part("none-off").hidden = hosts.length > 0;
  list.replaceChildren(
    ...hosts.map((name) => {
      const remove = element("button", { type: "button", "aria-label": message("removeSite", name) }, message("remove"));
      remove.addEventListener("click", () => keep(settings.turnOff(name, false), message("removedSite", name)));
      return element("li", {}, element("bdi", {}, name), remove);
    }),
  );
  // The pressed button has disappeared. Focus the next one.
  if (focused >= 0) (list.querySelectorAll("button")[Math.min(focused, hosts.length - 1)] ?? host).focus();
}

/** @param {HTMLInputElement} field @param {string} fault */
function showFault(field, fault) {
  part(`${field.id}-fault`).textContent = fault;
  field.setAttribute("aria-invalid", String(fault !== ""));
}

/** @param {Promise<boolean | undefined>} keeping @param {string} [done]  The announcement for screen readers. */
async function keep(keeping, done = "") {
  announcement.textContent = (await keeping) ? done : message("notKept");
}

for (const mode of modes) {
  mode.addEventListener("change", () => {
    const reveal = settings.REVEAL_MODES.find((each) => each === mode.value);
    if (mode.checked && reveal) keep(settings.change({ reveal }));
  });
}
for (const source of titleSources) {
  source.addEventListener("change", () => {
    if (source.checked) keep(settings.change({ titles: source.value === "page" ? "page" : "lists" }));
  });
}
common.addEventListener("change", () => keep(settings.change({ commonEntries: common.checked })));
read.addEventListener("change", async () => {
  await keep(settings.change({ markRead: read.checked }));
  if (!read.checked) await remove("read");
});
inTexts.addEventListener("change", () => keep(settings.change({ searchTexts: inTexts.checked })));
inContainers.addEventListener("change", () => keep(settings.change({ containers: inContainers.checked })));
atOnce.addEventListener("input", () => {
  const isGood = atOnce.checkValidity();
  showFault(atOnce, isGood ? "" : message("sitemapsAtOnceFault", formatted(settings.MAX_SITEMAPS_AT_ONCE)));
  if (isGood) keep(settings.change({ sitemapsAtOnce: atOnce.valueAsNumber }));
});
part("settings").addEventListener("submit", (event) => event.preventDefault());

part("add").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = hostOf(host.value);
  if (name === undefined) {
    showFault(host, message("noSite"));
    host.focus();
  } else if (listed.length >= settings.MAX_OFF_HOSTS && !listed.includes(name)) {
    showFault(host, message("tooManySites", formatted(settings.MAX_OFF_HOSTS)));
  } else {
    host.value = "";
    keep(settings.turnOff(name, true), message("addedSite", name));
  }
});
host.addEventListener("input", () => showFault(host, ""));

const shortcuts = part("shortcuts");
shortcuts.hidden = !api.commands?.openShortcutSettings;
shortcuts.addEventListener("click", () => api.commands?.openShortcutSettings());
part("restore").addEventListener("click", () => keep(settings.restoreDefaults(), message("defaultsRestored")));
part("delete").addEventListener("click", () => keep(clear(), message("storedDeleted")));

settings.onSettings(show);
show(await settings.settings());
