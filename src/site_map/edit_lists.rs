//! Lists that formats fill out of order, and the removal of entries.

use super::arena::SiteMap;
use super::links::EMPTY_LINK;
use super::node::{Flag, GONE, ListEntry, NONE, NodeId, REST, Relation};
use crate::collections::sort;
use crate::findings::{FindingCode, Report};
use crate::text::collapsed;

/// Order of the other languages in a context menu: after all other entries.
const LANGUAGES: u32 = GONE - 1;

impl SiteMap {
    /// Makes a page the list of its own children and returns it.
    pub(crate) fn own_list(&mut self, page: NodeId, offset: u32) -> NodeId {
        if self.nodes.head(page, Relation::Container) == NONE {
            self.relate(page, Relation::Container, page, offset);
        }
        page
    }

    /// Returns the list of a page's context tree. Creates it if it does not exist.
    pub(crate) fn menu_list(&mut self, page: NodeId, offset: u32, report: &mut Report) -> NodeId {
        match self.lists.get(self.nodes.head(page, Relation::Embedded)) {
            Some(edge) => edge.target,
            None => {
                let list = self.unnamed(offset, report);
                self.relate(page, Relation::Embedded, list, offset);
                list
            }
        }
    }

    /// Adds a page's translation to its context tree. Pages with the same translation share the entry.
    pub(crate) fn add_language(&mut self, page: NodeId, tag: &str, url: &str, offset: u32, report: &mut Report) {
        if url.is_empty() {
            report.warning(FindingCode::EmptyLink, offset, EMPTY_LINK);
            return;
        }
        let tag = &*collapsed(tag);
        let node = self.named(&format!("{tag} {url}"), offset, report);
        if !self.is(node, Flag::LANGUAGE) {
            self.mark(node, Flag::LANGUAGE);
            self.nodes.set_title(node, self.nodes[node].iri.part(0..tag.len()));
            self.set_target(node, url, "", offset, report);
        }
        let list = self.menu_list(page, offset, report);
        self.add_member(list, LANGUAGES, node, offset);
    }

    /// Returns the offset of a list's last member, among the edges from number `from` on.
    pub(crate) fn last_member_offset(&self, list: NodeId, from: usize) -> Option<u32> {
        let newest = self.nodes[list].members;
        self.lists.get(newest).filter(|_| newest as usize >= from).map(|edge| edge.offset)
    }

    /// Sorts the members of a list into document order, among the edges from number `from` on.
    pub(crate) fn sort_members(&mut self, list: NodeId, from: usize) {
        let mut members = Vec::new();
        let mut at = self.nodes[list].members;
        while at as usize >= from
            && let Some(edge) = self.lists.get(at)
        {
            members.push(at);
            at = edge.next;
        }
        members.reverse();
        let sorted: Vec<u32> =
            sort::by_key(members.iter().map(|&edge| self.lists[edge].offset)).map(|at| members[at]).collect();
        for edge in sorted {
            self.lists.change(edge).next = std::mem::replace(&mut at, edge);
        }
        self.nodes.set_members(list, at);
    }

    /// Makes a page its own list if it is not one yet, and appends a child. Appended children keep their order.
    pub(crate) fn append(&mut self, page: NodeId, child: NodeId, offset: u32) -> ListEntry {
        self.insert(page, self.edges() as u32, child, offset)
    }

    /// Makes a page its own list if it is not one yet, and adds a child with this order.
    pub(crate) fn insert(&mut self, page: NodeId, order: u32, child: NodeId, offset: u32) -> ListEntry {
        if self.nodes.head(page, Relation::Container) == NONE {
            self.relate(page, Relation::Container, page, offset);
        }
        self.add_entry(page, order, child, offset)
    }

    /// Makes a page one of its own lists.
    pub(super) fn own_list_of(&mut self, page: NodeId) {
        let mut at = self.nodes.head(page, Relation::Container);
        while let Some(edge) = self.lists.get(at) {
            if edge.target == page {
                return;
            }
            at = edge.next;
        }
        self.relate(page, Relation::Container, page, 0);
    }

    /// Removes an entry from its list.
    pub(crate) fn remove(&mut self, entry: ListEntry) {
        if entry.0 != NONE {
            self.lists.remove(entry.0);
        }
    }

    /// Appends an entry to a page's context tree.
    pub(crate) fn append_to_menu(&mut self, page: NodeId, entry: NodeId, offset: u32, report: &mut Report) {
        let list = self.menu_list(page, offset, report);
        self.append_to_list(list, entry, offset);
    }

    /// Removes all children of a page, or all members of a list.
    pub(crate) fn clear(&mut self, page: NodeId) {
        self.note_rearranged();
        self.nodes.set_head(page, Relation::Container, NONE);
        self.nodes.set_members(page, NONE);
        self.unmark(page, Flag::CONTINUED);
    }

    /// Continues `list` with the members of `rest` (`rdf:rest`).
    pub(crate) fn add_rest(&mut self, list: NodeId, rest: NodeId, offset: u32) {
        self.add_member(list, REST, rest, offset);
        self.mark(list, Flag::CONTINUED);
    }
}

impl SiteMap {
    /// Appends an entry to a list.
    pub(crate) fn append_to_list(&mut self, list: NodeId, entry: NodeId, offset: u32) -> ListEntry {
        let order = self.edges() as u32;
        self.add_entry(list, order, entry, offset)
    }

    fn add_entry(&mut self, list: NodeId, order: u32, entry: NodeId, offset: u32) -> ListEntry {
        let before = self.nodes[list].members;
        self.add_member(list, order, entry, offset);
        let entry = self.nodes[list].members;
        // If the arena is full, no edge was added, so there is nothing to remove.
        ListEntry(if entry == before { NONE } else { entry })
    }
}
