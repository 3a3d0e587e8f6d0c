//! The tree view: which branches are open and which rows that makes. The painter asks for a window of rows.
//!
//! A row is an occurrence of a page: the same page in two places is two rows. Occurrences are made when their
//! branch is opened first, so a document that describes an endless tree costs nothing until then. While the tree is
//! filtered the rows are those of a tree of its own, beside the whole one, which stays as it is.

use super::branches::{At, Branches, Source, TOP};
use super::current::Current;
use super::filter::Filter;
use super::lookups::Lookups;
use super::neighbours::{Neighbour, Walk};
use super::row::{DocumentState, Row, RowId};
use super::search::Words;
use super::sorting::{Order, Sorting};
use super::state::{Spots, Wanted};
use super::{distinct, sorting, state};
use crate::limits::{MAX_ROWS, MAX_TRAIL};
use crate::site_map::{Flag, Kind, NodeId, SiteMap, State};
use crate::text::case_folding;
use crate::tree;
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
    fn touch(&self) {
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

    fn is_untouched(&self) -> bool {
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
    fn shown(&self) -> &Branches {
        if self.filter.is_on() { &self.filter.branches } else { &self.whole }
    }

    /// The number of a row of the tree that is shown.
    fn id(&self, at: At) -> RowId {
        let number = self.shown().get(at).number;
        if self.filter.is_on() { self.base + number } else { number }
    }

    /// The tree of a row, and its place there.
    fn place(&self, id: RowId) -> Option<(&Branches, At)> {
        let (branches, number) = match id.checked_sub(self.base) {
            Some(number) => (&self.filter.branches, number),
            None => (&self.whole, id),
        };
        Some((branches, branches.place(number)?))
    }

    /// The same to change it, with what its children are made of.
    fn place_mut<'a>(&'a mut self, map: &'a SiteMap, id: RowId) -> Option<(&'a mut Branches, At, Source<'a>)> {
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

    /// The rows of a window.
    pub fn rows(&self, map: &SiteMap, range: std::ops::Range<usize>) -> Vec<Row> {
        let rows = &self.shown().rows;
        let end = range.end.min(rows.len());
        let ids = rows.get(range.start.min(end)..end).unwrap_or_default();
        let mut made: Vec<Row> = ids.iter().map(|&at| self.row(map, at)).collect();
        let beside = |index: Option<usize>| index.and_then(|index| rows.get(index)).map(|&at| self.row(map, at));
        let above = beside(range.start.checked_sub(1));
        let below = beside(Some(end));
        for at in 0..made.len() {
            let neighbours =
                [if at == 0 { above.as_ref() } else { made.get(at - 1) }, made.get(at + 1).or(below.as_ref())];
            let row = &made[at];
            let first_match = row.highlights.first().map(|&(start, _)| start);
            let sibling = |other: &&Row| other.level == row.level;
            let titles = neighbours.map(|row| row.filter(sibling).map(|row| row.title.as_str()));
            // An address beside the title leaves no room for two parts of it.
            let has_room = row.found.is_none();
            made[at].cut = has_room.then(|| distinct::cut(&row.title, first_match, titles)).flatten();
        }
        made
    }

    fn row(&self, map: &SiteMap, at: At) -> Row {
        let branches = self.shown();
        let occurrence = branches.get(at);
        let page = occurrence.page;
        let url = map.url(page);
        let found = self.filter.is_on().then_some(&self.filter.marks);
        let expandable = branches.is_expandable(&Source { map, sorting: &self.sorting, found }, at);
        let (state, reason) = match map.documents().state(page) {
            Some(State::Pending) => (Some(DocumentState::Pending), None),
            Some(State::Loading) => (Some(DocumentState::Loading), None),
            Some(State::Failed(why)) => (Some(DocumentState::Failed), Some(why.clone())),
            Some(State::Loaded) | None => (None, None),
        };
        let title = map.title(page);
        let label = tree::label(map, page);
        let before = branches.titles_before(map, at);
        let by = before.encode_utf16().count() as u32;
        // What is shown in place of a title is another text.
        let highlights = if label.is_some() { Vec::new() } else { self.filter.highlights(page, &title) };
        let first = branches.get(branches.first_joined(at));
        let is_current_above = || branches.joined_above(at).any(|at| self.is_current(map, branches.get(at).page, None));
        Row {
            id: self.id(at),
            kind: map.kind_of_row(page),
            highlights: highlights.into_iter().map(|(start, end)| (start + by, end + by)).collect(),
            cut: None,
            found: self.filter.found_address(map, page, &title),
            leads_on: self.filter.only_leads_on(page),
            title: before + &title,
            label,
            current: self.is_current(map, page, url.as_deref()) || is_current_above(),
            url,
            icon: map.icon(page),
            level: branches.level(at),
            setsize: branches.get(first.parent).children,
            posinset: first.position,
            expandable,
            expanded: expandable && occurrence.expanded,
            menu: map.has_menu(page),
            state,
            reason,
            deleted: map.is(page, Flag::DELETED),
        }
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

    /// Makes so much ready of what the page being looked at is found by; whether there is more.
    pub fn prepare_current(&mut self, map: &SiteMap, pages: usize) -> bool {
        self.current.is_some()
            && (self.lookups.addresses.get_mut().go_on(map, pages)
                || !self.current_pages(map).is_empty() && self.lookups.make_ways(map, pages))
    }

    /// So many numbers have been used.
    fn next_base(&mut self, used: usize) {
        self.base += used as RowId;
        if self.base > MAX_ID {
            self.base = FOUND;
        }
    }

    /// Number of pages that the filter finds, each counted once however often it is shown.
    pub fn matches(&self) -> usize {
        self.filter.matches
    }

    /// The order of siblings.
    pub fn order(&self) -> Order {
        self.sorting.order
    }

    /// The first row that matches and can be followed, else the first one that matches: what the filter's box opens.
    pub fn first_match(&self, map: &SiteMap) -> Option<usize> {
        let branches = self.shown();
        let page = |row: usize| branches.get(branches.rows[row]).page;
        let leads = |page| map.has_url(page) && !map.is(page, Flag::DELETED) && map.kind(page) != Kind::Document;
        let matches = || (0..branches.rows.len()).filter(|&row| self.filter.is_match(page(row)));
        matches().find(|&row| leads(page(row))).or_else(|| matches().next())
    }

    /// Puts siblings into another order, as far as [`TreeView::prepare_order`] knows it. Their rows keep their numbers.
    pub fn set_order(&mut self, map: &SiteMap, order: Order) {
        if self.sorting.order != order {
            self.sorting.order = order;
            self.sort_again(map);
        }
    }

    /// Looks at up to `pages` more pages for what an order must know of all of them. Returns true if some remain. With the
    /// last ones, rows that are in this order already are sorted again.
    pub fn prepare_order(&mut self, map: &SiteMap, order: Order, pages: usize) -> bool {
        if order != Order::Changed || self.sorting.is_prepared(map) {
            return false;
        }
        if self.lookups.make_ways(map, pages) {
            return true;
        }
        let is_more = self.sorting.prepare(map, &self.lookups.ways(map), pages);
        if !is_more && self.sorting.order == order {
            self.sort_again(map);
        }
        is_more
    }

    fn sort_again(&mut self, map: &SiteMap) {
        if !self.is_untouched() {
            self.whole.refresh(&Source { map, sorting: &self.sorting, found: None });
        }
        if self.filter.is_on() {
            let found = Some(&self.filter.marks);
            self.filter.branches.refresh(&Source { map, sorting: &self.sorting, found });
        }
        self.touch();
    }

    /// When a page has changed last, as the site says: seconds from 1970-01-01T00:00:00Z.
    pub fn changed(&self, map: &SiteMap, page: NodeId) -> Option<i64> {
        self.sorting.changed(map, page)
    }

    /// Whether any page says when it has changed.
    pub fn has_dates(&self, map: &SiteMap) -> bool {
        (0..map.len() as NodeId).any(|page| sorting::change(map, page).is_some())
    }

    /// The first row after `from`, wrapping around, whose title begins with `text`, whatever its case and accents.
    /// With more than one letter `from` itself counts.
    pub fn type_ahead(&self, map: &SiteMap, from: usize, text: &str) -> Option<usize> {
        let prefix: String = case_folding::folded(text).collect();
        let branches = self.shown();
        let count = branches.rows.len();
        if prefix.is_empty() || count == 0 {
            return None;
        }
        let first = from + usize::from(text.chars().nth(1).is_none());
        (first..first + count).map(|row| row % count).find(|&row| {
            let first = branches.first_joined(branches.rows[row]);
            case_folding::starts_with(&map.title(branches.get(first).page), &prefix)
        })
    }

    /// Says which page is being looked at.
    pub fn set_current(&mut self, url: Option<&str>) {
        let current = url.map(Current::new);
        if current.as_ref().map(Current::key) != self.current.as_ref().map(Current::key) {
            self.current = current;
            self.touch();
        }
    }

    /// The entries that stand for the page being looked at, by number.
    fn current_pages(&self, map: &SiteMap) -> Vec<NodeId> {
        let Some(current) = &self.current else { return Vec::new() };
        let pages = current.pages(map, &self.lookups.addresses(map)).clone();
        if current.was_wrong() {
            self.touch();
        }
        pages
    }

    /// Whether an entry stands for the page being looked at. As long as not all pages have been looked at, this is a guess
    /// by its address: a row that is painted does not wait for that.
    fn is_current(&self, map: &SiteMap, page: NodeId, url: Option<&str>) -> bool {
        let Some(current) = &self.current else { return false };
        let addresses = self.lookups.addresses.borrow();
        match addresses.is_complete(map) {
            true => current.pages(map, &addresses).binary_search(&page).is_ok(),
            false => current.guess(page, url),
        }
    }

    /// The pages from the top level down to the nearest of these. Where there are none, the ways up, which take time and
    /// memory, are not looked for.
    fn way_to(&self, map: &SiteMap, pages: &[NodeId]) -> Option<Vec<NodeId>> {
        if pages.is_empty() { None } else { self.lookups.way(map, pages) }
    }

    /// The first row shown that is the page being looked at.
    pub fn current_row(&self, map: &SiteMap) -> Option<usize> {
        self.row_of_any(&self.current_pages(map))
    }

    fn row_of_any(&self, pages: &[NodeId]) -> Option<usize> {
        let branches = self.shown();
        let has = |at: At| pages.binary_search(&branches.get(at).page).is_ok();
        let is_one = |at: &At| has(*at) || branches.joined_above(*at).any(has);
        if pages.is_empty() { None } else { branches.rows.iter().position(is_one) }
    }

    /// Opens the branches above the page being looked at, by the shortest way; its first row. A filtered tree stays filtered:
    /// what is not found is not revealed.
    pub fn reveal_current(&mut self, map: &SiteMap) -> Option<usize> {
        let pages = self.current_pages(map);
        if let Some(row) = self.row_of_any(&pages) {
            return Some(row);
        }
        match self.filter.is_on() {
            true => self.filter.branches.open_to(&pages)?,
            false => {
                let way = self.way_to(map, &pages)?;
                self.whole.open_way(&Source { map, sorting: &self.sorting, found: None }, &way)?
            }
        };
        self.touch();
        // What had been open below an opened branch shows again, and may have the page before the one at the end of the way.
        self.row_of_any(&pages)
    }

    /// Opens the branches of the whole tree above a row of the filtered one; its number there. For what is done when
    /// the filter is taken away.
    pub fn reveal(&mut self, map: &SiteMap, id: RowId) -> Option<RowId> {
        let (branches, mut at) = self.place(id)?;
        let mut way = Vec::new();
        while at != TOP {
            way.push(branches.get(at).page);
            at = branches.get(at).parent;
        }
        way.reverse();
        self.touch();
        let at = self.whole.open_way(&Source { map, sorting: &self.sorting, found: None }, &way)?;
        Some(self.whole.get(at).number)
    }

    /// The pages from the top level down to the one being looked at, by the shortest way: page, title and address. Of a
    /// long way the last [`MAX_TRAIL`].
    pub fn trail(&self, map: &SiteMap) -> Vec<(NodeId, String, Option<String>)> {
        let way = self.way_to(map, &self.current_pages(map));
        let step = |page: NodeId| (page, map.title(page).into_owned(), map.url(page));
        let way = way.unwrap_or_default();
        way[way.len().saturating_sub(MAX_TRAIL)..].iter().copied().map(step).collect()
    }

    /// The address of the page before, behind or above the one being looked at, in the order of the whole tree with all
    /// branches open. Entries without an address do not count. Above the top level is the site's home page.
    pub fn neighbour(&self, map: &SiteMap, which: Neighbour) -> Option<String> {
        let pages = self.current_pages(map);
        let way = self.way_to(map, &pages)?;
        let found = Walk::new(map, &self.sorting, &way)?.address(which, &pages);
        let home = || self.current.as_ref()?.home(map, &self.lookups.addresses(map));
        if which == Neighbour::Up { found.or_else(home) } else { found }
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
