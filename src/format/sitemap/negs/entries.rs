//! Reads the entries of NEGS files as they arrive: `childOf` makes a page a child, `relatesTo` an entry of a context menu.
//! `Negs::put` in `state.rs` then adds the page to the list of its parent.

use super::attributes::{Attributes, UNNUMBERED, order_key};
use super::state::{CLAIMED, EXTENDED, KNOWN, Negs, Reference};
use crate::address::check_written;
use crate::findings::{FindingCode, Report};
use crate::format::reader::{Opening, Structure};
use crate::format::sitemap::describe::describe;
use crate::format::sitemap::document::Document;
use crate::format::sitemap::entry::Entry;
use crate::format::sitemap::extension::Extension;
use crate::format::sitemap::protocol::Tag;
use crate::site_map::{Flag, NodeId, Relation, SiteMap};
use crate::xml::Context;
use crate::xml::vocabulary::{NAVI_ENTRY, NEGS_ICON, ROOT};

impl Extension for Negs {
    const NAME: &'static str = "negs";

    fn begin(&mut self, _: &Opening) {
        self.structure = None;
        self.document += 1;
        self.first = NodeId::MAX;
    }

    fn entry(&mut self, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> bool {
        if entry.name(0) == NAVI_ENTRY {
            self.saved_entry(entry, document, cx);
            return true;
        }
        if entry.tag(0) != Tag::Url {
            return false;
        }
        let attributes = Attributes::new(entry);
        if self.structure.is_none() {
            if !attributes.declare_negs() {
                return false;
            }
            self.declare(document);
        }
        let page = self.page(entry, &attributes, document, cx);
        if attributes.are_of_negs() {
            self.extend(page, entry, &attributes, document, cx);
            self.saved_details(page, entry, document, cx);
        }
        true
    }

    fn finish(&mut self, document: &mut Document<'_>, report: &mut Report) {
        if self.structure.is_none() {
            return;
        }
        self.finish_saved(document, report);
        for (id, references) in std::mem::take(&mut self.waiting) {
            // A site that is split into several files may refer to an id in an earlier one.
            let earlier = self.ids.get(&id).map(|owner| owner.page);
            for reference in references {
                if let Some(parent) = earlier {
                    self.place(parent, reference, document.map, report);
                    continue;
                }
                let attribute = match reference.relation {
                    Relation::Container => "childOf",
                    Relation::Embedded => "relatesTo",
                };
                let message = format!(
                    "No url has the id '{id}' that negs:{attribute} refers to; write the id of a url in this file."
                );
                report.warning(FindingCode::DanglingReference, reference.offset, message);
            }
        }
        for list in std::mem::take(&mut self.unsorted) {
            document.map.sort_members(list, self.edges_before);
        }
        if self.has_root {
            self.list_unplaced(document.map, report);
            self.note_unlisted(document.map, report);
        } else {
            self.derive(document, report);
        }
        self.early.clear();
        self.early_pages.clear();
    }

    fn structure(&self) -> Option<Structure> {
        self.structure
    }

    fn check_pages(&self, map: &SiteMap, report: &mut Report) {
        self.check_structure(map, report);
    }
}

impl Negs {
    /// Handles the first NEGS attribute: the file declares a tree, which replaces the one derived so far.
    pub(super) fn declare(&mut self, document: &mut Document<'_>) {
        self.structure = Some(Structure::Declared);
        let map = &mut *document.map;
        self.first = map.len() as NodeId;
        self.edges_before = map.edges();
        for node in document.first_node..self.first {
            let is_derived = map.has_url(node) || map.is(node, Flag::FOLDER);
            if !is_derived || map.is(node, Flag::DOCUMENT) || map.is(node, Flag::HIDDEN) || map.is(node, Flag::LANGUAGE)
            {
                continue;
            }
            map.hide(node);
            self.early.push(node);
            if let Some(url) = map.url(node) {
                self.early_pages.entry(url.into()).or_insert(node);
            }
        }
    }

    /// Returns the page of an entry. Adds what the entry says about it, except its place.
    fn page(
        &mut self,
        entry: &Entry,
        attributes: &Attributes<'_>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) -> NodeId {
        let offset = entry.offset(0);
        let loc = document.loc(entry, cx);
        let address = loc.map(|loc| (document.address(entry, loc).into_owned(), loc));
        let page = match &address {
            Some((address, _)) => document.map.named(address, offset, cx.report),
            None => document.map.unnamed(offset, cx.report),
        };
        let is_new = !self.is(page, KNOWN);
        self.set(page, KNOWN);
        document.map.mark(page, Flag::READABLE);
        if let Some((address, _)) = &address
            && let Some(&early) = self.early_pages.get(&**address).filter(|_| is_new)
        {
            document.map.adopt(page, early);
        }
        describe(page, entry, document, cx);
        match &address {
            Some((address, loc)) => {
                if attributes.are_of_negs() {
                    self.early_pages.remove(&**address);
                    if !document.map.has_url(page) {
                        check_written(entry.value(*loc), entry.offset(*loc), cx.report);
                    }
                    document.map.set_checked_url(page, address, "", entry.offset(*loc), cx.report);
                    if !document.map.is_described(page) {
                        document.map.set_title(page, entry.value(*loc), entry.offset(*loc), cx.report);
                    }
                }
            }
            None => {
                // The missing address is reported.
                if let Some((id, _)) = attributes.id.filter(|_| !document.map.has_title(page)) {
                    document.map.set_title(page, id, offset, cx.report);
                }
            }
        }
        page
    }

    /// Applies the NEGS attributes of an entry.
    pub(super) fn extend(
        &mut self,
        page: NodeId,
        entry: &Entry,
        attributes: &Attributes<'_>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) {
        let is_first = !self.is(page, EXTENDED);
        self.set(page, EXTENDED);
        let base = entry.base(0, document.base);
        // The draft's table has the element, and its text has the attribute.
        if let Some(icon) = entry.child(0, NEGS_ICON) {
            document.map.set_icon(
                page,
                entry.value(icon),
                entry.base(icon, document.base),
                entry.offset(icon),
                cx.report,
            );
        } else if let Some((icon, offset)) = attributes.icon {
            document.map.set_icon(page, icon, base, offset, cx.report);
        }
        let order = attributes.order.map_or(UNNUMBERED, |(order, offset)| order_key(order, offset, cx.report));
        match attributes.id {
            Some((id, offset)) => self.name(id, page, offset, document.map, cx.report),
            // An id is unique, so a second url of the same page cannot have it.
            None if !is_first => {}
            None => {
                let message = "This url has no xml:id, so no other url can refer to it; add one.";
                cx.report.warning(FindingCode::MissingId, entry.offset(0), message);
            }
        }
        if attributes.child_of.is_none() && attributes.relates_to.is_none() {
            self.without_parent.push((page, entry.offset(0)));
            return;
        }
        self.set(page, CLAIMED);
        if let Some((id, offset)) = attributes.child_of {
            let reference = Reference { page, relation: Relation::Container, order, offset };
            if id == ROOT {
                self.has_root = true;
                let under = document.under(cx.report);
                let top = *self.tops.entry(under).or_insert_with(|| document.map.front(under, cx.report));
                self.put(top, reference, true, document.map);
            } else {
                self.refer(id, reference, document.map, cx.report);
            }
        }
        if let Some((id, offset)) = attributes.relates_to {
            if id == ROOT {
                let message = "negs:relatesTo cannot name 'urn:sitemap:root', which has no context menu; write negs:childOf \
                                               for the top level.";
                cx.report.warning(FindingCode::RootRelatesTo, offset, message);
            } else {
                let reference = Reference { page, relation: Relation::Embedded, order, offset };
                self.refer(id, reference, document.map, cx.report);
            }
        }
    }
}
