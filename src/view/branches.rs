//! Branches that have been opened, and the rows that they make.
//!
//! Occurrences stand in the order of the tree as if everything were open: what is below one comes right behind it. So
//! opening, filtering and numbering rows are passes through memory from its begin to its end. Where a branch is made
//! between others these move; outside, an occurrence is known by a number that it keeps.

use super::sorting::{Order, Sorting};
use crate::collections::keyed::HashMap;
use crate::collections::sort;
use crate::limits::{MAX_FOUND_AGAIN, MAX_ROWS, MAX_UNFOLDING};
use crate::site_map::{Child, Flag, Marks, NodeId, Parents, Preorder, Relation, SiteMap, State};
use std::cell::{Cell, OnceCell};
use std::iter::Peekable;

/// Place of an occurrence.
pub(super) type At = u32;

/// What an occurrence is known by, wherever it stands.
pub(super) type Number = u32;

/// Entries that are gone through for each row that a filter may open. Most lists have pages that are not found, too.
const ENTRIES_A_ROW: usize = 4;

/// The hidden root.
pub(super) const TOP: At = 0;
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub(super) page: NodeId,
    pub(super) parent: At,
    /// Behind the last one below it.
    end: At,
    pub(super) number: Number,
    /// Without separators, and so is `position`.
    pub(super) children: u32,
    pub(super) position: u32,
    pub(super) level: u32,
    /// Whether its children have been made.
    pub(super) unfolded: bool,
    pub(super) expanded: bool,
    /// Where only some pages are shown: whether nevertheless all children are.
    pub(super) whole: bool,
    /// Whether its row is that of the entry below it.
    pub(super) joined: bool,
    /// Whether it is about to be opened, with its siblings.
    is_asked_for: bool,
}

/// Where children come from, which of them are shown and in what order.
pub(super) struct Source<'a> {
    pub(super) map: &'a SiteMap,
    pub(super) sorting: &'a Sorting,
    /// The pages to which what is shown leads; `None` where everything is shown.
    pub(super) found: Option<&'a Marks>,
}

impl Source<'_> {
    /// What is to be shown below an occurrence, in order; how many entries were gone through for that.
    fn children(&self, of: &Occurrence, children: &mut Vec<Child>) -> usize {
        children.clear();
        self.map.children(of.page, Relation::Container, children);
        let gone_through = children.len();
        children.retain(|child| self.shows(of, child.page));
        self.sorting.sort(self.map, children);
        gone_through
    }

    /// The same from the last to the first, where there was nothing below the occurrence and the order is that of the
    /// document; `None` where it is not.
    fn new_children(&self, of: &Occurrence, due: &mut Vec<Due>) -> Option<usize> {
        let (start, mut gone_through) = (due.len(), 0);
        let is_plain = self.sorting.order == Order::Site
            && self.map.children_backwards(of.page, Relation::Container, |page| {
                gone_through += 1;
                if self.shows(of, page) {
                    due.push(Due { page, kept: NONE });
                }
            });
        if !is_plain {
            due.truncate(start);
        }
        is_plain.then_some(gone_through)
    }

    fn shows(&self, above: &Occurrence, page: NodeId) -> bool {
        let is_asked_for = |found: &Marks| found.is_shown(page) && !self.map.is(page, Flag::SEPARATOR);
        above.whole || self.found.is_none_or(is_asked_for)
    }

    /// An occurrence, before anything is known of what is around it.
    fn occurrence(&self, page: NodeId, number: Number) -> Occurrence {
        let is_open = || self.map.is(page, Flag::UNFOLDED);
        let (expanded, whole) = match self.found {
            None => (is_open(), false),
            Some(found) if found.is_shown(page) => (found.leads_on(page), false),
            Some(_) => (is_open(), true),
        };
        Occurrence {
            page,
            parent: NONE,
            end: 1,
            number,
            children: 0,
            position: 1,
            level: 0,
            unfolded: false,
            expanded,
            whole,
            joined: false,
            is_asked_for: false,
        }
    }
}

/// Occurrences in the order of the tree.
#[derive(Debug, Default)]
pub(super) struct Branches {
    pub(super) occurrences: Vec<Occurrence>,
    /// By number.
    places: Vec<At>,
    /// Those that are shown.
    pub(super) rows: Vec<At>,
    pub(super) is_cut: bool,
    /// Whether any entry may have no row of its own.
    pub(super) has_joined: bool,
    /// By page: whether it is above what is being made. All false between times.
    on_way: Vec<bool>,
}

/// What is to be made: of a page, or of an occurrence that there was.
struct Due {
    page: NodeId,
    kept: At,
}

impl Branches {
    pub(super) fn get(&self, at: At) -> &Occurrence {
        &self.occurrences[at as usize]
    }

    fn get_mut(&mut self, at: At) -> &mut Occurrence {
        &mut self.occurrences[at as usize]
    }

    /// Forgets everything, but not the room that it took.
    pub(super) fn clear(&mut self) {
        self.occurrences.clear();
        self.places.clear();
        self.rows.clear();
        (self.is_cut, self.has_joined) = (false, false);
    }

    /// About how many bytes of memory they take.
    pub(super) fn memory(&self) -> usize {
        let places = self.places.capacity() + self.rows.capacity();
        self.occurrences.capacity() * size_of::<Occurrence>() + places * size_of::<At>()
    }

    /// How many numbers have been given.
    pub(super) fn numbers(&self) -> usize {
        self.places.len()
    }

    /// Where the occurrence with this number stands; not the hidden root.
    pub(super) fn place(&self, number: Number) -> Option<At> {
        self.places.get(number as usize).copied().filter(|&at| at != NONE && at != TOP)
    }

    /// Whether anything is below it, be it a separator.
    pub(super) fn has_children(&self, at: At) -> bool {
        self.get(at).end > at + 1
    }

    fn is_full(&self) -> bool {
        self.places.len() >= MAX_ROWS
    }

    /// Takes in what is new: members of branches that are unfolded, or another order of them.
    pub(super) fn refresh(&mut self, source: &Source<'_>) {
        self.plant(source);
        if self.occurrences.is_empty() {
            return;
        }
        self.grow(source, TOP, |occurrence, _| {
            // What leads to a match only now is opened only now.
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

    /// Makes all that is shown of a tree in which each page stands once, in the order of the site, and opens what leads on.
    /// What is there is kept, with its number.
    fn fill(&mut self, source: &Source<'_>, tree: &Preorder) {
        self.plant(source);
        let old = self.occurrences.clone();
        let Some((top, kept)) = old.split_first() else { return };
        kept.iter().for_each(|occurrence| self.places[occurrence.number as usize] = NONE);
        let mut kept = kept.iter().peekable();
        let mut filled = std::mem::take(&mut self.occurrences);
        filled.clear();
        if source.found.is_none() {
            filled.reserve(tree.len());
            self.places.reserve(tree.len() - old.len());
        }
        filled.push(Occurrence { children: 0, ..*top });
        // Those on the way down, and where in the tree what is below them ends.
        let mut way: Vec<(usize, usize)> = vec![(TOP as usize, tree.len())];
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
                match way.last() {
                    Some(&(above, end)) if end <= next => filled[above].end = at as At,
                    Some(&(above, _)) => break above,
                    None => break TOP as usize,
                }
                way.pop();
            };
            let number = match kept.next_if(|kept| kept.page == page) {
                Some(kept) => kept.number,
                None => {
                    self.places.push(NONE);
                    self.places.len() as Number - 1
                }
            };
            self.places[number as usize] = at as At;
            let above_it = &mut filled[above];
            above_it.children += u32::from(!source.map.is(page, Flag::SEPARATOR));
            let (position, level) = (above_it.children, above_it.level + 1);
            filled.push(Occurrence {
                page,
                parent: above as At,
                end: at as At + 1,
                number,
                children: 0,
                position,
                level,
                unfolded: leads_on || source.found.is_none(),
                expanded: leads_on,
                whole: false,
                joined: false,
                is_asked_for: false,
            });
            if leads_on {
                way.push((at, end));
            }
            next = if leads_on { next + 1 } else { end };
        }
        for (at, _) in way {
            filled[at].end = filled.len() as At;
        }
        self.occurrences = filled;
        self.join(source, 0..self.occurrences.len());
    }

    /// Makes the hidden root where there is nothing yet.
    fn plant(&mut self, source: &Source<'_>) {
        if let (true, Some(root)) = (self.occurrences.is_empty(), source.map.root()) {
            let mut top = source.occurrence(root, self.places.len() as Number);
            (top.unfolded, top.expanded, top.whole) = (true, true, false);
            self.occurrences.push(top);
            self.places.push(TOP);
        }
    }

    /// Makes what is below an occurrence anew where that `is_due`, or open and not made yet; what is there is kept, with
    /// its number. `is_due` is also told whether all that is below the one above is shown.
    fn grow(&mut self, source: &Source<'_>, root: At, is_due: impl Fn(&mut Occurrence, bool) -> bool) {
        let map = source.map;
        let (start, end) = (root as usize, self.get(root).end as usize);
        let old = self.occurrences[start..end].to_vec();
        old.iter().for_each(|occurrence| self.places[occurrence.number as usize] = NONE);
        let kept_below = |kept: At| {
            let all = if kept == NONE { &[][..] } else { &old };
            below(all, root, kept).map(|kept| Due { page: old[kept as usize].page, kept })
        };
        self.on_way.resize(map.len().max(self.on_way.len()), false);
        let is_below_whole = self.is_below_whole(root);
        self.mark_above(map, old[0].parent, true);

        // All of the tree is made where it was.
        let mut grown: Vec<Occurrence> = Vec::new();
        if root == TOP {
            grown = std::mem::take(&mut self.occurrences);
            grown.clear();
        }
        let mut due = vec![Due { page: old[0].page, kept: 0 }];
        // Those on the way down, and how much is due behind what is below them.
        let mut way: Vec<(usize, usize)> = Vec::new();
        let mut children: Vec<Child> = Vec::new();
        let mut gone_through = 0;
        // A filter opens what nobody has asked for.
        let most = source.found.map(|_| map.pages() + MAX_FOUND_AGAIN);
        let most_numbers = most.map_or(MAX_ROWS, |most| self.places.len() + most);
        let most_gone_through = most.map_or(MAX_UNFOLDING, |most| most * ENTRIES_A_ROW);
        loop {
            while let Some(&(at, rest)) = way.last()
                && due.len() == rest
            {
                way.pop();
                self.on_way[map.referent(grown[at].page) as usize] = false;
                grown[at].end = root + grown.len() as At;
                if at > 0 && grown.len() == at + 1 {
                    self.prune(source, root, &mut grown);
                }
            }
            let Some(Due { page, kept }) = due.pop() else { break };
            let above = way.last().map(|&(above, _)| above);
            // What was below it already may turn out to stand for a page from above.
            if above.is_some() && self.on_way[map.referent(page) as usize] {
                continue;
            }
            if kept == NONE {
                if self.is_full() {
                    self.is_cut = true;
                    continue;
                }
                self.places.push(NONE);
            }
            let at = grown.len();
            let (parent, position, level, is_below_whole) = match above {
                None => (old[0].parent, old[0].position, old[0].level, is_below_whole),
                Some(above) => {
                    let above_it = &mut grown[above];
                    above_it.children += u32::from(!map.is(page, Flag::SEPARATOR));
                    (root + above as At, above_it.children, above_it.level + 1, above_it.whole)
                }
            };
            let known = match kept {
                NONE => source.occurrence(page, self.places.len() as Number - 1),
                kept => old[kept as usize],
            };
            self.places[known.number as usize] = root + at as At;
            grown.push(Occurrence { parent, end: root + at as At + 1, children: 0, position, level, ..known });
            let occurrence = &mut grown[at];

            let is_new = !occurrence.unfolded;
            let is_due = is_due(occurrence, is_below_whole) || (occurrence.expanded && is_new);
            let is_enough = most.is_some() && self.places.len() + due.len() >= most_numbers;
            let is_too_much = is_new && (self.is_full() || is_enough || gone_through >= most_gone_through);
            if is_due && is_too_much {
                self.is_cut |= self.is_full() || most.is_none();
                occurrence.expanded = false;
            }
            let rest = due.len();
            if !is_due || is_too_much {
                due.extend(kept_below(kept));
                due[rest..].reverse();
            } else {
                occurrence.unfolded = true;
                let mut kept = kept_below(kept).peekable();
                let is_first = kept.peek().is_none();
                gone_through +=
                    is_first.then(|| source.new_children(occurrence, &mut due)).flatten().unwrap_or_else(|| {
                        let gone_through = source.children(occurrence, &mut children);
                        pair(&children, kept, &mut due);
                        due[rest..].reverse();
                        gone_through
                    });
            }
            if due.len() > rest {
                self.on_way[map.referent(page) as usize] = true;
                way.push((at, rest));
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
        let by = (grown.len() as At).wrapping_sub(old.len() as At);
        let mut above = old[0].parent;
        while above != NONE {
            let occurrence = self.get_mut(above);
            occurrence.end = occurrence.end.wrapping_add(by);
            above = occurrence.parent;
        }
        for occurrence in &mut self.occurrences[end..] {
            let place = &mut self.places[occurrence.number as usize];
            *place = place.wrapping_add(by);
            occurrence.end = occurrence.end.wrapping_add(by);
            if occurrence.parent as usize >= end {
                occurrence.parent = occurrence.parent.wrapping_add(by);
            }
        }
        self.occurrences.splice(start..end, grown);
        self.join(source, made);
    }

    /// Says that an occurrence and those above it are on the way, or are no more.
    fn mark_above(&mut self, map: &SiteMap, mut at: At, is_above: bool) {
        while at != NONE {
            let occurrence = &self.occurrences[at as usize];
            self.on_way[map.referent(occurrence.page) as usize] = is_above;
            at = occurrence.parent;
        }
    }

    /// Takes the last one away if it leads to nothing: the match that was to be below it stands above it.
    fn prune(&mut self, source: &Source<'_>, root: At, grown: &mut Vec<Occurrence>) {
        let (Some(found), Some(last)) = (source.found, grown.last()) else { return };
        if last.whole || !last.unfolded {
            return;
        }
        let above = (last.parent - root) as usize;
        let (page, number) = (last.page, last.number);
        if found.is_chosen(page) || grown[above].whole {
            // What it contains besides can still be opened.
            if let Some(last) = grown.last_mut() {
                (last.unfolded, last.expanded) = (false, false);
            }
        } else {
            grown.pop();
            grown[above].children -= 1;
            self.places[number as usize] = NONE;
        }
    }

    fn is_below_whole(&self, at: At) -> bool {
        let parent = self.get(at).parent;
        parent != NONE && self.get(parent).whole
    }

    pub(super) fn child_ids(&self, at: At) -> impl Iterator<Item = At> + '_ {
        below(&self.occurrences, TOP, at)
    }

    fn child_of(&self, above: At, page: NodeId) -> Option<At> {
        self.child_ids(above).find(|&below| self.get(below).page == page)
    }

    /// The pages on the way from the root to an occurrence, itself included, sorted; for an alias what it stands for.
    fn above(&self, map: &SiteMap, id: At) -> Vec<NodeId> {
        let mut pages = Vec::with_capacity(self.get(id).level as usize + 1);
        let mut at = id;
        while at != NONE {
            pages.push(map.referent(self.get(at).page));
            at = self.get(at).parent;
        }
        sort::by_key(pages.iter().copied()).map(|at| pages[at]).collect()
    }

    pub(super) fn is_expandable(&self, source: &Source<'_>, id: At) -> bool {
        let map = source.map;
        let occurrence = self.get(id);
        // Nobody knows what is in a document before it is loaded.
        if map.documents().is_branch(occurrence.page) && map.documents().state(occurrence.page) != Some(&State::Loaded)
        {
            return true;
        }
        if occurrence.unfolded {
            return self.has_children(id);
        }
        // A child is mostly no page from above, and the way up is short. Where both fail, it is sorted once.
        let tried = Cell::new(0);
        let above = OnceCell::new();
        map.any_child(occurrence.page, Relation::Container, |child| {
            if source.sorting.drops(map, child) {
                return false;
            }
            let child = map.referent(child);
            tried.set(tried.get() + 1);
            if tried.get() > 4 {
                return above.get_or_init(|| self.above(map, id)).binary_search(&child).is_err();
            }
            let mut at = id;
            while at != NONE {
                if map.referent(self.get(at).page) == child {
                    return false;
                }
                at = self.get(at).parent;
            }
            true
        })
    }

    pub(super) fn rebuild_rows(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        if !self.occurrences.is_empty() {
            rows.extend(self.open_below(TOP));
        }
        self.rows = rows;
    }

    /// What is shown below an occurrence that is open.
    fn open_below(&self, at: At) -> impl Iterator<Item = At> + '_ {
        let end = self.get(at).end;
        let is_inside = move |at: &At| *at < end;
        let next = move |&at: &At| {
            let occurrence = self.get(at);
            Some(if occurrence.expanded || occurrence.joined { at + 1 } else { occurrence.end }).filter(is_inside)
        };
        std::iter::successors(Some(at + 1).filter(is_inside), next).filter(|&at| !self.get(at).joined)
    }

    pub(super) fn row_of(&self, at: At) -> Option<usize> {
        self.rows.binary_search(&at).ok()
    }

    /// Whether opening a branch shows more than what leads to matches.
    fn opens_whole(source: &Source<'_>, occurrence: &Occurrence, is_below_whole: bool) -> bool {
        !occurrence.whole && source.found.is_some_and(|found| found.is_chosen(occurrence.page) || is_below_whole)
    }

    /// Opens a branch; whether that changes anything.
    pub(super) fn expand(&mut self, source: &Source<'_>, at: At) -> bool {
        if self.get(at).expanded || !self.is_expandable(source, at) {
            return false;
        }
        let widens = Branches::opens_whole(source, self.get(at), self.is_below_whole(at));
        let occurrence = self.get_mut(at);
        let (number, end) = (occurrence.number, occurrence.end);
        occurrence.expanded = true;
        occurrence.whole |= widens;
        if widens || !occurrence.unfolded {
            self.grow(source, at, |occurrence, _| widens && occurrence.number == number);
        }
        let by = self.get(at).end.wrapping_sub(end);
        let row = self.rows.partition_point(|&row| row <= at);
        self.rows[row..].iter_mut().for_each(|row| *row = row.wrapping_add(by));
        if row > 0 && self.rows[row - 1] == at {
            let below: Vec<At> = self.open_below(at).collect();
            self.rows.splice(row..row, below);
        }
        true
    }

    /// Makes the children of an occurrence, and opens it or not.
    pub(super) fn set_open(&mut self, source: &Source<'_>, at: At, is_open: bool) {
        if !self.get(at).unfolded {
            self.get_mut(at).expanded = true;
            self.grow(source, at, |_, _| false);
        }
        self.get_mut(at).expanded = is_open;
    }

    /// Closes a branch; whether that changes anything.
    pub(super) fn collapse(&mut self, at: At) -> bool {
        if !std::mem::replace(&mut self.get_mut(at).expanded, false) {
            return false;
        }
        if let Some(row) = self.row_of(at) {
            let end = self.get(at).end;
            let below = self.rows[row + 1..].partition_point(|&below| below < end);
            self.rows.drain(row + 1..row + 1 + below);
        }
        true
    }

    /// Opens a row and its siblings.
    pub(super) fn expand_siblings(&mut self, source: &Source<'_>, at: At) {
        let parent = self.get(self.first_joined(at)).parent;
        let siblings: Vec<At> = self.child_ids(parent).map(|sibling| self.last_joined(sibling)).collect();
        let mut closed: Vec<Number> = Vec::new();
        for sibling in siblings {
            let sibling = self.get_mut(sibling);
            if !(sibling.expanded && sibling.unfolded) {
                sibling.is_asked_for = true;
                closed.push(sibling.number);
            }
        }
        self.grow(source, parent, |occurrence, is_below_whole| {
            if !std::mem::take(&mut occurrence.is_asked_for) {
                return false;
            }
            let widens = Branches::opens_whole(source, occurrence, is_below_whole);
            occurrence.whole |= widens;
            widens || !occurrence.unfolded
        });
        for number in closed {
            if let Some(at) = self.place(number) {
                self.get_mut(at).expanded = self.has_children(at);
            }
        }
        self.rebuild_rows();
    }

    /// Shows what leads to matches, all of it open.
    pub(super) fn show_found(&mut self, source: &Source<'_>, ways: &Parents) {
        match ways.tree().filter(|_| source.sorting.order == Order::Site) {
            Some(tree) => self.fill(source, tree),
            None => return self.refresh(source),
        }
        self.rebuild_rows();
    }

    /// Opens every branch, up to [`MAX_ROWS`]; of those that only lead to matches no more than that.
    pub(super) fn expand_all(&mut self, source: &Source<'_>, ways: &Parents) {
        let is_all_made = source.found.is_some() || self.occurrences.iter().all(|occurrence| occurrence.unfolded);
        match ways.tree().filter(|_| source.sorting.order == Order::Site) {
            _ if is_all_made => {}
            Some(tree) => self.fill(source, tree),
            None => {
                self.grow(source, TOP, |occurrence, _| !occurrence.unfolded);
                self.is_cut |= self.is_full();
            }
        }
        for (at, occurrence) in self.occurrences.iter_mut().enumerate() {
            occurrence.expanded = occurrence.end as usize > at + 1 || at == TOP as usize;
        }
        self.rows.clear();
        self.rows.extend((TOP + 1..self.occurrences.len() as At).filter(|&at| !self.occurrences[at as usize].joined));
    }

    /// Closes every branch.
    pub(super) fn collapse_all(&mut self) {
        for occurrence in self.occurrences.iter_mut().skip(1) {
            occurrence.expanded = false;
        }
        self.rebuild_rows();
    }

    /// Opens the branches above the first occurrence of one of these pages, which are sorted.
    pub(super) fn open_to(&mut self, pages: &[NodeId]) -> Option<At> {
        let is_one = |occurrence: &Occurrence| pages.binary_search(&occurrence.page).is_ok();
        let found = self.occurrences.iter().skip(1).position(is_one)? as At + 1;
        let mut at = self.get(found).parent;
        while at != TOP {
            self.get_mut(at).expanded = true;
            at = self.get(at).parent;
        }
        self.rebuild_rows();
        Some(found)
    }

    /// Opens the branches above a page by this way of pages from the top level down; its occurrence.
    pub(super) fn open_way(&mut self, source: &Source<'_>, way: &[NodeId]) -> Option<At> {
        let mut at = (!self.occurrences.is_empty()).then_some(TOP)?;
        let mut way = way;
        // As far as it has been made it has only to be opened.
        while let Some((&page, rest)) = way.split_first()
            && self.get(at).unfolded
            && let Some(below) = self.child_of(at, page)
        {
            self.get_mut(at).expanded = true;
            (at, way) = (below, rest);
        }
        let found = if way.is_empty() { Some(at) } else { self.make_way(source, at, way) };
        self.rebuild_rows();
        found
    }

    /// Makes the rest of a way, all of it at once: a way may be as long as the site has pages.
    fn make_way(&mut self, source: &Source<'_>, start: At, way: &[NodeId]) -> Option<At> {
        let start_level = self.get(start).level;
        // How many have been found of the way, the last one's number, and whether what is below that has been left.
        let found = Cell::new((0, self.get(start).number, false));
        self.grow(source, start, |occurrence, _| {
            let (count, last, has_ended) = found.get();
            let last_level = start_level + count as u32;
            if has_ended || count == way.len() {
                return false;
            }
            if occurrence.number == last {
                occurrence.expanded = true;
                return true; // more may have been read of it just now
            }
            if occurrence.level <= last_level {
                found.set((count, last, true));
            } else if occurrence.level == last_level + 1 && occurrence.page == way[count] {
                found.set((count + 1, occurrence.number, false));
                occurrence.expanded |= count + 1 < way.len();
                return count + 1 < way.len();
            }
            false
        });
        let (count, last, _) = found.get();
        self.place(last).filter(|_| count == way.len())
    }
}

/// What is right below an occurrence. The first one of these is at `root` in its tree, and `at` is counted from there.
fn below(occurrences: &[Occurrence], root: At, at: At) -> impl Iterator<Item = At> + '_ {
    let end = move |at: At| occurrences.get(at as usize).map(|occurrence| occurrence.end - root);
    let is_inside = move |below: &At| Some(*below) < end(at);
    std::iter::successors(Some(at.wrapping_add(1)).filter(is_inside), move |&below| end(below).filter(is_inside))
}

/// Lets children be made of what there was of them. Mostly they are as before, in the same order, and new ones follow.
/// Where they are not, the rest is looked up by page, the first of equal ones on top.
fn pair(children: &[Child], mut kept: Peekable<impl Iterator<Item = Due>>, due: &mut Vec<Due>) {
    let mut moved: Option<HashMap<NodeId, Vec<At>>> = None;
    for &Child { page, .. } in children {
        if moved.is_none() && kept.peek().is_some_and(|kept| kept.page != page) {
            let rest = moved.insert(HashMap::default());
            kept.by_ref().for_each(|kept| rest.entry(kept.page).or_default().push(kept.kept));
            rest.values_mut().for_each(|same| same.reverse());
        }
        let same = match &mut moved {
            Some(moved) => moved.get_mut(&page).and_then(Vec::pop),
            None => kept.next().map(|kept| kept.kept),
        };
        due.push(Due { page, kept: same.unwrap_or(NONE) });
    }
}
