/** How long an answer shows, in milliseconds. */
const SHOWN_FOR = 8000;

/** How long, in milliseconds, until screen readers have taken in what is there only for them. */
const HEARD_AFTER = 1000;

/** Answers to what the user has done: a sentence over the end of the tree, for some seconds, which is also spoken. */
export class Answer {
  #place;
  #spoken;
  /** @type {number | undefined} */
  #timer;

  /** @param {HTMLElement} place @param {HTMLElement} spoken  With the role `status`. */
  constructor(place, spoken) {
    this.#place = place;
    this.#spoken = spoken;
    place.addEventListener("click", () => this.clear());
  }

  /** @param {string} text */
  show(text) {
    this.clear();
    this.#place.textContent = this.#spoken.textContent = text;
    this.#timer = setTimeout(() => this.clear(), SHOWN_FOR);
  }

  /** For screen readers alone: the text is in sight already. @param {string} text */
  say(text) {
    this.clear();
    this.#spoken.textContent = text;
    this.#timer = setTimeout(() => this.clear(), HEARD_AFTER);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#place.textContent = this.#spoken.textContent = "";
  }
}
