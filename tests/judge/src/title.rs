//! Titles of pages, with and without the name of their site.

use std::collections::HashMap;

/// The marks between the title of a page and the name of its site.
const SEPARATORS: &[&str] = &[" - ", " | ", " · ", " — ", " – ", " • ", " :: "];

/// A title in two parts.
struct Parts<'a> {
    name: &'a str,
    rest: &'a str,
}

/// The title with its last part as the name of the site, then with its first part.
fn parts(title: &str) -> impl Iterator<Item = Parts<'_>> {
    let last = SEPARATORS.iter().filter_map(|mark| title.rsplit_once(mark)).min_by_key(|(_, name)| name.len());
    let first = SEPARATORS.iter().filter_map(|mark| title.split_once(mark)).min_by_key(|(name, _)| name.len());
    let last = last.map(|(rest, name)| Parts { name, rest });
    last.into_iter().chain(first.map(|(name, rest)| Parts { name, rest }))
}

/// The part that more than half of the titles begin or end with.
pub(super) fn site_name<'a>(titles: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut count = 0;
    let mut names: HashMap<&str, usize> = HashMap::new();
    for title in titles {
        count += 1;
        // The same name may be the first and the last part.
        let mut found: Vec<_> = parts(title).map(|parts| parts.name).collect();
        found.dedup();
        for name in found {
            *names.entry(name).or_default() += 1;
        }
    }
    let (name, times) = names.into_iter().max_by_key(|(name, times)| (*times, *name))?;
    (times > 1 && times * 2 > count).then(|| name.to_owned())
}

/// The title without the name of the site.
pub(super) fn without<'a>(title: &'a str, name: Option<&str>) -> &'a str {
    let named = parts(title).find(|parts| Some(parts.name) == name);
    named.map_or(title, |parts| parts.rest.trim())
}

/// The words of a title: without case and punctuation.
pub(super) fn words(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_what_most_titles_share() {
        let titles = ["Site", "A - Site", "B - C - Site", "D - Site"];
        let name = site_name(titles.into_iter());
        assert_eq!(name.as_deref(), Some("Site"));
        assert_eq!(titles.map(|title| without(title, name.as_deref())), ["Site", "A", "B - C", "D"]);
        let titles = ["Site | A", "Site | B · b"];
        assert_eq!(site_name(titles.into_iter()).as_deref(), Some("Site"));
        assert_eq!(titles.map(|title| without(title, Some("Site"))), ["A", "B · b"]);
        assert_eq!(site_name(["A - B", "C - D"].into_iter()), None);
    }

    #[test]
    fn words_have_neither_case_nor_punctuation() {
        assert_eq!(words("Command-Line  Options: “gRPC”!"), "command line options grpc");
    }
}
