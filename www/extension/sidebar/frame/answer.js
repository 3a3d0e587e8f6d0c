/** The duration of an answer in milliseconds. */
const SHOWN_FOR = 8000;

/** The duration of an announcement in milliseconds: screen readers have read it by then. */
const ANNOUNCED_FOR = 1000;

/** The answer to an action of the user: a sentence over the end of the tree for some seconds, also for screen readers. */
export class Answer {
  #place;
  #announcement;
  /** @type {number | undefined} */
  #timer;

  /** @param {HTMLElement} place @param {HTMLElement} announcement  With the role `status`. */
  constructor(place, announcement) {
    this.#place = place;
    this.#announcement = announcement;
    place.addEventListener("click", () => this.clear());
  }

  /** @param {string} text */
  show(text) {
    this.clear();
    this.#place.textContent = this.#announcement.textContent = text;
    this.#timer = setTimeout(() => this.clear(), SHOWN_FOR);
  }

  /** For screen readers only, because the text is visible already. @param {string} text */
  say(text) {
    this.clear();
    this.#announcement.textContent = text;
    this.#timer = setTimeout(() => this.clear(), ANNOUNCED_FOR);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#place.textContent = this.#announcement.textContent = "";
  }
}
