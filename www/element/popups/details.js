import { element, isRightToLeft } from "../dom.js";
import { languageName } from "../text/languages.js";
import { MARGIN, placeAt } from "./placement.js";

/** @typedef {import("../types.js").Claim} Claim */
/** @typedef {import("../types.js").Detail} Detail */

/** The limits of a row's tooltip: lines, and characters of each line. */
const TIP_LINES = 8;
const TIP_LETTERS = 160;

/** The names of details that are a number of bytes. */
const SIZES = new Set(["length", "size"]);

/** A number from 0 to 1. */
const SHARE = /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/;

/**
 * Translates and formats the names and values of a page's details. Unknown names stay as they are.
 *
 * @param {Detail[]} details
 * @param {import("../text/strings.js").Strings} strings
 * @param {Uint32Array} [readBelow]  How many pages of the branch the user has read, and how many it has.
 * @returns {Detail[]}
 */
export function formatted(details, strings, [read, all] = new Uint32Array()) {
  const lines = details.map((detail) => {
    const key = keyOf(detail.name);
    return { name: strings.has(key) ? strings.get(key) : detail.name, value: formattedValue(detail, strings) };
  });
  if (read === undefined || all === undefined) return lines;
  return [...lines, { name: strings.get("detail_read"), value: strings.plural("filterCount", all, { found: strings.number(read) }) }];
}

/**
 * Says what other sources than those of the tree say about a page.
 *
 * @param {Claim[]} claims
 * @param {import("../text/strings.js").Strings} strings
 * @returns {Detail[]}
 */
function lost(claims, strings) {
  return claims
    .filter(({ hasWon }) => !hasWon)
    .map(({ about, text, source }) => ({
      name: strings.get(about === "title" ? "detail_otherTitle" : "detail_otherPlace"),
      value: strings.get("detailLine", { name: strings.get(keyOf(`${about}From_${source}`)), value: text || strings.get("detail_top") }),
    }));
}

/** Returns the key of a name or value. Keys have no hyphens and spaces. @param {string} name */
function keyOf(name) {
  return `detail_${name.replace(/[ -]/g, "_")}`;
}

/** @param {Detail} detail @param {import("../text/strings.js").Strings} strings */
function formattedValue({ name, value, date }, strings) {
  const word = keyOf(`${name}_${value}`);
  if (strings.has(word)) return strings.get(word);
  if (name === "language") return languageName(value, strings.get("defaultLanguage")) ?? value;
  if (name === "priority" && SHARE.test(value)) return strings.share(Number(value));
  if (SIZES.has(name) && /^\d{1,15}$/.test(value)) return strings.bytes(Number(value));
  return date ? strings.date(value, date) : value;
}

/**
 * Returns the lines of a row's tooltip.
 *
 * @param {Detail[]} details
 * @param {import("../text/strings.js").Strings} strings
 * @param {Uint32Array} [readBelow]  As in `formatted()`.
 * @returns {string[]}
 */
export function detailLines(details, strings, readBelow) {
  const shown = formatted(details.slice(0, TIP_LINES), strings, readBelow);
  const lines = shown.map(({ name, value }) => strings.get("detailLine", { name, value: cut(value) }));
  return details.length > TIP_LINES ? [...lines, "…"] : lines;
}

/** Shortens a value for the tooltip. @param {string} value */
function cut(value) {
  const letters = [...value.slice(0, 2 * TIP_LETTERS)];
  return letters.length > TIP_LETTERS ? `${letters.slice(0, TIP_LETTERS).join("")}…` : value;
}

/** Characters that stay encoded in an address: all but ASCII, letters, digits and the marks on them, and those that are invisible. */
const UNREADABLE = /[^\p{ASCII}\p{L}\p{N}\p{M}]|[\p{Cc}\p{DI}\s]/gu;

/**
 * Decodes the letters in an address for display. Other characters could give it another look: a line break, a change of the
 * direction, or a sign like a slash.
 *
 * @param {string} url
 */
export function readableAddress(url) {
  try {
    return decodeURI(url).replace(UNREADABLE, encodeURIComponent);
  } catch {
    return url;
  }
}

/**
 * @typedef {object} DetailsActions
 * @property {() => import("../text/strings.js").Strings} strings
 * @property {(url: string) => Promise<boolean>} copy  Returns `false` if it failed.
 */

/**
 * Makes the list of a page's address and details.
 *
 * @param {string | undefined} url
 * @param {Detail[]} details  Formatted.
 * @param {DetailsActions} actions
 */
export function detailList(url, details, { strings, copy }) {
  const list = element("dl", { class: "details-list" });
  if (url !== undefined) list.append(element("dt", {}, strings().get("address")), addressOf(url, { strings, copy }));
  append(list, details);
  return list;
}

/** @param {HTMLElement} list @param {Detail[]} details  Formatted. */
function append(list, details) {
  for (const { name, value } of details) list.append(element("dt", { dir: "auto" }, name), element("dd", { dir: "auto" }, value));
}

/** @param {string} url @param {DetailsActions} actions */
function addressOf(url, { strings, copy }) {
  const button = element("button", { type: "button", class: "details-copy" }, strings().get("copyLink"));
  button.addEventListener("click", async () => {
    if (await copy(url)) button.textContent = strings().get("announceCopied");
  });
  return element("dd", {}, element("span", { class: "details-address", dir: "ltr" }, readableAddress(url)), button);
}

/**
 * Adds what other sources say about the page, when it is known.
 *
 * @param {HTMLElement} list
 * @param {Promise<Claim[]> | undefined} claims  What all sources say about the page.
 * @param {DetailsActions} actions
 */
export async function appendClaims(list, claims, { strings }) {
  // Without the second module of the engine, nothing was visited.
  const all = (await claims?.catch(() => [])) ?? [];
  append(list, lost(all, strings()));
}

/** A small window with the details of a page. */
export class DetailsWindow {
  #root;
  #actions;
  /** @type {HTMLElement | undefined} */
  #element;

  /** @param {ShadowRoot} root @param {DetailsActions} actions */
  constructor(root, actions) {
    this.#root = root;
    this.#actions = actions;
  }

  /**
   * @param {string} title
   * @param {HTMLElement} list  From `detailList()`.
   * @param {DOMRect} row  The box of the page's row.
   * @param {Promise<void>} complete  Resolves when the list is complete.
   */
  open(title, list, row, complete) {
    this.close();
    const strings = this.#actions.strings();
    const closeText = strings.get("detailsClose");
    const close = element("button", { type: "button", class: "details-close", title: closeText, "aria-label": closeText });
    close.addEventListener("click", () => this.close());
    const made = element(
      "div",
      { role: "dialog", "aria-label": title, part: "details", class: "details", popover: "auto", tabindex: "0" },
      element("div", { class: "details-head" }, element("p", { class: "details-title", dir: "auto" }, title), close),
      list,
    );
    this.#element = made;
    const { activeElement: before } = this.#root;
    made.addEventListener("beforetoggle", (event) => {
      const isClosing = /** @type {ToggleEvent} */ (event).newState === "closed";
      // Chromium does not return the focus to an element in a shadow tree.
      if (isClosing && made.contains(this.#root.activeElement) && before instanceof HTMLElement) before.focus();
    });
    made.addEventListener("toggle", (event) => {
      // The browser has returned the focus by then.
      if (/** @type {ToggleEvent} */ (event).newState === "closed") made.remove();
    });
    this.#root.append(made);
    made.showPopover();
    this.#place(made, row);
    made.focus();
    void complete.then(() => this.#place(made, row));
  }

  /** Puts the window beside a row. @param {HTMLElement} made @param {DOMRect} row */
  #place(made, row) {
    const { width, height } = made.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const isRtl = isRightToLeft(this.#root.host);
    const point = { x: isRtl ? row.right - MARGIN : row.left + MARGIN, y: row.bottom, top: row.top };
    const { left, top } = placeAt(point, { width, height }, { width: clientWidth, height: clientHeight }, isRtl);
    made.style.left = `${left}px`;
    made.style.top = `${top}px`;
  }

  close() {
    this.#element?.hidePopover();
    this.#element = undefined;
  }
}
