//! The source of the children of an entry: the map, the filter and the order.

use super::entry::{At, Entry, TOP};
use super::order::{Order, Sorting};
use crate::limits::MAX_EXTRA_FILTERED_ROWS;
use crate::site_map::{Child, Flag, Marks, NodeId, Relation, SiteMap};

/// The source of the children.
pub(super) struct Source<'a> {
    pub(super) map: &'a SiteMap,
    pub(super) sorting: &'a Sorting,
    /// The matches of the filter and their ancestors. `None` if everything is shown.
    pub(super) found: Option<&'a Marks>,
}

/// The children of an entry in the site's order.
pub(super) enum Children {
    /// In plain document order.
    Plain,
    /// They may have to be sorted.
    Other(Vec<Child>),
}

impl Source<'_> {
    /// Collects the children to show, without the pages above. Writes those in plain document order to `plain`. Also returns
    /// `true` if they are in rising order, and how many were examined.
    pub(super) fn children(
        &self,
        at: At,
        of: &Entry,
        is_above: &[bool],
        plain: &mut Vec<NodeId>,
    ) -> (Children, bool, usize) {
        plain.clear();
        let is_alias = |page: NodeId| self.map.is(page, Flag::ALIAS);
        let referent = |page: NodeId| if is_alias(page) { self.map.referent(page) } else { page };
        let shows = |page: NodeId| self.shows(of, page) && !is_above[referent(page) as usize];
        if let (Some(page), TOP) = (self.sorting.top, at) {
            let only = if shows(page) { vec![Child { page, offset: 0 }] } else { Vec::new() };
            return (Children::Other(only), false, 1);
        }
        let mut examined = 0;
        let is_plain = self.sorting.order == Order::Site
            && self.map.children_backwards(of.page, Relation::Container, |page| {
                examined += 1;
                if shows(page) {
                    plain.push(page);
                }
            });
        if is_plain {
            plain.reverse();
            return (Children::Plain, true, examined);
        }
        let mut children = Vec::new();
        let is_rising =
            self.map.children(of.page, Relation::Container, &mut children) && self.sorting.order == Order::Site;
        let examined = children.len();
        children.retain(|child| shows(child.page));
        (Children::Other(children), is_rising, examined)
    }

    /// Returns how many rows a filter may add. A filter expands branches by itself, so it has a limit.
    pub(super) fn most_found(&self) -> Option<usize> {
        self.found.map(|_| self.map.pages() + MAX_EXTRA_FILTERED_ROWS)
    }

    /// Returns `true` for a folder that may share the row of its only entry, if the tree is not filtered.
    pub(super) fn is_single(&self, page: NodeId) -> bool {
        self.found.is_none() && self.map.is(page, Flag::SINGLE)
    }

    /// Returns `true` if a page is shown below an entry.
    fn shows(&self, above: &Entry, page: NodeId) -> bool {
        let is_requested = |found: &Marks| found.is_shown(page) && !self.map.is(page, Flag::SEPARATOR);
        above.whole || self.found.is_none_or(is_requested)
    }

    /// Returns by how much an entry increases the number of its siblings.
    pub(super) fn counted(&self, page: NodeId) -> u32 {
        u32::from(!self.map.is(page, Flag::SEPARATOR))
    }

    /// Creates an entry that is not part of a tree yet.
    pub(super) fn entry(&self, page: NodeId) -> Entry {
        let is_open = || self.map.is(page, Flag::UNFOLDED);
        let (expanded, whole) = match self.found {
            None => (is_open(), false),
            Some(found) if found.is_shown(page) => (found.leads_on(page), false),
            Some(_) => (is_open(), true),
        };
        Entry::new(page, expanded, whole)
    }

    /// Returns `true` if expanding shows more than the paths to matches.
    pub(super) fn opens_whole(&self, entry: &Entry, is_below_whole: bool) -> bool {
        !entry.whole && self.found.is_some_and(|found| found.is_chosen(entry.page) || is_below_whole)
    }
}
