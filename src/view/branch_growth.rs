//! Growing a branch: its occurrences are built again, and those after it move.

use super::branch_building::{Build, IsDue};
use super::branches::{At, Branches, NONE, Occurrence, Source, TOP};
use crate::collections::blocks::Blocks;
use crate::limits::MAX_EXTRA_EXPANDED_ROWS;
use crate::site_map::{Preorder, SiteMap};

impl Branches {
    /// Builds everything that is shown of a tree in which each page has one parent, in the site's order. Expands all
    /// ancestors of matches. Existing occurrences keep their numbers. Returns `false` if `most` are there and some remain.
    pub(super) fn fill(&mut self, source: &Source<'_>, tree: &Preorder, most: usize) -> bool {
        self.note_change();
        self.add_root(source);
        let mut old = std::mem::take(&mut self.occurrences);
        let Some(&top) = old.get(0) else { return true };
        self.built = None;
        let mut filled = Blocks::default();
        if old.len() == 1 {
            // Reuse the memory.
            std::mem::swap(&mut old, &mut filled);
            filled.clear();
        }
        old.iter().skip(1).for_each(|occurrence| self.places[occurrence.number.index()] = NONE);
        let mut previous = old.iter().skip(1).peekable();
        filled.push(Occurrence { children: 0, ..top });
        // The ancestors of the current page, with the ends of their branches.
        let mut path: Vec<(usize, usize)> = vec![(TOP.index(), tree.len())];
        let mut next = 1;
        while next < tree.len() {
            let (page, end) = tree.get(next);
            let (is_shown, leads_on) = match source.found {
                None => (true, end > next + 1),
                Some(found) => (found.is_shown(page), found.leads_on(page)),
            };
            if !is_shown {
                next = end;
                continue;
            }
            let at = filled.len();
            if at > most {
                break;
            }
            let above = loop {
                match path.last() {
                    Some(&(above, end)) if end <= next => filled[above].end = At::new(at),
                    Some(&(above, _)) => break above,
                    None => break TOP.index(),
                }
                path.pop();
            };
            let number = match previous.next_if(|old| old.page == page) {
                Some(old) => old.number,
                None => self.next_number(),
            };
            self.places[number.index()] = At::new(at);
            let above_it = &mut filled[above];
            above_it.children += source.counted(page);
            let (position, level) = (above_it.children, above_it.level + 1);
            filled.push(Occurrence {
                page,
                parent: At::new(above),
                end: At::new(at + 1),
                number,
                children: 0,
                position,
                level,
                unfolded: leads_on || source.found.is_none(),
                is_rising: false,
                expanded: leads_on,
                whole: false,
                joined: false,
                is_requested: false,
            });
            if leads_on {
                path.push((at, end));
            }
            next = if leads_on { next + 1 } else { end };
        }
        for (at, _) in path {
            filled[at].end = At::new(filled.len());
        }
        self.occurrences = filled;
        self.join(source, 0..self.occurrences.len());
        next == tree.len()
    }

    /// Adds the hidden root if there are no occurrences.
    pub(super) fn add_root(&mut self, source: &Source<'_>) {
        if let (true, Some(root)) = (self.occurrences.is_empty(), source.map.root()) {
            let number = self.next_number();
            self.places[number.index()] = TOP;
            let mut top = source.occurrence(root, number);
            (top.unfolded, top.expanded, top.whole) = (true, true, false);
            self.occurrences.push(top);
        }
    }

    /// Rebuilds the children of every occurrence that `is_due` selects or that is expanded but not built yet. Existing
    /// occurrences keep their numbers. The second argument of `is_due` is `true` if all children of the parent are
    /// shown.
    pub(super) fn grow(&mut self, source: &Source<'_>, root: At, is_due: &IsDue<'_>) {
        self.grow_up_to(source.most_found(), source, root, is_due);
    }

    /// Like [`Branches::grow`], with a limit because the user did not expand each branch.
    pub(super) fn grow_many(&mut self, source: &Source<'_>, root: At, is_due: &IsDue<'_>) {
        let most = source.most_found().unwrap_or(source.map.len() + MAX_EXTRA_EXPANDED_ROWS);
        self.grow_up_to(Some(most), source, root, is_due);
    }

    /// Like [`Branches::grow`], with a limit of new rows.
    fn grow_up_to(&mut self, most: Option<usize>, source: &Source<'_>, root: At, is_due: &IsDue<'_>) {
        self.note_change();
        let map = source.map;
        self.built = self.built.filter(|&built| built == map.growth());
        let (parent, end) = (self.get(root).parent, self.get(root).end);
        let range = root.index()..end.index();
        for at in range.clone() {
            self.places[self.occurrences[at].number.index()] = NONE;
        }
        let mut build = Build::new(self, root, most);
        self.on_path.resize(map.len().max(self.on_path.len()), false);
        self.mark_above(map, parent, true);
        let old = std::mem::take(&mut self.occurrences);
        while build.step(self, &old, source, is_due, usize::MAX) {}
        self.occurrences = old;
        self.mark_above(map, parent, false);
        let made = build.grown;
        self.move_after(parent, end, (made.len() as u32).wrapping_sub(range.len() as u32));
        self.occurrences.replace(range.clone(), &made);
        self.join(source, range.start..range.start + made.len());
    }

    /// Moves the occurrences from `end` on by `by` places, because entries were added before them. `at` is the branch that
    /// has these entries.
    pub(super) fn move_after(&mut self, at: At, end: At, by: u32) {
        let mut above = at;
        while above != NONE {
            let occurrence = self.get_mut(above);
            occurrence.end = occurrence.end.moved(by);
            above = occurrence.parent;
        }
        for at in end.index()..self.occurrences.len() {
            let occurrence = &mut self.occurrences[at];
            let place = &mut self.places[occurrence.number.index()];
            *place = place.moved(by);
            occurrence.end = occurrence.end.moved(by);
            if occurrence.parent >= end {
                occurrence.parent = occurrence.parent.moved(by);
            }
        }
    }

    /// Sets or clears the marks in `on_path` of an occurrence and its ancestors.
    pub(super) fn mark_above(&mut self, map: &SiteMap, mut at: At, is_above: bool) {
        while at != NONE {
            let occurrence = &self.occurrences[at.index()];
            self.on_path[map.referent(occurrence.page) as usize] = is_above;
            at = occurrence.parent;
        }
    }

    /// Returns `true` if all children of the parent are shown although the tree is filtered.
    pub(super) fn is_below_whole(&self, at: At) -> bool {
        let parent = self.get(at).parent;
        parent != NONE && self.get(parent).whole
    }
}
