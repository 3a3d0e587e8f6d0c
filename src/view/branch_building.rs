//! Building the occurrences of a branch. A long build runs in steps, and the old occurrences stay until its end.

use super::branches::{At, Branches, Due, NONE, Occurrence, Source, below};
use super::sibling_sort::{KEY_WORK, SiblingSort};
use crate::collections::blocks::Blocks;
use crate::limits::{MAX_ROWS, MAX_UNFOLDING};
use crate::site_map::{Child, NodeId, SiteMap};

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
    /// Adds the children in reverse order. Usually the old ones come first and in the same order. Otherwise the rest is
    /// looked up by page. If a page occurs several times, the first occurrence is used first.
    fn add(&mut self, map: &SiteMap, children: &[Child], mut old: impl Iterator<Item = Due>, due: &mut Vec<Due>) {
        let rest = due.len();
        let mut children = children.iter().map(|child| child.page);
        // The first old sibling that was moved, and those after it with the next one of the same page.
        let mut moved: Vec<(Due, At)> = Vec::new();
        for page in children.by_ref() {
            let same = old.next();
            let is_same = same.as_ref().is_none_or(|old| old.page == page);
            if is_same {
                due.push(Due { page, previous: same.map_or(NONE, |old| old.previous) });
                continue;
            }
            self.first.resize(map.len().max(self.first.len()), NONE);
            moved.extend(same.into_iter().chain(old.by_ref()).map(|old| (old, NONE)));
            for at in (0..moved.len()).rev() {
                let (old, next) = &mut moved[at];
                *next = std::mem::replace(&mut self.first[old.page as usize], At::new(at));
            }
            self.pair(page, &moved, due);
            break;
        }
        children.for_each(|page| self.pair(page, &moved, due));
        moved.iter().for_each(|(old, _)| self.first[old.page as usize] = NONE);
        due[rest..].reverse();
    }

    fn pair(&mut self, page: NodeId, moved: &[(Due, At)], due: &mut Vec<Due>) {
        let first = self.first.get_mut(page as usize);
        let same = first.and_then(|first| {
            let (old, next) = moved.get(first.index())?;
            *first = *next;
            Some(old.previous)
        });
        due.push(Due { page, previous: same.unwrap_or(NONE) });
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
                let is_first = children_of(old, previous).next().is_none();
                let examined = is_first.then(|| source.new_children(&mut made, &mut self.due)).flatten();
                let examined = examined.unwrap_or_else(|| {
                    let mut children = Vec::new();
                    let examined = source.unsorted_children(&mut made, &mut children);
                    self.sort = Some((SiblingSort::new(children, map, source.sorting), previous));
                    examined
                });
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
        self.pairs.add(source.map, &sort.sorted(), children_of(old, previous), &mut self.due);
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
fn children_of(old: &Blocks<Occurrence>, previous: At) -> impl Iterator<Item = Due> + '_ {
    below(old, previous).map(|previous| Due { page: old[previous.index()].page, previous })
}
