//! What the visited pages of the site say about it.

use super::state::Session;
use crate::address::{is_same_site, key, origin};
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
    /// Adds what a visited page says about its site. Returns `true` if the tree has changed. Facts of another site are
    /// ignored. Declared trees do not change.
    pub fn add_facts(&mut self, mut page: PageFacts) -> bool {
        page.limit();
        let Some(site) = self.origin.clone() else { return false };
        if !is_same_site(&site, &page.url) && !is_same_site(&page.url, &site) {
            return false;
        }
        if !self.visited.add(page) || self.is_loading {
            return false;
        }
        self.refresh_with_facts()
    }

    /// Adds what is known from visited pages to the tree that is shown, and updates its rows. Returns `true` if the tree
    /// has changed.
    pub(super) fn refresh_with_facts(&mut self) -> bool {
        let is_changed = self.apply_facts(true);
        if is_changed {
            self.view.refresh(self.shown.map());
        }
        is_changed
    }

    /// Adds what is known from visited pages to the tree that is shown. Creates a tree if the site has no sitemap.
    /// Returns `true` if the tree has changed. The caller updates the rows.
    pub(super) fn apply_facts(&mut self, is_complete: bool) -> bool {
        let Some(home) = site_home(&self.visited.visits) else { return false };
        if self.shown.is_empty() && is_complete && self.visited.visits.iter().any(Visit::has_places) {
            self.shown = Site::without_sitemap(&home);
        }
        origin(self.shown.url()).is_some() && self.shown.add_visits(&self.visited.visits, &home, is_complete)
    }
}
