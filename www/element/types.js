/**
 * The types of the interface. Those of the engine come from Rust: the build writes them into `wasm/navibar.d.ts`.
 *
 * @import { Detail, Kind, MenuItem, Row as TreeRow, Session } from "./wasm/navibar.js"
 *
 * @typedef {Omit<TreeRow, "kind"> & ElementRow} Row  A visible row of the tree or of the sections.
 *
 * @typedef {object} ElementRow
 * @property {Kind | "section"} kind  A section is a heading of a page.
 * @property {string | undefined} [siteIcon]  The address of the site's icon, for the row of the home page.
 *
 * @typedef {Pick<Session, "version" | "rowCount" | "rowOf" | "parent" | "typeAhead">
 *   & { rows: (start: number, end: number) => Row[] }
 *   & Partial<Pick<Session, "details" | "readBelow" | "expand" | "collapse" | "expandSiblings" | "expandBelow" | "expandMore" | "collapseBelow"
 *   | "pinned">>} RowSource  What the painter needs.
 *
 * @typedef {object} Branch  One branch as the whole tree.
 * @property {(id: number) => void} show  Shows only the branch of a row.
 * @property {(to?: number) => void} leave  Shows the whole tree again, or the branch of a page above: its index in the path.
 * @property {boolean} isOn
 * @property {number | undefined} pages  The number of pages in the branch, if it is known.
 *
 * @typedef {"page" | "branch" | "home" | "folder" | "document" | "pending" | "loading" | "failed"} Glyph  The drawing before a
 *   title without a picture.
 *
 * @typedef {{ title: string, glyph: Glyph, icon?: string | undefined, language?: string | undefined }} NamedEntry  `language`:
 *   the language of the title.
 *
 * @typedef {{ type: "separator" }
 *   | { type: "action", title: string, run: () => void, isDisabled?: boolean, isChecked?: boolean }
 *   | NamedEntry & { type: "page", url: string }
 *   | (NamedEntry | { title: string }) & { type: "submenu", entries: () => MenuEntry[], isDisabled?: boolean }
 *   | NamedEntry & { type: "heading" }
 *   | { type: "note", title: string }} MenuEntry  An entry of a menu that the element or the sidebar shows. `isChecked`: the
 *   entry is one of a group, and the group has one checked entry.
 *
 * @typedef {object} MenuRequest  The row whose context menu the user asked for.
 * @property {number} id
 * @property {string} title
 * @property {string | undefined} url
 * @property {MenuItem[]} items  The context tree.
 * @property {number} leftOut  The number of entries that did not fit.
 * @property {Detail[]} details
 * @property {boolean} branch  The row has children.
 * @property {MenuEntry[]} branchActions  Those of `entries` that change the tree.
 * @property {MenuEntry[]} entries  The actions on the row.
 * @property {number} x
 * @property {number} y
 * @property {boolean} keyboard  The user asked with the keyboard.
 *
 * @typedef {typeof import("./wasm/navibar.js")} Engine  The engine's module.
 *
 * @typedef {"reveal" | "highlight" | "off"} RevealMode  What happens when another page becomes the current one: the tree
 *   marks it and scrolls to it, only marks it, or does neither.
 *
 * @typedef {"current" | "tab" | "background-tab" | "window"} Disposition  Where to open a page.
 *
 * @typedef {object} Place  A position in a tree.
 * @property {number | undefined} first  The id of the first row in sight.
 * @property {number} offset  The position of that row below the top edge, in pixels. Negative if the row is cut off.
 * @property {number | undefined} active  The id of the row that is the tab stop.
 *
 * @typedef {object} Saved  The user's place in a tree, stored beyond the document.
 * @property {string[]} state  The open branches, from `Session.state`.
 * @property {number} offset  As in `Place`.
 * @property {string} [current]  The address of the current page.
 *
 * @typedef {object} Places  Stores the user's places in the trees of sites.
 * @property {(site: string) => Promise<Saved | undefined>} recall
 * @property {(site: string, saved: Saved) => void} keep
 *
 * @typedef {"idle" | "loading" | "loaded" | "empty" | "failed"} State
 */

export * from "./wasm/navibar.js";
