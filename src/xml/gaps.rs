//! The white space between tags.

use super::attributes::skip_space;
use super::names::{MASKS, window};

/// The white space between tags, by the name before it. It is usually the same each time.
#[derive(Debug)]
pub(super) struct Gaps(Box<[Gap; 1 << u8::BITS]>);

/// White space and the `<` after it. One comparison covers them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) word: u128,
    pub(super) mask: u128,
    pub(super) length: usize,
}

impl Default for Gaps {
    fn default() -> Gaps {
        // No window equals this entry, because the mask is 0 and the word is not.
        Gaps(Box::new([Gap { word: 1, mask: 0, length: 0 }; 1 << u8::BITS]))
    }
}

impl Gaps {
    /// Returns the end of the white space that begins at `at`.
    pub(super) fn skip(&mut self, bytes: &[u8], at: usize, after: u8) -> usize {
        let gap = &mut self.0[usize::from(after)];
        let Some(word) = window(&bytes[at..]) else { return skip_space(bytes, at) };
        if word & gap.mask == gap.word {
            return at + gap.length;
        }
        let end = skip_space(bytes, at);
        if let (Some(b'<'), Some(&mask)) = (bytes.get(end), MASKS.get(end - at + 1)) {
            *gap = Gap { word: word & mask, mask, length: end - at };
        }
        end
    }
}
