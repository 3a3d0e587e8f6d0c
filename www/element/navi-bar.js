import { ElementBase } from "./dom.js";
import { exported } from "./export.js";
import { Inputs } from "./inputs.js";
import { Parts } from "./parts.js";
import { STYLES } from "./styles/styles.js";

/** @typedef {import("./types.js").Disposition} Disposition */
/** @typedef {import("./types.js").MenuRequest} MenuRequest */
/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Progress} Progress */
/** @typedef {import("./types.js").RevealMode} RevealMode */
/** @typedef {import("./types.js").State} State */

/**
 * Shows the structure of a site as a tree. The structure comes from a sitemap that declares it, or from the addresses in a
 * plain sitemap.
 *
 * `load`, `error` and `progress` do not bubble, like those of `<img>` and `<video>`, so that they do not reach the page's
 * own `load` and `error` handlers.
 *
 * @tagname navi-bar
 *
 * @attr {string} src - Address of a sitemap. Takes precedence over `page`.
 * @attr {string} page - Address of a page. The element searches for the sitemap of its site. Pages of one origin share a
 *   tree.
 * @attr {string} current - Address of the current page: the tree marks it and scrolls to it. The default is `page`, or the
 *   address of the document.
 * @attr {RevealMode} reveal - What happens when another page becomes the current one: `reveal` (the default) marks it and
 *   scrolls to it, `highlight` only marks it, `off` does neither. The method `reveal()` works in every mode, and its mark
 *   stays until the current page changes. The property is `revealMode`.
 * @attr {boolean} filter - Shows a box above the tree. The tree then shows only the pages that contain all words in it.
 * @attr {"open" | ""} outline - Shows a pane below the tree with the headings of the page: folded, or with `open` open. The
 *   attribute changes when the user opens or folds it.
 * @attr {State} data-state - Read-only: `idle`, `loading`, `loaded`, `empty` (no sitemap, or no pages in it) or `failed`.
 *
 * A file from `openFile()` stays until `closeFile()`. Until then, `page` and `current` only choose the current page.
 *
 * The element keeps the trees of the last sites. On return, a tree shows at once, as the user left it. A tree that is older
 * than 15 minutes or incomplete is then loaded again, and stays until the new tree is complete.
 *
 * @event {CustomEvent<Progress>} progress - More bytes have arrived. At most once per frame.
 * @event {CustomEvent<{source: import("./types.js").Source | undefined, outcome: Outcome}>} load - The tree is complete, or
 *   the user has stopped its load. Comes again after each child sitemap that the user loads.
 * @event {CustomEvent<{outcome: Outcome}>} error - There is no tree or only a part of it, or a child sitemap could not be
 *   loaded.
 * @event {CustomEvent<{}>} statechange - `state` was set: a load has started or ended, or the user has left a site. Several
 *   changes in one task send one event.
 * @event {CustomEvent<{}>} currentchange - Another page is the current one, or its place in the tree may have changed.
 * @event {CustomEvent<{}>} outlinechange - The user has opened, folded or resized the pane of the attribute `outline`.
 * @event {CustomEvent<{}>} branchchange - Another branch is the whole tree, the whole tree shows again, or the number of the
 *   branch's pages is known.
 * @event {CustomEvent<{ text: string }>} filterchange - The tree has been filtered by another text.
 * @event {CustomEvent<{ text: string }>} filteragain - Enter in the filter box has nothing more to open in the tree: nothing matches,
 *   or it has opened the first match before. Cancel it to do something else.
 * @event {CustomEvent<{}>} viewchange - The visible rows may have changed: by scrolling, expanding, filtering or resizing.
 * @event {CustomEvent<{url: string, title: string, disposition: Disposition}>} navigate - The user chose a page. Cancel the
 *   event to open the page yourself. Bubbles.
 * @event {CustomEvent<MenuRequest>} menu - The user asked for a row's context menu. Sent during the browser's `contextmenu`
 *   event. Set `entries` to replace the actions in the drawn menu. Cancel the event to let the browser open its own menu.
 *   Bubbles.
 *
 * @slot below-tree - Between the tree and the pane of the attribute `outline`.
 *
 * @csspart scroller - The part that scrolls.
 * @csspart tree - The element with the role tree.
 * @csspart row - A row of the tree; also `current` for the current page, `line` for a separator.
 * @csspart branch - The line above the tree that leads back from a branch, with `branch-button`.
 * @csspart pinned - The ground below the rows that stay at the top. It has the colour of the page behind the element.
 * @csspart twisty - The arrow that expands and collapses a branch.
 * @csspart icon - The 15 by 15 picture.
 * @csspart title - A row's title.
 * @csspart reason - Why a row's sitemap could not be loaded.
 * @csspart note - The sentence above the tree after a load failed or was stopped, with `note-text`.
 * @csspart message - The text in place of the tree, with `message-title` and `message-text`.
 * @csspart progress - The strip below the tree during a load, with `progress-bar` and `progress-text`.
 * @csspart button - A button; also `stop` or `retry`.
 * @csspart filter - The box above the tree: `filter-field`, with `filter-input`, `filter-count` and `filter-clear`.
 * @csspart outline - The pane below the tree: `outline-title`, `outline-note`, and the `divider` above it.
 * @csspart filter-empty - The sentence that shows when nothing matches the filter.
 * @csspart match - A part of a title or an address that matches the filter.
 * @csspart address - The match in a row's address, if the title alone does not match.
 * @csspart details - The window with a row's details.
 * @csspart menu - The drawn context menu or a submenu, with `menu-item`, `menu-title` and `menu-separator`.
 *
 * @cssproperty [--navi-bar-row-height=max(24px, 1.5em + 2px)] - Height of every row. For fingers, the default is at least 44px.
 * @cssproperty [--navi-bar-indent] - Indentation of each level. The default is 5% of the width, from 8px to 16px.
 * @cssproperty [--navi-bar-background=transparent]
 * @cssproperty [--navi-bar-color=inherit] - Text and glyphs. Lines and hover colours mix it with the background.
 * @cssproperty [--navi-bar-accent=light-dark(#0061e0, #00ddff)] - Focus ring, current page, progress.
 * @cssproperty [--navi-bar-muted-color] - Less important text.
 * @cssproperty [--navi-bar-border-color] - Guides and separators.
 * @cssproperty [--navi-bar-warning-color=light-dark(#a86400, #ffbd4f)] - The glyph of a sitemap that failed.
 * @cssproperty [--navi-bar-hover-background]
 * @cssproperty [--navi-bar-active-background] - The focused row.
 * @cssproperty [--navi-bar-current-background] - The row of the current page.
 * @cssproperty [--navi-bar-match-background] - Text that matches the filter.
 * @cssproperty [--navi-bar-menu-background=Canvas]
 * @cssproperty [--navi-bar-menu-color=CanvasText]
 */
export class NaviBar extends ElementBase {
  static observedAttributes = ["src", "page", "current", "reveal", "outline", "lang"];

  #parts;
  #inputs;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = STYLES;
    this.#parts = new Parts(this, root);
    this.#inputs = new Inputs(this, this.#parts);
  }

  connectedCallback() {
    this.dataset.state ??= "idle";
    this.#inputs.connect();
  }

  disconnectedCallback() {
    this.#inputs.disconnect();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    this.#inputs.attributeChanged(name);
  }

  /** @returns {string | null} */
  get src() {
    return this.getAttribute("src");
  }
  set src(value) {
    this.#reflect("src", value);
  }

  /** @returns {string | null} */
  get page() {
    return this.getAttribute("page");
  }
  set page(value) {
    this.#reflect("page", value);
  }

  /** @returns {string | null} */
  get current() {
    return this.getAttribute("current");
  }
  set current(value) {
    this.#reflect("current", value);
  }

  /** @returns {RevealMode} */
  get revealMode() {
    const mode = this.getAttribute("reveal");
    return mode === "highlight" || mode === "off" ? mode : "reveal";
  }
  set revealMode(mode) {
    this.#reflect("reveal", mode);
  }

  /**
   * The largest height of the pane of the attribute `outline`, in CSS pixels. The default is 40% of the element. The pane is lower
   * if it has few rows.
   *
   * @returns {number | undefined}
   */
  get outlineHeight() {
    return this.#parts.outline.height;
  }
  set outlineHeight(height) {
    this.#parts.outline.height = height;
  }

  /**
   * How many sitemaps of an index the element loads by itself, from 1 to 500. The default is 50.
   *
   * @returns {number | undefined}
   */
  get documentsAtOnce() {
    return this.#parts.loading.documentsAtOnce;
  }
  set documentsAtOnce(number) {
    this.#parts.loading.setDocumentsAtOnce(number);
  }

  /**
   * Where the titles of pages come from: `page` (the default) is the visited pages and their menus, `lists` is also the
   * site's search index, feed, pages of WordPress and `llms.txt`. Each list is requested once, and only for a tree that the
   * site does not declare.
   *
   * @returns {"page" | "lists"}
   */
  get titles() {
    return this.#parts.loading.facts.usesLists ? "lists" : "page";
  }
  set titles(source) {
    this.#parts.loading.facts.setUsesLists(source === "lists");
  }

  /**
   * For an extension: the browser's container that `page` is in. The element uses nothing that it learnt in one container
   * in another.
   */
  get partition() {
    return this.#inputs.partition;
  }
  set partition(name) {
    this.#inputs.setPartition(name);
  }

  /**
   * The address of the site's icon. The row of the home page shows it if the sitemap gives that page no icon.
   *
   * @returns {string | undefined}
   */
  get siteIcon() {
    return this.#parts.siteIcon;
  }
  set siteIcon(url) {
    this.#parts.siteIcon = url;
    this.#parts.view.setSiteIcon(url);
  }

  /**
   * Stores the user's place in each site's tree, so that it outlives the document. The default stores nothing.
   *
   * @returns {import("./types.js").Places | undefined}
   */
  get places() {
    return this.#parts.places.store;
  }
  set places(store) {
    this.#parts.places.store = store;
  }

  /** The engine's view of the shown site. Call `refresh()` after changing it, for example by `expandAll()`. */
  get session() {
    return this.#parts.view.session;
  }

  get state() {
    return this.#parts.loading.state;
  }

  /**
   * The order of siblings, for all sites.
   *
   * @returns {import("./types.js").Order}
   */
  get order() {
    return this.#parts.loading.order;
  }
  set order(order) {
    this.#parts.loading.setOrder(order);
  }

  /**
   * Texts that replace the English ones. `strings/en.json` of the package lists the keys.
   *
   * @returns {Record<string, string> | undefined}
   */
  get strings() {
    return this.#inputs.strings;
  }
  set strings(table) {
    this.#inputs.setStrings(table);
  }

  /**
   * Searches for the sitemap again and loads it. The shown tree stays until the new tree is complete. The same branches are
   * then open.
   */
  reload() {
    this.#parts.loading.reload();
  }

  /**
   * Adds what a page of the shown site says about it, from `pageFacts`. A tree that the site does not declare gets better
   * titles and places, and a site without a sitemap gets a tree. Facts about other sites are ignored.
   *
   * @param {import("./types.js").PageFacts | undefined} page  `undefined` if the page at `page` cannot be read.
   */
  addFacts(page) {
    this.#parts.loading.facts.add(page);
  }

  /**
   * For an extension: a page of the site has loaded. A site that did not answer before is loaded again.
   *
   * @param {number} at  When the page began to load, in milliseconds since 1970.
   */
  pageLoaded(at) {
    void this.#parts.loading.retry(at);
  }

  /** For an extension: it calls `addFacts` for each page. A site without a sitemap then waits for it. */
  get expectsFacts() {
    return this.#parts.expectsFacts;
  }
  set expectsFacts(are) {
    this.#parts.expectsFacts = are;
  }

  /** Stops the load in progress. The pages that have arrived stay. */
  stop() {
    this.#parts.loading.stop();
  }

  /**
   * Shows the tree in a file instead of a site's tree. The file may have any format that the engine reads. It stays on the
   * user's computer. Relative addresses in it become links only if `url` says where it is or will be published.
   *
   * @param {File} file @param {string} [url]  A complete address with `http` or `https`. Others are ignored.
   */
  openFile(file, url) {
    this.#inputs.openFile(file, url);
  }

  /** Returns to the tree that `src` or `page` names. */
  closeFile() {
    this.#inputs.closeFile();
  }

  /** The file from `openFile()`, even if it could not be read. */
  get file() {
    return this.#inputs.file;
  }

  /**
   * Writes the shown tree with its context menus as a file. Reading the file gives the same tree.
   *
   * @param {import("./types.js").ExportFormat} format
   * @param {{ listedOnly?: boolean }} [options]  `listedOnly` leaves out the pages and titles that only visits or menus have
   *   shown. They may be private to the user. The default is `true` if the site has a sitemap.
   * @returns {Promise<File | undefined>}  Named after the site or the opened file. `undefined` if no tree is shown.
   */
  async exportAs(format, { listedOnly = this.session?.source?.format !== "page" } = {}) {
    const { session } = this;
    return session && this.#parts.view.rowCount > 0 ? exported(session, format, this.file, listedOnly) : undefined;
  }

  /**
   * Loads all sitemaps of the site that are not in the tree: those that were left out at first, and those that failed.
   *
   * @returns {Promise<import("./types.js").Outcome | undefined>}  `undefined` if another load is in progress or follows.
   */
  loadMissing() {
    return this.#parts.loadMissing();
  }

  /**
   * Scrolls to the current page and opens the branches around it. If one branch is shown that does not have the page, shows
   * the whole tree again.
   *
   * @returns {boolean}  `true` if the tree has the current page.
   */
  reveal() {
    return this.#parts.revealCurrent();
  }

  /** One branch as the whole tree. @returns {import("./types.js").Branch} */
  get branch() {
    return this.#parts.branch;
  }

  /**
   * Scrolls to the current page and focuses its row.
   *
   * @returns {number | undefined}  The row's id, if the tree has the current page.
   */
  focusCurrent() {
    if (!this.reveal()) return undefined;
    this.#parts.view.focusIndex(this.session?.currentRow() ?? -1);
    return this.focusedRow;
  }

  /** Returns `true` if the whole row of the current page is in sight. @param {number} [more]  Assume that the element is this many pixels taller. */
  isCurrentInSight(more) {
    const row = this.session?.currentRow() ?? -1;
    return row >= 0 && this.#parts.view.isInSight(row, more);
  }

  /** Returns `true` if no row would move if the element became taller. @param {number} more  In pixels. */
  canGrow(more) {
    return this.#parts.view.canGrow(more);
  }

  /** Call this before changing the element's height, so that no row moves. */
  holdRows() {
    this.#parts.reveal.hold();
  }

  get isFiltered() {
    return this.#parts.filter.isOn;
  }

  /** Collapses every branch. If the focused row disappears, its visible ancestor gets the focus. */
  collapseAll() {
    this.#parts.collapseAll();
  }

  /** Expands a branch with everything in it, in steps. @param {number} id  The id of a row. */
  expandBelow(id) {
    this.#parts.expandBelow(id);
  }

  /** Collapses a branch and all branches in it. @param {number} id  The id of a row. */
  collapseBelow(id) {
    this.#parts.collapseBelow(id);
  }

  /** The id of the row that has the focus. */
  get focusedRow() {
    return this.#parts.view.hasRowFocus ? this.#parts.view.activeRow?.id : undefined;
  }

  /** Shows the address of a row's page and its details. @param {number} id @returns {boolean}  `false` if there is nothing to show. */
  showDetails(id) {
    return this.#parts.links.showDetails(id);
  }

  /**
   * The title and the details of the row that is the tab stop. The list is complete when `complete` resolves. `undefined` if
   * there is nothing to show.
   */
  get activeDetails() {
    const row = this.#parts.view.activeRow;
    return row && this.#parts.links.detailsOf(row.id);
  }

  /** The id of the row that is the tab stop. */
  get activeRow() {
    return this.#parts.view.activeRow?.id;
  }

  /** Focuses the filter box. @returns {boolean}  `false` if the box is not visible. */
  focusFilter() {
    return this.#parts.filter.tryFocus();
  }

  /** Paints the session's changes. */
  refresh() {
    this.#parts.view.refresh();
  }

  /** Focuses the row that is the tab stop. @override */
  focus() {
    this.#parts.view.focus();
  }

  /** @param {"src" | "page" | "current" | "reveal"} name @param {string | null | undefined} value */
  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }
}
