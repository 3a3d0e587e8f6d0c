import { element } from "./dom.js";
import { prepareDeferred } from "./load/deferred.js";
import { Documents } from "./load/documents.js";
import { Loading } from "./load/loading.js";
import { PlaceKeeper } from "./load/place-keeper.js";
import { PositionRestorer } from "./load/restore-position.js";
import { Filter } from "./filter.js";
import { Links } from "./links.js";
import { OnlyBranch } from "./only-branch.js";
import { Outline } from "./outline/outline.js";
import { Status } from "./status.js";
import { Strings } from "./text/strings.js";
import { TreeInput } from "./tree/input.js";
import { isFindKey } from "./tree/keyboard.js";
import { Reveal } from "./tree/reveal.js";
import { TreeView } from "./tree/tree-view.js";

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {typeof import("./load/own-page-facts.js").OwnPageFacts} FactsReader */

/** @type {FactsReader | undefined} */
let FactsReader;

/** Lets elements read the facts of their own document. The sidebar does not: its document is not a page of a site. @param {FactsReader} reader */
export function readOwnPageBy(reader) {
  FactsReader = reader;
}

/** Creates the parts of one element and connects them. */
export class Parts {
  #host;
  #root;
  view = new TreeView(new Strings(undefined, ""), "tree");
  #input = new TreeInput(this.view, {
    follow: (row, disposition, event) => this.links.follow(row, disposition, event),
    load: (row) => this.#documents.open(row),
    menu: (row, x, y, keyboard, event) => this.links.openMenu(row, x, y, keyboard, event),
    key: (event) => this.#key(event),
    acted: () => this.takeOver(),
  });
  expandBelow = (/** @type {number} */ id) => this.#input.expandBelow(id);
  collapseBelow = (/** @type {number} */ id) => this.#input.collapseBelow(id);
  reveal = new Reveal(this.view, () => this.#input.isBusy);
  #position = new PositionRestorer(this.view);
  #status = new Status(this.view.strings, {
    retry: () => this.#press(() => this.loading.reload()),
    stop: () => this.#press(() => this.loading.stop()),
  });
  filter = new Filter(this.view.strings, {
    view: this.view,
    isLoading: () => this.loading.isRunning,
    announce: (text) => this.#status.say(text),
    began: () => {
      this.links.closeMenu();
      this.takeOver();
      this.#filteredAt = this.loading.currentUrl;
    },
    isInBranch: () => this.branch?.isOn,
    leaveBranch: () => this.branch.leave(),
    pages: () => this.branch.pages,
    // The tree returns to its old position. If the current page has changed meanwhile, reveal the new one.
    ended: () => this.#filteredAt !== this.loading.currentUrl && this.reveal.request(),
    changed: (text) => {
      this.outline.setFilter(text);
      this.send("filterchange", { text });
    },
    again: (text) => !this.send("filteragain", { text }, true),
    focusOther: () => this.outline.focus(),
    openOther: () => this.outline.openFirst(),
  });
  branch = new OnlyBranch(this.view.strings, {
    view: this.view,
    filter: this.filter,
    takeOver: () => this.takeOver(),
    hasFocus: () => this.#hasFocus,
    changed: () => {
      this.filter.update();
      this.send("branchchange", {});
    },
  });
  #documents = new Documents({
    view: this.view,
    status: this.#status,
    load: () => (this.loading.isRunning ? undefined : this.loading.shown),
    progress: (amount) => this.send("progress", amount),
    ended: (outcome) => this.#documentEnded(outcome),
    named: () => {
      this.reveal.attempt();
      this.send("currentchange", {});
    },
  });
  loadMissing = () => this.#documents.openMissing();
  places = new PlaceKeeper({
    view: this.view,
    filter: this.filter,
    shown: () => this.loading.shown,
    currentUrl: () => this.loading.currentUrl,
  });
  loading = new Loading({
    view: this.view,
    status: this.#status,
    filter: this.filter,
    reveal: this.reveal,
    position: this.#position,
    documents: this.#documents,
    places: this.places,
    hasFocus: () => this.#hasFocus,
    closeMenu: () => this.links.closeMenu(),
    takeOver: () => this.takeOver(),
    targetChanged: (target) => {
      this.loading.facts.areExpected = this.#facts?.follow(target) === true || this.expectsFacts;
    },
    send: (type, detail) => this.send(type, detail),
  });
  #facts = FactsReader && new FactsReader((facts) => this.loading.facts.add(facts));
  links;
  outline = new Outline(this.view.strings, {
    fold: (isOpen) => {
      this.#host.setAttribute("outline", isOpen ? "open" : "");
      this.send("outlinechange", {});
    },
    resized: () => this.send("outlinechange", {}),
    height: () => this.#host.clientHeight,
    key: (event) => this.#outlineKey(event),
    follow: (row, disposition, event) => this.links.follow(row, disposition, event),
  });
  /** @type {string | undefined} The current page when the user started to filter. */
  #filteredAt;
  #isReporting = false;
  #below = element("slot", { name: "below-tree" });
  /** The document calls `addFacts` for each page. */
  expectsFacts = false;
  /** @type {string | undefined} The address of the site's icon. */
  siteIcon;

  /** @param {HTMLElement} host @param {ShadowRoot} root */
  constructor(host, root) {
    this.#host = host;
    this.#root = root;
    this.links = new Links({
      root,
      view: this.view,
      request: (type, detail) => this.send(type, detail, true),
      announce: (key) => this.#status.announce(key),
      expandBelow: this.expandBelow,
      collapseBelow: this.collapseBelow,
      showOnly: (id) => this.branch.show(id),
      titleReader: (id) => this.#documents.titleReader(id),
    });
    const { note, message, progress, live } = this.#status;
    const { box, nothing } = this.filter;
    root.append(message, box, this.branch.line, note, nothing, this.view.scroller, progress, this.#below, this.outline.box, live);
    this.view.changed = () => {
      this.filter.update();
      this.branch.update();
      this.#moved();
    };
    this.view.moved = () => this.#moved();
    this.view.resized = () => {
      this.#position.attempt();
      this.reveal.resized();
      this.#moved();
    };
    this.loading.addEventListener("statechange", () => this.#showState());
    // A user who points at the tree may use any function of the engine.
    for (const type of ["pointerenter", "focusin"]) host.addEventListener(type, prepareDeferred);
  }

  /** @param {Strings} strings */
  setStrings(strings) {
    this.#status.setStrings(strings);
    this.view.setStrings(strings);
    this.filter.setStrings(strings);
    this.outline.setStrings(strings);
    this.branch.setStrings(strings);
  }

  /** Collapses every branch. */
  collapseAll() {
    this.takeOver();
    this.view.session?.collapseAll();
    this.view.refresh();
  }

  /** Scrolls to the current page. Leaves the branch that is shown if it does not have the page. */
  revealCurrent() {
    if (this.reveal.now()) return true;
    if (!this.branch.isOn) return false;
    this.branch.leave();
    return this.reveal.now();
  }

  /** The user controls the tree now: it no longer moves by itself. */
  takeOver() {
    this.reveal.cancel();
    this.#position.cancel();
  }

  #moved() {
    this.places.keepSoon();
    this.send("viewchange", {});
  }

  /** The load of a child sitemap has ended. @param {Outcome} outcome */
  #documentEnded(outcome) {
    this.reveal.attempt();
    if (outcome.status === "loaded") this.send("load", { source: this.view.session?.source, outcome });
    else if (outcome.status !== "stopped") this.send("error", { outcome });
    this.send("currentchange", {});
  }

  /** Runs the action of a button that disappears, and moves its focus to the tree. @param {() => void} action */
  #press(action) {
    const hadFocus = this.#hasFocus;
    action();
    if (hadFocus) this.view.focus();
  }

  /** Handles keys in the tree that concern the whole element. @param {KeyboardEvent} event */
  #key(event) {
    if (isFindKey(event)) return this.filter.tryFocus();
    if (event.key !== "Escape") return false;
    if (this.filter.isOn) this.filter.leave();
    else if (this.branch.isOn) this.branch.leave();
    else return false;
    return true;
  }

  /** Handles keys in the pane below the tree. @param {KeyboardEvent} event */
  #outlineKey(event) {
    if (isFindKey(event)) return this.filter.tryFocus();
    if (event.key !== "Escape" || !this.filter.isOn) return false;
    this.filter.clear();
    return true;
  }

  get #hasFocus() {
    return this.#root.activeElement !== null;
  }

  #showState() {
    const { state } = this.loading;
    if (state === "loaded" && this.branch.isOn) void this.branch.count();
    this.#host.dataset.state = state;
    if (state === "loading") this.view.tree.setAttribute("aria-busy", "true");
    else this.view.tree.removeAttribute("aria-busy");
    this.filter.update();
    if (this.#isReporting) return;
    this.#isReporting = true;
    queueMicrotask(() => {
      this.#isReporting = false;
      this.send("statechange", {});
    });
  }

  /**
   * @param {string} type
   * @param {object} detail
   * @param {boolean} [isRequest]  The event bubbles and can be cancelled.
   * @returns {boolean}  `false` if a listener cancelled it.
   */
  send(type, detail, isRequest = false) {
    return this.#host.dispatchEvent(
      new CustomEvent(type, { detail, bubbles: isRequest, composed: isRequest, cancelable: isRequest }),
    );
  }
}
