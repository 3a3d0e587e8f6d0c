//! Building branches. A long build runs in steps. Each one leaves a valid tree, and rows appear from the top down.

use super::branches::Branches;
use super::entry::{At, Entry, NONE, TOP};
use super::sibling_sort::{KEY_WORK, SiblingSort};
use super::source::{Children, Source};
use crate::limits::{MAX_EXTRA_EXPANDED_ROWS, MAX_ROWS, MAX_UNFOLDING};
use crate::site_map::{Growth, NodeId, SiteMap};

/// Entries for each step, which take some milliseconds.
pub(super) const STEP: usize = 1 << 15;

/// How many entries are examined for each row that a filter may add. More than one, because most lists also have pages
/// that do not match.
const ENTRIES_A_ROW: usize = 4;

/// Decides if the children of an entry are built. The last argument is `true` if all children of the parent are shown.
pub(super) type IsDue<'a> = dyn Fn(&mut Entry, At, bool) -> bool + 'a;

/// A walk through a branch that builds the children of the entries that are due, of those that are expanded but not built, and
/// of single folders. Entries keep their numbers.
#[derive(Debug)]
pub(super) struct Build {
    root: At,
    /// The branches that the walk is in.
    path: Vec<Level>,
    /// The children that are being sorted, and their parent with its rows.
    sort: Option<(SiblingSort, At, u32, bool)>,
    is_begun: bool,
    /// `true` if every branch is expanded.
    opens: bool,
    pages: Vec<NodeId>,
    known: Vec<At>,
    pairs: Pairs,
    examined: usize,
    is_limited: bool,
    most_numbers: usize,
    most_examined: usize,
}

/// A branch that a build is in.
#[derive(Debug)]
struct Level {
    at: At,
    /// The index of the next child.
    next: u32,
    /// The rows of the entry that are counted in its parent.
    before: u32,
    /// `true` if children were removed.
    is_pruned: bool,
}

/// Pairs siblings that were moved with their old entries.
#[derive(Debug, Default)]
struct Pairs {
    /// The first old sibling of each page. All [`NO`] between two lists.
    first: Vec<u32>,
}

const NO: u32 = u32::MAX;

impl Pairs {
    /// Finds the old entry of each page in `known`, and returns the old ones without a page. Usually these have the same order,
    /// and some pages are new. The rest is looked up by page. If a page occurs several times, the first entry is used first.
    fn pair(&mut self, map: &SiteMap, old: &[(NodeId, At)], pages: &[NodeId], known: &mut Vec<At>) -> Vec<At> {
        let mut left = old;
        let mut newest = None;
        known.clear();
        known.resize(pages.len(), NONE);
        let mut children = pages.iter().zip(known);
        let moved = loop {
            let Some((same, rest)) = left.split_first() else { return Vec::new() };
            let Some((page, known)) = children.next() else { break None };
            if *page == same.0 {
                (*known, left) = (same.1, rest);
                continue;
            }
            // Newer pages have no old entry.
            if *page <= *newest.get_or_insert_with(|| left.iter().map(|old| old.0).max().unwrap_or_default()) {
                break Some((page, known));
            }
        };
        // Each old entry gets the next one of the same page.
        let mut next = vec![NO; left.len()];
        self.first.resize(map.len().max(self.first.len()), NO);
        for (at, old) in left.iter().enumerate().rev() {
            next[at] = std::mem::replace(&mut self.first[old.0 as usize], at as u32);
        }
        for (page, known) in moved.into_iter().chain(children) {
            let first = &mut self.first[*page as usize];
            if let Some(old) = left.get(*first as usize) {
                *known = old.1;
                *first = next[*first as usize];
            }
        }
        let mut gone = Vec::new();
        for old in left {
            let mut at = std::mem::replace(&mut self.first[old.0 as usize], NO);
            while let Some(old) = left.get(at as usize) {
                gone.push(old.1);
                at = next[at as usize];
            }
        }
        gone
    }
}

impl Build {
    /// Starts a build with up to this number of new rows.
    pub(super) fn new(branches: &Branches, root: At, most: Option<usize>) -> Build {
        Build {
            root,
            path: Vec::new(),
            sort: None,
            is_begun: false,
            opens: false,
            pages: Vec::new(),
            known: Vec::new(),
            pairs: Pairs::default(),
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

    /// Starts again at the top, because entries may have been added or moved.
    pub(super) fn restart(&mut self) {
        (self.is_begun, self.sort) = (false, None);
        self.path.clear();
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
        if !self.path.iter().map(|level| level.at).chain(self.sort.iter().map(|sort| sort.1)).all(is_there) {
            self.restart();
        }
        branches.built = branches.built.filter(|&built| built == source.map.growth());
        branches.on_path.resize(source.map.len().max(branches.on_path.len()), false);
        branches.mark_above(source.map, branches.get(self.root).parent, true);
        // The user may have changed the rows since the last step.
        for level in &mut self.path {
            branches.mark(source.map, level.at, true);
            level.before = branches.weight(level.at);
        }
        if let Some((_, at, before, _)) = &mut self.sort {
            *before = branches.weight(*at);
        }
        let is_more = self.walk(branches, source, is_due, entries);
        for level in self.path.iter_mut().rev() {
            branches.mark(source.map, level.at, false);
            count(branches, self.root, level.at, level.before);
            level.before = branches.weight(level.at);
        }
        branches.mark_above(source.map, branches.get(self.root).parent, false);
        is_more
    }

    fn walk(&mut self, branches: &mut Branches, source: &Source<'_>, is_due: &IsDue<'_>, entries: usize) -> bool {
        let mut left = if self.sort.is_some() { 0 } else { entries };
        if !std::mem::replace(&mut self.is_begun, true) {
            left = self.visit(branches, source, is_due, self.root, left);
        }
        loop {
            if self.sort_more(branches, source, entries) {
                return true;
            }
            let Some(level) = self.path.last_mut() else { return false };
            let skipped = branches.skip(source, level.at, level.next, left.min(MAX_ROWS) as u32);
            level.next += skipped;
            left -= skipped as usize;
            let Some(child) = branches.child(level.at, level.next) else {
                self.leave(branches, source);
                continue;
            };
            if left == 0 {
                return true;
            }
            level.next += 1;
            left = self.visit(branches, source, is_due, child, left - 1);
        }
    }

    /// Visits an entry. Returns how many more entries this step may examine.
    fn visit(
        &mut self,
        branches: &mut Branches,
        source: &Source<'_>,
        is_due: &IsDue<'_>,
        at: At,
        left: usize,
    ) -> usize {
        let before = branches.weight(at);
        let mut entry = *branches.get(at);
        let is_new = !entry.is_built();
        let is_due = is_due(&mut entry, at, branches.is_below_whole(at))
            || (is_new && (entry.expanded || source.is_single(entry.page)));
        let is_enough = self.is_limited && branches.numbers() >= self.most_numbers;
        let is_too_much = is_new && (branches.is_full() || is_enough || self.examined >= self.most_examined);
        let mut left = left;
        if is_due && is_too_much {
            branches.is_cut |= branches.is_full() || source.found.is_none() || self.opens;
            entry.expanded = false;
        }
        *branches.get_mut(at) = entry;
        if is_due && !is_too_much {
            branches.mark(source.map, at, true);
            let (children, is_rising, examined) = source.children(at, &entry, &branches.on_path, &mut self.pages);
            branches.mark(source.map, at, false);
            self.examined += examined;
            match children {
                Children::Plain => {
                    left = left.saturating_sub(examined - self.pages.len());
                    self.set_children(branches, source, at, is_rising);
                }
                Children::Other(children) => {
                    left = left.saturating_sub(examined.saturating_mul(KEY_WORK));
                    self.sort = Some((SiblingSort::new(children, source.map, source.sorting), at, before, is_rising));
                    return left;
                }
            }
        }
        self.enter(branches, source, at, before);
        left
    }

    /// Continues to sort children. Returns `true` if work remains.
    fn sort_more(&mut self, branches: &mut Branches, source: &Source<'_>, entries: usize) -> bool {
        let Some((mut sort, at, before, is_rising)) = self.sort.take() else { return false };
        if sort.step(source.map, source.sorting, entries) {
            self.sort = Some((sort, at, before, is_rising));
            return true;
        }
        self.pages.clear();
        self.pages.extend(sort.sorted().iter().map(|child| child.page));
        self.set_children(branches, source, at, is_rising);
        self.enter(branches, source, at, before);
        false
    }

    /// Sets the children of an entry to `pages`.
    fn set_children(&mut self, branches: &mut Branches, source: &Source<'_>, at: At, is_rising: bool) {
        self.known.clear();
        if branches.has_children(at) {
            let old: Vec<(NodeId, At)> = branches.children(at).map(|at| (branches.get(at).page, at)).collect();
            for gone in self.pairs.pair(source.map, &old, &self.pages, &mut self.known) {
                branches.remove(gone);
            }
        }
        if branches.numbers() + self.pages.len() > MAX_ROWS {
            let mut room = MAX_ROWS.saturating_sub(branches.numbers());
            self.known.resize(self.pages.len(), NONE);
            let mut is_kept = |at: &At| {
                let is_kept = *at != NONE || room > 0;
                room -= usize::from(is_kept && *at == NONE);
                is_kept
            };
            let kept: Vec<bool> = self.known.iter().map(&mut is_kept).collect();
            branches.is_cut |= kept.contains(&false);
            let (mut pages, mut known) = (kept.iter(), kept.iter());
            self.pages.retain(|_| pages.next() == Some(&true));
            self.known.retain(|_| known.next() == Some(&true));
        }
        // An entry without children stays unbuilt, so that the first match below it expands it.
        if !(self.opens && self.pages.is_empty()) {
            branches.set_children(source, at, &self.pages, &self.known, is_rising);
        }
    }

    fn enter(&mut self, branches: &mut Branches, source: &Source<'_>, at: At, before: u32) {
        if branches.has_children(at) {
            branches.mark(source.map, at, true);
            self.path.push(Level { at, next: 0, before, is_pruned: false });
        } else {
            self.finish(branches, source, at, before);
        }
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
        self.finish(branches, source, at, before);
    }

    fn finish(&mut self, branches: &mut Branches, source: &Source<'_>, at: At, before: u32) {
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
    Running(Box<Running>),
}

/// A refresh that has begun, with the number of changes by the user and the site map at its start.
#[derive(Debug)]
pub(super) struct Running {
    build: Build,
    changes: u32,
    growth: Growth,
}

impl Rebuild {
    pub(super) fn is_done(&self) -> bool {
        matches!(self, Rebuild::Done)
    }

    /// Builds about this number of entries again. Returns `true` if some remain. If the user has changed the tree, it starts
    /// again. If the map has grown, it ends, and another one follows.
    pub(super) fn step(&mut self, branches: &mut Branches, source: &Source<'_>, entries: usize) -> bool {
        let mut running = match std::mem::take(self) {
            Rebuild::Done => return false,
            Rebuild::Running(running) if running.changes == branches.changes => running,
            Rebuild::Due | Rebuild::Running(_) => {
                branches.add_root(source);
                if branches.entries.is_empty() {
                    return false;
                }
                let build = Build::new(branches, TOP, source.most_found());
                Box::new(Running { build, changes: branches.changes, growth: source.map.growth() })
            }
        };
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
        if running.build.step(branches, source, &is_due, entries) {
            *self = Rebuild::Running(running);
            return true;
        }
        match running.growth == source.map.growth() {
            true => branches.built = Some(running.growth),
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
