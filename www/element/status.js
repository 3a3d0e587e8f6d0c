import { element } from "./dom.js";

/** @typedef {import("./types.js").Outcome} Outcome */

/** The delay of the progress bar in milliseconds, so that it does not flicker on fast sites. */
const SHOW_PROGRESS_AFTER = 150;

/** The delay in milliseconds before the announcement. The first number format is slow, so the rows are painted first. */
const ANNOUNCE_LOADED_AFTER = 100;

/**
 * The texts around the tree: the progress below it, a note above it, a message in its place, and announcements for screen
 * readers.
 */
export class Status {
  #strings;
  #actions;
  /** Above the tree. */
  note = element("div", { class: "note", part: "note" });
  /** Replaces the tree. */
  message = element("div", { class: "message", part: "message", tabindex: "-1" });
  /** Below the tree, so that no row moves when it appears. */
  progress = element("div", { class: "progress", part: "progress" });
  live = element("div", { class: "spoken", role: "status", "aria-live": "polite" });
  #bar = element("progress", { part: "progress-bar" });
  #amount = element("span", { class: "amount", part: "progress-text" });
  #stop = element("button", { type: "button", part: "button stop" });
  /** @type {number | undefined} */
  #timer;
  /** @type {number | undefined} */
  #announcing;
  /** @type {import("./types.js").Progress | undefined} Formatted only while the progress is visible. */
  #latest;
  #isFile = false;
  /** The note says that titles could not be read. */
  #isAboutTitles = false;

  /**
   * @param {import("./text/strings.js").Strings} strings
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

  /** @param {import("./text/strings.js").Strings} strings */
  setStrings(strings) {
    this.#strings = strings;
    this.#bar.setAttribute("aria-label", strings.get("progress"));
    this.#stop.textContent = strings.get("stop");
    this.#amount.textContent = strings.get("loading");
  }

  /** Chooses the texts for a file or for a site. @param {boolean} isFile */
  setFile(isFile) {
    this.#isFile = isFile;
  }

  /** Removes all texts. */
  clear() {
    this.#hideProgress();
    for (const part of [this.note, this.message]) part.hidden = true;
    this.#isAboutTitles = false;
    this.note.replaceChildren();
    this.message.replaceChildren();
    clearTimeout(this.#announcing);
    this.live.textContent = "";
  }

  /** A load has started. */
  loading() {
    this.clear();
    this.#beginProgress(this.#strings.get("loading"));
  }

  /** A child sitemap is being loaded. The texts about the tree stay. @param {string} title */
  loadingDocument(title) {
    this.#hideProgress();
    this.#beginProgress(this.#strings.get("announceDocument", { title }));
  }

  /** The titles of pages are being read. The texts about the tree stay. */
  readingTitles() {
    this.#hideProgress();
    const text = this.#strings.get("readingTitles");
    this.#beginProgress(text, text);
  }

  /** @param {number} done @param {number} total  Numbers of pages. */
  titleRead(done, total) {
    const strings = this.#strings;
    this.#setBar(done, Math.max(total, 1));
    this.#amount.textContent = strings.get("readingTitlesAmount", { done: strings.number(done), pages: strings.pages(total) });
  }

  /** @param {number} failed  The number of pages that could not be read. */
  titlesRead(failed) {
    const strings = this.#strings;
    this.#hideProgress();
    if (failed > 0) {
      this.#showNote(strings.get("titlesFailed", { pages: strings.pages(failed) }), false, "calm");
      this.#isAboutTitles = true;
    } else {
      if (this.#isAboutTitles) this.clear();
      this.say(strings.get("titlesRead"));
    }
  }

  /** @param {string} text @param {string} [label]  The name of the bar. */
  #beginProgress(text, label = this.#strings.get("progress")) {
    this.#bar.setAttribute("aria-label", label);
    this.#bar.removeAttribute("value");
    this.#amount.textContent = text;
    this.#latest = undefined;
    this.#timer = setTimeout(() => {
      this.progress.hidden = false;
      this.#showAmount();
      this.say(text);
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
      // The number of remaining sitemaps is more useful than their bytes.
      this.#setBar(documents.done, documents.total);
      const counted = strings.plural("documents", documents.total, { done: strings.number(documents.done) });
      this.#amount.textContent = strings.get("loadingDocuments", { ...values, documents: counted });
      return;
    }
    // A compressed response may have more bytes than it announced. The total is then unknown.
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
    this.#announcing = setTimeout(() => {
      this.say(this.#strings.get("announceLoaded", { pages: this.#strings.pages(pages) }));
    }, ANNOUNCE_LOADED_AFTER);
  }

  /**
   * The load of a child sitemap has ended. If it failed, its row shows the reason.
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
      if (hasShown) this.say(strings.get("announceDocumentLoaded", { title, pages: strings.pages(pages) }));
    } else if (outcome.status !== "stopped") {
      this.say(strings.get("announceDocumentFailed", { title, reason: this.#sentence(outcome) }));
    }
  }

  /** The site could not be reached. The tree comes from the browser's cache. */
  stale() {
    this.#showNote(this.#strings.get("staleText"), true);
  }

  /** The site has no sitemap. */
  empty() {
    const [title, text] = this.#isFile ? ["fileEmptyTitle", "fileEmptyText"] : ["emptyTitle", "emptyText"];
    this.#showMessage(title, this.#strings.get(text), false);
  }

  /** The sitemap has no pages. */
  noPages() {
    this.#showMessage("noPagesTitle", this.#strings.get(this.#isFile ? "fileNoPagesText" : "noPagesText"), false);
  }

  /** @param {Outcome} outcome @param {boolean} hasTree */
  failed(outcome, hasTree) {
    if (hasTree) this.#showNote(this.#sentence(outcome), outcome.retry);
    else this.#showMessage(this.#isFile ? "fileFailedTitle" : "failedTitle", this.#sentence(outcome), outcome.retry);
  }

  /** The engine has died. Nothing works until the document is reloaded. */
  dead() {
    this.#showMessage("failedTitle", this.#strings.get("engineDied"), false);
    const button = element("button", { type: "button", part: "button retry" }, this.#strings.get("reloadDocument"));
    button.addEventListener("click", () => location.reload());
    this.message.append(button);
  }

  /** The user has stopped the load. @param {boolean} hasTree */
  stopped(hasTree) {
    const strings = this.#strings;
    if (hasTree) this.#showNote(strings.get("stoppedNote"), true, "calm");
    else this.#showMessage("stoppedTitle", strings.get("stoppedNothingText"), true);
  }

  /** Takes the focus from the tree that has disappeared. */
  focus() {
    (this.message.querySelector("button") ?? this.message).focus();
  }

  /** Announces a text to screen readers. @param {string} key */
  announce(key) {
    this.say(this.#strings.get(key));
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
    this.say(this.#strings.get("announceMessage", { title, text }));
  }

  /** @param {string} text @param {boolean} retry @param {"calm" | "error"} tone */
  #showNote(text, retry, tone = "error") {
    this.clear();
    this.note.classList.toggle("calm", tone === "calm");
    this.note.append(element("p", { class: "note-text", part: "note-text", dir: "auto" }, text));
    if (retry) this.note.append(this.#retryButton());
    this.note.hidden = false;
    this.say(text);
  }

  #retryButton() {
    const button = element("button", { type: "button", part: "button retry" }, this.#strings.get("retry"));
    button.addEventListener("click", () => this.#actions.retry());
    return button;
  }

  /** Announces a text to screen readers. @param {string} text */
  say(text) {
    clearTimeout(this.#announcing);
    this.live.replaceChildren(element("span", {}, text)); // a new node, so that the same text is announced again
  }
}
