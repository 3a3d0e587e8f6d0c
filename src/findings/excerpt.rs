//! Excerpts: the text around each finding, taken from a second reading of the document.
//!
//! Lines and columns are those of [`Diagnostic`](crate::findings::Diagnostic): a line feed ends a line, and columns
//! count bytes of the UTF-8 text. Only the bytes around each position are kept, so lines may have any length.

use crate::collections::sort;
use serde::Serialize;

/// Characters shown before a position.
pub(crate) const BEFORE: usize = 40;

/// Characters shown from a position on.
pub(crate) const AFTER: usize = 80;

/// The largest number of bytes in a character.
const WIDEST: u64 = 4;

/// A position in a document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TextPosition {
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1 in bytes.
    pub column: u32,
    /// Byte offset of the line, if known. If the line now begins at another offset, the document has changed and there
    /// is no excerpt.
    pub start: Option<u32>,
}

/// The text around a position, on its line.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Excerpt {
    /// The text before it, without indentation.
    pub before: String,
    /// The word, or the start of the tag with its name, at the position. Empty at the end of the line.
    pub mark: String,
    /// The text after the mark.
    pub after: String,
    /// `true` if the line has more text before the excerpt.
    #[serde(rename = "cutBefore")]
    pub is_cut_before: bool,
    /// `true` if the line has more text after the excerpt.
    #[serde(rename = "cutAfter")]
    pub is_cut_after: bool,
}

impl Excerpt {
    fn is_blank(&self) -> bool {
        !self.is_cut_before && !self.is_cut_after && [&*self.before, &self.mark, &self.after].concat().trim().is_empty()
    }
}

/// Collects excerpts from a document that arrives in chunks of any size.
#[derive(Debug)]
pub struct Excerpts {
    /// Sorted by position.
    wanted: Vec<Wanted>,
    /// The entries before this index are complete.
    first: usize,
    /// Number of the current line, its bytes so far, and the bytes before it.
    line: u32,
    column: u64,
    start: u64,
}

#[derive(Debug)]
struct Wanted {
    place: TextPosition,
    at: usize,
    bytes: Vec<u8>,
    /// `true` if the line has this column.
    is_found: bool,
    is_cut_after: bool,
}

impl Wanted {
    /// First byte of the line to keep, counted from 0.
    fn begin(&self) -> u64 {
        self.column().saturating_sub(WIDEST * (BEFORE as u64 + 1))
    }

    /// End of the bytes to keep.
    fn end(&self) -> u64 {
        self.column() + WIDEST * (AFTER as u64 + 1)
    }

    /// Returns the column, counted from 0.
    fn column(&self) -> u64 {
        u64::from(self.place.column).saturating_sub(1)
    }
}

impl Excerpts {
    /// Starts a document.
    pub fn new(places: &[TextPosition]) -> Excerpts {
        let wanted = |(at, &place)| Wanted { place, at, bytes: Vec::new(), is_found: false, is_cut_after: false };
        let wanted =
            sort::sorted(places.iter().enumerate().map(wanted).collect(), &|a: &Wanted, b| a.place.cmp(&b.place));
        Excerpts { wanted, first: 0, line: 1, column: 0, start: 0 }
    }

    /// Returns `true` if no more bytes of the document are needed.
    pub fn is_complete(&self) -> bool {
        self.first == self.wanted.len()
    }

    /// Takes the next bytes of the document.
    pub fn push(&mut self, mut bytes: &[u8]) {
        while let Some(next) = self.wanted.get(self.first)
            && !bytes.is_empty()
        {
            let is_on_line = next.place.line <= self.line;
            let end = memchr::memchr(b'\n', bytes);
            let of_line = &bytes[..end.unwrap_or(bytes.len())];
            if is_on_line {
                self.take(of_line);
            }
            self.column += of_line.len() as u64;
            let Some(end) = end else { return };
            self.end_line();
            bytes = &bytes[end + 1..];
        }
    }

    /// Takes a part of the current line.
    fn take(&mut self, bytes: &[u8]) {
        let (from, to) = (self.column, self.column + bytes.len() as u64);
        let of_line = self.wanted[self.first..].iter_mut().take_while(|wanted| wanted.place.line <= self.line);
        for wanted in of_line.take_while(|wanted| wanted.begin() < to) {
            let (begin, end) = (wanted.begin().max(from), wanted.end().min(to));
            if begin < end {
                wanted.bytes.extend_from_slice(&bytes[(begin - from) as usize..(end - from) as usize]);
            }
            wanted.is_cut_after |= to > wanted.end();
        }
    }

    /// Ends the current line, at a line feed or at the end of the document.
    fn end_line(&mut self) {
        while let Some(wanted) = self.wanted.get_mut(self.first)
            && wanted.place.line <= self.line
        {
            let is_same = wanted.place.start.is_none_or(|start| u64::from(start) == self.start);
            wanted.is_found = wanted.place.line == self.line && is_same && wanted.column() <= self.column;
            self.first += 1;
        }
        self.start += self.column + 1;
        self.line = self.line.saturating_add(1);
        self.column = 0;
    }

    /// Returns the excerpts in the order of the positions. `None` for a position that the document does not have, and on
    /// a blank line.
    pub fn finish(mut self) -> Vec<Option<Excerpt>> {
        self.end_line();
        let mut found = vec![None; self.wanted.len()];
        for wanted in &self.wanted {
            found[wanted.at] =
                Some(wanted).filter(|wanted| wanted.is_found).map(excerpt).filter(|found| !found.is_blank());
        }
        found
    }
}

fn excerpt(wanted: &Wanted) -> Excerpt {
    let (before, rest) = wanted.bytes.split_at((wanted.column() - wanted.begin()) as usize);
    // The kept bytes may begin and end in the middle of a character.
    let cut = before.iter().take(if wanted.begin() > 0 { 3 } else { 0 }).take_while(|byte| is_inside(**byte)).count();
    let before = String::from_utf8_lossy(&before[cut..]);
    let (before_cut, mut before) = last_chars(&before, BEFORE);
    let is_cut_before = before_cut || wanted.begin() > 0;
    if !is_cut_before {
        before = before.trim_start();
    }
    let rest = match wanted.is_cut_after {
        true => &rest[..rest.len() - rest.iter().rev().take(3).take_while(|byte| is_inside(**byte)).count().min(3)],
        false => rest.strip_suffix(b"\r").unwrap_or(rest),
    };
    let rest = String::from_utf8_lossy(rest);
    let end = rest.char_indices().nth(AFTER).map_or(rest.len(), |(at, _)| at);
    let (shown, left) = rest.split_at(end);
    let (mark, after) = shown.split_at(word(shown));
    Excerpt {
        before: visible(before),
        mark: visible(mark),
        after: visible(after),
        is_cut_before,
        is_cut_after: wanted.is_cut_after || !left.is_empty(),
    }
}

/// Returns `true` for a continuation byte of a character.
fn is_inside(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// Returns the last characters of a text, and `true` if there are more before them.
fn last_chars(text: &str, count: usize) -> (bool, &str) {
    let begin = text.char_indices().rev().nth(count - 1).map_or(0, |(at, _)| at);
    (begin > 0, &text[begin..])
}

/// Returns the length in bytes of the mark at the start of a text: a word, a `<` or `&` with its name, or one
/// character.
fn word(text: &str) -> usize {
    let of_word = |c: char| c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.' | '#');
    let mut rest = text.char_indices().skip(1).peekable();
    if text.starts_with(['<', '&']) {
        _ = rest.next_if(|(_, c)| *c == '/');
    } else if !text.starts_with(of_word) {
        return rest.next().map_or(text.len(), |(at, _)| at);
    }
    rest.find(|(_, c)| !of_word(*c)).map_or(text.len(), |(at, _)| at)
}

/// Replaces characters that could change how the surrounding text is displayed: tabs become spaces, and control
/// characters, direction marks and invisible characters become visible symbols.
fn visible(text: &str) -> String {
    let shown = |c: char| match c {
        '\t' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => '\u{fffd}',
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => '\u{fffd}',
        _ => c,
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, column: u32) -> TextPosition {
        TextPosition { line, column, start: None }
    }

    /// Returns the excerpts as text, with the mark in brackets. Checks that chunk sizes do not matter.
    fn pick(text: &[u8], places: &[TextPosition]) -> Vec<Option<String>> {
        let written = |excerpt: Excerpt| {
            let Excerpt { before, mark, after, is_cut_before, is_cut_after } = excerpt;
            let dots = |is_cut| if is_cut { "…" } else { "" };
            format!("{}{before}[{mark}]{after}{}", dots(is_cut_before), dots(is_cut_after))
        };
        let mut all = [1, 2, 3, 7, 1000, usize::MAX].map(|size| {
            let mut excerpts = Excerpts::new(places);
            for chunk in text.chunks(size.min(text.len().max(1))) {
                excerpts.push(chunk);
            }
            excerpts.finish().into_iter().map(|found| found.map(written)).collect::<Vec<_>>()
        });
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
        std::mem::take(&mut all[0])
    }

    fn one(text: &str, line: u32, column: u32) -> String {
        pick(text.as_bytes(), &[place(line, column)]).remove(0).unwrap_or_else(|| "nothing".to_owned())
    }

    #[test]
    fn an_excerpt_marks_the_word_at_the_position() {
        let text = "<a>\r\n\t <b:c-d x='1'>é&amp;</b:c-d >\r\n\r\nlast";
        assert_eq!(one(text, 1, 1), "[<a]>");
        assert_eq!(one(text, 2, 3), "[<b:c-d] x='1'>é&amp;</b:c-d >");
        assert_eq!(one(text, 2, 10), "<b:c-d [x]='1'>é&amp;</b:c-d >");
        assert_eq!(one(text, 2, 11), "<b:c-d x[=]'1'>é&amp;</b:c-d >");
        assert_eq!(one(text, 2, 16), "<b:c-d x='1'>[é]&amp;</b:c-d >");
        assert_eq!(one(text, 2, 18), "<b:c-d x='1'>é[&amp];</b:c-d >", "columns count bytes");
        assert_eq!(one(text, 2, 23), "<b:c-d x='1'>é&amp;[</b:c-d] >");
        assert_eq!(one(text, 3, 1), "nothing", "an empty line");
        assert_eq!((one(text, 4, 2), one(text, 4, 5)), ("l[ast]".into(), "last[]".into()));
        for (line, column) in [(4, 6), (5, 1), (2, 90), (u32::MAX, 1), (1, u32::MAX)] {
            assert_eq!(one(text, line, column), "nothing");
        }
        for (text, line, column) in [("", 1, 1), ("x\n", 2, 1), (" \t\r\n", 1, 2), ("x", 0, 0)] {
            assert_eq!(one(text, line, column), "nothing", "{text:?}");
        }
        assert_eq!(one("é", 1, 2), "\u{fffd}[\u{fffd}]", "in the middle of a character");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        for letter in ["x", "é", "€", "😀"] {
            let text = letter.repeat(5_000) + "<tag>" + &letter.repeat(5_000) + "\n<tag>";
            let column = 5_000 * letter.len() as u32 + 1;
            let expected = format!("…{}[<tag]>{}…", letter.repeat(BEFORE), letter.repeat(AFTER - 5));
            assert_eq!(one(&text, 1, column), expected);
        }
        let text = format!("{}<tag>{}", "a".repeat(BEFORE), "é".repeat(AFTER - 5));
        assert_eq!(one(&text, 1, BEFORE as u32 + 1).matches('…').count(), 0, "just fits");
        assert_eq!(one(&format!(" {text}!"), 1, BEFORE as u32 + 2).matches('…').count(), 2);
    }

    #[test]
    fn positions_may_be_many_and_in_any_order() {
        let text = "one two\nthree four\n".repeat(500);
        let places: Vec<TextPosition> =
            (0..1000).rev().map(|n| place(n / 2 * 2 + 1, if n % 2 == 0 { 5 } else { 1 })).collect();
        let found = pick(text.as_bytes(), &places);
        assert!(found.iter().step_by(2).all(|found| found.as_deref() == Some("[one] two")), "{found:?}");
        assert!(found.iter().skip(1).step_by(2).all(|found| found.as_deref() == Some("one [two]")));
        let same = vec![place(1, 5); 20];
        assert!(pick(text.as_bytes(), &same).iter().all(|found| found.as_deref() == Some("one [two]")));
        assert!(pick(text.as_bytes(), &[]).is_empty());
    }

    #[test]
    fn nothing_is_read_beyond_the_last_line() {
        let mut excerpts = Excerpts::new(&[place(2, 1)]);
        excerpts.push(b"one\ntwo");
        assert!(!excerpts.is_complete());
        excerpts.push(b"\n");
        assert!(excerpts.is_complete());
        assert!(Excerpts::new(&[]).is_complete());
    }

    #[test]
    fn a_line_at_another_offset_has_no_excerpt() {
        let at = |start| pick(b"one\ntwo\n", &[TextPosition { start: Some(start), ..place(2, 1) }]).remove(0);
        assert_eq!(at(4).as_deref(), Some("[two]"));
        assert_eq!((at(3), at(5)), (None, None));
    }

    #[test]
    fn control_and_invisible_characters_are_replaced() {
        let text = "a\tb\u{0}\u{1b}[31m\u{7f}\u{85}\u{202e}\u{2066}\u{200b}\u{feff}\r!";
        assert_eq!(one(text, 1, 1), "[a] b␀␛[31m␡\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}␍!");
        let invalid = pick(b"\xff\xfe<x>\x80\x80\x80\x80", &[place(1, 3)]);
        assert!(invalid[0].as_ref().is_some_and(|found| found.contains("[<x]>")), "{invalid:?}");
    }
}
