//! The view model of one tree. See the documentation of the parent module.

use super::branches::Branches;
use super::building::{Build, Rebuild, STEP};
use super::current::Current;
use super::entry::{At, TOP};
use super::filter::Filter;
use super::lookups::Lookups;
use super::marks::RowMarks;
use super::order;
use super::order::{Order, Sorting};
use super::row::RowId;
use super::source::Source;
use super::state::{MarkedRows, OnlyBranch, Wanted, WantedBranch};
use super::words::Words;
use crate::address::{key, spellings};
use crate::limits::MAX_ROWS;
use crate::site_map::{Flag, Kind, NodeId, SiteMap};
use std::cell::Cell;

/// The first row id of filtered trees. Each filter uses other ids than the one before it.
const FIRST_FILTERED_ID: u32 = 1 << 24;
const _: () = assert!(MAX_ROWS < FIRST_FILTERED_ID as usize);

/// JavaScript gets row ids as `i32`.
const MAX_ID: u32 = i32::MAX as u32 - MAX_ROWS as u32;

/// The view model of one site's content tree: its expanded branches, filter, order and current page.
#[derive(Debug)]
pub struct TreeView {
    pub(super) whole: Branches,
    pub(super) rebuild: Rebuild,
    pub(super) filter: Filter,
    /// The row id of the filtered tree's first row.
    base: u32,
    pub(super) sorting: Sorting,
    pub(super) lookups: Lookups,
    pub(super) marks: RowMarks,
    pub(super) wanted: Wanted,
    pub(super) version: Cell<u32>,
    pub(super) current: Option<Current>,
    /// The branches to expand with everything in them, and `true` for those in the filtered tree. The last one is under way.
    pub(super) expansions: Vec<(Build, bool)>,
    /// The branch that is the whole tree.
    pub(super) only: Option<OnlyBranch>,
    pub(super) wanted_branch: Option<WantedBranch>,
}

impl Default for TreeView {
    fn default() -> TreeView {
        TreeView {
            whole: Branches::default(),
            rebuild: Rebuild::default(),
            filter: Filter::default(),
            base: FIRST_FILTERED_ID,
            sorting: Sorting::default(),
            lookups: Lookups::default(),
            marks: RowMarks::default(),
            wanted: Wanted::default(),
            version: Cell::default(),
            current: None,
            expansions: Vec::new(),
            only: None,
            wanted_branch: None,
        }
    }
}

impl TreeView {
    /// Returns a number that changes when rows may have changed.
    pub fn version(&self) -> u32 {
        self.version.get()
    }

    /// Changes the version because rows may have changed.
    pub(super) fn touch(&self) {
        self.version.set(self.version.get() + 1);
    }

    /// Returns the approximate memory use in bytes, without the memory that [`SiteMap::memory`] counts.
    pub(crate) fn memory(&self) -> usize {
        self.whole.memory() + self.filter.memory()
    }

    /// Starts a new tree. When the same site is reloaded, expanded branches are restored as their pages arrive,
    /// including restores still pending. The order, filter and current page stay, and the version keeps increasing.
    pub(crate) fn renew(&mut self, same: Option<&SiteMap>) {
        match same {
            Some(map) if !self.is_unbuilt() && self.wanted.is_done() => {
                self.set_wanted(&self.state(map, None, None));
            }
            _ => self.wanted.restart(),
        }
        self.forget_branch();
        self.whole = Branches::default();
        self.next_base(self.filter.branches.numbers());
        self.filter.forget();
        self.sorting.forget();
        self.lookups = Lookups::default();
        self.marks.renew();
        self.current.iter_mut().for_each(Current::forget);
        self.touch();
    }

    /// Returns `true` if nothing of the tree is built yet.
    pub(super) fn is_unbuilt(&self) -> bool {
        self.whole.entries.is_empty()
    }

    /// Returns the number of rows shown.
    pub fn len(&self) -> usize {
        self.shown().len()
    }

    /// Returns `true` if no row is shown.
    pub fn is_empty(&self) -> bool {
        self.shown().len() == 0
    }

    /// Returns `true` if a branch was not unfolded because of [`MAX_ROWS`].
    pub fn is_cut(&self) -> bool {
        self.whole.is_cut || self.filter.branches.is_cut
    }

    /// Returns the tree whose rows are shown.
    pub(super) fn shown(&self) -> &Branches {
        if self.filter.is_on() { &self.filter.branches } else { &self.whole }
    }

    /// Returns the id of a row of the shown tree.
    pub(super) fn id(&self, at: At) -> RowId {
        if self.filter.is_on() { RowId(self.base + at.0) } else { self.id_in_whole(at) }
    }

    /// Returns the id of a row of the whole tree.
    pub(super) fn id_in_whole(&self, at: At) -> RowId {
        RowId(at.0)
    }

    /// Returns the entry of a row, and `true` if the row is in the filtered tree.
    fn entry(&self, id: RowId) -> (At, bool) {
        match id.0.checked_sub(self.base) {
            Some(number) => (At(number), true),
            None => (At(id.0), false),
        }
    }

    /// Returns the tree of a row and the row's entry.
    pub(super) fn place(&self, id: RowId) -> Option<(&Branches, At)> {
        let (at, is_filtered) = self.entry(id);
        let branches = if is_filtered { &self.filter.branches } else { &self.whole };
        Some((branches, branches.place(at)?))
    }

    /// Like [`TreeView::place`], with mutable access and the source of its children.
    pub(super) fn place_mut<'a>(
        &'a mut self,
        map: &'a SiteMap,
        id: RowId,
    ) -> Option<(&'a mut Branches, At, Source<'a>)> {
        let (at, is_filtered) = self.entry(id);
        let (branches, source) = self.tree_mut(map, is_filtered);
        let at = branches.place(at)?;
        Some((branches, at, source))
    }

    /// Returns the filtered tree or the whole one, and the source of its children.
    fn tree_mut<'a>(&'a mut self, map: &'a SiteMap, is_filtered: bool) -> (&'a mut Branches, Source<'a>) {
        let found = is_filtered.then_some(&self.filter.marks);
        let branches = if is_filtered { &mut self.filter.branches } else { &mut self.whole };
        (branches, Source { map, sorting: &self.sorting, found, tree: None })
    }

    /// Updates the unfolded branches because more has been read.
    pub fn refresh(&mut self, map: &SiteMap) {
        self.note_growth(map, true);
        while self.rebuild(map, usize::MAX) {}
    }

    /// Starts [`TreeView::refresh`]. [`TreeView::refresh_more`] continues if there are many rows. Call this with
    /// `is_complete` at the end of a load: what was built before then may be outdated.
    pub(crate) fn refresh_in_steps(&mut self, map: &SiteMap, is_complete: bool) {
        self.note_growth(map, is_complete);
        self.refresh_more(map);
    }

    fn note_growth(&mut self, map: &SiteMap, is_complete: bool) {
        self.lookups.is_valid.set(false);
        self.lookups.addresses.get_mut().expire();
        self.current.iter().for_each(Current::expire);
        self.filter.expire();
        self.sorting.expire();
        self.marks.expire();
        let source = Source::whole(map, &self.sorting);
        let is_current = match self.rebuild.is_done() {
            true => self.whole.append(&source),
            false => !is_complete,
        };
        if !is_current {
            self.rebuild = Rebuild::Due;
        } else if self.rebuild.is_done() {
            self.open_wanted(map);
        }
        if self.filter.is_on() {
            self.filter.refresh(map, &self.lookups.parents(map), &self.sorting);
        }
        self.touch();
    }

    /// Builds more of the rows that must be built again, from the top down. Returns `true` if some remain.
    pub fn refresh_more(&mut self, map: &SiteMap) -> bool {
        self.rebuild(map, STEP)
    }

    /// Rebuilds about this number of entries. Returns `true` if some remain.
    pub(super) fn rebuild(&mut self, map: &SiteMap, entries: usize) -> bool {
        if self.rebuild.is_done() && self.filter.rebuild.is_done() {
            return false;
        }
        let source = Source::whole(map, &self.sorting);
        let is_more = self.rebuild.step(&mut self.whole, &source, entries)
            || !self.filter.rebuild.is_done()
                && self.filter.build_more(map, &self.lookups.parents(map), &self.sorting, entries);
        self.touch();
        if is_more {
            return true;
        }
        self.open_wanted(map);
        false
    }

    /// Returns the page of a row.
    pub fn page(&self, id: RowId) -> Option<NodeId> {
        self.place(id).map(|(branches, at)| branches.get(at).page)
    }

    /// Returns the parent of a row. Returns `None` at the top level.
    pub fn parent(&self, id: RowId) -> Option<RowId> {
        let (branches, at) = self.place(id)?;
        let above = Some(branches.get(branches.first_joined(at)).parent).filter(|&parent| parent != TOP)?;
        Some(RowId(id.0 - at.0 + above.0))
    }

    /// Returns the index of a row among those shown.
    pub fn row_of(&self, id: RowId) -> Option<usize> {
        let (branches, at) = self.place(id)?;
        branches.row_of(at).filter(|_| self.id(at) == id)
    }

    /// Expands a branch. In a filtered tree this shows all children of a match.
    pub fn expand(&mut self, map: &SiteMap, id: RowId) {
        self.keep_revealed();
        let Some((branches, at, source)) = self.place_mut(map, id) else { return };
        let is_changed = branches.expand(&source, at);
        if is_changed {
            self.touch();
        }
    }

    /// Starts to expand a branch with everything in it. [`TreeView::expand_more`] continues.
    pub fn expand_below(&mut self, map: &SiteMap, id: RowId) {
        // In a filtered tree this shows all children of a match.
        self.expand(map, id);
        let Some((branches, at, source)) = self.place_mut(map, id) else { return };
        let expansion = (Build::open_all(branches, &source, at), source.found.is_some());
        self.expansions.push(expansion);
    }

    /// Expands about this number of entries of the branches given to [`TreeView::expand_below`]. Returns `true` if some
    /// remain.
    pub fn expand_more(&mut self, map: &SiteMap, entries: usize) -> bool {
        let Some((mut build, is_filtered)) = self.expansions.pop() else { return false };
        let (branches, source) = self.tree_mut(map, is_filtered);
        if build.open_more(branches, &source, entries) {
            self.expansions.push((build, is_filtered));
        }
        self.touch();
        !self.expansions.is_empty()
    }

    /// Collapses a branch and all branches in it.
    pub fn collapse_below(&mut self, id: RowId) {
        self.keep_revealed();
        let (at, is_filtered) = self.entry(id);
        self.expansions.clear();
        let branches = if is_filtered { &mut self.filter.branches } else { &mut self.whole };
        if let Some(at) = branches.place(at) {
            branches.collapse_below(at);
            self.touch();
        }
    }

    /// Collapses a branch. The branches inside stay expanded and are shown again with it.
    pub fn collapse(&mut self, id: RowId) {
        self.keep_revealed();
        self.expansions.clear();
        let (at, is_filtered) = self.entry(id);
        let branches = if is_filtered { &mut self.filter.branches } else { &mut self.whole };
        let is_changed = branches.place(at).is_some_and(|at| branches.collapse(at));
        if is_changed {
            self.touch();
        }
    }

    /// Expands a row and its siblings.
    pub fn expand_siblings(&mut self, map: &SiteMap, id: RowId) {
        self.keep_revealed();
        let Some((branches, at, source)) = self.place_mut(map, id) else { return };
        branches.expand_siblings(&source, at);
        self.touch();
    }

    /// Expands every branch, up to [`MAX_ROWS`]. In a filtered tree this adds no rows that do not match.
    pub fn expand_all(&mut self, map: &SiteMap) {
        self.keep_revealed();
        let (branches, source) = self.tree_mut(map, self.filter.is_on());
        branches.expand_all(&source);
        self.touch();
    }

    /// Collapses every branch.
    pub fn collapse_all(&mut self) {
        self.keep_revealed();
        self.expansions.clear();
        match self.filter.is_on() {
            true => self.filter.branches.set_all_expanded(false),
            false => self.whole.set_all_expanded(false),
        }
        self.touch();
    }

    /// Shows only the pages whose titles or addresses have all words of a text, and their ancestors, expanded. Case and
    /// accents do not count. A text without words restores the whole tree.
    ///
    /// Rows have other ids in a filtered tree. The ids change again when the matches change. Many rows are built in steps:
    /// [`TreeView::refresh_more`] continues.
    pub fn set_filter(&mut self, map: &SiteMap, text: &str) {
        let words = Words::new(text);
        if words == *self.filter.words() {
            return;
        }
        self.expansions.clear();
        let before = self.filter.branches.numbers();
        if self.filter.set(map, &self.lookups.parents(map), &self.sorting, words) {
            self.next_base(before);
        }
        self.touch();
    }

    /// Indexes up to `pages` more pages for [`TreeView::set_filter`]. Returns `true` if some remain. Without this, the
    /// first filter indexes all pages at once.
    pub fn prepare_filter(&mut self, map: &SiteMap, pages: usize) -> bool {
        self.filter.prepare(map, pages) || self.lookups.prepare_parents(map, pages)
    }

    /// Moves the first id of filtered trees past the used ids.
    pub(super) fn next_base(&mut self, used: usize) {
        self.base += used as u32;
        if self.base > MAX_ID {
            self.base = FIRST_FILTERED_ID;
        }
    }

    /// Returns the number of matching pages. A page in several places counts once.
    pub fn matches(&self) -> usize {
        self.filter.matches
    }

    /// Returns the row that Enter opens in the filter box: the first match with a link, or the first match.
    pub fn first_match(&self, map: &SiteMap) -> Option<usize> {
        let branches = self.shown();
        let pages = branches.rows_from(0).map(|at| branches.get(at).page).enumerate();
        let mut matches = pages.filter(|(_, page)| self.filter.is_match(*page));
        let (first, page) = matches.next()?;
        if leads_to_page(map, page) {
            return Some(first);
        }
        Some(matches.find(|(_, page)| leads_to_page(map, *page)).map_or(first, |(row, _)| row))
    }

    /// Describes the expanded branches of the whole tree for [`TreeView::restore`]. `first` is the first visible row,
    /// to restore the scroll position. `active` is the row with the tab stop.
    pub fn state(&self, map: &SiteMap, first: Option<RowId>, active: Option<RowId>) -> Vec<String> {
        match self.is_unbuilt() {
            true => self.with_branch(map, self.wanted.rest()),
            false => {
                let whole = |id: Option<RowId>| match self.entry(id?) {
                    (at, false) => self.whole.place(at),
                    (_, true) => None,
                };
                let marked = MarkedRows { first: whole(first), active: whole(active) };
                self.with_branch(map, self.describe_whole(map, marked))
            }
        }
    }

    /// Restores a state from [`TreeView::state`]. Branches that do not exist yet are restored when they are loaded.
    pub fn restore(&mut self, map: &SiteMap, state: &[String]) {
        self.set_wanted(state);
        self.open_wanted(map);
        self.touch();
    }

    /// Returns the row that was the first visible one in the restored state. Returns `None` until it exists.
    pub fn restored_row(&self) -> Option<RowId> {
        self.wanted.found.first.map(|at| self.id_in_whole(at))
    }

    /// Returns the row that had the tab stop in the restored state. Returns `None` until it exists.
    pub fn restored_active(&self) -> Option<RowId> {
        self.wanted.found.active.map(|at| self.id_in_whole(at))
    }

    /// Expands the stored branches whose pages have arrived.
    pub(super) fn open_wanted(&mut self, map: &SiteMap) {
        self.open_wanted_branch(map);
        if self.wanted.is_done() || self.is_unbuilt() {
            return;
        }
        let source = Source::whole(map, &self.sorting);
        self.wanted.open(&mut self.whole, &source, &self.lookups.addresses(map));
    }
}

/// The order of siblings.
impl TreeView {
    /// Returns the current order of siblings.
    pub fn order(&self) -> Order {
        self.sorting.order
    }

    /// Sets the order of siblings. It uses the dates that [`TreeView::prepare_order`] has found so far. Rows keep their
    /// ids.
    pub fn set_order(&mut self, map: &SiteMap, order: Order) {
        if self.sorting.order != order {
            self.sorting.order = order;
            self.sort_again(map);
        }
    }

    /// Sets the address of the site's home page. Its row stays first in every order.
    pub(crate) fn set_home(&mut self, map: &SiteMap, url: Option<&str>) {
        let spellings = url.map(|url| spellings(&key(url))).unwrap_or_default();
        let homes: Vec<String> = spellings.into_iter().take(2).collect();
        if self.sorting.homes != homes {
            self.sorting.homes = homes;
            self.sort_again(map);
        }
    }

    /// Reads the dates of up to `pages` more pages if the order needs them. Returns `true` if some remain. After the
    /// last page it sorts the shown rows again if they use this order.
    pub fn prepare_order(&mut self, map: &SiteMap, order: Order, pages: usize) -> bool {
        if order != Order::Changed || self.sorting.is_prepared(map) {
            return self.refresh_more(map);
        }
        if self.lookups.prepare_parents(map, pages) {
            return true;
        }
        let is_more = self.sorting.prepare(map, &self.lookups.parents(map), pages);
        if !is_more && self.sorting.order == order {
            self.sort_again(map);
        }
        is_more || !self.rebuild.is_done() || !self.filter.rebuild.is_done()
    }

    /// Sorts the rows again. [`TreeView::refresh_more`] continues if there are many.
    pub(super) fn sort_again(&mut self, map: &SiteMap) {
        if !self.is_unbuilt() {
            self.rebuild = Rebuild::Due;
        }
        if self.filter.is_on() {
            self.filter.rebuild = Rebuild::Due;
        }
        self.refresh_more(map);
    }

    /// Returns the date of a page's last change, in seconds since 1970-01-01T00:00:00Z.
    pub fn changed(&self, map: &SiteMap, page: NodeId) -> Option<i64> {
        self.sorting.changed(map, page)
    }

    /// Returns `true` if any page has a date of its last change, or one of the first pages has a day in its address.
    pub fn has_dates(&self, map: &SiteMap) -> bool {
        order::has_dates(map)
    }
}

/// Returns `true` if the user can follow a row to a page.
pub(super) fn leads_to_page(map: &SiteMap, page: NodeId) -> bool {
    map.has_url(page) && !map.is(page, Flag::DELETED) && map.kind(page) != Kind::Document
}
