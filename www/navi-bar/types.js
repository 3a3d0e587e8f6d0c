/**
 * The shapes that cross from the engine to the interface.
 *
 * @typedef {object} Row  One visible line of the tree.
 * @property {number} id  Stays the same as long as the tree does.
 * @property {"page" | "heading"} kind  A heading has no address; it only folds.
 * @property {string} title
 * @property {string} [url]  Absolute.
 * @property {string} [icon]  Absolute address of a 15x15 picture.
 * @property {number} level  From 1.
 * @property {number} setsize  How many siblings there are, this one included.
 * @property {number} posinset  Place among the siblings, from 1.
 * @property {boolean} expandable
 * @property {boolean} expanded
 * @property {boolean} current  The page being looked at.
 * @property {boolean} menu  The page has a context tree.
 *
 * @typedef {object} MenuItem  One entry of a page's context tree.
 * @property {"page" | "heading"} kind
 * @property {string} title
 * @property {string} [url]
 * @property {string} [icon]
 * @property {MenuItem[]} children
 *
 * @typedef {object} Progress
 * @property {number} bytes  Read so far.
 * @property {number} [total]  In bytes, where the server has said it.
 * @property {number} pages  Read so far.
 *
 * @typedef {object} Outcome  How a load ended.
 * @property {"loaded" | "not-found" | "failed" | "stopped"} status
 * @property {string} code  Stable, in lower case with hyphens.
 * @property {string} message  A plain English sentence for the user.
 * @property {boolean} retry  Trying again may help.
 * @property {string} url  The sitemap that was asked for last.
 *
 * @typedef {object} Diagnostic
 * @property {string} code
 * @property {"error" | "warning" | "note"} severity
 * @property {number} line  From 1.
 * @property {number} column  From 1.
 * @property {string} message
 *
 * @typedef {object} Source  The sitemap that the tree came from.
 * @property {string} url
 * @property {string} format
 * @property {"declared" | "derived"} structure
 * @property {number} pages
 *
 * @typedef {object} Session  The engine's view of one site. Row numbers count the visible rows from 0.
 * @property {(pageUrl: string, onProgress?: (progress: Progress) => void) => Promise<Outcome>} openPage
 * @property {(url: string, onProgress?: (progress: Progress) => void) => Promise<Outcome>} openSitemap
 * @property {() => void} stop
 * @property {number} version  Changes whenever rows may have changed.
 * @property {number} rowCount
 * @property {(start: number, end: number) => Row[]} rows
 * @property {(id: number) => number} rowOf  -1 if the entry is not visible.
 * @property {(id: number) => number} parent  An id; -1 at the top level.
 * @property {(id: number) => void} expand
 * @property {(id: number) => void} collapse
 * @property {(id: number) => void} expandSiblings
 * @property {() => void} expandAll
 * @property {() => void} collapseAll
 * @property {(fromRow: number, text: string) => number} typeAhead
 * @property {(url: string | undefined) => void} setCurrent
 * @property {() => number} revealCurrent
 * @property {() => number} currentRow
 * @property {(id: number) => MenuItem[]} menu
 * @property {(id: number) => number} menuLeftOut  How many entries `menu` leaves out, because there are too many.
 * @property {(id: number) => { name: string, value: string }[]} details
 * @property {() => Diagnostic[]} diagnostics  All findings; looks at every page.
 * @property {Diagnostic | undefined} firstError
 * @property {Source | undefined} source
 * @property {() => void} free
 *
 * @typedef {object} Engine  The engine's module.
 * @property {new () => Session} Session
 *
 * @typedef {"current" | "tab" | "background-tab" | "window"} Disposition  Where a page is to be opened.
 *
 * @typedef {"idle" | "loading" | "loaded" | "empty" | "failed"} State
 */

export {};
