//! Texts that all formats write in the same way: titles, ids, kinds.

use super::markup::{self, Output};
use super::saved_tree::SavedTree;
use crate::site_map::{Flag, Kind, NodeId};
use crate::text::is_blank;
use std::borrow::Cow;
use std::fmt::{Result, Write};

/// Returns the title of a page for writing. An invisible title becomes an ellipsis.
pub(super) fn title<'a>(map: &SavedTree<'a>, page: NodeId) -> Cow<'a, str> {
    let title = map.title(page);
    let is_visible = |c: char| !is_blank(c) && !markup::is_forbidden(c);
    match title.contains(is_visible) {
        true => title,
        false => Cow::Borrowed("\u{2026}"),
    }
}

/// Writes the comments at the end of an incomplete file. `is_cut`: pages are left out. `are_copies_cut`: further places of
/// pages are left out.
pub(super) fn note_cuts(is_cut: bool, are_copies_cut: bool, out: &mut Output<'_>) -> Result {
    let pages = (is_cut, "This file has reached its size limit; the rest is left out.");
    let copies = (are_copies_cut, "Many pages share a list; some of their further places are left out.");
    for (is_so, why) in [pages, copies] {
        if is_so {
            writeln!(out, "\n  <!-- {why} -->")?;
        }
    }
    Ok(())
}

/// Bytes of the readable part of an id.
pub(super) const MAX_SLUG: usize = 40;

/// Returns the id of a page, for example `sport-articles-12`. It has letters, digits and `-`, and is the same each
/// time.
pub(super) fn id(map: &SavedTree<'_>, page: NodeId) -> String {
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
pub(super) fn kind_words(map: &SavedTree<'_>, page: NodeId) -> String {
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
