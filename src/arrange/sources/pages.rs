//! Claims of visited pages: their own titles, and rows for pages that nothing lists.

use crate::address::PageKey;
use crate::address::{key, spellings};
use crate::arrange::claims::{PlaceSource, TitleSource};
use crate::arrange::table::Table;
use crate::collections::keyed::HashMap;
use crate::limits::MAX_PATH_LEVELS;
use crate::page_facts::{Menu, PageFacts, SiteNames, Visit};
use crate::site_map::ListedTitles;
use crate::site_map::layer::Row;
use std::iter::successors;

impl Table<'_> {
    /// Returns the address of a visited page in the tree: the one that it was visited at if the tree has it, or the one that it
    /// names as its own. This may be that of the newest version.
    fn row_address<'a>(&self, page: &'a PageFacts) -> &'a str {
        if self.has_page(&page.url) { &page.url } else { page.own_url() }
    }

    /// Adds the visited pages that neither sitemaps nor menus contain. Each goes below the deepest page or folder whose
    /// path is a part of its own. Pages that say that there is no page are left out. Returns the rows of the visited pages, with
    /// the index of each visit.
    pub(in crate::arrange) fn claim_visits(&mut self, visits: &[Visit]) -> Vec<(Row, usize)> {
        let mut rows = Vec::new();
        // A forum or a wiki has its pages at the address of the home page, each with a query.
        let is_of_home = |key: &str| key.strip_prefix(&*self.rows.home).is_some_and(|rest| rest.starts_with('?'));
        let has_queries = self.rows.made_at.keys().any(|key| is_of_home(key));
        let home = visits.iter().find(|visit| visit.key == self.rows.home).map(|visit| &visit.facts.title);
        for (at, visit) in visits.iter().enumerate() {
            let url = self.row_address(&visit.facts);
            if !visit.is_page() || visit.is_redirect() || visit.facts.is_error() {
                continue;
            }
            let bare = url.split('?').next().unwrap_or(url);
            let row = match self.page_at(url).filter(|&row| self.has_url(row)) {
                _ if self.is_home(bare)
                    && (bare.len() == url.len() || !has_queries || home == Some(&visit.facts.title)) =>
                {
                    self.visited_home(bare)
                }
                Some(row) => Some(row),
                None if bare.len() < url.len() && !self.is_home(bare) && self.has_page(bare) => None,
                None => self.make_page(url),
            };
            rows.extend(row.map(|row| (row, at)));
        }
        // A page may be below one that was visited, too.
        rows.iter().for_each(|(row, _)| self.place_by_own_address(*row));
        rows
    }

    /// Returns the home page. Adds it if nothing lists it. The host's home page is not a page of a site below a path.
    fn visited_home(&mut self, url: &str) -> Option<Row> {
        let is_other = key(url) != self.rows.home
            || spellings(&self.rows.home).iter().any(|key| self.page_of_key(key).is_some_and(|row| self.has_url(row)));
        if is_other { None } else { self.make_page(url) }
    }

    /// Gives a page that nothing has placed a place by its address. If breadcrumbs have placed the page, this applies to the
    /// first of them.
    fn place_by_own_address(&mut self, page: Row) {
        let above = |row: &Row| self.parent_of_place(*row);
        let top = successors(Some(page), above).take(MAX_PATH_LEVELS).last().unwrap_or(page);
        if self.made(top).is_none() || self.rows.about(top).place.is_some() || self.parent(top).is_some() {
            return;
        }
        let key = self.key_of(top).to_owned();
        let parent = self.deepest_above(&key).filter(|&parent| !self.is_above(top, parent)).unwrap_or(self.rows.root);
        self.rows.put_behind(top, parent);
    }

    /// Returns the deepest page or folder above a key that is shown.
    fn deepest_above(&self, key: &str) -> Option<Row> {
        let key = PageKey::of_text(key)?;
        let mut end = key.parent();
        loop {
            let level = &key.as_str()[..end];
            if end <= key.host_end() {
                return Some(self.top_of_host(level));
            }
            let shown = self
                .find(level)
                .map(|row| self.owner(row))
                .filter(|&row| !self.is_folder_only(row) || self.has_children(row));
            if shown.is_some() {
                return shown;
            }
            if let Some(page) = self.twin(level) {
                return Some(page);
            }
            end = PageKey::of_text(level)?.parent();
        }
    }

    /// Claims the title that a list of the site gives to the page with this key. A page that is known without `.html` has the
    /// title of that address, if there is one.
    pub(in crate::arrange) fn claim_listed_title(
        &mut self,
        key: &str,
        title: &str,
        source: TitleSource,
        listed: &ListedTitles,
    ) {
        let Some(row) = self.page_of_key(key).filter(|&row| self.has_url(row)) else { return };
        if self.key_of(row) == key || !listed.contains_key(self.key_of(row)) {
            self.name(row, title, source);
        }
    }

    /// Claims the titles that a footer or a list in the content of a page gives.
    pub(in crate::arrange) fn claim_footer(&mut self, menu: &Menu) {
        for entry in &menu.entries {
            if let Some(row) = entry.url.as_ref().and_then(|url| self.page_at(url)) {
                self.name(row, &entry.text, TitleSource::Breadcrumb);
            }
        }
    }

    /// Claims the titles of visited pages, and that of the home page.
    pub(in crate::arrange) fn claim_titles(&mut self, visits: &[Visit], names: &SiteNames, home: &str) {
        // The home page has the name of the site. Its heading is often a slogan.
        let has_title = |(_, visit): &(usize, &Visit)| !visit.is_redirect() && !visit.facts.is_error();
        let mut heads = Vec::new();
        for (at, visit) in visits.iter().enumerate().filter(has_title) {
            self.listen_to(Some(at));
            let url = self.row_address(&visit.facts);
            if self.is_home(url) {
                continue;
            }
            let (Some(row), Some(title)) = (self.page_at(url), names.page(visit)) else { continue };
            match visit.is_page() {
                true => self.name(row, &title, TitleSource::Page),
                false => heads.push((at, row, title)),
            }
        }
        let mut uses: HashMap<String, usize> = HashMap::default();
        heads.iter().for_each(|(_, _, title)| *uses.entry(title.clone()).or_default() += 1);
        // A title that several pages have says what they have in common.
        for (at, row, title) in heads.iter().filter(|(_, _, title)| uses.get(title) == Some(&1)) {
            self.listen_to(Some(*at));
            self.name(*row, title, TitleSource::Head);
        }
        self.listen_to(None);
        if let (Some(row), Some(name)) = (self.page_at(home), names.site()) {
            self.name(row, name, TitleSource::Site);
        }
    }

    /// Notes the rows of pages that only visits have shown.
    pub(in crate::arrange) fn note_only_visited(&mut self, rows: &[(Row, usize)]) {
        for &(row, _) in rows {
            let about = self.rows.about(row);
            let is_in_menu = about.place.is_some_and(|place| place.source == PlaceSource::Menu);
            if !is_in_menu && (about.url.is_some() || self.made(row).is_some()) {
                self.rows.about_mut(row).is_only_visited = true;
            }
        }
    }
}
