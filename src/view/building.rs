//! Building branches. A long build runs in steps. Each one leaves a valid tree, and rows appear from the top down.

use super::branches::Branches;
use super::entry::{At, Entry, NO, NONE, TOP};
use super::sibling_sort::{KEY_WORK, SiblingSort};
use super::source::{Shown, Source};
use crate::limits::{MAX_EXTRA_EXPANDED_ROWS, MAX_ROWS, MAX_UNFOLDING};
use crate::site_map::{Growth, NodeId, SiteMap};

/// Entries for each step, which take some milliseconds.
pub(super) const STEP: usize = 1 << 15;

/// How many entries are examined for each row that a filter may add. More than one, because most lists also have pages
/// that do not match.
const ENTRIES_A_ROW: usize = 4;

/// Looking at this number of known entries takes about as long as building one.
const KNOWN_A_NEW: usize = 8;

/// Decides if the children of an entry are built. The last argument is `true` if all children of the parent are shown.
pub(super) type IsDue<'a> = dyn Fn(&mut Entry, At, bool) -> bool + 'a;

/// A walk through a branch that builds the children of the entries that are due, of those that are expanded but not built, and
/// of single folders. Entries keep their numbers.
#[derive(Debug)]
pub(super) struct Build {
    root: At,
    /// The branches that the walk is in.
    path: Vec<Level>,
    /// The entries to visit, the next one last.
    due: Vec<Due>,
    /// The children of the last branch while they are sorted.
    sort: Option<SiblingSort>,
    shown: Shown,
    known: Vec<At>,
    pairs: Pairs,
    /// `true` if every branch is expanded.
    opens: bool,
    /// The number of changes by the user when it began. If there are others, it begins again.
    changes: u32,
    examined: usize,
    is_limited: bool,
    most_numbers: usize,
    most_examined: usize,
}

/// A branch that a build is in.
#[derive(Debug)]
struct Level {
    at: At,
    /// The rows of the entry that are counted in its parent.
    before: u32,
    /// The number of entries that are due when the branch ends.
    rest: usize,
    /// `true` if children were removed.
    is_pruned: bool,
}

/// An entry to visit, with its position in the preorder or [`NO`].
#[derive(Clone, Copy, Debug)]
struct Due {
    at: At,
    in_tree: u32,
}

/// Pairs siblings that were moved with their old entries.
#[derive(Debug, Default)]
struct Pairs {
    /// The first old sibling of each page. All [`NO`] between two lists.
    first: Vec<u32>,
}

impl Pairs {
    /// Finds the old entry of each page in `known`, and returns the old ones without a page. Usually these have the same order.
    /// The rest is looked up by page. If a page occurs several times, the first entry is used first.
    fn pair(&mut self, map: &SiteMap, old: &[(NodeId, At)], pages: &[NodeId], known: &mut Vec<At>) -> Vec<At> {
        let same = old.iter().zip(pages).take_while(|(old, page)| old.0 == **page).count();
        known.clear();
        known.extend(old[..same].iter().map(|old| old.1));
        let (left, mut gone) = (&old[same..], Vec::new());
        if !left.is_empty() {
            // Each old entry gets the next one of the same page.
            let mut next = vec![NO; left.len()];
            self.first.resize(map.len().max(self.first.len()), NO);
            for (at, old) in left.iter().enumerate().rev() {
                next[at] = std::mem::replace(&mut self.first[old.0 as usize], at as u32);
            }
            for page in &pages[same..] {
                let first = &mut self.first[*page as usize];
                let old = left.get(*first as usize);
                *first = next.get(*first as usize).copied().unwrap_or(NO);
                known.push(old.map_or(NONE, |old| old.1));
            }
            for old in left {
                let mut at = std::mem::replace(&mut self.first[old.0 as usize], NO);
                while let Some(old) = left.get(at as usize) {
                    gone.push(old.1);
                    at = next[at as usize];
                }
            }
        }
        known.resize(pages.len(), NONE);
        gone
    }
}

impl Build {
    /// Starts a build with up to this number of new rows.
    pub(super) fn new(branches: &Branches, root: At, most: Option<usize>) -> Build {
        Build {
            root,
            path: Vec::new(),
            due: vec![Due::first(root)],
            sort: None,
            shown: Shown::default(),
            known: Vec::new(),
            pairs: Pairs::default(),
            opens: false,
            changes: branches.changes,
            examined: 0,
            is_limited: most.is_some(),
            most_numbers: most.map_or(MAX_ROWS, |most| branches.numbers() + most),
            most_examined: most.map_or(MAX_UNFOLDING, |most| most * ENTRIES_A_ROW),
        }
    }

    /// Starts to expand everything in a branch. It has a limit because the user did not expand each branch.
    pub(super) fn open_all(branches: &Branches, source: &Source<'_>, root: At) -> Build {
        let most = source.map.len() + MAX_EXTRA_EXPANDED_ROWS;
        Build { opens: true, most_examined: MAX_UNFOLDING, ..Build::new(branches, root, Some(most)) }
    }

    /// Builds about this number of entries. Returns `true` if some remain.
    pub(super) fn step(
        &mut self,
        branches: &mut Branches,
        source: &Source<'_>,
        is_due: &IsDue<'_>,
        entries: usize,
    ) -> bool {
        let is_there = |at: At| at == TOP || branches.place(at).is_some();
        if !is_there(self.root) {
            return false;
        }
        // Entries may have been added or moved.
        if self.changes != branches.changes || !self.path.iter().all(|level| is_there(level.at)) {
            (self.changes, self.sort) = (branches.changes, None);
            self.path.clear();
            self.due = vec![Due::first(self.root)];
        }
        branches.built = branches.built.filter(|&built| built == source.map.growth());
        branches.on_path.resize(source.map.len().max(branches.on_path.len()), false);
        branches.mark_above(source.map, branches.get(self.root).parent, true);
        for level in &mut self.path {
            branches.mark(source.map, level.at, true);
            level.before = branches.weight(level.at);
        }
        let is_more = self.walk(branches, source, is_due, entries);
        for level in self.path.iter().rev() {
            branches.mark(source.map, level.at, false);
            count(branches, self.root, level.at, level.before);
        }
        branches.mark_above(source.map, branches.get(self.root).parent, false);
        is_more
    }

    fn walk(&mut self, branches: &mut Branches, source: &Source<'_>, is_due: &IsDue<'_>, entries: usize) -> bool {
        let mut left = if self.sort.is_some() { 0 } else { entries };
        loop {
            if let Some(sort) = &mut self.sort {
                if sort.step(source.map, source.sorting, entries) {
                    return true;
                }
                let sorted = self.sort.take().map(SiblingSort::sorted).unwrap_or_default();
                self.shown.pages.extend(sorted.iter().map(|child| child.page));
                self.set_children(branches, source);
            }
            if self.path.last().is_some_and(|level| level.rest == self.due.len()) {
                self.leave(branches, source);
                continue;
            }
            let Some(&due) = self.due.last() else { return false };
            if left == 0 {
                return true;
            }
            self.due.pop();
            if due.at == TOP || branches.place(due.at).is_some() {
                left = left.saturating_sub(self.visit(branches, source, is_due, due));
            }
        }
    }

    /// Visits an entry. Returns the amount of work.
    fn visit(&mut self, branches: &mut Branches, source: &Source<'_>, is_due: &IsDue<'_>, due: Due) -> usize {
        let at = due.at;
        self.path.push(Level { at, before: branches.weight(at), rest: self.due.len(), is_pruned: false });
        branches.mark(source.map, at, true);
        let mut entry = *branches.get(at);
        let is_new = !entry.is_built();
        let is_due = is_due(&mut entry, at, branches.is_below_whole(at))
            || (is_new && (entry.expanded || source.is_single(entry.page)));
        let is_enough = self.is_limited && branches.numbers() >= self.most_numbers;
        let is_too_much = is_new && (branches.is_full() || is_enough || self.examined >= self.most_examined);
        if is_due && is_too_much {
            branches.is_cut |= branches.is_full() || source.found.is_none() || self.opens;
            entry.expanded = false;
        }
        *branches.get_mut(at) = entry;
        if !is_due || is_too_much {
            self.shown.in_tree = None;
            self.add_due(branches, source, at);
            return 1 + branches.counted(at) as usize / KNOWN_A_NEW;
        }
        let unsorted = source.children(at, &entry, due.in_tree, &branches.on_path, &mut self.shown);
        self.examined += self.shown.examined;
        if let Some(children) = unsorted {
            self.sort = Some(SiblingSort::new(children, source.map, source.sorting));
            return self.shown.examined.saturating_mul(KEY_WORK);
        }
        self.set_children(branches, source);
        1 + self.shown.examined
    }

    /// Sets the children of the last branch to those that are shown.
    fn set_children(&mut self, branches: &mut Branches, source: &Source<'_>) {
        let Some(&Level { at, .. }) = self.path.last() else { return };
        let Shown { pages, in_tree, is_rising, .. } = &mut self.shown;
        self.known.clear();
        if branches.has_children(at) {
            let old: Vec<(NodeId, At)> = branches.children(at).map(|at| (branches.get(at).page, at)).collect();
            for gone in self.pairs.pair(source.map, &old, pages, &mut self.known) {
                branches.remove(gone);
            }
        }
        if branches.numbers() + pages.len() > MAX_ROWS {
            let mut room = MAX_ROWS.saturating_sub(branches.numbers());
            self.known.resize(pages.len(), NONE);
            let mut is_kept = |at: &At| {
                let is_kept = *at != NONE || room > 0;
                room -= usize::from(is_kept && *at == NONE);
                is_kept
            };
            let kept: Vec<bool> = self.known.iter().map(&mut is_kept).collect();
            branches.is_cut |= kept.contains(&false);
            let (mut shown, mut known) = (kept.iter(), kept.iter());
            pages.retain(|_| shown.next() == Some(&true));
            self.known.retain(|_| known.next() == Some(&true));
            *in_tree = None;
        }
        // An entry without children stays unbuilt, so that the first match below it expands it.
        if !(self.opens && pages.is_empty()) {
            branches.set_children(source, at, pages, &self.known, *is_rising);
        }
        self.add_due(branches, source, at);
    }

    /// Adds the children that may have something below them to the entries to visit.
    fn add_due(&mut self, branches: &Branches, source: &Source<'_>, at: At) {
        let from = self.due.len();
        match &self.shown.in_tree {
            Some(leading_on) if self.known.is_empty() => {
                let first = branches.child(at, 0).unwrap_or(NONE);
                self.due.extend(leading_on.iter().map(|&(place, in_tree)| Due { at: At(first.0 + place), in_tree }));
            }
            _ => {
                let leads_on = |at: &At| {
                    let entry = branches.get(*at);
                    entry.is_built() || entry.expanded || source.map.has_children(entry.page)
                };
                self.due.extend(branches.children(at).filter(leads_on).map(|at| Due { at, in_tree: NO }));
            }
        }
        self.due[from..].reverse();
    }

    /// Leaves the last branch of the path.
    fn leave(&mut self, branches: &mut Branches, source: &Source<'_>) {
        let Some(Level { at, before, is_pruned, .. }) = self.path.pop() else { return };
        branches.mark(source.map, at, false);
        if is_pruned {
            let rest: Vec<At> = branches.children(at).filter_map(|at| branches.place(at)).collect();
            let pages: Vec<NodeId> = rest.iter().map(|&at| branches.get(at).page).collect();
            branches.set_children(source, at, &pages, &rest, false);
        }
        if !self.prune(branches, source, at) {
            return;
        }
        // An entry that was built before and has no children keeps what the user has requested.
        let (has_children, entry) = (branches.has_children(at), branches.get_mut(at));
        if self.opens && at != TOP && (has_children || !entry.is_built()) {
            entry.expanded = has_children;
        }
        branches.join(source, at);
        count(branches, self.root, at, before);
    }

    /// Removes an entry if it leads to no match because the match is one of its ancestors. Returns `true` if it stays.
    fn prune(&mut self, branches: &mut Branches, source: &Source<'_>, at: At) -> bool {
        let entry = *branches.get(at);
        let (Some(found), false) = (source.found, branches.has_children(at)) else { return true };
        if at == self.root || entry.whole || !entry.is_built() {
            return true;
        }
        if found.is_chosen(entry.page) || branches.is_below_whole(at) {
            // It keeps its row, and the user can still expand its other children.
            branches.forget_children(at);
            branches.get_mut(at).expanded = false;
            return true;
        }
        branches.remove(at);
        self.path.iter_mut().next_back().into_iter().for_each(|level| level.is_pruned = true);
        false
    }
}

impl Due {
    fn first(root: At) -> Due {
        Due { at: root, in_tree: if root == TOP { 0 } else { NO } }
    }
}

/// Counts the rows that an entry has more than `before`. The branches below the root count them when the build leaves them.
fn count(branches: &mut Branches, root: At, at: At, before: u32) {
    if at == root { branches.count(at, before) } else { branches.count_in_parent(at, before) }
}

/// A refresh of all branches that were built, because their children or the order may have changed.
#[derive(Debug, Default)]
pub(super) enum Rebuild {
    #[default]
    Done,
    Due,
    /// The build, and the site map at its start.
    Running(Box<(Build, Growth)>),
}

impl Rebuild {
    pub(super) fn is_done(&self) -> bool {
        matches!(self, Rebuild::Done)
    }

    /// Builds about this number of entries again. Returns `true` if some remain. If the user has changed the tree, it starts
    /// again. If the map has grown, it ends, and another one follows.
    pub(super) fn step(&mut self, branches: &mut Branches, source: &Source<'_>, entries: usize) -> bool {
        let growth = source.map.growth();
        let (mut build, begun) = match std::mem::take(self) {
            Rebuild::Done => return false,
            Rebuild::Running(running) => *running,
            Rebuild::Due => {
                branches.add_root(source);
                if branches.entries.is_empty() {
                    return false;
                }
                (Build::new(branches, TOP, source.most_found()), growth)
            }
        };
        let source = &Source { tree: source.tree.filter(|_| begun == growth), ..*source };
        let is_due = |entry: &mut Entry, _: At, _: bool| {
            // A page that now leads to a match for the first time is expanded.
            if let Some(found) = source.found
                && !entry.is_built()
                && found.is_shown(entry.page)
            {
                entry.whole = false;
                entry.expanded |= found.leads_on(entry.page);
            }
            entry.is_built()
        };
        // Without rows there is nothing to show meanwhile, and a load that has not shown a row counts as failed.
        let entries = if branches.len() == 0 && source.found.is_none() { usize::MAX } else { entries };
        if build.step(branches, source, &is_due, entries) {
            *self = Rebuild::Running(Box::new((build, begun)));
            return true;
        }
        branches.note_change();
        match begun == growth {
            true => branches.built = Some(growth),
            false => *self = Rebuild::Due,
        }
        !self.is_done()
    }
}

impl Branches {
    /// Builds all branches again that were built.
    pub(super) fn refresh(&mut self, source: &Source<'_>) {
        self.note_change();
        let mut rebuild = Rebuild::Due;
        while rebuild.step(self, source, usize::MAX) {}
    }

    /// Builds the children of the entries that are due in a branch.
    pub(super) fn grow(&mut self, source: &Source<'_>, root: At, is_due: &IsDue<'_>) {
        self.note_change();
        let mut build = Build::new(self, root, source.most_found());
        while build.step(self, source, is_due, usize::MAX) {}
    }

    /// Like [`Branches::grow`], with a limit because the user did not expand each branch.
    pub(super) fn grow_many(&mut self, source: &Source<'_>, root: At, is_due: &IsDue<'_>) {
        self.note_change();
        let most = source.most_found().unwrap_or(source.map.len() + MAX_EXTRA_EXPANDED_ROWS);
        let mut build = Build::new(self, root, Some(most));
        while build.step(self, source, is_due, usize::MAX) {}
    }

    /// Notes whether an entry is above the one that is being built.
    fn mark(&mut self, map: &SiteMap, at: At, is_above: bool) {
        let page = map.referent(self.get(at).page) as usize;
        self.on_path[page] = is_above;
    }

    /// Marks an entry and those above it.
    pub(super) fn mark_above(&mut self, map: &SiteMap, mut at: At, is_above: bool) {
        while at != NONE {
            self.mark(map, at, is_above);
            at = self.get(at).parent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Report;

    /// Pairs children with old entries, which have the numbers 1, 2, and so on. 0 stands for none. Checks which are left.
    fn pair(old: &[NodeId], children: &[NodeId]) -> Vec<u32> {
        let mut map = SiteMap::default();
        (0..9).for_each(|_| _ = map.unnamed(0, &mut Report::default()));
        let old: Vec<(NodeId, At)> = (1..).zip(old).map(|(at, &page)| (page, At(at))).collect();
        let (mut pairs, mut known) = (Pairs::default(), vec![At(7)]);
        let mut gone = pairs.pair(&map, &old, children, &mut known);
        assert!(pairs.first.iter().all(|&first| first == NO), "ready for the next list");
        gone.sort();
        let unused: Vec<At> = old.iter().map(|old| old.1).filter(|at| !known.contains(at)).collect();
        assert_eq!(gone, unused, "the others are gone");
        known.into_iter().map(|old| if old == NONE { 0 } else { old.0 }).collect()
    }

    #[test]
    fn each_child_gets_its_old_entry() {
        assert_eq!(pair(&[5, 6, 7], &[5, 6, 7]), [1, 2, 3], "the same");
        assert_eq!(pair(&[], &[5]), [0], "the first");
        assert_eq!(pair(&[5, 6], &[5, 6, 7, 8]), [1, 2, 0, 0], "new ones at the end");
        assert_eq!(pair(&[5, 6], &[4, 5, 8, 6]), [0, 1, 0, 2], "new ones before others");
        assert_eq!(pair(&[5, 6, 7, 8], &[5, 7, 8]), [1, 3, 4], "one was removed");
        assert_eq!(pair(&[5, 6, 7, 8], &[7, 5, 6, 8]), [3, 1, 2, 4], "one was moved to the front");
        assert_eq!(pair(&[5, 6, 7, 8], &[8, 7, 4, 6, 5]), [4, 3, 0, 2, 1], "another order");
        assert_eq!(pair(&[5, 6, 5, 7], &[7, 5, 5, 5]), [4, 1, 3, 0], "a page that occurs several times");
        assert_eq!(pair(&[6, 5], &[5, 6, 5]), [2, 1, 0], "a page that is now there twice");
        assert_eq!(pair(&[5, 6, 7], &[8, 5, 8, 7, 6]), [0, 1, 0, 3, 2], "new ones before those that were moved");
        assert_eq!(pair(&[5, 6, 7], &[5]), [1], "the last ones were removed");
    }
}
