import { isWeb } from "../../../element/dom.js";
import { api } from "../../browser.js";
import { isFromExtension } from "../../sender.js";
import { JumpSearch } from "./search.js";

/** @typedef {import("../../background/omnibox.js").JumpAnswer} JumpAnswer */
/** @typedef {import("../../background/omnibox.js").JumpMessage} JumpMessage */

/**
 * @typedef {object} JumpHost
 * @property {import("../../../element/navi-bar.js").NaviBar} tree
 * @property {() => number | undefined} tabId  The tab whose site is shown.
 * @property {() => boolean} isReady  Returns `true` if the first tree is shown. The background page keeps a text until then.
 * @property {() => string | undefined} site  The origin of the site whose rows are shown.
 * @property {(url: string, disposition: import("../../../element/types.js").Disposition) => void} open
 * @property {(text: string) => void} ask  Shows the text in the box, because no page is found.
 */

/**
 * Answers the address bar of one window. The sidebars of other windows ignore the question, so that no site of a private window
 * reaches another window.
 *
 * @param {number} windowId
 * @param {JumpHost} host
 */
export function answerOmnibox(windowId, host) {
  const search = new JumpSearch(host.tree);
  /** The texts that the address bar suggests, with their addresses, and their tree. */
  let suggested = { session: search.session, urls: new Map() };
  /** @param {JumpMessage} question @returns {Promise<JumpAnswer>} */
  async function answer({ tabId, text, disposition }) {
    const isShown = tabId === host.tabId();
    // A suggestion stands for one address, and opens exactly this one. Otherwise the user means the best page.
    const url = isShown && suggested.session === search.session ? suggested.urls.get(text) : undefined;
    if (disposition !== undefined && url !== undefined) {
      host.open(url, disposition);
      return { targets: [], sentence: "" };
    }
    const found = (isShown && (await search.find(text))) || [];
    const targets = found.map((target) => ({ ...target, content: contentOf(target.url, host.site()) }));
    if (disposition === undefined) {
      suggested = { session: search.session, urls: new Map(targets.map((target) => [target.content, target.url])) };
    } else {
      const isAddress = text.startsWith("/") || isWeb(text);
      const target = targets.find(({ url, content }) => !isAddress || url === text || content === text);
      if (target) host.open(target.url, disposition);
      else host.ask(text);
    }
    return { targets, sentence: search.sentence };
  }
  api.runtime.onMessage.addListener((/** @type {JumpMessage} */ question, sender, respond) => {
    if (!isFromExtension(sender) || question.type !== "jump" || question.windowId !== windowId) return undefined;
    if (question.disposition !== undefined && !host.isReady()) return undefined;
    answer(question).then(respond, (error) => {
      console.error("Navibar cannot find pages", error);
      respond({ targets: [], sentence: search.sentence });
    });
    return true; // the answer follows
  });
}

/** Returns a short text for an address: without the origin of its site. @param {string} url @param {string} [site] */
function contentOf(url, site) {
  return site !== undefined && url.startsWith(`${site}/`) ? url.slice(site.length) : url;
}
