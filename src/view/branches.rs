//! The branches that were opened, and their rows.
//!
//! Occurrences are stored in preorder, as if everything were expanded: the descendants of an occurrence follow it
//! directly. So expanding, filtering and numbering rows are linear passes through memory. When a branch is built, the
//! occurrences after it move. Other modules therefore identify an occurrence by its number, which never changes.

use super::sibling_sort;
use super::sorting::{Order, Sorting};
use crate::collections::blocks::Blocks;
use crate::collections::sort;
use crate::limits::{MAX_COMPARED_TITLES, MAX_EXTRA_FILTERED_ROWS, MAX_ROWS};
use crate::site_map::{Child, Flag, Growth, LoadState, Marks, NodeId, Relation, SiteMap};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

/// The position of an occurrence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct At(u32);

impl At {
    pub(super) fn new(index: usize) -> At {
        At(index as u32)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the position after this one.
    pub(super) fn next(self) -> At {
        self.moved(1)
    }

    /// Returns this position after `by` occurrences were added before it. Removed ones count modulo 2^32.
    pub(super) fn moved(self, by: u32) -> At {
        At(self.0.wrapping_add(by))
    }

    /// Returns the distance from another position, modulo 2^32.
    pub(super) fn since(self, other: At) -> u32 {
        self.0.wrapping_sub(other.0)
    }
}

/// The number of an occurrence. It stays the same when the occurrence moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Number(pub(super) u32);

impl Number {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The position of the hidden root.
pub(super) const TOP: At = At(0);

/// Stands for no position.
pub(super) const NONE: At = At(u32::MAX);

/// One place of a page in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub(super) page: NodeId,
    pub(super) parent: At,
    /// The position after its last descendant.
    pub(super) end: At,
    pub(super) number: Number,
    /// Number of children. Separators count neither in this number nor in `position`.
    pub(super) children: u32,
    pub(super) position: u32,
    pub(super) level: u32,
    /// `true` if its children were built.
    pub(super) unfolded: bool,
    /// `true` if its children were in rising order when they were built.
    pub(super) is_rising: bool,
    pub(super) expanded: bool,
    /// `true` if all children are shown although the tree is filtered.
    pub(super) whole: bool,
    /// `true` if it shares the row of the entry below it.
    pub(super) joined: bool,
    /// `true` while it waits to be expanded together with its siblings.
    pub(super) is_requested: bool,
}

/// The source of the children: the map, the filter and the order.
pub(super) struct Source<'a> {
    pub(super) map: &'a SiteMap,
    pub(super) sorting: &'a Sorting,
    /// The matches of the filter and their ancestors. `None` if everything is shown.
    pub(super) found: Option<&'a Marks>,
}

impl Source<'_> {
    /// Collects the children to show, in order. Returns how many entries were examined.
    pub(super) fn children(&self, of: &mut Occurrence, children: &mut Vec<Child>) -> usize {
        let examined = self.unsorted_children(of, children);
        sibling_sort::sort(self.map, self.sorting, children);
        examined
    }

    /// Like [`Source::children`], in the site's order.
    pub(super) fn unsorted_children(&self, of: &mut Occurrence, children: &mut Vec<Child>) -> usize {
        children.clear();
        if let (Some(page), 0) = (self.sorting.top, of.level) {
            children.extend(self.shows(of, page).then_some(Child { page, offset: 0 }));
            of.is_rising = false;
            return 1;
        }
        of.is_rising = self.map.children(of.page, Relation::Container, children);
        let examined = children.len();
        children.retain(|child| self.shows(of, child.page));
        examined
    }

    /// Returns how many rows a filter may add. A filter expands branches by itself, so it has a limit.
    pub(super) fn most_found(&self) -> Option<usize> {
        self.found.map(|_| self.map.pages() + MAX_EXTRA_FILTERED_ROWS)
    }

    /// Like [`Source::children`], in reverse order and without old occurrences. Returns `None` unless the entries are shown
    /// in plain document order.
    pub(super) fn new_children(&self, of: &mut Occurrence, due: &mut Vec<Due>) -> Option<usize> {
        let (start, mut examined) = (due.len(), 0);
        let is_only_branch = self.sorting.top.is_some() && of.level == 0;
        let is_plain = self.sorting.order == Order::Site
            && !is_only_branch
            && self.map.children_backwards(of.page, Relation::Container, |page| {
                examined += 1;
                if self.shows(of, page) {
                    due.push(Due { page, previous: NONE });
                }
            });
        if !is_plain {
            due.truncate(start);
        }
        of.is_rising = is_plain;
        is_plain.then_some(examined)
    }

    /// Returns `true` for a folder that may share the row of its only entry, if the tree is not filtered.
    pub(super) fn is_single(&self, page: NodeId) -> bool {
        self.found.is_none() && self.map.is(page, Flag::SINGLE)
    }

    /// Returns `true` if a page is shown below an occurrence.
    pub(super) fn shows(&self, above: &Occurrence, page: NodeId) -> bool {
        let is_requested = |found: &Marks| found.is_shown(page) && !self.map.is(page, Flag::SEPARATOR);
        above.whole || self.found.is_none_or(is_requested)
    }

    /// Returns by how much an entry increases the number of its siblings.
    pub(super) fn counted(&self, page: NodeId) -> u32 {
        u32::from(!self.map.is(page, Flag::SEPARATOR))
    }

    /// Creates an occurrence that is not part of a tree yet.
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
            end: TOP.next(),
            number,
            children: 0,
            position: 1,
            level: 0,
            unfolded: false,
            is_rising: false,
            expanded,
            whole,
            joined: false,
            is_requested: false,
        }
    }
}

/// The occurrences in tree order.
#[derive(Debug, Default)]
pub(super) struct Branches {
    pub(super) occurrences: Blocks<Occurrence>,
    /// The position of each occurrence, by number.
    pub(super) places: Vec<At>,
    /// The occurrences that are shown.
    pub(super) rows: Vec<At>,
    pub(super) is_cut: bool,
    /// `true` if some entries may share a row.
    pub(super) has_joined: bool,
    /// `true` for the ancestors of the occurrence that is being built, by page. All `false` after the build.
    pub(super) on_path: Vec<bool>,
    /// The state of the site map from which the unfolded branches were built. `None` if they were built from several.
    pub(super) built: Option<Growth>,
    /// The unfolded occurrences, and the number of changes when they were found.
    pub(super) unfolded: (u32, Vec<Number>),
    /// The result of the last [`Branches::first_row_of`].
    pub(super) wanted: RefCell<WantedRows>,
    /// Number of changes to occurrences. A rebuild that runs in steps begins again when they change.
    pub(super) changes: u32,
}

/// The occurrences of some pages.
#[derive(Debug, Default)]
pub(super) struct WantedRows {
    /// The pages, sorted.
    pages: Vec<NodeId>,
    /// Their occurrences among the first `searched` numbers.
    found: Vec<Number>,
    searched: usize,
}

/// An occurrence to build: a new one of a page, or an old one.
#[derive(Debug)]
pub(super) struct Due {
    pub(super) page: NodeId,
    pub(super) previous: At,
}

impl Branches {
    pub(super) fn get(&self, at: At) -> &Occurrence {
        &self.occurrences[at.index()]
    }

    pub(super) fn get_mut(&mut self, at: At) -> &mut Occurrence {
        self.note_change();
        &mut self.occurrences[at.index()]
    }

    pub(super) fn note_change(&mut self) {
        self.changes = self.changes.wrapping_add(1);
    }

    /// Removes all occurrences and keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        self.note_change();
        self.wanted.take();
        self.occurrences.clear();
        self.places.clear();
        self.rows.clear();
        (self.is_cut, self.has_joined, self.built) = (false, false, None);
    }

    /// Returns the approximate memory use in bytes.
    pub(super) fn memory(&self) -> usize {
        let places = self.places.capacity() + self.rows.capacity();
        self.occurrences.memory() + places * size_of::<At>()
    }

    /// Returns how many numbers are in use.
    pub(super) fn numbers(&self) -> usize {
        self.places.len()
    }

    /// Returns the number of the next new occurrence, which has no position yet.
    pub(super) fn next_number(&mut self) -> Number {
        self.places.push(NONE);
        Number(self.places.len() as u32 - 1)
    }

    /// Returns the position of the occurrence with this number. Returns `None` for the hidden root.
    pub(super) fn place(&self, number: Number) -> Option<At> {
        self.places.get(number.index()).copied().filter(|&at| at != NONE && at != TOP)
    }

    /// Returns `true` if it has children, separators included.
    pub(super) fn has_children(&self, at: At) -> bool {
        self.get(at).end > at.next()
    }

    /// Returns `true` if no more occurrences are built, because there are [`MAX_ROWS`].
    pub(super) fn is_full(&self) -> bool {
        self.places.len() >= MAX_ROWS
    }

    /// Returns the positions of the children.
    pub(super) fn child_ids(&self, at: At) -> impl Iterator<Item = At> + '_ {
        below(&self.occurrences, at)
    }

    /// Returns the entries before and after an entry in its branch.
    pub(super) fn siblings(&self, at: At) -> [Option<At>; 2] {
        /// Levels that the entry before may have below it. It is not found if it has more.
        const MAX_LEVELS: usize = 100;
        let Occurrence { parent, end, .. } = *self.get(at);
        let is_sibling = |at: &At| self.get(*at).parent == parent;
        let last = at.index().checked_sub(1).map(At::new);
        let mut above = std::iter::successors(last, |&at| Some(self.get(at).parent)).take_while(|&at| at != parent);
        let next = Some(end).filter(|end| end.index() < self.occurrences.len());
        [above.by_ref().take(MAX_LEVELS).find(is_sibling), next.filter(is_sibling)]
    }

    /// Returns the pages above an occurrence, the nearest first, without the root.
    pub(super) fn pages_above(&self, at: At) -> impl Iterator<Item = NodeId> + '_ {
        let above = |at: At| Some(self.get(at).parent).filter(|&parent| parent != TOP && parent != NONE);
        std::iter::successors(above(at), move |&at| above(at)).map(|at| self.get(at).page)
    }

    /// Returns the first child that shows a page.
    pub(super) fn child_of(&self, above: At, page: NodeId) -> Option<At> {
        self.child_ids(above).find(|&below| self.get(below).page == page)
    }

    /// Returns the children with their titles. Returns none if there are many.
    pub(super) fn titled_children<'a>(&self, map: &'a SiteMap, above: At) -> Vec<(At, Cow<'a, str>)> {
        let is_short = self.get(above).children as usize <= MAX_COMPARED_TITLES;
        let children = self.child_ids(above).filter(|_| is_short).take(MAX_COMPARED_TITLES);
        children.map(|at| (at, map.title(self.get(at).page))).collect()
    }

    /// Returns the pages from the root to an occurrence, itself included, sorted. Aliases are replaced by their
    /// referents.
    pub(super) fn above(&self, map: &SiteMap, id: At) -> Vec<NodeId> {
        let mut pages = Vec::with_capacity(self.get(id).level as usize + 1);
        let mut at = id;
        while at != NONE {
            pages.push(map.referent(self.get(at).page));
            at = self.get(at).parent;
        }
        sort::by_key(pages.iter().copied()).map(|at| pages[at]).collect()
    }

    /// Returns `true` if an occurrence has something to expand.
    pub(super) fn is_expandable(&self, source: &Source<'_>, id: At) -> bool {
        let map = source.map;
        let occurrence = self.get(id);
        // The contents of a document are unknown before it is loaded.
        if map.documents().is_branch(occurrence.page)
            && map.documents().state(occurrence.page) != Some(&LoadState::Loaded)
        {
            return true;
        }
        if occurrence.unfolded {
            return self.has_children(id);
        }
        // Most children are not an ancestor and most paths are short, so a linear search is fast. After too many steps
        // the path is sorted once.
        let tried = Cell::new(0);
        let above = OnceCell::new();
        map.any_child(occurrence.page, Relation::Container, |child| {
            if source.sorting.hides(map, child) {
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

    /// Finds the shown occurrences again.
    pub(super) fn rebuild_rows(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        if !self.occurrences.is_empty() {
            rows.extend(self.open_below(TOP));
        }
        self.rows = rows;
    }

    /// Returns the occurrences that are shown below an expanded one.
    pub(super) fn open_below(&self, at: At) -> impl Iterator<Item = At> + '_ {
        self.open_from(at.next(), self.get(at).end)
    }

    /// Returns the occurrences that are shown from one that is shown up to the end of a branch.
    pub(super) fn open_from(&self, first: At, end: At) -> impl Iterator<Item = At> + '_ {
        let is_inside = move |at: &At| *at < end;
        let next = move |&at: &At| {
            let occurrence = self.get(at);
            Some(if occurrence.expanded || occurrence.joined { at.next() } else { occurrence.end }).filter(is_inside)
        };
        std::iter::successors(Some(first).filter(is_inside), next).filter(|&at| !self.get(at).joined)
    }

    /// Returns the first row of these pages, which are sorted. Only new occurrences are searched if the pages are the same
    /// as in the last call.
    pub(super) fn first_row_of(&self, pages: &[NodeId]) -> Option<usize> {
        let mut wanted = self.wanted.borrow_mut();
        if wanted.pages != pages {
            *wanted = WantedRows { pages: pages.to_vec(), ..WantedRows::default() };
        }
        let WantedRows { found, searched, .. } = &mut *wanted;
        let place = |number: Number| self.place(number);
        let is_one = |number: &Number| place(*number).is_some_and(|at| pages.binary_search(&self.get(at).page).is_ok());
        if !pages.is_empty() {
            found.extend((*searched..self.places.len()).map(|number| Number(number as u32)).filter(is_one));
            *searched = self.places.len();
        }
        found.iter().filter_map(|&number| self.row_of(self.last_joined(place(number)?))).min()
    }

    pub(super) fn row_of(&self, at: At) -> Option<usize> {
        self.rows.binary_search(&at).ok()
    }
}

/// Returns the children of an occurrence.
pub(super) fn below(occurrences: &Blocks<Occurrence>, at: At) -> impl Iterator<Item = At> + Clone + '_ {
    let end = move |at: At| occurrences.get(at.index()).map(|occurrence| occurrence.end);
    let is_inside = move |below: &At| Some(*below) < end(at);
    std::iter::successors(Some(at.next()).filter(is_inside), move |&below| end(below).filter(is_inside))
}
