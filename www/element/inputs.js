import { onEngineDeath } from "./load/engine.js";
import { targetOf, targetOfFile } from "./load/target.js";
import { Strings } from "./text/strings.js";

/**
 * The element, with its attributes as properties.
 *
 * @typedef {HTMLElement & Record<"src" | "page" | "current", string | null>
 *   & { revealMode: import("./types.js").RevealMode }} InputHost
 */

/**
 * The inputs of the element from the page: attributes, a language, texts, a file. Passes each change to the parts, and the events
 * of the window too.
 */
export class Inputs {
  #host;
  #parts;
  /** @type {Record<string, string> | undefined} */
  #strings;
  /** @type {string | undefined} The language of the visible texts. */
  #language;
  /** @type {import("./load/target.js").FileTarget | undefined} */
  #file;
  #partition = "";
  #isUpdating = false;
  #unwatch = () => {};
  #online = () => void this.#parts.loading.retry();
  #print = (/** @type {Event} */ { type }) => this.#parts.view.setPrinting(type === "beforeprint");

  /** @param {InputHost} host @param {import("./parts.js").Parts} parts */
  constructor(host, parts) {
    this.#host = host;
    this.#parts = parts;
    this.#localize();
  }

  /** The element was added to a document. */
  connect() {
    const { view, outline, loading } = this.#parts;
    this.#localize();
    window.addEventListener("online", this.#online);
    window.addEventListener("beforeprint", this.#print);
    window.addEventListener("afterprint", this.#print);
    view.reconnected();
    outline.reconnected();
    this.#updateOutline();
    this.#unwatch = onEngineDeath(() => {
      outline.die();
      loading.die();
    });
    this.#update();
  }

  /** The element was removed from its document. */
  disconnect() {
    const { links, loading } = this.#parts;
    links.closeMenu();
    this.#parts.takeOver();
    window.removeEventListener("online", this.#online);
    window.removeEventListener("beforeprint", this.#print);
    window.removeEventListener("afterprint", this.#print);
    this.#unwatch();
    // An element that moves within the document is connected again before this runs. Its load continues.
    queueMicrotask(() => {
      this.#updateOutline();
      if (!this.#host.isConnected) loading.disconnect();
    });
  }

  /** @param {string} name */
  attributeChanged(name) {
    if (name === "lang") this.#localize();
    else if (name === "outline") this.#updateOutline();
    else if (name === "reveal") this.#parts.reveal.setMode(this.#host.revealMode);
    else this.#updateSoon();
  }

  get partition() {
    return this.#partition;
  }

  /** @param {string} name */
  setPartition(name) {
    if (name === this.#partition) return;
    this.#partition = name;
    this.#updateSoon();
  }

  /** The texts that replace the English ones. */
  get strings() {
    return this.#strings;
  }

  /** @param {Record<string, string> | undefined} table */
  setStrings(table) {
    this.#strings = table;
    this.#language = undefined;
    this.#localize();
  }

  /** The opened file. */
  get file() {
    return this.#file?.file;
  }

  /** @param {File} file @param {string} [url]  Its address on the web. */
  openFile(file, url) {
    this.#file = targetOfFile(file, url);
    if (this.#host.isConnected) this.#update();
  }

  closeFile() {
    this.#file = undefined;
    if (this.#host.isConnected) this.#update();
  }

  #localize() {
    const language = this.#host.lang || document.documentElement.lang || navigator.language;
    if (language === this.#language) return;
    this.#language = language;
    this.#parts.setStrings(new Strings(this.#strings, language));
  }

  #updateOutline() {
    const outline = this.#host.getAttribute("outline");
    this.#parts.outline.update(outline !== null, outline === "open", this.#host.isConnected);
  }

  /** Treats attributes that change together as one change. */
  #updateSoon() {
    if (this.#isUpdating || !this.#host.isConnected) return;
    this.#isUpdating = true;
    queueMicrotask(() => {
      this.#isUpdating = false;
      if (this.#host.isConnected) this.#update();
    });
  }

  #update() {
    const { src, page, current, baseURI, ownerDocument } = this.#host;
    const target = this.#file ?? targetOf(src, page, baseURI, this.#partition);
    const currentUrl = URL.parse(current ?? page ?? ownerDocument.URL, baseURI)?.href;
    this.#parts.loading.goTo(target, currentUrl);
  }
}
