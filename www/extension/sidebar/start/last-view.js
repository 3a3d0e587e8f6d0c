import { dispositionOf, element, safeLink, whenIdle } from "../../../element/dom.js";
import { STYLES } from "../../../element/styles/styles.js";
import { set } from "../../store.js";
import { containerOf } from "../tab/active-tab.js";
import { freeze, thaw } from "./frozen.js";
import { SiteHeader } from "../frame/site-header.js";
import { storedView } from "./stored-view.js";

/** @typedef {import("../../../element/navi-bar.js").NaviBar} NaviBar */
/** @typedef {import("../../../element/types.js").Disposition} Disposition */
/** @typedef {import("./frozen.js").Frozen} Frozen */
/** @typedef {import("./stored-view.js").View} View */

/** The parts of the tree's element that belong to the picture. */
const PARTS = ".filter, .note, .scroller, .outline";

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export const header = new SiteHeader(/** @type {HTMLElement} */ (document.querySelector("header")));

/**
 * Shows a picture of the last view while the engine starts, if the tab still shows the same page. The picture stays until
 * the tree shows the same rows or its load has ended.
 */
class LastView {
  #picture = part("last-view");
  #root = this.#picture.attachShadow({ mode: "open" });
  /** @type {View | undefined} The view of the picture. */
  #shown;
  /** The origin of the site whose rows the picture shows. */
  #site = "";
  /** Opens a link of the picture. @type {((url: string, disposition: Disposition) => void) | undefined} */
  #open;
  /** @type {{ url: string, disposition: Disposition } | undefined} A link that was clicked before it could be opened. */
  #clicked;
  /** @type {[number, number] | undefined} The last click on something else. */
  #pressed;

  constructor() {
    this.#root.adoptedStyleSheets = STYLES;
    for (const type of ["click", "auxclick"]) {
      this.#root.addEventListener(type, (event) => event instanceof MouseEvent && this.#click(event));
    }
    // The picture has only the rows around those in sight.
    this.#picture.addEventListener("wheel", (event) => event.preventDefault(), { passive: false });
  }

  /** The view that shows as a picture. */
  get shown() {
    return this.#shown;
  }

  /** Shows the picture. Call this before the sidebar starts. */
  async show() {
    const { tab, view } = await storedView;
    if (!view || !tab || view.url !== tab.url || view.container !== containerOf(tab.cookieStoreId)) return;
    this.#shown = view;
    this.#site = new URL(view.url).origin;
    document.documentElement.style.cssText = view.colours;
    header.followIcon((icon) => this.showIcon(icon));
    header.show({ page: view.url, icon: tab.favIconUrl, file: undefined });
    header.describe(view.source, undefined, view.scope);
    for (const id of ["locate", "reload", "more", "tree"]) part(id).hidden = false;
    this.#picture.hidden = false;
    this.#paint(view.parts);
  }

  /** @param {Frozen[]} parts */
  #paint(parts) {
    this.#root.replaceChildren(...parts.map(thaw));
    for (const each of this.#root.children) if (each instanceof HTMLElement) each.style.pointerEvents = "auto";
    parts.forEach(({ scrollTop }, at) => {
      const made = this.#root.children[at];
      if (made && scrollTop > 0) made.scrollTop = scrollTop;
    });
    for (const each of this.#root.querySelectorAll(".icon.has-picture")) each.classList.remove("has-picture");
  }

  /** @param {string | undefined} icon  The address of the site's icon. */
  showIcon(icon) {
    const home = this.#root.querySelector(".icon[data-glyph=home]");
    home?.replaceChildren(...(icon === undefined ? [] : [element("img", { alt: "", width: "15", height: "15", src: icon })]));
    home?.classList.toggle("has-picture", icon !== undefined);
  }

  /**
   * The sidebar has started.
   *
   * @param {NaviBar} tree
   * @param {(site: string) => (url: string, disposition: Disposition) => void} opener  Returns a function that opens the links of a site.
   */
  started(tree, opener) {
    this.#open = opener(this.#site);
    if (this.#clicked) this.#open(this.#clicked.url, this.#clicked.disposition);
    this.#clicked = undefined;
    const typed = this.#root.activeElement; // the filter of the picture
    // The rows of the picture stay. The tree shows its other parts itself.
    this.#picture.className = "started";
    for (const each of this.#root.querySelectorAll(".scroller")) {
      if (each instanceof HTMLElement) each.style.visibility = "visible";
    }
    if (!(typed instanceof HTMLInputElement) || !tree.focusFilter()) return;
    const filter = /** @type {HTMLInputElement} */ (tree.shadowRoot?.activeElement);
    filter.value = typed.value;
    filter.dispatchEvent(new Event("input"));
  }

  /**
   * Removes the picture if the tree can replace it. Call this after every change of the tree.
   *
   * @param {NaviBar} tree
   */
  update(tree) {
    const view = this.#shown;
    if (!view || (isWaiting(tree, view) && !isPictured(this.#root, tree))) return;
    this.#shown = undefined;
    this.#picture.hidden = true;
    this.#root.replaceChildren();
    const target = this.#pressed && tree.shadowRoot?.elementFromPoint(...this.#pressed);
    if (target instanceof HTMLElement) target.click();
  }

  /**
   * Stores a picture of the tree when the browser is idle.
   *
   * @param {NaviBar} tree
   * @param {() => import("../tab/active-tab.js").Tab | undefined} activeTab
   */
  keep(tree, activeTab) {
    whenIdle(() => {
      const { url, container } = activeTab() ?? {};
      const isWhole = tree.state === "loaded" && !tree.hidden && !tree.file && !tree.isFiltered && !tree.branch.isOn;
      if (!isWhole || url === undefined || url !== tree.page || !tree.shadowRoot) return;
      /** @type {View} */
      const lastView = {
        url,
        container: container ?? "",
        colours: document.documentElement.style.cssText,
        source: tree.session?.source,
        scope: tree.session?.scope,
        parts: [...tree.shadowRoot.children].flatMap((each) =>
          each instanceof HTMLElement && !each.hidden && each.matches(PARTS) ? freeze(each) : [],
        ),
      };
      void set({ lastView });
    });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    event.preventDefault();
    if (event.button > 1) return;
    const { target } = event;
    const row = target instanceof Element ? target.closest(".row") : null;
    const url = safeLink(row?.getAttribute("href") ?? undefined);
    const isTwisty = row?.hasAttribute("aria-expanded") && target instanceof Element && target.matches(".twisty");
    if (url === undefined || isTwisty) {
      this.#pressed = [event.clientX, event.clientY];
      return;
    }
    const clicked = { url, disposition: dispositionOf(event) };
    if (this.#open) this.#open(clicked.url, clicked.disposition);
    else this.#clicked = clicked;
  }
}

/** Returns `true` while the tree of a view is not loaded. It is idle and has no page until its load starts. @param {NaviBar} tree @param {View} view */
function isWaiting(tree, view) {
  return (tree.page ?? view.url) === view.url && ["idle", "loading"].includes(tree.state) && !tree.hidden && !tree.isFiltered;
}

/** Returns `true` if the tree shows every row of a picture at the same place. @param {ShadowRoot} picture @param {NaviBar} tree */
function isPictured(picture, tree) {
  const pictured = seen(picture);
  // Chromium starts the document before its panel has a height.
  if (pictured.size === 0) return false;
  const there = tree.shadowRoot ? seen(tree.shadowRoot) : new Set();
  return [...pictured].every((row) => there.has(row));
}

/** Returns the rows in sight of a tree, each with its place. @param {ShadowRoot} root */
function seen(root) {
  const { top = 0, bottom = 0 } = root.querySelector(".scroller")?.getBoundingClientRect() ?? {};
  const rows = [...root.querySelectorAll("#tree .row")].map((row) => ({ row, box: row.getBoundingClientRect() }));
  return new Set(
    rows
      .filter(({ box }) => box.bottom > top && box.top < bottom)
      .map(({ row, box }) => `${Math.round(box.top)} ${row.getAttribute("aria-expanded")} ${row.textContent}`),
  );
}

export const lastView = new LastView();
