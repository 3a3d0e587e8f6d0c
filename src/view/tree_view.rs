//! The tree view: which branches are open and which rows that makes. The painter asks for a window of rows.
//!
//! A row is an occurrence of a page: the same page in two places is two rows. Occurrences are made when their
//! branch is opened first, so a document that describes an endless tree costs nothing until then. While the tree is
//! filtered the rows are those of a tree of its own, beside the whole one, which stays as it is.

use super::branches::{At, Branches, Source, TOP};
use super::current::Current;
use super::filter::Filter;
use super::lookups::Lookups;
use super::row::RowId;
use super::search::Words;
use super::sorting::Sorting;
use super::state;
use super::state::{Spots, Wanted};
use crate::limits::{MAX_ROWS, MAX_TYPE_AHEAD_ROWS};
use crate::site_map::{Flag, Kind, NodeId, SiteMap};
use crate::text::case_folding;
use std::cell::Cell;

/// The rows of filtered trees have numbers from here on, and those of each filter others than those of the one before.
const FOUND: RowId = 1 << 24;
const _: () = assert!(MAX_ROWS < FOUND as usize);

/// JavaScript gets numbers of rows as `i32`.
const MAX_ID: RowId = i32::MAX as RowId - MAX_ROWS as RowId;

/// The open branches of one site's content tree.
#[derive(Debug)]
pub struct TreeView {
    pub(super) whole: Branches,
    pub(super) filter: Filter,
    /// Number of the first row of the filtered tree.
    pub(super) base: RowId,
    pub(super) sorting: Sorting,
    pub(super) lookups: Lookups,
    pub(super) wanted: Wanted,
    pub(super) version: Cell<u32>,
    pub(super) current: Option<Current>,
}

impl Default for TreeView {
    fn default() -> TreeView {
        TreeView {
            whole: Branches::default(),
            filter: Filter::default(),
            base: FOUND,
            sorting: Sorting::default(),
            lookups: Lookups::default(),
            wanted: Wanted::default(),
            version: Cell::default(),
            current: None,
        }
    }
}

impl TreeView {
    /// Changes whenever rows may have changed.
    pub fn version(&self) -> u32 {
        self.version.get()
    }

    /// Rows may have changed.
    pub(super) fn touch(&self) {
        self.version.set(self.version.get() + 1);
    }

    /// About how many bytes of memory it takes, beside what [`SiteMap::memory`] counts.
    pub(crate) fn memory(&self) -> usize {
        self.whole.memory() + self.filter.memory()
    }

    /// Begins to show another site, or the same one read anew: then what is open is opened again as it comes, or what
    /// was to be opened and has not all come. Order, filter and current page stay, and the version goes on.
    pub(crate) fn renew(&mut self, same: Option<&SiteMap>) {
        match same {
            Some(map) if !self.is_untouched() && self.wanted.is_done() => {
                self.wanted = Wanted::new(&self.state(map, None, None));
            }
            _ => self.wanted.restart(),
        }
        self.whole = Branches::default();
        self.next_base(self.filter.branches.numbers());
        self.filter.forget();
        self.sorting.forget();
        self.lookups = Lookups::default();
        self.current.iter().for_each(Current::forget);
        self.touch();
    }

    pub(super) fn is_untouched(&self) -> bool {
        self.whole.occurrences.is_empty()
    }

    /// Number of rows shown.
    pub fn len(&self) -> usize {
        self.shown().rows.len()
    }

    /// Whether no row is shown.
    pub fn is_empty(&self) -> bool {
        self.shown().rows.is_empty()
    }

    /// Whether [`MAX_ROWS`] kept a branch from being unfolded.
    pub fn is_cut(&self) -> bool {
        self.whole.is_cut || self.filter.branches.is_cut
    }

    /// The tree whose rows are shown.
    pub(super) fn shown(&self) -> &Branches {
        if self.filter.is_on() { &self.filter.branches } else { &self.whole }
    }

    /// The number of a row of the tree that is shown.
    pub(super) fn id(&self, at: At) -> RowId {
        let number = self.shown().get(at).number;
        if self.filter.is_on() { self.base + number } else { number }
    }

    /// The tree of a row, and its place there.
    pub(super) fn place(&self, id: RowId) -> Option<(&Branches, At)> {
        let (branches, number) = match id.checked_sub(self.base) {
            Some(number) => (&self.filter.branches, number),
            None => (&self.whole, id),
        };
        Some((branches, branches.place(number)?))
    }

    /// The same to change it, with what its children are made of.
    pub(super) fn place_mut<'a>(
        &'a mut self,
        map: &'a SiteMap,
        id: RowId,
    ) -> Option<(&'a mut Branches, At, Source<'a>)> {
        let (branches, number, found) = match id.checked_sub(self.base) {
            Some(number) => (&mut self.filter.branches, number, Some(&self.filter.marks)),
            None => (&mut self.whole, id, None),
        };
        let at = branches.place(number)?;
        Some((branches, at, Source { map, sorting: &self.sorting, found }))
    }

    /// Takes in what has been read since: new members of branches that are unfolded.
    pub fn refresh(&mut self, map: &SiteMap) {
        self.lookups.is_new.set(false);
        self.lookups.addresses.get_mut().expire();
        self.current.iter().for_each(Current::expire);
        self.filter.expire();
        self.sorting.expire();
        let source = Source { map, sorting: &self.sorting, found: None };
        self.whole.refresh(&source);
        self.open_wanted(map);
        if self.filter.is_on() {
            self.filter.refresh(map, &self.lookups.ways(map), &self.sorting);
        }
        self.touch();
    }

    /// The page of a row.
    pub fn page(&self, id: RowId) -> Option<NodeId> {
        self.place(id).map(|(branches, at)| branches.get(at).page)
    }

    /// The row above a row's branch; `None` at the top level.
    pub fn parent(&self, id: RowId) -> Option<RowId> {
        let (branches, at) = self.place(id)?;
        let above = Some(branches.get(branches.first_joined(at)).parent).filter(|&parent| parent != TOP)?;
        Some(id - branches.get(at).number + branches.get(above).number)
    }

    /// The place of a row among those shown.
    pub fn row_of(&self, id: RowId) -> Option<usize> {
        let (branches, at) = self.place(id)?;
        branches.row_of(at).filter(|_| self.id(at) == id)
    }

    /// Opens a branch. In a filtered tree that shows everything that is below a match.
    pub fn expand(&mut self, map: &SiteMap, id: RowId) {
        let Some((branches, at, source)) = self.place_mut(map, id) else { return };
        let is_changed = branches.expand(&source, at);
        if is_changed {
            self.touch();
        }
    }

    /// Closes a branch. What was open inside it is open again when it is opened the next time.
    pub fn collapse(&mut self, id: RowId) {
        let (branches, number) = match id.checked_sub(self.base) {
            Some(number) => (&mut self.filter.branches, number),
            None => (&mut self.whole, id),
        };
        let is_changed = branches.place(number).is_some_and(|at| branches.collapse(at));
        if is_changed {
            self.touch();
        }
    }

    /// Opens a row's branch and those of its siblings.
    pub fn expand_siblings(&mut self, map: &SiteMap, id: RowId) {
        let Some((branches, at, source)) = self.place_mut(map, id) else { return };
        branches.expand_siblings(&source, at);
        self.touch();
    }

    /// Opens every branch, up to [`MAX_ROWS`]. In a filtered tree matches are not opened for what does not match.
    pub fn expand_all(&mut self, map: &SiteMap) {
        let (branches, found) = match self.filter.is_on() {
            true => (&mut self.filter.branches, Some(&self.filter.marks)),
            false => (&mut self.whole, None),
        };
        branches.expand_all(&Source { map, sorting: &self.sorting, found }, &self.lookups.ways(map));
        self.touch();
    }

    /// Closes every branch.
    pub fn collapse_all(&mut self) {
        match self.filter.is_on() {
            true => self.filter.branches.collapse_all(),
            false => self.whole.collapse_all(),
        }
        self.touch();
    }

    /// Shows only pages whose titles or addresses have all words of a text, whatever their case and accents, and the
    /// ways there, which are open. A text without words shows the tree again as it was.
    ///
    /// Rows have other numbers while the tree is filtered, and others again with the next text that finds something
    /// else.
    pub fn set_filter(&mut self, map: &SiteMap, text: &str) {
        let words = Words::new(text);
        if words == *self.filter.words() {
            return;
        }
        let before = self.filter.branches.numbers();
        if self.filter.set(map, &self.lookups.ways(map), &self.sorting, words) {
            self.next_base(before);
        }
        self.touch();
    }

    /// Makes so many pages ready for [`TreeView::set_filter`], which else does that for all of them with the first text;
    /// whether there are more.
    pub fn prepare_filter(&mut self, map: &SiteMap, pages: usize) -> bool {
        self.filter.prepare(map, pages) || self.lookups.make_ways(map, pages)
    }

    /// So many numbers have been used.
    pub(super) fn next_base(&mut self, used: usize) {
        self.base += used as RowId;
        if self.base > MAX_ID {
            self.base = FOUND;
        }
    }

    /// Number of pages that the filter finds, each counted once however often it is shown.
    pub fn matches(&self) -> usize {
        self.filter.matches
    }

    /// The first row that matches and can be followed, else the first one that matches: what the filter's box opens.
    pub fn first_match(&self, map: &SiteMap) -> Option<usize> {
        let branches = self.shown();
        let page = |row: usize| branches.get(branches.rows[row]).page;
        let leads = |page| map.has_url(page) && !map.is(page, Flag::DELETED) && map.kind(page) != Kind::Document;
        let matches = || (0..branches.rows.len()).filter(|&row| self.filter.is_match(page(row)));
        matches().find(|&row| leads(page(row))).or_else(|| matches().next())
    }

    /// The first row after `from`, wrapping around, whose title begins with `text`, whatever its case and accents.
    /// With more than one letter `from` itself counts. It looks at [`MAX_TYPE_AHEAD_ROWS`] rows at most.
    pub fn type_ahead(&self, map: &SiteMap, from: usize, text: &str) -> Option<usize> {
        let prefix: String = case_folding::folded(text).collect();
        let branches = self.shown();
        let count = branches.rows.len();
        if prefix.is_empty() || count == 0 {
            return None;
        }
        let first = from + usize::from(text.chars().nth(1).is_none());
        (first..first + count.min(MAX_TYPE_AHEAD_ROWS)).map(|row| row % count).find(|&row| {
            let first = branches.first_joined(branches.rows[row]);
            case_folding::starts_with(&map.title(branches.get(first).page), &prefix)
        })
    }

    /// Describes which branches are open, filtered or not, for [`TreeView::restore`]. `first`: the row that is shown
    /// first, to scroll there again; `active`: the one with the tab stop.
    pub fn state(&self, map: &SiteMap, first: Option<RowId>, active: Option<RowId>) -> Vec<String> {
        match self.is_untouched() {
            true => self.wanted.rest(),
            false => {
                let whole = |id: Option<RowId>| id.and_then(|id| self.whole.place(id));
                let spots = Spots { first: whole(first), active: whole(active) };
                state::describe(&self.whole, map, &self.lookups.addresses(map), spots)
            }
        }
    }

    /// Opens and closes branches as they were, as far as they are there. Others are when they come.
    pub fn restore(&mut self, map: &SiteMap, state: &[String]) {
        self.wanted = Wanted::new(state);
        self.open_wanted(map);
        self.touch();
    }

    /// The row that was shown first when what [`TreeView::restore`] got was described; `None` until it is there.
    pub fn restored_row(&self) -> Option<RowId> {
        self.wanted.found.first
    }

    /// The same for the row with the tab stop.
    pub fn restored_active(&self) -> Option<RowId> {
        self.wanted.found.active
    }

    fn open_wanted(&mut self, map: &SiteMap) {
        if self.wanted.is_done() || self.is_untouched() {
            return;
        }
        let source = Source { map, sorting: &self.sorting, found: None };
        if self.wanted.open(&mut self.whole, &source, &self.lookups.addresses(map)) {
            self.whole.rebuild_rows();
        }
    }
}
