//! The white space between tags.

use super::attributes::skip_space;
use super::names::{MASKS, window};

/// The white space between tags, by the name that came before it: mostly it is the same again.
#[derive(Debug)]
pub(super) struct Gaps(Box<[Gap; 1 << u8::BITS]>);

/// White space with the `<` behind it, compared at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) word: u128,
    pub(super) mask: u128,
    pub(super) length: usize,
}

impl Default for Gaps {
    fn default() -> Gaps {
        // No window is like this: what does not count is 0.
        Gaps(Box::new([Gap { word: 1, mask: 0, length: 0 }; 1 << u8::BITS]))
    }
}

impl Gaps {
    /// Where the white space ends that there is at a place.
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
