import { element, safePicture } from "./dom.js";

/** How many picture addresses are remembered as good or as broken; the oldest go first. */
const REMEMBERED = 2000;

/** Pictures seen to load: shown at once when a row is used again, so that scrolling does not flicker. */
const good = new Set();
/** Pictures seen to fail: not asked for again. */
const broken = new Set();

/** @type {(url: string) => string | Promise<string>} */
let sourceOf = (url) => url;

/**
 * For a page that must fetch pictures in a way of its own.
 *
 * @param {(url: string) => string | Promise<string>} source  From a picture's address to one that an `<img>` may load.
 */
export function fetchPicturesBy(source) {
  sourceOf = source;
}

/** @param {Set<string>} urls @param {string} url */
function remember(urls, url) {
  if (urls.size >= REMEMBERED) for (const first of [...urls].slice(0, REMEMBERED / 2)) urls.delete(first);
  urls.add(url);
}

/** The 15x15 picture before a title: the page's own, or a glyph for what it is. */
export class PageIcon {
  element = element("span", { class: "icon", part: "icon", "aria-hidden": "true" });
  /** @type {HTMLImageElement | undefined} */
  #picture;
  /** @type {string | undefined} */
  #url;
  /** @type {string | undefined} */
  #glyph;

  /**
   * @param {import("./entries.js").Glyph} glyph
   * @param {string | undefined} address
   */
  show(glyph, address) {
    const url = safePicture(address);
    if (glyph !== this.#glyph) {
      this.#glyph = glyph;
      this.element.dataset.glyph = glyph;
    }
    if (url === this.#url) return;
    this.#url = url;
    // A new <img> each time: an old one goes on showing its former picture until the next has come.
    this.#picture?.remove();
    this.#picture = undefined;
    const wanted = url !== undefined && !broken.has(url);
    this.element.classList.toggle("has-picture", wanted && good.has(url));
    if (wanted) this.#load(url);
  }

  /** @param {string} url */
  #load(url) {
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
      remember(good, url);
      if (picture === this.#picture) this.element.classList.add("has-picture");
    });
    picture.addEventListener("error", () => this.#fail(picture, url));
    this.#picture = picture;
    const source = sourceOf(url);
    if (typeof source === "string") picture.src = source;
    else source.then((found) => (picture.src = found)).catch(() => this.#fail(picture, url));
    this.element.append(picture);
  }

  /** @param {HTMLImageElement} picture @param {string} url */
  #fail(picture, url) {
    remember(broken, url);
    if (picture !== this.#picture) return;
    this.element.classList.remove("has-picture");
    picture.remove();
    this.#picture = undefined;
  }
}
