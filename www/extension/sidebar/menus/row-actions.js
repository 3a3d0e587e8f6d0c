import { api, countMessage, formatted, message } from "../../browser.js";
import { grouped } from "../../../element/popups/row-menu.js";
import { confirm } from "../frame/confirm.js";
import { bookmark, bookmarkBranch, requestBookmarks } from "../actions/bookmarks.js";
import { addresses, asMarkup, asText } from "../actions/branch.js";
import { Containers, requestContainers } from "../actions/containers.js";
import { titleOf } from "../look/texts.js";

/** @typedef {import("../../../element/types.js").MenuEntry} Entry */
/** @typedef {(url: string, place: import("../actions/open-page.js").Place) => Promise<void>} Open */

/** More tabs need the user's confirmation. */
const MAX_UNCONFIRMED_TABS = 10;

/** The maximum number of tabs to open at once. */
const MAX_TABS = 100;

/** The maximum number of bookmarks from one branch. Each needs a message to Firefox. */
const MAX_BOOKMARKS = 1000;

/**
 * The row in the detail of the element's `menu` event.
 *
 * @typedef {object} MenuRow
 * @property {number} id
 * @property {string} title
 * @property {string} [url]
 * @property {boolean} branch  The row has children.
 * @property {Entry[]} branchActions  The actions on its branch in the tree.
 * @property {import("../../../element/types.js").Detail[]} details
 */

/** The actions on a row, for the native menu and the drawn one. */
export class RowActions {
  #tree;
  #opener;
  #answer;
  /** The user allows the extension in private windows, so that it can open them. */
  #isPrivateAllowed = false;
  #containers = new Containers();

  /**
   * @param {import("../../../element/navi-bar.js").NaviBar} tree
   * @param {() => Open} opener  Returns a function that opens links of the rows that are shown now.
   * @param {(text: string) => void} answer
   */
  constructor(tree, opener, answer) {
    this.#tree = tree;
    this.#opener = opener;
    this.#answer = answer;
    if (api.extension.inIncognitoContext) return; // from a private window, every new window is private
    api.extension.isAllowedIncognitoAccess().then((is) => (this.#isPrivateAllowed = is));
  }

  /**
   * @param {MenuRow} row
   * @returns {Entry[]}
   */
  entries(row) {
    const { id, title, url, branch, branchActions, details } = row;
    const isPage = url !== undefined;
    const open = this.#opener();
    const opening = isPage ? this.#openingEntries(url, open) : [];
    // The ids of rows belong to this tree.
    const tree = this.#tree;
    const { session } = tree;
    const entry = (/** @type {string} */ key, /** @type {() => void} */ run) =>
      action(key, () => session === tree.session && run());
    if (branch) opening.push(entry("openBranch", () => this.#openBranch(id, open)));
    const copying = [];
    if (isPage) copying.push(entry("copyLink", () => this.#copyLink(url)));
    if (branch) copying.push(entry("copyBranch", () => this.#copyBranch(id)));
    const keeping = [];
    if (isPage) keeping.push(entry("bookmarkPage", () => this.#bookmark(title, url)));
    if (branch) keeping.push(entry("bookmarkBranch", () => this.#bookmarkBranch(id)));
    const describing = isPage || details.length > 0 ? [entry("details", () => tree.showDetails(id))] : [];
    return grouped([opening, branchActions, copying, keeping, describing]);
  }

  /** @param {string} url @param {Open} open @returns {Entry[]} */
  #openingEntries(url, open) {
    const entry = (/** @type {string} */ key, /** @type {import("../actions/open-page.js").Place} */ place) =>
      action(key, () => open(url, place));
    const entries = [entry("openInTab", "tab"), entry("openInBackground", "background-tab")];
    const containers = this.#containers.list;
    if (containers.length > 0) entries.push({
      type: "submenu",
      title: message("openInContainer"),
      entries: () =>
        containers.map(({ name, store }) => ({
          type: "action",
          title: name,
          run: async () => {
            if (await requestContainers()) open(url, { store });
          },
        })),
    });
    entries.push(entry("openInWindow", "window"));
    if (this.#isPrivateAllowed) entries.push(entry("openInPrivateWindow", "private-window"));
    return entries;
  }

  /** @param {number} id @param {Open} open */
  async #openBranch(id, open) {
    // Without duplicates, so the branch may have more entries than tabs.
    const branch = this.#tree.session?.branch(id);
    const urls = addresses(branch?.entries ?? []);
    if (urls.length === 0) return this.#answer(message("noPagesInBranch"));
    const opened = urls.slice(0, MAX_TABS);
    if (opened.length > MAX_UNCONFIRMED_TABS) {
      const question =
        urls.length > MAX_TABS
          ? message("askFirstTabs", formatted(MAX_TABS), formatted(urls.length))
          : countMessage("askTabs", opened.length);
      if (!(await confirm(question, [countMessage("openTabs", opened.length)]))) return;
    }
    for (const url of opened) await open(url, "background-tab");
  }

  /** @param {string} url */
  #copyLink(url) {
    this.#copy(navigator.clipboard.writeText(url), message("copied"), message("copyFailed"));
  }

  /** @param {number} id */
  #copyBranch(id) {
    const branch = this.#branch(id);
    if (!branch) return;
    const { entries, more } = branch;
    const done = countMessage(more ? "branchCopiedInPart" : "branchCopied", entries.length);
    const texts = { "text/plain": asText(entries), "text/html": asMarkup(entries) };
    this.#copy(navigator.clipboard.write([new ClipboardItem(texts)]), done, message("branchNotCopied"));
  }

  /** Returns a branch with the titles that the user sees. @param {number} id @param {number} [limit] */
  #branch(id, limit) {
    const branch = this.#tree.session?.branch(id, limit);
    return branch && { ...branch, entries: branch.entries.map((entry) => ({ ...entry, title: titleOf(entry) })) };
  }

  /** @param {Promise<void>} copying @param {string} done @param {string} failed */
  async #copy(copying, done, failed) {
    try {
      await copying;
      this.#answer(done);
    } catch (error) {
      console.error("Navibar cannot copy", error);
      this.#answer(failed);
    }
  }

  /** @param {string} title @param {string} url */
  #bookmark(title, url) {
    this.#keep(async () => {
      await bookmark(title, url);
      return message("bookmarked");
    });
  }

  /** @param {number} id */
  #bookmarkBranch(id) {
    const branch = this.#branch(id, MAX_BOOKMARKS);
    if (!branch) return;
    this.#keep(async () => {
      const pages = await bookmarkBranch(branch.entries);
      return countMessage(branch.more ? "branchBookmarkedInPart" : "branchBookmarked", pages);
    });
  }

  /** @param {() => Promise<string>} keep  Creates the bookmarks and returns the answer. */
  async #keep(keep) {
    try {
      if (await requestBookmarks()) this.#answer(await keep());
    } catch (error) {
      console.error("Navibar cannot bookmark", error);
      this.#answer(message("bookmarkFailed"));
    }
  }
}

/** @param {string} key @param {() => void} run @returns {Entry} */
function action(key, run) {
  return { type: "action", title: message(key), run };
}
