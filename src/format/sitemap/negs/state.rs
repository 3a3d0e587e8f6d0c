//! The state of NEGS documents, and how pages are placed.

use super::ids::{Ids, Owner};
use crate::collections::keyed::{HashMap, HashSet};
use crate::findings::{FindingCode, Report};
use crate::format::reader::Structure;
use crate::site_map::{NodeId, Relation, SiteMap};
use crate::xml::vocabulary::ROOT;

/// The NEGS state of all documents of a site.
#[derive(Debug, Default)]
pub(crate) struct Negs {
    /// Structure of the current document; `None` until it has a NEGS attribute.
    pub(super) structure: Option<Structure>,
    /// A document has a page on the top level.
    pub(super) has_root: bool,
    /// Number of the current document.
    pub(super) document: u32,
    /// First node of the current document.
    pub(super) first: NodeId,
    /// Number of edges before the current document.
    pub(super) edges_before: usize,
    pub(super) ids: Ids,
    /// References to ids that have not arrived.
    pub(super) waiting: HashMap<Box<str>, Vec<Reference>>,
    /// State bits of each node, by its number.
    pub(super) states: Vec<u8>,
    /// Pairs of a list and a page in it.
    pub(super) placed: HashSet<(NodeId, NodeId)>,
    /// List of the top level, by the row that contains it.
    pub(super) tops: HashMap<NodeId, NodeId>,
    /// Lists whose members did not arrive in document order.
    pub(super) unsorted: HashSet<NodeId>,
    /// Pages without negs:childOf and negs:relatesTo, and the offsets of their entries.
    pub(super) without_parent: Vec<(NodeId, u32)>,
    /// Nodes placed by host and path before the first NEGS attribute.
    pub(super) early: Vec<NodeId>,
    /// The pages among `early` without NEGS attributes, by address.
    pub(super) early_pages: HashMap<Box<str>, NodeId>,
    pub(super) saved: Saved,
}

/// The place that an entry requests for its page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reference {
    pub(super) page: NodeId,
    pub(super) relation: Relation,
    pub(super) order: u32,
    pub(super) offset: u32,
}

/// State: an entry contains the page.
pub(super) const KNOWN: u8 = 1;

/// State: an entry has NEGS attributes for the page.
pub(super) const EXTENDED: u8 = 1 << 1;

/// State: the page has a parent.
pub(super) const PLACED: u8 = 1 << 2;

/// State: the page can be reached from the top level.
pub(super) const ROOTED: u8 = 1 << 3;

/// State: an entry names a parent of the page.
pub(super) const CLAIMED: u8 = 1 << 4;

/// State: the search for unplaced pages has visited the page.
pub(super) const VISITED: u8 = 1 << 5;

/// Reports a page without a title.
pub(super) fn missing_title(shown: &str, offset: u32, report: &mut Report) {
    report.warning(FindingCode::MissingTitle, offset, format!("This page has no dc:title; it is shown as '{shown}'."));
}

impl Negs {
    /// Gives a page an id, and places the pages that wait for the id.
    pub(super) fn name(&mut self, id: &str, page: NodeId, offset: u32, map: &mut SiteMap, report: &mut Report) {
        if id == ROOT {
            let message = "'urn:sitemap:root' is the top level and cannot be the id of a url; choose another id.";
            report.warning(FindingCode::RootAsId, offset, message);
            return;
        }
        if self.owner(id).is_some() {
            let message =
                format!("Another url already has the id '{id}', and that one counts; give each url its own id.");
            report.warning(FindingCode::DuplicateId, offset, message);
            return;
        }
        self.ids.set(id, Owner { page, document: self.document });
        for reference in self.waiting.remove(id).unwrap_or_default() {
            self.place(page, reference, map, report);
        }
    }

    /// Returns the page that has this id in the current document.
    pub(super) fn owner(&self, id: &str) -> Option<NodeId> {
        self.ids.get(id).filter(|owner| owner.document == self.document).map(|owner| owner.page)
    }

    /// Places a page below the url with this id, or lets it wait for that url.
    pub(super) fn refer(&mut self, id: &str, reference: Reference, map: &mut SiteMap, report: &mut Report) {
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

    /// Adds a page to the list of its parent.
    pub(super) fn place(&mut self, parent: NodeId, reference: Reference, map: &mut SiteMap, report: &mut Report) {
        let list = match reference.relation {
            Relation::Container => map.own_list(parent, reference.offset),
            Relation::Embedded => map.menu_list(parent, reference.offset, report),
        };
        let is_rooted = self.is(parent, ROOTED);
        self.put(list, reference, is_rooted, map);
    }

    /// Adds a page to a list, at most once.
    pub(super) fn put(&mut self, list: NodeId, reference: Reference, is_rooted: bool, map: &mut SiteMap) {
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
            self.mark_rooted(page, map);
        }
    }

    /// Marks a page and all its descendants as reachable from the top level.
    pub(super) fn mark_rooted(&mut self, page: NodeId, map: &SiteMap) {
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

    pub(super) fn is(&self, page: NodeId, state: u8) -> bool {
        self.states.get(page as usize).is_some_and(|known| known & state != 0)
    }

    pub(super) fn set(&mut self, page: NodeId, state: u8) {
        let at = page as usize;
        if self.states.len() <= at {
            self.states.resize(at + 1, 0);
        }
        self.states[at] |= state;
    }
}

/// What can be applied only when all ids are known.
#[derive(Debug, Default)]
pub(super) struct Saved {
    /// Further occurrences of pages.
    pub(super) occurrences: Vec<Occurrence>,
    /// Aliases, and the ids of their referents.
    pub(super) aliases: Vec<(NodeId, Box<str>)>,
    /// Separators and deleted pages.
    pub(super) marked: Vec<NodeId>,
}

/// A further occurrence of the page with the id `of`, below the page with the id `parent`.
#[derive(Debug)]
pub(super) struct Occurrence {
    pub(super) of: Box<str>,
    pub(super) parent: Box<str>,
    pub(super) relation: Relation,
    pub(super) order: u32,
    pub(super) offset: u32,
}
