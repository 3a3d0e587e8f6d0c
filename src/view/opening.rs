//! Expanding and collapsing branches.

use super::branches::Branches;
use super::building::Build;
use super::entry::{At, Entry, TOP};
use super::order::Order;
use super::source::Source;
use crate::collections::sort;
use crate::limits::MAX_ROWS;
use crate::site_map::NodeId;
use std::cell::Cell;

impl Branches {
    /// Expands a branch. Returns `true` if anything changed.
    pub(super) fn expand(&mut self, source: &Source<'_>, at: At) -> bool {
        let entry = *self.get(at);
        if entry.expanded || !self.is_expandable(source, at) {
            return false;
        }
        self.note_change();
        let widens = source.opens_whole(&entry, self.is_below_whole(at));
        if widens || !entry.is_built() {
            self.grow(source, at, &|entry, this, _| {
                entry.expanded |= this == at;
                entry.whole |= widens && this == at;
                widens && this == at
            });
        } else {
            self.set_expanded(at, true);
        }
        true
    }

    /// Builds the children of an entry and expands or collapses it.
    pub(super) fn set_open(&mut self, source: &Source<'_>, at: At, is_open: bool) {
        if !self.get(at).is_built() {
            self.grow(source, at, &|_, this, _| this == at);
        }
        self.note_change();
        self.set_expanded(at, is_open);
    }

    /// Collapses a branch. Returns `true` if anything changed.
    pub(super) fn collapse(&mut self, at: At) -> bool {
        let is_changed = self.get(at).expanded;
        self.note_change();
        self.set_expanded(at, false);
        is_changed
    }

    /// Collapses a branch and all branches in it.
    pub(super) fn collapse_below(&mut self, at: At) {
        self.note_change();
        let mut branches = vec![at];
        let mut next = 0;
        while let Some(&above) = branches.get(next) {
            branches.extend(self.children(above).filter(|&below| self.has_children(below)));
            next += 1;
        }
        for at in branches.into_iter().rev() {
            self.set_expanded(at, false);
        }
    }

    /// Expands a row and its siblings.
    pub(super) fn expand_siblings(&mut self, source: &Source<'_>, at: At) {
        let parent = self.get(self.first_joined(at)).parent;
        let siblings = self.children(parent).map(|sibling| self.last_joined(sibling));
        let is_closed = |at: &At| !(self.get(*at).expanded && self.get(*at).is_built());
        let closed: Vec<At> = siblings.filter(is_closed).collect();
        let closed: Vec<At> = sort::by_key(closed.iter().map(|at| at.0)).map(|place| closed[place]).collect();
        self.grow_many(source, parent, &|entry, this, is_below_whole| {
            if closed.binary_search(&this).is_err() {
                return false;
            }
            let widens = source.opens_whole(entry, is_below_whole);
            entry.whole |= widens;
            widens || !entry.is_built()
        });
        for at in closed {
            self.set_expanded(at, self.has_children(at));
        }
    }

    /// Expands every branch, up to [`MAX_ROWS`]. Branches that only lead to matches do not show more.
    pub(super) fn expand_all(&mut self, source: &Source<'_>) {
        // Another order hides other rows: separators mean nothing in it.
        let (growth, order) = (source.map.growth(), source.sorting.order);
        if source.found.is_none() && self.all_built != Some((growth, order, self.numbers())) {
            self.add_root(source);
            if self.entries.is_empty() {
                return;
            }
            let mut build = Build::open_all(self, source, TOP);
            while build.open_more(self, source, usize::MAX) {}
            self.is_cut |= self.is_full();
            self.all_built = Some((growth, order, self.numbers())).filter(|_| !self.is_cut);
        }
        self.set_all_expanded(true);
    }

    /// Expands the entries above the first one of these pages. `pages` is sorted.
    pub(super) fn open_to(&mut self, pages: &[NodeId]) -> Option<At> {
        let found = self.all().find(|&at| pages.binary_search(&self.get(at).page).is_ok())?;
        let above: Vec<At> = self.path_up(found).skip(1).collect();
        self.note_change();
        self.open_path_up(&above);
        Some(found)
    }

    /// Expands an entry and those above it, the nearest first.
    fn open_path_up(&mut self, path: &[At]) {
        let before: Vec<u32> = path.iter().map(|&at| self.weight(at)).collect();
        for (&at, before) in path.iter().zip(before) {
            self.get_mut(at).expanded = true;
            self.count_in_parent(at, before);
        }
    }

    /// Expands the ancestors of a page along a path from the top level. Returns the page's entry.
    pub(super) fn open_path(&mut self, source: &Source<'_>, path: &[NodeId]) -> Option<At> {
        let mut at = (!self.entries.is_empty()).then_some(TOP)?;
        let (mut path, mut above) = (path, Vec::new());
        // The part of the path that exists only needs to be expanded.
        while let Some((&page, rest)) = path.split_first()
            && let Some(below) = self.child_with(at, page)
        {
            above.push(at);
            (at, path) = (below, rest);
        }
        above.reverse();
        self.note_change();
        self.open_path_up(&above);
        if path.is_empty() { Some(at) } else { self.build_path(source, at, path) }
    }

    /// Builds the rest of a path. It is built in one pass, because a path may be as long as the site has pages.
    fn build_path(&mut self, source: &Source<'_>, start: At, path: &[NodeId]) -> Option<At> {
        let (&page, above) = path.split_last()?;
        // The length of the path found so far, and its last entry.
        let found = Cell::new((0, start));
        self.grow(source, start, &|entry, at, _| {
            let (count, last) = found.get();
            // The start is built again, because it may have new children.
            let is_above = at == start || entry.parent == last && above.get(count) == Some(&entry.page);
            if is_above && at != start {
                found.set((count + 1, at));
            }
            entry.expanded |= is_above;
            is_above
        });
        let (count, last) = found.get();
        if count == above.len() { self.child_with(last, page) } else { None }
    }

    /// Adds the entries that were added to the site map since the last update at the ends of branches. Returns `false` if the
    /// map has changed in another way. Then nothing is done.
    pub(super) fn append(&mut self, source: &Source<'_>) -> bool {
        let map = source.map;
        let Some(before) = self.built else { return false };
        if source.found.is_some() || source.sorting.order != Order::Site || map.has_single_folders() {
            return false;
        }
        let (mut grown, mut added) = (Vec::new(), Vec::new());
        for branch in self.built_branches().filter(|branch| branch.owner != TOP || source.sorting.top.is_none()) {
            if !map.added_children(self.get(branch.owner).page, before, |page| added.push(page)) {
                return false;
            }
            if !added.is_empty() {
                if !branch.is_rising {
                    return false;
                }
                added.reverse();
                grown.push((branch.owner, std::mem::take(&mut added)));
            }
        }
        let all = || grown.iter().flat_map(|(_, pages)| pages);
        let opens = |&page: &NodeId| source.entry(page).expanded;
        if self.numbers() + all().count() >= MAX_ROWS || all().any(opens) {
            return false;
        }
        self.note_change();
        self.on_path.resize(map.len().max(self.on_path.len()), false);
        for (at, mut pages) in grown {
            self.mark_above(map, at, true);
            pages.retain(|&page| !self.on_path[map.referent(page) as usize]);
            self.mark_above(map, at, false);
            self.extend(source, at, &pages);
        }
        self.built = Some(map.growth());
        true
    }
}

impl Build {
    /// Continues to expand everything in a branch. Returns `true` if entries remain.
    pub(super) fn open_more(&mut self, branches: &mut Branches, source: &Source<'_>, entries: usize) -> bool {
        let is_due = |entry: &mut Entry, _: At, is_below_whole: bool| {
            let is_new = !entry.is_built();
            entry.whole |= is_new && source.opens_whole(entry, is_below_whole);
            is_new
        };
        self.step(branches, source, &is_due, entries)
    }
}
