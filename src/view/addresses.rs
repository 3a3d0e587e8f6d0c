//! Finds pages by their addresses.

use crate::address::{hash_of_normal, key, spellings};
use crate::collections::keyed::hash;
use crate::collections::sort;
use crate::site_map::{NodeId, SiteMap};
use crate::text::Span;

/// Pages by the keys of their addresses. Built at the first use and extended when more has been read.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// Hash and page in one number, grouped by the first bits of the hash. If the address of a page changes, its old
    /// entries stay and are ignored. The entries are not sorted, because sorting all at once would take long.
    parts: Vec<Vec<u64>>,
    seen: Vec<Span>,
    is_complete: bool,
    /// The next page to index.
    next: usize,
}

/// Few enough groups to fill quickly, and each short enough for a linear search.
const PART_BITS: u32 = 10;

fn part_of(hash: u32) -> usize {
    (hash >> (u32::BITS - PART_BITS)) as usize
}

impl Addresses {
    /// Marks the index as outdated because the map may have grown.
    pub(super) fn expire(&mut self) {
        self.is_complete = false;
        self.next = 0;
    }

    /// Indexes up to `pages` more pages. Pages that are already indexed hardly count. Returns `true` if some remain.
    pub(super) fn step(&mut self, map: &SiteMap, pages: usize) -> bool {
        if self.is_complete(map) {
            return false;
        }
        let mut url = String::new();
        self.parts.resize(1 << PART_BITS, Vec::new());
        self.seen.resize(map.len(), Span::default());
        /// Indexing a page takes about as long as checking that this number of pages are already indexed.
        const INDEXED: usize = 16;
        let mut work = pages.saturating_mul(INDEXED);
        let mut page = self.next;
        while page < map.len() && work > 0 {
            let at = page;
            page += 1;
            let (_, span) = map.stamp(at as NodeId);
            if self.seen[at] == span {
                work -= 1;
                continue;
            }
            work = work.saturating_sub(INDEXED);
            self.seen[at] = span;
            let address = map.full_url(at as NodeId).or_else(|| {
                url.clear();
                map.write_url(at as NodeId, &mut url).then_some(&*url)
            });
            if let Some(hash) = address.map(hash_of_normal) {
                self.parts[part_of(hash)].push(u64::from(hash) << 32 | at as u64);
            }
        }
        self.is_complete = page == map.len();
        self.next = if self.is_complete { 0 } else { page };
        !self.is_complete
    }

    /// Returns `true` if every page of the map is indexed.
    pub(super) fn is_complete(&self, map: &SiteMap) -> bool {
        self.is_complete && self.seen.len() == map.len()
    }

    /// Returns the entries of the page at an address. If no entry has this address, tries its other spellings, the best
    /// one first. Last comes the folder whose own page has this address.
    pub(super) fn resolve(&self, map: &SiteMap, url: &str) -> Vec<NodeId> {
        let spellings = spellings(&key(url));
        let listed = spellings.iter().map(|key| self.find(map, key));
        let folders = spellings.iter().filter(|key| !key.contains('?')).map(|key| map.folders_of(key));
        listed.chain(folders).find(|pages| !pages.is_empty()).unwrap_or_default()
    }

    /// Returns the pages with this key, sorted by number.
    pub(super) fn find(&self, map: &SiteMap, wanted: &str) -> Vec<NodeId> {
        let hash = hash(wanted);
        let is_it = |page: &NodeId| map.url(*page).is_some_and(|url| key(&url) == wanted);
        let same = self.parts.get(part_of(hash)).into_iter().flatten().filter(|number| (**number >> 32) as u32 == hash);
        let found: Vec<NodeId> = same.map(|number| *number as NodeId).filter(is_it).collect();
        let mut sorted: Vec<NodeId> = sort::by_key(found.iter().copied()).map(|at| found[at]).collect();
        sorted.dedup();
        sorted
    }
}
