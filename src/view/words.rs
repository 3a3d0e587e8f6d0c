//! The words of a filter, and where titles and addresses have them.

use crate::limits::{MAX_ADDRESS_PART, MAX_FILTER_BYTES};
use crate::text::case_folding;
use memchr::memmem::Finder;
use percent_encoding::percent_decode_str;
use serde::Serialize;

/// The words of a filter, without case and accents. A page must have all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Words(pub(super) Vec<String>);

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
    pub(super) fn includes(&self, others: &Words) -> bool {
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
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
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

/// Splits an address without its scheme into the host and the rest: path, query and fragment.
pub(super) fn split_host(address: &str) -> (&str, &str) {
    address.split_at(memchr::memchr3(b'/', b'?', b'#', address.as_bytes()).unwrap_or(address.len()))
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
