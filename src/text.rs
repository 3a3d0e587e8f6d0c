//! All strings of a site in one store: a string is a number of four bytes and a length of two.

use crate::limits::MAX_VALUE_BYTES;

/// A string in a [`TextStore`]. The default is the empty string.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    start: u32,
    length: u16,
}

impl Span {
    pub(crate) fn is_empty(self) -> bool {
        self.length == 0
    }
}

const CHUNK: usize = 1 << 16;

/// Strings one after the other in chunks of 64 KiB, so that growing copies nothing.
#[derive(Debug, Default)]
pub(crate) struct TextStore {
    chunks: Vec<String>,
}

impl TextStore {
    /// Keeps a string. What is longer than [`MAX_VALUE_BYTES`] is cut at a character's end.
    pub(crate) fn push(&mut self, text: &str) -> Span {
        let text = &text[..text.floor_char_boundary(MAX_VALUE_BYTES)];
        if text.is_empty() || self.chunks.len() >= CHUNK {
            return Span::default();
        }
        let free = self.chunks.last().map_or(0, |chunk| CHUNK - chunk.len());
        if free < text.len() {
            self.chunks.push(String::with_capacity(CHUNK));
        }
        let index = self.chunks.len() - 1;
        let chunk = &mut self.chunks[index];
        let span = Span { start: (index << 16 | chunk.len()) as u32, length: text.len() as u16 };
        chunk.push_str(text);
        span
    }

    pub(crate) fn get(&self, span: Span) -> &str {
        let start = span.start as usize % CHUNK;
        self.chunks.get(span.start as usize / CHUNK).map_or("", |chunk| &chunk[start..start + span.length as usize])
    }

    /// Keeps a title: white space collapsed and trimmed.
    pub(crate) fn push_collapsed(&mut self, text: &str) -> Span {
        let text = text.trim();
        let is_plain = |(i, b): (usize, u8)| b > b' ' || (b == b' ' && text.as_bytes()[i - 1] != b' ');
        if text.is_ascii() && text.bytes().enumerate().all(is_plain) {
            return self.push(text);
        }
        let mut collapsed = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !collapsed.is_empty() {
                collapsed.push(' ');
            }
            collapsed.push_str(word);
        }
        self.push(&collapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_come_back() {
        let mut store = TextStore::default();
        let strings: Vec<String> = (0..3000).map(|i| format!("{i}").repeat(i % 40)).collect();
        let spans: Vec<Span> = strings.iter().map(|s| store.push(s)).collect();
        for (string, span) in strings.iter().zip(spans) {
            assert_eq!(store.get(span), string);
        }
        let long = "é".repeat(CHUNK);
        let span = store.push(&long);
        assert_eq!(store.get(span).len(), MAX_VALUE_BYTES - 1);
    }

    #[test]
    fn titles_are_collapsed() {
        let mut store = TextStore::default();
        for (raw, expected) in
            [(" a\n  b\t c ", "a b c"), ("plain title", "plain title"), ("\u{a0}é  x\u{2003}", "é x"), (" ", "")]
        {
            let span = store.push_collapsed(raw);
            assert_eq!(store.get(span), expected);
        }
    }
}
