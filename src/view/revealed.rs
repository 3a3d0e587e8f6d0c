//! The branches that are open only because the current page was revealed in them.

use super::branches::{At, Branches, Number, TOP};
use super::tree_view::TreeView;
use crate::site_map::NodeId;

impl Branches {
    /// Returns the numbers of the expanded branches above the end of a path, from the top down.
    pub(super) fn expanded_on(&self, path: &[NodeId]) -> Vec<Number> {
        let mut at = TOP;
        let mut expanded = Vec::new();
        for &page in &path[..path.len().saturating_sub(1)] {
            match self.child_of(at, page).filter(|_| self.get(at).unfolded) {
                Some(below) => at = below,
                None => break,
            }
            expanded.extend(Some(self.get(at)).filter(|branch| branch.expanded).map(|branch| branch.number));
        }
        expanded
    }
}

impl TreeView {
    /// Notes the branches above the current page that were closed before it was revealed. `open_before` are the others, from the
    /// top down.
    pub(super) fn note_revealed(&mut self, mut at: At, open_before: &[Number]) {
        let Some(current) = &mut self.current else { return };
        let mut open_before = open_before.iter().rev().peekable();
        current.opened.reverse();
        while at != TOP {
            at = self.whole.get(at).parent;
            let number = self.whole.get(at).number;
            if at != TOP && open_before.next_if_eq(&&number).is_none() {
                current.opened.push(number);
            }
        }
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
        let page = self.whole.rows[row];
        // From the top down: the first branch that closes takes the rows of the others with it.
        for number in std::mem::take(&mut current.opened) {
            let Some(at) = self.whole.place(number) else { continue };
            let branch = self.whole.get(at);
            if at < page && page < branch.end {
                current.opened.push(number);
            } else if !branch.joined && self.whole.collapse(at) {
                // A folder that shares its row has no arrow of its own, so it stays open.
                self.version.set(self.version.get() + 1);
            }
        }
    }
}
