//! What the visited pages of the site say about it.

use super::state::Session;
use crate::address::{is_same_site, key, origin};
use crate::format::Structure;
use crate::limits::{MAX_FACT_BYTES, MAX_FACT_PAGES};
use crate::page_facts::{PageFacts, Visit, site_home};
use crate::site::Site;

/// The facts of the pages that the user has visited, in the order of the first visits.
#[derive(Debug, Default)]
pub(super) struct Visited {
    visits: Vec<Visit>,
    bytes: usize,
    /// The serial number of the last facts.
    last: u32,
}

impl Visited {
    /// Adds a page, or replaces what it said before. Returns `false` if there are too many pages.
    fn add(&mut self, page: PageFacts) -> bool {
        let known = self.visits.iter().position(|known| key(&known.facts.url) == key(&page.url));
        self.last += 1;
        let visit = Visit::new(self.last, page);
        let bytes = self.bytes + visit.memory();
        match known {
            Some(at) if self.visits[at].says_the_same(&visit) => return false,
            _ if bytes > MAX_FACT_BYTES => return false,
            Some(at) => self.visits[at] = visit,
            None if self.visits.len() < MAX_FACT_PAGES => self.visits.push(visit),
            None => return false,
        }
        self.bytes = self.visits.iter().map(Visit::memory).sum();
        true
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Session {
    /// Adds what a visited page says about its site. Returns `true` if the tree may have changed. Facts of another site
    /// are ignored. Declared trees do not change.
    pub fn add_facts(&mut self, mut page: PageFacts) -> bool {
        page.limit();
        let Some(site) = self.origin.clone() else { return false };
        if !is_same_site(&site, &page.url) && !is_same_site(&page.url, &site) {
            return false;
        }
        if !self.visited.add(page) {
            return false;
        }
        if self.is_loading {
            return false;
        }
        self.apply_facts(true);
        self.shown.structure() == Structure::Derived && self.shown.has_rows()
    }

    /// Adds what is known from visited pages to the tree that is shown. Creates a tree if the site has no sitemap.
    pub(super) fn apply_facts(&mut self, is_complete: bool) {
        let Some(home) = site_home(&self.visited.visits) else { return };
        if self.shown.is_empty() && is_complete && self.visited.visits.iter().any(Visit::has_places) {
            self.shown = Site::without_sitemap(&home);
        }
        if !self.shown.is_empty() && origin(self.shown.url()).is_some() {
            self.shown.add_visits(&self.visited.visits, &home, is_complete);
            self.view.refresh(self.shown.map());
        }
    }
}
