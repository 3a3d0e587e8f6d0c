//! The order of numbers. Many sitemaps are sorted letter by letter, which puts 10 before 2. The titles of chapters say their
//! order. Years without an order begin with the newest.

use super::steps::Steps;
use crate::collections::sort;
use crate::limits::{MAX_SHAPE_STEPS, MAX_SORTED_ROWS};
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, GONE, NodeId};
use crate::text::natural;
use std::borrow::Cow;
use std::mem;

impl SiteMap {
    /// Sorts years, and lists by number that are sorted letter by letter.
    pub(super) fn shape_order(&mut self, steps: &mut Steps) {
        for list in 0..self.len() as NodeId {
            if self.is_list(list) && self.is(list, Flag::READABLE) && !self.sort_numbers(list, steps) {
                return;
            }
        }
    }

    /// Sorts one list if it is needed. Returns `false` if too few steps are left.
    fn sort_numbers(&mut self, list: NodeId, steps: &mut Steps) -> bool {
        let mut edges: Vec<u32> = Vec::new();
        let mut has_digits = false;
        // The newest entry comes first, so the names of a sorted list fall.
        let (mut falls, mut rises, mut are_years) = (true, true, true);
        let mut last: Option<&str> = None;
        for (at, edge) in self.list_edges(list) {
            let name = self.segment(edge.target);
            if !steps.spend(1) {
                return false;
            }
            falls &= last.is_none_or(|last| name <= last);
            rises &= last.is_none_or(|last| name >= last);
            are_years &= name.len() == 4 && name.bytes().all(|b| b.is_ascii_digit());
            if !(falls || are_years) || edges.len() > MAX_SORTED_ROWS || name.is_empty() {
                return true;
            }
            has_digits |= name.bytes().any(|b| b.is_ascii_digit());
            last = Some(name);
            if edge.order != GONE {
                edges.push(at);
            }
        }
        if !has_digits || edges.len() < 3 || (!falls && rises) {
            return true;
        }
        if !falls {
            // Years without an order: the newest comes first.
            edges.reverse();
        }
        if !falls || !self.is_sorted_by_number(&edges) {
            self.reorder(edges, |map, node| Cow::Borrowed(map.segment(node)));
        }
        true
    }

    /// Sorts entries by their names, and numbers in them by value. `edges` are their edges, the newest first.
    fn reorder(&mut self, mut edges: Vec<u32>, name: fn(&SiteMap, NodeId) -> Cow<'_, str>) {
        edges.reverse();
        let item = |&edge: &u32| {
            let edge = &self.lists[edge];
            let mut key = Vec::new();
            natural::sort_key(&name(self, edge.target), &mut key);
            (key, edge.target, edge.offset)
        };
        let items: Vec<(Vec<u8>, NodeId, u32)> = edges.iter().map(item).collect();
        let sorted = sort::sorted(items, &|a, b| a.0.cmp(&b.0));
        for (edge, (_, target, offset)) in edges.into_iter().zip(sorted) {
            self.lists.put(edge, target, offset);
        }
    }

    /// Sorts levels whose entries are numbered chapters or have numbers in their names. A search index is sorted letter by
    /// letter, so chapter 16 may come before chapter 1, and version 1.10 before 1.9.
    pub(crate) fn order_listed(&mut self) {
        let mut steps = Steps(MAX_SHAPE_STEPS);
        self.shape_order(&mut steps);
        for list in 0..self.len() as NodeId {
            if self.is_list(list) && self.is(list, Flag::READABLE) {
                self.sort_chapters(list, &mut steps);
            }
        }
    }

    /// Sorts one list by chapter if most of its entries are different chapters, and none is missing between them. The other
    /// entries come last.
    fn sort_chapters(&mut self, list: NodeId, steps: &mut Steps) {
        let mut edges: Vec<u32> = Vec::new();
        let mut chapters: Vec<u32> = Vec::new();
        for (at, edge) in self.list_edges(list) {
            if !steps.spend(1) || edges.len() > MAX_SORTED_ROWS {
                return;
            }
            if edge.order != GONE {
                // A title from an address is not a title of a chapter.
                chapters.extend(self.known_title(edge.target).as_deref().and_then(chapter));
                edges.push(at);
            }
        }
        // The newest entry comes first, so the numbers of sorted chapters fall.
        let is_sorted = chapters.windows(2).all(|pair| pair[0] > pair[1]);
        let are_most = chapters.len() >= 3 && 2 * chapters.len() > edges.len();
        if are_most && !is_sorted && is_gapless(&chapters) {
            self.reorder(edges, |map, node| {
                let title = map.known_title(node).unwrap_or(Cow::Borrowed(""));
                // No title of a chapter sorts after this character.
                if chapter(&title).is_some() { title } else { Cow::Borrowed("\u{10ffff}") }
            });
        }
    }

    /// Returns `true` if the targets of edges are in the order of their numbers. The newest edge comes first.
    fn is_sorted_by_number(&self, edges: &[u32]) -> bool {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        edges.windows(2).all(|pair| {
            let [a, b] = [pair[1], pair[0]].map(|edge| self.segment(self.lists[edge].target));
            if differ_only_in_digits(a, b) {
                return true;
            }
            before.clear();
            after.clear();
            natural::sort_key(a, &mut before);
            natural::sort_key(b, &mut after);
            before <= after
        })
    }
}

/// Returns `true` if two names have digits at the same places and are equal elsewhere. Letter by letter, such names are in the
/// order of their numbers.
fn differ_only_in_digits(a: &str, b: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit();
    a.len() == b.len() && a.bytes().zip(b.bytes()).all(|(a, b)| a == b || (is_digit(a) && is_digit(b)))
}

/// Returns `true` if the numbers are different, and none is missing between them.
fn is_gapless(numbers: &[u32]) -> bool {
    let first = numbers.iter().min().copied().unwrap_or_default();
    let mut seen = vec![false; numbers.len()];
    numbers.iter().all(|number| seen.get_mut((number - first) as usize).is_some_and(|seen| !mem::replace(seen, true)))
}

/// Returns the number of a chapter: 3 in "3. Data model".
fn chapter(title: &str) -> Option<u32> {
    let (number, _) = title.split_once(". ")?;
    number.parse().ok()
}
