import { LONGEST_TEXT } from "./source.js";

/** @typedef {import("../../../element/navi-bar.js").NaviBar} NaviBar */
/** @typedef {import("../../../element/types.js").ExportFormat} ExportFormat */

/**
 * @typedef {object} Parts
 * @property {HTMLSelectElement} format
 * @property {HTMLTextAreaElement} text
 * @property {HTMLButtonElement} copy
 * @property {HTMLButtonElement} download
 * @property {HTMLElement} note
 */

/** The tree as a file without mistakes, in the format that the user chooses. */
export class Saved {
  #parts;
  #tree;
  /** @type {File | undefined} */
  #file;
  /** Counts the files, so that a slow one cannot replace a newer one. */
  #version = 0;

  /** @param {Parts} parts @param {NaviBar} tree */
  constructor(parts, tree) {
    this.#parts = parts;
    this.#tree = tree;
    parts.format.addEventListener("change", () => void this.show());
    parts.copy.addEventListener("click", () => void this.#copy());
    parts.download.addEventListener("click", () => this.#download());
  }

  clear() {
    this.#version += 1;
    this.#show(undefined, "", "There is no tree to save.");
  }

  async show() {
    const version = ++this.#version;
    const file = await this.#tree.exportAs(/** @type {ExportFormat} */ (this.#parts.format.value));
    if (version !== this.#version) return;
    if (!file) {
      this.clear();
      return;
    }
    const isLong = file.size > LONGEST_TEXT;
    const text = await (isLong ? file.slice(0, LONGEST_TEXT / 10) : file).text();
    if (version !== this.#version) return;
    this.#show(file, text, isLong ? "This is the start of the file. Copy and Download give the whole file." : "");
  }

  /** @param {File | undefined} file @param {string} text @param {string} note */
  #show(file, text, note) {
    this.#file = file;
    const { text: field, note: line, copy, download } = this.#parts;
    field.value = text;
    line.textContent = note;
    copy.disabled = download.disabled = file === undefined;
  }

  async #copy() {
    if (!this.#file) return;
    try {
      await navigator.clipboard.writeText(await this.#file.text());
      this.#parts.note.textContent = "Copied.";
    } catch (error) {
      console.error("The file cannot be copied", error);
      this.#parts.note.textContent = "The browser did not allow that. Use Download.";
    }
  }

  #download() {
    if (!this.#file) return;
    const url = URL.createObjectURL(this.#file);
    Object.assign(document.createElement("a"), { href: url, download: this.#file.name }).click();
    // The browser has begun to read the file by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}
