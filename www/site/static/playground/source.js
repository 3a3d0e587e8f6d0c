import { EXAMPLE, guessedAddress } from "./address.js";
import { indexOf } from "./lines.js";

/** A longer text is read as a file and not shown, because editing it would be slow. In UTF-16 code units. */
export const LONGEST_TEXT = 500_000;

/** Milliseconds without a key before the text is read. */
const PAUSE = 250;

/** The length of the start that the site is guessed from, in bytes. */
const START = 64 * 1024;

/**
 * @typedef {object} Parts
 * @property {HTMLTextAreaElement} text
 * @property {HTMLElement} large  Shows instead of the text: the name and size of a file that is not edited here.
 * @property {HTMLElement} largeName
 * @property {HTMLButtonElement} close
 * @property {HTMLInputElement} address
 * @property {HTMLInputElement} chosen  The field that opens files.
 * @property {HTMLButtonElement} clear
 */

/** The sitemap that the user has pasted, dropped or chosen: a text, or a file that is too large or no text. */
export class Source {
  #parts;
  #changed;
  /** @type {File | undefined} A file that is not shown as text. */
  #file;
  /** The name of the file that the text comes from. */
  #name = "sitemap.xml";
  #hasOwnAddress = false;
  /** @type {number | undefined} */
  #timer;
  /** Counts the files, so that a slow one cannot replace a newer one. */
  #opened = 0;

  /** @param {Parts} parts @param {() => void} changed */
  constructor(parts, changed) {
    this.#parts = parts;
    this.#changed = changed;
    const { text, address, chosen, clear, close } = parts;
    text.addEventListener("input", () => this.#edit());
    text.addEventListener("paste", (event) => this.#paste(event));
    address.addEventListener("input", () => {
      this.#hasOwnAddress = address.value !== "";
      this.#changeSoon();
    });
    chosen.addEventListener("change", () => {
      const [file] = chosen.files ?? [];
      if (file) void this.open(file);
      chosen.value = ""; // the same file can be chosen again
    });
    for (const button of [clear, close]) button.addEventListener("click", () => this.#clear());
    addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    addEventListener("drop", (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      void this.open(file);
    });
    if (text.value !== "") this.#edit();
  }

  /** The file to read. `undefined` if there is no sitemap. */
  get file() {
    const { value } = this.#parts.text;
    return this.#file ?? (value === "" ? undefined : new File([value], this.#name));
  }

  /** The sitemap is shown as text. */
  get hasText() {
    return this.#file === undefined;
  }

  /** The address that the sitemap has on the web. */
  get address() {
    const { address } = this.#parts;
    return address.validity.valid && address.value !== "" ? address.value : EXAMPLE;
  }

  /** Shows a file as text if it is short enough and valid UTF-8. @param {File} file */
  async open(file) {
    const opened = ++this.#opened;
    const text = file.size <= LONGEST_TEXT ? textOf(await file.arrayBuffer()) : undefined;
    const start = text ?? (await file.slice(0, START).text());
    if (opened !== this.#opened) return;
    this.#name = file.name;
    this.#hasOwnAddress = false;
    this.#use(text === undefined ? file : undefined, text ?? "", start);
    this.#change();
  }

  /** Selects a place in the text. @param {{ line: number, column: number }} place @param {number} length */
  select({ line, column }, length) {
    const { text } = this.#parts;
    const start = indexOf(text.value, line, column);
    text.focus({ preventScroll: true });
    text.setSelectionRange(start, start + Math.max(length, 1));
    const rowHeight = text.scrollHeight / text.value.split("\n").length;
    text.scrollTop = (line - 0.5) * rowHeight - text.clientHeight / 2;
    const width = Number.parseFloat(getComputedStyle(text).fontSize) * 0.6;
    text.scrollLeft = Math.max(0, column * width - text.clientWidth / 2);
    text.scrollIntoView({ block: "nearest" });
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (pasted.length <= LONGEST_TEXT) return;
    event.preventDefault();
    void this.open(new File([pasted], "pasted.xml"));
  }

  #edit() {
    const { value } = this.#parts.text;
    this.#opened += 1;
    if (value.length > LONGEST_TEXT) {
      void this.open(new File([value], "pasted.xml"));
      return;
    }
    this.#suggest(value);
    this.#changeSoon();
  }

  #clear() {
    this.#opened += 1;
    this.#hasOwnAddress = false;
    this.#use(undefined, "", "");
    this.#change();
    this.#parts.text.focus();
  }

  /** @param {File | undefined} file @param {string} text @param {string} start */
  #use(file, text, start) {
    const { text: field, large, largeName } = this.#parts;
    this.#file = file;
    field.value = text;
    field.hidden = file !== undefined;
    large.hidden = file === undefined;
    if (file) largeName.textContent = `${file.name} (${sizeOf(file.size)})`;
    this.#suggest(start);
  }

  /** @param {string} start */
  #suggest(start) {
    if (!this.#hasOwnAddress) this.#parts.address.value = guessedAddress(start.slice(0, START));
  }

  #changeSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#change(), PAUSE);
  }

  #change() {
    clearTimeout(this.#timer);
    const { address } = this.#parts;
    address.setAttribute("aria-invalid", String(!address.validity.valid));
    this.#changed();
  }
}

/** Returns the text of a file, if it is UTF-8. @param {ArrayBuffer} bytes */
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** @param {number} bytes */
function sizeOf(bytes) {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
