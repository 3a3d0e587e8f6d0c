//! Adding new entries at the ends of unfolded branches. While a site loads, its lists mostly grow at their ends, so the
//! rows that exist stay as they are.

use super::branches::{At, Branches, NONE, Number, Occurrence, Source};
use super::sorting::Order;
use crate::collections::blocks::Blocks;
use crate::limits::MAX_ROWS;
use crate::site_map::NodeId;

/// Maximum number of branches that may have grown. For more it is faster to build all of them again.
const MAX_GROWN: usize = 4;

impl Branches {
    /// Adds the entries that were added to the site map since the last update. Returns `false` if the map has changed in
    /// another way. Then nothing is done.
    pub(super) fn append(&mut self, source: &Source<'_>) -> bool {
        let map = source.map;
        let Some(before) = self.built else { return false };
        if source.found.is_some() || source.sorting.order != Order::Site || map.has_single_folders() {
            return false;
        }
        let (seen, mut unfolded) = std::mem::take(&mut self.unfolded);
        if seen != self.changes {
            unfolded.clear();
            unfolded.extend(self.occurrences.iter().filter(|entry| entry.unfolded).map(|entry| entry.number));
        }
        let mut grown: Vec<(At, Vec<NodeId>)> = Vec::new();
        let mut added = Vec::new();
        for &number in &unfolded {
            let at = self.places[number.index()];
            let occurrence = self.get(at);
            if occurrence.level == 0 && source.sorting.top.is_some() {
                continue;
            }
            let is_appended = map.added_children(occurrence.page, before, |page| added.push(page));
            if !is_appended {
                return false;
            }
            if !added.is_empty() {
                if !occurrence.is_rising || grown.len() >= MAX_GROWN {
                    return false;
                }
                added.reverse();
                grown.push((at, std::mem::take(&mut added)));
            }
        }
        let all = || grown.iter().flat_map(|(_, pages)| pages);
        let opens = |&page: &NodeId| source.occurrence(page, Number(0)).expanded;
        if self.places.len() + all().count() >= MAX_ROWS || all().any(opens) {
            return false;
        }
        // A later branch does not move an earlier one.
        for (at, pages) in grown.iter().rev() {
            self.append_to(source, *at, pages);
        }
        self.built = Some(map.growth());
        self.unfolded = (self.changes, unfolded);
        true
    }

    fn append_to(&mut self, source: &Source<'_>, at: At, pages: &[NodeId]) {
        let map = source.map;
        self.on_path.resize(map.len().max(self.on_path.len()), false);
        self.mark_above(map, at, true);
        let mut above = *self.get(at);
        let end = above.end;
        let mut made = Blocks::default();
        for &page in pages {
            if self.on_path[map.referent(page) as usize] {
                continue;
            }
            above.children += source.counted(page);
            let here = end.moved(made.len() as u32);
            let number = self.next_number();
            self.places[number.index()] = here;
            let (position, level) = (above.children, above.level + 1);
            made.push(Occurrence { parent: at, end: here.next(), position, level, ..source.occurrence(page, number) });
        }
        self.mark_above(map, at, false);
        self.get_mut(at).children = above.children;
        let is_last = end.index() == self.occurrences.len();
        let is_shown = self.is_open(at);
        self.move_after(at, end, made.len() as u32);
        self.occurrences.replace(end.index()..end.index(), &made);
        match is_last && is_shown {
            true => self.rows.extend((end.index()..self.occurrences.len()).map(At::new)),
            false => self.rebuild_rows(),
        }
    }

    /// Returns `true` if a branch and all branches above it are expanded.
    fn is_open(&self, at: At) -> bool {
        let above = |&at: &At| Some(self.get(at).parent).filter(|&parent| parent != NONE);
        std::iter::successors(Some(at), above).all(|at| self.get(at).expanded)
    }
}
