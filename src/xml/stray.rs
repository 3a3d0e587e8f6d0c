//! Finds a `<` that begins no tag, such as in `a < b`.

use super::attributes::{is_space, starts_name};

/// What a `<` begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Markup<'a> {
    /// A tag, comment, CDATA section, instruction or DOCTYPE.
    Token,
    /// Text. Contains the start of it, to name it in a finding.
    Stray(&'a str),
    /// More text is needed.
    Incomplete,
}

/// Bytes of a stray `<` and the text after it that a finding names.
const NAMED_BYTES: usize = 24;

/// Decides what the `<` at the start of a text begins. With `last`, no more text follows.
pub(super) fn markup(text: &str, last: bool) -> Markup<'_> {
    let rest = &text.as_bytes()[1..];
    let is_name_start = |at: usize| rest.get(at).map(|&byte| starts_name(byte));
    let is_token = match rest.first() {
        None => None,
        Some(b'!') => {
            let starts = ["!--", "![CDATA[", "!DOCTYPE"].map(|start| agrees(rest, start.as_bytes()));
            *starts.iter().find(|start| **start != Some(false)).unwrap_or(&Some(false))
        }
        Some(b'?') => is_name_start(1),
        Some(b'/') if is_name_start(1) == Some(true) => memchr::memchr2(b'<', b'>', rest).map(|end| rest[end] == b'>'),
        Some(b'/') => is_name_start(1),
        Some(&byte) if starts_name(byte) => ends_as_tag(rest),
        Some(_) => Some(false),
    };
    match is_token {
        None => Markup::Incomplete,
        Some(true) => Markup::Token,
        Some(false) => start_of_text(text, last).map_or(Markup::Incomplete, Markup::Stray),
    }
}

/// Returns `true` if a text begins with `start`, in any case. Returns `None` if more text is needed.
fn agrees(text: &[u8], start: &[u8]) -> Option<bool> {
    let length = text.len().min(start.len());
    if !text[..length].eq_ignore_ascii_case(&start[..length]) {
        return Some(false);
    }
    (length == start.len()).then_some(true)
}

/// Returns `true` if a `>` comes before the next `<` outside of values. Returns `None` if more text is needed.
fn ends_as_tag(text: &[u8]) -> Option<bool> {
    let mut at = 0;
    loop {
        at += text.get(at..)?.iter().position(|byte| matches!(byte, b'<' | b'>' | b'"' | b'\''))?;
        match text[at] {
            b'<' => return Some(false),
            b'>' => return Some(true),
            // A quotation mark elsewhere, such as in `don't`, does not begin a value.
            quote if text[..at].iter().rev().find(|&&byte| !is_space(byte)) == Some(&b'=') => {
                at += 1 + memchr::memchr(quote, &text[at + 1..])?;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Returns the `<` and the text after it, up to the next tag or the end of the line. Returns `None` if more text is needed.
fn start_of_text(text: &str, last: bool) -> Option<&str> {
    let is_end = |byte: &u8| matches!(byte, b'<' | b'>' | b'\n' | b'\r');
    let end = text.as_bytes().iter().take(NAMED_BYTES).skip(1).position(is_end).map(|end| end + 1);
    let end = end.or_else(|| (last || text.len() >= NAMED_BYTES).then(|| text.floor_char_boundary(NAMED_BYTES)));
    end.map(|end| text[..end].trim_end())
}
