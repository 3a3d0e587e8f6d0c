//! Learns how a site writes its words. Its titles and menus show that `grpc` in an address is `gRPC`.

use crate::collections::keyed::{HashMap, HashSet, hash};
use crate::limits::MAX_SPELLINGS;

/// The texts that a spelling must be in. One text may have a mistake.
const MIN_TEXTS: u32 = 2;

/// Spellings of one word that are counted.
const MAX_VARIANTS: usize = 8;

/// The words that a site writes with capital letters after the first letter.
#[derive(Debug, Default)]
pub(super) struct Spellings {
    /// The hashes of the texts that were read, because each page repeats the menus.
    texts: HashSet<u32>,
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
        let mut is_changed = false;
        if self.texts.len() < 8 * MAX_SPELLINGS && self.texts.insert(hash(text)) {
            for word in text.split_whitespace().map(bare).filter(|word| is_special(word)) {
                is_changed |= self.count(word);
            }
        }
        is_changed
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
        if self.chosen.get(&lower) == Some(best) {
            return false;
        }
        self.chosen.insert(lower, best.clone());
        true
    }

    /// Writes the words of a title from an address as the site writes them.
    pub(super) fn applied(&self, title: String) -> String {
        if self.chosen.is_empty() {
            return title;
        }
        let written = |word: &str| self.chosen.get(&*word.to_ascii_lowercase()).filter(|_| !is_special(word));
        if !title.split(' ').any(|word| written(word).is_some()) {
            return title;
        }
        let words = title.split(' ').map(|word| written(word).map_or(word, |written| written));
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Returns a word without the punctuation around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Returns `true` for a word of ASCII letters and digits that has a capital letter after its first letter.
fn is_special(word: &str) -> bool {
    const MAX_LETTERS: usize = 24;
    (2..=MAX_LETTERS).contains(&word.len())
        && word.bytes().all(|b| b.is_ascii_alphanumeric())
        && word.bytes().skip(1).any(|b| b.is_ascii_uppercase())
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
