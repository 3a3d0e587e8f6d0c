//! Every bound that Navibar sets on what a site sends: name, unit, value, reason.
//!
//! Reaching one is reported as a diagnostic whose code begins with `limit-`, and what was read so far
//! stays usable.

use std::time::Duration;

/// The first, or the second where fuzzing looks for what happens beyond a limit: its inputs are small.
const fn limit(limit: usize, small: usize) -> usize {
    if cfg!(fuzzing) { small } else { limit }
}

/// Bytes of one document after decoding (512 MiB), ten times what the sitemap protocol allows. Positions are kept as
/// `u32` byte offsets.
pub const MAX_DOCUMENT_BYTES: u64 = 512 << 20;

/// Bytes that are parsed before the page may paint again (64 KiB).
pub const SLICE_BYTES: usize = 64 << 10;

/// Bytes of white space before a document that are kept to see whether it is a text sitemap (4 KiB). What begins after
/// more of it is read as XML.
pub const MAX_SPACE_BEFORE: usize = limit(4 << 10, 60);

/// Bytes before the root element of a document (1 MiB): white space, comments, a DOCTYPE. Where there are more, no
/// sitemap is to be expected.
pub const MAX_BYTES_BEFORE_ROOT: u64 = 1 << 20;

/// Bytes of one tag, comment, text run or declaration (8 MiB). A token is held until it is complete, so
/// this bounds what the tokenizer buffers.
pub const MAX_TOKEN_BYTES: usize = limit(8 << 20, 2 << 10);

/// Elements open at the same time. Real documents stay below 50; nothing recurses on this depth.
pub const MAX_DEPTH: usize = limit(10_000, 60);

/// Attributes of one element. Further ones are ignored.
pub const MAX_ATTRIBUTES: usize = limit(256, 12);

/// Distinct element and attribute names of one document. Further ones are read as one unknown name.
pub const MAX_NAMES: usize = limit(65_536, 200);

/// Namespace declarations in scope at the same time. Further ones are ignored. Real documents have a dozen, and a name may
/// be compared with each prefix.
pub const MAX_NAMESPACES: usize = limit(128, 12);

/// Distinct namespaces of one document. Further ones are read as none.
pub const MAX_NAMESPACE_NAMES: usize = limit(4_096, 48);

/// Bytes that internal entities of a DOCTYPE may expand to in one document (64 KiB).
pub const MAX_ENTITY_BYTES: usize = limit(64 << 10, 200);

/// Entities that a DOCTYPE may declare. Further ones are not known, which is reported where they are used.
pub const MAX_ENTITIES: usize = 1_000;

/// Entities nested in entities. Deeper ones are left out.
pub const MAX_ENTITY_NESTING: u32 = 8;

/// Bytes of one title, address or metadata value (64 KiB - 1, so that a length fits in 16 bits). A longer
/// title or metadata value is cut; a longer address is no link.
pub const MAX_VALUE_BYTES: usize = limit(0xffff, 600);

/// Bytes of one literal in RDF/XML (1 MiB), after which it is not added to. A literal of markup repeats namespaces, so
/// that a few bytes can stand for many.
pub const MAX_LITERAL_BYTES: usize = limit(1 << 20, 700);

/// Bytes of one element of metadata in XBEL (1 MiB). Longer ones are not kept, and so not written back.
pub const MAX_METADATA_BYTES: usize = limit(1 << 20, 300);

/// Bytes of all metadata of one site (64 MiB). It is only kept to be written back.
pub const MAX_ALL_METADATA_BYTES: usize = limit(64 << 20, 1_000);

/// Bytes of a base that `xml:base` makes (1 KiB). Every relative address repeats it.
pub const MAX_BASE_BYTES: usize = limit(1 << 10, 100);

/// Bytes of all titles, names, addresses and details of one site (256 MiB), 64 of them for each of [`MAX_NODES`].
pub const MAX_TEXT_BYTES: usize = 256 << 20;

/// Different names that the details of one site's pages have. Details with further names are left out.
pub const MAX_DETAIL_NAMES: usize = limit(1_000, 12);

/// Details of one page that are shown. Whoever points at a row waits for them.
pub const MAX_SHOWN_DETAILS: usize = limit(200, 5);

/// Bytes of each that are shown (4 KiB): more than fits into a window.
pub const MAX_SHOWN_DETAIL_BYTES: usize = limit(4 << 10, 40);

/// Segments of one address that become levels of a derived tree; what follows is one more level.
pub const MAX_PATH_LEVELS: usize = limit(64, 5);

/// Elements of one entry of a sitemap. Google allows 1,000 images of an address; each has up to six elements.
pub const MAX_ENTRY_ELEMENTS: usize = limit(10_000, 60);

/// Further documents of one site that are kept in mind (65,536): a sitemap index may name 50,000.
pub const MAX_DOCUMENTS: usize = limit(65_536, 12);

/// Further documents that are loaded at once, where the user has not said another number. The rest is loaded on demand.
pub const DOCUMENTS_AT_ONCE: usize = 50;

/// The largest number that the user can say in place of [`DOCUMENTS_AT_ONCE`]: a site is not to be asked for thousands of
/// files because its page was opened.
pub const MAX_DOCUMENTS_AT_ONCE: usize = 500;

/// Pages after which no further document is loaded unasked.
pub const PAGES_AT_ONCE: usize = 2_000_000;

/// Sites whose search for a sitemap is remembered. Beyond that everything is forgotten.
pub const MAX_REMEMBERED_SITES: usize = 1_000;

/// How long a site may be silent, before its answer and in the middle of it (30 s). Who waits longer has given up on it.
pub const MAX_SILENCE: Duration = Duration::from_secs(30);

/// Redirects that are followed for one document. RFC 9309, section 2.3.1.2, asks for five at least; each one is a request.
pub const MAX_REDIRECTS: usize = 5;

/// How long the browser may take to give what a site answered another time (1 s). It comes from its cache.
pub const MAX_KEPT_SILENCE: Duration = Duration::from_secs(1);

/// Documents that cannot be reached one after the other, after which no further one is asked for unasked. More than one,
/// because one may fail alone: it may send us in a circle.
pub const MAX_UNREACHED: usize = 2;

/// Seconds that a site is left alone which asks for it (status 429) and does not say how long.
pub const LEFT_ALONE: u32 = 60;

/// Seconds that a site is left alone at most (a day), whatever it says.
pub const MAX_LEFT_ALONE: u32 = 24 * 60 * 60;

/// Documents that are looked at for a declared structure where a tree is shown already. A robots.txt may name hundreds.
pub const MAX_PROBES: usize = 20;

/// Bytes of a document that are read to see whether it declares a structure, where a tree is shown already (64 KiB).
pub const PROBE_BYTES: u64 = 64 << 10;

/// Relations from a Woo document up: to its wholes, from these to theirs and so on. Real documents have one or two; each
/// further relation goes through all of them to find rings.
pub const MAX_WHOLES: usize = limit(64, 3);

/// Bytes of a diagnostic's message, which may quote the document.
pub const MAX_MESSAGE_BYTES: usize = limit(1_000, 300);

/// Findings whose lines are shown; as many as are listed.
pub const MAX_EXCERPTS: usize = 1_000;

/// Documents that are read once more for the lines that findings are about.
pub const MAX_EXCERPT_DOCUMENTS: usize = 20;

/// Diagnostics kept for one document. Further ones are only counted.
pub const MAX_DIAGNOSTICS: usize = limit(1_000, 40);

/// Errors kept beyond [`MAX_DIAGNOSTICS`], so that many warnings do not hide why reading ended.
pub const MAX_LATE_ERRORS: usize = limit(100, 5);

/// Details of one page beyond which further entries for the same page add none. Each entry is compared with them.
pub const MAX_REPEATED_DETAILS: usize = limit(64, 4);

/// Numbers of `negs:order` that are told apart, on both sides of zero. They are kept with parts in 32 bits.
pub const MAX_ORDER: u64 = 1_000_000_000;

/// Entries that the sitemap protocol allows in one file (sitemaps.org, "Using Sitemap index files"). More are read,
/// with a warning.
pub const PROTOCOL_ENTRIES: usize = 50_000;

/// Bytes that the sitemap protocol allows in one file (50 MB). More are read, with a warning.
pub const PROTOCOL_BYTES: u32 = 52_428_800;

/// Pages and other resources of one site (4 Mi), about 600 MiB of memory beside their text.
pub const MAX_NODES: usize = limit(4 << 20, 500);

/// Rows that the tree view unfolds (4 Mi). A small document can describe a tree of any size.
pub const MAX_ROWS: usize = limit(4 << 20, 20_000);

/// List entries that opening every branch at once goes through (8 Mi). Entries that lead to a page above them make no
/// row, but going through them takes time.
pub const MAX_UNFOLDING: usize = limit(8 << 20, 40_000);

/// Rows that a filter opens at once beyond as many as there are pages (100,000). Where pages that are found stand in many
/// places a small document can have any number, and a key is not to wait for them; further branches stay closed until
/// they are opened.
pub const MAX_FOUND_AGAIN: usize = limit(100_000, 10_000);

/// Rows that a typed letter looks through for a title that begins with it (200,000). Each takes some 200 ns in the browser,
/// and a key must not stall it; the filter looks through all pages.
pub const MAX_TYPE_AHEAD_ROWS: usize = limit(200_000, 10_000);

/// Rows that opening every branch, or every sibling, makes beyond as many as the site has pages and lists (100,000). Where
/// pages stand in many places a small document can have any number of rows; further branches stay closed until they are
/// opened.
pub const MAX_OPENED_AGAIN: usize = limit(100_000, 10_000);

/// Bytes of the text that the tree is filtered by (1 KiB). What is typed is shorter; what is pasted is cut. Of a title
/// as many characters can be marked.
pub const MAX_FILTER_BYTES: usize = limit(1 << 10, 30);

/// Entries of a filtered tree that one row stands for and names (8). Real paths have about three.
pub const MAX_JOINED: usize = limit(8, 3);

/// Characters of an address that a row shows because a filter has found something there.
pub const MAX_FOUND_ADDRESS: usize = limit(200, 20);

/// Bytes of titles and addresses that are kept for filtering (128 MiB). Those of further pages are made anew whenever
/// they are looked at, which takes longer.
pub const MAX_SEARCH_BYTES: usize = limit(128 << 20, 2_000);

/// Entries that are gone through to find the next page or the one before.
pub const MAX_NEIGHBOUR_STEPS: usize = 1 << 20;

/// Pages listed of those that have changed since the last visit, and of those before. Nobody reads more; how many there
/// are is counted.
pub const MAX_NEWS: usize = limit(100, 10);

/// Pages with a date from which it tells that nearly all dates are one: fewer are listed, which is as short.
pub const MIN_REBUILT: usize = 3;

/// Sites whose last visits are kept. Those not seen for the longest time are forgotten first.
pub const MAX_VISITED_SITES: usize = 500;

/// Branches whose state is kept for the next time that a site is shown. The first ones count.
pub const MAX_STATE_ENTRIES: usize = limit(2_000, 200);

/// Bytes of the state of all branches (256 KiB). It is stored for each site.
pub const MAX_STATE_BYTES: usize = 256 << 10;

/// Entries of one context menu. A menu longer than that helps nobody and would stall the browser.
pub const MAX_MENU_ITEMS: usize = limit(500, 40);

/// List entries that are looked at for one context menu. Pages may share one list of any length.
pub const MAX_MENU_STEPS: usize = limit(100_000, 400);

/// Levels of one context menu.
pub const MAX_MENU_DEPTH: usize = limit(32, 5);

/// Last entries of the way to a page that show where it is. A longer way is read by nobody.
pub const MAX_TRAIL: usize = limit(30, 4);

/// Entries of a branch that is copied, bookmarked or opened as a whole. Nobody wants more at once, and each becomes
/// several objects in JavaScript.
pub const MAX_BRANCH_ENTRIES: usize = 10_000;

/// Entries that an outline (`inspect`) unfolds, context menus included (2 Mi).
pub const MAX_OUTLINE_NODES: usize = limit(2 << 20, 20_000);

/// Bytes of an outline (256 MiB): its texts, its indents, and 16 for each list entry and detail. A small document can repeat a
/// long text in any number of places.
pub const MAX_OUTLINE_BYTES: usize = limit(256 << 20, 1 << 20);

/// Levels that an outline (`inspect`) unfolds. It is nested, so that its reader recurses on it; many JSON readers give
/// up at 1,000 brackets, and a level has two.
pub const MAX_OUTLINE_DEPTH: usize = limit(250, 50);

/// Bytes of a saved file (512 MiB), as many as are read again. A page is written out where each list has it.
pub const MAX_EXPORT_BYTES: u64 = MAX_DOCUMENT_BYTES;

/// List entries that a saved NEGS or XBEL file has (8 Mi). These formats have no lists that several pages share, so that
/// one is written out for each of them; more entries than that come from no real site.
pub const MAX_EXPORT_ENTRIES: usize = 8 << 20;

/// Levels of a saved XBEL file, which is nested as the tree is. A level takes up to four elements, and readers have
/// bounds of their own: ours is [`MAX_DEPTH`].
pub const MAX_EXPORT_DEPTH: usize = limit(2_400, 200);

/// Bytes of a robots.txt that are read (512 KiB). RFC 9309, section 2.5, asks for 500 KiB at least.
pub const MAX_ROBOTS_BYTES: usize = limit(512 << 10, 2 << 10);

/// Bytes of a web page that are read to find what its head names (256 KiB). Heads end long before, most within 64 KiB.
pub const MAX_HEAD_BYTES: usize = limit(256 << 10, 2 << 10);

/// Sitemaps that a robots.txt or a page's head may name. News sites and shops name some dozens.
pub const MAX_NAMED_SITEMAPS: usize = limit(1_000, 20);

/// Pixels of one icon (1,048,576, a square of 1,024). An icon is shown 15 pixels wide; a decoder takes four bytes and some
/// nanoseconds for each pixel, whatever the file's size is.
pub const MAX_PICTURE_PIXELS: u64 = 1 << 20;

/// Passes over all pixels that a progressive JPEG may ask for. Encoders make about ten.
pub const MAX_PICTURE_SCANS: usize = 32;

/// Pictures in one icon file (ICO).
pub const MAX_ICO_PICTURES: usize = 32;

/// Bytes of one icon in SVG (64 KiB).
pub const MAX_SVG_BYTES: usize = 64 << 10;

/// Elements of one icon in SVG.
pub const MAX_SVG_ELEMENTS: usize = 1_000;

/// Elements open at the same time in an icon in SVG.
pub const MAX_SVG_DEPTH: usize = 64;

/// Elements of one icon in SVG that are clipped or masked. Each draws all of its clip path or mask.
pub const MAX_SVG_CLIPPED: usize = 16;
