//! Expanding a branch with everything in it, in steps. Rows appear from the top down, and each step leaves a valid tree.

use super::branches::{At, Branches, Due, NONE, Number, Occurrence, Source};
use crate::collections::blocks::Blocks;
use crate::limits::{MAX_EXTRA_EXPANDED_ROWS, MAX_UNFOLDING};
use crate::site_map::{Child, NodeId};

/// A branch that is being expanded.
#[derive(Debug)]
pub(super) struct Expansion {
    root: Number,
    pub(super) is_filtered: bool,
    /// The entries before this one are done.
    next: Number,
    /// The number of occurrences that may be in use at the end. The limit exists because the user did not expand each branch.
    most_numbers: usize,
    /// How many more entries may be examined.
    examinable: usize,
}

/// The entries of one step.
#[derive(Default)]
struct Grown {
    /// The occurrences that replace a range of the old ones.
    occurrences: Blocks<Occurrence>,
    /// The new position of each old occurrence in the range.
    moved: Vec<At>,
    due: Vec<Due>,
    children: Vec<Child>,
    /// How many more entries this step may examine.
    left: usize,
    /// The first entry that this step did not expand because it had examined enough.
    rest: Option<Number>,
}

impl Expansion {
    pub(super) fn new(branches: &Branches, source: &Source<'_>, root: Number, is_filtered: bool) -> Expansion {
        let most_numbers = branches.numbers() + source.map.len() + MAX_EXTRA_EXPANDED_ROWS;
        Expansion { root, is_filtered, next: root, most_numbers, examinable: MAX_UNFOLDING }
    }

    /// Starts again at the top, because entries may have been added or moved.
    pub(super) fn restart(&mut self) {
        self.next = self.root;
    }

    /// Expands about this number of entries. Returns `true` if some remain.
    pub(super) fn step(&mut self, branches: &mut Branches, source: &Source<'_>, entries: usize) -> bool {
        let Some(root) = branches.place(self.root) else { return false };
        let is_inside = |at: &At| *at >= root && *at < branches.get(root).end;
        let from = branches.place(self.next).filter(is_inside).unwrap_or(root);
        let mut grown = Grown { left: entries, ..Grown::default() };
        // The old entries above the next one: their pages, and the ends of their branches.
        let mut above: Vec<(NodeId, At)> = Vec::new();
        let mut at = branches.get(from).parent;
        while at != NONE {
            above.push((branches.get(at).page, branches.get(at).end));
            at = branches.get(at).parent;
        }
        above.reverse();
        branches.on_path.resize(source.map.len().max(branches.on_path.len()), false);
        above.iter().for_each(|&(page, _)| branches.mark(source, page, true));

        branches.built = branches.built.filter(|&built| built == source.map.growth());
        let end = branches.get(root).end;
        let mut at = from;
        while at < end && grown.left > 0 {
            while let Some(&(page, end)) = above.last()
                && end <= at
            {
                above.pop();
                branches.mark(source, page, false);
            }
            let old = *branches.get(at);
            let place = grown.occurrences.len();
            grown.moved.push(from.moved(place as u32));
            grown.left -= 1;
            grown.occurrences.push(old);
            if old.end > at.next() {
                grown.occurrences[place].expanded = true;
                above.push((old.page, old.end));
                branches.mark(source, old.page, true);
            } else if !old.unfolded {
                grown.occurrences[place].whole |= Branches::opens_whole(source, &old, branches.is_below_whole(at));
                self.build(branches, source, from, &mut grown);
            }
            at = at.next();
        }
        above.into_iter().for_each(|(page, _)| branches.mark(source, page, false));
        let next = grown.rest.or_else(|| (at < end).then(|| branches.get(at).number));
        branches.replace(source, root, from, at, grown);
        self.next = next.unwrap_or(self.root);
        if next.is_some() && self.is_enough(branches) {
            branches.is_cut = true;
            return false;
        }
        next.is_some()
    }

    fn is_enough(&self, branches: &Branches) -> bool {
        branches.is_full() || branches.numbers() >= self.most_numbers || self.examinable == 0
    }

    /// Builds everything below the last occurrence, or as much as the step may. `start` is the position of the first one.
    fn build(&mut self, branches: &mut Branches, source: &Source<'_>, start: At, grown: &mut Grown) {
        // The ancestors of the next entry. Each has the length that `due` must have when its branch ends.
        let mut path: Vec<(usize, usize)> = Vec::new();
        self.unfold(branches, source, grown, &mut path);
        loop {
            while let Some(&(place, rest)) = path.last()
                && grown.due.len() == rest
            {
                path.pop();
                let end = grown.occurrences.len();
                let occurrence = &mut grown.occurrences[place];
                occurrence.end = start.moved(end as u32);
                // All its children may be above it.
                occurrence.expanded = end > place + 1;
                occurrence.unfolded = occurrence.expanded;
                let page = occurrence.page;
                branches.mark(source, page, false);
            }
            let (Some(Due { page, .. }), Some(&(above, _))) = (grown.due.pop(), path.last()) else { break };
            if branches.on_path[source.map.referent(page) as usize] {
                continue;
            }
            if branches.is_full() {
                branches.is_cut = true;
                continue;
            }
            let number = branches.next_number();
            let place = grown.occurrences.len();
            let above_it = &mut grown.occurrences[above];
            above_it.children += source.counted(page);
            let mut occurrence = Occurrence {
                parent: start.moved(above as u32),
                end: start.moved(place as u32 + 1),
                position: above_it.children,
                level: above_it.level + 1,
                expanded: false,
                ..source.occurrence(page, number)
            };
            occurrence.whole |= Branches::opens_whole(source, &occurrence, above_it.whole);
            grown.occurrences.push(occurrence);
            grown.left = grown.left.saturating_sub(1);
            if grown.left == 0 || self.is_enough(branches) {
                grown.rest.get_or_insert(number);
            } else {
                self.unfold(branches, source, grown, &mut path);
            }
        }
    }

    /// Adds the children of the last occurrence to those that are due.
    fn unfold(
        &mut self,
        branches: &mut Branches,
        source: &Source<'_>,
        grown: &mut Grown,
        path: &mut Vec<(usize, usize)>,
    ) {
        let (rest, place) = (grown.due.len(), grown.occurrences.len() - 1);
        let Some(occurrence) = grown.occurrences.get_mut(place) else { return };
        let examined = source.new_children(occurrence, &mut grown.due).unwrap_or_else(|| {
            let examined = source.children(occurrence, &mut grown.children);
            grown.due.extend(grown.children.iter().rev().map(|child| Due { page: child.page, previous: NONE }));
            examined
        });
        // The shown ones count when they are built.
        grown.left = grown.left.saturating_sub(examined - (grown.due.len() - rest).min(examined));
        self.examinable = self.examinable.saturating_sub(examined);
        // An entry without children stays unbuilt, so that the first match below it expands it.
        occurrence.unfolded = grown.due.len() > rest;
        if occurrence.unfolded {
            path.push((place, rest));
            branches.mark(source, occurrence.page, true);
        }
    }
}

impl Branches {
    /// Notes whether a page is an ancestor of the entry that is being built.
    fn mark(&mut self, source: &Source<'_>, page: NodeId, is_above: bool) {
        self.on_path[source.map.referent(page) as usize] = is_above;
    }

    /// Replaces the occurrences from `from` to `to` and makes the rows of the branch of `root` again. All entries between
    /// `root` and `from` are expanded.
    fn replace(&mut self, source: &Source<'_>, root: At, from: At, to: At, grown: Grown) {
        self.note_change();
        let Grown { occurrences: mut new, moved, .. } = grown;
        let by = (new.len() as u32).wrapping_sub(to.since(from));
        let after = |at: At| match at {
            NONE => NONE,
            at if at < from => at,
            at if at < to => moved[at.since(from) as usize],
            at => at.moved(by),
        };
        let first_row = self.rows.partition_point(|&row| row < from);
        let end = self.get(root).end;
        let end_row = self.rows.partition_point(|&row| row < end);
        let is_shown = self.row_of(root).is_some();

        for (&place, old) in moved.iter().zip(from.index()..to.index()) {
            let old = self.occurrences[old];
            let occurrence = &mut new[place.since(from) as usize];
            (occurrence.parent, occurrence.end) = (after(old.parent), after(old.end));
        }
        let mut above = self.get(from).parent;
        while above != NONE {
            let occurrence = self.get_mut(above);
            occurrence.end = after(occurrence.end);
            above = occurrence.parent;
        }
        if by != 0 {
            for at in to.index()..self.occurrences.len() {
                let occurrence = &mut self.occurrences[at];
                let place = &mut self.places[occurrence.number.index()];
                *place = place.moved(by);
                (occurrence.parent, occurrence.end) = (after(occurrence.parent), occurrence.end.moved(by));
            }
        }
        for (occurrence, place) in new.iter().zip(from.index()..) {
            self.places[occurrence.number.index()] = At::new(place);
        }
        let made = from.index()..from.index() + new.len();
        self.occurrences.replace(from.index()..to.index(), &new);
        self.join(source, made);

        let rows_after = self.rows.split_off(end_row);
        if is_shown {
            self.rows.truncate(first_row);
            let shown: Vec<At> = self.open_from(from, self.get(root).end).collect();
            self.rows.extend(shown);
        }
        self.rows.extend(rows_after.into_iter().map(|row| row.moved(by)));
    }

    /// Collapses a branch and all branches in it.
    pub(super) fn collapse_below(&mut self, at: At) {
        self.collapse(at);
        let end = self.get(at).end;
        (at.index() + 1..end.index()).for_each(|at| self.occurrences[at].expanded = false);
    }
}
