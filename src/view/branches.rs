//! The opened branches as a counted tree.
//!
//! Each branch knows how many rows it has while it is open. So the entry of a row is found by descending, and the row of an
//! entry by ascending. Wide branches also have sums for blocks of their entries. A change touches its branch and the branches
//! above it. Nothing moves, and an entry is known by its number, which never changes.

use super::entry::{At, Entry, NO, NONE, TOP};
use super::order::Order;
use super::source::Source;
use crate::collections::blocks::Blocks;
use crate::collections::sort;
use crate::limits::{MAX_COMPARED_TITLES, MAX_ROWS};
use crate::site_map::{Growth, LoadState, NodeId, Relation, SiteMap};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

/// The children of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) owner: At,
    /// The first child. The others have the next numbers, unless there is a list.
    pub(super) first: At,
    pub(super) len: u32,
    /// Number of children without separators.
    pub(super) counted: u32,
    /// The level of the children, from 1.
    pub(super) level: u32,
    /// Number of rows while the branch is open.
    pub(super) rows: u32,
    pub(super) wide: u32,
    /// `true` if its children were in rising order when they were built.
    pub(super) is_rising: bool,
}

/// What only some branches have.
#[derive(Debug, Default)]
pub(super) struct Wide {
    /// The children in order. Empty if their numbers follow each other.
    pub(super) list: Vec<At>,
    /// The rows of each block of children. Empty if there is one block.
    pub(super) sums: Vec<u32>,
}

/// Children in a block.
pub(super) const BLOCK: usize = 256;

/// The opened branches of a tree.
#[derive(Debug, Default)]
pub(super) struct Branches {
    pub(super) entries: Blocks<Entry>,
    pub(super) branches: Blocks<Branch>,
    pub(super) wide: Vec<Wide>,
    pub(super) is_cut: bool,
    /// `true` if some entries may share a row.
    pub(super) has_joined: bool,
    /// `true` for the ancestors of the entry that is being built, by page. All `false` after the build.
    pub(super) on_path: Vec<bool>,
    /// The state of the site map from which the branches were built. `None` if they were built from several.
    pub(super) built: Option<Growth>,
    /// The state of the site map, the order and the number of entries when every branch was built.
    pub(super) all_built: Option<(Growth, Order, usize)>,
    /// The result of the last [`Branches::first_row_of`].
    pub(super) wanted: RefCell<WantedRows>,
    /// Number of changes by the user. A refresh that runs in steps begins again when they change.
    pub(super) changes: u32,
}

/// The entries of some pages.
#[derive(Debug, Default)]
pub(super) struct WantedRows {
    /// The pages, sorted.
    pub(super) pages: Vec<NodeId>,
    /// Their entries among the first `searched` numbers.
    pub(super) found: Vec<At>,
    pub(super) searched: usize,
}

impl Branches {
    pub(super) fn get(&self, at: At) -> &Entry {
        &self.entries[at.index()]
    }

    pub(super) fn get_mut(&mut self, at: At) -> &mut Entry {
        &mut self.entries[at.index()]
    }

    /// Returns the branch of an entry that was built.
    pub(super) fn branch(&self, at: At) -> Option<&Branch> {
        self.branches.get(self.entries.get(at.index())?.branch as usize)
    }

    pub(super) fn note_change(&mut self) {
        self.changes = self.changes.wrapping_add(1);
    }

    /// Removes all entries and keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        self.note_change();
        self.wanted.take();
        self.entries.clear();
        self.branches.clear();
        self.wide.clear();
        (self.is_cut, self.has_joined, self.built, self.all_built) = (false, false, None, None);
    }

    /// Returns the approximate memory use in bytes.
    pub(super) fn memory(&self) -> usize {
        let wide = self.wide.iter().map(|wide| wide.list.capacity() + wide.sums.capacity());
        self.entries.memory() + self.branches.memory() + wide.sum::<usize>() * size_of::<u32>()
    }

    /// Returns how many numbers are in use.
    pub(super) fn numbers(&self) -> usize {
        self.entries.len()
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.branch(TOP).map_or(0, |branch| branch.rows as usize)
    }

    /// Returns an entry if it exists and is not the hidden root.
    pub(super) fn place(&self, at: At) -> Option<At> {
        self.entries.get(at.index()).filter(|entry| !entry.is_gone && at != TOP).map(|_| at)
    }

    /// Returns `true` if it has children, separators included.
    pub(super) fn has_children(&self, at: At) -> bool {
        self.branch(at).is_some_and(|branch| branch.len > 0)
    }

    /// Returns `true` if no more entries are built, because there are [`MAX_ROWS`].
    pub(super) fn is_full(&self) -> bool {
        self.numbers() >= MAX_ROWS
    }

    pub(super) fn child_of_branch(&self, branch: &Branch, place: u32) -> At {
        match self.wide.get(branch.wide as usize) {
            Some(wide) if !wide.list.is_empty() => wide.list[place as usize],
            _ => At(branch.first.0 + place),
        }
    }

    /// Returns the child at an index.
    pub(super) fn child(&self, at: At, place: u32) -> Option<At> {
        let branch = self.branch(at).filter(|branch| place < branch.len)?;
        Some(self.child_of_branch(branch, place))
    }

    /// Returns the children.
    pub(super) fn children(&self, at: At) -> impl Iterator<Item = At> + '_ {
        let (mut numbers, mut list) = (0..0, &[][..]);
        if let Some(&Branch { first: At(first), len, wide, .. }) = self.branch(at) {
            list = self.wide.get(wide as usize).map(|wide| &wide.list[..]).unwrap_or_default();
            numbers = first..first + if list.is_empty() { len } else { 0 };
        }
        list.iter().copied().chain(numbers.map(At))
    }

    /// Returns the entries before and after an entry in its branch.
    pub(super) fn siblings(&self, at: At) -> [Option<At>; 2] {
        let Entry { parent, place, .. } = *self.get(at);
        let Some(branch) = self.branch(parent) else { return [None; 2] };
        let sibling = |place: &u32| *place < branch.len;
        [place.checked_sub(1), Some(place + 1)].map(|place| Some(self.child_of_branch(branch, place.filter(sibling)?)))
    }

    /// Returns an entry and the entries above it, without the root.
    pub(super) fn path_up(&self, at: At) -> impl Iterator<Item = At> + '_ {
        std::iter::successors(Some(at), |&at| Some(self.get(at).parent)).take_while(|&at| at != TOP && at != NONE)
    }

    /// Returns the first child that shows a page.
    pub(super) fn child_with(&self, above: At, page: NodeId) -> Option<At> {
        self.children(above).find(|&below| self.get(below).page == page)
    }

    /// Returns the number of children without separators.
    pub(super) fn counted(&self, at: At) -> u32 {
        self.branch(at).map_or(0, |branch| branch.counted)
    }

    /// Returns the level of an entry, from 1.
    pub(super) fn depth(&self, at: At) -> u32 {
        self.branch(self.get(at).parent).map_or(0, |branch| branch.level)
    }

    /// Returns the children with their titles. Returns none if there are many.
    pub(super) fn titled_children<'a>(&self, map: &'a SiteMap, above: At) -> Vec<(At, Cow<'a, str>)> {
        let is_short = self.counted(above) as usize <= MAX_COMPARED_TITLES;
        let children = self.children(above).filter(|_| is_short).take(MAX_COMPARED_TITLES);
        children.map(|at| (at, map.title(self.get(at).page))).collect()
    }

    /// Returns the pages from the root to an entry, itself included, sorted. Aliases are replaced by their referents.
    fn above(&self, map: &SiteMap, at: At) -> Vec<NodeId> {
        let pages = self.path_up(at).chain([TOP]).map(|at| map.referent(self.get(at).page));
        let pages: Vec<NodeId> = pages.collect();
        sort::by_key(pages.iter().copied()).map(|at| pages[at]).collect()
    }

    /// Returns `true` if an entry has something to expand.
    pub(super) fn is_expandable(&self, source: &Source<'_>, at: At) -> bool {
        let (map, entry) = (source.map, self.get(at));
        // The contents of a document are unknown before it is loaded.
        if map.documents().is_branch(entry.page) && map.documents().state(entry.page) != Some(&LoadState::Loaded) {
            return true;
        }
        if entry.is_built() {
            return self.has_children(at);
        }
        // Most children are not an ancestor and most paths are short, so a linear search is fast. After too many steps
        // the path is sorted once.
        let tried = Cell::new(0);
        let above = OnceCell::new();
        map.any_child(entry.page, Relation::Container, &|child| {
            if source.sorting.hides(map, child) {
                return false;
            }
            let child = map.referent(child);
            tried.set(tried.get() + 1);
            if tried.get() > 4 {
                return above.get_or_init(|| self.above(map, at)).binary_search(&child).is_err();
            }
            !self.path_up(at).chain([TOP]).any(|at| map.referent(self.get(at).page) == child)
        })
    }

    /// Returns `true` if all children of the parent are shown although the tree is filtered.
    pub(super) fn is_below_whole(&self, at: At) -> bool {
        let parent = self.get(at).parent;
        parent != NONE && self.get(parent).whole
    }
}

impl Branches {
    /// Adds the hidden root if there are no entries.
    pub(super) fn add_root(&mut self, source: &Source<'_>) {
        if let (true, Some(root)) = (self.entries.is_empty(), source.map.root()) {
            self.entries.push(Entry::new(root, true, false));
            self.set_children(source, TOP, &[], &[], false);
        }
    }

    /// Replaces the children of an entry. `known` has the old entry of each page or [`NONE`], or it is empty. The rows are not
    /// counted above this branch.
    pub(super) fn set_children(
        &mut self,
        source: &Source<'_>,
        at: At,
        pages: &[NodeId],
        known: &[At],
        is_rising: bool,
    ) {
        let before = self.branch(at).copied();
        let (mut wide, level) = (NO, self.depth(at) + 1);
        if let Some(before) = before {
            wide = before.wide;
            if let Some(wide) = self.wide.get_mut(wide as usize) {
                wide.list.clear();
                wide.sums.clear();
            }
        }
        let mut branch = Branch { owner: at, first: NONE, len: 0, counted: 0, level, rows: 0, wide, is_rising };
        for (place, &page) in pages.iter().enumerate() {
            self.add_child(source, &mut branch, page, known.get(place).copied().unwrap_or(NONE));
        }
        let entry = &mut self.entries[at.index()];
        if before.is_none() {
            entry.branch = self.branches.len() as u32;
            self.branches.push(branch);
        } else {
            self.branches[entry.branch as usize] = branch;
        }
    }

    /// Adds children at the end of a branch, and counts their rows.
    pub(super) fn extend(&mut self, source: &Source<'_>, at: At, pages: &[NodeId]) {
        let before = self.weight(at);
        let Some(mut branch) = self.branch(at).copied() else { return };
        for &page in pages {
            self.add_child(source, &mut branch, page, NONE);
        }
        let index = self.get(at).branch as usize;
        self.branches[index] = branch;
        self.count(at, before);
    }

    #[inline(always)]
    fn add_child(&mut self, source: &Source<'_>, branch: &mut Branch, page: NodeId, known: At) {
        let place = branch.len;
        branch.counted += source.counted(page);
        let (parent, position) = (branch.owner, branch.counted);
        let mut child = known;
        let mut weight = 1;
        if known == NONE {
            child = At(self.entries.len() as u32);
            self.entries.push(Entry { parent, place, position, ..source.entry(page) });
        } else {
            weight = self.weight(known);
            let entry = self.get_mut(known);
            (entry.place, entry.position) = (place, position);
        }
        if place == 0 {
            branch.first = child;
        }
        if branch.wide != NO || place as usize >= BLOCK || child.0 != branch.first.0 + place {
            self.add_to_wide(branch, child, weight);
        }
        branch.len += 1;
        branch.rows += weight;
    }

    #[inline(never)]
    fn add_to_wide(&mut self, branch: &mut Branch, child: At, weight: u32) {
        let place = branch.len;
        if branch.wide == NO {
            branch.wide = self.wide.len() as u32;
            self.wide.push(Wide::default());
        }
        let Wide { list, sums } = &mut self.wide[branch.wide as usize];
        let is_next = child.0 == branch.first.0 + place;
        if !is_next && list.is_empty() {
            list.extend((0..place).map(|place| At(branch.first.0 + place)));
        }
        if !is_next || !list.is_empty() {
            list.push(child);
        }
        let block = place as usize / BLOCK;
        if block > 0 && sums.is_empty() {
            sums.push(branch.rows);
        }
        if block > 0 {
            sums.resize(block + 1, 0);
            sums[block] += weight;
        }
    }

    /// Removes an entry and those below it. It stays in the list of its parent.
    pub(super) fn remove(&mut self, at: At) {
        let mut due = vec![at];
        while let Some(at) = due.pop() {
            due.extend(self.children(at));
            self.get_mut(at).is_gone = true;
        }
    }

    /// Removes the branch of an entry without children.
    pub(super) fn forget_children(&mut self, at: At) {
        self.entries[at.index()].branch = NO;
    }

    /// Returns the entries whose branches were built, with these.
    pub(super) fn built_branches(&self) -> impl Iterator<Item = &Branch> {
        let branches = self.branches.iter().zip(0..);
        let is_used = |branch: &Branch, number: u32| {
            let owner = self.get(branch.owner);
            owner.branch == number && !owner.is_gone
        };
        branches.filter(move |(branch, number)| is_used(branch, *number)).map(|(branch, _)| branch)
    }

    /// Returns a tree with this entry as the only one of the top level.
    pub(super) fn only(&self, source: &Source<'_>, at: At) -> Branches {
        let mut only = Branches { has_joined: self.has_joined, ..Branches::default() };
        only.entries.push(Entry { branch: NO, ..*self.get(TOP) });
        only.set_children(source, TOP, &[self.get(at).page], &[], false);
        let mut due = vec![(at, At(1))];
        let mut next = 0;
        while let Some(&(old, new)) = due.get(next) {
            next += 1;
            let Entry { expanded, whole, joined, .. } = *self.get(old);
            let entry = only.get_mut(new);
            (entry.expanded, entry.whole, entry.joined) = (expanded, whole, joined);
            if let Some(branch) = self.branch(old) {
                let pages: Vec<NodeId> = self.children(old).map(|at| self.get(at).page).collect();
                only.set_children(source, new, &pages, &[], branch.is_rising);
                due.extend(self.children(old).zip(only.children(new)));
            }
        }
        only.count_all();
        only
    }
}
