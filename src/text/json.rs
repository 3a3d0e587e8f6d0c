//! Reads JSON that arrives in chunks, without building its values.
//!
//! Search indexes and feeds contain the full texts of pages, so strings that nobody needs are skipped without decoding them.
//! A parser of the platform would need the whole file at once and block the page.

use crate::limits::MAX_JSON_DEPTH;

/// Receives the parts of a JSON document. `offset` is the byte at which a part starts.
pub(crate) trait Events {
    /// An object or array starts.
    fn start(&mut self, is_array: bool, offset: u32);
    /// An object or array ends.
    fn end(&mut self);
    /// A key of the current object. Returns `true` if its value is needed, in case it is a string.
    fn key(&mut self, key: &str) -> bool;
    /// Returns `true` if strings of the current array are needed.
    fn needs_items(&self) -> bool;
    /// A string that is needed. A long one is cut.
    fn text(&mut self, text: &str, offset: u32);
}

/// What the next token can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Key,
    Value,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Before the first bracket. A script may assign the value: `Search.setIndex({`.
    Before,
    Between,
    String,
    /// After a backslash in a string.
    Escape,
    /// After this number of digits of `\u`.
    Unicode(u8),
    /// A key without quotation marks, which JavaScript permits.
    Word,
    /// After the value.
    Done,
    /// This is HTML.
    Html,
}

/// A JSON document that is read in chunks. Its bytes are UTF-8.
#[derive(Debug)]
pub(crate) struct Json {
    state: State,
    /// Bytes of a string that are kept.
    max_text: usize,
    /// The number of bytes read.
    offset: u32,
    /// Where the current string starts.
    start_of_text: u32,
    expected: Expected,
    /// The open objects (`false`) and arrays (`true`), up to [`MAX_JSON_DEPTH`].
    open: Vec<bool>,
    /// The number of open objects and arrays below these. Their content is skipped.
    skipped: usize,
    /// The current key or string.
    text: Vec<u8>,
    is_needed: bool,
    /// The current value is the one of a key that is needed.
    key_is_needed: bool,
    code: u32,
    /// The first half of a surrogate pair.
    high: Option<u32>,
}

impl Json {
    /// Creates a reader that cuts strings after `max_text` bytes.
    pub(crate) fn new(max_text: usize) -> Json {
        Json {
            state: State::Before,
            max_text,
            offset: 0,
            start_of_text: 0,
            expected: Expected::Value,
            open: Vec::new(),
            skipped: 0,
            text: Vec::new(),
            is_needed: false,
            key_is_needed: false,
            code: 0,
            high: None,
        }
    }

    /// Returns `true` if the rest of the document is not needed: the value has ended, or this is HTML.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.state, State::Done | State::Html)
    }

    /// Returns `true` if the value has been read to its end.
    pub(crate) fn is_complete(&self) -> bool {
        self.state == State::Done
    }

    /// Returns the number of bytes read.
    pub(crate) fn offset(&self) -> u32 {
        self.offset
    }

    /// Reads the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8], events: &mut dyn Events) {
        let end = self.offset.saturating_add(bytes.len() as u32);
        self.read(bytes, end, events);
        self.offset = end;
    }

    fn read(&mut self, mut bytes: &[u8], end: u32, events: &mut dyn Events) {
        while let Some(&byte) = bytes.first() {
            self.offset = end - bytes.len() as u32;
            match self.state {
                State::Done | State::Html => return,
                State::Before => match memchr::memchr3(b'{', b'[', b'<', bytes) {
                    None => return,
                    Some(at) if bytes[at] == b'<' => self.state = State::Html,
                    Some(at) => {
                        bytes = &bytes[at..];
                        self.state = State::Between;
                    }
                },
                State::Between => {
                    bytes = &bytes[1..];
                    self.between(byte, events);
                }
                State::String => {
                    let end = memchr::memchr2(b'"', b'\\', bytes);
                    self.take(&bytes[..end.unwrap_or(bytes.len())]);
                    let Some(end) = end else { return };
                    if bytes[end] == b'"' {
                        self.end_of_string(events);
                    } else {
                        self.state = State::Escape;
                    }
                    bytes = &bytes[end + 1..];
                }
                State::Escape => {
                    bytes = &bytes[1..];
                    self.escape(byte);
                }
                State::Unicode(digits) => {
                    self.unicode(byte, digits);
                    if byte.is_ascii_hexdigit() {
                        bytes = &bytes[1..];
                    }
                }
                State::Word => {
                    if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') {
                        self.take(&[byte]);
                        bytes = &bytes[1..];
                    } else {
                        self.end_of_string(events);
                    }
                }
            }
        }
    }

    /// Reads a byte outside of strings.
    fn between(&mut self, byte: u8, events: &mut dyn Events) {
        match byte {
            b'{' | b'[' => {
                let is_array = byte == b'[';
                if self.skipped > 0 || self.open.len() >= MAX_JSON_DEPTH {
                    self.skipped += 1;
                } else {
                    self.open.push(is_array);
                    events.start(is_array, self.offset);
                }
                self.expected = if is_array { Expected::Value } else { Expected::Key };
                self.key_is_needed = false;
            }
            b'}' | b']' => {
                if self.skipped > 0 {
                    self.skipped -= 1;
                } else if self.open.pop().is_some() {
                    events.end();
                }
                self.key_is_needed = false;
                if self.open.is_empty() {
                    self.state = State::Done;
                }
            }
            b',' => {
                // Skipped values are not read, so it does not matter which of the two is expected.
                let is_array = self.open.last().copied().unwrap_or_default();
                self.expected = if is_array { Expected::Value } else { Expected::Key };
                self.key_is_needed = false;
            }
            b':' => self.expected = Expected::Value,
            b'"' => self.start_of_string(State::String, events),
            _ if self.expected == Expected::Key && (byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$')) => {
                self.start_of_string(State::Word, events);
                self.take(&[byte]);
            }
            _ => {}
        }
    }

    fn start_of_string(&mut self, state: State, events: &mut dyn Events) {
        self.state = state;
        self.start_of_text = self.offset;
        self.text.clear();
        self.high = None;
        self.is_needed = self.skipped == 0
            && match self.expected {
                Expected::Key => true,
                Expected::Value if self.open.last() == Some(&true) => events.needs_items(),
                Expected::Value => self.key_is_needed,
            };
    }

    fn end_of_string(&mut self, events: &mut dyn Events) {
        self.state = State::Between;
        if !self.is_needed {
            return;
        }
        let text = String::from_utf8_lossy(&self.text);
        match self.expected {
            Expected::Key => self.key_is_needed = events.key(&text),
            Expected::Value => events.text(&text, self.start_of_text),
        }
    }

    /// Adds bytes to the current string, up to the limit.
    fn take(&mut self, bytes: &[u8]) {
        if self.is_needed {
            let free = self.max_text.saturating_sub(self.text.len());
            self.text.extend_from_slice(&bytes[..bytes.len().min(free)]);
        }
    }

    fn take_char(&mut self, c: char) {
        let mut buffer = [0; 4];
        self.take(c.encode_utf8(&mut buffer).as_bytes());
    }

    fn escape(&mut self, byte: u8) {
        self.state = State::String;
        match byte {
            b'u' => (self.state, self.code) = (State::Unicode(0), 0),
            b'n' | b't' | b'r' | b'b' | b'f' => self.take(b" "),
            _ => self.take(&[byte]),
        }
    }

    /// Reads a digit of `\u`. Two escapes can stand for one character (RFC 8259, section 7).
    fn unicode(&mut self, byte: u8, digits: u8) {
        let Some(digit) = char::from(byte).to_digit(16) else {
            self.state = State::String;
            return;
        };
        self.code = self.code << 4 | digit;
        if digits < 3 {
            self.state = State::Unicode(digits + 1);
            return;
        }
        self.state = State::String;
        match (self.high.take(), self.code) {
            (_, 0xD800..0xDC00) => self.high = Some(self.code),
            (Some(high), low @ 0xDC00..0xE000) => {
                let code = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
                self.take_char(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (_, code) => self.take_char(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_TEXT: usize = 2_000;

    /// Records the parts that it receives.
    #[derive(Default)]
    struct Log {
        lines: Vec<String>,
        depth: usize,
    }

    impl Events for Log {
        fn start(&mut self, is_array: bool, _: u32) {
            self.depth += 1;
            self.lines.push(if is_array { "[" } else { "{" }.to_owned());
        }

        fn end(&mut self) {
            self.depth -= 1;
            self.lines.push("end".to_owned());
        }

        fn key(&mut self, key: &str) -> bool {
            self.lines.push(format!("{key}:"));
            key != "text"
        }

        fn needs_items(&self) -> bool {
            true
        }

        fn text(&mut self, text: &str, _: u32) {
            self.lines.push(text.to_owned());
        }
    }

    fn log(json: &str, chunk: usize) -> String {
        let (mut reader, mut log) = (Json::new(MAX_TEXT), Log::default());
        json.as_bytes().chunks(chunk).for_each(|bytes| reader.push(bytes, &mut log));
        log.lines.join(" ")
    }

    #[test]
    fn values_arrive_in_chunks_of_any_size() {
        for (json, expected) in [
            (
                r#"{"a": "b", "text": "skipped", "c": [1, "d", null, {"e": true}]}"#,
                "{ a: b text: c: [ d { e: end end end",
            ),
            (r#"Search.setIndex({docnames:["a","b"],"x":{}})"#, "{ docnames: [ a b end x: { end end"),
            (
                "window.store = [{\"a\":\"\\u00e9\\ud83d\\ude00\\n\\\"\\\\\\/\"}];",
                "[ { a: \u{e9}\u{1f600} \"\\/ end end",
            ),
            (r#"{"a":"\ud83d"}"#, "{ a:  end"),
            (r#"{"a":"\u12"}{"b":"c"}"#, "{ a:  end"),
            ("<!DOCTYPE html><script>{\"a\":1}", ""),
            ("", ""),
            ("]]}}", ""),
            (r#"{"a":"b"#, "{ a:"),
            (r#"{"a" "b" "c"}"#, "{ a: b: c: end"),
        ] {
            for chunk in [1, 2, 3, 7, 1_000] {
                assert_eq!(log(json, chunk), expected, "{json} in chunks of {chunk}");
            }
        }
    }

    #[test]
    fn deep_values_are_skipped() {
        let depth = MAX_JSON_DEPTH * 1_000;
        let json = format!("[{}\"skipped\"{},\"read\"]", "{\"a\":[".repeat(depth), "]}".repeat(depth));
        let log = log(&json, 4_096);
        assert!(log.ends_with("end read end"), "{}", &log[log.len() - 100..]);
        assert!(!log.contains("skipped"));
    }

    #[test]
    fn long_strings_are_cut() {
        let json = format!("[\"{}\"]", "a".repeat(MAX_TEXT * 3));
        assert_eq!(log(&json, 1_000).len(), "[  end".len() + MAX_TEXT);
    }
}
