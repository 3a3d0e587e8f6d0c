//! Building the occurrences of a branch. A long build runs in steps, and the old occurrences stay until its end.

use super::branches::{At, Branches, Due, NONE, Occurrence, Source, below};
use super::sibling_sort::{KEY_WORK, SiblingSort};
use crate::collections::blocks::Blocks;
use crate::limits::{MAX_ROWS, MAX_UNFOLDING};
use crate::site_map::{NodeId, SiteMap};
use std::iter::once;

/// How many entries are examined for each row that a filter may add. More than one, because most lists also have pages
/// that do not match.
pub(super) const ENTRIES_A_ROW: usize = 4;

/// Decides if the children of an occurrence are built. The second argument is `true` if all children of the parent are
/// shown.
pub(super) type IsDue<'a> = dyn Fn(&mut Occurrence, bool) -> bool + 'a;

/// A build. Positions in it and in the old occurrences include those before its branch.
#[derive(Debug)]
pub(super) struct Build {
    root: At,
    /// The parent of the first occurrence, and `true` if all children of the parent are shown.
    above: (At, bool),
    /// The new occurrences, from the root on.
    pub(super) grown: Blocks<Occurrence>,
    due: Vec<Due>,
    /// The ancestors of the current page. Each has the length that `due` must have when its branch ends.
    path: Vec<(usize, usize)>,
    /// The children of the last occurrence while they are sorted, and its old position.
    sort: Option<(SiblingSort, At)>,
    pairs: Pairs,
    examined: usize,
    is_limited: bool,
    most_numbers: usize,
    most_examined: usize,
}

/// Pairs siblings that were moved with their old occurrences.
#[derive(Debug, Default)]
struct Pairs {
    /// The first old sibling of each page. All `NONE` between two lists.
    first: Vec<At>,
}

impl Pairs {
    /// Pairs the children, which are in reverse order, with their old occurrences. Usually these have the same order, and
    /// some children are new. The rest is looked up by page. If a page occurs several times, the first occurrence is used
    /// first.
    fn pair(&mut self, map: &SiteMap, mut old: impl Iterator<Item = Due> + Clone, children: &mut [Due]) {
        let mut next = old.next();
        let mut newest = None;
        let mut children = children.iter_mut().rev();
        let moved = loop {
            let (Some(same), Some(child)) = (&next, children.next()) else { return };
            if child.page == same.page {
                child.previous = same.previous;
                next = old.next();
                continue;
            }
            let newest = newest.get_or_insert_with(|| old.clone().map(|old| old.page).fold(same.page, NodeId::max));
            // Newer pages have no old occurrence.
            if child.page <= *newest {
                break child;
            }
        };
        // Each old occurrence gets the next one of the same page.
        let mut old: Vec<(Due, At)> = next.into_iter().chain(old).map(|old| (old, NONE)).collect();
        self.first.resize(map.len().max(self.first.len()), NONE);
        for at in (0..old.len()).rev() {
            let (old, next) = &mut old[at];
            *next = std::mem::replace(&mut self.first[old.page as usize], At::new(at));
        }
        for child in once(moved).chain(children) {
            let first = &mut self.first[child.page as usize];
            if let Some((old, next)) = old.get(first.index()) {
                (*first, child.previous) = (*next, old.previous);
            }
        }
        old.iter().for_each(|(old, _)| self.first[old.page as usize] = NONE);
    }
}

impl Build {
    /// Starts to build a branch of these occurrences again, with up to this number of new rows.
    pub(super) fn new(branches: &Branches, root: At, most: Option<usize>) -> Build {
        let page = branches.get(root).page;
        Build {
            root,
            above: (branches.get(root).parent, branches.is_below_whole(root)),
            grown: Blocks::default(),
            due: vec![Due { page, previous: root }],
            path: Vec::new(),
            sort: None,
            pairs: Pairs::default(),
            examined: 0,
            is_limited: most.is_some(),
            most_numbers: most.map_or(MAX_ROWS, |most| branches.numbers() + most),
            most_examined: most.map_or(MAX_UNFOLDING, |most| most * ENTRIES_A_ROW),
        }
    }

    /// Builds about this number of entries. Returns `true` if some remain. `branches` gets their numbers and places.
    pub(super) fn step(
        &mut self,
        branches: &mut Branches,
        old: &Blocks<Occurrence>,
        source: &Source<'_>,
        is_due: &IsDue<'_>,
        entries: usize,
    ) -> bool {
        let map = source.map;
        branches.on_path.resize(map.len().max(branches.on_path.len()), false);
        let mut left = entries;
        if self.sort.is_some() {
            left = 0;
            if self.sort_more(branches, old, source, entries) {
                return true;
            }
        }
        loop {
            while let Some(&(at, rest)) = self.path.last()
                && self.due.len() == rest
            {
                self.path.pop();
                branches.on_path[map.referent(self.grown[at].page) as usize] = false;
                self.grown[at].end = self.root.moved(self.grown.len() as u32);
                if at > 0 && self.grown.len() == at + 1 {
                    self.prune(branches, source);
                }
            }
            if left == 0 && !self.due.is_empty() {
                return true;
            }
            let Some(Due { page, previous }) = self.due.pop() else { return false };
            left = left.saturating_sub(1);
            let above = self.path.last().map(|&(above, _)| above);
            // A page that was below it before may now be an alias of an ancestor.
            if above.is_some() && branches.on_path[map.referent(page) as usize] {
                continue;
            }
            if previous == NONE && branches.is_full() {
                branches.is_cut = true;
                continue;
            }
            let at = self.grown.len();
            let place = self.root.moved(at as u32);
            let known = match previous {
                NONE => source.occurrence(page, branches.next_number()),
                previous => old[previous.index()],
            };
            let (parent, position, level, is_below_whole) = match above {
                None => (self.above.0, known.position, known.level, self.above.1),
                Some(above) => {
                    let above_it = &mut self.grown[above];
                    above_it.children += source.counted(page);
                    (self.root.moved(above as u32), above_it.children, above_it.level + 1, above_it.whole)
                }
            };
            branches.places[known.number.index()] = place;
            let mut made = Occurrence { parent, end: place.next(), children: 0, position, level, ..known };

            let is_new = !made.unfolded;
            let is_due = is_due(&mut made, is_below_whole) || (is_new && (made.expanded || source.is_single(page)));
            let is_enough = self.is_limited && branches.numbers() + self.due.len() >= self.most_numbers;
            let is_too_much = is_new && (branches.is_full() || is_enough || self.examined >= self.most_examined);
            if is_due && is_too_much {
                branches.is_cut |= branches.is_full() || source.found.is_none();
                made.expanded = false;
            }
            let rest = self.due.len();
            if !is_due || is_too_much {
                self.due.extend(children_of(old, previous));
                self.due[rest..].reverse();
            } else {
                made.unfolded = true;
                let examined = match source.new_children(&mut made, &mut self.due) {
                    Some(examined) => {
                        self.pairs.pair(map, children_of(old, previous), &mut self.due[rest..]);
                        examined
                    }
                    None => {
                        let mut children = Vec::new();
                        let examined = source.unsorted_children(&mut made, &mut children);
                        self.sort = Some((SiblingSort::new(children, map, source.sorting), previous));
                        examined
                    }
                };
                self.examined += examined;
                let work = if self.sort.is_some() { KEY_WORK } else { 1 };
                left = left.saturating_sub(examined * work);
            }
            self.grown.push(made);
            if self.sort.is_none() {
                self.enter(branches, source, rest);
            } else if self.sort_more(branches, old, source, entries) {
                return true;
            }
        }
    }

    /// Continues to sort the children of the last occurrence. Returns `true` if work remains. Otherwise they are due.
    fn sort_more(
        &mut self,
        branches: &mut Branches,
        old: &Blocks<Occurrence>,
        source: &Source<'_>,
        entries: usize,
    ) -> bool {
        let Some((mut sort, previous)) = self.sort.take() else { return false };
        if sort.step(source.map, source.sorting, entries) {
            self.sort = Some((sort, previous));
            return true;
        }
        let rest = self.due.len();
        let sorted = sort.sorted();
        self.due.extend(sorted.iter().rev().map(|child| Due { page: child.page, previous: NONE }));
        self.pairs.pair(source.map, children_of(old, previous), &mut self.due[rest..]);
        self.enter(branches, source, rest);
        false
    }

    /// Makes the last occurrence the parent of those that were added to `due`, if there are any.
    fn enter(&mut self, branches: &mut Branches, source: &Source<'_>, rest: usize) {
        let at = self.grown.len() - 1;
        if self.due.len() > rest {
            branches.on_path[source.map.referent(self.grown[at].page) as usize] = true;
            self.path.push((at, rest));
        } else if at > 0 {
            self.prune(branches, source);
        }
    }

    /// Removes the last occurrence if it leads to no match because the match is one of its ancestors.
    fn prune(&mut self, branches: &mut Branches, source: &Source<'_>) {
        let at = self.grown.len() - 1;
        let (Some(found), last) = (source.found, &mut self.grown[at]) else { return };
        if last.whole || !last.unfolded {
            return;
        }
        let Occurrence { parent, page, number, .. } = *last;
        let above = parent.since(self.root) as usize;
        if found.is_chosen(page) || self.grown[above].whole {
            // It keeps its row, and the user can still expand its other children.
            let last = &mut self.grown[at];
            (last.unfolded, last.expanded) = (false, false);
        } else {
            self.grown.pop();
            self.grown[above].children -= 1;
            branches.places[number.index()] = NONE;
        }
    }
}

/// Returns the old children of an occurrence.
fn children_of(old: &Blocks<Occurrence>, previous: At) -> impl Iterator<Item = Due> + Clone + '_ {
    below(old, previous).map(|previous| Due { page: old[previous.index()].page, previous })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Report;

    /// Pairs children with old occurrences, which have the positions 1, 2, and so on. 0 stands for none.
    fn pair(old: &[NodeId], children: &[NodeId]) -> Vec<usize> {
        let mut map = SiteMap::default();
        (0..9).for_each(|_| _ = map.unnamed(0, &mut Report::default()));
        let old = (1..).zip(old).map(|(at, &page)| Due { page, previous: At::new(at) });
        let mut due: Vec<Due> = children.iter().rev().map(|&page| Due { page, previous: NONE }).collect();
        let mut pairs = Pairs::default();
        pairs.pair(&map, old, &mut due);
        assert!(pairs.first.iter().all(|&first| first == NONE), "ready for the next list");
        due.iter().rev().map(|due| if due.previous == NONE { 0 } else { due.previous.index() }).collect()
    }

    #[test]
    fn each_child_gets_its_old_occurrence() {
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
    }
}
