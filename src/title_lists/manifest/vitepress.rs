//! Reads the data of a VitePress site, which each of its pages contains: `__VP_SITE_DATA__=JSON.parse("...")`, JSON in a string of
//! JavaScript.

use super::objects::Objects;
use super::outline::Outline;
use crate::text::json::Json;
use crate::title_lists::kind::Keys;
use memchr::memmem;

/// What is before the string.
const START: &[u8] = b"__VP_SITE_DATA__=JSON.parse(\"";

const KEYS: Keys = Keys { roots: &["nav", "sidebar"], below: "items", title: "text", address: "link" };

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    Before,
    String,
    /// After a backslash.
    Escape,
    /// After this number of digits of `\u`.
    Unicode(u8, u32),
    Done,
}

/// The site data that is read.
#[derive(Debug)]
pub(crate) struct VitePress {
    state: State,
    /// The last bytes before the string, which may be the beginning of `START`.
    tail: Vec<u8>,
    /// The addresses of pages end with `.html`.
    has_endings: bool,
    json: Json,
    objects: Objects,
}

impl VitePress {
    pub(super) fn new(has_endings: bool, json: Json) -> VitePress {
        let (state, tail) = (State::Before, Vec::new());
        VitePress { state, tail, has_endings, json, objects: Objects::new(KEYS) }
    }

    pub(super) fn is_done(&self) -> bool {
        self.state == State::Done || self.objects.outline.is_full()
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        if self.state == State::Before {
            self.tail.extend_from_slice(bytes);
            let Some(at) = memmem::find(&self.tail, START) else {
                let keep = self.tail.len().min(START.len() - 1);
                self.tail.drain(..self.tail.len() - keep);
                return;
            };
            self.state = State::String;
            // All bytes that were kept before are a part of `START`.
            rest = &bytes[bytes.len() - (self.tail.len() - at - START.len())..];
            self.tail.clear();
        }
        let mut json: Vec<u8> = Vec::with_capacity(rest.len());
        for &byte in rest {
            self.state = match (self.state, byte) {
                (State::String, b'"') => State::Done,
                (State::String, b'\\') => State::Escape,
                (State::Escape, b'u') => State::Unicode(0, 0),
                (State::Unicode(digits, code), byte) => match char::from(byte).to_digit(16) {
                    Some(digit) if digits < 3 => State::Unicode(digits + 1, code << 4 | digit),
                    Some(digit) => {
                        let c = char::from_u32(code << 4 | digit).unwrap_or(char::REPLACEMENT_CHARACTER);
                        json.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                        State::String
                    }
                    None => State::Done,
                },
                (State::Done | State::Before, _) => break,
                // An escaped letter is white space.
                (State::Escape, byte) if byte.is_ascii_alphabetic() => State::String,
                (State::String | State::Escape, byte) => {
                    json.push(byte);
                    State::String
                }
            };
        }
        self.json.push(&json, &mut self.objects);
    }

    /// Returns the entries. The header comes first, whose entries lead to the first pages of the other menus.
    pub(super) fn take(&mut self) -> Outline {
        let mut outline = self.objects.take();
        for address in outline.entries.iter_mut().filter_map(|entry| entry.address.as_mut()) {
            *address = self.page(address);
        }
        outline
    }

    /// Returns the address of a page, relative to the folder of the site.
    fn page(&self, link: &str) -> String {
        let (path, rest) = link.split_at(link.find(['?', '#']).unwrap_or(link.len()));
        if path.contains(':') || path.starts_with("//") {
            return link.to_owned();
        }
        let path = path.trim_start_matches('/');
        let bare = path.strip_suffix(".md").or_else(|| path.strip_suffix(".html")).unwrap_or(path);
        let folder = bare.strip_suffix("index").filter(|folder| folder.is_empty() || folder.ends_with('/'));
        let name = bare.rsplit('/').next().unwrap_or_default();
        let ending =
            if self.has_endings && folder.is_none() && !name.is_empty() && !name.contains('.') { ".html" } else { "" };
        format!("./{}{ending}{rest}", folder.unwrap_or(bare))
    }
}

/// Returns `true` if most links of a page to other pages end with `.html`.
pub(crate) fn has_endings<'a>(urls: impl Iterator<Item = &'a str>) -> bool {
    let (mut with, mut without) = (0, 0);
    for url in urls {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default();
        with += usize::from(name.ends_with(".html"));
        without += usize::from(!name.is_empty() && !name.contains('.'));
    }
    with >= without
}
