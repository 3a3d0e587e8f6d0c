import { MAX_PICTURE_BYTES, checkedPicture } from "../access/pictures.js";

/** An address that contains a whole picture. */
const DATA = /^data:image\/[\w.+-]+(?:;charset=[\w-]+)?(;base64)?,(.*)$/is;

/** The maximum length of the address. Base64 needs four letters for three bytes. */
const MAX_LENGTH = 2 * MAX_PICTURE_BYTES;

/** A page may change its icon all the time. The least time in milliseconds between two icons of a site. */
const PAUSE = 1000;

/**
 * The icon of the site in the tab. Firefox provides the picture itself. Chromium provides its address at the site, which would
 * need a request. In that case there is no icon.
 */
export class TabIcon {
  #changed;
  #check;
  /** @type {string | undefined} */
  #site;
  /** The last address from the browser. @type {string | undefined} */
  #address;
  /** The address of the picture that shows, for `<img>`. @type {string | undefined} */
  #source;
  /** Counts the changes, so that a late picture cannot replace a newer one. */
  #changes = 0;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {(source: string | undefined) => void} changed  Receives an address for `<img>`. The last one becomes invalid.
   * @param {(bytes: Uint8Array<ArrayBuffer>) => Promise<Blob | undefined>} [check]
   */
  constructor(changed, check = checkedPicture) {
    this.#changed = changed;
    this.#check = check;
  }

  /** @param {string | undefined} site @param {string | undefined} address  From the browser. */
  show(site, address) {
    const isSame = site === this.#site;
    // A tab has no icon while the next page of a site loads.
    if (isSame && (address === undefined || address === this.#address)) return;
    this.#site = site;
    this.#address = address;
    if (!isSame) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#set(undefined);
    }
    if (site !== undefined && this.#timer === undefined) void this.#load();
  }

  async #load() {
    const [address, change] = [this.#address, ++this.#changes];
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (address !== this.#address) void this.#load();
    }, PAUSE);
    const bytes = bytesOf(address);
    const picture = bytes && (await this.#check(bytes).catch(() => undefined));
    if (change === this.#changes) this.#set(picture && URL.createObjectURL(picture));
  }

  /** @param {string | undefined} source */
  #set(source) {
    this.#changes += 1;
    const old = this.#source;
    if (source === old) return;
    this.#source = source;
    this.#changed(source);
    if (old !== undefined) URL.revokeObjectURL(old);
  }
}

/** @param {string | undefined} address @returns {Uint8Array<ArrayBuffer> | undefined} */
function bytesOf(address) {
  if (address === undefined || address.length > MAX_LENGTH) return undefined;
  const [, base64, data] = DATA.exec(address) ?? [];
  if (data === undefined) return undefined;
  try {
    const text = decodeURIComponent(data);
    return base64 ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : new TextEncoder().encode(text);
  } catch {
    return undefined; // malformed
  }
}
