import { countMessage, formatted, message } from "../browser.js";
import { element } from "../../element/dom.js";
import { favicon } from "./favicon.js";
import { fileName } from "./file-name.js";

/** @typedef {import("../../element/types.js").Source} Source */

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
  /** @type {string | undefined} The site of the icon. */
  #site;
  /** @type {string | undefined} The address of the icon. */
  #source;

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
      const isCut = this.#host.scrollWidth + this.#folder.scrollWidth > room;
      const width = this.#folder.textContent ? 0 : cutWidth(this.#host, room);
      const leavesRoom = isCut && (!width || width + number.offsetWidth <= room);
      this.#box.toggleAttribute("data-cut", leavesRoom);
      // The number follows the ellipsis.
      this.#host.style.maxInlineSize = leavesRoom && width ? `${width}px` : "";
    });
    for (const each of [this.#box, this.#name]) this.#sizes.observe(each);
  }

  /**
   * @param {{ page: string | undefined, icon: string | undefined, file: File | undefined }} shown  The page in the tab, the
   *   tab's icon, and the user's file that replaces the site.
   * @returns {string | undefined}  The address of the shown icon.
   */
  show({ page, icon, file }) {
    const { host, origin } = (page && URL.parse(page)) || { host: "", origin: undefined };
    const title = file ? message("openedFile", file.name) : host || "Navibar";
    this.#title = title;
    this.#host.replaceChildren(...(file || !host ? [file?.name ?? "Navibar"] : labelsOf(host)));
    this.#icon.dataset.kind = file ? "file" : "site";
    return this.#showPicture(file ? undefined : origin, icon);
  }

  /** @param {string | undefined} site @param {string | undefined} icon */
  #showPicture(site, icon) {
    // A tab has no icon while the next page of a site loads.
    if (site !== undefined && site === this.#site && icon === undefined) return this.#source;
    this.#site = site;
    const source = site === undefined ? undefined : favicon(icon);
    if (source === this.#source) return source;
    this.#source = source;
    this.#picture?.remove();
    if (source === undefined) return undefined;
    // Always a new <img>: an old one shows its last picture until the next one has loaded.
    const picture = element("img", { alt: "", width: "16", height: "16" });
    picture.addEventListener("error", () => picture.remove());
    picture.src = source;
    this.#icon.append(picture);
    this.#picture = picture;
    return source;
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
    if (file) this.#host.textContent = title ?? file.name;
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
 * Returns the labels of a host, each with the dot before it. Narrow sidebars hide `www.`. A name that is too long is cut
 * before a dot, so that no dot touches the ellipsis. The numbers of an address are one label.
 *
 * @param {string} host
 */
function labelsOf(host) {
  const [, www = "", rest = host] = /^(www\.)(.*\..*)$/.exec(host) ?? [];
  const [first = "", ...others] = /^[\d.:]+$/.test(rest) ? [rest] : rest.split(/(?=\.)/);
  const labels = [first, ...others.map((label) => element("span", { class: "label" }, label))];
  return www ? [element("span", { class: "www" }, www), ...labels] : labels;
}

/** The width of an ellipsis in CSS pixels, with some room. */
const ELLIPSIS = 16;

/** Returns the width of the labels of a host that fit, with an ellipsis. @param {HTMLElement} host @param {number} room */
function cutWidth(host, room) {
  const range = document.createRange();
  let width = ELLIPSIS;
  for (const label of host.childNodes) {
    range.selectNode(label);
    const next = width + range.getBoundingClientRect().width;
    // The first label is always shown.
    if (next > room && width > ELLIPSIS) break;
    width = next;
  }
  return width;
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
