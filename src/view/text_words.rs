//! The words of a search in texts, and the part of a text that has them.

use super::words::Words;
use crate::text::case_folding;
use crate::text::html_text::text_of;
use crate::text::one_line;
use memchr::memmem::Finder;
use serde::Serialize;

/// Characters of an excerpt before the first word, and in all.
const LEAD: usize = 40;
const EXCERPT: usize = 160;

/// Characters that tell whether two excerpts are from the same place.
const SAME: usize = 40;

/// What MkDocs and Sphinx write behind a heading: its link.
const PILCROW: char = '\u{b6}';

/// The words of a search in texts.
#[derive(Debug)]
pub(crate) struct TextWords {
    words: Words,
    finders: Vec<Finder<'static>>,
}

/// A part of a text, on one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TextExcerpt {
    /// The part. An ellipsis stands for text before or after it.
    pub text: String,
    /// Where it has the words: start and end in UTF-16 code units.
    pub highlights: Vec<(u32, u32)>,
    /// Where the first word starts, in bytes.
    #[serde(skip)]
    first: usize,
}

impl TextExcerpt {
    /// Returns `true` if the same text follows the first word in both excerpts. One of the texts may end before the other.
    pub(crate) fn is_same(&self, other: &TextExcerpt) -> bool {
        self.after().chars().zip(other.after().chars()).take(SAME).all(|(a, b)| a == b)
    }

    /// The excerpt from the first word on.
    fn after(&self) -> &str {
        &self.text[self.first..]
    }
}

impl TextWords {
    /// Splits a text into words.
    pub(crate) fn new(text: &str) -> TextWords {
        let words = Words::new(text);
        TextWords { finders: words.finders(), words }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the text around the first word, if a text has all words. The text may be HTML.
    pub(crate) fn find(&self, text: &str) -> Option<TextExcerpt> {
        self.first(text)?;
        let text = one_line(&text_of(text).replace(PILCROW, " "));
        let first = self.first(&text)?;
        // Folding may change the number of bytes of a character.
        let mut length = 0;
        let mut is_there = |c: char| {
            length += case_folding::folded(c.encode_utf8(&mut [0; 4])).map(char::len_utf8).sum::<usize>();
            length > first
        };
        let at = text.char_indices().find(|&(_, c)| is_there(c)).map_or(text.len(), |(at, _)| at);
        let lead = text[..at].char_indices().rev().take(LEAD).last().map_or(0, |(start, _)| start);
        // A word is not cut.
        let start = if lead == 0 { 0 } else { text[lead..at].find(' ').map_or(at, |space| lead + space + 1) };
        let rest = &text[start..];
        let end = rest.char_indices().nth(EXCERPT).map_or(rest.len(), |(end, _)| end);
        let ellipsis = |is_cut: bool| if is_cut { "\u{2026}" } else { "" };
        let before = ellipsis(start > 0);
        let text = [before, &rest[..end], ellipsis(end < rest.len())].concat();
        Some(TextExcerpt { highlights: self.words.highlights(&text), text, first: before.len() + at - start })
    }

    /// Returns the place of the word that comes first in the folded text, if the text has all words.
    fn first(&self, text: &str) -> Option<usize> {
        let mut folded = String::with_capacity(text.len());
        case_folding::fold_into(text, &mut folded);
        let places: Option<Vec<usize>> = self.finders.iter().map(|finder| finder.find(folded.as_bytes())).collect();
        places?.into_iter().min()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn found(words: &str, text: &str) -> Option<String> {
        let TextExcerpt { text, highlights, .. } = TextWords::new(words).find(text)?;
        let utf16: Vec<u16> = text.encode_utf16().collect();
        let marks =
            highlights.iter().map(|&(start, end)| String::from_utf16(&utf16[start as usize..end as usize]).unwrap());
        Some(format!("{text} [{}]", marks.collect::<Vec<_>>().join(",")))
    }

    #[test]
    fn an_excerpt_begins_before_the_first_word() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(found("oak", "An oak is a tree."), some("An oak is a tree. [oak]"));
        assert_eq!(found("tree OAK", "An oak\nis a tree."), some("An oak is a tree. [oak,tree]"));
        assert_eq!(found("oak elm", "An oak is a tree."), None, "all words");
        assert_eq!(
            found("elan", "Plus d'\u{c9}lan \u{e9}l\u{e1}n"),
            some("Plus d'\u{c9}lan \u{e9}l\u{e1}n [\u{c9}lan,\u{e9}l\u{e1}n]")
        );
        assert_eq!(found("oak", "Trees \u{b6} An oak"), some("Trees An oak [oak]"), "the link of a heading");
        assert_eq!(found("p", "<p>An <b>oak</b> &amp; ash</p>"), None, "tags are not text");
        assert_eq!(found("oak ash", "<p>An <b>oak</b> &amp; ash</p>"), some("An oak & ash [oak,ash]"));
        let long = format!("{}oak{}", "w\u{130}rd ".repeat(100), " word".repeat(100));
        let text = found("oak", &long).unwrap();
        assert!(text.starts_with("\u{2026}w\u{130}rd w") && text.ends_with("\u{2026} [oak]"), "{text}");
        assert!(text.chars().count() < EXCERPT + 10, "{text}");
        assert_eq!(
            found("oak", &format!("{}oak", "x".repeat(100))),
            some("\u{2026}oak [oak]"),
            "a long word before it"
        );
    }

    #[test]
    fn no_words_find_nothing() {
        assert!(TextWords::new("  ").is_empty());
        assert_eq!(found("", "text"), None);
    }
}
