//! The state of the branch that is the whole tree. `only_branch.rs` shows the branch.

use super::branches::{At, Branches, NONE, Number, TOP};
use crate::collections::blocks::Blocks;
use crate::site_map::NodeId;

/// Marks a line of the stored state that is about the whole tree.
pub(super) const WHOLE: char = '^';

/// The branch that is shown, and the state of the whole tree.
#[derive(Debug)]
pub(super) struct OnlyBranch {
    /// The pages from the top level of the whole tree to the branch.
    pub(super) path: Vec<NodeId>,
    /// The expanded branches of the whole tree, in the format of [`super::state::describe`].
    pub(super) outer: Vec<String>,
}

/// A stored branch whose page has not arrived.
#[derive(Debug, Default)]
pub(super) struct WantedBranch {
    /// The addresses of the pages from the top level to the branch.
    pub(super) path: Vec<String>,
    /// The expanded branches in it, and those of the whole tree.
    pub(super) inner: Vec<String>,
    pub(super) outer: Vec<String>,
}

impl Branches {
    /// Returns a tree with this occurrence as the only one of the top level.
    pub(super) fn branch(&self, at: At) -> Branches {
        let root = *self.get(at);
        let place = |old: At| At::new(old.since(at) as usize + 1);
        let mut top = *self.get(TOP);
        (top.number, top.children, top.end) = (Number(0), 1, place(root.end));
        let mut occurrences = Blocks::default();
        occurrences.push(top);
        for (number, old) in (at.index()..root.end.index()).enumerate() {
            let old = self.occurrences[old];
            let mut new = old;
            new.parent = if number == 0 { TOP } else { place(old.parent) };
            new.end = place(old.end);
            new.number = Number(number as u32 + 1);
            new.level = old.level - root.level + 1;
            occurrences.push(new);
        }
        if let Some(root) = occurrences.get_mut(1) {
            root.position = 1;
        }
        let places = (0..occurrences.len()).map(At::new).collect();
        debug_assert!(occurrences[0].parent == NONE);
        Branches { occurrences, places, has_joined: self.has_joined, ..Branches::default() }
    }
}
