//! Sitemaps (sitemaps.org 0.9, Google 0.84): `urlset` and `sitemapindex`, and what extends them.
//!
//! Each child of the root is gathered into an [`Entry`]. The extensions see it first, unless it is plain; what none of
//! them takes is placed by the host and path of its address.

mod describe;
mod protocol;

use super::diwoo::{self, Diwoo};
use super::entry::{At, Entry};
use super::negs::Negs;
use super::resourcesync::ResourceSync;
use super::{Opening, Reader, Structure};
use crate::diagnostics::Report;
use crate::iri;
use crate::limits::{MAX_BASE_BYTES, PROTOCOL_BYTES, PROTOCOL_ENTRIES};
use crate::site_map::{Naming, NodeId, SiteMap};
use crate::vocabulary::XML_BASE;
use crate::xml::{Context, Element, Handler};
pub(super) use describe::describe;
pub(super) use protocol::{Protocol, Tag};
pub(crate) use protocol::{changefreq, is_priority};
use std::borrow::Cow;

/// What extends the sitemap protocol.
pub(super) trait Extension: Default {
    /// Name of the format that it makes of a sitemap.
    const NAME: &'static str;
    /// A new document begins. What is known of the documents before may be kept.
    fn begin(&mut self, opening: &Opening);
    /// A child of the root is complete. Whether the extension has dealt with it; else it is placed by host and path.
    fn entry(&mut self, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> bool;
    /// The document is complete, or has broken off.
    fn finish(&mut self, document: &mut Document<'_>, report: &mut Report);
    /// What structure the document has by this extension; `None` while nothing of the extension has been met in it.
    fn structure(&self) -> Option<Structure>;
}

/// The document that entries come from, and where they go.
#[derive(Debug)]
pub(super) struct Document<'a> {
    pub(super) map: &'a mut SiteMap,
    pub(super) opening: &'a Opening,
    /// What relative addresses in entries are relative to.
    pub(super) base: &'a str,
    /// Number of nodes before the document.
    pub(super) first_node: NodeId,
    /// What the names of the protocol mean here.
    pub(super) protocol: &'a mut Protocol,
    /// Number of its entries so far, that at hand included.
    pub(super) entries: usize,
}

/// Reads sitemaps. It goes on from one document of a site to the next.
#[derive(Debug, Default)]
pub(crate) struct Sitemap {
    map: SiteMap,
    opening: Opening,
    base: String,
    first_node: NodeId,
    protocol: Protocol,
    depth: usize,
    entry: Entry,
    /// Whether the entry at hand has nothing that could be an extension's.
    is_plain: bool,
    urls: usize,
    sitemaps: usize,
    /// Whether it has been said that the file is too large.
    is_too_large: bool,
    root_offset: u32,
    resourcesync: ResourceSync,
    diwoo: Diwoo,
    negs: Negs,
}

/// The first answer of the extensions, asked one after the other.
macro_rules! extensions {
    ($sitemap:expr, |$extension:ident| $answer:expr) => {
        extensions!($sitemap, $extension, $answer, resourcesync)
            .or_else(|| extensions!($sitemap, $extension, $answer, negs))
            .or_else(|| extensions!($sitemap, $extension, $answer, diwoo))
    };
    ($sitemap:expr, $extension:ident, $answer:expr, $which:ident) => {{
        let $extension = &$sitemap.$which;
        $answer
    }};
}

impl Reader for Sitemap {
    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool {
        matches!(cx.names.local(element.name), "urlset" | "sitemapindex")
    }

    fn open(before: Option<Self>, opening: &Opening) -> Self {
        let mut opening = opening.clone();
        opening.context.category = diwoo::category(&opening);
        let mut sitemap = Sitemap { opening, ..Sitemap::default() };
        if let Some(before) = before {
            (sitemap.resourcesync, sitemap.diwoo, sitemap.negs) = (before.resourcesync, before.diwoo, before.negs);
        }
        sitemap.resourcesync.begin(&sitemap.opening);
        sitemap.diwoo.begin(&sitemap.opening);
        sitemap.negs.begin(&sitemap.opening);
        sitemap
    }

    fn map(&mut self) -> &mut SiteMap {
        &mut self.map
    }

    fn finish(&mut self, report: &mut Report) {
        let entries = self.urls + self.sitemaps;
        if entries == 0 && extensions!(self, |extension| extension.structure()).is_none() && !report.has_errors() {
            report.warning("no-entries", self.root_offset, "There are no pages in this sitemap.");
        }
        let Sitemap { map, opening, base, first_node, protocol, resourcesync, diwoo, negs, .. } = self;
        let mut document = Document { map, opening, base, first_node: *first_node, protocol, entries };
        resourcesync.finish(&mut document, report);
        diwoo.finish(&mut document, report);
        negs.finish(&mut document, report);
    }

    fn name(&self) -> &'static str {
        fn name<E: Extension>(extension: &E) -> Option<&'static str> {
            extension.structure().map(|_| E::NAME)
        }
        extensions!(self, |extension| name(extension)).unwrap_or("sitemap")
    }

    fn structure(&self) -> Structure {
        extensions!(self, |extension| extension.structure()).unwrap_or(Structure::Derived)
    }

    fn check_pages(&self, map: &SiteMap, report: &mut Report) {
        self.negs.check_pages(map, report);
    }

    fn is_index(&self) -> bool {
        // An empty one, of a month without news, has no pages by which its structure could be told either.
        self.urls == 0
    }
}

impl Handler for Sitemap {
    fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.depth += 1;
        match self.depth {
            1 => {
                self.begin(element, cx);
                self.diwoo.root(cx);
            }
            2 => {
                self.entry.clear();
                self.is_plain = true;
            }
            _ => {}
        }
        if self.depth > 1 {
            self.is_plain &= element.attributes.is_empty() && self.protocol.tag(element.name, cx).is_plain();
            self.entry.start(element, &self.base, cx);
        }
    }

    fn end(&mut self, cx: &mut Context<'_>) {
        if self.depth > 1 && self.entry.end() {
            self.entry_is_complete(cx);
        }
        self.depth -= 1;
    }

    fn text(&mut self, text: &str, cx: &mut Context<'_>) {
        if self.depth > 1 {
            self.entry.text(text, cx);
        }
    }

    fn wants_space(&self) -> bool {
        self.depth > 2
    }
}

impl Sitemap {
    /// The root element has come.
    fn begin(&mut self, root: &Element<'_>, cx: &mut Context<'_>) {
        self.protocol = Protocol::new(root.name, cx);
        self.first_node = self.map.len() as NodeId;
        self.root_offset = cx.offset;
        self.base = self.opening.url.clone();
        if let Some(base) = root.attributes.iter().find(|attribute| attribute.name == XML_BASE) {
            let mut absolute = String::new();
            iri::resolve(&self.opening.url, root.value(base, cx).trim(), &mut absolute);
            if absolute.len() <= MAX_BASE_BYTES {
                self.base = absolute;
            }
        }
    }

    /// What the protocol allows in one file is no limit of ours.
    fn check_size(&mut self, cx: &mut Context<'_>) {
        if self.urls + self.sitemaps == PROTOCOL_ENTRIES + 1 {
            let message = "This is the 50,001st entry, and the protocol allows 50,000 in a file; search engines may \
                           read no further. Split it, and list the parts in a sitemap index.";
            cx.report.warning("too-many-entries", self.entry.offset(0), message);
        }
        if cx.offset > PROTOCOL_BYTES && !std::mem::replace(&mut self.is_too_large, true) {
            let message = "Here the file has more than 52,428,800 bytes (50 MB), which is what the protocol allows; \
                           search engines may read no further. Split it, and list the parts in a sitemap index.";
            cx.report.warning("too-large", self.entry.offset(0), message);
        }
    }

    fn entry_is_complete(&mut self, cx: &mut Context<'_>) {
        let tag = self.protocol.tag(self.entry.name(0), cx);
        match tag {
            Tag::Url => self.urls += 1,
            Tag::Sitemap => self.sitemaps += 1,
            _ => {}
        }
        self.check_size(cx);
        let entries = self.urls + self.sitemaps;
        let Sitemap { map, opening, base, first_node, protocol, entry, resourcesync, diwoo, negs, .. } = self;
        let document = &mut Document { map, opening, base, first_node: *first_node, protocol, entries };
        let is_due = |is_met: bool| is_met || !self.is_plain;
        let is_done = (is_due(resourcesync.structure().is_some()) && resourcesync.entry(entry, document, cx))
            || (is_due(negs.structure().is_some()) && negs.entry(entry, document, cx))
            || (is_due(diwoo.structure().is_some()) && diwoo.entry(entry, document, cx));
        if is_done {
            return;
        }
        match tag {
            Tag::Url => {
                place(entry, document, cx);
            }
            Tag::Sitemap => add_sitemap(entry, document, cx),
            _ => {}
        }
    }
}

/// Places the page of a `url` by host and path, and says of it what the entry does. What has no address that can be a
/// link comes last, with its title.
pub(super) fn place(entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> Option<NodeId> {
    let under = document.under(cx.report);
    let loc = loc(entry, document, cx);
    let placed = loc.and_then(|loc| {
        let base = entry.base(loc, document.base);
        document.map.place(under, entry.value(loc), base, entry.offset(loc), cx.report)
    });
    if let Some(page) = placed {
        describe(page, entry, document, cx);
        return Some(page);
    }
    if loc.is_none() && !describe::has_title(entry, document, cx) {
        return None;
    }
    let offset = entry.offset(0);
    let heading = document.map.unnamed(offset, cx.report);
    describe(heading, entry, document, cx);
    document.map.set_title(heading, loc.map_or("", |loc| entry.value(loc)), offset, cx.report);
    let tail = document.map.tail(under, cx.report);
    document.map.append_to_list(tail, heading, offset);
    Some(heading)
}

/// The `loc` of an entry. Where there is none, or more than one, that is reported.
pub(super) fn loc(entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> Option<At> {
    let mut first = None;
    for child in entry.children(0) {
        if document.protocol.tag(entry.name(child), cx) != Tag::Loc || entry.value(child).is_empty() {
            continue;
        }
        if first.is_some() {
            let message = "There is a second loc here, which does not count; write a url for each page.";
            cx.report.warning("repeated-loc", entry.offset(child), message);
            break;
        }
        first = Some(child);
    }
    if first.is_none() {
        let message = "This entry has no loc, so it leads nowhere; give it one or remove it.";
        cx.report.warning("missing-loc", entry.offset(0), message);
    }
    first
}

/// Adds a child of a sitemap index; its pages are merged into the same tree.
fn add_sitemap(entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) {
    let Some(loc) = loc(entry, document, cx) else { return };
    let under = document.under(cx.report);
    let tail = document.map.tail(under, cx.report);
    let mut address = String::new();
    iri::resolve(entry.base(loc, document.base), entry.value(loc), &mut address);
    // Whatever the base of the entry is, it is this document that names the other.
    let Opening { url, context, .. } = document.opening;
    let offset = entry.offset(loc);
    let naming = Naming { list: tail, merged_below: Some(under), context: *context, offset };
    let node = document.map.add_document(&address, url, naming, cx.report);
    if let Some(node) = node {
        describe(node, entry, document, cx);
    }
}

impl Document<'_> {
    /// The absolute address that an element of an entry contains.
    pub(super) fn address<'e>(&self, entry: &'e Entry, at: At) -> Cow<'e, str> {
        let written = iri::visible(entry.value(at));
        if iri::scheme(&written).is_some() {
            return written;
        }
        let mut address = String::new();
        iri::resolve(entry.base(at, self.base), &written, &mut address);
        Cow::Owned(address)
    }

    /// The row that the document's pages go below.
    pub(super) fn under(&mut self, report: &mut Report) -> NodeId {
        match self.opening.under {
            Some(under) => under,
            None => self.map.make_root(report),
        }
    }
}
