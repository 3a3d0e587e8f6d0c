//! Substitutes: words that a document gives a page in place of a title, such as the caption of its picture.

use super::arena::SiteMap;
use super::node::{Flag, NodeId};
use crate::address::is_below_host;
use crate::findings::Report;
use crate::limits::MAX_CAPTION_WORDS;
use crate::text::case_folding::folded;
use std::borrow::Cow;

/// What a document calls the only video, or the only picture, of a page.
#[derive(Debug)]
pub(crate) struct Caption<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) offset: u32,
    pub(crate) is_of_video: bool,
}

/// The number of letters that a word has at least. Shorter ones, such as "of", say nothing about a page.
const MIN_LETTERS: usize = 3;

impl SiteMap {
    /// Gives a page without a title the first words of its text. Any title replaces them.
    pub(crate) fn set_substitute(&mut self, page: NodeId, words: &str, offset: u32, report: &mut Report) {
        if !self.has_title(page) {
            self.set_title(page, words, offset, report);
            self.mark(page, Flag::SUBSTITUTE);
        }
    }

    /// Gives a page without a title the caption of its picture or video. Any title replaces it. The home page has no caption,
    /// because its host says more. Most pages with a video are about it. A picture may be anything, such as a logo, so its
    /// caption counts only if it repeats a word of the address, or if the address has no words.
    pub(crate) fn set_caption(&mut self, page: NodeId, caption: &Caption<'_>, report: &mut Report) {
        let is_home = self.url(page).is_some_and(|url| !is_below_host(&url));
        if !is_home && (caption.is_of_video || is_about(&caption.text, &self.title(page))) {
            self.set_substitute(page, &caption.text, caption.offset, report);
        }
    }

    /// Returns `true` if the title of a page is only a substitute.
    pub(crate) fn has_substitute(&self, page: NodeId) -> bool {
        self.is(page, Flag::SUBSTITUTE)
    }
}

/// Returns `true` if a caption repeats a word of a title that was made from an address, or if this title has no words.
fn is_about(caption: &str, made: &str) -> bool {
    let (made, caption) = (words(made), words(caption));
    made.is_empty() || made.iter().any(|word| caption.iter().any(|other| is_alike(word, other)))
}

/// Returns the words of a text in one case. Ids, such as `dQw4w9` or `v=abc`, are not words.
fn words(text: &str) -> Vec<String> {
    let is_word = |run: &&str| {
        let is_mixed = run.chars().skip(1).any(char::is_uppercase) && run.chars().any(char::is_lowercase);
        run.chars().count() >= MIN_LETTERS && run.chars().all(char::is_alphabetic) && !is_mixed
    };
    if text.contains('=') {
        return Vec::new();
    }
    text.split(|c: char| !c.is_alphanumeric())
        .filter(is_word)
        .take(MAX_CAPTION_WORDS)
        .map(|word| folded(word).collect())
        .collect()
}

/// Returns `true` if two words are equal, or differ by an ending only.
fn is_alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    long == short || (long.starts_with(short) && short.len() > MIN_LETTERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_counts_if_it_repeats_a_word_of_the_address() {
        for (caption, made) in [
            ("How to Become a Meal Prepper!", "How to become a meal prepper"),
            ("Our preppers", "Prepper"),
            ("Sunset", "12345"),
            ("Sunset", "v=abc"),
            ("Sunset", "dQw4w9WgXcQ"),
            ("Sunset", "\u{2026}"),
        ] {
            assert!(is_about(caption, made), "{caption} {made}");
        }
        for (caption, made) in [("Picture: an agency", "Warning over cancer"), ("logo", "Contact"), ("Art of", "Arts")]
        {
            assert!(!is_about(caption, made), "{caption} {made}");
        }
    }
}
