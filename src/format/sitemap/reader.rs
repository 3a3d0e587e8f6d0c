//! Reads `urlset` and `sitemapindex`.
//!
//! Each child of the root element is collected into an [`Entry`]. The extensions get it first, unless it is plain. An
//! entry that none of them handles is placed by host and path.

use super::document::Document;
use super::entry::Entry;
use super::extensions::Extensions;
use super::place::{add_sitemap, place};
use super::protocol::{Protocol, Tag};
use crate::address::{check_written, reference};
use crate::findings::{FindingCode, Report};
use crate::format::protocol_size::ProtocolSize;
use crate::format::reader::{Opening, Reader, Structure};
use crate::limits::MAX_BASE_BYTES;
use crate::site_map::{NodeId, SiteMap};
use crate::xml::vocabulary::{DIWOO, XML_BASE};
use crate::xml::{Context, Element, Handler, leaf_in_parts};

/// Reads sitemaps. The state of extensions is kept from one document of a site to the next.
#[derive(Debug, Default)]
pub(crate) struct Sitemap {
    opening: Opening,
    base: String,
    first_node: NodeId,
    protocol: Protocol,
    depth: usize,
    entry: Entry,
    /// `true` if the current entry contains nothing of an extension.
    is_plain: bool,
    urls: usize,
    sitemaps: usize,
    size: ProtocolSize,
    root_offset: u32,
    /// The root element is `sitemapindex`.
    is_root_of_index: bool,
    extensions: Extensions,
}

impl Reader for Sitemap {
    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool {
        let local = cx.names.local(element.name);
        // OpenCatalogi writes the last one in place of urlset.
        ["urlset", "sitemapindex"].iter().any(|root| local.eq_ignore_ascii_case(root))
            || (local == "Documents" && cx.names.namespace(element.name) == DIWOO)
    }

    fn open(before: Option<Self>, opening: &Opening) -> Self {
        let mut opening = opening.clone();
        let mut extensions = before.map(|before| before.extensions).unwrap_or_default();
        extensions.begin(&mut opening);
        Sitemap { opening, extensions, ..Sitemap::default() }
    }

    fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        let entries = self.urls + self.sitemaps;
        if entries == 0 && self.extensions.structure().is_none() && !report.has_errors() {
            report.warning(FindingCode::NoEntries, self.root_offset, "There are no pages in this sitemap. Add some.");
        }
        let Sitemap { opening, base, first_node, extensions, .. } = self;
        let mut document = Document { map, opening, base, first_node: *first_node, entries };
        extensions.finish(&mut document, report);
    }

    fn name(&self) -> &'static str {
        self.extensions.name().unwrap_or("sitemap")
    }

    fn structure(&self) -> Structure {
        self.extensions.structure().unwrap_or(Structure::Derived)
    }

    fn check_pages(&self, map: &SiteMap, report: &mut Report) {
        self.extensions.check_pages(map, report);
    }

    fn is_index(&self) -> bool {
        // An empty sitemap, such as one for a month without news, has no pages that could show its structure.
        self.urls == 0
    }
}

impl Handler for Sitemap {
    type Target = SiteMap;

    fn start(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        if self.depth > 1 {
            let tag = self.protocol.tag(element.name, cx);
            let count = self.ended_by(tag);
            if count > 0 {
                self.end_early(count, element, map, cx);
            }
        }
        self.depth += 1;
        match self.depth {
            1 => {
                self.begin(element, map, cx);
                self.extensions.root(cx);
            }
            2 => {
                self.entry.clear();
                self.is_plain = true;
            }
            _ => {}
        }
        if self.depth > 1 {
            let tag = self.protocol.tag(element.name, cx);
            self.is_plain &= element.attributes.is_empty() && tag.is_plain();
            self.entry.start(element, tag, &self.base, cx);
        }
    }

    fn leaf(&mut self, element: &Element<'_>, text: &str, map: &mut SiteMap, cx: &mut Context<'_>) {
        if self.depth > 1 && element.attributes.is_empty() {
            let tag = self.protocol.tag(element.name, cx);
            if self.ended_by(tag) == 0 && self.entry.leaf(element.name, tag, text, cx.offset) {
                self.is_plain &= tag.is_plain();
                return;
            }
        }
        leaf_in_parts(self, element, text, map, cx);
    }

    fn end(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        if self.depth > 1 && self.entry.end() {
            self.entry_is_complete(map, cx);
        }
        self.depth -= 1;
    }

    fn text(&mut self, text: &str, _: &mut SiteMap, cx: &mut Context<'_>) {
        if self.depth > 1 {
            self.entry.text(text, cx);
        }
    }

    fn wants_space(&self) -> bool {
        self.depth > 2
    }
}

impl Sitemap {
    /// Reads the root element.
    fn begin(&mut self, root: &Element<'_>, map: &SiteMap, cx: &mut Context<'_>) {
        self.protocol = Protocol::new(root.name, cx);
        self.is_root_of_index = cx.names.local(root.name).eq_ignore_ascii_case("sitemapindex");
        if self.urls + self.sitemaps == 0 {
            self.first_node = map.len() as NodeId;
            self.root_offset = cx.offset;
        }
        self.base = self.opening.url.clone();
        if let Some(base) = root.attributes.iter().find(|attribute| attribute.name == XML_BASE) {
            let own = root.value(base, cx);
            check_written(&own, base.offset, cx.report);
            let absolute = reference::resolved(&self.opening.url, own.trim());
            if absolute.len() <= MAX_BASE_BYTES {
                self.base = absolute;
            }
        }
    }

    /// Returns the number of open elements that an element with this meaning ends, because it cannot be in them: a `url` is
    /// not in another entry, and no element of the protocol is in a `loc` or a date.
    fn ended_by(&self, tag: Tag) -> usize {
        match tag {
            Tag::Foreign | Tag::DublinCore => 0,
            Tag::Url | Tag::Sitemap if !self.protocol.is_diwoo() => self.depth - 1,
            _ => usize::from(self.depth > 2 && self.entry.is_in_text()),
        }
    }

    /// Ends the innermost elements, whose end tags are missing before this element.
    #[cold]
    fn end_early(&mut self, count: usize, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
        cx.report_missing_end(element.raw_name);
        (0..count).for_each(|_| self.end(map, cx));
        cx.ended_early(count);
    }

    fn entry_is_complete(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        let further = if self.entry.has_further_locs() { self.entry.split() } else { Vec::new() };
        self.read_addresses(map, cx);
        for entry in further {
            let message =
                "This is another loc of the entry, so it is read as an entry of its own; write one entry for each.";
            cx.report.warning(FindingCode::RepeatedLoc, entry.offset(1), message);
            self.entry = entry;
            self.read_addresses(map, cx);
        }
    }

    /// Reads an entry whose `loc` may have several addresses.
    fn read_addresses(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        let further = self.entry.split_addresses();
        self.read_entry(map, cx);
        for entry in further {
            let message =
                "This loc has another address, so that is read as an entry of its own; write one entry for each.";
            cx.report.warning(FindingCode::RepeatedLoc, entry.offset(1), message);
            self.entry = entry;
            self.read_entry(map, cx);
        }
    }

    fn read_entry(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
        let tag = match self.entry.tag(0) {
            // An address without an entry around it is an entry.
            Tag::Loc if self.is_root_of_index => Tag::Sitemap,
            Tag::Loc => Tag::Url,
            tag => tag,
        };
        match tag {
            Tag::Url => self.urls += 1,
            Tag::Sitemap => self.sitemaps += 1,
            _ => {}
        }
        let entries = self.urls + self.sitemaps;
        self.size.check(entries, cx.offset, self.entry.offset(0), cx.report);
        let Sitemap { opening, base, first_node, entry, extensions, .. } = self;
        let document = &mut Document { map, opening, base, first_node: *first_node, entries };
        if extensions.entry(entry, self.is_plain, document, cx) {
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
