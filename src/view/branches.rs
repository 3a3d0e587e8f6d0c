//! Branches that have been opened, and the rows that they make.
//!
//! Occurrences stand in the order of the tree as if everything were open: what is below one comes right behind it. So
//! opening, filtering and numbering rows are passes through memory from its begin to its end. Where a branch is made
//! between others these move; outside, an occurrence is known by a number that it keeps.

use super::sorting::{Order, Sorting};
use crate::collections::sort;
use crate::limits::MAX_ROWS;
use crate::site_map::{Child, Flag, Marks, NodeId, Relation, SiteMap, State};
use std::cell::{Cell, OnceCell};

/// Place of an occurrence.
pub(super) type At = u32;

/// What an occurrence is known by, wherever it stands.
pub(super) type Number = u32;

/// The hidden root.
pub(super) const TOP: At = 0;
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub(super) page: NodeId,
    pub(super) parent: At,
    /// Behind the last one below it.
    pub(super) end: At,
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
    pub(super) is_asked_for: bool,
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
    pub(super) fn children(&self, of: &Occurrence, children: &mut Vec<Child>) -> usize {
        children.clear();
        self.map.children(of.page, Relation::Container, children);
        let gone_through = children.len();
        children.retain(|child| self.shows(of, child.page));
        self.sorting.sort(self.map, children);
        gone_through
    }

    /// The same from the last to the first, where there was nothing below the occurrence and the order is that of the
    /// document; `None` where it is not.
    pub(super) fn new_children(&self, of: &Occurrence, due: &mut Vec<Due>) -> Option<usize> {
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

    pub(super) fn shows(&self, above: &Occurrence, page: NodeId) -> bool {
        let is_asked_for = |found: &Marks| found.is_shown(page) && !self.map.is(page, Flag::SEPARATOR);
        above.whole || self.found.is_none_or(is_asked_for)
    }

    /// An occurrence, before anything is known of what is around it.
    pub(super) fn occurrence(&self, page: NodeId, number: Number) -> Occurrence {
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
    pub(super) places: Vec<At>,
    /// Those that are shown.
    pub(super) rows: Vec<At>,
    pub(super) is_cut: bool,
    /// Whether any entry may have no row of its own.
    pub(super) has_joined: bool,
    /// By page: whether it is above what is being made. All false between times.
    pub(super) on_way: Vec<bool>,
}

/// What is to be made: of a page, or of an occurrence that there was.
pub(super) struct Due {
    pub(super) page: NodeId,
    pub(super) kept: At,
}

impl Branches {
    pub(super) fn get(&self, at: At) -> &Occurrence {
        &self.occurrences[at as usize]
    }

    pub(super) fn get_mut(&mut self, at: At) -> &mut Occurrence {
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

    pub(super) fn is_full(&self) -> bool {
        self.places.len() >= MAX_ROWS
    }

    pub(super) fn child_ids(&self, at: At) -> impl Iterator<Item = At> + '_ {
        below(&self.occurrences, TOP, at)
    }

    pub(super) fn child_of(&self, above: At, page: NodeId) -> Option<At> {
        self.child_ids(above).find(|&below| self.get(below).page == page)
    }

    /// The pages on the way from the root to an occurrence, itself included, sorted; for an alias what it stands for.
    pub(super) fn above(&self, map: &SiteMap, id: At) -> Vec<NodeId> {
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
    pub(super) fn open_below(&self, at: At) -> impl Iterator<Item = At> + '_ {
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
}

/// What is right below an occurrence. The first one of these is at `root` in its tree, and `at` is counted from there.
pub(super) fn below(occurrences: &[Occurrence], root: At, at: At) -> impl Iterator<Item = At> + '_ {
    let end = move |at: At| occurrences.get(at as usize).map(|occurrence| occurrence.end - root);
    let is_inside = move |below: &At| Some(*below) < end(at);
    std::iter::successors(Some(at.wrapping_add(1)).filter(is_inside), move |&below| end(below).filter(is_inside))
}
