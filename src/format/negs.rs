//! NEGS, Navibar's extension of Google Sitemaps (NEGS working draft): each `url` says below which other it stands.
//!
//! Entries are placed as they come. One whose parent has not come yet waits for that; what has no place at the end of
//! the file is listed under "Unplaced pages".

mod attributes;
mod complete;
mod ids;
mod saved;

use super::entry::Entry;
use super::sitemap::{self, Document, Extension, Tag};
use super::{Opening, Structure};
use crate::diagnostics::Report;
use crate::keyed::{HashMap, HashSet};
use crate::site_map::{Flag, NodeId, Relation, SiteMap};
use crate::vocabulary::{NAVI_ENTRY, NEGS_ICON, ROOT};
use crate::xml::Context;
use attributes::{Attributes, UNNUMBERED, order_key};
use ids::{Ids, Owner};

/// What has been met of it in the documents of a site.
#[derive(Debug, Default)]
pub(super) struct Negs {
    /// Of the document at hand; `None` until an attribute of NEGS comes.
    structure: Option<Structure>,
    /// Whether a page of the top level has come, in any document.
    has_root: bool,
    /// Number of the document at hand.
    document: u32,
    /// First node of the document at hand.
    first: NodeId,
    /// Edges before the document at hand.
    edges_before: usize,
    ids: Ids,
    /// References to ids that have not come yet.
    waiting: HashMap<Box<str>, Vec<Reference>>,
    /// What is known of each node, by its number.
    states: Vec<u8>,
    /// Lists and what stands in them.
    placed: HashSet<(NodeId, NodeId)>,
    /// List of the top level, by the row that it is below.
    tops: HashMap<NodeId, NodeId>,
    /// Lists whose members did not come in the order of the document.
    unsorted: HashSet<NodeId>,
    /// Pages without negs:childOf and negs:relatesTo, and where their entries are.
    homeless: Vec<(NodeId, u32)>,
    /// What was placed by host and path before NEGS was met.
    early: Vec<NodeId>,
    /// The pages among `early` that NEGS says nothing of, by address.
    early_pages: HashMap<Box<str>, NodeId>,
    saved: saved::Saved,
}

/// Where an entry says that its page stands.
#[derive(Clone, Copy, Debug)]
struct Reference {
    page: NodeId,
    relation: Relation,
    order: u32,
    offset: u32,
}

/// The page has come in an entry.
const KNOWN: u8 = 1;
/// An entry has attributes of NEGS for it.
const EXTENDED: u8 = 1 << 1;
/// It stands below something.
const PLACED: u8 = 1 << 2;
/// It can be reached from the top level.
const ROOTED: u8 = 1 << 3;
/// An entry says what it should stand below.
const CLAIMED: u8 = 1 << 4;
/// A search for pages without a place has come by.
const VISITED: u8 = 1 << 5;

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
        if document.protocol.tag(entry.name(0), cx) != Tag::Url {
            return false;
        }
        let attributes = Attributes::new(entry);
        if self.structure.is_none() {
            if !attributes.tell_negs() {
                return false;
            }
            self.meet(document);
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
            // A site that is split into several files may refer to what an earlier one has.
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
                    "No url has the id '{id}' that negs:{attribute} refers to; write the id of a url of this file."
                );
                report.warning("dangling-reference", reference.offset, message);
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
}

impl Negs {
    /// The first attribute of NEGS has come: the tree is the one that the file declares, and what was derived so far
    /// gives way to it.
    fn meet(&mut self, document: &mut Document<'_>) {
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

    /// The page of an entry, with all that the entry says of it beside its place.
    fn page(
        &mut self,
        entry: &Entry,
        attributes: &Attributes<'_>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) -> NodeId {
        let offset = entry.offset(0);
        let loc = sitemap::loc(entry, document, cx);
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
        sitemap::describe(page, entry, document, cx);
        match &address {
            Some((address, loc)) => {
                if attributes.are_of_negs() {
                    self.early_pages.remove(&**address);
                    document.map.set_url(page, address, "", entry.offset(*loc), cx.report);
                    if !document.map.is_described(page) {
                        document.map.set_title(page, entry.value(*loc), entry.offset(*loc), cx.report);
                    }
                }
            }
            None => {
                if let Some((id, _)) = attributes.id.filter(|_| !document.map.has_title(page)) {
                    missing_title(id, offset, cx.report);
                    document.map.set_title(page, id, offset, cx.report);
                }
            }
        }
        page
    }

    /// Takes the attributes of NEGS.
    fn extend(
        &mut self,
        page: NodeId,
        entry: &Entry,
        attributes: &Attributes<'_>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) {
        self.set(page, EXTENDED);
        let base = entry.base(0, document.base);
        // The element is in the table of the draft, the attribute in its prose.
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
        if let Some((id, offset)) = attributes.id {
            self.name(id, page, offset, document.map, cx.report);
        }
        if attributes.child_of.is_none() && attributes.relates_to.is_none() {
            self.homeless.push((page, entry.offset(0)));
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
                let message = "negs:relatesTo cannot lead to 'urn:sitemap:root', which has no context menu; write \
                               negs:childOf for the top level.";
                cx.report.warning("root-relates-to", offset, message);
            } else {
                let reference = Reference { page, relation: Relation::Embedded, order, offset };
                self.refer(id, reference, document.map, cx.report);
            }
        }
    }

    /// Gives a page an id, and places what has been waiting for it.
    fn name(&mut self, id: &str, page: NodeId, offset: u32, map: &mut SiteMap, report: &mut Report) {
        if id == ROOT {
            let message = "'urn:sitemap:root' stands for the top level and is no id of a url; choose another.";
            report.warning("root-as-id", offset, message);
            return;
        }
        if self.owner(id).is_some() {
            let message =
                format!("Another url has the id '{id}' already, and that one counts; give each url an id of its own.");
            report.warning("duplicate-id", offset, message);
            return;
        }
        self.ids.set(id, Owner { page, document: self.document });
        for reference in self.waiting.remove(id).unwrap_or_default() {
            self.place(page, reference, map, report);
        }
    }

    /// The page to which the document at hand gives an id.
    fn owner(&self, id: &str) -> Option<NodeId> {
        self.ids.get(id).filter(|owner| owner.document == self.document).map(|owner| owner.page)
    }

    /// Places a page where the url with this id is, or lets it wait for that.
    fn refer(&mut self, id: &str, reference: Reference, map: &mut SiteMap, report: &mut Report) {
        match self.owner(id) {
            Some(parent) => self.place(parent, reference, map, report),
            None => match self.waiting.get_mut(id) {
                Some(waiting) => waiting.push(reference),
                None => {
                    self.waiting.insert(id.into(), vec![reference]);
                }
            },
        }
    }

    fn place(&mut self, parent: NodeId, reference: Reference, map: &mut SiteMap, report: &mut Report) {
        let list = match reference.relation {
            Relation::Container => map.own_list(parent, reference.offset),
            Relation::Embedded => map.menu_list(parent, reference.offset, report),
        };
        let is_rooted = self.is(parent, ROOTED);
        self.put(list, reference, is_rooted, map);
    }

    /// Puts a page into a list, where it stands once.
    fn put(&mut self, list: NodeId, reference: Reference, is_rooted: bool, map: &mut SiteMap) {
        let Reference { page, order, offset, .. } = reference;
        if !self.placed.insert((list, page)) {
            return;
        }
        if map.last_member_offset(list, self.edges_before).is_some_and(|last| last > offset) {
            self.unsorted.insert(list);
        }
        map.add_member(list, order, page, offset);
        self.set(page, PLACED);
        if is_rooted {
            self.root(page, map);
        }
    }

    /// A page can be reached from the top level, and so can what is below it.
    fn root(&mut self, page: NodeId, map: &SiteMap) {
        if !map.leads_on(page) {
            self.set(page, ROOTED);
            return;
        }
        let mut below = vec![page];
        let mut children = Vec::new();
        while let Some(page) = below.pop() {
            if self.is(page, ROOTED) {
                continue;
            }
            self.set(page, ROOTED);
            children.clear();
            map.children(page, Relation::Container, &mut children);
            map.children(page, Relation::Embedded, &mut children);
            below.extend(children.iter().map(|child| child.page));
        }
    }

    fn is(&self, page: NodeId, state: u8) -> bool {
        self.states.get(page as usize).is_some_and(|known| known & state != 0)
    }

    fn set(&mut self, page: NodeId, state: u8) {
        let at = page as usize;
        if self.states.len() <= at {
            self.states.resize(at + 1, 0);
        }
        self.states[at] |= state;
    }
}

fn missing_title(shown: &str, offset: u32, report: &mut Report) {
    report.warning("missing-title", offset, format!("This page has no dc:title; it is shown as '{shown}'."));
}
