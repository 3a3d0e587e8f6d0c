//! The parts of a file that the syntaxes write: the root, entries and aliases.

use super::super::words::kind_words;
use crate::export::saved_tree::SavedTree;
use crate::site_map::{Flag, Kind, NodeId};
use std::borrow::Cow;

/// Pairs of name and value.
pub(super) type Details<'a> = Vec<(&'a str, &'a str)>;

/// The whole document.
pub(super) struct Root<'a> {
    pub(super) page: NodeId,
    pub(super) id: Option<Cow<'a, str>>,
    pub(super) title: Option<Cow<'a, str>>,
    pub(super) details: Details<'a>,
    /// `true` if aliases are pages in several places.
    pub(super) has_shared: bool,
}

/// An alias.
pub(super) struct Alias<'a> {
    pub(super) depth: usize,
    pub(super) is_in_menu: bool,
    pub(super) id: Option<Cow<'a, str>>,
    /// The id of its target, and the target's title and address.
    pub(super) to: Cow<'a, str>,
    pub(super) title: Cow<'a, str>,
    pub(super) address: Option<&'a str>,
}

/// A page, heading or folder.
pub(super) struct Entry<'a> {
    pub(super) page: NodeId,
    pub(super) depth: usize,
    pub(super) is_in_menu: bool,
    pub(super) id: Option<Cow<'a, str>>,
    pub(super) title: Cow<'a, str>,
    /// The address, which may be one that is not a link.
    pub(super) address: Option<&'a str>,
    /// `true` if the entry is a folder in formats that distinguish folders and bookmarks.
    pub(super) is_folder: bool,
    pub(super) icon: Option<&'a str>,
    pub(super) details: Details<'a>,
    /// The id of the page that a real alias stands for.
    pub(super) alias_of: Option<Cow<'a, str>>,
    pub(super) has_children: bool,
    pub(super) has_menu: bool,
}

/// An entry whose context menu or children are being written.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) page: NodeId,
    pub(super) depth: usize,
    pub(super) is_in_menu: bool,
    pub(super) is_folder: bool,
    pub(super) has_menu: bool,
    /// XBEL: whether Navibar's `metadata` is open, and `info` around it.
    pub(super) is_metadata_open: bool,
    pub(super) has_info: bool,
    /// OPML: whether something is in the element.
    pub(super) is_filled: bool,
    /// The page's own address, for a bookmark to it.
    pub(super) own_address: Option<String>,
    pub(super) description: Option<String>,
}

impl Open {
    pub(super) fn new(entry: &Entry<'_>) -> Open {
        Open {
            page: entry.page,
            depth: entry.depth,
            is_in_menu: entry.is_in_menu,
            is_folder: entry.is_folder,
            has_menu: entry.has_menu,
            is_metadata_open: false,
            has_info: false,
            is_filled: false,
            own_address: None,
            description: None,
        }
    }
}

/// Removes and returns the first detail with this name that fulfils a condition.
pub(super) fn take<'a>(details: &mut Details<'a>, wanted: &str, condition: impl Fn(&str) -> bool) -> Option<&'a str> {
    let at = details.iter().position(|(name, _)| *name == wanted).filter(|&at| condition(details[at].1))?;
    Some(details.remove(at).1)
}

/// Returns the words of `kind` that the element of a folder or bookmark does not express.
pub(super) fn words(map: &SavedTree<'_>, page: NodeId, is_folder: bool) -> String {
    let words = kind_words(map, page);
    if !is_folder {
        return words;
    }
    let is_heading = map.kind(page) == Kind::Heading;
    let others = words.split_whitespace().filter(|word| *word != "folder");
    let all: Vec<&str> = is_heading.then_some("heading").into_iter().chain(others).collect();
    all.join(" ")
}

/// Returns `true` if a page is expanded at first.
pub(super) fn is_open(map: &SavedTree<'_>, page: NodeId) -> bool {
    map.is(page, Flag::UNFOLDED)
}
