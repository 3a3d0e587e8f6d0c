import { element, safePicture } from "./dom.js";

/** How many picture addresses are remembered as good or as broken; the oldest go first. */
const REMEMBERED = 2000;

/** What is shown now. What is known of pictures counts for that alone: sites must not learn of each other from them. */
let site = "";

/** @param {string} shown  What the next pictures are for. */
export function showPicturesOf(shown) {
  site = shown;
}

/** Pictures seen to load: shown at once when a row is used again, so that scrolling does not flicker. */
const good = new Set();
/** Pictures seen to fail: not asked for again. */
const broken = new Set();

/** @type {(url: string, site: string) => string | Promise<string>} */
let sourceOf = (url) => url;

/**
 * For a page that must fetch pictures in a way of its own.
 *
 * @param {(url: string, site: string) => string | Promise<string>} source  From a picture's address to one that an
 *   `<img>` may load, for what is shown.
 */
export function fetchPicturesBy(source) {
  sourceOf = source;
}

/** @param {Set<string>} keys @param {string} key */
function remember(keys, key) {
  if (keys.size >= REMEMBERED) for (const first of [...keys].slice(0, REMEMBERED / 2)) keys.delete(first);
  keys.add(key);
}

/** The 15x15 picture before a title: the page's own, or a glyph for what it is. */
export class PageIcon {
  element = element("span", { class: "icon", part: "icon", "aria-hidden": "true" });
  /** @type {HTMLImageElement | undefined} */
  #picture;
  /** @type {string | undefined} The site and the picture's address. */
  #key;
  /** @type {string | undefined} */
  #glyph;

  /**
   * @param {import("./entries.js").Glyph} glyph
   * @param {string | undefined} address  From a sitemap.
   * @param {string} [own]  Where that is missing: from the page that the element is in.
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
    // A new <img> each time: an old one goes on showing its former picture until the next has come.
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
    // What the page has made itself needs no request.
    const source = url.startsWith("blob:") ? url : sourceOf(url, site);
    if (typeof source === "string") picture.src = source;
    else source.then((found) => (picture.src = found)).catch(() => this.#fail(picture, key));
    this.element.append(picture);
  }

  /** @param {HTMLImageElement} picture @param {string} key */
  #fail(picture, key) {
    remember(broken, key);
    if (picture !== this.#picture) return;
    this.element.classList.remove("has-picture");
    picture.remove();
    this.#picture = undefined;
  }
}
