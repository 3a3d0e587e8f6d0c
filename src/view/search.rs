//! The search text: the case-folded titles and addresses of all pages in one string.
//!
//! It is built when the first filter is set and grows with the map. If a title changes, the page gets a new entry at
//! the end and the old entry is ignored.

use crate::address::reference;
use crate::collections::sort;
use crate::limits::{MAX_ADDRESS_PART, MAX_FILTER_BYTES, MAX_SEARCH_BYTES};
use crate::site_map::{Flag, NodeId, SiteMap};
use crate::text::{Span, case_folding};
use memchr::memmem::Finder;
use percent_encoding::percent_decode_str;
use serde::Serialize;
use std::borrow::Cow;

/// The words of a filter, without case and accents. A page must have all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Words(Vec<String>);

impl Words {
    /// Splits a text into words, up to [`MAX_FILTER_BYTES`]. Drops words that are part of another word.
    pub(super) fn new(text: &str) -> Words {
        let text = &text[..text.floor_char_boundary(MAX_FILTER_BYTES)];
        let mut words: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let mut folded = String::with_capacity(word.len());
            match word.split_once("://") {
                // The word is an address as copied from the address bar.
                Some((_, rest)) => {
                    let (host, path) = split_host(rest);
                    let part = if path.len() > 1 { path } else { host };
                    case_folding::fold_into(&percent_decode_str(part).decode_utf8_lossy(), &mut folded);
                }
                None => case_folding::fold_into(word, &mut folded),
            }
            if !folded.is_empty() && !words.iter().any(|known| known.contains(&folded)) {
                words.retain(|known| !folded.contains(&**known));
                words.push(folded);
            }
        }
        Words(words)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a searcher for each word.
    pub(super) fn finders(&self) -> Vec<Finder<'static>> {
        self.0.iter().map(|word| Finder::new(word).into_owned()).collect()
    }

    /// Returns `true` if all words fulfil the condition.
    pub(super) fn all(&self, condition: impl Fn(&str) -> bool) -> bool {
        self.0.iter().all(|word| condition(word))
    }

    /// Returns `true` if a text with these words always has the other words too.
    fn includes(&self, others: &Words) -> bool {
        others.0.iter().all(|other| self.0.iter().any(|word| word.contains(&**other)))
    }

    /// Returns the ranges of the words in a title, in UTF-16 code units. They are sorted and do not touch.
    pub(super) fn highlights(&self, title: &str) -> Vec<(u32, u32)> {
        // For each byte of the folded title: start and end of its original character.
        let (mut folded, mut places) = (String::new(), Vec::new());
        let mut at = 0;
        for c in title.chars().take(MAX_FILTER_BYTES) {
            let end = at + c.len_utf16() as u32;
            let before = folded.len();
            folded.extend(case_folding::folded(c.encode_utf8(&mut [0; 4])));
            if folded.len() == before
                && let Some(last) = places.last_mut()
            {
                // A combining mark belongs to the character before it.
                let (start, _) = *last;
                places.iter_mut().rev().take_while(|place| place.0 == start).for_each(|place| place.1 = end);
            }
            places.resize(folded.len(), (at, end));
            at = end;
        }
        let mut marked = vec![false; folded.len()];
        for word in &self.0 {
            for (start, _) in folded.match_indices(&**word) {
                marked[start..start + word.len()].fill(true);
            }
        }
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for (&(start, end), _) in places.iter().zip(&marked).filter(|(_, marked)| **marked) {
            match ranges.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => ranges.push((start, end)),
            }
        }
        ranges
    }
}

impl Words {
    /// Returns the words that a title does not have. Returns `None` if it has all.
    pub(super) fn missing_in(&self, title: &str) -> Option<Words> {
        let mut folded = String::with_capacity(title.len());
        case_folding::fold_into(title, &mut folded);
        let missing: Vec<String> = self.0.iter().filter(|word| !folded.contains(&***word)).cloned().collect();
        (!missing.is_empty()).then_some(Words(missing))
    }

    /// Returns the part of an address with these words. Returns `None` if it has none of them.
    pub(super) fn found_in(&self, address: &str) -> Option<AddressPart> {
        /// The maximum number of characters before the first match, because a row is narrow.
        const LEAD: usize = 5;
        let found = *self.highlights(address).first()?;
        // The characters before the match, as byte offsets.
        let mut length = 0;
        let mut is_before = |c: char| {
            let start = length;
            length += c.len_utf16() as u32;
            start < found.0
        };
        let count = address.chars().take_while(|&c| is_before(c)).count();
        let before: Vec<usize> = address.char_indices().take(count).map(|(byte, _)| byte).collect();
        let lead = &before[before.len().saturating_sub(LEAD)..];
        let segment = || lead.iter().rev().find(|&&byte| address.as_bytes()[byte] == b'/');
        let start = if before.len() <= LEAD { None } else { segment().or(lead.first()) };
        let start = start.copied().unwrap_or(0);
        let text = AddressPart::from(address, start);
        Some(AddressPart { highlights: self.highlights(&text), text })
    }
}

/// The part of an address that is shown beside a title.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AddressPart {
    /// The part in readable form. An ellipsis stands for text before it.
    pub text: String,
    /// The parts that match the filter: start and end in UTF-16 code units.
    pub highlights: Vec<(u32, u32)>,
}

impl AddressPart {
    /// Returns the part of an address from its first segment that differs from another address. Returns `None` if nothing is
    /// left, as for a home page.
    pub(super) fn that_differs(address: &str, other: &str) -> Option<AddressPart> {
        let same = address.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        let start = memchr::memrchr(b'/', &address.as_bytes()[..same]).unwrap_or(0);
        let is_different = address != other && address.len() > start + 1;
        is_different.then(|| AddressPart { text: AddressPart::from(address, start), highlights: Vec::new() })
    }

    fn from(address: &str, start: usize) -> String {
        let shown = &address[start..];
        let end = shown.char_indices().nth(MAX_ADDRESS_PART).map_or(shown.len(), |(byte, _)| byte);
        [if start > 0 { "\u{2026}" } else { "" }, &shown[..end]].concat()
    }
}

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

/// Splits an address without its scheme into the host and the rest: path, query and fragment.
fn split_host(address: &str) -> (&str, &str) {
    address.split_at(memchr::memchr3(b'/', b'?', b'#', address.as_bytes()).unwrap_or(address.len()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_with_the_same_title_differ_in_a_part_of_their_addresses() {
        let part = |own: &str, other: &str| AddressPart::that_differs(own, other).map(|part| part.text);
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(part("/help", "/en/help"), text("/help"));
        assert_eq!(part("/en/help", "/help"), text("/en/help"));
        assert_eq!(part("/docs/1.x/help", "/docs/1.y/help"), text("\u{2026}/1.x/help"));
        assert_eq!(part("/docs/title", "/docs/title-page"), text("\u{2026}/title"));
        assert_eq!(part("/?page=1", "/?page=2"), text("/?page=1"));
        assert_eq!(part("/\u{e9}t\u{e9}", "/\u{e8}re"), text("/\u{e9}t\u{e9}"), "letters with the same first byte");
        assert_eq!(part("other.example/", "/"), text("other.example/"), "another host");
        assert_eq!(part("/", "/title"), None, "the home page");
        assert_eq!(part("/help", "/help"), None, "the same page twice");
    }

    #[test]
    fn a_filter_text_is_split_into_case_folded_words() {
        let words = |text: &str| Words::new(text).0;
        assert_eq!(words("  Élan\tVital elan lan "), ["elan", "vital"]);
        assert_eq!(words("a ab abc x"), ["abc", "x"]);
        assert_eq!(words("https://Example.org/Caf%C3%A9"), ["/cafe"]);
        assert_eq!(words("https://Example.org/"), ["example.org"]);
        assert!(words(" \u{301} https://").is_empty());
        assert!(words(&"x".repeat(1_000_000))[0].len() == MAX_FILTER_BYTES);
        let many: String = (0..10_000).map(|n| format!("w{n} ")).collect();
        assert!(words(&many).len() < MAX_FILTER_BYTES / 2);
    }

    #[test]
    fn highlights_are_ranges_in_the_original_title() {
        let highlights = |words, title| Words::new(words).highlights(title);
        assert_eq!(highlights("page", "Page of pages"), [(0, 4), (8, 12)]);
        assert_eq!(highlights("elan", "Ein E\u{301}lan!"), [(4, 9)], "a combining mark belongs to its letter");
        assert_eq!(highlights("an", "E\u{301}la\u{301}n"), [(3, 6)]);
        assert_eq!(highlights("c", "a\u{1f600}b c"), [(5, 6)], "UTF-16");
        assert_eq!(highlights("ab bc", "abcd"), [(0, 3)], "what overlaps or touches is one");
        assert_eq!(highlights("x", "abc"), []);
        assert_eq!(highlights("aa", "aaaa"), [(0, 4)]);
        assert_eq!(highlights("", "abc"), []);
    }
}
