//! Learns how a site writes its words. Its titles and menus show that `grpc` in an address is `gRPC`.

use crate::collections::keyed::{HashMap, HashSet, hash};
use crate::limits::MAX_SPELLINGS;
use std::borrow::Cow;

/// The texts that a spelling must be in. One text may have a mistake.
const MIN_TEXTS: u32 = 2;

/// Spellings of one word that are counted.
const MAX_VARIANTS: usize = 8;

/// The texts of several words that show whether a site writes "Our Old Trees" or "Our old trees".
const MIN_STYLED: u32 = 4;

/// The letters of a word that shows this. Shorter words may have small letters in both.
const MIN_LONG: usize = 4;

/// The words that have small letters in "The Age of Trees".
const SMALL: [&str; 18] =
    ["a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to", "vs", "with"];

/// The words that a site writes with capital letters: names and abbreviations, or all words of its titles.
#[derive(Debug, Default)]
pub(super) struct Spellings {
    /// The hashes of the texts that were read, because each page repeats the menus.
    texts: HashSet<u32>,
    /// How many texts of several words have capital letters in all longer words, and how many have not.
    capital: u32,
    plain: u32,
    /// How many texts have each spelling, by the word in lower case.
    counts: HashMap<Box<str>, Vec<(Box<str>, u32)>>,
    /// The most frequent spelling of each word.
    chosen: HashMap<Box<str>, Box<str>>,
}

impl Spellings {
    /// Learns from a title. Returns `true` if the spelling of a word has changed.
    pub(super) fn learn(&mut self, text: &str) -> bool {
        // A text in capital letters shows nothing.
        if !text.contains(char::is_lowercase) || !text.contains(char::is_uppercase) {
            return false;
        }
        if self.texts.len() >= 8 * MAX_SPELLINGS || !self.texts.insert(hash(text)) {
            return false;
        }
        let had_capitals = self.has_capitals();
        let words = || text.split_whitespace().map(bare);
        let later =
            || words().skip(1).filter(|word| word.len() >= MIN_LONG && word.bytes().all(|b| b.is_ascii_alphabetic()));
        let is_plain = later().any(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
        self.plain += u32::from(is_plain);
        self.capital += u32::from(!is_plain && later().next().is_some());
        let mut is_changed = self.has_capitals() != had_capitals;
        for (at, word) in words().enumerate() {
            // In a text with words in small letters, a capital letter makes a name.
            if is_special(word) || is_plain && at > 0 && is_word(word) {
                is_changed |= self.count(word);
            }
        }
        is_changed
    }

    /// Returns `true` if the site writes its titles with capital letters in all longer words.
    fn has_capitals(&self) -> bool {
        self.capital >= MIN_STYLED && self.capital >= 2 * self.plain
    }

    /// Learns from the name of the site, which needs no second text. Words in capital letters may only look like that.
    pub(super) fn learn_name(&mut self, name: &str) -> bool {
        let mut is_changed = false;
        for word in name.split_whitespace().map(bare) {
            if is_special(word)
                && word.contains(char::is_lowercase)
                && !self.chosen.contains_key(&*word.to_ascii_lowercase())
            {
                is_changed |= (0..MIN_TEXTS).any(|_| self.count(word));
            }
        }
        is_changed
    }

    fn count(&mut self, word: &str) -> bool {
        let lower: Box<str> = word.to_ascii_lowercase().into();
        if self.counts.len() >= MAX_SPELLINGS && !self.counts.contains_key(&lower) {
            return false;
        }
        let spellings = self.counts.entry(lower.clone()).or_default();
        match spellings.iter().position(|(known, _)| **known == *word) {
            Some(at) => spellings[at].1 += 1,
            None if spellings.len() < MAX_VARIANTS => spellings.push((word.into(), 1)),
            None => return false,
        }
        let best = spellings.iter().filter(|(_, count)| *count >= MIN_TEXTS);
        // The first of several in alphabetical order, so that the order of the visits does not matter.
        let best = best.max_by(|(a, count_a), (b, count_b)| count_a.cmp(count_b).then_with(|| b.cmp(a)));
        let Some((best, _)) = best else { return false };
        if *best == lower {
            return self.chosen.remove(&lower).is_some();
        }
        if self.chosen.get(&lower) == Some(best) {
            return false;
        }
        self.chosen.insert(lower, best.clone());
        true
    }

    /// Writes the words of a title from an address as the site writes them.
    pub(super) fn applied(&self, title: String) -> String {
        let has_capitals = self.has_capitals();
        if self.chosen.is_empty() && !has_capitals {
            return title;
        }
        let chosen = |word: &str| self.chosen.get(&*word.to_ascii_lowercase()).filter(|_| !is_special(word));
        // `id=3` is not a word.
        let is_raised = |word: &str| {
            has_capitals
                && !SMALL.contains(&word)
                && !word.contains('=')
                && word.starts_with(|c: char| c.is_ascii_lowercase())
        };
        // Most titles stay as they are.
        if !title.split(' ').any(|word| is_raised(word) || chosen(word).is_some()) {
            return title;
        }
        let written = |word| match chosen(word) {
            Some(chosen) => Cow::Borrowed(&**chosen),
            None if is_raised(word) => Cow::Owned([&word[..1].to_ascii_uppercase(), &word[1..]].concat()),
            None => Cow::Borrowed(word),
        };
        title.split(' ').map(written).collect::<Vec<_>>().join(" ")
    }
}

/// Returns a word without the punctuation around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Returns `true` for a word of ASCII letters and digits.
fn is_word(word: &str) -> bool {
    const MAX_LETTERS: usize = 24;
    (2..=MAX_LETTERS).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Returns `true` for a word of ASCII letters and digits that has a capital letter after its first letter.
fn is_special(word: &str) -> bool {
    is_word(word) && word.bytes().skip(1).any(|b| b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learnt(texts: &[&str]) -> Spellings {
        let mut spellings = Spellings::default();
        texts.iter().for_each(|text| _ = spellings.learn(text));
        spellings
    }

    #[test]
    fn words_are_written_as_most_titles_write_them() {
        let texts = ["Calls with NGINX", "About NGINX", "NginX is wrong", "(kNative)", "kNative tools"];
        let spellings = learnt(&texts);
        for (title, expected) in [
            ("Nginx and knative", "NGINX and kNative"),
            ("Knative", "kNative"),
            ("NginX", "NginX"),
            ("Calls about tools", "Calls about tools"),
        ] {
            assert_eq!(spellings.applied(title.to_owned()), expected);
        }
        let mut backwards = texts;
        backwards.reverse();
        assert_eq!(learnt(&backwards).chosen, spellings.chosen);
    }

    #[test]
    fn a_capital_letter_in_a_plain_text_makes_a_name() {
        let texts =
            ["How to use Rails", "Why Rails is easy", "Our Old Rails and Tools", "The tools of Rails", "Tools in use"];
        let spellings = learnt(&texts);
        assert_eq!(spellings.applied("Upgrade rails with tools".to_owned()), "Upgrade Rails with tools");
        // A site that writes the word in small letters more often means no name.
        let often: Vec<&str> =
            texts.into_iter().chain(["On rails there", "Off rails again", "By rails alone", "Along rails"]).collect();
        assert_eq!(learnt(&often).applied("Upgrade rails".to_owned()), "Upgrade rails");
    }

    #[test]
    fn titles_have_capital_letters_if_most_titles_of_the_site_have_them() {
        let capital: Vec<String> = (0..4).map(|n| format!("Planting the Tree {n}")).collect();
        let capital: Vec<&str> = capital.iter().map(String::as_str).collect();
        assert_eq!(learnt(&capital).applied("Terms of use for old trees".to_owned()), "Terms of Use for Old Trees");
        assert_eq!(learnt(&capital).applied("attachment_id=3".to_owned()), "attachment_id=3");
        assert_eq!(learnt(&capital[..3]).applied("Old trees".to_owned()), "Old trees", "too few");
        let mixed: Vec<&str> =
            capital.into_iter().chain(["A plain title", "Another plain title", "Many plain titles"]).collect();
        assert_eq!(learnt(&mixed).applied("Old trees".to_owned()), "Old trees", "three of seven are plain");
    }

    #[test]
    fn one_text_or_capital_letters_teach_nothing() {
        for texts in [["Our NEWS", "Our NEWS"], ["NEWS", "ALL NEWS"], ["The News", "Good News"]] {
            assert_eq!(learnt(&texts).applied("News".to_owned()), "News", "{texts:?}");
        }
    }

    #[test]
    fn the_name_of_the_site_is_spelled_right() {
        let mut spellings = learnt(&["Citing NumPY"]);
        assert!(spellings.learn_name("The NumPy SHOP") && !spellings.learn_name("The NumPy SHOP"));
        assert_eq!(spellings.applied("Numpy shop".to_owned()), "NumPy shop");
    }

    #[test]
    fn hostile_texts_are_limited() {
        let mut spellings = Spellings::default();
        (0..20 * MAX_SPELLINGS).for_each(|n| _ = spellings.learn(&format!("a wORD{n} {}X", "x".repeat(1_000))));
        assert!(spellings.counts.len() <= MAX_SPELLINGS && spellings.texts.len() <= 8 * MAX_SPELLINGS);
    }
}
