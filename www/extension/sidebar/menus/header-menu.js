import { DrawnMenu } from "../../../element/popups/drawn-menu.js";
import { STYLES } from "../../../element/styles/styles.js";

/** The menu of a button in the sidebar's header. Looks like the drawn menus of the element. */
export class HeaderMenu {
  #button;
  #entries;
  #menu;

  /**
   * @param {HTMLButtonElement} button
   * @param {HTMLElement} place  An empty element for the menu.
   * @param {() => import("../../../element/types.js").MenuEntry[]} entries  Returns the current entries.
   */
  constructor(button, place, entries) {
    this.#button = button;
    this.#entries = entries;
    const root = place.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = STYLES;
    this.#menu = new DrawnMenu(root, {
      follow: () => {}, // the menu has no pages
      closed: (refocus) => {
        button.setAttribute("aria-expanded", "false");
        if (refocus) button.focus();
      },
    });
    button.setAttribute("aria-haspopup", "menu");
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", (event) => {
      if (this.#menu.isOpen) this.#menu.close(true);
      else this.#open(event.detail === 0);
    });
    button.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#open(true, event.key === "ArrowUp");
    });
  }

  /** Closes the menu without moving the focus. */
  close() {
    this.#menu.close(false);
  }

  /** @param {boolean} keyboard @param {boolean} [atLast]  Focus the last entry. */
  #open(keyboard, atLast = false) {
    const button = this.#button;
    const { left, right, bottom: y } = button.getBoundingClientRect();
    const x = getComputedStyle(button).direction === "rtl" ? left : right;
    this.#menu.open(this.#entries(), { x, y, label: button.title, keyboard, atLast, opener: button });
    button.setAttribute("aria-expanded", "true");
  }
}
