//! Sitemaps (sitemaps.org 0.9, Google 0.84): `urlset` and `sitemapindex`, and what extends them.
//!
//! Each child of the root is gathered into an [`Entry`]. The extensions see it first, unless it is plain; what none of
//! them takes is placed by the host and path of its address.

use super::diwoo::{self, Diwoo};
use super::entry::{At, Entry};
use super::negs::Negs;
use super::resourcesync::ResourceSync;
use super::{Opening, Reader, Structure};
use crate::diagnostics::Report;
use crate::site_map::{NodeId, SiteMap};
use crate::vocabulary::Name;
use crate::xml::{Context, Element, Handler};

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
    /// What the names of the protocol mean here.
    pub(super) protocol: &'a mut Protocol,
    /// Number of its entries so far, that at hand included.
    pub(super) entries: usize,
}

/// The elements of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    Url,
    Sitemap,
    Loc,
    Lastmod,
    Changefreq,
    Priority,
    Foreign,
}

/// Tells the protocol's own elements by their local names, in any of the namespaces that are used for them.
#[derive(Debug, Default)]
pub(super) struct Protocol {
    /// The namespace of the root element, whatever it is.
    namespace: Box<str>,
    /// By the number of the name.
    tags: Vec<Option<Tag>>,
}

impl Protocol {
    pub(super) fn tag(&mut self, name: Name, cx: &Context<'_>) -> Tag {
        if name.member().is_some() {
            return Tag::Foreign;
        }
        let at = name.0 as usize;
        if let Some(Some(tag)) = self.tags.get(at) {
            return *tag;
        }
        let namespace = cx.names.namespace(name);
        let is_ours = *namespace == *self.namespace || is_sitemap_namespace(namespace);
        let tag = match cx.names.local(name) {
            "url" if is_ours => Tag::Url,
            "sitemap" if is_ours => Tag::Sitemap,
            "loc" if is_ours => Tag::Loc,
            "lastmod" if is_ours => Tag::Lastmod,
            "changefreq" if is_ours => Tag::Changefreq,
            "priority" if is_ours => Tag::Priority,
            _ => Tag::Foreign,
        };
        if self.tags.len() <= at {
            self.tags.resize(at + 1, None);
        }
        self.tags[at] = Some(tag);
        tag
    }

    /// The first child of an entry with this tag.
    pub(super) fn child(&mut self, entry: &Entry, tag: Tag, cx: &Context<'_>) -> Option<At> {
        entry.children(0).find(|&child| self.tag(entry.name(child), cx) == tag)
    }
}

/// The namespaces in use: that of sitemaps.org or of Google, with http or https, with or without `www`, a slash or a
/// space at the end; or none.
fn is_sitemap_namespace(namespace: &str) -> bool {
    let namespace = namespace.trim().trim_end_matches('/');
    let rest = namespace.strip_prefix("https://").or_else(|| namespace.strip_prefix("http://")).unwrap_or(namespace);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    rest.is_empty()
        || rest.starts_with("sitemaps.org/schemas/sitemap")
        || rest.starts_with("google.com/schemas/sitemap/")
}

/// Reads sitemaps. It goes on from one document of a site to the next.
#[derive(Debug, Default)]
pub(crate) struct Sitemap {
    map: SiteMap,
    opening: Opening,
    protocol: Protocol,
    depth: usize,
    entry: Entry,
    /// Whether the entry at hand has nothing that could be an extension's.
    is_plain: bool,
    urls: usize,
    sitemaps: usize,
    resourcesync: ResourceSync,
    diwoo: Diwoo,
    negs: Negs,
}

/// Asks the extensions one after the other.
macro_rules! extensions {
    ($sitemap:expr, |$extension:ident| $do:expr) => {{
        let mut found = None;
        if found.is_none() {
            let $extension = &$sitemap.resourcesync;
            found = $do;
        }
        if found.is_none() {
            let $extension = &$sitemap.diwoo;
            found = $do;
        }
        if found.is_none() {
            let $extension = &$sitemap.negs;
            found = $do;
        }
        found
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
        let Sitemap { map, opening, protocol, resourcesync, diwoo, negs, .. } = self;
        let entries = self.urls + self.sitemaps;
        let mut document = Document { map, opening, protocol, entries };
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

    fn is_index(&self) -> bool {
        self.urls == 0 && self.sitemaps > 0
    }
}

impl Handler for Sitemap {
    fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.depth += 1;
        match self.depth {
            1 => {
                self.protocol.namespace = cx.names.namespace(element.name).into();
                self.diwoo.root(cx);
            }
            2 => {
                self.entry.clear();
                self.is_plain = true;
            }
            _ => {}
        }
        if self.depth > 1 {
            self.is_plain &= element.attributes.is_empty() && self.protocol.tag(element.name, cx) != Tag::Foreign;
            self.entry.start(element, cx);
        }
    }

    fn end(&mut self, cx: &mut Context<'_>) {
        if self.depth > 1 && self.entry.end() {
            self.entry_is_complete(cx);
        }
        self.depth -= 1;
    }

    fn text(&mut self, text: &str, _: &mut Context<'_>) {
        if self.depth > 1 {
            self.entry.text(text);
        }
    }

    fn wants_space(&self) -> bool {
        false
    }
}

impl Sitemap {
    fn entry_is_complete(&mut self, cx: &mut Context<'_>) {
        let Sitemap { map, opening, protocol, entry, resourcesync, diwoo, negs, .. } = self;
        let tag = protocol.tag(entry.name(0), cx);
        match tag {
            Tag::Url => self.urls += 1,
            Tag::Sitemap => self.sitemaps += 1,
            _ => {}
        }
        let entries = self.urls + self.sitemaps;
        let document = &mut Document { map, opening, protocol, entries };
        let is_due = |is_met: bool| is_met || !self.is_plain;
        let is_done = (is_due(resourcesync.structure().is_some()) && resourcesync.entry(entry, document, cx))
            || (is_due(diwoo.structure().is_some()) && diwoo.entry(entry, document, cx))
            || (is_due(negs.structure().is_some()) && negs.entry(entry, document, cx));
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

/// Places the page of a `url` by host and path, and says of it what the entry does.
pub(super) fn place(entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> Option<NodeId> {
    let loc = loc(entry, document, cx)?;
    let under = document.under(cx.report);
    let page = document.map.place(under, entry.value(loc), &document.opening.url, entry.offset(loc), cx.report)?;
    describe(page, entry, document, cx);
    Some(page)
}

/// The `loc` of an entry. Where there is none, that is reported.
pub(super) fn loc(entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> Option<At> {
    let loc = document.protocol.child(entry, Tag::Loc, cx).filter(|&loc| !entry.value(loc).is_empty());
    if loc.is_none() {
        let message = "This entry has no loc, so it leads nowhere; give it one or remove it.";
        cx.report.warning("missing-loc", entry.offset(0), message);
    }
    loc
}

/// What an entry says of its page: title and details.
pub(super) fn describe(page: NodeId, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) {
    for child in entry.children(0) {
        if document.protocol.tag(entry.name(child), cx) == Tag::Lastmod {
            document.map.add_detail(page, "lastmod", entry.value(child), entry.offset(child), cx.report);
        }
    }
}

/// Adds a child of a sitemap index; its pages are merged into the same tree.
fn add_sitemap(entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) {
    let Some(loc) = loc(entry, document, cx) else { return };
    let under = document.under(cx.report);
    let tail = document.map.tail(under, cx.report);
    let Opening { url, context, .. } = document.opening;
    document.map.add_document(tail, entry.value(loc), url, Some(under), *context, entry.offset(loc), cx.report);
}

impl Document<'_> {
    /// The row that the document's pages go below.
    pub(super) fn under(&mut self, report: &mut Report) -> NodeId {
        match self.opening.under {
            Some(under) => under,
            None => self.map.make_root(report),
        }
    }
}
