//! The pages that no sitemap lists.

use super::arena::SiteMap;
use super::node::{Flag, NodeId, Relation};
use crate::collections::keyed::HashSet;
use crate::limits::MAX_NODES_AT_ONCE;
use std::cell::RefCell;

impl SiteMap {
    /// Returns `true` if the user has visited a page that no sitemap, no list and no menu contains.
    pub fn is_only_visited(&self, node: NodeId) -> bool {
        self.layer_row(node).is_some_and(|said| said.is_only_visited) && self.known.list_of(node).is_none()
    }

    /// Returns `true` if visits, menus or lists have shown a page that no sitemap lists, or a title.
    pub fn has_browsed(&self) -> bool {
        !self.known.browsed().is_empty() || self.overlay.as_ref().is_some_and(|layer| !layer.is_empty())
    }

    /// Returns `true` if no sitemap lists a page.
    pub(super) fn is_browsed(&self, page: NodeId) -> bool {
        self.is(page, Flag::MADE) || self.has_link_of_layer(page) || self.known.browsed().contains(&page)
    }

    /// Returns the pages that only visits or menus have shown and that have no listed page below them. A page with very
    /// many pages below it counts as one with a listed page.
    pub(crate) fn browsed_branches(&self) -> HashSet<NodeId> {
        let mut left = MAX_NODES_AT_ONCE;
        let has_listed = |page: NodeId, left: &mut usize| {
            let mut seen: HashSet<NodeId> = HashSet::default();
            let next = RefCell::new(vec![page]);
            loop {
                let Some(at) = next.borrow_mut().pop() else { return false };
                if !seen.insert(at) {
                    continue;
                }
                *left = left.saturating_sub(1);
                let is_listed = |child: NodeId| {
                    next.borrow_mut().push(child);
                    self.has_url(child) && !self.is_browsed(child)
                };
                if *left == 0 || self.any_child(at, Relation::Container, &is_listed) {
                    return true;
                }
            }
        };
        let linked = self.overlay.iter().flat_map(|layer| layer.linked()).filter(|&page| self.is_browsed(page));
        let browsed = self.known.browsed().iter().copied().chain(linked);
        browsed.filter(|&page| !has_listed(page, &mut left)).collect()
    }
}
