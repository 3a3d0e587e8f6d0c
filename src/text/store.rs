//! Stores all strings of a site together. A string is a start of four bytes and a length of two.

use super::blank::is_blank;
use crate::limits::{MAX_TEXT_BYTES, MAX_VALUE_BYTES};
use std::borrow::Cow;

/// A string in a [`TextStore`]. The default is the empty string.
///
/// Start and length are units of two bytes, so that a span has six bytes and not eight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span([u16; 3]);

impl Span {
    fn new(start: usize, length: usize) -> Span {
        Span([start as u16, (start >> 16) as u16, length as u16])
    }

    fn start(self) -> usize {
        usize::from(self.0[0]) | usize::from(self.0[1]) << 16
    }

    pub(crate) fn len(self) -> usize {
        usize::from(self.0[2])
    }

    pub(crate) fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns a part of this string. The caller must cut between characters.
    pub(crate) fn part(self, range: std::ops::Range<usize>) -> Span {
        let end = range.end.min(self.len());
        let start = range.start.min(end);
        Span::new(self.start() + start, end - start)
    }
}

const CHUNK: usize = 1 << 16;

/// Consecutive strings in chunks of 64 KiB, so that growth copies nothing.
#[derive(Debug, Default)]
pub(crate) struct TextStore {
    chunks: Vec<String>,
}

impl TextStore {
    /// Stores a string. A string longer than [`MAX_VALUE_BYTES`] is cut between characters, and white space at its end
    /// is removed.
    pub(crate) fn push(&mut self, text: &str) -> Span {
        let text = match text.len() > MAX_VALUE_BYTES {
            true => text[..text.floor_char_boundary(MAX_VALUE_BYTES)].trim_end(),
            false => text,
        };
        if text.is_empty() || self.is_full() {
            return Span::default();
        }
        let free = self.chunks.last().map_or(0, |chunk| CHUNK - chunk.len());
        if free < text.len() {
            self.chunks.push(String::with_capacity(CHUNK));
        }
        let index = self.chunks.len() - 1;
        let chunk = &mut self.chunks[index];
        let span = Span::new(index << 16 | chunk.len(), text.len());
        chunk.push_str(text);
        span
    }

    /// Forgets the last string. Does nothing if the string is not the last one.
    pub(crate) fn take_back(&mut self, last: Span) {
        let start = last.start() % CHUNK;
        if last.start() / CHUNK + 1 == self.chunks.len()
            && let Some(chunk) = self.chunks.last_mut().filter(|chunk| chunk.len() == start + last.len())
        {
            chunk.truncate(start);
        }
    }

    /// Returns `true` if no more strings are stored.
    pub(crate) fn is_full(&self) -> bool {
        self.chunks.len() >= MAX_TEXT_BYTES / CHUNK
    }

    /// Returns the memory use of all strings in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.chunks.len() * CHUNK
    }

    /// Returns the length of all strings in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.chunks.iter().map(String::len).sum()
    }

    pub(crate) fn get(&self, span: Span) -> &str {
        let start = span.start() % CHUNK;
        self.chunks.get(span.start() / CHUNK).map_or("", |chunk| &chunk[start..start + span.len()])
    }

    /// Stores a text after [`collapsed`].
    pub(crate) fn push_collapsed(&mut self, text: &str) -> Span {
        self.push(&collapsed(text))
    }
}

/// Collapses and trims white space, and leaves out control characters. A text that shows nothing becomes empty.
pub(crate) fn collapsed(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_plain = |b: u8| (b > b' ') & (b < 0x7f);
    // Visible ASCII with single spaces needs no change. A loop without an early exit is vectorized.
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    let single = pairs.fold(true, |so_far, (&a, &b)| so_far & (is_plain(a) | ((a == b' ') & is_plain(b))));
    if single && bytes.first().is_none_or(|&b| is_plain(b)) && bytes.last().is_none_or(|&b| is_plain(b)) {
        return text.into();
    }
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace().filter(|word| word.contains(|c: char| !c.is_control())) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.extend(word.chars().filter(|c| !c.is_control()));
    }
    if collapsed.chars().all(is_blank) {
        collapsed.clear();
    }
    collapsed.into()
}

/// Returns `true` if two texts are equal. The standard comparison goes byte by byte in WebAssembly, which would take
/// most of the time of finding a page by its name.
#[inline]
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let ((a, a_rest), (b, b_rest)) = (a.as_bytes().as_chunks(), b.as_bytes().as_chunks());
    let are_same = |(a, b): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*a) == u64::from_le_bytes(*b);
    a.iter().zip(b).all(are_same) && a_rest.iter().zip(b_rest).all(|(a, b)| a == b)
}

/// Returns a text without white space and invisible characters at both ends.
pub(crate) fn trimmed(text: &str) -> &str {
    // Most texts need no trimming.
    let is_visible = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    if is_visible(text.as_bytes().first()) && is_visible(text.as_bytes().last()) {
        return text;
    }
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_string_is_read_back() {
        let mut store = TextStore::default();
        let strings: Vec<String> = (0..3000).map(|i| format!("{i}").repeat(i % 40)).collect();
        let spans: Vec<Span> = strings.iter().map(|s| store.push(s)).collect();
        for (string, span) in strings.iter().zip(spans) {
            assert_eq!(store.get(span), string);
        }
        let long = "é".repeat(CHUNK);
        let span = store.push(&long);
        assert_eq!(store.get(span).len(), MAX_VALUE_BYTES - 1);
        let span = store.push(&format!("{}  b", "a".repeat(MAX_VALUE_BYTES - 1)));
        assert_eq!(store.get(span).len(), MAX_VALUE_BYTES - 1, "no space at the end");
    }

    #[test]
    fn equal_and_different_texts_are_recognized() {
        let text = "http://www.example.org/1-2-3";
        for length in 0..text.len() {
            assert!(is_same(&text[..length], &text.to_owned()[..length]));
            assert!(!is_same(&text[..length], &text[..=length]));
            let other = format!("{}~{}", &text[..length], &text[length + 1..]);
            assert!(!is_same(text, &other), "{other}");
        }
    }

    #[test]
    fn white_space_in_titles_is_collapsed() {
        let mut store = TextStore::default();
        for (raw, expected) in [
            (" a\n  b\t c ", "a b c"),
            ("plain title", "plain title"),
            ("\u{a0}é  x\u{2003}", "é x"),
            (" ", ""),
            ("\u{200b} \u{3164}\u{2800}", ""),
            ("e\u{301}\u{200d}\u{fe0f} ", "e\u{301}\u{200d}\u{fe0f}"),
            ("\u{8}a\u{8}b \u{7f} \u{9f}é\0", "ab é"),
        ] {
            let span = store.push_collapsed(raw);
            assert_eq!(store.get(span), expected);
        }
    }
}
