//! Checks that a text is JSON (RFC 8259), as it arrives in chunks. The reader of JSON accepts more, because scripts contain it.

use crate::limits::MAX_JSON_DEPTH;

/// Bytes of a number or word that are kept. A longer one is not checked.
const MAX_WORD: usize = 64;

/// What may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Value,
    /// After `[`.
    ValueOrEnd,
    /// After `{`.
    KeyOrEnd,
    /// After a comma in an object.
    Key,
    Colon,
    /// After a value.
    CommaOrEnd,
    /// After the whole value.
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Between,
    /// In a number, `true`, `false` or `null`.
    Word,
    String,
    Escape,
    /// After this number of digits of `\u`.
    Unicode(u8),
}

/// The check of one document.
#[derive(Debug)]
pub(crate) struct StrictJson {
    state: State,
    next: Next,
    /// The open objects (`false`) and arrays (`true`).
    open: Vec<bool>,
    word: Vec<u8>,
    /// The number of bytes read.
    offset: u32,
    is_over: bool,
    /// The first mistake: its offset, and what is wrong.
    pub(crate) mistake: Option<(u32, &'static str)>,
    /// The current character, as far as it has arrived, if it is not ASCII.
    character: Vec<u8>,
    /// The offset of the first bytes that are not UTF-8.
    pub(crate) invalid_utf8: Option<u32>,
}

impl Default for StrictJson {
    fn default() -> StrictJson {
        StrictJson {
            state: State::Between,
            next: Next::Value,
            open: Vec::new(),
            word: Vec::new(),
            offset: 0,
            is_over: false,
            mistake: None,
            character: Vec::new(),
            invalid_utf8: None,
        }
    }
}

impl StrictJson {
    /// Checks the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        // The byte order mark is not part of the text.
        for &byte in bytes {
            self.check_character(byte);
            if self.is_over || self.mistake.is_some() {
                self.offset = self.offset.saturating_add(1);
                continue;
            }
            let is_mark = self.offset < 3 && b"\xEF\xBB\xBF"[self.offset as usize] == byte;
            if !is_mark && let Err(why) = self.byte(byte) {
                self.mistake = Some((self.offset, why));
            }
            self.offset = self.offset.saturating_add(1);
        }
    }

    /// Looks for bytes that are not UTF-8.
    fn check_character(&mut self, byte: u8) {
        if (byte.is_ascii() && self.character.is_empty()) || self.invalid_utf8.is_some() {
            return;
        }
        self.character.push(byte);
        match std::str::from_utf8(&self.character) {
            Ok(_) => self.character.clear(),
            Err(error) if error.error_len().is_none() => {}
            Err(_) => self.invalid_utf8 = Some(self.offset + 1 - self.character.len() as u32),
        }
    }

    fn byte(&mut self, byte: u8) -> Result<(), &'static str> {
        match self.state {
            State::String => match byte {
                b'"' => self.state = State::Between,
                b'\\' => self.state = State::Escape,
                0..b' ' => {
                    return Err("A string contains a line break or another control character; write \\n, \\t or \\u.");
                }
                _ => {}
            },
            State::Escape => {
                self.state = match byte {
                    b'u' => State::Unicode(0),
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => State::String,
                    _ => {
                        return Err("A string contains an escape that JSON does not have; write \\\\ for a backslash.");
                    }
                };
            }
            State::Unicode(digits) => {
                if !byte.is_ascii_hexdigit() {
                    return Err("\\u needs four hexadecimal digits.");
                }
                self.state = if digits < 3 { State::Unicode(digits + 1) } else { State::String };
            }
            State::Word if byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_' | b'$') => {
                if self.word.len() <= MAX_WORD {
                    self.word.push(byte);
                }
            }
            State::Word => {
                self.end_word()?;
                self.between(byte)?;
            }
            State::Between => self.between(byte)?,
        }
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), &'static str> {
        self.state = State::Between;
        let word = std::mem::take(&mut self.word);
        match matches!(&*word, b"true" | b"false" | b"null") || word.len() > MAX_WORD || is_number(&word) {
            true => Ok(()),
            false => Err("A value before this place is not JSON; write strings and keys in quotation marks."),
        }
    }

    /// Checks a byte outside of strings and words.
    fn between(&mut self, byte: u8) -> Result<(), &'static str> {
        let is_value = matches!(self.next, Next::Value | Next::ValueOrEnd);
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            b'"' if is_value => {
                self.state = State::String;
                self.after_value();
            }
            b'"' if matches!(self.next, Next::Key | Next::KeyOrEnd) => {
                self.state = State::String;
                self.next = Next::Colon;
            }
            b':' if self.next == Next::Colon => self.next = Next::Value,
            b',' if self.next == Next::CommaOrEnd => {
                self.next = if self.open.last() == Some(&true) { Next::Value } else { Next::Key };
            }
            b'{' | b'[' if is_value => {
                // Deeper values are not read.
                self.is_over = self.open.len() >= MAX_JSON_DEPTH;
                self.open.push(byte == b'[');
                self.next = if byte == b'[' { Next::ValueOrEnd } else { Next::KeyOrEnd };
            }
            b']' | b'}' => {
                let is_right = self.open.last() == Some(&(byte == b']'));
                let is_allowed = match self.next {
                    Next::CommaOrEnd => true,
                    Next::ValueOrEnd => byte == b']',
                    Next::KeyOrEnd => byte == b'}',
                    _ => false,
                };
                if !is_right {
                    return Err("A bracket does not match the open one.");
                }
                if !is_allowed {
                    return Err("A comma or colon stands before a bracket; remove it, or write what is missing.");
                }
                self.open.pop();
                self.after_value();
            }
            _ if is_value && (byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b'_' | b'$')) => {
                self.state = State::Word;
                self.word.push(byte);
                self.after_value();
            }
            _ => {
                return Err(match self.next {
                    Next::Nothing => "Something follows the JSON; remove it.",
                    Next::CommaOrEnd => "A comma or a closing bracket is missing here.",
                    Next::Colon => "A colon is missing here.",
                    Next::Key | Next::KeyOrEnd => "A key in quotation marks is missing here.",
                    Next::Value | Next::ValueOrEnd => "A value is missing here.",
                });
            }
        }
        Ok(())
    }

    fn after_value(&mut self) {
        self.next = if self.open.is_empty() { Next::Nothing } else { Next::CommaOrEnd };
    }
}

/// Returns `true` for a number of JSON (RFC 8259, section 6).
fn is_number(word: &[u8]) -> bool {
    let digits = |text: &mut &[u8]| {
        let count = text.iter().take_while(|b| b.is_ascii_digit()).count();
        *text = &text[count..];
        count
    };
    let mut rest = word.strip_prefix(b"-").unwrap_or(word);
    let has_zero = rest.first() == Some(&b'0');
    let whole = digits(&mut rest);
    if whole == 0 || (has_zero && whole > 1) {
        return false;
    }
    if let Some(fraction) = rest.strip_prefix(b".") {
        rest = fraction;
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    if let Some(exponent) = rest.strip_prefix(b"e").or_else(|| rest.strip_prefix(b"E")) {
        rest = exponent.strip_prefix(b"+").or_else(|| exponent.strip_prefix(b"-")).unwrap_or(exponent);
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    rest.is_empty()
}

#[cfg(all(test, not(target_arch = "wasm32")))] // proptest is a native dev-dependency
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn mistake(json: &[u8], chunk: usize) -> Option<u32> {
        let mut check = StrictJson::default();
        json.chunks(chunk).for_each(|bytes| check.push(bytes));
        check.mistake.map(|(offset, _)| offset)
    }

    #[test]
    fn the_first_mistake_is_found() {
        for (json, expected) in [
            (r#"{"a": [1, -2.5e+3, true, null, "b\n\u00e9"], "c": {}, "d": []}"#, None),
            ("\u{feff}{}\r\n", None),
            ("{\"a\": \"b\nc\"}", Some(8)),
            ("{\"a\": 1,}", Some(8)),
            ("[1,]", Some(3)),
            ("[,1]", Some(1)),
            ("{a: 1}", Some(1)),
            ("{'a': 1}", Some(1)),
            ("{\"a\" 1}", Some(5)),
            ("{\"a\": 1 \"b\": 2}", Some(8)),
            ("{\"a\": 01}", Some(8)),
            ("{\"a\": .5}", Some(8)),
            ("{\"a\": undefined}", Some(15)),
            ("{\"a\": \"\\x\"}", Some(8)),
            ("{\"a\": \"\\u12g4\"}", Some(11)),
            ("{\"a\": 1]", Some(7)),
            ("{} {}", Some(3)),
            ("{} // end", Some(3)),
        ] {
            for chunk in [1, 2, 100] {
                assert_eq!(mistake(json.as_bytes(), chunk), expected, "{json}");
            }
        }
    }

    #[test]
    fn the_first_bytes_that_are_not_utf_8_are_found() {
        for (json, expected) in [
            (&b"[\"\xc3\xa9\xf0\x9f\x98\x80\"]"[..], None),
            (b"[\"a\xe9\"]", Some(3)),
            (b"[\"\xf0\x9f\"]", Some(2)),
            (b"[1,]\xff", Some(4)),
        ] {
            for chunk in [1, 2, 100] {
                let mut check = StrictJson::default();
                json.chunks(chunk).for_each(|bytes| check.push(bytes));
                assert_eq!(check.invalid_utf8, expected, "{json:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_library_finds_a_mistake_in_the_same_texts(json in r#"[\[\]{}":, \\a-c0-2.eE+\-truefalsn\n]{1,40}"#) {
            let is_right = serde_json::from_str::<serde::de::IgnoredAny>(&json).is_ok();
            let mut check = StrictJson::default();
            check.push(json.as_bytes());
            // The end of a word and of the document are not mistakes here. The reader reports a document that is cut.
            check.push(b" ");
            let is_open = check.next != Next::Nothing || check.state != State::Between;
            prop_assert_eq!(is_right, check.mistake.is_none() && !is_open, "{}", json);
        }
    }
}
