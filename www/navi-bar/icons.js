import { element, safePicture } from "./dom.js";

/** How many picture addresses are remembered as good or as broken; the oldest go first. */
const REMEMBERED = 2000;

/**
 * A site's pictures come without its cookies where the page is an extension's: its access to sites makes up for the
 * permission (CORS) that a web page would need from them.
 */
const IS_EXTENSION = /^[a-z]+-extension:$/.test(location.protocol);

/** Pictures seen to load: shown at once when a row is used again, so that scrolling does not flicker. */
const good = new Set();
/** Pictures seen to fail: not asked for again. */
const broken = new Set();

/** @param {Set<string>} urls @param {string} url */
function remember(urls, url) {
  if (urls.size >= REMEMBERED) for (const first of [...urls].slice(0, REMEMBERED / 2)) urls.delete(first);
  urls.add(url);
}

/** The 15x15 picture before a title: the page's own, or a plain document, or a folder for a heading. */
export class PageIcon {
  element = element("span", { class: "icon", part: "icon", "aria-hidden": "true" });
  /** @type {HTMLImageElement | undefined} */
  #picture;
  /** @type {string | undefined} */
  #url;
  /** @type {string | undefined} */
  #kind;

  /**
   * @param {"page" | "heading"} kind
   * @param {string | undefined} address
   */
  show(kind, address) {
    const url = safePicture(address);
    if (kind !== this.#kind) {
      this.#kind = kind;
      this.element.dataset.kind = kind;
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
    picture.addEventListener("error", () => {
      remember(broken, url);
      if (picture !== this.#picture) return;
      this.element.classList.remove("has-picture");
      picture.remove();
      this.#picture = undefined;
    });
    this.#picture = picture;
    if (IS_EXTENSION) picture.crossOrigin = "anonymous";
    picture.src = url;
    this.element.append(picture);
  }
}
