import { element, safePicture } from "./dom.js";

/** The maximum number of remembered picture addresses. The oldest are forgotten first. */
const REMEMBERED = 2000;

/** The shown site. A cached picture counts only for its site, so that no site learns about visits to another. */
let site = "";

/** Ends the requests for pictures of the shown site. */
let shownSite = new AbortController();

/** Ends the requests of the last site. @param {string} shown  The site of the next pictures. */
export function showPicturesOf(shown) {
  site = shown;
  shownSite.abort();
  shownSite = new AbortController();
}

/** Pictures that have loaded. They show at once when an element is used again, so that scrolling does not flicker. */
const good = new Set();
/** Pictures that have failed. They are not requested again. */
const broken = new Set();

/**
 * Returns the address for the `<img>` of a picture. Rejects with an `AbortError` if nobody needs the picture any more.
 *
 * @typedef {(url: string, site: string, left: AbortSignal) => string | Promise<string>} Source  `left`: the user leaves the site.
 */

/** @type {Source} */
let sourceOf = (url) => url;

/** For an extension: replaces the way in which pictures are fetched. @param {Source} source */
export function fetchPicturesBy(source) {
  sourceOf = source;
}

/** @param {Set<string>} keys @param {string} key */
function remember(keys, key) {
  if (keys.size >= REMEMBERED) for (const first of [...keys].slice(0, REMEMBERED / 2)) keys.delete(first);
  keys.add(key);
}

/** The 15x15 picture before a title: the page's own picture or a glyph. */
export class PageIcon {
  element = element("span", { class: "icon", part: "icon", "aria-hidden": "true" });
  /** @type {HTMLImageElement | undefined} */
  #picture;
  /** @type {string | undefined} The site and the address of the picture. */
  #key;
  /** @type {string | undefined} */
  #glyph;

  /**
   * @param {import("./types.js").Glyph} glyph
   * @param {string | undefined} address  From a sitemap.
   * @param {string} [own]  A fallback from the embedding page.
   */
  show(glyph, address, own) {
    const url = safePicture(address) ?? own;
    if (glyph !== this.#glyph) {
      this.#glyph = glyph;
      this.element.dataset.glyph = glyph;
    }
    const key = url === undefined ? undefined : `${site} ${url}`;
    if (key === this.#key) return;
    this.#key = key;
    // Always a new <img>: an old one shows its last picture until the next one has loaded.
    this.#picture?.remove();
    this.#picture = undefined;
    const isWanted = key !== undefined && !broken.has(key);
    this.element.classList.toggle("has-picture", isWanted && good.has(key));
    if (isWanted && url !== undefined) this.#load(url, key);
  }

  /** @param {string} url @param {string} key */
  #load(url, key) {
    const picture = element("img", {
      alt: "",
      width: "15",
      height: "15",
      loading: "lazy",
      decoding: "async",
      referrerpolicy: "no-referrer",
      draggable: "false",
    });
    picture.addEventListener("load", () => {
      remember(good, key);
      if (picture === this.#picture) this.element.classList.add("has-picture");
    });
    picture.addEventListener("error", () => this.#fail(picture, key));
    this.#picture = picture;
    // A blob of the page itself needs no request.
    const source = url.startsWith("blob:") ? url : sourceOf(url, site, shownSite.signal);
    if (typeof source === "string") picture.src = source;
    else source.then((found) => (picture.src = found)).catch((error) => this.#fail(picture, key, error));
    this.element.append(picture);
  }

  /** @param {HTMLImageElement} picture @param {string} key @param {unknown} [error] */
  #fail(picture, key, error) {
    const isLeft = error instanceof DOMException && error.name === "AbortError";
    if (!isLeft) remember(broken, key);
    if (picture !== this.#picture) return;
    this.element.classList.remove("has-picture");
    picture.remove();
    this.#picture = undefined;
    if (isLeft) this.#key = undefined; // requested again when the row shows again
  }
}
