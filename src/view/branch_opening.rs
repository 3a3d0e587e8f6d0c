//! Expanding and collapsing branches.

use super::branches::{At, Branches, Number, Occurrence, Source, TOP};
use super::rebuild::{Rebuild, STEP};
use super::sorting::Order;
use crate::site_map::{NodeId, Parents};
use std::cell::Cell;

impl Branches {
    /// Returns `true` if expanding shows more than the paths to matches.
    pub(super) fn opens_whole(source: &Source<'_>, occurrence: &Occurrence, is_below_whole: bool) -> bool {
        !occurrence.whole && source.found.is_some_and(|found| found.is_chosen(occurrence.page) || is_below_whole)
    }

    /// Expands a branch. Returns `true` if anything changed.
    pub(super) fn expand(&mut self, source: &Source<'_>, at: At) -> bool {
        if self.get(at).expanded || !self.is_expandable(source, at) {
            return false;
        }
        let widens = Branches::opens_whole(source, self.get(at), self.is_below_whole(at));
        let occurrence = self.get_mut(at);
        let (number, end) = (occurrence.number, occurrence.end);
        occurrence.expanded = true;
        occurrence.whole |= widens;
        if widens || !occurrence.unfolded {
            self.grow(source, at, &|occurrence, _| widens && occurrence.number == number);
        }
        let by = self.get(at).end.since(end);
        let row = self.rows.partition_point(|&row| row <= at);
        self.rows[row..].iter_mut().for_each(|row| *row = row.moved(by));
        if row > 0 && self.rows[row - 1] == at {
            let below: Vec<At> = self.open_below(at).collect();
            self.rows.splice(row..row, below);
        }
        true
    }

    /// Builds the children of an occurrence and expands or collapses it.
    pub(super) fn set_open(&mut self, source: &Source<'_>, at: At, is_open: bool) {
        if !self.get(at).unfolded {
            self.get_mut(at).expanded = true;
            self.grow(source, at, &|_, _| false);
        }
        self.get_mut(at).expanded = is_open;
    }

    /// Collapses a branch. Returns `true` if anything changed.
    pub(super) fn collapse(&mut self, at: At) -> bool {
        if !std::mem::replace(&mut self.get_mut(at).expanded, false) {
            return false;
        }
        if let Some(row) = self.row_of(at) {
            let end = self.get(at).end;
            let below = self.rows[row + 1..].partition_point(|&below| below < end);
            self.rows.drain(row + 1..row + 1 + below);
        }
        true
    }

    /// Expands a row and its siblings.
    pub(super) fn expand_siblings(&mut self, source: &Source<'_>, at: At) {
        let parent = self.get(self.first_joined(at)).parent;
        let siblings: Vec<At> = self.child_ids(parent).map(|sibling| self.last_joined(sibling)).collect();
        let mut closed: Vec<Number> = Vec::new();
        for sibling in siblings {
            let sibling = self.get_mut(sibling);
            if !(sibling.expanded && sibling.unfolded) {
                sibling.is_requested = true;
                closed.push(sibling.number);
            }
        }
        self.grow_many(source, parent, &|occurrence, is_below_whole| {
            if !std::mem::take(&mut occurrence.is_requested) {
                return false;
            }
            let widens = Branches::opens_whole(source, occurrence, is_below_whole);
            occurrence.whole |= widens;
            widens || !occurrence.unfolded
        });
        for number in closed {
            if let Some(at) = self.place(number) {
                self.get_mut(at).expanded = self.has_children(at);
            }
        }
        self.rebuild_rows();
    }

    /// Shows the first paths to matches, expanded. Returns what remains to be built.
    pub(super) fn show_found(&mut self, source: &Source<'_>, parents: &Parents) -> Rebuild {
        /// Pages of a tree that is filled at once. Filling is faster than building.
        const AT_ONCE: usize = 1 << 17;
        let most = if source.map.len() <= AT_ONCE { usize::MAX } else { STEP };
        let mut rest = Rebuild::Due;
        if let Some(tree) = parents.tree().filter(|_| source.sorting.order == Order::Site) {
            if self.fill(source, tree, most) {
                rest = Rebuild::Done;
            }
            self.rebuild_rows();
        } else {
            rest.step(self, source, STEP);
        }
        rest
    }

    /// Expands every branch, up to [`crate::limits::MAX_ROWS`]. Branches that only lead to matches do not show more.
    pub(super) fn expand_all(&mut self, source: &Source<'_>, parents: &Parents) {
        let is_all_made = source.found.is_some() || self.occurrences.iter().all(|occurrence| occurrence.unfolded);
        match parents.tree().filter(|_| source.sorting.order == Order::Site) {
            _ if is_all_made => {}
            Some(tree) => _ = self.fill(source, tree, usize::MAX),
            None => {
                self.grow_many(source, TOP, &|occurrence, _| !occurrence.unfolded);
                self.is_cut |= self.is_full();
            }
        }
        self.note_change();
        for (at, occurrence) in self.occurrences.iter_mut().enumerate() {
            occurrence.expanded = occurrence.end.index() > at + 1 || at == TOP.index();
        }
        self.rows.clear();
        let shown = |&at: &At| !self.occurrences[at.index()].joined;
        self.rows.extend((1..self.occurrences.len()).map(At::new).filter(shown));
    }

    /// Collapses every branch.
    pub(super) fn collapse_all(&mut self) {
        self.note_change();
        for occurrence in self.occurrences.iter_mut().skip(1) {
            occurrence.expanded = false;
        }
        self.rebuild_rows();
    }

    /// Expands the ancestors of the first occurrence of one of these pages. `pages` is sorted.
    pub(super) fn open_to(&mut self, pages: &[NodeId]) -> Option<At> {
        let is_one = |occurrence: &Occurrence| pages.binary_search(&occurrence.page).is_ok();
        let found = At::new(1 + self.occurrences.iter().skip(1).position(is_one)?);
        let mut at = self.get(found).parent;
        while at != TOP {
            self.get_mut(at).expanded = true;
            at = self.get(at).parent;
        }
        self.rebuild_rows();
        Some(found)
    }

    /// Expands the ancestors of a page along a path from the top level. Returns the page's occurrence.
    pub(super) fn open_path(&mut self, source: &Source<'_>, path: &[NodeId]) -> Option<At> {
        let mut at = (!self.occurrences.is_empty()).then_some(TOP)?;
        let mut path = path;
        // The part of the path that exists only needs to be expanded.
        while let Some((&page, rest)) = path.split_first()
            && self.get(at).unfolded
            && let Some(below) = self.child_of(at, page)
        {
            self.get_mut(at).expanded = true;
            (at, path) = (below, rest);
        }
        let found = if path.is_empty() { Some(at) } else { self.build_path(source, at, path) };
        self.rebuild_rows();
        found
    }

    /// Builds the rest of a path. It is built in one pass, because a path may be as long as the site has pages.
    pub(super) fn build_path(&mut self, source: &Source<'_>, start: At, path: &[NodeId]) -> Option<At> {
        let start_level = self.get(start).level;
        // The length of the path found so far, the number of its last occurrence, and whether that branch has ended.
        let found = Cell::new((0, self.get(start).number, false));
        self.grow(source, start, &|occurrence, _| {
            let (count, last, has_ended) = found.get();
            let last_level = start_level + count as u32;
            if has_ended || count == path.len() {
                return false;
            }
            if occurrence.number == last {
                occurrence.expanded = true;
                // Rebuild it, because it may have new children.
                return true;
            }
            if occurrence.level <= last_level {
                found.set((count, last, true));
            } else if occurrence.level == last_level + 1 && occurrence.page == path[count] {
                found.set((count + 1, occurrence.number, false));
                occurrence.expanded |= count + 1 < path.len();
                return count + 1 < path.len();
            }
            false
        });
        let (count, last, _) = found.get();
        self.place(last).filter(|_| count == path.len())
    }
}
