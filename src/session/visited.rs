//! The facts of the visited pages of the site.

use crate::address::{folder_contains, key};
use crate::limits::{MAX_FACT_BYTES, MAX_FACT_PAGES};
use crate::page_facts::{PageFacts, Visit};

/// The facts of the pages that the user has visited, in the order of the first visits.
#[derive(Debug, Default)]
pub(super) struct Visited {
    pub(super) visits: Vec<Visit>,
    bytes: usize,
    /// The serial number of the last facts.
    last: u32,
}

impl Visited {
    /// Adds the facts of a page, or replaces the earlier ones. Returns `false` if there are too many pages.
    pub(super) fn add(&mut self, page: PageFacts) -> bool {
        self.last += 1;
        self.add_visit(Visit::new(self.last, page))
    }

    /// Adds the facts from a list of the site, as if they were those of a page.
    pub(super) fn add_list(&mut self, page: PageFacts) {
        self.last += 1;
        let mut visit = Visit::new(self.last, page);
        visit.is_list = true;
        self.add_visit(visit);
    }

    fn add_visit(&mut self, visit: Visit) -> bool {
        let known = self.visits.iter().position(|known| known.key == visit.key);
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

    /// Returns the visit to a page, if its facts are known.
    pub(super) fn visit(&self, page_url: &str) -> Option<&Visit> {
        let page = key(page_url);
        self.visits.iter().find(|visit| visit.key == page)
    }

    /// Removes the facts of pages outside of a folder.
    pub(super) fn retain_within(&mut self, folder: &str) {
        self.visits.retain(|visit| folder_contains(folder, &visit.facts.url));
        self.bytes = self.visits.iter().map(Visit::memory).sum();
    }
}
