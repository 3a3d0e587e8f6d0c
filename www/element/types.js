/**
 * The types that the engine and the interface share.
 *
 * @typedef {{ level: number, text: string, url?: string }} SectionHeading  A heading of a page. `url` has the fragment that
 *   leads to it.
 *
 * @typedef {"page" | "heading" | "folder" | "separator" | "alias" | "document"} Kind  The kind of an entry. A heading or
 *   folder has no address. An alias repeats a page or folder from another place. A document is a child sitemap, which
 *   loads when the user opens it.
 *
 * @typedef {object} Phrase  A part of a title.
 * @property {string} [key]  The key in `Strings`, if the engine made the text.
 * @property {string} text  In English, or the site's own text.
 * @property {string} [from]  The first date of a period.
 * @property {string} [until]  The last date of a period.
 *
 * @typedef {{ name: "unplaced" | "lists" | "languages" | "technical" | "rest" } | { name: "more" | "failed", count: number }
 *   | { name: "words", words: Phrase[], rest?: Phrase }} Label  Replaces the English title of an entry whose title does not
 *   come from the site. `Strings` has the texts.
 *
 * @typedef {object} Reason  Why something could not be read. `Strings` has a sentence for each name.
 * @property {string} name  Stable, in lower case with hyphens.
 * @property {number} [status]  The HTTP status.
 * @property {number} [line]
 * @property {number} [column]
 * @property {string} [finding]  The fault at that position, in English.
 * @property {string} [host]
 * @property {Reason} [first]  The first of several reasons.
 * @property {string} [why]  The browser's own message.
 *
 * @typedef {object} Row  A visible row of the tree.
 * @property {number} id  Constant as long as the tree exists.
 * @property {Kind | "section"} kind  A section is a heading of a page.
 * @property {string} title
 * @property {Label} [label]
 * @property {string} [url]  Absolute.
 * @property {string} [icon]  The absolute address of a 15x15 picture.
 * @property {true} [home]  The row is the site's home page.
 * @property {string | undefined} [siteIcon]  The address of the site's icon, for the row of the home page.
 * @property {"pending" | "loading" | "failed"} [state]  The state of a child sitemap that is not complete.
 * @property {Reason} [reason]  Why a child sitemap failed.
 * @property {true} [deleted]  The sitemap says that the page was deleted.
 * @property {"read" | "changedBelow" | "changed"} [mark]  `read`: the user has read the page. `changed`: it has changed since the
 *   last visit, or a page below the collapsed row has.
 * @property {true} [visited]  The user has visited the page, and no sitemap or menu contains it.
 * @property {number} level  From 1.
 * @property {number} setsize  The number of siblings including this one, without separators.
 * @property {number} posinset  The position among the siblings, from 1.
 * @property {boolean} expandable
 * @property {boolean} expanded
 * @property {boolean} current  This is the current page, or the section that the user is reading.
 * @property {boolean} menu  The page has a context tree.
 * @property {[number, number][]} [highlights]  The parts of the title that match the filter: start and end.
 * @property {number} [cut]  Where to shorten a title that does not fit, so that the rest shows. The default is its end.
 * @property {{ text: string, highlights: [number, number][] }} [address]  The part of the address beside the title. It
 *   matches the filter, or differs from the address of a sibling with the same title.
 * @property {true} [leadsOn]  The filter does not match the row itself, only descendants.
 *
 * @typedef {object} MenuItem  An entry of a page's context tree.
 * @property {Kind} kind
 * @property {string} title
 * @property {Label} [label]
 * @property {string} [url]
 * @property {string} [icon]
 * @property {string} [language]  The entry is a translation: its BCP 47 tag, or `x-default`.
 * @property {MenuItem[]} children
 *
 * @typedef {object} Progress
 * @property {number} bytes  The bytes read so far.
 * @property {number} [total]  The total in bytes, if the server announced it.
 * @property {number} pages  The pages read so far.
 * @property {{ done: number, total: number }} [documents]  The sitemaps of an index.
 *
 * @typedef {object} Outcome  The result of a load.
 * @property {"loaded" | "not-found" | "failed" | "stopped"} status
 * @property {string} code  Stable, in lower case with hyphens.
 * @property {string} message  A sentence in English.
 * @property {Reason} [reason]  Why it failed, unless the engine itself failed.
 * @property {boolean} retry  A retry may help.
 * @property {string} url  The last requested sitemap.
 *
 * @typedef {object} Diagnostic
 * @property {string} code
 * @property {"error" | "warning" | "note"} severity
 * @property {number} line  From 1.
 * @property {number} column  From 1.
 * @property {string} message
 * @property {string} [url]  The sitemap with the fault.
 *
 * @typedef {object} Position  A position in a sitemap.
 * @property {string} url
 * @property {number} line  From 1.
 * @property {number} column  From 1, in bytes.
 *
 * @typedef {object} Excerpt  The text around a position, on its line.
 * @property {string} before
 * @property {string} mark  The text at the position. Empty at the end of the line.
 * @property {string} after
 * @property {boolean} cutBefore  The line has more text before.
 * @property {boolean} cutAfter
 *
 * @typedef {object} Source  The sitemap of the tree.
 * @property {string} url  The first of several: the one that names the others.
 * @property {string} [title]  The title that the sitemap gives to the whole tree. Bookmark files have one.
 * @property {string} [description]  What the sitemap says about the whole tree.
 * @property {string} format
 * @property {"declared" | "derived"} structure
 * @property {number} pages
 * @property {number} documents  The number of sitemaps, including an index.
 * @property {true} [menus]  The site's menus say where pages are. The format is "page" if there is no sitemap.
 * @property {string} [list]  The address of a list of the site that has added pages, such as its search index.
 * @property {true} [stale]  The site could not be reached. The sitemap comes from the browser's cache.
 *
 * @typedef {object} Claim  What a source says about a page.
 * @property {"title" | "place"} about
 * @property {string} text  The title, or that of the row above. Empty for a page at the top.
 * @property {string} source  As in the details `titleFrom` and `placeFrom`.
 * @property {string} [page]  The address of the visited page that says it.
 * @property {boolean} hasWon  The tree follows it.
 *
 * @typedef {object} Detail  A fact about a page from the sitemap, besides its title and address.
 * @property {string} name  The name in the format.
 * @property {string} value
 * @property {"day" | "time"} [date]  The value is a date: a day, or a day with a time.
 *
 * @typedef {object} BranchEntry  An entry of a listed branch.
 * @property {Kind} kind
 * @property {number} level  The depth below the branch's own page, which has level 0.
 * @property {string} title
 * @property {Label} [label]
 * @property {string} [url]
 *
 * @typedef {object} Crumb  An ancestor of the current page, or the page itself.
 * @property {string} title
 * @property {Label} [label]
 * @property {string} [url]
 *
 * @typedef {object} TextMatch  A page whose text has all words.
 * @property {string} title
 * @property {string} url  It has a fragment if the words are in a section.
 * @property {{ text: string, highlights: [number, number][] }} excerpt  The text around the first word.
 *
 * @typedef {object} TextMatches  What a search in the texts has found.
 * @property {TextMatch[]} pages  Each page once. At most 50.
 * @property {boolean} isPartial  There may be more: the limit was reached, or an index could not be read to its end.
 *
 * @typedef {object} JumpTarget  A page that fits a typed text.
 * @property {string} title
 * @property {string} url
 * @property {string} section  The title of the entry that has the page below it. Empty at the top.
 * @property {[number, number][]} highlights  The matching parts of the title: start and end.
 * @property {{ text: string, highlights: [number, number][] }} address  The readable address, without the site's own host.
 *
 * @typedef {object} Since  The times that decide which changes are news, in seconds since 1970.
 * @property {number} [last]  The end of the last visit.
 * @property {number} now
 * @property {number} offset  The local time minus UTC, in seconds.
 *
 * @typedef {object} Dated  A page with the date of its last change.
 * @property {string} title
 * @property {string} url
 * @property {number} time  In seconds since 1970. For a day, its midnight in UTC.
 * @property {boolean} isDay  The date is a day without a time.
 * @property {{ amount: number, unit: "minute" | "hour" | "day" | "week" | "month" }} [age]  `undefined` for old dates, whose
 *   month and year say more.
 *
 * @typedef {object} News  Both lists start with the newest page and have a maximum length.
 * @property {number} count  The number of pages that have changed since the last visit.
 * @property {Dated[]} changed  The pages that have changed since the last visit.
 * @property {Dated[]} before  The pages that changed before the last visit.
 * @property {{ time: number, isDay: boolean }} [rebuilt]  The date that nearly all pages have. The lists leave them out.
 *
 * @typedef {object} Session  The engine's view of one site. Row indexes count the visible rows from 0.
 * @property {(name: string) => void} setPartition  Separates the session from other partitions. Call it before the first load.
 * @property {(tag: string) => void} setLanguage  Sets the language of the user. Call it before the first load.
 * @property {(url: string) => void} forget  Makes the next load search for this site's sitemap again.
 * @property {(pageUrl: string, onProgress?: (progress: Progress) => void) => Promise<Outcome>} openPage
 * @property {(url: string, onProgress?: (progress: Progress) => void) => Promise<Outcome>} openSitemap
 * @property {(file: File, onProgress?: (progress: Progress) => void, url?: string) => Promise<Outcome>} openFile  `url` is
 *   the address of the file on the web. Without it, relative addresses do not become links.
 * @property {(id: number, onProgress?: (progress: Progress) => void) => Promise<Outcome>} openDocument  Loads the
 *   child sitemap of a row.
 * @property {number} missingDocuments  The number of child sitemaps that are not loaded yet or have failed.
 * @property {(onProgress?: (progress: Progress) => void) => Promise<Outcome>} openMissing  Loads them, and those that they name.
 * @property {(format: ExportFormat, listedOnly?: boolean) => Promise<Blob>} exportAs
 *   Writes the content tree and its context trees. `listedOnly`: without the pages and titles that only visits or menus have shown.
 * @property {boolean} hasBrowsed  Visits or menus have shown a page that no sitemap lists, or a title.
 * @property {(pageUrl: string, shown: any, onProgress?: (progress: Progress) => void) => Promise<Outcome>} openNearby
 *   Looks for the site of a page after `addFacts` of the shown session. `not-found` if the page belongs to the shown site.
 * @property {string | undefined} scope  The address of the site: the folder of a site below a path, or the origin.
 * @property {(isExpected: boolean) => void} expectFacts  Whether the facts of the page will arrive. A load waits for them
 *   before it ends without a tree.
 * @property {(earlier: any) => void} takeFacts  Takes over what visited pages have said, from the session so far.
 * @property {number} visitedPages  The number of visited pages whose facts are known.
 * @property {(page: PageFacts, mayBeElsewhere: boolean) => boolean | undefined} addFacts  Adds what a visited page says. `true`
 *   if the tree may have changed. `undefined` if the page may be on another site than this one; then nothing is added.
 * @property {() => Promise<boolean>} addRest  Adds the rest of what visited pages say, in steps. `true` if the tree may have changed.
 * @property {() => Promise<boolean>} readLists  Reads the lists of titles that visited pages name. `true` if the tree has changed.
 * @property {Outcome | undefined} outcome  How the last load ended. A site without a sitemap counts as loaded when visited pages
 *   have given it a tree.
 * @property {() => void} stop
 * @property {number} version  Changes whenever rows may have changed.
 * @property {number} rowCount
 * @property {(start: number, end: number) => Row[]} rows
 * @property {(id: number) => boolean} lacksTitles  A row's branch has pages that have their names from their addresses.
 * @property {(id: number, onProgress: (done: number, total: number) => void) => Promise<{ read: number, failed: number }>} readTitles
 *   Requests these pages and reads their titles. Ends early with `stop` and when another load begins.
 * @property {(id: number) => number} showOnly  Shows only the branch of a row. Returns the id of its row, or -1. Ids change.
 * @property {(to?: number) => number} leaveBranch  Shows the whole tree again, or the branch of a page in `branchPath`.
 *   Returns the id of the row that was at the top, or -1. Ids change.
 * @property {() => Crumb[]} branchPath  From the top level of the whole tree to the shown branch. Empty without one.
 * @property {() => Promise<unknown>} prepareBranch  Prepares `branchPages`.
 * @property {number | undefined} branchPages  The number of pages in the shown branch.
 * @property {(top: number, most: number) => Uint32Array} pinned  The indexes of the open branches that stay at the top while
 *   the tree scrolls, the outermost first. `top` is the scroll position in rows.
 * @property {(id: number) => number} rowOf  -1 if the entry is in a collapsed branch.
 * @property {(id: number) => number} parent  The parent's id, or -1 at the top level.
 * @property {(id: number) => void} expand
 * @property {(id: number) => void} collapse
 * @property {(id: number) => void} expandBelow  Starts to expand a branch with everything in it.
 * @property {() => boolean} expandMore  Expands the next part of it. `true` if some remains.
 * @property {(id: number) => void} collapseBelow
 * @property {(id: number) => void} expandSiblings
 * @property {() => void} expandAll
 * @property {() => void} collapseAll
 * @property {(fromRow: number, text: string) => number} typeAhead
 * @property {(url: string | undefined) => void} setCurrent
 * @property {() => boolean} prepareCurrent  Indexes some pages for the next two. `true` if all are indexed.
 * @property {() => number} revealCurrent
 * @property {() => number} currentRow
 * @property {() => Promise<unknown>} prepareFilter  Prepares the search index before the first text.
 * @property {(text: string) => Promise<unknown>} setFilter  Shows only the pages with all words, and their ancestors. Rows of a
 *   filtered tree have other ids. Without a filter, the ids of the whole tree return.
 * @property {(text: string) => Promise<JumpTarget[]>} jump  Finds the pages that fit a text best, the best one first. At
 *   most 20. Does not change the rows.
 * @property {boolean} hasTexts  A search index that was read for its titles has the texts of the pages, too.
 * @property {(text: string) => Promise<TextMatches | undefined>} searchTexts  Finds the pages whose texts have all words.
 *   `undefined` if a later search or load has ended this one. A text without words finds nothing, and ends an earlier search.
 * @property {number} matches  The number of pages that match the filter.
 * @property {() => number} firstMatch  The row that Enter in the filter box opens, or -1.
 * @property {(id: number) => number} reveal  Expands the ancestors of a filtered row in the whole tree. Returns the row's id there, or
 *   -1.
 * @property {() => Crumb[]} trail  The ancestors of the current page and the page itself, from the top level. At most the last 30.
 * @property {(which: "previous" | "next" | "up" | "unread") => string | undefined} neighbour  The address of the previous, next
 *   or parent page of the current one, or of the next one that the user has not read, in the order of the tree.
 * @property {(number: number) => void} setDocumentsAtOnce  How many sitemaps of an index a load may request.
 * @property {(order: Order) => Promise<unknown>} prepareOrder  Reads what the order needs from all pages.
 * @property {(order: Order) => Promise<unknown>} setOrder  Sorts the rows. Call `prepareOrder` first. Resolves when all are sorted.
 * @property {boolean} hasDates  A page has a date of its last change. May search all pages.
 * @property {(since: Since) => Promise<News | undefined>} news  `undefined` if no tree is shown.
 * @property {(stored: Float64Array, page: string, now: number) => Float64Array} markRead  Sets the pages that the user has read, as
 *   they were stored, and notes that the user reads a page, if it is not empty. Returns the pages to store.
 * @property {(firstRowId?: number, activeRowId?: number) => string[]} state  Describes the open branches.
 * @property {(state: string[]) => void} restore  Opens the branches, now or when they arrive.
 * @property {number} restoredRow  The id of the row that was first in sight. -1 until it has arrived.
 * @property {number} restoredActive  The id of the row that was the tab stop. -1 until it has arrived.
 * @property {number} bytes  The approximate memory use of the tree in bytes.
 * @property {(id: number) => MenuItem[]} menu
 * @property {(id: number) => number} menuLeftOut  The number of entries that do not fit in `menu`.
 * @property {(id: number) => Detail[]} details
 * @property {(id: number) => Uint32Array} readBelow  How many pages of a row's branch the user has read, and how many it has, or nothing.
 * @property {(id: number) => Promise<Claim[]>} claims  What all sources say about the title and the place of a row's page.
 * @property {(id: number, limit?: number) => { entries: BranchEntry[], more: boolean }} branch  A row's page and its
 *   descendants, in the order of the tree. Without `limit`, as many as the engine allows. `more`: there are more.
 * @property {() => Diagnostic[]} diagnostics  All findings. Reads every page.
 * @property {(positions: Position[], file?: File) => Promise<(Excerpt | undefined)[]>} excerpts  The lines around positions, if
 *   the sitemaps can be read again. `file`: the shown file of the user.
 * @property {() => void} stopExcerpts
 * @property {Diagnostic | undefined} firstError
 * @property {number} errorCount  The number of errors found during the load.
 * @property {number} warningCount  The number of warnings found during the load.
 * @property {Source | undefined} source
 * @property {() => void} free
 *
 * @typedef {Pick<Session, "version" | "rowCount" | "rows" | "rowOf" | "parent" | "typeAhead">
 *   & Partial<Pick<Session, "details" | "readBelow" | "expand" | "collapse" | "expandSiblings" | "expandBelow" | "expandMore" | "collapseBelow"
 *   | "pinned">>} RowSource  What the painter needs.
 *
 * @typedef {object} SectionMethods
 * @property {(headings: SectionHeading[]) => void} set  Replaces the sections.
 * @property {(text: string) => void} setFilter  Shows only the sections with all words, and those above them.
 * @property {(id: number | undefined) => void} setCurrent  Marks the section that the user is reading.
 * @property {() => number} currentRow  -1 if it is not shown.
 * @property {() => number} firstMatch  The row of the first section that matches the filter, or -1.
 * @property {() => void} free
 *
 * @typedef {RowSource & SectionMethods} Sections  The engine's view of the headings of a page. An id is a position in the
 *   list.
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
 * @typedef {"nns" | "negs" | "xbel" | "html" | "opml"} ExportFormat
 *
 * @typedef {object} Engine  The engine's module.
 * @property {SessionClass} Session
 * @property {new () => Sections} Sections
 * @property {(bytes: Uint8Array) => string | undefined} pictureType  The media type of a picture that is safe to decode.
 *
 * @typedef {object} Guard  What an extension knows about the requests of its page.
 * @property {(url: string) => Promise<boolean>} mayAccess  Returns `true` if the user allows requests to the host.
 * @property {(url: string) => string} mark  Marks the address, so that `redirectOf` recognises the request.
 * @property {(marked: string) => Promise<string | undefined>} redirectOf  The absolute target of the redirect.
 *
 * @typedef {object} SessionStatics
 * @property {(guard: Guard) => void} setGuard  Checks all requests of the page.
 * @property {() => number} engineBytes  The size of the engine's memory.
 * @property {(url: string, partition: string) => string | undefined} siteOf  The address of the site that a page is on, as
 *   far as it is known.
 * @property {() => PageFactLimits} pageFactLimits  The limits for `pageFacts`.
 * @property {() => string[]} changedHosts  The hosts about whose sitemaps more is known than at the last call.
 * @property {(hosts: string[]) => Record<string, unknown>} memory  What is known about the sitemaps of these hosts.
 * @property {(memory: Record<string, unknown>) => void} mergeMemory  Adds what another document knows about other sites.
 * @property {(keys: string[], lengths: Uint32Array, times: Float64Array, most: number, length: number) => string[]} surplus
 *   The keys to remove from a store, so that at most `most` entries with at most `length` characters stay.
 * @property {(visits: unknown, url: string, now: number) => { last?: number, visits: unknown }} noteVisit  Records
 *   a visit now. Store `visits` for the next call. `last` is the end of the last visit to the site. In seconds since 1970.
 *
 * @typedef {(new () => Session) & SessionStatics} SessionClass
 *
 * @typedef {"site" | "title" | "changed"} Order  The order of siblings: the site's own, by title, or by the last change,
 *   newest first.
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
 * @typedef {object} PageFacts  What a page says about itself and its site. All addresses are absolute. A text is cut at its
 *   maximum length.
 * @property {string} url  The address of the page without its fragment.
 * @property {string} [canonical]
 * @property {string} [title]
 * @property {string} [siteName]  From `og:site_name`.
 * @property {string} [applicationName]
 * @property {string} [generator]
 * @property {string} [language]  The BCP 47 tag of the document, as written.
 * @property {string} [heading]  The first `h1` of the main content, or of the page.
 * @property {string} [headingUrl]  The address that the whole heading leads to, if it is another page.
 * @property {{ language: string, url: string }[]} alternates  The page in other languages.
 * @property {PageMenu[]} menus  In the order of the document. Those of the main content are last.
 * @property {{ text: string, url?: string }[][]} breadcrumbs  Each from the top.
 * @property {{ rel: string, url: string, type?: string, title?: string }[]} relations  One for each word of `rel`. `base`
 *   is the address in `<base>`.
 * @property {{ level: number, text: string, id?: string }[]} headings  Those outside of menus.
 * @property {true} [isCut]  The page has more than the limits allow.
 *
 * @typedef {object} PageMenu  A list of links.
 * @property {"navigation" | "complementary" | "header" | "footer" | "tree" | "menubar" | "main"} landmark  Where it is.
 *   `main`: in no landmark, or in the main content.
 * @property {string} [label]
 * @property {true} [isInFooter]  A landmark in the footer of the page.
 * @property {{ depth: number, text: string, url?: string, isCurrent?: true }[]} entries  In the order of the document. The top
 *   has depth 0. An entry without `url` is a heading, or the current page.
 *
 * @typedef {object} PageFactLimits
 * @property {number} elements  Elements that are read.
 * @property {number} menus
 * @property {number} entries  The entries of all menus.
 * @property {number} textLength  UTF-16 code units of one text.
 * @property {number} urlLength  UTF-16 code units of an address that the page names.
 * @property {number} allUrlsLength  UTF-16 code units of all addresses that the page names.
 * @property {number} depth  Levels of a menu, and entries of a breadcrumb.
 * @property {number} breadcrumbs
 * @property {number} relations
 * @property {number} headings
 * @property {number} sections  The headings in the pane "On this page".
 * @property {number} jsonBytes  UTF-16 code units of one JSON-LD script.
 * @property {number} sliceMs  Milliseconds before the page may work.
 * @property {number} totalMs  Milliseconds of all slices.
 *
 * @typedef {"idle" | "loading" | "loaded" | "empty" | "failed"} State
 */

export {};
