//! One place of a page in the tree.

use crate::site_map::NodeId;

/// The number of an entry. A parent has a smaller one than its children.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct At(pub(super) u32);

impl At {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The hidden root.
pub(super) const TOP: At = At(0);

/// Stands for no entry, no branch and no list.
pub(super) const NO: u32 = u32::MAX;
pub(super) const NONE: At = At(NO);

/// One place of a page in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) page: NodeId,
    pub(super) parent: At,
    /// Its index among the children of the parent.
    pub(super) place: u32,
    /// Its position without the separators, from 1.
    pub(super) position: u32,
    pub(super) branch: u32,
    pub(super) expanded: bool,
    /// `true` if all children are shown although the tree is filtered.
    pub(super) whole: bool,
    /// `true` if it shares the row of the entry below it.
    pub(super) joined: bool,
    pub(super) is_gone: bool,
}

impl Entry {
    pub(super) fn new(page: NodeId, expanded: bool, whole: bool) -> Entry {
        Entry { page, parent: NONE, place: 0, position: 1, branch: NO, expanded, whole, joined: false, is_gone: false }
    }

    /// Returns `true` if its children were built.
    pub(super) fn is_built(&self) -> bool {
        self.branch != NO
    }

    /// Returns `true` if its children are shown when it is.
    pub(super) fn is_open(&self) -> bool {
        self.expanded || self.joined
    }
}
