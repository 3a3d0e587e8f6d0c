import { act } from "../act.js";
import { api, message } from "../browser.js";
import { openForText } from "./commands.js";

/** @typedef {import("../../element/types.js").JumpTarget} JumpTarget */
/** @typedef {{ content: string, description: string }} Suggestion */

/**
 * A text in the address bar, for the sidebar of the window. Only the sidebar has the tree of the site.
 *
 * @typedef {object} JumpMessage
 * @property {"jump"} type
 * @property {number} windowId
 * @property {number} tabId  The tab that the user sees.
 * @property {string} text
 * @property {import("../../element/types.js").Disposition} [disposition]  Open the best page there. Without it, list the pages.
 *
 * @typedef {object} JumpAnswer  `undefined` if no sidebar is open in the window.
 * @property {(JumpTarget & { content: string })[]} targets  `content` is a short text that stands for the address.
 * @property {string} sentence  Why there are none, or an empty text.
 */

const DISPOSITIONS = /** @type {const} */ ({
  currentTab: "current",
  newForegroundTab: "tab",
  newBackgroundTab: "background-tab",
});

/** The maximum length of a suggestion in UTF-16 code units, before it is escaped. An address bar shows about 200. */
const MAX_LENGTH = 300;

/**
 * The tab below the address bar. It is kept, because some calls need an action of the user: they must start in the same task
 * as Enter.
 *
 * @type {browser.tabs.Tab | undefined}
 */
let front;

/** Finds pages for the keyword in the address bar. Call this at the top level. */
export function followOmnibox() {
  const { omnibox } = api;
  if (!omnibox) return;
  suggestBest();
  omnibox.onInputStarted.addListener(() => void activeTab());
  omnibox.onInputChanged.addListener(async (text, suggest) => suggest(await suggestions(text)));
  omnibox.onInputEntered.addListener((text, disposition) => {
    if (front?.id !== undefined) void act(front.id);
    openForText(front?.windowId, text, (id) => ask(text, DISPOSITIONS[disposition] ?? "current", id));
  });
}

/**
 * Sets the first line, which opens the best page. Chromium's line names the page. Firefox shows the line before it asks for
 * suggestions, so the name would be that of an earlier text.
 *
 * @param {JumpTarget} [best]
 */
function suggestBest(best) {
  let description = escaped(message("jumpBest"));
  if (best && !api.sidebarAction) {
    description = message("jumpTo", "\n").split("\n").map(escaped).join(described(best));
  }
  api.omnibox?.setDefaultSuggestion({ description });
}

/** @param {string} text @returns {Promise<Suggestion[]>} */
async function suggestions(text) {
  if (text.trim() === "") return [];
  const answer = await ask(text);
  const { targets, sentence } = answer ?? { targets: [], sentence: message("jumpOpen") };
  suggestBest(targets[0]);
  // The content must differ from the text, or the browsers show only their own line.
  if (targets.length === 0) return [{ content: `${text.trim()} `, description: escaped(sentence) }];
  const listed = api.sidebarAction ? targets : targets.slice(1);
  return listed.map((target) => ({ content: target.content, description: described(target) }));
}

/** @param {string} text @param {import("../../element/types.js").Disposition} [disposition] @param {number} [id]  The window. @returns {Promise<JumpAnswer | undefined>} */
async function ask(text, disposition, id) {
  const tab = await activeTab(id);
  if (tab?.id === undefined || tab.windowId === undefined) return undefined;
  /** @type {JumpMessage} */
  const question = { type: "jump", windowId: tab.windowId, tabId: tab.id, text: text.trim(), disposition };
  // It fails if no sidebar listens.
  return api.runtime.sendMessage(question).catch(() => undefined);
}

/** Returns the tab that the user sees. @param {number} [id]  Its window. The default is the window in front. */
async function activeTab(id) {
  [front] = await api.tabs.query({ active: true, ...(id === undefined ? { lastFocusedWindow: true } : { windowId: id }) });
  return front;
}

/**
 * Describes a page by its title, and by its section or the part of its address that matches. Firefox shows the content beside
 * the description.
 *
 * @param {JumpTarget} target
 */
function described({ title, highlights, section, address }) {
  const name = marked(title, highlights);
  if (api.sidebarAction) return section === "" ? name : `${name} · ${marked(section, [])}`;
  const place = section === "" || address.highlights.length > 0 ? address : { text: section, highlights: [] };
  return place.text === "" ? name : `${name} <dim>${marked(place.text, place.highlights)}</dim>`;
}

/** @param {string} text @param {[number, number][]} highlights */
function marked(text, highlights) {
  let end = 0;
  let parts = "";
  const length = Math.min(text.length, MAX_LENGTH);
  for (const [from, to] of highlights) {
    if (from >= length) break;
    const found = escaped(text.slice(from, Math.min(to, length)));
    parts += escaped(text.slice(end, from)) + (api.sidebarAction || found === "" ? found : `<match>${found}</match>`);
    end = to;
  }
  return parts + escaped(text.slice(end, length));
}

/**
 * Returns a text for a suggestion: XML in Chromium, plain text in Firefox. Characters that XML does not allow, or that change
 * the direction of the text after them, become spaces.
 *
 * @param {string} text
 */
function escaped(text) {
  const plain = text.toWellFormed().replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, " ");
  if (api.sidebarAction) return plain;
  return plain.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
