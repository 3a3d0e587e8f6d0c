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

/// The number of bytes after which the encoding must be chosen.
const SNIFF_BYTES: usize = 1024;

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
    /// A declared encoding that the bytes contradict.
    contradicted: Option<String>,
}

enum State {
    /// The first bytes, until the encoding is chosen.
    Start(Vec<u8>),
    Utf8,
    /// Another encoding than UTF-8 is declared, and only ASCII has arrived. The bytes may begin a character.
    Declared(String, Vec<u8>),
    Other(Box<dyn TextDecoder>),
}

impl std::fmt::Debug for Decoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decoder").finish_non_exhaustive()
    }
}

impl Decoder {
    /// Creates a decoder. `make` returns the platform's decoder for a label.
    pub fn new(make: MakeDecoder) -> Decoder {
        Decoder { state: State::Start(Vec::new()), make, contradicted: None }
    }

    /// Returns the declared encoding if the document contradicts it: the document is UTF-8.
    pub fn contradicted(&self) -> Option<&str> {
        self.contradicted.as_deref()
    }

    /// Decodes the next bytes. With `last`, no more bytes follow. UTF-8 is passed on unchanged.
    pub fn push(&mut self, bytes: &[u8], last: bool, sink: &mut dyn FnMut(&[u8])) {
        match &mut self.state {
            State::Utf8 => sink(bytes),
            State::Other(decoder) => sink(decoder.decode(bytes, last).as_bytes()),
            State::Start(start) => {
                start.extend_from_slice(bytes);
                let is_enough = start.contains(&b'>') && !is_bookmark_file(start);
                if !last && start.len() < SNIFF_BYTES && !is_enough {
                    return;
                }
                let start = std::mem::take(start);
                self.state = self.begin(&start);
                self.push(&start, last, sink);
            }
            State::Declared(label, held) => {
                held.extend_from_slice(bytes);
                let held = std::mem::take(held);
                let ascii = held.iter().position(|b| !b.is_ascii()).unwrap_or(held.len());
                let (plain, rest) = held.split_at(ascii);
                sink(plain);
                if rest.is_empty() {
                    return;
                }
                let is_utf8 = match std::str::from_utf8(&rest[..rest.len().min(4)]) {
                    Ok(_) => true,
                    // The first character is valid. The rest may be invalid or cut; the first character decides.
                    Err(error) if error.valid_up_to() > 0 => true,
                    Err(error) if error.error_len().is_none() && !last => {
                        let label = std::mem::take(label);
                        self.state = State::Declared(label, rest.to_vec());
                        return;
                    }
                    Err(_) => false,
                };
                let label = std::mem::take(label);
                self.state = match (self.make)(&label).filter(|_| !is_utf8) {
                    Some(decoder) => State::Other(decoder),
                    None => {
                        self.contradicted = Some(label);
                        State::Utf8
                    }
                };
                self.push(rest, last, sink);
            }
        }
    }

    fn begin(&mut self, start: &[u8]) -> State {
        let label = match start {
            [0xff, 0xfe, ..] | [b'<', 0, ..] => "utf-16le",
            [0xfe, 0xff, ..] | [0, b'<', ..] => "utf-16be",
            [0xef, 0xbb, 0xbf, rest @ ..] => {
                self.contradicted = declared_encoding(rest);
                return State::Utf8;
            }
            _ => match declared_encoding(start) {
                // A declaration that is readable byte by byte cannot be UTF-16.
                Some(label) if label.starts_with("utf-16") => {
                    self.contradicted = Some(label);
                    return State::Utf8;
                }
                Some(label) => return State::Declared(label, Vec::new()),
                None => return State::Utf8,
            },
        };
        (self.make)(label).map_or(State::Utf8, State::Other)
    }
}

/// Returns `true` for the HTML that browsers export. Its encoding is in a tag `META`.
fn is_bookmark_file(start: &[u8]) -> bool {
    const START: &[u8] = b"<!DOCTYPE NETSCAPE-Bookmark-file-1";
    start.trim_ascii_start().get(..START.len()).is_some_and(|start| start.eq_ignore_ascii_case(START))
}

/// Returns the encoding that a document declares, unless it is UTF-8.
fn declared_encoding(start: &[u8]) -> Option<String> {
    // Nothing after these bytes counts, however many have arrived.
    let start = &start[..start.len().min(SNIFF_BYTES)];
    let label = if is_bookmark_file(start) { meta_encoding(start) } else { xml_encoding(start) }?;
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
            let late = "<?xml> encoding='ISO-8859-1'?>é";
            assert_eq!(decode(late.as_bytes(), chunk), (late.to_owned(), None));
            assert_eq!(decode(b"", chunk).0, "");
        }
    }
}
