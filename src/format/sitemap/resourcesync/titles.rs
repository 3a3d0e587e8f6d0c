//! Titles in the words of ResourceSync, for example "Duplicate: mirror.example.com/res1" or "Change list: from 2013-01-01".
//!
//! A title is kept as English text. Only the rows in sight are taken apart again, for the interface to translate.

use super::terms;
use crate::text::date;
use serde::Serialize;

/// Separates the words of a title.
const BETWEEN_WORDS: &str = ", ";
/// Separates the words from what follows.
const AFTER_WORDS: &str = ": ";
/// The texts of a period: key, and what is before, between and after its dates.
const BOTH: (&str, &str) = ("period_both", " to ");
const FROM: (&str, &str) = ("period_from", "from ");
const UNTIL: (&str, &str) = ("period_until", "until ");

/// A part of a title.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Phrase {
    /// The key of the text in the interface. Absent if the text comes from the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The text in English, or the site's own text.
    pub text: String,
    /// The first date of a period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The last date of a period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// Returns the title of a link or document: its words and what distinguishes it.
pub(super) fn title(words: &[&str], rest: &str) -> String {
    format!("{}{AFTER_WORDS}{rest}", words.join(BETWEEN_WORDS))
}

/// Returns the text of a period. `None` without dates.
pub(super) fn period(from: Option<&str>, until: Option<&str>) -> Option<String> {
    match (from, until) {
        (Some(from), Some(until)) => Some([from, BOTH.1, until].concat()),
        (Some(from), None) => Some([FROM.1, from].concat()),
        (None, Some(until)) => Some([UNTIL.1, until].concat()),
        (None, None) => None,
    }
}

/// Takes a title apart: its words, and what follows if anything does. Returns `None` if it has nothing to translate.
pub(crate) fn phrases(title: &str) -> Option<(Vec<Phrase>, Option<Phrase>)> {
    let (words, rest) = title.split_once(AFTER_WORDS).map_or((title, None), |(words, rest)| (words, Some(rest)));
    let words: Vec<Phrase> = words.split(BETWEEN_WORDS).map(word).collect();
    let rest = rest.map(dates);
    words.iter().chain(&rest).any(|phrase| phrase.key.is_some()).then_some((words, rest))
}

fn word(text: &str) -> Phrase {
    let known = terms::words().find(|(.., known)| *known == text);
    Phrase { key: known.map(|(kind, name, _)| key(kind, name)), text: text.to_owned(), ..Phrase::default() }
}

/// Reads a period. Any other text stays as it is.
fn dates(text: &str) -> Phrase {
    let date = |text: &str| date::w3c(text).is_some().then(|| text.to_owned());
    let both = text.split_once(BOTH.1).and_then(|(from, until)| Some((date(from)?, date(until)?)));
    let (key, from, until) = match both {
        Some((from, until)) => (Some(BOTH.0), Some(from), Some(until)),
        None => match (text.strip_prefix(FROM.1).and_then(date), text.strip_prefix(UNTIL.1).and_then(date)) {
            (None, None) => (None, None, None),
            (from, until) => (Some(if from.is_some() { FROM.0 } else { UNTIL.0 }), from, until),
        },
    };
    Phrase { key: key.map(str::to_owned), text: text.to_owned(), from, until }
}

/// Returns the key of a word's text. Keys have no hyphens.
fn key(kind: &str, name: &str) -> String {
    [kind, name].concat().replace('-', "_")
}

/// Returns all keys and their English texts.
pub(crate) fn texts() -> impl Iterator<Item = (String, String)> {
    let words = terms::words().map(|(kind, name, text)| (key(kind, name), text.to_owned()));
    let periods =
        [(BOTH.0, Some("{from}"), Some("{until}")), (FROM.0, Some("{from}"), None), (UNTIL.0, None, Some("{until}"))];
    words.chain(periods.into_iter().map(|(key, from, until)| (key.to_owned(), period(from, until).unwrap_or_default())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a title, a key in brackets before each part that has one.
    fn shown(title: &str) -> String {
        let Some((words, rest)) = phrases(title) else { return "none".to_owned() };
        let part = |phrase: &Phrase| match &phrase.key {
            Some(key) => format!(
                "[{key}]{}",
                [&phrase.from, &phrase.until].map(|date| date.clone().unwrap_or_default()).join("|")
            ),
            None => phrase.text.clone(),
        };
        words.iter().chain(&rest).map(part).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn a_title_is_taken_apart_into_its_words_and_the_rest() {
        for (title, expected) in [
            ("Duplicate: mirror.example.com/res1", "[relation_duplicate]|; mirror.example.com/res1"),
            ("Described by, Alternate: a.example", "[relation_describedby]|; [relation_alternate]|; a.example"),
            ("Duplicate, http://a.example/rel: a.example", "[relation_duplicate]|; http://a.example/rel; a.example"),
            ("Link: a.example/x: y", "[term_link]|; a.example/x: y"),
            ("Source description", "[detail_capability_description]|"),
            ("Resource dump manifest: a.xml", "[detail_capability_resourcedump_manifest]|; a.xml"),
            (
                "Change list: 2013-01-01 to 2013-01-02",
                "[detail_capability_changelist]|; [period_both]2013-01-01|2013-01-02",
            ),
            ("Change list: from 2013-01-01", "[detail_capability_changelist]|; [period_from]2013-01-01|"),
            ("Change list: until 2013-01-01", "[detail_capability_changelist]|; [period_until]|2013-01-01"),
            // An address, not a period.
            ("Change list: from here.xml", "[detail_capability_changelist]|; from here.xml"),
            ("Change list: a to b", "[detail_capability_changelist]|; a to b"),
            ("own: a.example", "none"),
            ("", "none"),
        ] {
            assert_eq!(shown(title), expected, "{title}");
        }
    }

    #[test]
    fn every_title_that_is_put_together_is_taken_apart() {
        for (.., text) in terms::words() {
            for rest in ["a.example", "2013"] {
                let (words, after) = phrases(&title(&[text, "own"], rest)).expect(text);
                let texts: Vec<&str> = words.iter().map(|word| &*word.text).collect();
                assert_eq!((texts, after.map(|after| after.text)), (vec![text, "own"], Some(rest.to_owned())));
                assert!(words[0].key.is_some() && words[1].key.is_none());
            }
        }
    }

    #[test]
    fn no_two_words_have_the_same_text_or_key() {
        let texts: Vec<(String, String)> = texts().collect();
        for (at, (key, text)) in texts.iter().enumerate() {
            assert!(texts[..at].iter().all(|(other, known)| other != key && known != text), "{key}: {text}");
        }
    }
}
