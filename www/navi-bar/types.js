/**
 * The shapes that cross from the engine to the interface.
 *
 * @typedef {"page" | "heading" | "folder" | "separator" | "alias" | "document"} Kind  What an entry is. A heading and a
 *   folder have no address and only fold; an alias stands for a page or folder in another place; a document is a
 *   further sitemap, which loads when it is opened.
 *
 * @typedef {{ name: "unplaced" } | { name: "more", count: number }} Label  What an entry is called that is no page of
 *   the site: `Strings` has the words. Its title is in English.
 *
 * @typedef {object} Reason  Why something could not be read: `Strings` has a sentence for each name.
 * @property {string} name  Stable, in lower case with hyphens.
 * @property {number} [status]  Of HTTP.
 * @property {number} [line]
 * @property {number} [column]
 * @property {string} [finding]  What is wrong there, in English.
 * @property {string} [host]
 * @property {Reason} [first]  Of several.
 * @property {string} [why]  What the browser says of it.
 *
 * @typedef {object} Row  One visible line of the tree.
 * @property {number} id  Stays the same as long as the tree does.
 * @property {Kind} kind
 * @property {string} title
 * @property {Label} [label]
 * @property {string} [url]  Absolute.
 * @property {string} [icon]  Absolute address of a 15x15 picture.
 * @property {{ icon: string | undefined }} [home]  The row is that of the site's home page. `icon`: the site's picture,
 *   for a row that has none of its own.
 * @property {"pending" | "loading" | "failed"} [state]  Of a document whose entries are not all there.
 * @property {Reason} [reason]  Why a document failed.
 * @property {true} [deleted]  The site says that the page is gone.
 * @property {number} level  From 1.
 * @property {number} setsize  How many siblings there are, this one included. Separators do not count.
 * @property {number} posinset  Place among the siblings, from 1.
 * @property {boolean} expandable
 * @property {boolean} expanded
 * @property {boolean} current  The page being looked at.
 * @property {boolean} menu  The page has a context tree.
 * @property {[number, number][]} [highlights]  Parts of the title that the filter matches: begin and end.
 * @property {number} [cut]  Where the title is cut if it has no room, so that what follows shows; otherwise at its end.
 * @property {{ text: string, highlights: [number, number][] }} [found]  The part of the address that the filter matches, if
 *   the title does not have all of its words.
 * @property {true} [leadsOn]  The filter does not match the row itself, only what is below it.
 *
 * @typedef {object} MenuItem  One entry of a page's context tree.
 * @property {Kind} kind
 * @property {string} title
 * @property {string} [url]
 * @property {string} [icon]
 * @property {string} [language]  The title is that of a language: its BCP 47 tag, or `x-default`.
 * @property {MenuItem[]} children
 *
 * @typedef {object} Progress
 * @property {number} bytes  Read so far.
 * @property {number} [total]  In bytes, where the server has said it.
 * @property {number} pages  Read so far.
 * @property {{ done: number, total: number }} [documents]  Sitemaps that an index names.
 *
 * @typedef {object} Outcome  How a load ended.
 * @property {"loaded" | "not-found" | "failed" | "stopped"} status
 * @property {string} code  Stable, in lower case with hyphens.
 * @property {string} message  A sentence in English.
 * @property {Reason} [reason]  Why it failed, if the engine itself did not.
 * @property {boolean} retry  Trying again may help.
 * @property {string} url  The sitemap that was asked for last.
 *
 * @typedef {object} Diagnostic
 * @property {string} code
 * @property {"error" | "warning" | "note"} severity
 * @property {number} line  From 1.
 * @property {number} column  From 1.
 * @property {string} message
 * @property {string} [url]  The sitemap that it is about.
 *
 * @typedef {object} Spot  A place in a sitemap.
 * @property {string} url
 * @property {number} line  From 1.
 * @property {number} column  From 1, in bytes.
 *
 * @typedef {object} Excerpt  What stands around a place, on its line.
 * @property {string} before
 * @property {string} mark  At the place; empty at the end of the line.
 * @property {string} after
 * @property {boolean} cutBefore  There is more before.
 * @property {boolean} cutAfter
 *
 * @typedef {object} Source  The sitemap that the tree came from.
 * @property {string} url  Of several, the one that names the others.
 * @property {string} format
 * @property {"declared" | "derived"} structure
 * @property {number} pages
 * @property {number} documents  How many sitemaps it came from, an index included.
 * @property {true} [stale]  The site could not be reached: this is what the browser had kept of it.
 *
 * @typedef {object} Detail  What a sitemap says of a page beside its title and address.
 * @property {string} name  As the format names it.
 * @property {string} value
 *
 * @typedef {object} BranchEntry  One line of a branch that is listed.
 * @property {Kind} kind
 * @property {number} level  How far below the branch's own page, which is at 0.
 * @property {string} title
 * @property {Label} [label]
 * @property {string} [url]
 *
 * @typedef {object} Crumb  A page on the way to the current one.
 * @property {string} title
 * @property {Label} [label]
 * @property {string} [url]
 *
 * @typedef {object} Since  From when changes are news. Times are in seconds from 1970.
 * @property {number} [last]  The end of the last visit.
 * @property {number} now
 * @property {number} offset  How far the clock here is before UTC, in seconds.
 *
 * @typedef {object} Dated  A page that says when it has changed.
 * @property {string} title
 * @property {string} url
 * @property {number} time  In seconds from 1970; of a day, its midnight in UTC.
 * @property {boolean} isDay  It is a day, and no time of it.
 *
 * @typedef {object} News  The lists begin with the newest and are cut.
 * @property {number} count  How many pages have changed since the last visit.
 * @property {Dated[]} changed  These.
 * @property {Dated[]} before  Those that have changed before.
 * @property {{ time: number, isDay: boolean }} [rebuilt]  The date that nearly all pages have; these are not listed.
 *
 * @typedef {object} Session  The engine's view of one site. Row numbers count the visible rows from 0.
 * @property {(name: string) => void} setPartition  Keeps it apart from sessions of other partitions. Before the first load.
 * @property {(url: string) => void} forget  The next load looks for this site's sitemap again.
 * @property {(pageUrl: string, onProgress?: (progress: Progress) => void) => Promise<Outcome>} openPage
 * @property {(url: string, onProgress?: (progress: Progress) => void) => Promise<Outcome>} openSitemap
 * @property {(file: File, onProgress?: (progress: Progress) => void) => Promise<Outcome>} openFile
 * @property {(id: number, onProgress?: (progress: Progress) => void) => Promise<Outcome>} openDocument
 *   Loads the sitemap of a document's row.
 * @property {(format: ExportFormat) => Uint8Array} exportAs  The content tree and its context trees.
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
 * @property {() => Promise<unknown>} prepareFilter  What is ready then does not have to be made for the first text.
 * @property {(text: string) => void} setFilter  Shows only what has all words, and the ways there. Rows have other ids
 *   then; those of the whole tree are the same again without a filter.
 * @property {number} matches  How many pages the filter finds.
 * @property {() => number} firstMatch  The first row that the filter finds, if possible one that can be followed, or -1.
 * @property {(id: number) => number} reveal  Opens the whole tree above a row of the filtered one; its id there, or -1.
 * @property {() => Crumb[]} trail  From the top level down to the current page; of a long way the last 30.
 * @property {(which: "previous" | "next" | "up") => string | undefined} neighbour  The address of another page, seen
 *   from the current one in the order of the tree.
 * @property {(number: number) => void} setDocumentsAtOnce  How many sitemaps of an index are loaded at once.
 * @property {(order: Order) => Promise<unknown>} prepareOrder  What the order must know of all pages is known then.
 * @property {(order: Order) => void} setOrder  Sorts by what is known.
 * @property {boolean} hasDates  Whether any page says when it has changed. May look at all of them.
 * @property {(since: Since) => Promise<News | undefined>} news  Nothing where no tree is shown.
 * @property {(firstRowId?: number, activeRowId?: number) => string[]} state  Which branches are open.
 * @property {(state: string[]) => void} restore  Opens them again, now or when they come.
 * @property {number} restoredRow  The id of the row that was shown first; -1 until it is there.
 * @property {number} restoredActive  The id of the row that had the tab stop; -1 until it is there.
 * @property {number} bytes  About how many bytes of memory the tree takes.
 * @property {(id: number) => MenuItem[]} menu
 * @property {(id: number) => number} menuLeftOut  How many entries `menu` leaves out, because there are too many.
 * @property {(id: number) => Detail[]} details
 * @property {(id: number, limit: number) => { entries: BranchEntry[], more: boolean }} branch  A row's page and what is
 *   below it, in the order of the tree; `more`: there is more than `limit`.
 * @property {() => Diagnostic[]} diagnostics  All findings; looks at every page.
 * @property {(spots: Spot[], file?: File) => Promise<(Excerpt | undefined)[]>} excerpts  The lines around places, where
 *   they can still be read. `file`: the user's that is shown.
 * @property {() => void} stopExcerpts
 * @property {Diagnostic | undefined} firstError
 * @property {number} errorCount  How many errors were found while reading.
 * @property {Source | undefined} source
 * @property {() => void} free
 *
 * @typedef {"nns" | "negs" | "xbel"} ExportFormat
 *
 * @typedef {object} Engine  The engine's module.
 * @property {SessionClass} Session
 * @property {(bytes: Uint8Array) => string | undefined} pictureType  The media type of a picture that is safe to decode.
 *
 * @typedef {object} Guard  What an extension can tell of its page's requests.
 * @property {(url: string) => Promise<boolean>} mayAccess  Whether the user allows requests to the host.
 * @property {(url: string) => string} mark  The same address, by which `redirectOf` knows the request.
 * @property {(marked: string) => Promise<string | undefined>} redirectOf  The absolute address that the answer redirects to.
 *
 * @typedef {object} SessionStatics
 * @property {(guard: Guard) => void} setGuard  Decides on all requests of the page.
 * @property {() => Record<string, unknown>} memory  Where the sites seen so far have their sitemaps, by origin.
 * @property {(memory: Record<string, unknown>) => void} learn  Takes in the memory of another document.
 * @property {(visits: unknown, url: string, now: number) => { last?: number, visits: unknown }} noteVisit  A page is
 *   looked at now: `visits` are to be kept for the next time; the last visit to its site ended at `last`. In seconds.
 *
 * @typedef {(new () => Session) & SessionStatics} SessionClass
 *
 * @typedef {"site" | "title" | "changed"} Order  Of the entries beside each other: the site's own, by title, or the one
 *   that was changed last first.
 *
 * @typedef {"reveal" | "highlight" | "off"} RevealMode  What happens to the tree when another page is looked at: it is
 *   marked and brought into sight, or only marked, or neither.
 *
 * @typedef {"current" | "tab" | "background-tab" | "window"} Disposition  Where a page is to be opened.
 *
 * @typedef {object} Saved  Where the user was in a tree, to be kept beyond the document.
 * @property {string[]} state  As the session describes it.
 * @property {number} offset  So many pixels of the first row are out of sight, as a negative number.
 * @property {string} [current]  The address of the page that was looked at.
 *
 * @typedef {object} Places  Where the user was in the trees of sites.
 * @property {(site: string) => Promise<Saved | undefined>} recall
 * @property {(site: string, saved: Saved) => void} keep
 *
 * @typedef {"idle" | "loading" | "loaded" | "empty" | "failed"} State
 */

export {};
