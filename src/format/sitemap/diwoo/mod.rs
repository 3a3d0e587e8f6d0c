//! Woo sitemaps: documents of Dutch public bodies by information category (specification, "Sitemapindex en
//! Sitemaps").
//!
//! The metadata of an entry (`diwoo:Document/diwoo:DiWoo`) says what a document is; its category may also be in the
//! name of the sitemap index. What the specification leaves open:
//!
//! - A document is told by its address, and is one page in all sitemaps that list it. Title, details and date are those
//!   that come first, categories and parts those of all.
//! - The TOOI id of a category counts most, then the name of the index, then the category's label.
//! - In a sitemap that declares the namespace of the metadata, or is listed by a Woo index, entries without metadata are
//!   documents too.
//! - The label of a relation is the title of the document that it leads to.
//! - A part that only its whole names is shown below that. Where both say so, the order is that of the whole.

mod categories;
mod shelves;

use crate::address::reference;
use crate::findings::Report;
use crate::format::reader::{Opening, Structure};
use crate::format::sitemap::document::Document;
use crate::format::sitemap::entry::{At, Entry};
use crate::format::sitemap::extension::Extension;
use crate::format::sitemap::protocol::Tag;
use crate::site_map::NodeId;
use crate::text::date;
use crate::xml::Context;
use crate::xml::vocabulary::Name;
use categories::{CATEGORIES, UNKNOWN};
use shelves::{Shelves, Title};
use std::ops::Range;

/// What has been met of it in the documents of a site.
#[derive(Debug, Default)]
pub(super) struct Diwoo {
    shelves: Shelves,
    /// Whether the document at hand is a Woo sitemap.
    is_met: bool,
    /// The category that its index gives to all in it.
    category: Option<u8>,
    /// By the number of the name.
    fields: Vec<Option<Field>>,
    /// Documents whose category is not known, and where they are listed.
    unknown: Vec<(NodeId, u32)>,
    /// Elements of the entry at hand with the child that stands in place of their attribute `resource`.
    /// Both in one number.
    resources: Vec<u64>,
    is_resource_told: bool,
}

/// The elements that do not just become details.
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

/// What an element refers to: `<publisher resource="...">label</publisher>`.
#[derive(Debug)]
struct Reference<'a> {
    /// The element.
    at: At,
    resource: &'a str,
    label: &'a str,
    /// The element behind it and its children, where these are part of the reference.
    end: Option<At>,
}

impl<'a> Reference<'a> {
    /// What to show of it.
    fn text(&self) -> &'a str {
        if self.label.is_empty() { self.resource } else { self.label }
    }
}

/// What the metadata of a document says of its categories, a bit each.
#[derive(Debug, Default)]
struct Said {
    by_id: u32,
    by_label: u32,
    is_unknown: bool,
}

impl Extension for Diwoo {
    const NAME: &'static str = "diwoo";

    /// The category that a document and those that it names have by its own name, else by that of the index that named it
    /// (specification, variant 2). 0 where it is only known to be a Woo index.
    fn complete(opening: &mut Opening) {
        let of_index = opening.context.category;
        opening.context.category = match categories::of_address(&opening.url) {
            Some(0) | None if of_index.is_some() => of_index,
            own => own,
        };
    }

    fn begin(&mut self, opening: &Opening) {
        self.category = opening.context.category;
        self.is_met = self.category.is_some();
        self.fields.clear();
        self.unknown.clear();
        self.is_resource_told = false;
    }

    /// Looks at the namespaces of the root element: a sitemap that declares that of the metadata is one of documents.
    fn root(&mut self, cx: &Context<'_>) {
        self.is_met |= cx.names.in_scope().any(is_diwoo_namespace);
    }

    fn entry(&mut self, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> bool {
        if document.protocol.tag(entry.name(0), cx) != Tag::Url {
            return false;
        }
        let metadata = self.metadata(entry, cx);
        if metadata.is_none() && !self.is_met {
            return false;
        }
        self.is_met = true;
        if let Some(loc) = document.loc(entry, cx) {
            self.list(entry, loc, metadata, document, cx);
        }
        true
    }

    fn finish(&mut self, _: &mut Document<'_>, report: &mut Report) {
        for (page, offset) in std::mem::take(&mut self.unknown) {
            if self.shelves.document(page).is_unknown() {
                let message = "This document has no information category, so it stands under 'onbekend'. Add an \
                               informatiecategorie, or list it through sitemapindex-diwoo-infocat001.xml to \
                               -infocat017.xml.";
                report.warning("missing-category", offset, message);
            }
        }
    }

    fn structure(&self) -> Option<Structure> {
        self.is_met.then_some(Structure::Declared)
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
        // The namespace does not matter below diwoo:DiWoo, and nothing else has an element of that name.
        let field = match cx.names.local(name) {
            "Document" if is_diwoo_namespace(cx.names.namespace(name)) => Field::Document,
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

    /// The element that holds the metadata: diwoo:DiWoo, or diwoo:Document where it is left out.
    fn metadata(&mut self, entry: &Entry, cx: &Context<'_>) -> Option<At> {
        let inner = entry.below(0).find(|&at| self.field(entry.name(at), cx) == Field::DiWoo);
        inner.or_else(|| entry.children(0).find(|&at| self.field(entry.name(at), cx) == Field::Document))
    }

    /// A document is listed.
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
        self.set_date(page, entry, document, cx);
        let said = match metadata {
            Some(metadata) => self.read(page, entry, metadata, document, cx),
            None => Said::default(),
        };
        let of_index = self.category.and_then(|number| usize::from(number).checked_sub(1)).map_or(0, |at| 1 << at);
        let mut categories = match () {
            () if said.by_id != 0 => said.by_id | said.by_label,
            () if of_index != 0 => of_index,
            () => said.by_label,
        };
        if categories == 0 {
            categories = 1 << UNKNOWN;
            if !said.is_unknown {
                self.unknown.push((page, entry.offset(0)));
            }
        }
        let under = document.under(cx.report);
        self.shelves.list(page, categories, under, document.map, entry.offset(0), cx.report);
    }

    /// When the document was last modified; what is no date is shown all the same.
    fn set_date(&mut self, page: NodeId, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) {
        let Some(at) = document.protocol.child(entry, Tag::Lastmod, cx) else { return };
        let (value, offset) = (entry.value(at), entry.offset(at));
        if value.is_empty() || std::mem::replace(&mut self.shelves.document(page).is_dated, true) {
            return;
        }
        if date::w3c(value).is_none() {
            let message =
                format!("The lastmod '{value}' is no date; write it as YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+hh:mm.");
            cx.report.warning("bad-lastmod", offset, message);
        }
        document.map.add_detail(page, "laatst gewijzigd", value, offset, cx.report);
    }

    /// Titles of the document's own. The short one that is none of its details, because it is the title.
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
        for (title, kind) in [(official, Title::Official), (short, Title::Short)] {
            if let Some(at) = title {
                self.shelves.entitle(page, entry.value(at), kind, document.map, entry.offset(at), cx.report);
            }
        }
        if official.or(short).is_none() {
            let message = "The metadata of this document has no title; add an officieleTitel.";
            cx.report.warning("missing-title", entry.offset(0), message);
        }
        short.filter(|_| official.is_none())
    }

    /// Reads categories, relations and, if this is the first metadata of the document, details.
    fn read(
        &mut self,
        page: NodeId,
        entry: &Entry,
        metadata: At,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) -> Said {
        let title = self.set_titles(page, entry, metadata, document, cx);
        let is_first = !std::mem::replace(&mut self.shelves.document(page).is_described, true);
        self.find_resources(entry, metadata, cx);
        let mut said = Said::default();
        let mut parts = 0;
        let Range { start: mut at, end } = entry.below(metadata);
        while at < end {
            let name = entry.name(at);
            let reference = self.reference(entry, at, cx);
            let mut detail = reference.text();
            match self.field(name, cx) {
                Field::OfficialTitle | Field::Document | Field::DiWoo | Field::Resource => detail = "",
                Field::ShortTitle if title == Some(at) => detail = "",
                Field::Category => detail = said.category(&reference, entry.offset(at), cx),
                Field::IsPartOf => self.relate(page, entry, &reference, None, document, cx),
                Field::HasPart => {
                    parts += 1;
                    detail = "";
                    self.relate(page, entry, &reference, Some(parts), document, cx);
                }
                Field::ShortTitle | Field::Other => {}
            }
            if is_first && !detail.is_empty() {
                document.map.add_detail(page, cx.names.local(name), detail, entry.offset(at), cx.report);
            }
            at = reference.end.unwrap_or(at + 1);
        }
        said
    }

    /// Real producers write `resource` as a child element. Notes which elements have one.
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
            if !std::mem::replace(&mut self.is_resource_told, true) {
                let message = "'resource' is an element here; write it as an attribute.";
                cx.report.warning("resource-element", entry.offset(at), message);
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

    /// A document is a part of the one that the reference leads to, or, with its place among the parts, has that as a
    /// part.
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
                let message = "This relation does not say which document is meant; add its address as resource.";
                cx.report.warning("missing-resource", offset, message);
                return;
            }
            both => both,
        };
        let mut absolute = String::new();
        reference::resolve(base, address, &mut absolute);
        let other = document.map.named(&absolute, offset, cx.report);
        self.shelves.entitle(other, label, Title::Label, document.map, offset, cx.report);
        let (part, whole) = if order.is_some() { (other, page) } else { (page, other) };
        if order.is_some() {
            document.map.set_url(part, address, base, offset, cx.report);
        }
        self.shelves.add_part(part, whole, order, document.map, offset, cx.report);
    }
}

impl Said {
    /// Reads a category; what to show of it.
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
                "'{what}' is none of the seventeen information categories; give the TOOI id of one of them as resource."
            );
            cx.report.warning("unknown-category", offset, message);
        }
        what
    }
}

/// The namespace of the metadata, with http or https and with or without its last slash.
fn is_diwoo_namespace(namespace: &str) -> bool {
    let namespace = namespace.trim().trim_end_matches('/');
    let rest = namespace.strip_prefix("https://").or_else(|| namespace.strip_prefix("http://"));
    rest == Some("standaarden.overheid.nl/diwoo/metadata")
}
