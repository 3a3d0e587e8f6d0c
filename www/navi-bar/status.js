import { element } from "./dom.js";

/** @typedef {import("./types.js").Outcome} Outcome */

/** A site that answers sooner, in milliseconds, shows no progress bar: it would only flicker. */
const SHOW_PROGRESS_AFTER = 150;

/** The rows are to be on the screen first: numbers take long to be put into words when it is for the first time. */
const SAY_LOADED_AFTER = 100;

/**
 * All that is said beside the tree: progress below it, a note above it, a sentence in its place, and the words for
 * screen readers.
 */
export class Status {
  #strings;
  #actions;
  /** Above the tree. */
  note = element("div", { class: "note", part: "note" });
  /** In place of the tree. */
  message = element("div", { class: "message", part: "message", tabindex: "-1" });
  /** Below the tree, so that it moves no row when it comes and goes. */
  progress = element("div", { class: "progress", part: "progress" });
  live = element("div", { class: "spoken", role: "status", "aria-live": "polite" });
  #bar = element("progress", { part: "progress-bar" });
  #amount = element("span", { class: "amount", part: "progress-text" });
  #stop = element("button", { type: "button", part: "button stop" });
  /** @type {number | undefined} */
  #timer;
  /** @type {number | undefined} */
  #saying;
  /** @type {import("./types.js").Progress | undefined} Put into words only while that shows. */
  #latest;
  #isFile = false;

  /**
   * @param {import("./strings.js").Strings} strings
   * @param {{ retry: () => void, stop: () => void }} actions
   */
  constructor(strings, actions) {
    this.#strings = strings;
    this.#actions = actions;
    this.#stop.addEventListener("click", () => actions.stop());
    this.progress.append(this.#bar, element("div", { class: "progress-line" }, this.#amount, this.#stop));
    this.setStrings(strings);
    this.clear();
  }

  /** @param {import("./strings.js").Strings} strings */
  setStrings(strings) {
    this.#strings = strings;
    this.#bar.setAttribute("aria-label", strings.get("progress"));
    this.#stop.textContent = strings.get("stop");
    this.#amount.textContent = strings.get("loading");
  }

  /** Whether it is about a file that the user has opened, and not about a site. @param {boolean} isFile */
  setFile(isFile) {
    this.#isFile = isFile;
  }

  /** Nothing to say. */
  clear() {
    this.#hideProgress();
    for (const part of [this.note, this.message]) part.hidden = true;
    this.note.replaceChildren();
    this.message.replaceChildren();
    clearTimeout(this.#saying);
    this.live.textContent = "";
  }

  /** A load has begun. */
  loading() {
    this.clear();
    this.#beginProgress(this.#strings.get("loading"));
  }

  /** A further document of the tree is being loaded. What is said about the tree stays. @param {string} title */
  loadingDocument(title) {
    this.#hideProgress();
    this.#beginProgress(this.#strings.get("announceDocument", { title }));
  }

  /** @param {string} text */
  #beginProgress(text) {
    this.#bar.removeAttribute("value");
    this.#amount.textContent = text;
    this.#latest = undefined;
    this.#timer = setTimeout(() => {
      this.progress.hidden = false;
      this.#showAmount();
      this.#say(text);
    }, SHOW_PROGRESS_AFTER);
  }

  #hideProgress() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.progress.hidden = true;
  }

  /** @param {import("./types.js").Progress} progress */
  advance(progress) {
    this.#latest = progress;
    if (!this.progress.hidden) this.#showAmount();
  }

  #showAmount() {
    if (!this.#latest) return;
    const { bytes, total, pages, documents } = this.#latest;
    const strings = this.#strings;
    const values = { bytes: strings.bytes(bytes), total: strings.bytes(total ?? 0), pages: strings.pages(pages) };
    if (documents && documents.total > 1) {
      // However long the single ones are, how many are left is what the user wants to know.
      this.#setBar(documents.done, documents.total);
      const counted = strings.plural("documents", documents.total, { done: strings.number(documents.done) });
      this.#amount.textContent = strings.get("loadingDocuments", { ...values, documents: counted });
      return;
    }
    // A compressed transfer may bring more bytes than were announced: then the end is not known after all.
    const isKnown = total !== undefined && total > 0 && bytes <= total;
    if (isKnown) this.#setBar(bytes, total);
    else this.#bar.removeAttribute("value");
    this.#amount.textContent = strings.get(isKnown ? "loadingAmountOfTotal" : "loadingAmount", values);
  }

  /** @param {number} value @param {number} max */
  #setBar(value, max) {
    this.#bar.max = max;
    this.#bar.value = value;
  }

  /** @param {number} pages */
  loaded(pages) {
    this.clear();
    this.#saying = setTimeout(() => {
      this.#say(this.#strings.get("announceLoaded", { pages: this.#strings.pages(pages) }));
    }, SAY_LOADED_AFTER);
  }

  /**
   * The load of a further document has ended. Why it failed, its row shows.
   *
   * @param {string} title
   * @param {Outcome} outcome
   * @param {number} pages  In the whole tree.
   */
  documentEnded(title, outcome, pages) {
    const strings = this.#strings;
    const hasShown = !this.progress.hidden;
    this.#hideProgress();
    if (outcome.status === "loaded") {
      if (hasShown) this.#say(strings.get("announceDocumentLoaded", { title, pages: strings.pages(pages) }));
    } else if (outcome.status !== "stopped") {
      this.#say(strings.get("announceDocumentFailed", { title, reason: this.#sentence(outcome) }));
    }
  }

  /** The site cannot be reached; the tree is there from another time. */
  stale() {
    this.#showNote(this.#strings.get("staleText"), true);
  }

  /** There is no sitemap. */
  empty() {
    const [title, text] = this.#isFile ? ["fileEmptyTitle", "fileEmptyText"] : ["emptyTitle", "emptyText"];
    this.#showMessage(title, this.#strings.get(text), false);
  }

  /** There is a sitemap with nothing in it. */
  noPages() {
    this.#showMessage("noPagesTitle", this.#strings.get(this.#isFile ? "fileNoPagesText" : "noPagesText"), false);
  }

  /** @param {Outcome} outcome @param {boolean} hasTree */
  failed(outcome, hasTree) {
    if (hasTree) this.#showNote(this.#sentence(outcome), outcome.retry);
    else this.#showMessage(this.#isFile ? "fileFailedTitle" : "failedTitle", this.#sentence(outcome), outcome.retry);
  }

  /** The engine has died: nothing works until the document is loaded again. */
  dead() {
    this.#showMessage("failedTitle", this.#strings.get("engineDied"), false);
    const button = element("button", { type: "button", part: "button retry" }, this.#strings.get("reloadDocument"));
    button.addEventListener("click", () => location.reload());
    this.message.append(button);
  }

  /** The user has stopped it. @param {boolean} hasTree */
  stopped(hasTree) {
    const strings = this.#strings;
    if (hasTree) this.#showNote(strings.get("stoppedNote"), true);
    else this.#showMessage("stoppedTitle", strings.get("stoppedNothingText"), true);
  }

  /** Takes the focus over from the tree that has gone. */
  focus() {
    (this.message.querySelector("button") ?? this.message).focus();
  }

  /** @param {string} key  Said to screen readers only. */
  announce(key) {
    this.#say(this.#strings.get(key));
  }

  /** @param {Outcome} outcome */
  #sentence(outcome) {
    return outcome.reason ? this.#strings.reason(outcome.reason) : outcome.message;
  }

  /** @param {string} titleKey @param {string} text @param {boolean} retry */
  #showMessage(titleKey, text, retry) {
    this.clear();
    const title = this.#strings.get(titleKey);
    this.message.append(
      element("p", { class: "message-title", part: "message-title" }, title),
      element("p", { class: "message-text", part: "message-text", dir: "auto" }, text),
    );
    if (retry) this.message.append(this.#retryButton());
    this.message.hidden = false;
    this.#say(this.#strings.get("announceMessage", { title, text }));
  }

  /** @param {string} text @param {boolean} retry */
  #showNote(text, retry) {
    this.clear();
    this.note.append(element("p", { class: "note-text", part: "note-text", dir: "auto" }, text));
    if (retry) this.note.append(this.#retryButton());
    this.note.hidden = false;
    this.#say(text);
  }

  #retryButton() {
    const button = element("button", { type: "button", part: "button retry" }, this.#strings.get("retry"));
    button.addEventListener("click", () => this.#actions.retry());
    return button;
  }

  /** To screen readers only. @param {string} text */
  say(text) {
    this.#say(text);
  }

  /** @param {string} text */
  #say(text) {
    clearTimeout(this.#saying);
    this.live.replaceChildren(element("span", {}, text)); // a new node, so that the same words are said again
  }
}
