//! Counting rows: the entry of a row is found by descending, the row of an entry by ascending.

use super::branches::{BLOCK, Branch, Branches, WantedRows};
use super::entry::{At, Entry, NONE, TOP};
use crate::site_map::NodeId;

impl Branches {
    /// Returns how many rows an entry and those below it have if its parent is open.
    pub(super) fn weight(&self, at: At) -> u32 {
        let entry = self.get(at);
        let below = if entry.is_open() { self.branch(at).map_or(0, |branch| branch.rows) } else { 0 };
        below + u32::from(!entry.joined)
    }

    /// Counts the rows that an entry has more than `before`, in its parent only.
    pub(super) fn count_in_parent(&mut self, at: At, before: u32) {
        let by = self.weight(at).wrapping_sub(before);
        let Entry { parent, place, .. } = *self.get(at);
        if by == 0 || parent == NONE {
            return;
        }
        let parent = self.get(parent).branch as usize;
        let Some(branch) = self.branches.get_mut(parent) else { return };
        branch.rows = branch.rows.wrapping_add(by);
        if let Some(wide) = self.wide.get_mut(branch.wide as usize)
            && let Some(sum) = wide.sums.get_mut(place as usize / BLOCK)
        {
            *sum = sum.wrapping_add(by);
        }
    }

    /// Counts the rows that an entry has more than `before`, in all branches above it.
    pub(super) fn count(&mut self, mut at: At, mut before: u32) {
        while self.weight(at) != before {
            let parent = self.get(at).parent;
            if parent == NONE {
                return;
            }
            let parent_before = self.weight(parent);
            self.count_in_parent(at, before);
            (at, before) = (parent, parent_before);
        }
    }

    /// Expands or collapses an entry.
    pub(super) fn set_expanded(&mut self, at: At, is_expanded: bool) {
        let before = self.weight(at);
        self.get_mut(at).expanded = is_expanded;
        self.count(at, before);
    }

    /// Expands or collapses every branch.
    pub(super) fn set_all_expanded(&mut self, is_expanded: bool) {
        self.note_change();
        for branch in self.branches.iter() {
            if branch.owner != TOP {
                self.entries[branch.owner.index()].expanded = is_expanded && branch.len > 0;
            }
        }
        self.count_all();
    }

    /// Counts all rows again.
    pub(super) fn count_all(&mut self) {
        for branch in self.branches.iter_mut() {
            branch.rows = branch.len;
            if let Some(wide) = self.wide.get_mut(branch.wide as usize) {
                wide.sums.fill(BLOCK as u32);
                let rest = branch.len % BLOCK as u32;
                wide.sums.last_mut().filter(|_| rest > 0).into_iter().for_each(|last| *last = rest);
            }
        }
        // A branch comes after the one above it.
        for number in (0..self.branches.len()).rev() {
            let owner = self.branches[number].owner;
            let entry = self.get(owner);
            if entry.branch as usize == number && !entry.is_gone {
                self.count_in_parent(owner, 1);
            }
        }
    }

    /// Returns the entry of a row.
    pub(super) fn row(&self, row: usize) -> Option<At> {
        let mut row = Some(row).filter(|row| *row < self.len())? as u32;
        let mut at = TOP;
        loop {
            let branch = self.branch(at)?;
            let mut place = 0;
            if branch.rows == branch.len {
                (place, row) = (row, 0);
            } else {
                for &sum in self.wide.get(branch.wide as usize).iter().flat_map(|wide| &wide.sums) {
                    if row < sum {
                        break;
                    }
                    (place, row) = (place + BLOCK as u32, row - sum);
                }
                loop {
                    let weight =
                        self.weight(Some(place).filter(|&p| p < branch.len).map(|p| self.child_of_branch(branch, p))?);
                    if row < weight {
                        break;
                    }
                    (place, row) = (place + 1, row - weight);
                }
            }
            at = self.child(at, place)?;
            if !self.get(at).joined {
                if row == 0 {
                    return Some(at);
                }
                row -= 1;
            }
        }
    }

    /// Returns the row of an entry, if it is shown and does not share the row of another one.
    pub(super) fn row_of(&self, at: At) -> Option<usize> {
        let is_shown = !self.get(at).joined && self.path_up(at).skip(1).all(|above| self.get(above).is_open());
        let mut at = Some(at).filter(|_| is_shown)?;
        let mut row = 0;
        while at != TOP {
            let Entry { parent, place, .. } = *self.get(at);
            let is_row = parent != TOP && !self.get(parent).joined;
            row += self.rows_before(self.branch(parent)?, place) as usize + usize::from(is_row);
            at = parent;
        }
        Some(row)
    }

    fn rows_before(&self, branch: &Branch, place: u32) -> u32 {
        if branch.rows == branch.len {
            return place;
        }
        let sums = self.wide.get(branch.wide as usize).map(|wide| &wide.sums[..]).unwrap_or_default();
        let blocks = (place as usize / BLOCK).min(sums.len());
        let rest = (blocks * BLOCK) as u32..place;
        sums[..blocks].iter().sum::<u32>()
            + rest.map(|place| self.weight(self.child_of_branch(branch, place))).sum::<u32>()
    }

    /// Returns the entries of the rows from one on.
    pub(super) fn rows_from(&self, row: usize) -> impl Iterator<Item = At> + '_ {
        let next = |&at: &At| {
            let below = if self.get(at).is_open() { self.child(at, 0) } else { None };
            Some(self.last_joined(below.or_else(|| self.after(at))?))
        };
        std::iter::successors(self.row(row), next)
    }

    /// Returns the entry behind a branch.
    fn after(&self, at: At) -> Option<At> {
        self.path_up(at).find_map(|at| self.child(self.get(at).parent, self.get(at).place + 1))
    }

    /// Returns all entries in the order of the tree, without the root.
    pub(super) fn all(&self) -> impl Iterator<Item = At> + '_ {
        std::iter::successors(self.child(TOP, 0), |&at| self.child(at, 0).or_else(|| self.after(at)))
    }

    /// Returns the first row of these pages, which are sorted, and its entry. Only new entries are searched if the pages are
    /// the same as in the last call.
    pub(super) fn first_row_of(&self, pages: &[NodeId]) -> Option<(usize, At)> {
        let mut wanted = self.wanted.borrow_mut();
        if wanted.pages != pages {
            *wanted = WantedRows { pages: pages.to_vec(), ..WantedRows::default() };
        }
        let WantedRows { found, searched, .. } = &mut *wanted;
        if !pages.is_empty() {
            let is_one = |at: &At| *at != TOP && pages.binary_search(&self.get(*at).page).is_ok();
            found.extend((*searched as u32..self.numbers() as u32).map(At).filter(is_one));
            *searched = self.numbers();
        }
        let last = |&at: &At| Some(self.last_joined(self.place(at)?));
        found.iter().filter_map(last).filter_map(|at| Some((self.row_of(at)?, at))).min()
    }
}
