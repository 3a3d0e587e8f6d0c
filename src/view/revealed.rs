//! The branches that are open only because the current page was revealed in them.

use super::branches::{At, Branches, TOP};
use super::tree_view::TreeView;
use crate::collections::keyed::HashSet;
use crate::site_map::NodeId;

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

    /// Closes the branches that the current page has left since it was revealed: a menu may have moved it.
    pub(super) fn close_left(&mut self, row: usize) {
        let Some(current) = self.current.as_mut() else { return };
        let above: HashSet<At> = self.whole.row(row).iter().flat_map(|&at| self.whole.path_up(at).skip(1)).collect();
        // From the top down: the first branch that closes takes the rows of the others with it.
        for at in std::mem::take(&mut current.opened) {
            if self.whole.place(at).is_none() {
                continue;
            }
            if above.contains(&at) {
                current.opened.push(at);
            } else if !self.whole.get(at).joined && self.whole.collapse(at) {
                // A folder that shares its row has no arrow of its own, so it stays open.
                self.version.set(self.version.get() + 1);
            }
        }
    }
}
