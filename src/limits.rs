//! Every limit that Navibar sets on what a site sends: name, unit, value, reason.
//!
//! If a document reaches a limit, the code of the finding begins with `limit-`. Everything before it stays usable.

use std::time::Duration;

/// Returns `limit`, or `small` when fuzzing: its inputs are small, and must still reach the limits.
const fn limit(limit: usize, small: usize) -> usize {
    if cfg!(fuzzing) { small } else { limit }
}

/// Bytes of one document after decoding (512 MiB), ten times what the sitemap protocol allows. Offsets are `u32`.
pub const MAX_DOCUMENT_BYTES: u64 = 512 << 20;

/// Bytes of documents that may wait in memory until they are read (64 MiB), for all requests of a session together. The
/// sitemap protocol allows 50 MB for one. A waiting document that finds no room is dropped, and requested again when it is
/// read. The document that is read always has room, up to [`MAX_DOCUMENT_BYTES`].
pub const MAX_READ_AHEAD_BYTES: u32 = 64 << 20;

/// Bytes of the documents of one load after decoding (1 GiB), after which no child sitemap is loaded automatically. A
/// compressed file may become a thousand times as large.
pub const MAX_LOAD_BYTES: u64 = 1 << 30;

/// Bytes parsed before the page may paint again (64 KiB).
pub const SLICE_BYTES: usize = 64 << 10;

/// Bytes at the start of a document that show a text format (4 KiB). A document that is undecided after them is read as XML.
pub const MAX_START_BYTES: usize = limit(4 << 10, 200);

/// Bytes before the root element of a document (1 MiB): white space, comments, a DOCTYPE. A sitemap does not have more.
pub const MAX_BYTES_BEFORE_ROOT: u64 = 1 << 20;

/// Bytes of one tag, comment, text run or declaration (8 MiB). The tokenizer buffers a token until it is complete.
pub const MAX_TOKEN_BYTES: usize = limit(8 << 20, 2 << 10);

/// Elements open at the same time. Real documents stay below 50. Nothing recurses on this depth.
pub const MAX_DEPTH: usize = limit(10_000, 60);

/// Open elements that end tags without a start tag are compared with, for each byte read. More of them cost less than the bytes
/// of the tags.
pub const MAX_END_TAG_STEPS: u64 = 4;

/// Elements that ended before their end tags and whose end tags are awaited. Real files have one mistake of this kind at a time.
pub const MAX_EARLY_ENDS: usize = limit(64, 4);

/// Attributes of one element. Others are ignored.
pub const MAX_ATTRIBUTES: usize = limit(256, 12);

/// Distinct element and attribute names of one document. Others are read as one unknown name.
pub const MAX_NAMES: usize = limit(65_536, 200);

/// Namespace declarations in scope at the same time. Others are ignored. Real documents have a dozen, and resolving a
/// name may compare all prefixes.
pub const MAX_NAMESPACES: usize = limit(128, 12);

/// Distinct namespaces of one document. A name in another namespace is read as a name without one.
pub const MAX_NAMESPACE_NAMES: usize = limit(4_096, 48);

/// Bytes that the entities of a DOCTYPE may expand to in one document (64 KiB).
pub const MAX_ENTITY_BYTES: usize = limit(64 << 10, 200);

/// Entities that a DOCTYPE may declare. Others are unknown, which is reported where they are used.
pub const MAX_ENTITIES: usize = 1_000;

/// Levels of entities inside entities. Deeper ones are left out.
pub const MAX_ENTITY_NESTING: u32 = 8;

/// Bytes of one title, address or detail (64 KiB - 1, so that a length fits in 16 bits). A longer title or detail is
/// cut; a longer address is not a link.
pub const MAX_VALUE_BYTES: usize = limit(0xffff, 600);

/// Bytes of a title that tell apart entries with the same address.
pub const MAX_TITLE_IN_NAME: usize = 1_000;

/// Words of a caption, and of a title made from an address, that are compared. No title has more.
pub const MAX_CAPTION_WORDS: usize = 64;

/// Characters of a title made from the first words of a text. A row of the sidebar shows fewer.
pub const MAX_FIRST_WORDS: usize = 80;

/// Bytes of a text in which its first words are looked for (8 KiB). Markup may stand before them.
pub const MAX_FIRST_WORDS_BYTES: usize = limit(8 << 10, 200);

/// Bytes of one literal in RDF/XML (1 MiB). The rest is cut. An XML literal repeats namespaces, so a few bytes can
/// expand to many.
pub const MAX_LITERAL_BYTES: usize = limit(1 << 20, 700);

/// Bytes of one metadata element in XBEL (1 MiB). A longer one is dropped, and so missing in a saved file.
pub const MAX_METADATA_BYTES: usize = limit(1 << 20, 300);

/// Bytes of all XBEL metadata of one site (64 MiB). It is kept only for saved files.
pub const MAX_ALL_METADATA_BYTES: usize = limit(64 << 20, 1_000);

/// Bytes of a base address that `xml:base` sets (1 KiB). Every relative address repeats it.
pub const MAX_BASE_BYTES: usize = limit(1 << 10, 100);

/// Bytes of all titles, names, addresses and details of one site (256 MiB): 64 for each of [`MAX_NODES`].
pub const MAX_TEXT_BYTES: usize = 256 << 20;

/// Distinct detail names of one site. Details with other names are left out.
pub const MAX_DETAIL_NAMES: usize = limit(1_000, 12);

/// Details shown for one page. They are computed while the user waits with the pointer on a row.
pub const MAX_SHOWN_DETAILS: usize = limit(200, 5);

/// Bytes shown of one detail (4 KiB), which is more than fits in a window.
pub const MAX_SHOWN_DETAIL_BYTES: usize = limit(4 << 10, 40);

/// Segments of one address that become levels of a derived tree. The rest becomes one more level.
pub const MAX_PATH_LEVELS: usize = limit(64, 5);

/// Elements of one sitemap entry. Google allows 1,000 images for an address, with up to six elements each.
pub const MAX_ENTRY_ELEMENTS: usize = limit(10_000, 60);

/// Child sitemaps of one site that are remembered (65,536). A sitemap index may name 50,000.
pub const MAX_DOCUMENTS: usize = limit(65_536, 12);

/// Child sitemaps that are loaded at once, unless the user has set another number. The others are loaded on demand.
pub const DOCUMENTS_AT_ONCE: usize = 50;

/// The largest number that the user can set instead of [`DOCUMENTS_AT_ONCE`]. Opening a page must not request thousands
/// of files from its site.
pub const MAX_DOCUMENTS_AT_ONCE: usize = 500;

/// Number of pages after which no child sitemap is loaded automatically.
pub const PAGES_AT_ONCE: usize = 2_000_000;

/// Hosts whose search for a sitemap is remembered.
pub const MAX_REMEMBERED_SITES: usize = 1_000;

/// Bytes of all that is remembered about sitemaps (512 KiB). Firefox stores at most 10 MB for all purposes. A host of an
/// ordinary site takes about 200 bytes.
pub const MAX_MEMORY: usize = 512 << 10;

/// Bytes that are remembered about one host (16 KiB): about 150 sitemaps, or 100 sites below its paths.
pub const MAX_HOST_MEMORY: usize = 16 << 10;

/// Bytes of an address that is remembered, as [`MAX_FACT_URL`].
pub const MAX_REMEMBERED_URL: usize = 2_000;

/// Bytes of the addresses of one host that were requested because of a page (4 KiB): 100 for each of
/// [`MAX_NEARBY_REQUESTS`].
pub const MAX_ASKED_BYTES: usize = 4 << 10;

/// The longest time without data from a site, before and during its response (30 s). A user waits no longer.
pub const MAX_SILENCE: Duration = Duration::from_secs(30);

/// The longest time for one list of titles (60 s). Its site could otherwise send it for ever, a byte at a time, and nobody
/// sees that.
pub const MAX_LIST_TIME: Duration = Duration::from_secs(60);

/// The longest time for the head of one page whose title the user asks for (15 s). The others wait for it.
pub const MAX_HEAD_TIME: Duration = Duration::from_secs(15);

/// Redirects followed for one document. RFC 9309, section 2.3.1.2, requires at least five. Each one is a request.
pub const MAX_REDIRECTS: usize = 5;

/// The longest time to wait for a response from the browser's cache (1 s).
pub const MAX_KEPT_SILENCE: Duration = Duration::from_secs(1);

/// Consecutive unreachable documents after which automatic loading stops. One is not enough, because a single document
/// may fail, for example with a redirect loop.
pub const MAX_UNREACHED: usize = 2;

/// Seconds without requests to a site that sends status 429 without a time.
pub const DEFAULT_PAUSE_SECS: u32 = 60;

/// The most seconds without requests to a site (one day), even if it requests more.
pub const MAX_PAUSE_SECS: u32 = 24 * 60 * 60;

/// Sites below a path that are remembered for one host. GitHub Pages and the hosts of universities have many.
pub const MAX_SITES_BELOW: usize = 200;

/// Folders of one page in which a sitemap is requested. Each one is a request.
pub const MAX_FOLDERS: usize = 2;

/// Requests to one host in one session that only a page's address or links cause.
pub const MAX_NEARBY_REQUESTS: usize = 40;

/// The longest wait for the facts of a page if its site has no sitemap so far. A page is read when it has loaded.
pub const MAX_FACT_WAIT: Duration = Duration::from_secs(3);

/// Documents checked for a declared structure while a tree is already shown. A robots.txt may name hundreds.
pub const MAX_PROBES: usize = 20;

/// Bytes read of each such document (64 KiB).
pub const PROBE_BYTES: u64 = 64 << 10;

/// Relations from a Woo document to its wholes, from these to theirs, and so on. Real documents have one or two. Each
/// one is a pass over all relations to find cycles.
pub const MAX_WHOLES: usize = limit(64, 3);

/// Texts in lists of NNS that may be titles of pages described after them. Others are not titles.
pub const MAX_EARLY_VALUES: usize = limit(65_536, 20);

/// Bytes of a finding's message, which may quote the document.
pub const MAX_MESSAGE_BYTES: usize = limit(1_000, 300);

/// Findings with an excerpt; as many as are listed.
pub const MAX_EXCERPTS: usize = 1_000;

/// Documents that are read a second time for excerpts.
pub const MAX_EXCERPT_DOCUMENTS: usize = 20;

/// Findings kept for one document. Others are only counted.
pub const MAX_DIAGNOSTICS: usize = limit(1_000, 40);

/// Errors kept beyond [`MAX_DIAGNOSTICS`], so that warnings never hide why reading ended.
pub const MAX_LATE_ERRORS: usize = limit(100, 5);

/// Details of one page after which further entries for the same page add none. Each entry is compared with them.
pub const MAX_REPEATED_DETAILS: usize = limit(64, 4);

/// The largest number of `negs:order` on either side of zero that is compared exactly. Its key has 32 bits.
pub const MAX_ORDER: u64 = 1_000_000_000;

/// Entries that the sitemap protocol allows in one file (sitemaps.org, "Using Sitemap index files"). More are read,
/// with a warning.
pub const PROTOCOL_ENTRIES: usize = 50_000;

/// Bytes that the sitemap protocol allows in one file (50 MB). More are read, with a warning.
pub const PROTOCOL_BYTES: u32 = 52_428_800;

/// Characters of an address that are too many for a sitemap (sitemaps.org, "loc": less than 2,048).
pub const PROTOCOL_ADDRESS: usize = 2_048;

/// Pages and other resources of one site (4 Mi). They take about 600 MiB of memory without their text.
pub const MAX_NODES: usize = limit(4 << 20, 500);

/// Aliases of a bookmark file (20,000). All of them are resolved at once, at the end of the file.
pub const MAX_ALIASES: usize = limit(20_000, 20);

/// Rows of the tree view (4 Mi). A small document can describe a tree of any size.
pub const MAX_ROWS: usize = limit(4 << 20, 20_000);

/// List entries visited when every branch is expanded at once (8 Mi). An entry that is an ancestor of itself makes no
/// row, but visiting it takes time.
pub const MAX_UNFOLDING: usize = limit(8 << 20, 40_000);

/// Rows that a filter expands beyond the number of pages (100,000). Matching pages may be in many places, and each key
/// press must stay fast. Other branches stay collapsed until the user expands them.
pub const MAX_EXTRA_FILTERED_ROWS: usize = limit(100_000, 10_000);

/// Rows searched for a title that begins with the typed letters (50,000). Each takes about 800 ns in a browser, and a key
/// press must stay fast. The filter searches all pages.
pub const MAX_TYPE_AHEAD_ROWS: usize = limit(50_000, 10_000);

/// Rows added beyond the number of pages and lists when every branch, or every sibling, is expanded at once (100,000).
/// Pages may be in many places, so a small document can describe any number of rows. Other branches stay collapsed until
/// the user expands them.
pub const MAX_EXTRA_EXPANDED_ROWS: usize = limit(100_000, 10_000);

/// Bytes of the filter text (1 KiB). A typed text is shorter; a pasted one is cut. It also bounds the characters marked
/// in a title.
pub const MAX_FILTER_BYTES: usize = limit(1 << 10, 30);

/// Entries of a filtered tree that one row joins and names (8). Real paths have about three.
pub const MAX_JOINED: usize = limit(8, 3);

/// Characters shown of an address beside a title.
pub const MAX_ADDRESS_PART: usize = limit(200, 20);

/// Pages that a jump offers (20). An address bar shows about ten.
pub const MAX_JUMP_PAGES: usize = limit(20, 5);

/// Bytes of titles and addresses kept in the search index (128 MiB). Those of other pages are computed for each search,
/// which takes longer.
pub const MAX_SEARCH_BYTES: usize = limit(128 << 20, 2_000);

/// Entries visited to find the next or the previous page.
pub const MAX_NEIGHBOUR_STEPS: usize = 1 << 20;

/// Pages listed of those changed since the last visit, and of those before. Nobody reads more; the others are counted.
pub const MAX_NEWS: usize = limit(100, 10);

/// Pages of a site whose reading is remembered (2,000). They take 60 KB in the store.
pub const MAX_READ_PAGES: usize = 2_000;

/// Pages with a date needed to detect that nearly all dates are equal. Fewer are listed, because that list is short
/// anyway.
pub const MIN_REBUILT: usize = 3;

/// Sites whose last visits are stored. Of the owner with the most sites, the least recently visited is removed first.
pub const MAX_VISITED_SITES: usize = 500;

/// Sites below paths of one host whose last visits are stored. Others are removed, the least recently visited first.
pub const MAX_VISITED_FOLDERS: usize = 20;

/// Bytes of the address of a site whose last visit is stored. All of them together take at most 120 KB on the disk.
pub const MAX_VISITED_URL: usize = 200;

/// Branches whose state is stored for the next visit. The first ones count.
pub const MAX_STATE_ENTRIES: usize = limit(2_000, 200);

/// Bytes of the stored state of all branches (256 KiB). There is one state for each site.
pub const MAX_STATE_BYTES: usize = 256 << 10;

/// Words of a site whose spelling is learnt from its titles.
pub(crate) const MAX_SPELLINGS: usize = limit(2_000, 20);

/// Entries of one context menu. A longer menu is of no use and would stall the browser.
pub const MAX_MENU_ITEMS: usize = limit(500, 40);

/// List entries visited to build one context menu. Pages may share a list of any length.
pub const MAX_MENU_STEPS: usize = limit(100_000, 400);

/// Levels of one context menu.
pub const MAX_MENU_DEPTH: usize = limit(32, 5);

/// Entries at the end of a page's path that are shown. Nobody reads a longer path.
pub const MAX_TRAIL: usize = limit(30, 4);

/// Entries of a branch that is copied, bookmarked or opened in tabs. Each becomes several objects in JavaScript.
pub const MAX_BRANCH_ENTRIES: usize = 10_000;

/// Entries of an outline (`navibar show`), context menus included (2 Mi).
pub const MAX_OUTLINE_NODES: usize = limit(2 << 20, 20_000);

/// Bytes of an outline (256 MiB): texts, indents, and 16 for each list entry and detail. A small document can repeat a
/// long text in any number of places.
pub const MAX_OUTLINE_BYTES: usize = limit(256 << 20, 1 << 20);

/// Levels of an outline (`navibar show`). It is nested, so its readers recurse. Many JSON readers stop at 1,000 brackets,
/// and a level has two.
pub const MAX_OUTLINE_DEPTH: usize = limit(250, 50);

/// Bytes of a saved file (512 MiB), as many as can be read again. A page is written once for each list that contains
/// it.
pub const MAX_EXPORT_BYTES: u64 = MAX_DOCUMENT_BYTES;

/// Entries of shared lists that a saved NEGS or XBEL file repeats (100,000). These formats have no shared lists, so a list
/// is written once for each of its pages. Beyond the limit, each page is still in the file, but not in all its places.
pub const MAX_EXPORTED_AGAIN: usize = 100_000;

/// Levels of a saved XBEL file, which is nested like the tree. A level takes up to four elements, and readers have
/// limits; ours is [`MAX_DEPTH`].
pub const MAX_EXPORT_DEPTH: usize = limit(2_400, 200);

/// Bytes read of a robots.txt (512 KiB). RFC 9309, section 2.5, requires at least 500 KiB.
pub const MAX_ROBOTS_BYTES: usize = limit(512 << 10, 2 << 10);

/// Sitemaps that a robots.txt or the links of a page may name. News sites and shops name some dozens.
pub const MAX_NAMED_SITEMAPS: usize = limit(1_000, 20);

/// Pixels of one icon (1,048,576, a square of 1,024). An icon is shown 15 pixels wide. Decoding takes four bytes and
/// some nanoseconds per pixel, whatever the file size is.
pub const MAX_PICTURE_PIXELS: u64 = 1 << 20;

/// Bytes of one icon (256 KiB), so that a site cannot fill the memory. `pictures.js` of the sidebar fetches icons and has the
/// same limit.
pub const MAX_PICTURE_BYTES: usize = 256 << 10;

/// Scans of a progressive JPEG. Each is a pass over all pixels. Encoders make about ten.
pub const MAX_PICTURE_SCANS: usize = 32;

/// Pictures in one icon file (ICO).
pub const MAX_ICO_PICTURES: usize = 32;

/// Bytes of one icon in SVG (64 KiB).
pub const MAX_SVG_BYTES: usize = 64 << 10;

/// Elements of one icon in SVG.
pub const MAX_SVG_ELEMENTS: usize = 1_000;

/// Elements open at the same time in one icon in SVG.
pub const MAX_SVG_DEPTH: usize = 64;

/// Clipped or masked elements of one icon in SVG. Each draws its whole clip path or mask.
pub const MAX_SVG_CLIPPED: usize = 16;

/// Elements of a page that are examined for its facts. Large reference pages have about 100,000.
pub const MAX_FACT_ELEMENTS: usize = 200_000;

/// Lists of links of one page.
pub const MAX_FACT_MENUS: usize = 50;

/// Entries in all lists of links of one page. The largest menus of documentation sites have about 3,000.
pub const MAX_FACT_ENTRIES: usize = 5_000;

/// Entries of visited pages that are added to the tree in one step, except those of one page. They take some 20 ms.
pub const MAX_ENTRIES_IN_STEP: usize = 3_000;

/// Characters of a text of a page, such as a title or an entry of a menu.
pub const MAX_FACT_TEXT: usize = 200;

/// Parts of a title that separators divide, such as the name of the site. Real titles have at most five.
pub const MAX_TITLE_PARTS: usize = 20;

/// Bytes of an address that a page names. A longer one is dropped, because a part of it would lead elsewhere.
pub const MAX_FACT_URL: usize = 2_000;

/// Bytes of all addresses that a page names (256 KiB), in ASCII also characters. The largest menus have about 3,000
/// entries with addresses of 50 bytes each.
pub const MAX_FACT_URLS: usize = 256 << 10;

/// Levels of a menu, and entries of a breadcrumb.
pub const MAX_FACT_DEPTH: usize = 12;

/// Breadcrumbs of one page.
pub const MAX_FACT_BREADCRUMBS: usize = 10;

/// Links with a relation of one page. Sites in many languages have about 80 alternates.
pub const MAX_FACT_RELATIONS: usize = 100;

/// Headings of one page.
pub const MAX_FACT_HEADINGS: usize = 300;

/// Sections in the pane "On this page". Longer pages are reference lists that the browser's own search serves better.
pub const MAX_SECTIONS: usize = limit(1_000, 100);

/// UTF-16 code units of one JSON-LD script of a page.
pub const MAX_FACT_JSON_BYTES: usize = 100_000;

/// Milliseconds that reading a page may take at a time on the page's main thread, so that it stays smooth.
pub const MAX_FACT_SLICE: u64 = 4;

/// Milliseconds that reading a page may take in total. A page with 2,000 links takes 10 to 30 ms of processor time; a
/// busy computer takes longer.
pub const MAX_FACT_TIME: u64 = 300;

/// Bytes read of one of a site's lists of titles (32 MiB). A search index may have its titles at the end: that of a site with
/// 1,400 pages has 12 MB of words before 5 MB of titles and texts. Reading 17 MB takes about 50 ms in slices of 64 KiB. Only the
/// titles are kept.
pub const MAX_LIST_BYTES: usize = limit(32 << 20, 64 << 10);

/// Titles of all lists of a site.
pub const MAX_LISTED_TITLES: usize = limit(20_000, 500);

/// Requests for the lists of titles of one site.
pub const MAX_TITLE_LISTS: usize = 10;

/// Files that are requested for a manifest beside the first one. Doxygen writes the lists of classes, files and topics into files
/// of their own.
pub const MAX_MANIFEST_PARTS: usize = 8;

/// Bytes of a title or address in a list.
pub const MAX_LIST_TEXT: usize = 2_000;

/// Bytes of the text of one page or section in a search index (256 KiB). Words behind them are not found.
pub const MAX_INDEXED_TEXT: usize = limit(256 << 10, 4 << 10);

/// Pages that a search in the texts finds. Nobody reads more.
pub const MAX_TEXT_MATCHES: usize = 50;

/// Objects and arrays of a list that contain each other. Search indexes nest their words by letters, but the titles stand
/// above them.
pub const MAX_JSON_DEPTH: usize = 32;

/// Pages and lookups that are spent to tidy up a tree at the end of a load (200,000). Each takes about 100 ns. Larger trees
/// are tidied up in part.
pub const MAX_SHAPE_STEPS: usize = limit(200_000, 2_000);

/// Nodes of a tree that one pass may read without a pause (200,000). Larger trees are not tidied up at the end of a load, and
/// no folder of their host is searched for another site, because the page must not stall.
pub const MAX_NODES_AT_ONCE: usize = limit(200_000, 20_000);

/// Rows of a level that are still easy to read. More are grouped by month or by the sitemap that they come from.
pub const MAX_FLAT_ROWS: usize = 50;

/// Rows of a level whose titles are compared, to show the part of the address that differs where two are the same.
pub const MAX_COMPARED_TITLES: usize = 100;

/// Rows of a level that are sorted by number.
pub const MAX_SORTED_ROWS: usize = 10_000;

/// Pages and folders that are examined to arrange the versions and translations of a site after each visit (50,000).
/// Each takes about 100 ns.
pub const MAX_VERSION_STEPS: usize = limit(50_000, 2_000);

/// Rows that the pages of a site may add to its tree (100,000): headings, folders, and pages that no sitemap lists. The facts
/// of all pages have room for about as many entries.
pub const MAX_ARRANGED_ROWS: usize = limit(100_000, 500);

/// Entries of menus that are read again for other versions of a site (20,000), such as those of a header. Every number in an
/// address may be a version.
pub(crate) const MAX_ENTRIES_AGAIN: usize = limit(20_000, 500);

/// Claims about a page that are kept when somebody asks why its row has its title and place.
pub const MAX_CLAIMS: usize = 30;

/// Visited pages of one site whose facts are kept.
pub const MAX_FACT_PAGES: usize = 200;

/// Pages whose titles one command reads.
pub const MAX_TITLES_READ: usize = 500;

/// Pages that are requested at the same time for their titles. It should not disturb the site more than a visitor does.
pub const HEADS_AT_ONCE: usize = 2;

/// Bytes read of one page for its title (64 KiB). A head with styles and scripts in it may have some ten KiB before the title.
pub const MAX_HEAD_BYTES: usize = limit(64 << 10, 2 << 10);

/// Titles of one site that were read for a command. They are kept with the facts of visited pages.
pub const MAX_HEADS: usize = 2_000;

/// Bytes of these titles (2 MiB), a part of [`MAX_FACT_BYTES`].
pub const MAX_HEAD_FACTS: usize = 2 << 20;

/// Bytes of the facts of one site that are kept (8 MiB).
pub const MAX_FACT_BYTES: usize = 8 << 20;
