//! Start tags, and the elements that they open.

use super::attributes::is_space;
use super::names::{MASKS, Mark, WINDOW, window};
use crate::limits::MAX_TOKEN_BYTES;

/// An open element.
#[derive(Debug)]
pub(super) struct Open {
    /// The expected bytes after `</`: the name and `>`. One comparison covers them.
    pub(super) end_pattern: [u8; WINDOW],
    /// Length of the name in bytes. A name that is too long for `end_pattern` is in `open_names`.
    pub(super) length: u32,
    pub(super) name_start: u32,
    pub(super) mark: Mark,
}

impl Open {
    /// `bytes` begin with the name.
    pub(super) fn new(bytes: &[u8], length: usize, mark: Mark, open_names: &mut String, raw_name: &str) -> Open {
        let name_start = open_names.len() as u32;
        let mut end_pattern = [0; WINDOW];
        if length < WINDOW {
            let whole = window(bytes).unwrap_or_else(|| {
                let mut padded = [0; WINDOW];
                padded[..length].copy_from_slice(raw_name.as_bytes());
                u128::from_le_bytes(padded)
            });
            end_pattern = (whole & MASKS[length] | ENDS[length]).to_le_bytes();
        } else {
            open_names.push_str(raw_name);
        }
        Open { end_pattern, length: length as u32, name_start, mark }
    }

    /// Returns the raw name of the element.
    pub(super) fn name<'a>(&'a self, open_names: &'a str) -> &'a [u8] {
        match self.length as usize {
            short @ ..WINDOW => &self.end_pattern[..short],
            long => &open_names.as_bytes()[self.name_start as usize..][..long],
        }
    }
}

/// For each length of a name, a window with `>` after that many bytes.
pub(super) const ENDS: [u128; WINDOW] = {
    let mut ends = [b'>' as u128; WINDOW];
    let mut count = 1;
    while count < WINDOW {
        ends[count] = ends[count - 1] << 8;
        count += 1;
    }
    ends
};

/// A start tag. `text` begins after the `<`. `name` and `content` are the lengths of its name and of the text before
/// `>` or `/>`; `length` is that of the whole tag.
pub(super) struct StartTag<'a> {
    pub(super) text: &'a str,
    pub(super) name: usize,
    pub(super) content: usize,
    pub(super) length: usize,
    pub(super) inside: Content<'a>,
}

/// The content of an element.
#[derive(Clone, Copy)]
pub(super) enum Content<'a> {
    /// None: an empty-element tag.
    Empty,
    /// Only this text, then the end tag.
    Text(&'a str),
    /// Not known yet: it follows.
    Open,
}

impl<'a> StartTag<'a> {
    pub(super) fn content(&self) -> &'a str {
        &self.text[..self.content]
    }
}

/// Returns the text of an element that contains only text, and the end of its end tag. `text` begins with the start
/// tag, whose length is `tag`; `name` is the length of its name. Returns `None` if this is uncertain or the text needs
/// processing.
pub(super) fn leaf(text: &str, name: usize, tag: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    if bytes.get(tag).is_none_or(|&b| is_space(b) || b == b'<') || name + ">".len() > WINDOW {
        return None;
    }
    let end = tag + memchr::memchr3(b'<', b'&', b'\r', &bytes[tag..])?;
    let due = window(&bytes[1..])? & MASKS[name] | ENDS[name];
    let is_end = window(bytes[end..].strip_prefix(b"</")?)? & MASKS[name + 1] == due;
    (is_end && end - tag <= MAX_TOKEN_BYTES).then(|| (&text[tag..end], end + "</>".len() + name))
}
