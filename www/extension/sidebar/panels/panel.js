/**
 * A panel that covers the tree. Escape and its close button close it and return the focus to the element that opened it.
 * One panel is open at a time.
 */
export class Panel {
  /** @type {Panel | undefined} */
  static #shown;
  #element;
  #tree;
  #closed;
  /** @type {HTMLElement | undefined} */
  #opener;

  /**
   * @param {HTMLElement} element  With a title and a button of the classes `panel-title` and `panel-close`.
   * @param {{ title: string, close: string }} texts
   * @param {HTMLElement} tree  Gets the focus if the opener is gone.
   * @param {() => void} closed  Called after it has closed.
   */
  constructor(element, texts, tree, closed) {
    this.#element = element;
    this.#tree = tree;
    this.#closed = closed;
    const [title] = element.getElementsByClassName("panel-title");
    const [close] = element.getElementsByClassName("panel-close");
    if (title) title.textContent = texts.title;
    close?.setAttribute("title", texts.close);
    close?.setAttribute("aria-label", texts.close);
    close?.addEventListener("click", () => this.close(true));
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.close(true);
    });
  }

  get isOpen() {
    return !this.#element.hidden;
  }

  /** The panel itself has the focus, not an element in it. */
  get isFocused() {
    return document.activeElement === this.#element;
  }

  /** @param {HTMLElement} opener  Gets the focus when the panel closes. */
  open(opener) {
    if (Panel.#shown !== this) Panel.#shown?.close(false);
    Panel.#shown = this;
    this.#opener = opener;
    this.#element.hidden = false;
    this.#element.focus();
  }

  /** @param {boolean} refocus */
  close(refocus) {
    if (!this.isOpen) return;
    Panel.#shown = undefined;
    this.#element.hidden = true;
    this.#closed();
    if (!refocus) return;
    if (this.#opener?.checkVisibility()) this.#opener.focus();
    else this.#tree.focus();
  }
}
