//! The search text: the case-folded titles and addresses of all pages in one string.
//!
//! It is built when the first filter is set and grows with the map. If a title changes, the page gets a new entry at
//! the end and the old entry is ignored.

use super::words::{Words, split_host};
use crate::address::reference;
use crate::collections::sort;
use crate::limits::MAX_SEARCH_BYTES;
use crate::site_map::{Flag, NodeId, SiteMap};
use crate::text::{Span, case_folding};
use memchr::memmem::Finder;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// The case-folded text of all pages.
#[derive(Debug, Default)]
pub(super) struct SearchText {
    text: String,
    /// The end and the page of each entry.
    ends: Vec<u32>,
    owners: Vec<NodeId>,
    /// The entry of each node, with the title and address that it contains.
    entries: Vec<IndexEntry>,
    /// Number of outdated entries.
    stale: usize,
    /// Pages that did not fit. They are folded again in each search.
    unindexed: Vec<NodeId>,
    is_complete: bool,
    /// The next page to index.
    next: usize,
    /// `true` if text was added since the last call of [`SearchText::extend`].
    has_grown: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct IndexEntry {
    /// The number of the entry from 1, or 0 for none.
    number: u32,
    stamp: (Span, Span),
}

impl SearchText {
    /// Returns the approximate memory use in bytes.
    pub(super) fn memory(&self) -> usize {
        let numbers = self.ends.capacity() + self.owners.capacity() + self.unindexed.capacity();
        self.text.capacity() + numbers * size_of::<u32>() + self.entries.capacity() * size_of::<IndexEntry>()
    }

    /// Marks the text as outdated because the map may have grown.
    pub(super) fn expire(&mut self) {
        self.is_complete = false;
        self.next = 0;
    }

    /// Indexes all remaining pages. Returns `true` if text was added since the last call.
    pub(super) fn extend(&mut self, map: &SiteMap) -> bool {
        while self.step(map, usize::MAX) {}
        std::mem::take(&mut self.has_grown)
    }

    /// Indexes up to `pages` more pages. Returns `true` if some remain.
    pub(super) fn step(&mut self, map: &SiteMap, pages: usize) -> bool {
        if self.is_complete && self.entries.len() == map.len() {
            return false;
        }
        if self.stale > self.ends.len() / 2 {
            *self = SearchText::default();
        }
        if self.entries.is_empty() {
            self.has_grown = true;
            // Reserve all memory at once, because growing in steps would copy the text many times.
            let length = |page: NodeId| map.stamp(page).0.len() + map.stamp(page).1.len() + 2;
            let room: usize = (0..map.len() as NodeId).map(length).sum();
            self.text.reserve(room.min(MAX_SEARCH_BYTES));
            self.ends.reserve(map.pages());
            self.owners.reserve(map.pages());
            self.entries.reserve(map.len());
        }
        let mut url = String::new();
        let end = self.next.saturating_add(pages).min(map.len());
        for page in self.next..end {
            let stamp = map.stamp(page as NodeId);
            match self.entries.get(page) {
                Some(entry) if entry.stamp == stamp => continue,
                Some(_) => self.stale += usize::from(self.entries[page].number > 0),
                None => self.entries.push(IndexEntry::default()),
            }
            self.entries[page] = IndexEntry { number: 0, stamp };
            let start = self.text.len();
            if !write(map, page as NodeId, &mut url, &mut self.text) {
                continue;
            }
            self.has_grown = true;
            if self.text.len() > MAX_SEARCH_BYTES {
                self.text.truncate(start);
                self.unindexed.push(page as NodeId);
                continue;
            }
            self.ends.push(self.text.len() as u32);
            self.owners.push(page as NodeId);
            self.entries[page].number = self.ends.len() as u32;
        }
        self.is_complete = end == map.len();
        self.next = if self.is_complete { 0 } else { end };
        !self.is_complete
    }

    /// Returns the pages with all words, sorted by number. `before` holds earlier words with their matches, if no text
    /// was added since.
    pub(super) fn find(&self, map: &SiteMap, words: &Words, before: Option<(&Words, &[NodeId])>) -> Vec<NodeId> {
        /// If the earlier matches are more than one in this number of entries, searching all text is faster than
        /// checking each match.
        const FEW: usize = 8;
        let finders: Vec<Finder<'_>> = words.0.iter().map(Finder::new).collect();
        let finders = sort::sorted(finders, &|a, b| b.needle().len().cmp(&a.needle().len()));
        let (mut found, mut scratch) = (Vec::new(), String::new());
        let mut url = String::new();
        let mut has_all = |page: NodeId, finders: &[Finder<'_>]| {
            if let Some(text) = self.text_of(page) {
                return finders.iter().all(|finder| finder.find(text).is_some());
            }
            scratch.clear();
            write(map, page, &mut url, &mut scratch)
                && finders.iter().all(|finder| finder.find(scratch.as_bytes()).is_some())
        };
        if let Some((_, pages)) =
            before.filter(|(old, pages)| words.includes(old) && pages.len() < self.ends.len() / FEW + FEW)
        {
            found.extend(pages.iter().copied().filter(|&page| has_all(page, &finders)));
            return found;
        }
        let Some((first, others)) = finders.split_first() else { return found };
        // The first key of a search is one letter, which most pages have.
        let next = |rest: &[u8]| match first.needle() {
            [letter] => memchr::memchr(*letter, rest),
            _ => first.find(rest),
        };
        let text = self.text.as_bytes();
        let (mut at, mut entry) = (0, 0);
        let mut is_in_order = true;
        while let Some(hit) = text.get(at..).and_then(next) {
            let hit = at + hit;
            while self.ends[entry] as usize <= hit {
                entry += 1;
            }
            let owner = self.owners[entry];
            at = self.ends[entry] as usize;
            // A match must not cross into the next entry.
            let fits = hit + first.needle().len() <= at;
            let counts = self.stale == 0 || self.entries[owner as usize].number == entry as u32 + 1;
            if fits && counts && (others.is_empty() || has_all(owner, others)) {
                is_in_order &= found.last().is_none_or(|last| *last < owner);
                found.push(owner);
            }
        }
        for &page in &self.unindexed {
            if self.entries[page as usize].number == 0 && has_all(page, &finders) {
                is_in_order &= found.last().is_none_or(|last| *last < page);
                found.push(page);
            }
        }
        if !is_in_order {
            found = sort::by_key(found.iter().copied()).map(|at| found[at]).collect();
            found.dedup();
        }
        found
    }

    /// Returns `true` if the title and the address of a page have all words.
    pub(super) fn has_words(&self, map: &SiteMap, page: NodeId, finders: &[Finder<'_>]) -> bool {
        let has_all = |text: &[u8]| finders.iter().all(|finder| finder.find(text).is_some());
        if let Some(text) = self.text_of(page) {
            return has_all(text);
        }
        let mut text = String::new();
        write(map, page, &mut String::new(), &mut text) && has_all(text.as_bytes())
    }

    fn text_of(&self, page: NodeId) -> Option<&[u8]> {
        let entry = (self.entries.get(page as usize)?.number as usize).checked_sub(1)?;
        let start = entry.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.text.as_bytes().get(start..self.ends[entry] as usize)
    }
}

/// Appends the search text of a page: its title and address. Returns `false` for lists and separators, which have none.
fn write(map: &SiteMap, page: NodeId, url: &mut String, out: &mut String) -> bool {
    let is_titled = map.is_described(page) || map.is(page, Flag::READABLE) || !map.is_list(page);
    if !is_titled || map.is(page, Flag::SEPARATOR) {
        return false;
    }
    case_folding::fold_into(&map.title(page), out);
    out.push('\n');
    if let Some(address) = address(map, page, url) {
        case_folding::fold_into(&address, out);
        out.push('\n');
    }
    true
}

/// Returns the address of a page in readable form.
pub(super) fn readable_address(map: &SiteMap, page: NodeId) -> Option<String> {
    address(map, page, &mut String::new()).map(Cow::into_owned)
}

/// Returns the address of a page in readable form, without the scheme. Omits the site's own host, because it does not
/// tell pages apart.
fn address<'a>(map: &'a SiteMap, page: NodeId, url: &'a mut String) -> Option<Cow<'a, str>> {
    let address = match map.full_url(page) {
        Some(full) => full,
        None => {
            url.clear();
            map.write_url(page, url).then_some(&**url)?
        }
    };
    let rest =
        reference::scheme(address).and_then(|scheme| address[scheme.len()..].strip_prefix("://")).unwrap_or(address);
    let (host, path) = split_host(rest);
    let rest = if host.eq_ignore_ascii_case(map.own_host()) { path } else { rest };
    Some(match memchr::memchr(b'%', rest.as_bytes()).is_some() {
        true => percent_decode_str(rest).decode_utf8_lossy(),
        false => Cow::Borrowed(rest),
    })
}
