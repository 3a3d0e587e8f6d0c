import { countMessage, formatted, message } from "../browser.js";
import { element } from "../navi-bar/dom.js";
import { favicon } from "./favicon.js";
import { fileName } from "./names.js";

/** @typedef {import("../navi-bar/types.js").Source} Source */

/** The first line of the sidebar: icon and name of the site, and how many pages it has. */
export class SiteHeader {
  #picture = element("img", { alt: "", width: "16", height: "16" });
  #icon;
  #name;
  #count;
  #spokenCount;
  /** The full name. */
  #title = "";
  /** @type {string | undefined} The site that the icon is of. */
  #site;
  /** @type {string | undefined} Where the icon is. */
  #source;

  /** @param {HTMLElement} header  With elements of the ids `icon`, `site` and `count`. */
  constructor(header) {
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (header.querySelector(selector));
    this.#icon = part("#icon");
    this.#name = part("#site");
    this.#count = part("#count > [aria-hidden]");
    this.#spokenCount = part("#count > .spoken");
    this.#picture.addEventListener("error", () => this.#picture.remove());
  }

  /**
   * @param {{ page: string | undefined, icon: string | undefined, file: File | undefined }} shown  The page in the tab, the
   *   tab's icon, and the user's file that is shown in place of the site.
   * @returns {string | undefined}  The address of the icon that is shown.
   */
  show({ page, icon, file }) {
    const { host, origin } = (page && URL.parse(page)) || { host: "", origin: undefined };
    this.#title = file ? message("openedFile", file.name) : host || "Navibar";
    const [, www = "", rest = host] = /^(www\.)(.*\..*)$/.exec(host) ?? [];
    // Where there is little room, it goes first.
    if (file || !www) this.#name.textContent = file?.name ?? (host || "Navibar");
    else this.#name.replaceChildren(element("span", { class: "www" }, www), rest);
    this.#icon.dataset.kind = file ? "file" : "site";
    return this.#showPicture(file ? undefined : origin, icon);
  }

  /** @param {string | undefined} site @param {string | undefined} icon */
  #showPicture(site, icon) {
    // While the next page of a site loads, its tab has no icon.
    if (site !== undefined && site === this.#site && icon === undefined) return this.#source;
    this.#site = site;
    const source = site === undefined ? undefined : favicon(icon);
    if (source === this.#source) return source;
    this.#source = source;
    if (source === undefined) {
      this.#picture.remove();
    } else {
      this.#picture.src = source;
      this.#icon.append(this.#picture);
    }
    return source;
  }

  /** Says what the tree is of. @param {Source | undefined} source @param {File | undefined} file */
  describe(source, file) {
    const text = source ? sourceText(source, file) : "";
    this.#count.textContent = source ? formatted(source.pages) : "";
    this.#spokenCount.textContent = source ? countMessage("pages", source.pages) : "";
    this.#name.title = [this.#title, text, file ? undefined : source?.url].filter(Boolean).join("\n");
  }
}

/** What a tree was made of: "259 pages, arranged as in sitemap.rdf". @param {Source} source @param {File | undefined} file */
export function sourceText({ url, structure, pages, documents }, file) {
  const name = file?.name ?? fileName(url);
  let amount = countMessage("pages", pages);
  if (documents > 1) amount = message("inSitemaps", amount, countMessage("sitemaps", documents));
  return message(structure === "declared" ? "declaredIn" : "derivedFrom", amount, name);
}
