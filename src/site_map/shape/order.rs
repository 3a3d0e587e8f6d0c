//! The order of numbers. Many sitemaps are sorted letter by letter, which puts 10 before 2.

use super::steps::Steps;
use crate::collections::sort;
use crate::limits::MAX_SORTED_ROWS;
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, GONE, NodeId};
use crate::text::natural;

impl SiteMap {
    /// Sorts lists by number that are sorted letter by letter.
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
        let mut at = self.nodes[list as usize].members;
        let mut has_digits = false;
        // The newest entry comes first, so the names must fall.
        let mut last: Option<&str> = None;
        while let Some(edge) = self.edges.get(at as usize) {
            let name = self.segment(edge.target);
            if !steps.spend(1) {
                return false;
            }
            let is_sorted = last.is_none_or(|last| name <= last);
            if !is_sorted || edges.len() > MAX_SORTED_ROWS || name.is_empty() {
                return true;
            }
            has_digits |= name.bytes().any(|b| b.is_ascii_digit());
            last = Some(name);
            if edge.order != GONE {
                edges.push(at);
            }
            at = edge.next;
        }
        if !has_digits || edges.len() < 3 {
            return true;
        }
        edges.reverse();
        if self.is_sorted_by_number(&edges) {
            return true;
        }
        let key = |edge: u32| {
            let mut key = Vec::new();
            natural::sort_key(self.segment(self.edges[edge as usize].target), &mut key);
            key
        };
        let items: Vec<(Vec<u8>, NodeId, u32)> = edges
            .iter()
            .map(|&edge| (key(edge), self.edges[edge as usize].target, self.edges[edge as usize].offset))
            .collect();
        let sorted = sort::sorted(items, &|a, b| a.0.cmp(&b.0));
        for (edge, (_, target, offset)) in edges.into_iter().zip(sorted) {
            (self.edges[edge as usize].target, self.edges[edge as usize].offset) = (target, offset);
        }
        true
    }

    /// Returns `true` if the targets of edges are in the order of their numbers.
    fn is_sorted_by_number(&self, edges: &[u32]) -> bool {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        edges.windows(2).all(|pair| {
            let [a, b] = [pair[0], pair[1]].map(|edge| self.segment(self.edges[edge as usize].target));
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
