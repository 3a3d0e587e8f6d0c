import { formatted, message } from "../../browser.js";
import { confirm } from "../frame/confirm.js";
import { save } from "./files.js";

/** @typedef {import("../../../element/types.js").ExportFormat} ExportFormat */

/** Saves the tree of a site as a file. */
export class TreeSaver {
  #tree;
  #answer;
  /** The user's choice for the shown site: save only pages that a sitemap lists. @type {boolean | undefined} */
  #listedOnly;

  /** @param {import("../../../element/navi-bar.js").NaviBar} tree @param {(text: string) => void} answer */
  constructor(tree, answer) {
    this.#tree = tree;
    this.#answer = answer;
    tree.addEventListener("statechange", () => {
      if (tree.state === "idle") this.#listedOnly = undefined;
    });
  }

  /** Files have no pages and titles that only visits or menus have shown. */
  get savesListedOnly() {
    return this.#listedOnly ?? true;
  }

  set savesListedOnly(is) {
    this.#listedOnly = is;
  }

  /** @param {ExportFormat} format */
  async saveAs(format) {
    const tree = this.#tree;
    try {
      if (!(await this.#isCompleteOrAccepted())) return;
      const missing = tree.session?.missingDocuments ?? 0;
      const made = await tree.exportAs(format, this.#listedOnly === undefined ? {} : { listedOnly: this.#listedOnly });
      if (!made) return;
      save(made);
      if (missing > 0) this.#answer(message("savedWithout", formatted(missing)));
    } catch (error) {
      console.error("Navibar cannot save", error);
      this.#answer(message("saveFailed"));
    }
  }

  /** Offers to load the sitemaps whose pages the file would lack. Returns `true` if the user accepts what is missing then. */
  async #isCompleteOrAccepted() {
    const missing = this.#tree.session?.missingDocuments ?? 0;
    if (missing === 0) return true;
    const load = message("loadAndSave");
    const choice = await confirm(message("saveQuestion", formatted(missing)), [load, message("saveWithout")]);
    if (choice !== load) return choice !== undefined;
    const outcome = await this.#tree.loadMissing();
    return outcome?.status === "loaded";
  }
}
