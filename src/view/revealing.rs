//! The row of the current page, the path to it, and its neighbours.

use super::branches::Branches;
use super::current::Current;
use super::entry::{At, TOP};
use super::neighbours::{Neighbour, Walk};
use super::row::RowId;
use super::source::Source;
use super::tree_view::TreeView;
use crate::limits::MAX_TRAIL;
use crate::site_map::{NodeId, SiteMap};

impl TreeView {
    /// Prepares the search for the current page, up to `pages` more pages. Returns `true` if some remain.
    pub fn prepare_current(&mut self, map: &SiteMap, pages: usize) -> bool {
        self.current.is_some()
            && (self.lookups.addresses.get_mut().step(map, pages)
                || !self.current_pages(map).is_empty() && self.lookups.prepare_parents(map, pages))
    }

    /// Sets the address of the current page. Returns `true` if it is another one than before.
    pub fn set_current(&mut self, url: Option<&str>) -> bool {
        let current = url.map(Current::new);
        let is_new = current.as_ref().map(Current::key) != self.current.as_ref().map(Current::key);
        if is_new {
            self.current = current;
            self.touch();
        }
        is_new
    }

    /// Returns the entries of the current page, sorted by number.
    pub(super) fn current_pages(&self, map: &SiteMap) -> Vec<NodeId> {
        let Some(current) = &self.current else { return Vec::new() };
        let pages = current.pages(map, &self.lookups.addresses(map)).clone();
        if current.was_wrong() {
            self.touch();
        }
        pages
    }

    /// Returns `true` if an entry stands for the current page. The answer is a guess by the address until all pages are
    /// indexed, because painting a row must not wait.
    pub(super) fn is_current(&self, map: &SiteMap, page: NodeId, url: Option<&str>) -> bool {
        let Some(current) = &self.current else { return false };
        let addresses = self.lookups.addresses.borrow();
        match addresses.is_complete(map) {
            true => current.pages(map, &addresses).binary_search(&page).is_ok(),
            false => current.guess(page, url),
        }
    }

    /// Returns the shortest path from the top level to one of these pages. Returns `None` without pages, so that the
    /// parents are not computed, which takes time and memory.
    pub(super) fn path_to(&self, map: &SiteMap, pages: &[NodeId]) -> Option<Vec<NodeId>> {
        if pages.is_empty() { None } else { self.lookups.path(map, pages) }
    }

    /// Returns the first row of the current page.
    pub fn current_row(&self, map: &SiteMap) -> Option<usize> {
        self.shown().first_row_of(&self.current_pages(map)).map(|(row, _)| row)
    }

    /// Expands the shortest path to the current page. Returns its first row. If the page was revealed before and has moved,
    /// the branches that it has left are closed again. In a filtered tree only pages that match or lead to a match are
    /// revealed.
    pub fn reveal_current(&mut self, map: &SiteMap) -> Option<usize> {
        let pages = self.current_pages(map);
        if self.filter.is_on() {
            if self.shown().first_row_of(&pages).is_none() {
                self.filter.branches.open_to(&pages)?;
                self.touch();
            }
            return self.current_row(map);
        }
        if self.whole.first_row_of(&pages).is_none() {
            let path = self.path_to(map, &pages)?;
            let open_before = self.whole.expanded_on(&path);
            let at = self.whole.open_path(&Source::whole(map, &self.sorting), &path)?;
            self.note_revealed(at, &open_before);
            self.touch();
        }
        // A branch inside that was expanded before is shown again, and it may contain the page in an earlier row.
        let (row, at) = self.whole.first_row_of(&pages)?;
        if self.close_left(at) { self.current_row(map) } else { Some(row) }
    }

    /// Expands the path in the whole tree to a row of the filtered tree. Returns the row's id in the whole tree. Call
    /// it before the filter is removed.
    pub fn reveal(&mut self, map: &SiteMap, id: RowId) -> Option<RowId> {
        self.keep_revealed();
        let (branches, at) = self.place(id)?;
        let mut path: Vec<NodeId> = branches.path_up(at).map(|at| branches.get(at).page).collect();
        path.reverse();
        self.touch();
        let at = self.whole.open_path(&Source::whole(map, &self.sorting), &path)?;
        Some(self.id_in_whole(at))
    }

    /// Returns the shortest path from the top level to the current page: number, title and address of each page. A
    /// longer path than [`MAX_TRAIL`] is cut at its start.
    pub fn trail(&self, map: &SiteMap) -> Vec<(NodeId, String, Option<String>)> {
        let path = self.path_to(map, &self.current_pages(map));
        let step = |page: NodeId| (page, map.title(page).into_owned(), map.url(page));
        let path = path.unwrap_or_default();
        path[path.len().saturating_sub(MAX_TRAIL)..].iter().copied().map(step).collect()
    }

    /// Returns the address of the page before, after or above the current page, in the order of the fully expanded
    /// tree. Entries without an address are skipped. Above the top level is the site's home page.
    pub fn neighbour(&self, map: &SiteMap, which: Neighbour) -> Option<String> {
        let pages = self.current_pages(map);
        let path = self.path_to(map, &pages);
        let walk = |path: &[NodeId]| {
            let is_wanted = |url: &str| which != Neighbour::Unread || self.has_read(url) == Some(false);
            Walk::new(map, &self.sorting, path)?.address(which, &pages, is_wanted)
        };
        if which == Neighbour::Unread {
            return path.and_then(|path| walk(&path)).or_else(|| walk(&[]));
        }
        let found = walk(&path?);
        let home = || self.current.as_ref()?.home(map, &self.lookups.addresses(map));
        if which == Neighbour::Up { found.or_else(home) } else { found }
    }
}

/// The branches that are open only because the current page was revealed in them.
impl TreeView {
    /// Notes the branches above the current page that were closed before it was revealed. `open_before` are the others, from the
    /// top down.
    pub(super) fn note_revealed(&mut self, at: At, open_before: &[At]) {
        let Some(current) = &mut self.current else { return };
        let mut open_before = open_before.iter().rev().peekable();
        current.opened.reverse();
        let above = self.whole.path_up(at).skip(1);
        current.opened.extend(above.filter(|at| open_before.next_if_eq(&at).is_none()));
        current.opened.reverse();
    }

    /// Keeps all branches open from now on, because the user works with the tree.
    pub(super) fn keep_revealed(&mut self) {
        if let Some(current) = &mut self.current {
            current.opened.clear();
        }
    }

    /// Closes the branches that the current page, which is now at an entry, has left since it was revealed: a menu may have
    /// moved it. Returns `true` if there are any.
    fn close_left(&mut self, at: At) -> bool {
        let Some(current) = self.current.as_mut() else { return false };
        // Numbers fall on the way up.
        let above: Vec<At> = self.whole.path_up(at).skip(1).collect();
        let is_above = |at: &At| above.binary_search_by(|above| at.cmp(above)).is_ok();
        let opened = std::mem::take(&mut current.opened).into_iter().filter(|&at| self.whole.place(at).is_some());
        let (kept, left): (Vec<At>, Vec<At>) = opened.partition(is_above);
        current.opened = kept;
        let mut is_changed = false;
        for at in left {
            // A folder that shares its row has no arrow of its own, so it stays open.
            is_changed |= !self.whole.get(at).joined && self.whole.collapse(at);
        }
        if is_changed {
            self.touch();
        }
        is_changed
    }
}

impl Branches {
    /// Returns the numbers of the expanded branches above the end of a path, from the top down.
    pub(super) fn expanded_on(&self, path: &[NodeId]) -> Vec<At> {
        let mut at = TOP;
        let mut expanded = Vec::new();
        for &page in &path[..path.len().saturating_sub(1)] {
            match self.child_with(at, page) {
                Some(below) => at = below,
                None => break,
            }
            expanded.extend(Some(at).filter(|&at| self.get(at).expanded));
        }
        expanded
    }
}
