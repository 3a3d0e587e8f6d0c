//! Texts that all formats write in the same way: titles, ids, kinds.

use super::markup;
use crate::site_map::{Flag, Kind, NodeId, SiteMap};
use std::borrow::Cow;

/// Returns the title of a page for writing. An invisible title becomes an ellipsis.
pub(super) fn title(map: &SiteMap, page: NodeId) -> Cow<'_, str> {
    let title = map.title(page);
    let is_visible = |c: char| !c.is_whitespace() && !matches!(c, '\u{200b}' | '\u{feff}') && !markup::is_forbidden(c);
    match title.contains(is_visible) {
        true => title,
        false => Cow::Borrowed("\u{2026}"),
    }
}

/// The comment at the end of an incomplete file.
pub(super) const CUT: &str = "This file has reached its size limit; the rest is left out.";

/// The comment at the end of a file without all places of its pages.
pub(super) const COPIES_CUT: &str = "Many pages share a list; some of their further places are left out.";

/// Bytes of the readable part of an id.
pub(super) const MAX_SLUG: usize = 40;

/// Returns the id of a page, for example `sport-articles-12`. It has letters, digits and `-`, and is the same each
/// time.
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

/// Returns the words of `kind` for a page. They are empty for an ordinary page or heading.
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
