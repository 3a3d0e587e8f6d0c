//! Start tags, and the elements that they open.

use super::names::{MASKS, Mark, WINDOW, window};

/// An open element.
#[derive(Debug)]
pub(super) struct Open {
    /// What is due behind `</`: the name and a `>`, compared at once.
    pub(super) due: [u8; WINDOW],
    /// Bytes of the name. One that is too long for that is kept in `open_names`.
    pub(super) length: u32,
    pub(super) name_start: u32,
    pub(super) mark: Mark,
}

impl Open {
    /// The bytes begin with the name.
    pub(super) fn new(bytes: &[u8], length: usize, mark: Mark, open_names: &mut String, raw_name: &str) -> Open {
        let name_start = open_names.len() as u32;
        let mut due = [0; WINDOW];
        if length < WINDOW {
            let whole = window(bytes).unwrap_or_else(|| {
                let mut padded = [0; WINDOW];
                padded[..length].copy_from_slice(raw_name.as_bytes());
                u128::from_le_bytes(padded)
            });
            due = (whole & MASKS[length] | ENDS[length]).to_le_bytes();
        } else {
            open_names.push_str(raw_name);
        }
        Open { due, length: length as u32, name_start, mark }
    }

    pub(super) fn name<'a>(&'a self, open_names: &'a str) -> &'a [u8] {
        match self.length as usize {
            short @ ..WINDOW => &self.due[..short],
            _ => &open_names.as_bytes()[self.name_start as usize..],
        }
    }
}

/// A `>` behind so many bytes, in a number that stands for a window.
pub(super) const ENDS: [u128; WINDOW] = {
    let mut ends = [b'>' as u128; WINDOW];
    let mut count = 1;
    while count < WINDOW {
        ends[count] = ends[count - 1] << 8;
        count += 1;
    }
    ends
};

/// A start tag: the text behind its `<`, how much of that its name takes, and what stands before its `>` or `/>`; the
/// bytes of all of it.
pub(super) struct Shape<'a> {
    pub(super) text: &'a str,
    pub(super) name: usize,
    pub(super) content: usize,
    pub(super) length: usize,
    pub(super) inside: Inside<'a>,
}

/// What is in an element.
#[derive(Clone, Copy)]
pub(super) enum Inside<'a> {
    /// Its tag says that nothing is.
    Nothing,
    /// Only this.
    Text(&'a str),
    /// What follows.
    More,
}

impl<'a> Shape<'a> {
    pub(super) fn content(&self) -> &'a str {
        &self.text[..self.content]
    }
}
