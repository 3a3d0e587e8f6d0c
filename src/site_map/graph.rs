//! The pages and lists as they are, for whoever writes them down: lists that several pages share are told from others.

use super::{Child, NONE, NodeId, REST, Relation, SiteMap, Span};
use crate::keyed::HashSet;

impl SiteMap {
    /// The lists (or pages that are none) that a page leads to, each once.
    pub(crate) fn lists(&self, page: NodeId, relation: Relation) -> Vec<NodeId> {
        let mut lists = Vec::new();
        let mut at = self.head(page, relation);
        while let Some(edge) = self.edges.get(at as usize) {
            lists.push(edge.target);
            at = edge.next;
        }
        lists.reverse();
        if lists.len() > 1 {
            let mut seen = HashSet::default();
            lists.retain(|list| seen.insert(*list));
        }
        lists
    }

    /// Appends what stands in a list itself, in order; the list that goes on behind it.
    pub(crate) fn list(&self, list: NodeId, out: &mut Vec<Child>) -> Option<NodeId> {
        let rest = self.entries(list).filter(|(order, _)| *order == REST).last().map(|(_, child)| child.page);
        self.members(Child { page: list, offset: 0 }, |_, _| false, out);
        rest
    }

    /// Whether a page or list has members.
    pub(crate) fn is_list(&self, list: NodeId) -> bool {
        self.nodes[list as usize].members != NONE
    }

    /// Makes a line of a page: it says nothing, leads nowhere, and nothing is below it.
    pub(crate) fn make_line(&mut self, page: NodeId) {
        self.forget(page);
        self.clear(page);
        self.nodes[page as usize].iri = Span::default();
    }
}
