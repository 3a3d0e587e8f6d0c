//! Reads documents once more for the text at each finding, and for columns that count characters.

use navibar::decode::Decoder;
use navibar::findings::{Excerpt, Excerpts, TextPosition};
use navibar::inspect::{Mirror, block_on};
use navibar::session::{Body, Cache, Fetch};

/// The text at a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// Column, counted from 1 in characters. `None` if the document has changed.
    pub(crate) column: Option<u32>,
    pub(crate) excerpt: Option<Excerpt>,
}

/// Returns the texts at some positions of a document, in the same order.
pub(crate) fn read(mirror: &Mirror, url: &str, positions: &[TextPosition]) -> Vec<Found> {
    let mut excerpts = Excerpts::new(positions);
    let mut columns = Columns::new(positions);
    let mut decoder = Decoder::new(Mirror::text_decoder);
    let mut push = |bytes: &[u8], last| {
        decoder.push(bytes, last, &mut |text| {
            excerpts.push(text);
            columns.push(text);
        });
        excerpts.is_complete() && columns.is_complete()
    };
    let Ok(mut response) = block_on(mirror.fetch(url, Cache::None)) else {
        return vec![Found::default(); positions.len()];
    };
    // The bytes before the damage were read too.
    while let Ok(Some(chunk)) = block_on(response.body.chunk())
        && !push(&chunk, false)
    {}
    push(b"", true);
    let columns = columns.finish();
    columns.into_iter().zip(excerpts.finish()).map(|(column, excerpt)| Found { column, excerpt }).collect()
}

/// Counts the characters before some positions of a document that arrives in chunks.
struct Columns {
    /// Sorted by position, with the index of the result.
    wanted: Vec<(TextPosition, usize)>,
    next: usize,
    line: u32,
    /// Bytes and characters of the line so far.
    bytes: u32,
    characters: u32,
    found: Vec<Option<u32>>,
}

impl Columns {
    fn new(positions: &[TextPosition]) -> Columns {
        let mut wanted: Vec<_> = positions.iter().copied().zip(0..).collect();
        wanted.sort();
        Columns { wanted, next: 0, line: 1, bytes: 0, characters: 0, found: vec![None; positions.len()] }
    }

    fn is_complete(&self) -> bool {
        self.next == self.wanted.len()
    }

    fn push(&mut self, mut bytes: &[u8]) {
        if (self.line, self.bytes) == (1, 0)
            && let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf")
        {
            // Editors do not count the byte order mark.
            (self.bytes, bytes) = (3, rest);
        }
        while let Some(&(place, _)) = self.wanted.get(self.next)
            && !bytes.is_empty()
        {
            let end = memchr::memchr(b'\n', bytes);
            let of_line = &bytes[..end.unwrap_or(bytes.len())];
            if place.line == self.line {
                let due = place.column.saturating_sub(1).saturating_sub(self.bytes) as usize;
                let part = &of_line[..due.min(of_line.len())];
                // A continuation byte begins no character.
                self.characters += part.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u32;
                self.bytes += part.len() as u32;
                if part.len() == due || end.is_some() {
                    self.take();
                }
                bytes = &bytes[part.len()..];
                continue;
            }
            let Some(end) = end else { return };
            (self.line, self.bytes, self.characters) = (self.line.saturating_add(1), 0, 0);
            bytes = &bytes[end + 1..];
        }
    }

    /// Ends the search for the next position.
    fn take(&mut self) {
        let (place, at) = self.wanted[self.next];
        self.found[at] = (place.line == self.line).then_some(self.characters + 1);
        self.next += 1;
    }

    fn finish(mut self) -> Vec<Option<u32>> {
        while !self.is_complete() {
            self.take();
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(text: &str, chunk: usize, positions: &[(u32, u32)]) -> Vec<Option<u32>> {
        let positions: Vec<_> =
            positions.iter().map(|&(line, column)| TextPosition { line, column, start: None }).collect();
        let mut columns = Columns::new(&positions);
        text.as_bytes().chunks(chunk).for_each(|chunk| columns.push(chunk));
        columns.finish()
    }

    #[test]
    fn columns_count_characters_whatever_the_chunks_are() {
        let text = "a\u{e4}\u{1f600}b\n\n\u{20ac}\u{20ac}x";
        let positions = [(3, 7), (1, 1), (1, 4), (1, 8), (1, 9), (2, 1), (3, 4), (3, 7), (4, 1)];
        let expected = [3, 1, 3, 4, 5, 1, 2, 3].map(Some).into_iter().chain([None]).collect::<Vec<_>>();
        for chunk in 1..20 {
            assert_eq!(columns(text, chunk, &positions), expected, "chunks of {chunk}");
        }
        assert_eq!(columns("\u{feff}ab", 100, &[(1, 5)]), [Some(2)], "a byte order mark does not count");
    }
}
