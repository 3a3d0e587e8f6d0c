import { pageFactLimits } from "../../../element/load/page-fact-limits.js";
import { pageOf } from "../../../element/page-facts/page-of.js";
import { api } from "../../browser.js";

/** @typedef {import("../../../element/outline/outline.js").SectionReader} SectionReader */
/** @typedef {import("../../../element/outline/outline.js").SectionSource} SectionSource */
/** @typedef {import("./page-facts-reader.js").ReadTab} ReadTab */

/**
 * Reads the sections of the page in the active tab while the pane is open. The script in the page ends when the connection
 * ends: when the user folds the pane, closes the sidebar or goes to another tab.
 *
 * @implements {SectionSource}
 */
export class TabSections {
  /** @type {ReadTab | undefined} */
  #tab;
  /** @type {SectionReader | undefined} */
  #reader;
  /** @type {browser.runtime.Port | undefined} */
  #port;
  /** The number of the list that is shown. @type {number | undefined} */
  #version;
  /** The state of the tab for which a connection is being made. @type {string | undefined} */
  #connecting;

  /** Call this for each change of the active tab. @param {ReadTab | undefined} tab  `undefined` if its page is not to be read. */
  follow(tab) {
    const last = this.#tab;
    this.#tab = tab;
    if (tab?.id !== last?.id) this.#disconnect();
    if (!this.#reader) return;
    if (!tab) this.#reader.fail();
    else if (!this.#port) this.#connect(tab);
    else if (pageOf(tab.url) !== pageOf(last?.url ?? "")) this.#readAgain(this.#port);
  }

  /** @param {SectionReader} reader */
  start(reader) {
    this.#reader = reader;
    this.follow(this.#tab);
  }

  stop() {
    this.#disconnect();
    this.#reader = undefined;
  }

  /** @param {number} version @param {number} id */
  go(version, id) {
    if (!this.#tab || !this.#port) return;
    // Not by the connection: the user's click also counts as an action on the page, so that Back does not skip it.
    execute(this.#tab.id, { func: goTo, args: [version, id], injectImmediately: true });
  }

  /** The address has changed, perhaps within the document. Another document ends the connection. @param {browser.runtime.Port} port */
  #readAgain(port) {
    this.#version = undefined;
    this.#reader?.clear();
    try {
      port.postMessage({});
    } catch {
      // It has ended, and its event follows.
    }
  }

  #disconnect() {
    this.#version = undefined;
    this.#port?.disconnect();
    this.#port = undefined;
    this.#connecting = undefined;
    this.#reader?.clear();
  }

  /** @param {ReadTab} tab */
  async #connect({ id, url, isLoading }) {
    const state = [id, pageOf(url), isLoading].join(" ");
    if (state === this.#connecting) return;
    this.#connecting = state;
    const isCurrent = () => state === this.#connecting && this.#reader !== undefined;
    const limits = await pageFactLimits();
    if (!isCurrent()) return;
    const isRunning = await execute(id, { files: ["sections-script.js"] });
    if (!isCurrent()) return;
    if (isRunning) this.#listen(api.tabs.connect(id, { frameId: 0 }), limits);
    else if (!isLoading) this.#reader?.fail();
  }

  /** @param {browser.runtime.Port} port @param {import("../../../element/types.js").PageFactLimits} limits */
  #listen(port, limits) {
    this.#port = port;
    let hasAnswered = false;
    port.onMessage.addListener((/** @type {any} */ { url, sections, version, reading }) => {
      if (port !== this.#port) return;
      hasAnswered = true;
      if (!sections) {
        if (version === this.#version) this.#reader?.read(reading);
      } else if (pageOf(url) === pageOf(this.#tab?.url ?? "")) {
        this.#version = version;
        this.#reader?.show(sections, version);
      }
    });
    port.onDisconnect.addListener(() => {
      if (port !== this.#port) return;
      this.#disconnect();
      // The tab shows another document. Without an answer, the next change of the tab tries again.
      if (hasAnswered) this.follow(this.#tab);
    });
    port.postMessage({ limits });
  }
}

/** Runs in the tab's document, after `sections-script.js`. @param {number} version @param {number} id */
function goTo(version, id) {
  const { goToSection } = /** @type {any} */ (globalThis);
  if (typeof goToSection === "function") goToSection(version, id);
}

/** @param {number} tabId @param {object} script @returns {Promise<boolean>}  `false` if scripts may not run there. */
async function execute(tabId, script) {
  try {
    await api.scripting.executeScript(/** @type {any} */ ({ target: { tabId }, ...script }));
    return true;
  } catch {
    return false;
  }
}
