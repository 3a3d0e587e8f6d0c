//! Sorts siblings in steps, because a site may list a million pages on one level.

use super::order::{Order, Sorting};
use crate::collections::sort;
use crate::site_map::{Child, SiteMap};
use std::cmp::Ordering;

/// Siblings whose keys are computed and sorted at once. Then these runs are merged.
const RUN: usize = 512;

/// Computing and sorting keys takes about as long as merging this number of them.
pub(super) const KEY_WORK: usize = 8;

/// A merge sort that runs in steps.
#[derive(Debug)]
pub(super) struct SiblingSort {
    children: Vec<Child>,
    /// The keys of each run, joined, and their ends.
    keys: Vec<(Vec<u8>, Vec<u32>)>,
    /// The indexes of the children. Runs of `width` are sorted. Computing keys has `width` 0.
    order: Vec<u32>,
    width: usize,
    /// The merged part, and the next index of each of the two runs that are merged.
    merged: Vec<u32>,
    left: usize,
    right: usize,
}

impl SiblingSort {
    pub(super) fn new(mut children: Vec<Child>, map: &SiteMap, sorting: &Sorting) -> SiblingSort {
        children.retain(|child| !sorting.hides(map, child.page));
        let (order, merged) = (Vec::new(), Vec::new());
        SiblingSort { children, keys: Vec::new(), order, width: 0, merged, left: 0, right: 0 }
    }

    /// Sorts about this number of siblings, or merges them once. Returns `true` if work remains.
    pub(super) fn step(&mut self, map: &SiteMap, sorting: &Sorting, siblings: usize) -> bool {
        if sorting.order == Order::Site {
            return false;
        }
        let mut left = siblings;
        while self.order.len() < self.children.len() {
            if left == 0 {
                return true;
            }
            left = left.saturating_sub(RUN * KEY_WORK);
            self.add_run(map, sorting);
        }
        self.width = self.width.max(RUN);
        let len = self.order.len();
        while self.width < len {
            if left == 0 {
                return true;
            }
            left -= 1;
            let start = self.merged.len() - self.merged.len() % (2 * self.width);
            let (middle, end) = (len.min(start + self.width), len.min(start + 2 * self.width));
            if self.merged.len() == start {
                (self.left, self.right) = (start, middle);
            }
            let is_left = self.right == end
                || self.left < middle && self.compare(self.order[self.left], self.order[self.right]).is_le();
            let from = if is_left { &mut self.left } else { &mut self.right };
            self.merged.push(self.order[*from]);
            *from += 1;
            if self.merged.len() == len {
                std::mem::swap(&mut self.merged, &mut self.order);
                self.merged.clear();
                self.width *= 2;
            }
        }
        false
    }

    fn add_run(&mut self, map: &SiteMap, sorting: &Sorting) {
        let start = self.order.len();
        let end = self.children.len().min(start + RUN);
        let (mut keys, mut ends) = (Vec::new(), Vec::with_capacity(RUN));
        for child in &self.children[start..end] {
            sorting.write_key(map, child.page, &mut keys);
            ends.push(keys.len() as u32);
        }
        self.keys.push((keys, ends));
        let mut run: Vec<u32> = (start as u32..end as u32).collect();
        sort::sort_by(&mut run, &|a, b| self.compare(a, b));
        self.order.extend(run);
    }

    /// Equal siblings keep their order.
    fn compare(&self, a: u32, b: u32) -> Ordering {
        self.key(a).cmp(self.key(b)).then(a.cmp(&b))
    }

    fn key(&self, at: u32) -> &[u8] {
        let (keys, ends) = &self.keys[at as usize / RUN];
        let at = at as usize % RUN;
        &keys[at.checked_sub(1).map_or(0, |before| ends[before] as usize)..ends[at] as usize]
    }

    pub(super) fn sorted(self) -> Vec<Child> {
        match self.order.is_empty() {
            true => self.children,
            false => self.order.iter().map(|&at| self.children[at as usize]).collect(),
        }
    }
}

/// Sorts siblings at once.
pub(super) fn sort(map: &SiteMap, sorting: &Sorting, children: &mut Vec<Child>) {
    let mut sort = SiblingSort::new(std::mem::take(children), map, sorting);
    while sort.step(map, sorting, usize::MAX) {}
    *children = sort.sorted();
}
