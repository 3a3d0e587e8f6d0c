//! Woo sitemaps: documents of Dutch public bodies by information category (specification, "Sitemapindex en Sitemaps").
//!
//! The metadata of an entry (`diwoo:Document/diwoo:DiWoo`) describes a document. The category may also be in the name
//! of the sitemap index. The specification leaves some points open. Navibar decides them:
//!
//! - The address identifies a document. It is one page, even if several sitemaps list it. The first title, details and
//!   date count; categories and parts are collected from all entries.
//! - The TOOI id of a category counts first, then the name of the index, then the category's label.
//! - Entries without metadata are documents too, if the sitemap declares the namespace of the metadata or a Woo index
//!   lists it.
//! - The label of a relation is the title of its target.
//! - A part that only its whole names is shown below that whole. If both name each other, the whole's order counts.

mod categories;
mod document_tree;

use crate::address::reference;
use crate::findings::{FindingCode, Report};
use crate::format::reader::{Opening, Structure};
use crate::format::sitemap::document::Document;
use crate::format::sitemap::entry::{At, Entry};
use crate::format::sitemap::extension::Extension;
use crate::format::sitemap::protocol::Tag;
use crate::site_map::NodeId;
use crate::text::date;
use crate::xml::Context;
use crate::xml::vocabulary::{DIWOO, Name};
use categories::{CATEGORIES, UNKNOWN};
use document_tree::{DocumentTree, TitleSource};
use std::ops::Range;

/// The DiWoo state of all documents of a site.
#[derive(Debug, Default)]
pub(super) struct Diwoo {
    tree: DocumentTree,
    /// `true` if the current sitemap is a Woo sitemap.
    is_used: bool,
    /// The category that the index gives to all entries.
    category: Option<u8>,
    /// Cache, indexed by the number of the name.
    fields: Vec<Option<Field>>,
    /// Documents with an unknown category, and the offsets of their entries.
    unknown: Vec<(NodeId, u32)>,
    /// For the current entry: each element with a child element `resource` in place of the attribute, and that child.
    /// Both indexes are in one number.
    resources: Vec<u64>,
    is_resource_reported: bool,
}

/// Elements that do not simply become details.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Document,
    DiWoo,
    OfficialTitle,
    ShortTitle,
    Category,
    IsPartOf,
    HasPart,
    Resource,
    Other,
}

/// A reference in an element: `<publisher resource="...">label</publisher>`.
#[derive(Debug)]
struct Reference<'a> {
    /// The element.
    at: At,
    resource: &'a str,
    label: &'a str,
    /// Index after the element and its children, if the children are part of the reference.
    end: Option<At>,
}

impl<'a> Reference<'a> {
    /// Returns the text to show.
    fn text(&self) -> &'a str {
        if self.label.is_empty() { self.resource } else { self.label }
    }
}

/// The categories in a document's metadata, one bit each.
#[derive(Debug, Default)]
struct FoundCategories {
    by_id: u32,
    by_label: u32,
    is_unknown: bool,
}

impl Extension for Diwoo {
    const NAME: &'static str = "diwoo";

    /// Sets the category of all entries of a document: that in the document's own name, or else that of the index that
    /// names it (specification, variant 2). 0 means a Woo index without a category.
    fn complete(opening: &mut Opening) {
        let of_index = opening.context.category;
        opening.context.category = match categories::of_address(&opening.url) {
            Some(0) | None if of_index.is_some() => of_index,
            own => own,
        };
    }

    fn begin(&mut self, opening: &Opening) {
        self.category = opening.context.category;
        self.is_used = self.category.is_some();
        self.fields.clear();
        self.unknown.clear();
        self.is_resource_reported = false;
    }

    /// Reads the namespaces of the root element. A sitemap that declares that of the metadata is a Woo sitemap.
    fn root(&mut self, cx: &Context<'_>) {
        self.is_used |= cx.names.in_scope().any(|namespace| namespace == DIWOO);
    }

    fn entry(&mut self, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> bool {
        if entry.tag(0) != Tag::Url {
            return false;
        }
        let metadata = self.metadata(entry, cx);
        if metadata.is_none() && !self.is_used {
            return false;
        }
        self.is_used = true;
        if let Some(loc) = inside(entry, metadata, Tag::Loc).or_else(|| document.loc(entry, cx)) {
            self.list(entry, loc, metadata, document, cx);
        }
        true
    }

    fn finish(&mut self, _: &mut Document<'_>, report: &mut Report) {
        for (page, offset) in std::mem::take(&mut self.unknown) {
            if self.tree.document(page).is_unknown() {
                let message = "This document has no information category, so it is listed under 'onbekend'; add an \
                                               informatiecategorie, or list it through sitemapindex-diwoo-infocat001.xml to \
                                               -infocat017.xml.";
                report.warning(FindingCode::MissingCategory, offset, message);
            }
        }
    }

    fn structure(&self) -> Option<Structure> {
        self.is_used.then_some(Structure::Declared)
    }
}

impl Diwoo {
    fn field(&mut self, name: Name, cx: &Context<'_>) -> Field {
        if name.member().is_some() {
            return Field::Other;
        }
        let at = name.0 as usize;
        if let Some(Some(field)) = self.fields.get(at) {
            return *field;
        }
        // Only diwoo:DiWoo contains elements with these names, so their namespace does not matter.
        let field = match cx.names.local(name) {
            "Document" if cx.names.namespace(name) == DIWOO => Field::Document,
            "DiWoo" => Field::DiWoo,
            "officieleTitel" => Field::OfficialTitle,
            "verkorteTitel" => Field::ShortTitle,
            "informatiecategorie" => Field::Category,
            "isPartOf" => Field::IsPartOf,
            "hasPart" => Field::HasPart,
            "resource" => Field::Resource,
            _ => Field::Other,
        };
        if self.fields.len() <= at {
            self.fields.resize(at + 1, None);
        }
        self.fields[at] = Some(field);
        field
    }

    /// Returns the element with the metadata: diwoo:DiWoo, or diwoo:Document without it.
    fn metadata(&mut self, entry: &Entry, cx: &Context<'_>) -> Option<At> {
        let inner = entry.below(0).find(|&at| self.field(entry.name(at), cx) == Field::DiWoo);
        let outer = || std::iter::once(0).chain(entry.children(0));
        inner.or_else(|| outer().find(|&at| self.field(entry.name(at), cx) == Field::Document))
    }

    /// Adds a document to its categories.
    fn list(
        &mut self,
        entry: &Entry,
        loc: At,
        metadata: Option<At>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) {
        let page = document.map.named(&document.address(entry, loc), entry.offset(loc), cx.report);
        let base = entry.base(loc, document.base);
        document.map.set_url(page, entry.value(loc), base, entry.offset(loc), cx.report);
        self.set_date(page, entry, metadata, document, cx);
        let found = match metadata {
            Some(metadata) => self.read(page, entry, metadata, document, cx),
            None => FoundCategories::default(),
        };
        let of_index = self.category.and_then(|number| usize::from(number).checked_sub(1)).map_or(0, |at| 1 << at);
        let mut categories = match () {
            () if found.by_id != 0 => found.by_id | found.by_label,
            () if of_index != 0 => of_index,
            () => found.by_label,
        };
        if categories == 0 {
            categories = 1 << UNKNOWN;
            if !found.is_unknown {
                self.unknown.push((page, entry.offset(0)));
            }
        }
        let under = document.under(cx.report);
        self.tree.list(page, categories, under, document.map, entry.offset(0), cx.report);
    }

    /// Sets the date of the last modification. A value that is not a date is shown as written.
    fn set_date(
        &mut self,
        page: NodeId,
        entry: &Entry,
        metadata: Option<At>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) {
        let inside = inside(entry, metadata, Tag::Lastmod);
        let Some(at) = inside.or_else(|| entry.tagged(0, Tag::Lastmod)) else { return };
        let (value, offset) = (entry.value(at), entry.offset(at));
        if value.is_empty() || std::mem::replace(&mut self.tree.document(page).is_dated, true) {
            return;
        }
        if date::w3c(value).is_none() {
            let message =
                format!("The lastmod '{value}' is not a date; write it as YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+hh:mm.");
            cx.report.warning(FindingCode::BadLastmod, offset, message);
        }
        document.map.add_detail(page, "laatst gewijzigd", value, offset, cx.report);
    }

    /// Sets the document's titles. Returns the element of the short title if it is the title, and so not a detail.
    fn set_titles(
        &mut self,
        page: NodeId,
        entry: &Entry,
        metadata: At,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) -> Option<At> {
        let mut first = |field| {
            entry.below(metadata).find(|&at| self.field(entry.name(at), cx) == field && !entry.value(at).is_empty())
        };
        let (official, short) = (first(Field::OfficialTitle), first(Field::ShortTitle));
        for (title, kind) in [(official, TitleSource::Official), (short, TitleSource::Short)] {
            if let Some(at) = title {
                self.tree.set_title_by_source(page, entry.value(at), kind, document.map, entry.offset(at), cx.report);
            }
        }
        if official.or(short).is_none() {
            let message = "The metadata of this document has no title; add an officieleTitel.";
            cx.report.warning(FindingCode::MissingTitle, entry.offset(0), message);
        }
        short.filter(|_| official.is_none())
    }

    /// Reads categories and relations, and details if this is the first metadata of the document.
    fn read(
        &mut self,
        page: NodeId,
        entry: &Entry,
        metadata: At,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) -> FoundCategories {
        let title = self.set_titles(page, entry, metadata, document, cx);
        let is_first = !std::mem::replace(&mut self.tree.document(page).is_described, true);
        self.find_resources(entry, metadata, cx);
        let mut found = FoundCategories::default();
        let mut parts = 0;
        let Range { start: mut at, end } = entry.below(metadata);
        while at < end {
            let name = entry.name(at);
            let reference = self.reference(entry, at, cx);
            let mut detail = reference.text();
            match self.field(name, cx) {
                Field::OfficialTitle | Field::Document | Field::DiWoo | Field::Resource => detail = "",
                Field::ShortTitle if title == Some(at) => detail = "",
                Field::Category => detail = found.category(&reference, entry.offset(at), cx),
                Field::IsPartOf => self.relate(page, entry, &reference, None, document, cx),
                Field::HasPart => {
                    parts += 1;
                    detail = "";
                    self.relate(page, entry, &reference, Some(parts), document, cx);
                }
                Field::Other if entry.tag(at).is_plain() => detail = "",
                Field::ShortTitle | Field::Other => {}
            }
            if is_first && !detail.is_empty() {
                document.map.add_detail(page, cx.names.local(name), detail, entry.offset(at), cx.report);
            }
            at = reference.end.unwrap_or(at + 1);
        }
        found
    }

    /// Finds child elements `resource`, which some sites write instead of the attribute.
    fn find_resources(&mut self, entry: &Entry, metadata: At, cx: &mut Context<'_>) {
        self.resources.clear();
        let mut above: Vec<At> = Vec::new();
        for at in entry.below(metadata) {
            while above.last().is_some_and(|&last| entry.depth(last) >= entry.depth(at)) {
                above.pop();
            }
            let parent = above.last().copied();
            above.push(at);
            if self.field(entry.name(at), cx) != Field::Resource || entry.value(at).is_empty() {
                continue;
            }
            let Some(parent) = parent else { continue };
            self.resources.push((parent as u64) << 32 | at as u64);
            if !std::mem::replace(&mut self.is_resource_reported, true) {
                let message = "'resource' is an element here; write it as an attribute.";
                cx.report.warning(FindingCode::ResourceElement, entry.offset(at), message);
            }
        }
        self.resources.sort_unstable();
    }

    fn reference<'a>(&mut self, entry: &'a Entry, at: At, cx: &Context<'_>) -> Reference<'a> {
        let mut attributes = entry.attributes(at);
        let resource = attributes.find(|(name, _, _)| self.field(*name, cx) == Field::Resource);
        let mut reference =
            Reference { at, resource: resource.map_or("", |(_, value, _)| value), label: entry.value(at), end: None };
        let first = self.resources.partition_point(|both| ((both >> 32) as At) < at);
        let child = self.resources.get(first).filter(|both| (*both >> 32) as At == at);
        let Some(child) = child.map(|&both| both as u32 as At) else { return reference };
        if reference.resource.is_empty() {
            reference.resource = entry.value(child);
        }
        if reference.label.is_empty() {
            let other = entry.children(at).find(|&other| other != child && !entry.value(other).is_empty());
            reference.label = other.map_or("", |other| entry.value(other));
        }
        reference.end = Some(entry.below(at).end);
        reference
    }

    /// Reads a relation. With an `order`, the target is a part of the document; otherwise the document is a part of the
    /// target.
    fn relate(
        &mut self,
        page: NodeId,
        entry: &Entry,
        reference: &Reference<'_>,
        order: Option<u32>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) {
        let (base, offset) = (entry.base(reference.at, document.base), entry.offset(reference.at));
        let is_address = |text: &str| reference::scheme(text).is_some_and(reference::is_link_scheme);
        let (address, label) = match (reference.resource, reference.label) {
            ("", "") => return,
            ("", label) if is_address(label) => (label, ""),
            ("", _) => {
                let message = "This relation does not name its document; add the document's address as resource.";
                cx.report.warning(FindingCode::MissingResource, offset, message);
                return;
            }
            both => both,
        };
        let absolute = reference::resolved(base, address);
        let other = document.map.named(&absolute, offset, cx.report);
        self.tree.set_title_by_source(other, label, TitleSource::Label, document.map, offset, cx.report);
        let (part, whole) = if order.is_some() { (other, page) } else { (page, other) };
        if order.is_some() {
            document.map.set_url(part, address, base, offset, cx.report);
        }
        self.tree.add_part(part, whole, order, document.map, offset, cx.report);
    }
}

/// Returns an element of the protocol in the metadata, if the entry itself has none. OpenCatalogi writes it there.
fn inside(entry: &Entry, metadata: Option<At>, tag: Tag) -> Option<At> {
    entry.tagged(metadata.filter(|_| entry.tagged(0, tag).is_none())?, tag)
}

impl FoundCategories {
    /// Reads a category. Returns the text to show.
    fn category<'a>(&mut self, reference: &Reference<'a>, offset: u32, cx: &mut Context<'_>) -> &'a str {
        let by_id = categories::by_id(reference.resource).or_else(|| categories::by_id(reference.label));
        let by_label = categories::by_label(reference.label);
        let what = reference.text();
        match (by_id, by_label) {
            (Some(category), _) => {
                self.by_id |= 1 << category;
                return CATEGORIES[category].1;
            }
            (None, Some(category)) => {
                self.by_label |= 1 << category;
                return CATEGORIES[category].1;
            }
            (None, None) => {}
        }
        if !what.is_empty() {
            self.is_unknown = true;
            let message = format!(
                "'{what}' is not one of the seventeen information categories; write the TOOI id of one of them as resource."
            );
            cx.report.warning(FindingCode::UnknownCategory, offset, message);
        }
        what
    }
}
