//! Lists that formats fill out of order, and pages that give way to others.

use super::{Flag, NONE, NodeId, Relation, SiteMap};
use crate::diagnostics::Report;
use crate::order;

/// Order of the other languages in a context menu: behind all other entries.
const LANGUAGES: u32 = super::GONE - 1;

impl SiteMap {
    /// Number of edges so far.
    pub(crate) fn edges(&self) -> usize {
        self.edges.len()
    }

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
            report.warning("empty-link", offset, super::EMPTY_LINK);
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
        let sorted: Vec<u32> = order::by_key(members.iter().map(|&edge| self.edges[edge as usize].offset))
            .map(|place| members[place])
            .collect();
        for edge in sorted {
            self.edges[edge as usize].next = std::mem::replace(&mut at, edge);
        }
        self.nodes[list as usize].members = at;
    }

    /// Does not show a page, and does not count it.
    pub(crate) fn hide(&mut self, page: NodeId) {
        if !self.is(page, Flag::HIDDEN) {
            self.mark(page, Flag::HIDDEN);
            self.pages = self.pages.saturating_sub(usize::from(self.has_url(page)));
        }
    }

    /// Takes that back.
    pub(crate) fn show(&mut self, page: NodeId) {
        if self.is(page, Flag::HIDDEN) {
            self.unmark(page, Flag::HIDDEN);
            self.pages += usize::from(self.has_url(page));
        }
    }

    /// Gives a page what is known of another that it takes the place of: title, icon, details, context tree.
    pub(crate) fn adopt(&mut self, page: NodeId, from: NodeId) {
        if page == from {
            return;
        }
        if self.has_url(page) && self.has_url(from) && !self.is(from, Flag::HIDDEN) {
            self.pages = self.pages.saturating_sub(1);
        }
        let other = &self.nodes[from as usize];
        let (title, icon, icon_base) = (other.title, other.icon, other.icon_base);
        let (embedded, details) = (other.embedded, other.details);
        let node = &mut self.nodes[page as usize];
        if node.title.is_empty() {
            node.title = title;
        }
        if node.icon.is_empty() {
            (node.icon, node.icon_base) = (icon, icon_base);
        }
        if node.embedded == NONE {
            node.embedded = embedded;
        }
        if node.details == NONE {
            node.details = details;
        }
    }

    /// Whether a page contains anything, or has a context tree.
    pub(crate) fn leads_on(&self, page: NodeId) -> bool {
        let node = &self.nodes[page as usize];
        node.containers != NONE || node.embedded != NONE
    }

    /// Number of a page's details, counted up to `most`.
    pub(crate) fn detail_count(&self, page: NodeId, most: usize) -> usize {
        let first = self.details.get(self.nodes[page as usize].details as usize);
        std::iter::successors(first, |detail| self.details.get(detail.next as usize)).take(most).count()
    }
}
