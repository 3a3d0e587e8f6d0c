import { Documents } from "./navi-bar/documents.js";
import { onEngineDeath } from "./navi-bar/engine.js";
import { exported } from "./navi-bar/export.js";
import { Filter } from "./navi-bar/filter.js";
import { showPicturesOf } from "./navi-bar/icons.js";
import { TreeInput } from "./navi-bar/input.js";
import { isFindKey } from "./navi-bar/keyboard.js";
import { Kept } from "./navi-bar/kept.js";
import { Links } from "./navi-bar/links.js";
import { Load, targetOf, targetOfFile } from "./navi-bar/load.js";
import { Arrival, carryOver } from "./navi-bar/place.js";
import { Reveal } from "./navi-bar/reveal.js";
import { Status } from "./navi-bar/status.js";
import { Strings } from "./navi-bar/strings.js";
import { STYLES } from "./navi-bar/styles.js";
import { TreeView } from "./navi-bar/tree.js";

/** @typedef {import("./navi-bar/types.js").Disposition} Disposition */
/** @typedef {import("./navi-bar/types.js").Outcome} Outcome */
/** @typedef {import("./navi-bar/types.js").Progress} Progress */
/** @typedef {import("./navi-bar/types.js").RevealMode} RevealMode */
/** @typedef {import("./navi-bar/types.js").Session} Session */
/** @typedef {import("./navi-bar/types.js").State} State */

/** How long after the last change, in milliseconds, the user's place in the tree is kept beyond the document. */
const KEPT_AFTER = 500;

/** With so many rows open, describing which are takes too long to do it whenever the user pauses. */
const MAX_ROWS_DESCRIBED = 100_000;

/**
 * A site's structure as a tree, from the sitemap that declares it, or from the addresses in a plain one.
 *
 * `load`, `error` and `progress` do not bubble, as those of `<img>` and `<video>` do not: a page's own handlers for
 * its `load` and `error` are not to be called by a part of it.
 *
 * @tagname navi-bar
 *
 * @attr {string} src - Address of a sitemap. Takes precedence over `page`.
 * @attr {string} page - Address of a page; the sitemap of its site is looked for. Pages of one origin share the tree.
 * @attr {string} current - Address of the page that is being looked at: marked in the tree and brought into sight.
 *   Without it, `page` or the address of the document.
 * @attr {RevealMode} reveal - What happens by itself when another page is looked at: `reveal` (what it is without this
 *   attribute) marks it and brings it into sight, `highlight` only marks it, `off` leaves the tree as it is. `reveal()`
 *   works in any case, and marks the page until another one is looked at. The property is `revealMode`.
 * @attr {boolean} filter - A box above the tree shows only the pages that have all the words typed into it.
 * @attr {State} data-state - Read-only: `idle`, `loading`, `loaded`, `empty` (no sitemap, or nothing in it) or `failed`.
 *
 * A file that `openFile()` shows stays until `closeFile()`: changes of `src` and `page` then say what is to be shown
 * afterwards, and what is marked as the current page meanwhile.
 *
 * The trees of the sites that were shown last are kept: back at one of them it shows at once, as it was left. One that is
 * 15 minutes old, or not complete, is loaded again then; it stays until the new one is there.
 *
 * @event {CustomEvent<Progress>} progress - Bytes have come; at most once a frame.
 * @event {CustomEvent<{source: import("./navi-bar/types.js").Source | undefined, outcome: Outcome}>} load - The tree is
 *   there, or what had come of it when it was stopped. Comes again when a further document of it has been loaded.
 * @event {CustomEvent<{outcome: Outcome}>} error - There is no tree, or only a part of it, or a further document
 *   of it could not be loaded.
 * @event {CustomEvent<{}>} currentchange - Another page is looked at, or its place in the tree may be another.
 * @event {CustomEvent<{}>} viewchange - Other rows may be in sight: after scrolling, opening, closing, filtering, or in
 *   another size.
 * @event {CustomEvent<{url: string, title: string, disposition: Disposition}>} navigate - A page was chosen. Cancel it
 *   to open the page yourself. Bubbles.
 * @event {CustomEvent<{id: number, title: string, url: string | undefined, items: import("./navi-bar/types.js").MenuItem[],
 *   leftOut: number, details: import("./navi-bar/types.js").Detail[], branch: boolean,
 *   entries: import("./navi-bar/menu.js").Entry[], x: number, y: number, keyboard: boolean}>} menu - A row's context menu
 *   was asked for; sent within the browser's `contextmenu` event. `leftOut` entries of the context tree did not fit in
 *   `items`. `branch`: the row has others below it. `entries` is what can be done with the row; set it to offer other
 *   things in the drawn menu. Cancel the event to let the browser's own menu open. Bubbles.
 *
 * @csspart scroller - What scrolls.
 * @csspart tree - The element with the role tree.
 * @csspart row - A line of the tree; also `current` on the page that is being looked at, `line` on a separator.
 * @csspart twisty - What opens and closes a branch.
 * @csspart icon - The 15 by 15 picture.
 * @csspart title - A row's title.
 * @csspart reason - Why a row's document could not be loaded.
 * @csspart note - The sentence above the tree when a load failed or was stopped, with `note-text`.
 * @csspart message - What stands in the tree's place, with `message-title` and `message-text`.
 * @csspart progress - The strip below the tree while loading, with `progress-bar` and `progress-text`.
 * @csspart button - A button; also `stop` or `retry`.
 * @csspart filter - What is above the tree: the box `filter-field`, with `filter-input`, `filter-count` and `filter-clear`.
 * @csspart filter-empty - The sentence where nothing matches the filter.
 * @csspart match - A part of a title or an address that matches the filter.
 * @csspart address - Where the filter has found something in a row's address and not in its title.
 * @csspart details - The small window with a row's details.
 * @csspart menu - The drawn context menu or a submenu, with `menu-item`, `menu-title` and `menu-separator`.
 *
 * @cssproperty [--navi-bar-row-height=max(24px, 1.5em + 2px)] - Height of every row.
 * @cssproperty [--navi-bar-indent] - Indentation for each level; without it 5% of the width, from 8px to 16px.
 * @cssproperty [--navi-bar-background=transparent]
 * @cssproperty [--navi-bar-color=inherit] - Text, glyphs and, mixed with the background, lines and hovering.
 * @cssproperty [--navi-bar-accent=light-dark(#0061e0, #00ddff)] - Focus ring, current page, progress.
 * @cssproperty [--navi-bar-muted-color] - Text of less weight.
 * @cssproperty [--navi-bar-border-color] - Guides and separating lines.
 * @cssproperty [--navi-bar-warning-color=light-dark(#a86400, #ffbd4f)] - The glyph of a document that failed.
 * @cssproperty [--navi-bar-hover-background]
 * @cssproperty [--navi-bar-active-background] - The focused row.
 * @cssproperty [--navi-bar-current-background] - The current page's row.
 * @cssproperty [--navi-bar-match-background] - What matches the filter.
 * @cssproperty [--navi-bar-menu-background=Canvas]
 * @cssproperty [--navi-bar-menu-color=CanvasText]
 */
export class NaviBar extends HTMLElement {
  static observedAttributes = ["src", "page", "current", "reveal", "lang"];

  #root = this.attachShadow({ mode: "open" });
  /** @type {Record<string, string> | undefined} */
  #overrides;
  #strings = new Strings(undefined, "");
  /** @type {string | undefined} Of the texts that show. */
  #language;
  #view = new TreeView(this.#strings);
  #input = new TreeInput(this.#view, {
    follow: (row, disposition, event) => this.#links.follow(row, disposition, event),
    load: (row) => this.#documents.open(row),
    menu: (row, x, y, keyboard, event) => this.#links.openMenu(row, x, y, keyboard, event),
    key: (event) => this.#key(event),
    acted: () => this.#takeOver(),
  });
  #reveal = new Reveal(this.#view, () => this.#input.isBusy);
  #arrival = new Arrival(this.#view);
  #status = new Status(this.#strings, {
    retry: () => this.#press(() => this.reload()),
    stop: () => this.#press(() => this.stop()),
  });
  #links = new Links({
    root: this.#root,
    view: this.#view,
    strings: () => this.#strings,
    ask: (type, detail) => this.#send(type, detail, true),
    announce: (key) => this.#status.announce(key),
  });

  #filter = new Filter(this.#strings, {
    view: this.#view,
    isLoading: () => this.#loading !== undefined,
    say: (text) => this.#status.say(text),
    began: () => {
      this.#links.closeMenu();
      this.#takeOver();
      this.#filteredAt = this.#currentUrl;
    },
    // The tree is where it was; but who has gone to another page meanwhile wants to see that one.
    ended: () => this.#filteredAt !== this.#currentUrl && this.#reveal.request(),
  });

  #documents = new Documents({
    view: this.#view,
    status: this.#status,
    strings: () => this.#strings,
    load: () => (this.#loading ? undefined : this.#shown),
    progress: (amount) => this.#send("progress", amount),
    ended: (outcome) => this.#documentEnded(outcome),
  });

  /** @type {import("./navi-bar/load.js").Target | undefined} */
  #target;
  /** @type {import("./navi-bar/load.js").FileTarget | undefined} */
  #file;
  /** @type {Load | undefined} The load whose tree is shown. */
  #shown;
  /** @type {Load | undefined} The load under way. */
  #loading;
  /** @type {string | undefined} */
  #currentUrl;
  /** @type {import("./navi-bar/types.js").Order} */
  #order = "site";
  /** @type {string | undefined} The page that was looked at when filtering began. */
  #filteredAt;
  #isUpdating = false;
  #kept = new Kept();
  /** @type {number | undefined} */
  #keeping;
  /** Whether the engine has died: then nothing may be asked of it. */
  #isDead = false;
  #unwatch = () => {};
  /** Tries again by itself when the network is back; what is under way may have begun without it. */
  #retry = async () => {
    await this.#loading?.ended;
    if (this.#shown?.isLacking) this.#startAgain();
  };
  #print = (/** @type {Event} */ { type }) => this.#view.setPrinting(type === "beforeprint");

  /**
   * What keeps the user's place in each site's tree beyond the document; nothing does unless it is set.
   *
   * @type {import("./navi-bar/types.js").Places | undefined}
   */
  places;
  /** @type {number | undefined} */
  #documentsAtOnce;
  #partition = "";
  /** @type {string | undefined} */
  #siteIcon;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = STYLES;
    const { note, message, progress, live } = this.#status;
    const { box, nothing } = this.#filter;
    this.#root.append(message, box, note, nothing, this.#view.scroller, progress, live);
    this.#view.changed = () => {
      this.#filter.update();
      this.#moved();
    };
    this.#view.moved = () => this.#moved();
    this.#view.resized = () => {
      this.#arrival.attempt();
      this.#reveal.resized();
      this.#moved();
    };
    this.#localize();
  }

  connectedCallback() {
    this.dataset.state ??= "idle";
    this.#localize();
    window.addEventListener("online", this.#retry);
    window.addEventListener("beforeprint", this.#print);
    window.addEventListener("afterprint", this.#print);
    this.#view.reconnected();
    this.#unwatch = onEngineDeath(() => this.#die());
    this.#update();
  }

  disconnectedCallback() {
    this.#links.closeMenu();
    this.#takeOver();
    window.removeEventListener("online", this.#retry);
    window.removeEventListener("beforeprint", this.#print);
    window.removeEventListener("afterprint", this.#print);
    this.#unwatch();
    // Moved within the document, it is connected again by then and its load goes on.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#documents.stop();
      if (this.#loading) {
        this.#leave();
        this.#target = undefined; // a later connection starts again
      }
      this.#kept.clear();
    });
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (name === "lang") this.#localize();
    else if (name === "reveal") this.#reveal.setMode(this.revealMode);
    else this.#updateSoon();
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
   * How many sitemaps of an index are loaded at once, from 1 to 500, from the next load on. Without it, 50.
   *
   * @returns {number | undefined}
   */
  get documentsAtOnce() {
    return this.#documentsAtOnce;
  }
  set documentsAtOnce(number) {
    this.#documentsAtOnce = number;
    if (number === undefined) return;
    for (const load of [this.#shown, this.#loading]) load?.session?.setDocumentsAtOnce(number);
  }

  /**
   * For an extension: the container of the browser that `page` is in. Nothing that was learnt or kept in one container is
   * used in another.
   */
  get partition() {
    return this.#partition;
  }
  set partition(name) {
    if (name === this.#partition) return;
    this.#partition = name;
    this.#updateSoon();
  }

  /**
   * The address of the site's icon. The home page's row shows it, where the sitemap has none for that.
   *
   * @returns {string | undefined}
   */
  get siteIcon() {
    return this.#siteIcon;
  }
  set siteIcon(url) {
    this.#siteIcon = url;
    this.#markHome();
  }

  /** The engine's view of the site that is shown. After changing it (`expandAll()`), call `refresh()`. */
  get session() {
    return this.#view.session;
  }

  /** @returns {State} */
  get state() {
    return /** @type {State} */ (this.dataset.state ?? "idle");
  }

  /**
   * The order of entries beside each other, whatever the site.
   *
   * @returns {import("./navi-bar/types.js").Order}
   */
  get order() {
    return this.#order;
  }
  set order(order) {
    if (order === this.#order) return;
    this.#order = order;
    this.#sort();
  }

  /**
   * Texts in place of the English ones; `navi-bar/strings.js` has the keys.
   *
   * @returns {Record<string, string> | undefined}
   */
  get strings() {
    return this.#overrides;
  }
  set strings(table) {
    this.#overrides = table;
    this.#language = undefined;
    this.#localize();
  }

  /**
   * Looks for the sitemap again and loads it. The tree that is shown stays until the new one is there, which then is open
   * where that was.
   */
  reload() {
    if (this.#target && !this.#isDead) this.#start(this.#target, true);
  }

  /** Ends the load under way; what has come stays. */
  stop() {
    if (this.#loading) this.#loading.stop();
    else this.#documents.stop();
  }

  /**
   * Shows the tree in a file of any format that is read, in place of a site's. Nothing of it leaves the browser.
   *
   * @param {File} file
   */
  openFile(file) {
    this.#file = targetOfFile(file);
    if (this.isConnected) this.#update();
  }

  /** Shows what `src` and `page` say again. */
  closeFile() {
    this.#file = undefined;
    if (this.isConnected) this.#update();
  }

  /** The file that is shown, or would be if it could be read. */
  get file() {
    return this.#file?.file;
  }

  /**
   * The tree that is shown, with its context menus, as a file that declares it: reading that gives the same tree.
   *
   * @param {import("./navi-bar/types.js").ExportFormat} format
   * @returns {File | undefined}  Named after the site or the file; nothing if no tree is shown.
   */
  exportAs(format) {
    const { session } = this;
    return session && this.#view.rowCount > 0 ? exported(session, format, this.file) : undefined;
  }

  /**
   * Brings the current page into sight, opening what is around it.
   *
   * @returns {boolean}  Whether the tree has the current page.
   */
  reveal() {
    return this.#reveal.now();
  }

  /**
   * Brings the current page into sight and focuses its row.
   *
   * @returns {number | undefined}  The row's id, if the tree has the current page.
   */
  focusCurrent() {
    if (!this.reveal()) return undefined;
    this.#view.focusIndex(this.session?.currentRow() ?? -1);
    return this.focusedRow;
  }

  /**
   * Whether the whole row of the current page is in sight.
   *
   * @param {number} [more]  As if the element were this many pixels higher.
   */
  isCurrentInSight(more) {
    const row = this.session?.currentRow() ?? -1;
    return row >= 0 && this.#view.isInSight(row, more);
  }

  /**
   * Whether the rows would stay in place if the element were this many pixels higher.
   *
   * @param {number} more
   */
  canGrow(more) {
    return this.#view.canGrow(more);
  }

  /** The element is about to have another height, and its rows are to stay where they are. */
  holdRows() {
    this.#reveal.hold();
  }

  /** Whether the tree is filtered. */
  get isFiltered() {
    return this.#filter.isOn;
  }

  /** Closes every branch. A focused row that is then out of the tree gives its focus to the one around it. */
  collapseAll() {
    this.#takeOver();
    this.session?.collapseAll();
    this.#view.refresh();
  }

  /** Id of the row that has the focus within the page. */
  get focusedRow() {
    return this.#view.hasRowFocus ? this.#view.activeRow?.id : undefined;
  }

  /**
   * Shows the address of a row's page, and what else the sitemap says of it.
   *
   * @param {number} id
   * @returns {boolean}  Whether there is anything to show.
   */
  showDetails(id) {
    return this.#links.showDetails(id);
  }

  /** Focuses the filter box, if it shows. @returns {boolean}  Whether it does. */
  focusFilter() {
    if (!this.#filter.box.checkVisibility()) return false;
    this.#filter.focus();
    return true;
  }

  /** Paints what has changed in the session. */
  refresh() {
    this.#view.refresh();
  }

  /**
   * Focuses the row that Tab would lead to.
   *
   * @override
   */
  focus() {
    this.#view.focus();
  }

  /** @param {"src" | "page" | "current" | "reveal"} name @param {string | null | undefined} value */
  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  #localize() {
    const language = this.lang || document.documentElement.lang || navigator.language;
    if (language === this.#language) return;
    this.#language = language;
    this.#strings = new Strings(this.#overrides, language);
    this.#status.setStrings(this.#strings);
    this.#view.setStrings(this.#strings);
    this.#filter.setStrings(this.#strings);
  }

  /** Attributes that are set one after the other count as one change. */
  #updateSoon() {
    if (this.#isUpdating || !this.isConnected) return;
    this.#isUpdating = true;
    queueMicrotask(() => {
      this.#isUpdating = false;
      if (this.isConnected) this.#update();
    });
  }

  #update() {
    if (this.#isDead) return;
    const target = this.#file ?? targetOf(this.src, this.page, this.baseURI, this.#partition);
    const isNewSite = target?.site !== this.#target?.site;
    const isNewPage = target?.url !== this.#target?.url;
    if (!target || isNewSite) {
      this.#leave();
      showPicturesOf(target?.site ?? "");
    }
    this.#target = target;
    this.#markHome();
    const current = this.current ?? this.page ?? this.ownerDocument.URL;
    const url = URL.canParse(current, this.baseURI) ? new URL(current, this.baseURI).href : undefined;
    const isNewCurrent = url !== this.#currentUrl;
    this.#currentUrl = url;
    const kept = target && isNewSite ? this.#kept.take(target.site) : undefined;
    if (kept) {
      this.#comeBack(kept);
    } else if (target && isNewSite) {
      this.#start(target);
    } else if (isNewCurrent) {
      for (const load of [this.#shown, this.#loading]) load?.session?.setCurrent(url);
      this.#view.refresh();
      this.#reveal.request();
    }
    if (isNewCurrent) this.#send("currentchange", {});
    // A site that did not answer is asked again when the user goes on to its next page.
    if (!isNewSite && isNewPage && this.#shown?.isLacking) this.#startAgain();
  }

  #markHome() {
    const target = this.#target?.kind === "file" ? undefined : this.#target?.url;
    this.#view.setHome(target && URL.parse("/", target)?.href, this.#siteIcon);
  }

  #moved() {
    this.#keepPlaceSoon();
    this.#send("viewchange", {});
  }

  /** When the user pauses, and not when the document is about to go: nothing that it sends then arrives. */
  #keepPlaceSoon() {
    clearTimeout(this.#keeping);
    if (!this.places || this.#view.rowCount > MAX_ROWS_DESCRIBED) return;
    this.#keeping = setTimeout(() => this.#keepPlace(), KEPT_AFTER);
  }

  #keepPlace() {
    clearTimeout(this.#keeping);
    const { session } = this;
    const load = this.#shown;
    if (!this.places || !session || !load || load.isRunning || load.target.kind !== "page") return;
    if (this.#view.rowCount === 0) return;
    const place = this.#filter.wholePlace;
    const state = session.state(place?.first, place?.active);
    this.places.keep(load.target.site, { state, offset: place?.offset ?? 0, current: this.#currentUrl });
  }

  #startAgain() {
    if (this.#target && this.#target.kind !== "file" && !this.#loading) this.#start(this.#target);
  }

  /** The engine has died. What it held is gone with it. */
  #die() {
    if (this.#isDead) return;
    this.#isDead = true;
    const hadFocus = this.#root.activeElement !== null;
    clearTimeout(this.#keeping);
    this.#loading = this.#shown = undefined;
    this.#view.show(undefined);
    this.#kept.abandon();
    this.#documents.abandon();
    this.#takeOver();
    this.#links.closeMenu();
    this.#filter.forget();
    this.#status.dead();
    this.#setState("failed");
    if (hadFocus) this.#status.focus();
    this.#send("currentchange", {});
  }

  /** The tree is the user's now: it does not move by itself. */
  #takeOver() {
    this.#reveal.cancel();
    this.#arrival.cancel();
  }

  /** The tree of one site never shows for the next; but it is kept. */
  #leave() {
    this.#keepPlace();
    this.#links.closeMenu();
    const [load, loading] = [this.#shown, this.#loading];
    const hasTree = this.#view.rowCount > 0;
    const place = this.#filter.wholePlace;
    // What was still to be shown is to be shown then.
    const current = this.#reveal.isPending ? undefined : this.#currentUrl;
    const { saved } = this.#arrival;
    this.#loading = this.#shown = undefined;
    this.#takeOver();
    this.#documents.clear();
    this.#filter.forget();
    this.#view.show(undefined);
    if (loading && loading !== load) loading.discard();
    if (load?.session && load.target.kind !== "file" && (hasTree || load.isRunning)) {
      load.isOutdated ||= loading !== undefined && loading !== load;
      load.session.setFilter("");
      this.#kept.put(load.target.site, { load, place, current, saved });
    } else {
      load?.discard();
    }
    this.#status.clear();
    this.#status.setFile(this.#file !== undefined);
    this.#setState("idle");
  }

  /** Shows a tree that was put aside. @param {import("./navi-bar/kept.js").Aside} aside */
  #comeBack({ load, place, current, saved }) {
    const { session, outcome, target } = load;
    this.#shown = load;
    session?.setCurrent(this.#currentUrl);
    session?.setOrder(this.#order);
    this.#view.show(session, place);
    if (saved) this.#arrival.request(saved);
    this.#arrival.attempt();
    if (current !== this.#currentUrl) this.#reveal.request();
    if (this.#order === "changed") this.#sort();
    if (outcome) {
      this.#tell(load, outcome);
      if (load.isDue) this.#start(target);
    } else {
      this.#loading = load;
      this.#setState("loading");
      this.#status.loading();
      this.#follow(load);
    }
  }

  /** Sorts what is shown. What an order must know of all pages is made ready before, with pauses. */
  async #sort() {
    const order = this.#order;
    if (order === "changed") await this.session?.prepareOrder(order);
    if (order !== this.#order) return;
    for (const load of [this.#shown, this.#loading]) load?.session?.setOrder(order);
    this.#view.refresh();
    this.#send("currentchange", {});
  }

  /** @param {import("./navi-bar/load.js").Target} target @param {boolean} [isReload]  The user has asked for it. */
  #start(target, isReload = false) {
    this.#documents.clear();
    // What has come of the tree that is shown stays until the new one is there.
    if (this.#loading === this.#shown) this.#loading?.stop();
    else this.#loading?.discard();
    const load = new Load(target, isReload);
    this.#loading = load;
    const hasOldTree = this.#view.rowCount > 0;
    this.#setState("loading");
    this.#status.loading();
    load.run(
      hasOldTree || target.kind !== "page" ? undefined : this.places?.recall(target.site),
      (session, saved) => {
        session.setCurrent(this.#currentUrl);
        if (this.#order !== "site") session.setOrder(this.#order);
        if (this.#documentsAtOnce !== undefined) session.setDocumentsAtOnce(this.#documentsAtOnce);
        if (hasOldTree) return; // it stays until the new one is there
        if (saved) session.restore(saved.state);
        this.#show(load);
        if (saved) this.#arrival.request(saved);
        if (saved?.current !== this.#currentUrl) this.#reveal.request();
      },
      (progress) => {
        if (load !== this.#loading) return; // its site has been left
        this.#status.advance(progress);
        if (load === this.#shown) {
          this.#view.refresh();
          this.#arrival.attempt();
          this.#reveal.attemptWhileLoading();
        }
        this.#send("progress", progress);
      },
      this.#strings,
    );
    this.#follow(load);
  }

  /** @param {Load} load  That is under way. */
  async #follow(load) {
    const outcome = await load.ended;
    if (!outcome || load !== this.#loading) return;
    this.#loading = undefined;
    // It was ended because the user had gone away, who is back.
    if (outcome.status === "stopped" && load.isLacking) this.#start(load.target);
    else this.#end(load, outcome);
  }

  /** @param {Load} load */
  #show(load) {
    if (load === this.#shown) return;
    this.#links.closeMenu();
    this.#documents.clear();
    const [before, after] = [this.#shown?.session, load.session];
    const place = before && after ? carryOver(before, this.#filter.wholePlace, after) : undefined;
    this.#view.show(after, this.#filter.isOn ? undefined : place);
    this.#filter.renew(place);
    this.#view.refresh();
    this.#shown?.discard();
    this.#shown = load;
  }

  /** @param {Load} load @param {Outcome} outcome */
  #end(load, outcome) {
    const old = load !== this.#shown && this.#view.rowCount > 0 ? this.#shown : undefined;
    const { status } = outcome;
    const { isStale } = load;
    if (old && (isStale || (status !== "loaded" && status !== "not-found"))) {
      old.isOutdated = status !== "stopped";
      load.discard(); // the old tree is better than none, or than an older one
    } else {
      const isFirst = load !== this.#shown && !old;
      this.#show(load);
      if (isFirst) this.#reveal.request();
      this.#view.refresh();
      this.#arrival.attempt();
      this.#arrival.cancel();
      this.#reveal.attempt();
    }
    this.#tell(this.#shown ?? load, outcome, isStale);
  }

  /**
   * Says what came of it.
   *
   * @param {Load} load  Whose tree is shown.
   * @param {Outcome} outcome
   * @param {boolean} [isStale]  The site could not be reached; what is shown is from another time.
   */
  #tell(load, outcome, isStale = load.isStale) {
    const { status } = outcome;
    const hadFocus = this.#root.activeElement !== null;
    const hasTree = this.#view.rowCount > 0;
    if (status === "loaded" && hasTree && isStale) {
      this.#status.stale();
      this.#setState("loaded");
    } else if (status === "loaded" && hasTree) {
      this.#status.loaded(load.session?.source?.pages ?? 0);
      this.#setState("loaded");
    } else if (status === "loaded") {
      this.#status.noPages();
      this.#setState("empty");
    } else if (status === "not-found") {
      this.#view.show(undefined);
      this.#status.empty();
      this.#setState("empty");
    } else if (status === "stopped") {
      this.#status.stopped(hasTree);
      this.#setState(hasTree ? "loaded" : "failed");
    } else {
      this.#status.failed(outcome, hasTree);
      this.#setState("failed");
    }
    if (hadFocus && !hasTree) this.#status.focus();
    if (this.state === "loaded" || status === "loaded") this.#send("load", { source: this.session?.source, outcome });
    else this.#send("error", { outcome });
    this.#send("currentchange", {});
    this.#documents.next();
  }

  /** @param {Outcome} outcome  Of a further document. */
  #documentEnded(outcome) {
    this.#reveal.attempt();
    if (outcome.status === "loaded") this.#send("load", { source: this.session?.source, outcome });
    else if (outcome.status !== "stopped") this.#send("error", { outcome });
    this.#send("currentchange", {});
  }

  /** A button is pressed and goes away; the focus goes on in the tree. @param {() => void} action */
  #press(action) {
    const hadFocus = this.#root.activeElement !== null;
    action();
    if (hadFocus) this.#view.focus();
  }

  /** A key in the tree that means the element. @param {KeyboardEvent} event */
  #key(event) {
    if (isFindKey(event)) return this.focusFilter();
    if (event.key !== "Escape" || !this.#filter.isOn) return false;
    this.#filter.leave();
    return true;
  }

  /** @param {State} state */
  #setState(state) {
    this.dataset.state = state;
    if (state === "loading") this.#view.tree.setAttribute("aria-busy", "true");
    else this.#view.tree.removeAttribute("aria-busy");
    this.#filter.update();
  }

  /**
   * @param {string} type
   * @param {object} detail
   * @param {boolean} [isRequest]  It asks before something is done: bubbles and can be cancelled.
   * @returns {boolean}  Whether nobody has cancelled it.
   */
  #send(type, detail, isRequest = false) {
    return this.dispatchEvent(
      new CustomEvent(type, { detail, bubbles: isRequest, composed: isRequest, cancelable: isRequest }),
    );
  }
}
