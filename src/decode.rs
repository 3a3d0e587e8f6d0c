//! Detects the encoding of a document from its first bytes and decodes it to UTF-8.
//!
//! The platform decodes (`TextDecoder`, `DecompressionStream`). This module chooses the encoding.
//!
//! ```
//! use navibar::decode::Decoder;
//! use navibar::inspect::Mirror;
//! use navibar::session::Fetch as _;
//!
//! let mut text = Vec::new();
//! let mut decoder = Decoder::new(Mirror::text_decoder);
//! decoder.push(b"<?xml version='1.0' encoding='ISO-8859-1'?><a>caf\xe9</a>", true, &mut |bytes| text.extend(bytes));
//! assert!(String::from_utf8(text)?.ends_with("<a>caf\u{e9}</a>"));
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```

use crate::text::first_tags::{Markup, next_markup};

/// The number of bytes after which the encoding must be chosen.
const SNIFF_BYTES: usize = 1024;

/// The number of first bytes that may be a byte order mark.
const MARK_BYTES: usize = 4;

/// Decodes bytes of one encoding to text. The platform implements it.
pub trait TextDecoder {
    /// Decodes the next bytes. With `last`, no more bytes follow. Invalid bytes become U+FFFD.
    fn decode(&mut self, bytes: &[u8], last: bool) -> String;
}

/// Returns the platform's decoder for an encoding label, or `None`.
pub type MakeDecoder = fn(&str) -> Option<Box<dyn TextDecoder>>;

/// The number of first bytes that show whether data is compressed with gzip.
#[doc(hidden)]
pub const GZIP_MAGIC_BYTES: usize = 2;

/// Returns `true` if the first bytes are those of gzip data, whatever the content type is.
#[doc(hidden)]
pub fn is_gzip(first_bytes: &[u8]) -> bool {
    first_bytes.starts_with(&[0x1f, 0x8b])
}

/// Decodes one document that arrives in chunks of any size.
pub struct Decoder {
    state: State,
    make: MakeDecoder,
    /// The encoding that the server names, in lower case.
    label: Option<String>,
    /// A declared encoding that the bytes contradict, or [`UTF_32`].
    contradicted: Option<String>,
}

/// The encoding that no browser and no search engine reads. Declared encodings are in lower case.
pub(crate) const UTF_32: &str = "UTF-32";

enum State {
    /// The first bytes, until the encoding is chosen.
    Start(Vec<u8>),
    Utf8,
    /// This encoding is declared, and it is not UTF-8.
    Declared(String, Run),
    /// UTF-32, which platforms do not decode. `true` if the highest byte comes first.
    Utf32(bool, Vec<u8>),
    Other(Box<dyn TextDecoder>),
}

/// The bytes from the first one on that is not ASCII. All of them may be UTF-8.
#[derive(Default)]
struct Run {
    bytes: Vec<u8>,
    /// The length of the part that is UTF-8. What follows begins a character, or is wrong.
    valid: usize,
    /// The characters in this part that are not ASCII.
    evidence: usize,
}

/// What a run says about a declaration.
enum Verdict {
    Open,
    /// The declaration is right.
    Right,
    /// The text is UTF-8.
    Wrong,
}

impl std::fmt::Debug for Decoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decoder").finish_non_exhaustive()
    }
}

impl Decoder {
    /// Creates a decoder. `make` returns the platform's decoder for a label.
    pub fn new(make: MakeDecoder) -> Decoder {
        Decoder { state: State::Start(Vec::new()), make, label: None, contradicted: None }
    }

    /// Creates a decoder for a document whose server may name its encoding. This name counts more than one in the document.
    pub(crate) fn of_server(make: MakeDecoder, label: Option<&str>) -> Decoder {
        Decoder { label: label.map(str::to_ascii_lowercase), ..Decoder::new(make) }
    }

    /// Returns the declared encoding if the document contradicts it: the document is UTF-8. Returns `UTF-32` if the document
    /// has this encoding, which other programs do not read.
    pub fn contradicted(&self) -> Option<&str> {
        self.contradicted.as_deref()
    }

    /// Decodes the next bytes. With `last`, no more bytes follow. UTF-8 is passed on unchanged.
    pub fn push(&mut self, bytes: &[u8], last: bool, sink: &mut dyn FnMut(&[u8])) {
        match &mut self.state {
            State::Utf8 => sink(bytes),
            State::Other(decoder) => sink(decoder.decode(bytes, last).as_bytes()),
            State::Utf32(is_big, rest) => {
                rest.extend_from_slice(bytes);
                let whole = rest.len() / 4 * 4;
                let code = |bytes: [u8; 4]| if *is_big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
                let letter = |bytes: &[u8; 4]| char::from_u32(code(*bytes)).unwrap_or(char::REPLACEMENT_CHARACTER);
                let mut text: String = rest.as_chunks().0.iter().map(letter).collect();
                rest.drain(..whole);
                if last && !rest.is_empty() {
                    text.push(char::REPLACEMENT_CHARACTER);
                }
                sink(text.as_bytes());
            }
            State::Start(start) => {
                start.extend_from_slice(bytes);
                // A byte order mark is better than the name that the server gives.
                let is_enough = match self.label {
                    Some(_) => start.len() >= MARK_BYTES,
                    None => start.contains(&b'>') && is_html(start) == Some(false),
                };
                if !last && start.len() < SNIFF_BYTES && !is_enough {
                    return;
                }
                let start = std::mem::take(start);
                self.state = self.begin(&start);
                self.push(&start, last, sink);
            }
            State::Declared(label, run) => {
                let plain = match run.bytes.is_empty() {
                    true => bytes.iter().position(|byte| !byte.is_ascii() || *byte == ESCAPE).unwrap_or(bytes.len()),
                    false => 0,
                };
                let (plain, rest) = bytes.split_at(plain);
                if !plain.is_empty() {
                    sink(plain);
                }
                run.add(rest);
                let verdict = run.verdict(label, last, self.make);
                let decoder = match verdict {
                    Verdict::Open => return,
                    Verdict::Right => (self.make)(label),
                    Verdict::Wrong => None,
                };
                let (label, run) = (std::mem::take(label), std::mem::take(&mut run.bytes));
                self.state = match decoder {
                    Some(decoder) => State::Other(decoder),
                    None => {
                        self.contradicted = Some(label);
                        State::Utf8
                    }
                };
                self.push(&run, last, sink);
            }
        }
    }

    fn begin(&mut self, start: &[u8]) -> State {
        let utf_32 = match start {
            [0xff, 0xfe, 0, 0, ..] | [b'<', 0, 0, 0, ..] => Some(false),
            [0, 0, 0xfe, 0xff, ..] | [0, 0, 0, b'<', ..] => Some(true),
            _ => None,
        };
        if let Some(is_big) = utf_32 {
            self.contradicted = Some(UTF_32.to_owned());
            return State::Utf32(is_big, Vec::new());
        }
        let label = match start {
            [0xff, 0xfe, ..] | [b'<', 0, ..] => "utf-16le",
            [0xfe, 0xff, ..] | [0, b'<', ..] => "utf-16be",
            [0xef, 0xbb, 0xbf, rest @ ..] => {
                self.contradicted = declared_encoding(rest);
                return State::Utf8;
            }
            _ => match self.label.take().map_or_else(|| declared_encoding(start), other_than_utf8) {
                // A declaration that is readable byte by byte cannot have more than one byte for each character of ASCII.
                Some(label) if WIDE.iter().any(|wide| label.starts_with(wide)) => {
                    self.contradicted = Some(label);
                    return State::Utf8;
                }
                Some(label) => return State::Declared(label, Run::default()),
                None => return State::Utf8,
            },
        };
        (self.make)(label).map_or(State::Utf8, State::Other)
    }
}

/// Begins a change of characters in ISO-2022-JP, which has only bytes of ASCII. XML and HTML forbid it.
const ESCAPE: u8 = 0x1b;

/// Starts of the names of encodings with several bytes for each character of ASCII.
const WIDE: [&str; 5] = ["utf-16", "utf-32", "ucs-2", "ucs-4", "iso-10646-ucs"];

impl Run {
    /// Characters that are UTF-8 by chance in no text of another encoding. 18 % of the common characters of GB 2312 look like
    /// characters of two bytes, so the chance of 64 of them in a row is less than one in 10^40.
    const LONG: usize = 64;

    /// What a character of three or four bytes counts. The other encodings have such bytes in a row only in rare characters.
    const MANY_BYTES: usize = 16;

    /// Bytes that may wait for the decision (64 KiB).
    const MAX_BYTES: usize = 64 << 10;

    /// Returns the bytes that decide. More bytes may arrive at once.
    fn seen(&self) -> &[u8] {
        &self.bytes[..self.bytes.len().min(Self::MAX_BYTES)]
    }

    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        let rest = &self.seen()[self.valid..];
        let valid = match std::str::from_utf8(rest) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default(),
        };
        let count = |c: char| match c.len_utf8() {
            1 => 0,
            2 => 1,
            _ => Self::MANY_BYTES,
        };
        let (evidence, length) = (valid.chars().map(count).sum::<usize>(), valid.len());
        self.evidence += evidence;
        self.valid += length;
    }

    /// Decides if the text has the declared encoding. With `last`, no more bytes follow. Two characters or three are UTF-8 by
    /// chance in many encodings, so a declaration counts until a long run contradicts it. A shorter text must be senseless in
    /// the declared encoding.
    fn verdict(&self, label: &str, last: bool, make: MakeDecoder) -> Verdict {
        if self.evidence >= Self::LONG {
            return Verdict::Wrong;
        }
        let seen = self.seen();
        let rest = &seen[self.valid..];
        let is_cut = std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none());
        let is_last = last && seen.len() == self.bytes.len();
        if self.bytes.first() == Some(&ESCAPE) || (!rest.is_empty() && (is_last || !is_cut)) {
            return Verdict::Right;
        }
        if self.bytes.is_empty() || (!last && seen.len() < Self::MAX_BYTES) {
            return Verdict::Open;
        }
        let text = make(label).map(|mut decoder| decoder.decode(seen, is_last));
        match text.is_some_and(|text| text.chars().filter(|c| !c.is_ascii()).all(is_sensible)) {
            true => Verdict::Right,
            false => Verdict::Wrong,
        }
    }
}

/// Returns `true` for letters that are not Latin. A text in Latin letters with a few accents is rarely UTF-8 by chance, but UTF-8
/// that is read in another encoding is full of signs, control characters, private characters and accents.
fn is_sensible(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{1fff}' | '\u{3000}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}')
}

/// Returns `true` if the first tag is one of HTML, such as in the bookmarks that browsers export. Its encoding is in a tag `META`.
/// Returns `None` if more bytes are needed.
fn is_html(start: &[u8]) -> Option<bool> {
    let start = &start[..start.len().min(SNIFF_BYTES)];
    let text = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
    if text.first().is_some_and(|&byte| byte != b'<') {
        return Some(false);
    }
    let mut rest = text;
    loop {
        match next_markup(&mut rest)? {
            Markup::Other => {}
            Markup::Doctype(doctype) => {
                return Some(doctype.contains("netscape") || doctype.trim_start().starts_with("html"));
            }
            Markup::Tag(tag) => {
                let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
                return Some(matches!(
                    name,
                    "html" | "head" | "meta" | "title" | "body" | "h1" | "dl" | "dt" | "p" | "ul"
                ));
            }
        }
    }
}

/// Returns the encoding that a document declares, unless it is UTF-8.
fn declared_encoding(start: &[u8]) -> Option<String> {
    // Nothing after these bytes counts, however many have arrived.
    let start = &start[..start.len().min(SNIFF_BYTES)];
    let label = if is_html(start) == Some(true) { meta_encoding(start) } else { None };
    other_than_utf8(label.or_else(|| xml_encoding(start))?)
}

/// Returns the name of an encoding, unless it is UTF-8.
fn other_than_utf8(label: String) -> Option<String> {
    let is_utf8 = ["utf-8", "utf8", "us-ascii", "ascii", "unicode-1-1-utf-8"].contains(&label.as_str());
    (!is_utf8 && !label.is_empty()).then_some(label)
}

/// Returns the encoding of an XML declaration.
fn xml_encoding(start: &[u8]) -> Option<String> {
    let end = start.iter().position(|b| *b == b'>')?;
    let start = String::from_utf8_lossy(&start[..end]);
    let declaration = start.trim_start().strip_prefix("<?xml")?.strip_suffix('?')?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    Some(value[1..].split(quote).next()?.trim().to_ascii_lowercase())
}

/// Returns the encoding of a tag `META`.
fn meta_encoding(start: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    let label = start.split_once("charset=")?.1.trim_start_matches(['"', '\'']);
    // A label that is cut does not count.
    let end = label.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':')))?;
    Some(label[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A replacement for the platform: Latin-1 and UTF-16.
    struct Stub(bool, Vec<u8>);
    impl TextDecoder for Stub {
        fn decode(&mut self, bytes: &[u8], _: bool) -> String {
            if !self.0 {
                return bytes.iter().map(|&b| char::from(b)).collect();
            }
            self.1.extend_from_slice(bytes);
            let even = self.1.len() / 2 * 2;
            let units: Vec<u16> =
                self.1.drain(..even).as_slice().chunks(2).map(|c| u16::from_le_bytes([c[0], c[1]])).collect();
            String::from_utf16_lossy(&units)
        }
    }

    fn decode(bytes: &[u8], chunk: usize) -> (String, Option<String>) {
        let mut decoder = Decoder::new(|label| match label {
            "iso-8859-1" => Some(Box::new(Stub(false, vec![]))),
            "utf-16le" => Some(Box::new(Stub(true, vec![]))),
            _ => None,
        });
        let mut out = Vec::new();
        for chunk in bytes.chunks(chunk) {
            decoder.push(chunk, false, &mut |bytes| out.extend_from_slice(bytes));
        }
        decoder.push(b"", true, &mut |bytes| out.extend_from_slice(bytes));
        (String::from_utf8_lossy(&out).into_owned(), decoder.contradicted)
    }

    /// A replacement for GBK: two bytes are one letter that is not Latin, or a private character if the second byte is below A1.
    struct Pairs;
    impl TextDecoder for Pairs {
        fn decode(&mut self, bytes: &[u8], _: bool) -> String {
            let letter = |pair: &[u8]| match pair {
                [_, second] if *second >= 0xa1 => '\u{6295}',
                _ => '\u{e000}',
            };
            bytes.split(u8::is_ascii).flat_map(|run| run.chunks(2)).map(letter).collect()
        }
    }

    fn contradicted(bytes: &[u8], chunk: usize) -> bool {
        let make: MakeDecoder = |label| (label == "gbk").then(|| Box::new(Pairs) as Box<dyn TextDecoder>);
        let mut decoder = Decoder::new(make);
        let text = [&b"<?xml version='1.0' encoding='GBK'?><a>"[..], bytes].concat();
        for chunk in text.chunks(chunk) {
            decoder.push(chunk, false, &mut |_| {});
        }
        decoder.push(b"", true, &mut |_| {});
        decoder.contradicted.is_some()
    }

    #[test]
    fn a_declaration_counts_until_a_long_run_contradicts_it() {
        // Two words of GBK whose bytes are UTF-8, too.
        let word = b"\xcd\xa8\xd6\xaa";
        let words = |count: usize| word.repeat(count);
        for chunk in [1, 3, 1 << 20] {
            assert!(!contradicted(&words(1), chunk));
            assert!(!contradicted(&words(31), chunk));
            assert!(contradicted(&words(32), chunk), "64 characters");
            assert!(
                !contradicted(&[&words(31)[..], b"\xd0\xc2\xce\xc5"].concat(), chunk),
                "the last two are not UTF-8"
            );
            // The last byte could begin a character.
            assert!(!contradicted(&[&words(1)[..], b"\xcd"].concat(), chunk));
            assert!(contradicted("\u{e9}t\u{400}".as_bytes(), chunk), "senseless in the declared encoding");
            assert!(
                contradicted("\u{ff21}\u{ffe1}\u{ff21}\u{ffe1}".as_bytes(), chunk),
                "four characters of three bytes"
            );
            let late = [&words(1)[..], &b" ".repeat(64 << 10)[..], &words(32)[..]].concat();
            assert!(!contradicted(&late, chunk), "decided after 64 KiB");
        }
    }

    #[test]
    fn every_encoding_is_decoded_in_chunks_of_any_size() {
        let latin = b"<?xml version='1.0' encoding='ISO-8859-1'?><a>caf\xe9 \xe8</a>";
        let lie = "<?xml version='1.0' encoding='ISO-8859-1'?><a>café €</a>";
        let utf16: Vec<u8> = "\u{feff}<a>é€</a>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for chunk in [1, 2, 3, 7, 1000] {
            assert_eq!(decode(latin, chunk).0, "<?xml version='1.0' encoding='ISO-8859-1'?><a>café è</a>");
            assert_eq!(decode(lie.as_bytes(), chunk), (lie.to_owned(), Some("iso-8859-1".to_owned())));
            assert_eq!(decode(&utf16, chunk).0.trim_start_matches('\u{feff}'), "<a>é€</a>");
            assert_eq!(decode("é".as_bytes(), chunk).0, "é");
            for is_big in [false, true] {
                let bytes = |c: char| if is_big { u32::from(c).to_be_bytes() } else { u32::from(c).to_le_bytes() };
                for text in ["\u{feff}<a>\u{e9}\u{1f600}</a>", "<a>\u{e9}\u{1f600}</a>"] {
                    let utf32: Vec<u8> = text.chars().flat_map(bytes).collect();
                    let expected = (text.to_owned(), Some("UTF-32".to_owned()));
                    assert_eq!(decode(&utf32, chunk), expected);
                    assert_eq!(decode(&utf32[..utf32.len() - 1], chunk).0, text.replace("/a>", "/a\u{fffd}"));
                }
            }
            let late = "<?xml> encoding='ISO-8859-1'?>é";
            assert_eq!(decode(late.as_bytes(), chunk), (late.to_owned(), None));
            assert_eq!(decode(b"", chunk).0, "");
        }
    }
}
