//! Building the occurrences of a branch, and rebuilding them when more has been read.

use super::branches::{At, Branches, Due, NONE, Occurrence, Source, TOP, below};
use crate::collections::keyed::HashMap;
use crate::limits::{MAX_EXTRA_EXPANDED_ROWS, MAX_EXTRA_FILTERED_ROWS, MAX_ROWS, MAX_UNFOLDING};
use crate::site_map::{Child, NodeId, Preorder, SiteMap};
use std::iter::Peekable;

/// How many entries are examined for each row that a filter may add. More than one, because most lists also have pages
/// that do not match.
pub(super) const ENTRIES_A_ROW: usize = 4;

/// Pairs children with their old occurrences. Usually the old ones come first and in the same order. Otherwise the rest
/// is looked up by page. If a page occurs several times, the first occurrence is used first.
pub(super) fn pair(children: &[Child], mut previous: Peekable<impl Iterator<Item = Due>>, due: &mut Vec<Due>) {
    let mut moved: Option<HashMap<NodeId, Vec<At>>> = None;
    for &Child { page, .. } in children {
        if moved.is_none() && previous.peek().is_some_and(|old| old.page != page) {
            let rest = moved.insert(HashMap::default());
            previous.by_ref().for_each(|old| rest.entry(old.page).or_default().push(old.previous));
            rest.values_mut().for_each(|same| same.reverse());
        }
        let same = match &mut moved {
            Some(moved) => moved.get_mut(&page).and_then(Vec::pop),
            None => previous.next().map(|old| old.previous),
        };
        due.push(Due { page, previous: same.unwrap_or(NONE) });
    }
}

impl Branches {
    /// Rebuilds the unfolded branches, because their children or the order may have changed.
    pub(super) fn refresh(&mut self, source: &Source<'_>) {
        self.add_root(source);
        if self.occurrences.is_empty() {
            return;
        }
        self.built = Some(source.map.growth());
        self.grow(source, TOP, |occurrence, _| {
            // A page that now leads to a match for the first time is expanded.
            if let Some(found) = source.found
                && !occurrence.unfolded
                && found.is_shown(occurrence.page)
            {
                occurrence.whole = false;
                occurrence.expanded |= found.leads_on(occurrence.page);
            }
            occurrence.unfolded
        });
        self.rebuild_rows();
    }

    /// Builds everything that is shown of a tree in which each page has one parent, in the site's order. Expands all
    /// ancestors of matches. Existing occurrences keep their numbers.
    pub(super) fn fill(&mut self, source: &Source<'_>, tree: &Preorder) {
        self.add_root(source);
        let old = self.occurrences.clone();
        let Some((top, others)) = old.split_first() else { return };
        self.built = None;
        others.iter().for_each(|occurrence| self.places[occurrence.number.index()] = NONE);
        let mut previous = others.iter().peekable();
        let mut filled = std::mem::take(&mut self.occurrences);
        filled.clear();
        if source.found.is_none() {
            filled.reserve(tree.len());
            self.places.reserve(tree.len() - old.len());
        }
        filled.push(Occurrence { children: 0, ..*top });
        // The ancestors of the current page, with the ends of their branches.
        let mut path: Vec<(usize, usize)> = vec![(TOP.index(), tree.len())];
        let mut next = 1;
        while next < tree.len() {
            let (page, end) = tree.get(next);
            let (is_shown, leads_on) = match source.found {
                None => (true, end > next + 1),
                Some(found) => (found.is_shown(page), found.leads_on(page)),
            };
            if !is_shown {
                next = end;
                continue;
            }
            let at = filled.len();
            let above = loop {
                match path.last() {
                    Some(&(above, end)) if end <= next => filled[above].end = At::new(at),
                    Some(&(above, _)) => break above,
                    None => break TOP.index(),
                }
                path.pop();
            };
            let number = match previous.next_if(|old| old.page == page) {
                Some(old) => old.number,
                None => self.next_number(),
            };
            self.places[number.index()] = At::new(at);
            let above_it = &mut filled[above];
            above_it.children += source.counted(page);
            let (position, level) = (above_it.children, above_it.level + 1);
            filled.push(Occurrence {
                page,
                parent: At::new(above),
                end: At::new(at + 1),
                number,
                children: 0,
                position,
                level,
                unfolded: leads_on || source.found.is_none(),
                is_rising: false,
                expanded: leads_on,
                whole: false,
                joined: false,
                is_requested: false,
            });
            if leads_on {
                path.push((at, end));
            }
            next = if leads_on { next + 1 } else { end };
        }
        for (at, _) in path {
            filled[at].end = At::new(filled.len());
        }
        self.occurrences = filled;
        self.join(source, 0..self.occurrences.len());
    }

    /// Adds the hidden root if there are no occurrences.
    pub(super) fn add_root(&mut self, source: &Source<'_>) {
        if let (true, Some(root)) = (self.occurrences.is_empty(), source.map.root()) {
            let number = self.next_number();
            self.places[number.index()] = TOP;
            let mut top = source.occurrence(root, number);
            (top.unfolded, top.expanded, top.whole) = (true, true, false);
            self.occurrences.push(top);
        }
    }

    /// Rebuilds the children of every occurrence that `is_due` selects or that is expanded but not built yet. Existing
    /// occurrences keep their numbers. The second argument of `is_due` is `true` if all children of the parent are
    /// shown.
    pub(super) fn grow(&mut self, source: &Source<'_>, root: At, is_due: impl Fn(&mut Occurrence, bool) -> bool) {
        // A filter expands branches that the user did not ask for, so it has a limit.
        let most = source.found.map(|_| source.map.pages() + MAX_EXTRA_FILTERED_ROWS);
        self.grow_up_to(most, source, root, is_due);
    }

    /// Like [`Branches::grow`], with a limit because the user did not ask for each branch.
    pub(super) fn grow_many(&mut self, source: &Source<'_>, root: At, is_due: impl Fn(&mut Occurrence, bool) -> bool) {
        let most = match source.found {
            Some(_) => source.map.pages() + MAX_EXTRA_FILTERED_ROWS,
            None => source.map.len() + MAX_EXTRA_EXPANDED_ROWS,
        };
        self.grow_up_to(Some(most), source, root, is_due);
    }

    /// Like [`Branches::grow`], with a limit of new rows.
    fn grow_up_to(
        &mut self,
        most: Option<usize>,
        source: &Source<'_>,
        root: At,
        is_due: impl Fn(&mut Occurrence, bool) -> bool,
    ) {
        let map = source.map;
        self.built = self.built.filter(|&built| built == map.growth());
        let (start, end) = (root.index(), self.get(root).end.index());
        let old = self.occurrences[start..end].to_vec();
        old.iter().for_each(|occurrence| self.places[occurrence.number.index()] = NONE);
        let previous_children = |previous: At| {
            let all = if previous == NONE { &[][..] } else { &old };
            below(all, root, previous).map(|previous| Due { page: old[previous.index()].page, previous })
        };
        self.on_path.resize(map.len().max(self.on_path.len()), false);
        let is_below_whole = self.is_below_whole(root);
        self.mark_above(map, old[0].parent, true);

        // A complete rebuild reuses the memory.
        let mut grown: Vec<Occurrence> = Vec::new();
        if root == TOP {
            grown = std::mem::take(&mut self.occurrences);
            grown.clear();
        }
        let mut due = vec![Due { page: old[0].page, previous: TOP }];
        // The ancestors of the current page. Each has the length that `due` must have when its branch ends.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut children: Vec<Child> = Vec::new();
        let mut examined = 0;
        let most_numbers = most.map_or(MAX_ROWS, |most| self.places.len() + most);
        let most_examined = most.map_or(MAX_UNFOLDING, |most| most * ENTRIES_A_ROW);
        loop {
            while let Some(&(at, rest)) = path.last()
                && due.len() == rest
            {
                path.pop();
                self.on_path[map.referent(grown[at].page) as usize] = false;
                grown[at].end = At::new(start + grown.len());
                if at > 0 && grown.len() == at + 1 {
                    self.prune(source, root, &mut grown);
                }
            }
            let Some(Due { page, previous }) = due.pop() else { break };
            let above = path.last().map(|&(above, _)| above);
            // A page that was below it before may now be an alias of an ancestor.
            if above.is_some() && self.on_path[map.referent(page) as usize] {
                continue;
            }
            if previous == NONE && self.is_full() {
                self.is_cut = true;
                continue;
            }
            let at = grown.len();
            let (parent, position, level, is_below_whole) = match above {
                None => (old[0].parent, old[0].position, old[0].level, is_below_whole),
                Some(above) => {
                    let above_it = &mut grown[above];
                    above_it.children += source.counted(page);
                    (At::new(start + above), above_it.children, above_it.level + 1, above_it.whole)
                }
            };
            let known = match previous {
                NONE => source.occurrence(page, self.next_number()),
                previous => old[previous.index()],
            };
            self.places[known.number.index()] = At::new(start + at);
            grown.push(Occurrence { parent, end: At::new(start + at + 1), children: 0, position, level, ..known });
            let occurrence = &mut grown[at];

            let is_new = !occurrence.unfolded;
            let is_due =
                is_due(occurrence, is_below_whole) || (is_new && (occurrence.expanded || source.is_single(page)));
            let is_enough = most.is_some() && self.places.len() + due.len() >= most_numbers;
            let is_too_much = is_new && (self.is_full() || is_enough || examined >= most_examined);
            if is_due && is_too_much {
                self.is_cut |= self.is_full() || source.found.is_none();
                occurrence.expanded = false;
            }
            let rest = due.len();
            if !is_due || is_too_much {
                due.extend(previous_children(previous));
                due[rest..].reverse();
            } else {
                occurrence.unfolded = true;
                let mut previous = previous_children(previous).peekable();
                let is_first = previous.peek().is_none();
                examined +=
                    is_first.then(|| source.new_children(occurrence, &mut due)).flatten().unwrap_or_else(|| {
                        let examined = source.children(occurrence, &mut children);
                        pair(&children, previous, &mut due);
                        due[rest..].reverse();
                        examined
                    });
            }
            if due.len() > rest {
                self.on_path[map.referent(page) as usize] = true;
                path.push((at, rest));
            } else if at > 0 {
                self.prune(source, root, &mut grown);
            }
        }

        self.mark_above(map, old[0].parent, false);
        let made = start..start + grown.len();
        if root == TOP {
            self.occurrences = grown;
            self.join(source, made);
            return;
        }
        let by = (grown.len() as u32).wrapping_sub(old.len() as u32);
        self.move_after(old[0].parent, At::new(end), by);
        self.occurrences.splice(start..end, grown);
        self.join(source, made);
    }

    /// Moves the occurrences from `end` on by `by` places, because entries were added before them. `at` is the branch that
    /// has these entries.
    pub(super) fn move_after(&mut self, at: At, end: At, by: u32) {
        let mut above = at;
        while above != NONE {
            let occurrence = self.get_mut(above);
            occurrence.end = occurrence.end.moved(by);
            above = occurrence.parent;
        }
        for occurrence in &mut self.occurrences[end.index()..] {
            let place = &mut self.places[occurrence.number.index()];
            *place = place.moved(by);
            occurrence.end = occurrence.end.moved(by);
            if occurrence.parent >= end {
                occurrence.parent = occurrence.parent.moved(by);
            }
        }
    }

    /// Sets or clears the marks in `on_path` of an occurrence and its ancestors.
    pub(super) fn mark_above(&mut self, map: &SiteMap, mut at: At, is_above: bool) {
        while at != NONE {
            let occurrence = &self.occurrences[at.index()];
            self.on_path[map.referent(occurrence.page) as usize] = is_above;
            at = occurrence.parent;
        }
    }

    /// Removes the last occurrence if it leads to no match because the match is one of its ancestors.
    pub(super) fn prune(&mut self, source: &Source<'_>, root: At, grown: &mut Vec<Occurrence>) {
        let (Some(found), Some(last)) = (source.found, grown.last()) else { return };
        if last.whole || !last.unfolded {
            return;
        }
        let above = last.parent.since(root) as usize;
        let (page, number) = (last.page, last.number);
        if found.is_chosen(page) || grown[above].whole {
            // It keeps its row, and the user can still expand its other children.
            if let Some(last) = grown.last_mut() {
                (last.unfolded, last.expanded) = (false, false);
            }
        } else {
            grown.pop();
            grown[above].children -= 1;
            self.places[number.index()] = NONE;
        }
    }

    pub(super) fn is_below_whole(&self, at: At) -> bool {
        let parent = self.get(at).parent;
        parent != NONE && self.get(parent).whole
    }
}
