//! The current page in the tree: its row, the way to it, its neighbours.

use super::branches::{At, Source, TOP};
use super::current::Current;
use super::neighbours::{Neighbour, Walk};
use super::row::RowId;
use super::tree_view::TreeView;
use crate::limits::MAX_TRAIL;
use crate::site_map::{NodeId, SiteMap};

impl TreeView {
    /// Makes so much ready of what the page being looked at is found by; whether there is more.
    pub fn prepare_current(&mut self, map: &SiteMap, pages: usize) -> bool {
        self.current.is_some()
            && (self.lookups.addresses.get_mut().go_on(map, pages)
                || !self.current_pages(map).is_empty() && self.lookups.make_ways(map, pages))
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
    pub(super) fn current_pages(&self, map: &SiteMap) -> Vec<NodeId> {
        let Some(current) = &self.current else { return Vec::new() };
        let pages = current.pages(map, &self.lookups.addresses(map)).clone();
        if current.was_wrong() {
            self.touch();
        }
        pages
    }

    /// Whether an entry stands for the page being looked at. As long as not all pages have been looked at, this is a guess
    /// by its address: a row that is painted does not wait for that.
    pub(super) fn is_current(&self, map: &SiteMap, page: NodeId, url: Option<&str>) -> bool {
        let Some(current) = &self.current else { return false };
        let addresses = self.lookups.addresses.borrow();
        match addresses.is_complete(map) {
            true => current.pages(map, &addresses).binary_search(&page).is_ok(),
            false => current.guess(page, url),
        }
    }

    /// The pages from the top level down to the nearest of these. Where there are none, the ways up, which take time and
    /// memory, are not looked for.
    pub(super) fn way_to(&self, map: &SiteMap, pages: &[NodeId]) -> Option<Vec<NodeId>> {
        if pages.is_empty() { None } else { self.lookups.way(map, pages) }
    }

    /// The first row shown that is the page being looked at.
    pub fn current_row(&self, map: &SiteMap) -> Option<usize> {
        self.row_of_any(&self.current_pages(map))
    }

    pub(super) fn row_of_any(&self, pages: &[NodeId]) -> Option<usize> {
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
}
