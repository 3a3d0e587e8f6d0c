//! Lists that formats fill out of order, and pages that give way to others.

use super::arena::SiteMap;
use super::links::EMPTY_LINK;
use super::node::{Flag, GONE, NONE, NodeId, REST, Relation};
use crate::collections::sort;
use crate::findings::Report;

/// Order of the other languages in a context menu: behind all other entries.
const LANGUAGES: u32 = GONE - 1;

impl SiteMap {
    /// The list of what a page contains, where that is the page itself.
    pub(crate) fn own_list(&mut self, page: NodeId, offset: u32) -> NodeId {
        if self.nodes[page as usize].containers == NONE {
            self.relate(page, Relation::Container, page, offset);
        }
        page
    }

    /// The list of a page's context tree, made where there is none.
    pub(crate) fn menu_list(&mut self, page: NodeId, offset: u32, report: &mut Report) -> NodeId {
        match self.edges.get(self.nodes[page as usize].embedded as usize) {
            Some(edge) => edge.target,
            None => {
                let list = self.unnamed(offset, report);
                self.relate(page, Relation::Embedded, list, offset);
                list
            }
        }
    }

    /// Adds the same page in another language to a page's context tree. Pages that name the same page share the entry.
    pub(crate) fn add_language(&mut self, page: NodeId, tag: &str, url: &str, offset: u32, report: &mut Report) {
        if url.is_empty() {
            report.warning("empty-link", offset, EMPTY_LINK);
            return;
        }
        let node = self.named(&format!("{tag} {url}"), offset, report);
        if !self.is(node, Flag::LANGUAGE) {
            self.mark(node, Flag::LANGUAGE);
            let iri = self.nodes[node as usize].iri;
            self.nodes[node as usize].title = iri.part(0..tag.len());
            if let Some((span, base)) = self.link(url, "", offset, report) {
                let node = &mut self.nodes[node as usize];
                (node.url, node.url_base) = (span, base);
            }
        }
        let list = self.menu_list(page, offset, report);
        self.add_member(list, LANGUAGES, node, offset);
    }

    /// Where the member of a list stands that came last, among edges from this number on.
    pub(crate) fn last_member_offset(&self, list: NodeId, from: usize) -> Option<u32> {
        let newest = self.nodes[list as usize].members as usize;
        self.edges.get(newest).filter(|_| newest >= from).map(|edge| edge.offset)
    }

    /// Puts the members of a list into the order of the document, among edges from this number on.
    pub(crate) fn sort_members(&mut self, list: NodeId, from: usize) {
        let mut members = Vec::new();
        let mut at = self.nodes[list as usize].members;
        while at as usize >= from
            && let Some(edge) = self.edges.get(at as usize)
        {
            members.push(at);
            at = edge.next;
        }
        members.reverse();
        let sorted: Vec<u32> = sort::by_key(members.iter().map(|&edge| self.edges[edge as usize].offset))
            .map(|place| members[place])
            .collect();
        for edge in sorted {
            self.edges[edge as usize].next = std::mem::replace(&mut at, edge);
        }
        self.nodes[list as usize].members = at;
    }
}

/// An entry of a list, to take it away again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(u32);

impl SiteMap {
    /// Makes a page its own list, if it is none yet, and this its next member. Such members keep the order in which
    /// they come.
    pub(crate) fn append(&mut self, page: NodeId, child: NodeId, offset: u32) -> Place {
        self.insert(page, self.edges.len() as u32, child, offset)
    }

    /// Makes a page its own list, if it is none yet, and this its member with this number.
    pub(crate) fn insert(&mut self, page: NodeId, order: u32, child: NodeId, offset: u32) -> Place {
        if self.nodes[page as usize].containers == NONE {
            self.relate(page, Relation::Container, page, offset);
        }
        let before = self.nodes[page as usize].members;
        self.add_member(page, order, child, offset);
        let place = self.nodes[page as usize].members;
        // Where there is no room for more, there is nothing to take away.
        Place(if place == before { NONE } else { place })
    }

    /// Takes an entry out of its list.
    pub(crate) fn remove(&mut self, place: Place) {
        if let Some(edge) = self.edges.get_mut(place.0 as usize) {
            edge.order = GONE;
        }
    }

    /// Makes this the next entry of a page's context tree, behind those that came before.
    pub(crate) fn append_to_menu(&mut self, page: NodeId, entry: NodeId, offset: u32, report: &mut Report) {
        let list = self.menu_list(page, offset, report);
        self.append_to_list(list, entry, offset);
    }

    /// Takes away what a page, or a list, contains.
    pub(crate) fn clear(&mut self, page: NodeId) {
        let node = &mut self.nodes[page as usize];
        (node.containers, node.members) = (NONE, NONE);
    }

    /// Makes the members of `rest` follow those of `list` (`rdf:rest`).
    pub(crate) fn add_rest(&mut self, list: NodeId, rest: NodeId, offset: u32) {
        self.add_member(list, REST, rest, offset);
    }
}

impl SiteMap {
    /// Makes an entry the last one of a list.
    pub(crate) fn append_to_list(&mut self, list: NodeId, entry: NodeId, offset: u32) {
        let order = self.edges.len() as u32;
        self.add_member(list, order, entry, offset);
    }
}
