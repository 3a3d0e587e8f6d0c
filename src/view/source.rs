//! The source of the children of an entry: the map, the filter and the order.

use super::entry::{At, Entry, NO, TOP};
use super::order::{Order, Sorting};
use crate::limits::MAX_EXTRA_FILTERED_ROWS;
use crate::site_map::{Child, Flag, Marks, NodeId, Preorder, Relation, SiteMap};

/// The source of the children.
pub(super) struct Source<'a> {
    pub(super) map: &'a SiteMap,
    pub(super) sorting: &'a Sorting,
    /// The matches of the filter and their ancestors. `None` if everything is shown.
    pub(super) found: Option<&'a Marks>,
    /// The whole tree in the site's order, if each page has one parent and this is known.
    pub(super) tree: Option<&'a Preorder>,
}

/// The children of an entry that are shown.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub(super) pages: Vec<NodeId>,
    /// The indexes of those that lead on, with their positions in the preorder. `None` if these are unknown.
    pub(super) in_tree: Option<Vec<(u32, u32)>>,
    /// `true` if they are in rising order.
    pub(super) is_rising: bool,
    /// The number of children that were examined.
    pub(super) examined: usize,
}

impl<'a> Source<'a> {
    /// Everything is shown.
    pub(super) fn whole(map: &'a SiteMap, sorting: &'a Sorting) -> Source<'a> {
        Source { map, sorting, found: None, tree: None }
    }
}

impl Source<'_> {
    /// Collects the children to show, without the pages above. `in_tree` is the position of the entry in the preorder, or
    /// [`NO`]. Returns children that may have to be sorted.
    pub(super) fn children(
        &self,
        at: At,
        of: &Entry,
        in_tree: u32,
        is_above: &[bool],
        shown: &mut Shown,
    ) -> Option<Vec<Child>> {
        let Shown { pages, in_tree: leading_on, is_rising, examined } = shown;
        pages.clear();
        (*is_rising, *examined) = (self.sorting.order == Order::Site && (self.sorting.top.is_none() || at != TOP), 0);
        let tree = self.tree.filter(|_| in_tree != NO && self.sorting.order == Order::Site);
        *leading_on = tree.map(|_| leading_on.take().unwrap_or_default());
        if let (Some(tree), Some(leading_on)) = (tree, leading_on) {
            leading_on.clear();
            let (mut next, end) = (in_tree as usize + 1, tree.get(in_tree as usize).1);
            while next < end {
                let (page, after) = tree.get(next);
                *examined += 1;
                if self.shows(of, page) {
                    if after > next + 1 {
                        leading_on.push((pages.len() as u32, next as u32));
                    }
                    pages.push(page);
                }
                next = after;
            }
            return None;
        }
        let shows = |page: NodeId| self.shows(of, page) && !is_above[self.map.referent(page) as usize];
        if let (Some(page), TOP) = (self.sorting.top, at) {
            return Some(if shows(page) { vec![Child { page, offset: 0 }] } else { Vec::new() });
        }
        let is_plain = *is_rising
            && self.map.children_backwards(of.page, Relation::Container, |page| {
                *examined += 1;
                if shows(page) {
                    pages.push(page);
                }
            });
        if is_plain {
            pages.reverse();
            return None;
        }
        let mut children = Vec::new();
        *is_rising &= self.map.children(of.page, Relation::Container, &mut children);
        *examined = children.len();
        children.retain(|child| shows(child.page));
        pages.clear();
        Some(children)
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
    #[inline]
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
