//! Reads JSON in a string of JavaScript: `JSON.parse("...")`.

use memchr::memmem;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    Before,
    /// Before the quotation mark.
    Mark,
    String,
    /// After a backslash.
    Escape,
    /// After this number of digits of `\u`.
    Unicode(u8, u32),
    Done,
}

/// A string that arrives in chunks.
#[derive(Debug)]
pub(crate) struct Quoted {
    /// What is before the quotation mark.
    start: &'static [u8],
    state: State,
    mark: u8,
    /// The last bytes before the string, which may be the beginning of `start`.
    tail: Vec<u8>,
}

impl Quoted {
    pub(super) fn new(start: &'static [u8]) -> Quoted {
        Quoted { start, state: State::Before, mark: b'"', tail: Vec::new() }
    }

    pub(super) fn is_done(&self) -> bool {
        self.state == State::Done
    }

    /// Returns the part of the JSON that is in these bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut rest = bytes;
        if self.state == State::Before {
            self.tail.extend_from_slice(bytes);
            let Some(at) = memmem::find(&self.tail, self.start) else {
                let keep = self.tail.len().min(self.start.len() - 1);
                self.tail.drain(..self.tail.len() - keep);
                return Vec::new();
            };
            self.state = State::Mark;
            // All bytes that were kept before are a part of `start`.
            rest = &bytes[bytes.len() - (self.tail.len() - at - self.start.len())..];
            self.tail.clear();
        }
        let mut json: Vec<u8> = Vec::with_capacity(rest.len());
        for &byte in rest {
            self.state = match (self.state, byte) {
                (State::Mark, b'"' | b'\'') => {
                    self.mark = byte;
                    State::String
                }
                (State::Mark, _) => State::Done,
                (State::String, mark) if mark == self.mark => State::Done,
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
        json
    }
}
