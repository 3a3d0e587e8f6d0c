import { api } from "../../api.js";
import { get, remove, set, watch } from "../../store.js";
import { now } from "./visits.js";

/**
 * Remembers for each site which pages the user has read. The engine hashes their addresses and limits their number. A private
 * window remembers nothing.
 */
export class ReadPages {
  #tree;
  #isOn = false;
  /** What was noted last. @type {{ session: import("../../../element/types.js").Session, site: string, page: string } | undefined} */
  #noted;
  /** The user has read pages of the shown site. */
  hasSome = false;

  /** @param {import("../../../element/navi-bar.js").NaviBar} tree */
  constructor(tree) {
    this.#tree = tree;
    watch("read", (_, site) => {
      if (site === this.#shown?.site) void this.note("");
    });
  }

  /** @param {boolean} isOn */
  set isOn(isOn) {
    this.#isOn = isOn && !api.extension.inIncognitoContext;
    this.#noted = undefined;
    void this.visited();
  }

  /** Call this when the current page or the tree changes. */
  async visited() {
    const { session, page, file, partition } = this.#tree;
    const { origin, protocol } = URL.parse(page ?? "") ?? {};
    if (!this.#isOn || !session || !page || file || !protocol?.startsWith("http")) {
      this.hasSome = false;
      session?.markRead(NONE, "", 0);
      return this.#tree.refresh();
    }
    const site = partition ? `${origin} ${partition}` : `${origin}`;
    const { session: known, site: before, page: last } = this.#noted ?? {};
    if (session === known && site === before && page === last) return;
    this.#noted = { session, site, page };
    await this.note(page);
  }

  /** Notes that the user reads a page that the shown site lists. @param {string} url  Empty to see what others have stored. */
  async note(url) {
    const noted = this.#shown;
    if (!noted) return;
    const { session, site } = noted;
    const key = `read ${site}`;
    // The sidebar of another window may store something at the same time.
    await navigator.locks.request("read", async () => {
      const kept = (await get(key))?.[key]?.pages;
      if (session !== this.#shown?.session || site !== this.#shown.site) return;
      const pages = session.markRead(Array.isArray(kept) ? Float64Array.from(kept, Number) : NONE, url, now());
      this.hasSome = pages.length > 0;
      this.#tree.refresh();
      if (url) await set({ [key]: { pages: [...pages] } });
    });
  }

  /** Forgets the pages of the shown site. */
  async forget() {
    if (this.#shown) await remove("read", this.#shown.site);
  }

  /** What was noted about the shown site. */
  get #shown() {
    return this.#noted?.session === this.#tree.session ? this.#noted : undefined;
  }
}

const NONE = new Float64Array();
