//! The vocabulary of saved files: what Navibar writes where a format has no words, and reads back.

use crate::site_map::{Flag, NodeId, SiteMap};
use crate::xml::vocabulary::{DC, DETAIL};
use std::fmt::Write;

/// The owner of Navibar's own metadata in XBEL.
pub const OWNER: &str = "http://navibar.oaklett.org/";

/// The largest date of HTML bookmarks in seconds since 1970. Larger numbers are milliseconds or microseconds.
pub(crate) const MAX_SECONDS: u64 = 100_000_000_000;

/// Applies the words of a `kind` attribute to a page. Unknown words are ignored; a later version may write them.
pub(crate) fn apply_kind(map: &mut SiteMap, page: NodeId, words: &str) {
    for word in words.split_whitespace() {
        match word {
            "folder" => map.mark(page, Flag::FOLDER),
            "separator" => map.mark(page, Flag::SEPARATOR),
            "document" => map.mark(page, Flag::DOCUMENT),
            "deleted" => map.mark(page, Flag::DELETED),
            "open" => map.mark(page, Flag::UNFOLDED),
            "language" => map.mark(page, Flag::LANGUAGE),
            "unplaced" => {
                map.mark(page, Flag::FOLDER);
                map.mark(page, Flag::UNPLACED);
            }
            _ => {}
        }
    }
}

/// The elements of Dublin Core that become details: all except title and identifier (Dublin Core Metadata Element Set
/// 1.1).
const DUBLIN_CORE: [&str; 13] = [
    "contributor",
    "coverage",
    "creator",
    "date",
    "description",
    "format",
    "language",
    "publisher",
    "relation",
    "rights",
    "source",
    "subject",
    "type",
];

/// Returns the element for a detail: `dc:creator`, `detail:lastmod`. A character that XML names cannot contain becomes
/// `_x0020_`, its number in hexadecimal (ISO/IEC 9075-14, section 9.1).
pub(crate) fn detail_element(name: &str) -> String {
    if DUBLIN_CORE.contains(&name) {
        return format!("dc:{name}");
    }
    let mut element = String::from("detail:");
    for (at, c) in name.char_indices() {
        let is_escape = name[at..].starts_with("_x");
        let is_fit = c == '_' || c.is_ascii_alphabetic() || (at > 0 && (c.is_ascii_digit() || matches!(c, '-' | '.')));
        if is_fit && !is_escape {
            element.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(element, "_x{:04X}_", u32::from(c));
        }
    }
    element
}

/// Returns the detail name of an element in a saved file, or `None` for another element.
pub(crate) fn detail_name(namespace: &str, local: &str) -> Option<String> {
    if namespace != DETAIL {
        return (namespace == DC && DUBLIN_CORE.contains(&local)).then(|| local.to_owned());
    }
    let mut name = String::with_capacity(local.len());
    let mut rest = local;
    while let Some((before, behind)) = rest.split_once("_x") {
        name.push_str(before);
        let escaped = behind.split_once('_').and_then(|(number, behind)| {
            let is_number = (4..=6).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_hexdigit());
            let c = u32::from_str_radix(number, 16).ok().filter(|_| is_number).and_then(char::from_u32)?;
            Some((c, behind))
        });
        rest = match escaped {
            Some((c, behind)) => {
                name.push(c);
                behind
            }
            None => {
                name.push_str("_x");
                behind
            }
        };
    }
    name.push_str(rest);
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_detail_name_is_read_back() {
        for (name, element) in [
            ("creator", "dc:creator"),
            ("title", "detail:title"),
            ("lastmod", "detail:lastmod"),
            ("laatst gewijzigd", "detail:laatst_x0020_gewijzigd"),
            ("_x0020_", "detail:_x005F_x0020_"),
            ("7-é", "detail:_x0037_-_x00E9_"),
            ("\u{1f600}", "detail:_x1F600_"),
            ("a_b_", "detail:a_b_"),
        ] {
            assert_eq!(detail_element(name), element);
            let namespace = if element.starts_with("dc:") { DC } else { DETAIL };
            let local = element.split_once(':').map_or("", |(_, local)| local);
            assert_eq!(detail_name(namespace, local).as_deref(), Some(name));
        }
        assert_eq!(detail_name(DETAIL, "a_xZZ_").as_deref(), Some("a_xZZ_"));
        assert_eq!(detail_name(DC, "title"), None);
    }
}
