import { countMessage, formatted, message } from "../../browser.js";
import { element } from "../../../element/dom.js";
import { TabIcon } from "./tab-icon.js";
import { fileName } from "../look/file-name.js";

/** @typedef {import("../../../element/types.js").Source} Source */

/** The first line of the sidebar: the icon and name of the site, and the number of its pages. */
export class SiteHeader {
  /** @type {HTMLImageElement | undefined} */
  #picture;
  #icon;
  #box;
  #name;
  #host = element("span", { class: "host" });
  /** The folder of a site below a path of its host. */
  #folder = element("span", { class: "folder" });
  #count;
  #spokenCount;
  /** Decides what a narrow header shows. */
  #sizes;
  /** The full name. */
  #title = "";
  #tabIcon = new TabIcon((source) => this.#showPicture(source));
  /** The address of the site's icon for `<img>`. @type {string | undefined} */
  #source;
  /** @type {(source: string | undefined) => void} */
  #iconChanged = () => {};

  /** @param {HTMLElement} header  With elements of the ids `icon`, `name`, `site` and `count`. */
  constructor(header) {
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (header.querySelector(selector));
    this.#icon = part("#icon");
    this.#name = part("#site");
    this.#name.replaceChildren(this.#host, this.#folder);
    this.#count = part("#count > [aria-hidden]");
    this.#spokenCount = part("#count > .spoken");
    this.#box = part("#name");
    const number = part("#count");
    this.#sizes = new ResizeObserver(() => {
      const room = this.#box.clientWidth;
      const [width, isCut] = fit(this.#host, room, this.#folder.textContent ? this.#folder.scrollWidth : undefined);
      this.#box.toggleAttribute("data-cut", isCut && width + number.offsetWidth <= room);
    });
    for (const each of [this.#box, this.#name]) this.#sizes.observe(each);
  }

  /**
   * @param {{ page: string | undefined, icon: string | undefined, file: File | undefined }} shown  The page in the tab, the
   *   tab's icon, and the user's file that replaces the site.
   */
  show({ page, icon, file }) {
    const { host, origin } = (page && URL.parse(page)) || { host: "", origin: undefined };
    const title = file ? message("openedFile", file.name) : host || "Navibar";
    this.#title = title;
    this.#host.replaceChildren(...(file || !host ? [label(file?.name ?? "Navibar", "short")] : labelsOf(host)));
    this.#icon.dataset.kind = file ? "file" : "site";
    this.#tabIcon.show(file ? undefined : origin, icon);
  }

  /** @param {(source: string | undefined) => void} changed  Receives the address of the icon for `<img>`, now and after each change. */
  followIcon(changed) {
    this.#iconChanged = changed;
    changed(this.#source);
  }

  /** @param {string | undefined} source */
  #showPicture(source) {
    this.#source = source;
    this.#iconChanged(source);
    this.#picture?.remove();
    if (source === undefined) return;
    // Always a new <img>: an old one shows its last picture until the next one has loaded.
    const picture = element("img", { alt: "", width: "16", height: "16" });
    picture.addEventListener("error", () => picture.remove());
    picture.src = source;
    this.#icon.append(picture);
    this.#picture = picture;
  }

  /**
   * Describes the tree.
   *
   * @param {Source | undefined} source
   * @param {File | undefined} file
   * @param {string | undefined} scope  The address of the site: an origin, or a folder.
   * @param {number} [pages]  The number of pages, if only a branch is shown.
   */
  describe(source, file, scope, pages = source?.pages) {
    const { pathname = "/" } = (!file && scope && URL.parse(scope)) || {};
    this.#folder.textContent = pathname.replace(/\/$/, "");
    const text = source ? sourceText(source, file) : "";
    const { title, description } = source ?? {};
    // A site is known by its host, which it cannot choose.
    if (file) this.#host.replaceChildren(label(title ?? file.name, "short"));
    this.#count.textContent = source && pages !== undefined ? formatted(pages) : "";
    this.#spokenCount.textContent = source && pages !== undefined ? countMessage("pages", pages) : "";
    // A new text may change no observed size.
    this.#sizes.unobserve(this.#box);
    this.#sizes.observe(this.#box);
    const lines = [this.#title + this.#folder.textContent, title, description, text, file ? undefined : source?.url];
    this.#name.title = lines.filter(Boolean).join("\n");
  }
}

/**
 * Returns the labels of a host, each with the dot before it. Narrow sidebars hide `www.`. The numbers of an address are one
 * label. Only the label before the last one, or a single one, is shortened.
 *
 * @param {string} host
 */
function labelsOf(host) {
  const [, www = "", rest = host] = /^(www\.)(.*\..*)$/.exec(host) ?? [];
  const parts = /^[\d.:]+$|^\[/.test(rest) ? [rest] : rest.split(".");
  const shortened = Math.max(parts.length - 2, 0);
  const labels = parts.map((part, at) => label(part, at === shortened ? "short" : "", at > 0));
  return www ? [element("span", { class: "label www" }, www), ...labels] : labels;
}

/** @param {string} text @param {string} kind @param {boolean} [hasDot]  There is a dot before it. */
function label(text, kind, hasDot = false) {
  const dot = hasDot ? [element("span", { class: "dot" }, ".")] : [];
  return element("span", { class: `label ${kind}`.trim() }, ...dot, text);
}

/** The width of an ellipsis in CSS pixels, with some room. */
const ELLIPSIS = 16;

/**
 * Cuts a host that does not fit at its start, because its end says whose it is. It is cut before a label, so that no label can
 * look like another one. Its last two labels stay.
 *
 * @param {HTMLElement} host
 * @param {number} room
 * @param {number} [folder]  The width of the folder. If both do not fit, an ellipsis replaces the host.
 * @returns {[width: number, isCut: boolean]}  The width of what stays.
 */
function fit(host, room, folder) {
  const range = document.createRange();
  const labels = [...host.children].filter((each) => each instanceof HTMLElement);
  for (const each of labels) each.hidden = false;
  const widths = labels.map((each) => {
    range.selectNodeContents(each);
    return range.getBoundingClientRect().width; // also of a text that is shortened
  });
  let width = widths.reduce((sum, each) => sum + each, 0);
  if (Math.floor(width) + (folder ?? 0) <= room) return [width, false];
  if (folder !== undefined) return [0, true];
  width += ELLIPSIS;
  for (const [at, each] of labels.slice(0, -2).entries()) {
    if (width <= room) break;
    each.hidden = true;
    width -= widths[at] ?? 0;
  }
  return [width, true];
}

/** Returns the sitemap of the shown rows, if there are any. @param {import("../../../element/navi-bar.js").NaviBar} tree */
export function shownSource(tree) {
  return tree.state === "loading" || tree.state === "empty" ? undefined : tree.session?.source;
}

/** Describes the sitemap of a tree: "259 pages, arranged as in sitemap.rdf". @param {Source} source @param {File | undefined} file */
export function sourceText({ url, format, structure, pages, documents, menus, list }, file) {
  const isPage = format === "page";
  const name = file?.name ?? fileName(isPage && list ? list : url);
  let amount = countMessage("pages", pages);
  if (documents > 1) amount = message("inSitemaps", amount, countMessage("sitemaps", documents));
  if (isPage && !list) return message("fromMenus", amount);
  if (menus) return message("fromMenusAndFile", amount, name);
  return message(structure === "declared" ? "declaredIn" : "derivedFrom", amount, name);
}
