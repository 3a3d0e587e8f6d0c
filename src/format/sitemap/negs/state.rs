//! What is known of the pages of NEGS documents, and where they are placed.

use super::ids::{Ids, Owner};
use crate::collections::keyed::{HashMap, HashSet};
use crate::findings::Report;
use crate::format::reader::Structure;
use crate::site_map::{NodeId, Relation, SiteMap};
use crate::xml::vocabulary::ROOT;

/// What has been met of it in the documents of a site.
#[derive(Debug, Default)]
pub(crate) struct Negs {
    /// Of the document at hand; `None` until an attribute of NEGS comes.
    pub(super) structure: Option<Structure>,
    /// Whether a page of the top level has come, in any document.
    pub(super) has_root: bool,
    /// Number of the document at hand.
    pub(super) document: u32,
    /// First node of the document at hand.
    pub(super) first: NodeId,
    /// Edges before the document at hand.
    pub(super) edges_before: usize,
    pub(super) ids: Ids,
    /// References to ids that have not come yet.
    pub(super) waiting: HashMap<Box<str>, Vec<Reference>>,
    /// What is known of each node, by its number.
    pub(super) states: Vec<u8>,
    /// Lists and what stands in them.
    pub(super) placed: HashSet<(NodeId, NodeId)>,
    /// List of the top level, by the row that it is below.
    pub(super) tops: HashMap<NodeId, NodeId>,
    /// Lists whose members did not come in the order of the document.
    pub(super) unsorted: HashSet<NodeId>,
    /// Pages without negs:childOf and negs:relatesTo, and where their entries are.
    pub(super) homeless: Vec<(NodeId, u32)>,
    /// What was placed by host and path before NEGS was met.
    pub(super) early: Vec<NodeId>,
    /// The pages among `early` that NEGS says nothing of, by address.
    pub(super) early_pages: HashMap<Box<str>, NodeId>,
    pub(super) saved: Saved,
}

/// Where an entry says that its page stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reference {
    pub(super) page: NodeId,
    pub(super) relation: Relation,
    pub(super) order: u32,
    pub(super) offset: u32,
}

/// The page has come in an entry.
pub(super) const KNOWN: u8 = 1;

/// An entry has attributes of NEGS for it.
pub(super) const EXTENDED: u8 = 1 << 1;

/// It stands below something.
pub(super) const PLACED: u8 = 1 << 2;

/// It can be reached from the top level.
pub(super) const ROOTED: u8 = 1 << 3;

/// An entry says what it should stand below.
pub(super) const CLAIMED: u8 = 1 << 4;

/// A search for pages without a place has come by.
pub(super) const VISITED: u8 = 1 << 5;

pub(super) fn missing_title(shown: &str, offset: u32, report: &mut Report) {
    report.warning("missing-title", offset, format!("This page has no dc:title; it is shown as '{shown}'."));
}

impl Negs {
    /// Gives a page an id, and places what has been waiting for it.
    pub(super) fn name(&mut self, id: &str, page: NodeId, offset: u32, map: &mut SiteMap, report: &mut Report) {
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
    pub(super) fn owner(&self, id: &str) -> Option<NodeId> {
        self.ids.get(id).filter(|owner| owner.document == self.document).map(|owner| owner.page)
    }

    /// Places a page where the url with this id is, or lets it wait for that.
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

    pub(super) fn place(&mut self, parent: NodeId, reference: Reference, map: &mut SiteMap, report: &mut Report) {
        let list = match reference.relation {
            Relation::Container => map.own_list(parent, reference.offset),
            Relation::Embedded => map.menu_list(parent, reference.offset, report),
        };
        let is_rooted = self.is(parent, ROOTED);
        self.put(list, reference, is_rooted, map);
    }

    /// Puts a page into a list, where it stands once.
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
            self.root(page, map);
        }
    }

    /// A page can be reached from the top level, and so can what is below it.
    pub(super) fn root(&mut self, page: NodeId, map: &SiteMap) {
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

/// What can be done only when all ids are known.
#[derive(Debug, Default)]
pub(super) struct Saved {
    /// Further places of pages.
    pub(super) again: Vec<Again>,
    /// Aliases, and the ids of what they stand for.
    pub(super) aliases: Vec<(NodeId, Box<str>)>,
    /// Lines and deleted pages.
    pub(super) set_apart: Vec<NodeId>,
}

#[derive(Debug)]
pub(super) struct Again {
    pub(super) of: Box<str>,
    pub(super) parent: Box<str>,
    pub(super) relation: Relation,
    pub(super) order: u32,
    pub(super) offset: u32,
}
