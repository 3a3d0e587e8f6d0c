//! Reads the root element's `rs:md` and `rs:ln`, and the entries of ResourceSync documents.

use super::facts::Fact;
use super::state::{DocumentRow, ResourceSync};
use super::terms::{Lists, Term};
use super::{facts, links, terms};
use crate::findings::{FindingCode, Report};
use crate::format::reader::{Opening, Structure};
use crate::format::sitemap::describe::describe;
use crate::format::sitemap::document::Document;
use crate::format::sitemap::entry::Entry;
use crate::format::sitemap::extension::Extension;
use crate::format::sitemap::place::place;
use crate::format::sitemap::protocol::Tag;
use crate::limits::MAX_MENU_ITEMS;
use crate::site_map::{Flag, NodeId, Relation};
use crate::xml::Context;
use crate::xml::vocabulary::{DIWOO, NEGS};

impl Extension for ResourceSync {
    const NAME: &'static str = "resourcesync";

    fn begin(&mut self, _: &Opening) {
        *self = ResourceSync { top: self.top, ..ResourceSync::default() };
    }

    fn entry(&mut self, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> bool {
        let tag = entry.tag(0);
        match (tag, self.terms.get(entry.name(0), cx.names)) {
            (Tag::Url | Tag::Sitemap, _) => return self.item(tag, entry, document, cx),
            (_, Term::Md) => self.root_md(entry, document, cx),
            (_, Term::Ln) => self.root_link(entry, document, cx),
            _ => return false,
        }
        true
    }

    fn finish(&mut self, document: &mut Document<'_>, report: &mut Report) {
        if let Some(DocumentRow::Top(Some(row))) = self.document_row {
            document.map.set_title_in_words(row, terms::SITEMAP, 0, report);
        }
        self.list_changes(document, report);
    }

    fn structure(&self) -> Option<Structure> {
        (self.is_used && !self.is_declared_elsewhere).then_some(match self.lists {
            Lists::Resources => Structure::Derived,
            _ => Structure::Declared,
        })
    }
}

impl ResourceSync {
    /// Reads the `rs:md` of the document: its capability and details.
    fn root_md(&mut self, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) {
        let offset = entry.offset(0);
        if document.entries > 0 {
            let message = "This rs:md is after the first entry, so it is ignored; write it before the entries.";
            cx.report.warning(FindingCode::LateCapability, offset, message);
            return;
        }
        self.is_used = true;
        if std::mem::replace(&mut self.has_root_md, true) {
            let message = "This is the second rs:md of the document, so it is ignored; remove one.";
            cx.report.warning(FindingCode::RepeatedCapability, offset, message);
            return;
        }
        let facts = facts::of(&mut self.terms, entry, 0, cx);
        let name = facts.iter().find(|fact| fact.name == "capability").map(|fact| &*fact.value);
        let mut title = None;
        match name.map(|name| (name, terms::capability(name))) {
            Some((_, Some((word, lists)))) => {
                title = Some(word);
                self.lists = lists;
            }
            Some((name, None)) => {
                title = Some(name);
                let message = format!(
                    "'{name}' is not a capability of ResourceSync, so this is read as a sitemap; correct the attribute \
                                         'capability' of rs:md."
                );
                cx.report.warning(FindingCode::UnknownCapability, offset, message);
            }
            None => {
                let message = "This rs:md does not say what the document is, so it is read as a sitemap; add the \
                               attribute 'capability'.";
                cx.report.warning(FindingCode::MissingCapability, offset, message);
            }
        }
        self.capability = name.map(Box::from);
        let Some(row) = self.row(document, cx.report) else { return };
        if let Some(title) = title {
            document.map.set_title_in_words(row, title, offset, cx.report);
        }
        for fact in facts {
            if !document.map.details(row).contains(&(fact.name, &*fact.value)) {
                document.map.add_detail(row, fact.name, &fact.value, fact.offset, cx.report);
            }
        }
    }

    /// Adds a link of the document to the context menu of its row. The links of a part are in the menu of its index.
    fn root_link(&mut self, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) {
        self.is_used = true;
        let row = self.row(document, cx.report);
        let Some(row) = row.or_else(|| self.index_row(document)) else { return };
        if self.links.is_empty() {
            let mut known = Vec::new();
            document.map.children(row, Relation::Embedded, &mut known);
            self.links.extend(known.iter().map(|entry| document.map.title(entry.page).into_owned()));
        }
        let Some(title) = links::title(entry, 0, document, cx) else { return };
        // All parts together have many links, and each of them leads to the index.
        let is_of_part = matches!(self.document_row, Some(DocumentRow::Merged));
        let leads_to_row = || links::target(entry, 0, document, cx) == document.map.url(row);
        if is_of_part && (self.links.len() >= MAX_MENU_ITEMS || leads_to_row()) {
            return;
        }
        if self.links.insert(title.clone()) {
            links::add(row, title, entry, 0, document, cx);
        }
    }

    /// Reads a `url` or `sitemap`. Returns `true` if ResourceSync handles it. Otherwise it is read as in any sitemap.
    fn item(&mut self, tag: Tag, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> bool {
        let mut facts = Vec::new();
        let mut has_links = false;
        for child in entry.children(0) {
            facts.append(&mut facts::of(&mut self.terms, entry, child, cx));
            has_links |= self.terms.get(entry.name(child), cx.names) == Term::Ln;
        }
        let is_ours = has_links || !facts.is_empty();
        // An extension that declares a hierarchy says more than ResourceSync.
        let is_theirs = |name| matches!(cx.names.namespace(name), NEGS | DIWOO);
        let is_part_theirs =
            |at| is_theirs(entry.name(at)) || entry.attributes(at).any(|(attribute, ..)| is_theirs(attribute));
        if is_ours && self.lists == Lists::Resources && (0..entry.below(0).end).any(is_part_theirs) {
            self.is_declared_elsewhere = true;
            return false;
        }
        self.is_used |= is_ours;
        // Change lists of the older paper (listing 2) have no capability.
        if document.entries == 1
            && !self.has_root_md
            && document.opening.under.is_none()
            && facts::change(&facts).is_some()
        {
            self.lists = Lists::Changes;
        }
        match (self.lists, tag) {
            (Lists::Resources, Tag::Url) if is_ours => self.resource(entry, facts, document, cx),
            (Lists::Resources, _) => return false,
            (Lists::Changes, Tag::Url) => self.change(entry, facts, document, cx),
            (Lists::Packages, Tag::Url) => {
                self.unplaced(None, entry, facts, document, cx);
            }
            _ => self.document(tag, entry, facts, document, cx),
        }
        true
    }

    /// Reads a resource of a resource list, a manifest or a plain sitemap. It is placed by host and path.
    fn resource(&mut self, entry: &Entry, facts: Vec<Fact<'_>>, document: &mut Document<'_>, cx: &mut Context<'_>) {
        let change = facts::change(&facts).map(str::to_owned);
        if change.is_some() {
            // The last entry for an address counts. The manifest of a change dump has one for each change.
            let Some(loc) = entry.tagged(0, Tag::Loc) else { return };
            let under = document.under(cx.report);
            let url = entry.base(loc, document.base);
            let mut unreported = Report::default();
            if let Some(page) = document.map.place(under, entry.value(loc), url, entry.offset(loc), &mut unreported) {
                document.map.forget(page);
            }
        }
        let Some(page) = place(entry, document, cx) else { return };
        if change.is_some()
            && !document.map.has_url(page)
            && let Some(loc) = entry.tagged(0, Tag::Loc)
        {
            document.map.set_url(page, entry.value(loc), entry.base(loc, document.base), entry.offset(loc), cx.report);
        }
        self.annotate(page, entry, facts, document, cx);
    }

    /// Reads a package, or a resource of a change list. `known` is the page if the resource is already known.
    pub(super) fn unplaced(
        &mut self,
        known: Option<NodeId>,
        entry: &Entry,
        facts: Vec<Fact<'_>>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) -> Option<NodeId> {
        let loc = document.loc(entry, cx)?;
        let (value, offset) = (entry.value(loc), entry.offset(loc));
        let page = match known {
            Some(page) => page,
            None => document.map.unnamed(entry.offset(0), cx.report),
        };
        document.map.mark(page, Flag::READABLE);
        document.map.set_url(page, value, entry.base(loc, document.base), offset, cx.report);
        describe(page, entry, document, cx);
        if !document.map.has_url(page) {
            document.map.set_title(page, value, offset, cx.report);
        }
        self.annotate(page, entry, facts, document, cx);
        if self.lists == Lists::Packages {
            let list = self.list(document, cx.report);
            document.map.append_to_list(list, page, entry.offset(0));
        }
        Some(page)
    }

    /// Adds the details and links of an entry to a page.
    pub(super) fn annotate(
        &mut self,
        page: NodeId,
        entry: &Entry,
        facts: Vec<Fact<'_>>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) {
        let mut is_deleted = false;
        for fact in &facts {
            document.map.add_detail(page, fact.name, &fact.value, fact.offset, cx.report);
            if fact.name == "change" {
                is_deleted = fact.value == "deleted";
                if !facts::CHANGES.contains(&&*fact.value) {
                    let message =
                        format!("'{}' is not a change of ResourceSync; write created, updated or deleted.", fact.value);
                    cx.report.warning(FindingCode::UnknownChange, fact.offset, message);
                }
            }
        }
        for child in entry.children(0) {
            if self.terms.get(entry.name(child), cx.names) == Term::Ln
                && let Some(title) = links::title(entry, child, document, cx)
            {
                links::add(page, title, entry, child, document, cx);
            }
        }
        if is_deleted && !document.map.is(page, Flag::DOCUMENT) {
            // The former address is still useful.
            let url = document.map.url(page).unwrap_or_default();
            document.map.delete(page);
            document.map.add_detail(page, "loc", &url, entry.offset(0), cx.report);
        }
    }
}
