//! Pages by their addresses.

use crate::address::{hash, key, spellings};
use crate::collections::sort;
use crate::site_map::{NodeId, SiteMap};
use crate::text::Span;

/// Pages by the keys of their addresses. Made when it is asked for, and extended by what has been read since.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// By the first bits of the hash: hash and page in one number. A page whose address has changed has several, of which
    /// one is right. Nothing is sorted, which would take long at once.
    parts: Vec<Vec<u64>>,
    seen: Vec<Span>,
    is_complete: bool,
    /// The page to be looked at next.
    next: usize,
}

/// Parts are short enough to be gone through, and few enough to be filled quickly.
const PART_BITS: u32 = 10;

fn part_of(hash: u32) -> usize {
    (hash >> (u32::BITS - PART_BITS)) as usize
}

impl Addresses {
    /// More may have been read.
    pub(super) fn expire(&mut self) {
        self.is_complete = false;
        self.next = 0;
    }

    /// Looks at so many pages for what has been read since; whether there are more.
    pub(super) fn go_on(&mut self, map: &SiteMap, pages: usize) -> bool {
        if self.is_complete(map) {
            return false;
        }
        let mut url = String::new();
        self.parts.resize(1 << PART_BITS, Vec::new());
        self.seen.resize(map.len(), Span::default());
        let end = self.next.saturating_add(pages).min(map.len());
        for page in self.next..end {
            let (_, span) = map.stamp(page as NodeId);
            if self.seen[page] == span {
                continue;
            }
            self.seen[page] = span;
            let address = map.full_url(page as NodeId).or_else(|| {
                url.clear();
                map.write_url(page as NodeId, &mut url).then_some(&*url)
            });
            if let Some(hash) = address.map(hash) {
                self.parts[part_of(hash)].push(u64::from(hash) << 32 | page as u64);
            }
        }
        self.is_complete = end == map.len();
        self.next = if self.is_complete { 0 } else { end };
        !self.is_complete
    }

    /// Whether every page of the map has been looked at.
    pub(super) fn is_complete(&self, map: &SiteMap) -> bool {
        self.is_complete && self.seen.len() == map.len()
    }

    /// The entries that stand for the page at an address: those with the address or, where there are none, with its next
    /// best spelling; at last the folder that the page is the own page of.
    pub(super) fn resolve(&self, map: &SiteMap, url: &str) -> Vec<NodeId> {
        let spellings = spellings(url);
        let listed = spellings.iter().map(|url| self.find(map, &key(url)));
        let folders = spellings.iter().filter(|url| !url.contains('?')).map(|url| map.folders_at(url));
        listed.chain(folders).find(|pages| !pages.is_empty()).unwrap_or_default()
    }

    /// The pages with this key, by number.
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
