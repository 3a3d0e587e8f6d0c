//! The parts of a document's title.

use super::{PageFacts, is_title, tidy};
use crate::limits::MAX_TITLE_PARTS;
use crate::text::case_folding::folded;

/// Texts between the title of a page and the name of its site.
const SEPARATORS: [&str; 10] =
    [" | ", " - ", " \u{2013} ", " \u{2014} ", " \u{b7} ", " \u{2022} ", " :: ", " \u{ab} ", " \u{bb} ", " \u{2039} "];

/// Words that the first page of a site or of a section has in place of its name.
const GREETINGS: [&str; 11] = [
    "home",
    "welcome",
    "index",
    "start",
    "overview",
    "main page",
    "homepage",
    "home page",
    "index page",
    "introduction",
    "logo",
];

/// Returns `true` if two texts differ at most in case and accents.
pub(crate) fn is_same_text(a: &str, b: &str) -> bool {
    folded(a).eq(folded(b))
}

/// Returns `true` for a text that says only that this is the first page of a site or section.
pub(crate) fn is_greeting(text: &str) -> bool {
    GREETINGS.iter().any(|word| is_same_text(word, text.trim_end_matches('!')))
}

/// Returns the name in the description of a logo: "Garden" of "Garden logo", "Logo Garden" and "Logo of Garden".
pub(super) fn without_logo(text: &str) -> &str {
    /// The most letters of a word such as "of" and "der".
    const SHORT: usize = 3;
    let is_logo = |word: &str| is_same_text(word, "logo");
    if let Some((name, _)) = text.rsplit_once(' ').filter(|(_, last)| is_logo(last)) {
        return name;
    }
    let Some((_, name)) = text.split_once(' ').filter(|(first, _)| is_logo(first)) else { return text };
    let is_small = |word: &str| word.len() <= SHORT && word.chars().all(char::is_lowercase);
    name.split_once(' ').filter(|(first, _)| is_small(first)).map_or(name, |(_, rest)| rest)
}

/// Returns the heading of a page whose first heading is the name of the site: the end of the document's title. The start of
/// the title follows as another heading.
pub(super) fn heading_after_name(page: &PageFacts) -> Option<String> {
    let title = tidy(page.title.as_deref()?);
    let name = page.heading.as_deref()?;
    let [start, .., end] = split(&title)[..] else { return None };
    if !is_same_text(end, name) {
        return None;
    }
    let at = page.headings.iter().position(|heading| heading.text == name).map_or(0, |at| at + 1);
    let next = page.headings[at..].iter().find(|heading| is_same_text(&heading.text, start));
    next.map(|heading| heading.text.clone())
}

/// Returns the title of a page of Doxygen: the document's title without the name of the project. The headings are those of
/// sections.
pub(super) fn title_of_doxygen(page: &PageFacts) -> Option<String> {
    page.generator.as_deref().filter(|generator| generator.starts_with("Doxygen"))?;
    let title = tidy(page.title.as_deref()?);
    title.split_once(": ").map(|(_, title)| title.to_owned())
}

/// Returns the name in the title of the first page of a Javadoc: "Garden API" of "Overview (Garden API)".
pub(super) fn title_of_javadoc(page: &PageFacts) -> Option<String> {
    let name = page.title.as_deref()?.trim().strip_prefix("Overview (")?.strip_suffix(')')?;
    Some(name.to_owned())
}

/// Splits a document's title at the separators, into at most [`MAX_TITLE_PARTS`] parts.
pub(super) fn split(title: &str) -> Vec<&str> {
    let mut parts = vec![title];
    for separator in SEPARATORS {
        let split = parts.into_iter().flat_map(|part| part.splitn(MAX_TITLE_PARTS, separator));
        parts = split.take(MAX_TITLE_PARTS).collect();
    }
    parts.into_iter().map(str::trim).filter(|part| is_title(part)).collect()
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_title_has_at_most_20_parts() {
        assert_eq!(split("Oak \u{2013} Trees | Garden - Home"), ["Oak", "Trees", "Garden", "Home"]);
        for separator in [" - ", " | ", " :: "] {
            assert_eq!(split(&["ab"; 300].join(separator)).len(), 20, "{separator}");
        }
        assert_eq!(split(&"ab | cd - ".repeat(300)).len(), 20);
    }
}
