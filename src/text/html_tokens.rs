//! Cuts HTML into tags and text. The result does not depend on chunks, and each byte is read once.

use crate::limits::MAX_TOKEN_BYTES;

/// A part of the document, with its offset.
#[derive(Debug)]
pub(crate) enum Token<'a> {
    /// A part of a text.
    Text(&'a [u8], u32),
    /// A tag without its brackets.
    Tag(Vec<u8>, u32),
    /// A tag has more than [`MAX_TOKEN_BYTES`].
    TooLong(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    Text,
    /// After `<`.
    Open,
    Tag,
    /// After the `=` of an attribute.
    Value,
    /// In the quotes of a value.
    Quoted(u8),
    /// In a comment, with the number of hyphens before this place.
    Comment(u8),
}

/// The start of a comment.
const COMMENT: &[u8] = b"!--";

/// The start of a comment that Navibar has written. It is read like a tag.
const OWN_COMMENT: &[u8] = b"!--<navi:";

/// The state between tokens.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    state: State,
    /// The current tag. In a comment: its first bytes as long as they agree with [`OWN_COMMENT`].
    tag: Vec<u8>,
    tag_offset: u32,
    offset: u32,
}

impl Tokens {
    /// Returns the number of bytes read.
    pub(crate) fn offset(&self) -> u32 {
        self.offset
    }

    /// Returns `true` inside a tag or comment.
    pub(crate) fn is_in_tag(&self) -> bool {
        self.state != State::Text
    }

    /// Takes the next token from the bytes. Returns `None` if more bytes are needed.
    pub(crate) fn next<'a>(&mut self, rest: &mut &'a [u8]) -> Option<Token<'a>> {
        while let Some(&byte) = rest.first() {
            match self.state {
                State::Text => {
                    let start = self.offset;
                    let text = self.take(memchr::memchr(b'<', rest).unwrap_or(rest.len()), rest);
                    if !text.is_empty() {
                        return Some(Token::Text(text, start));
                    }
                    self.tag_offset = self.offset;
                    self.take(1, rest);
                    self.state = State::Open;
                }
                State::Open if !(byte.is_ascii_alphabetic() || matches!(byte, b'!' | b'/' | b'?')) => {
                    self.state = State::Text;
                    return Some(Token::Text(b"<", self.tag_offset));
                }
                State::Quoted(quote) => {
                    let length = memchr::memchr(quote, rest).map_or(rest.len(), |end| end + 1);
                    let value = self.take(length, rest);
                    self.tag.extend_from_slice(value);
                    if value.last() == Some(&quote) {
                        self.state = State::Tag;
                    }
                }
                State::Comment(hyphens) => {
                    self.take(1, rest);
                    self.comment(byte, hyphens);
                }
                State::Open | State::Tag | State::Value => {
                    self.take(1, rest);
                    if byte == b'>' {
                        self.state = State::Text;
                        return Some(Token::Tag(std::mem::take(&mut self.tag), self.tag_offset));
                    }
                    self.tag.push(byte);
                    self.state = match byte {
                        b'=' => State::Value,
                        b'"' | b'\'' if self.state == State::Value => State::Quoted(byte),
                        _ if self.tag == COMMENT => State::Comment(2),
                        byte if self.state == State::Value && byte.is_ascii_whitespace() => State::Value,
                        _ => State::Tag,
                    };
                }
            }
            if self.tag.len() > MAX_TOKEN_BYTES {
                return Some(Token::TooLong(self.tag_offset));
            }
        }
        None
    }

    fn take<'a>(&mut self, length: usize, rest: &mut &'a [u8]) -> &'a [u8] {
        let (taken, after) = rest.split_at(length);
        *rest = after;
        self.offset += length as u32;
        taken
    }

    /// Takes a byte of a comment.
    fn comment(&mut self, byte: u8, hyphens: u8) {
        self.state = match byte {
            b'-' => State::Comment(hyphens.saturating_add(1)),
            b'>' if hyphens >= 2 => State::Text,
            _ => State::Comment(0),
        };
        if OWN_COMMENT.get(self.tag.len()) != Some(&byte) || self.tag.is_empty() || self.state == State::Text {
            self.tag.clear();
            return;
        }
        self.tag.push(byte);
        if self.tag == OWN_COMMENT {
            self.tag.drain(..COMMENT.len() + 1);
            self.state = State::Tag;
        }
    }
}
