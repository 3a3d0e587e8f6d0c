//! What all written formats say in the same way: titles, ids, kinds.

use super::markup;
use crate::site_map::{Flag, Kind, NodeId, SiteMap};
use std::borrow::Cow;

/// The title of a page, as it can be written; never one that nobody sees.
pub(super) fn title(map: &SiteMap, page: NodeId) -> Cow<'_, str> {
    let title = map.title(page);
    let is_seen = |c: char| !c.is_whitespace() && !matches!(c, '\u{200b}' | '\u{feff}') && !markup::is_forbidden(c);
    match title.contains(is_seen) {
        true => title,
        false => Cow::Borrowed("\u{2026}"),
    }
}

/// Said at the end of a file that does not hold everything.
pub(super) const CUT: &str = "There is more than a file can hold; the rest is left out.";

/// Bytes of the part of an id that is there for people.
pub(super) const MAX_SLUG: usize = 40;

/// An id for a page, the same each time, that says what it is about: letters, digits and `-`, like `sport-articles-12`.
pub(super) fn id(map: &SiteMap, page: NodeId) -> String {
    let mut id = String::new();
    for c in map.title(page).chars() {
        if id.len() >= MAX_SLUG {
            break;
        }
        match c.to_ascii_lowercase() {
            c if c.is_ascii_alphabetic() || (c.is_ascii_digit() && !id.is_empty()) => id.push(c),
            _ if id.is_empty() || id.ends_with('-') => {}
            _ => id.push('-'),
        }
    }
    let stem = id.trim_end_matches('-');
    format!("{}-{page}", if stem.is_empty() { "page" } else { stem })
}

/// The words of `kind` for a page; empty for an ordinary page or heading.
pub(super) fn kind_words(map: &SiteMap, page: NodeId) -> String {
    let is = |flag| map.is(page, flag);
    let kind = map.kind(page);
    let words = [
        (is(Flag::UNPLACED), "unplaced"),
        (kind == Kind::Folder && !is(Flag::UNPLACED), "folder"),
        (kind == Kind::Separator, "separator"),
        (kind == Kind::Document, "document"),
        (is(Flag::DELETED), "deleted"),
        (is(Flag::UNFOLDED), "open"),
        (is(Flag::LANGUAGE), "language"),
    ];
    let words: Vec<&str> = words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    words.join(" ")
}
