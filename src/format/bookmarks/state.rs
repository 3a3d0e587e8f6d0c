//! The state of a bookmark file while it is read.

use super::aliases::Aliases;
use crate::site_map::NodeId;
use crate::xml::{Context, Element, report_wrong_case};

/// The open entries of a bookmark file.
#[derive(Debug, Default)]
pub(in crate::format) struct Bookmarks {
    /// The row that contains the entries; `None` for the top level.
    pub(in crate::format) under: Option<NodeId>,
    /// The open elements that are part of the tree.
    pub(in crate::format) open: Vec<Open>,
    /// The addresses of open bookmarks, joined.
    pub(in crate::format) hrefs: String,
    /// Number of entries so far. Entries are sorted by it.
    pub(in crate::format) entries: u32,
    pub(in crate::format) aliases: Aliases,
    /// The current bookmark, if it repeats its folder in a saved file.
    pub(super) repeats_folder: Option<NodeId>,
    /// Deleted pages of a saved file.
    pub(super) deleted: Vec<NodeId>,
    pub(super) is_shown: bool,
    /// A name in the wrong case was reported.
    pub(super) is_case_reported: bool,
}

/// Returns the name among `names` that is equal in any case. Many programs write names in upper case.
#[inline(never)]
pub(in crate::format) fn in_any_case(names: &[&'static str], name: &str) -> Option<&'static str> {
    names.iter().find(|known| known.eq_ignore_ascii_case(name)).copied()
}

impl Bookmarks {
    /// Returns the name of an element of a format with these names, or its local name if it is unknown. Reports the wrong
    /// case, once.
    #[inline(never)]
    pub(in crate::format) fn own_name<'a>(
        &mut self,
        names: &[&'static str],
        element: &Element<'_>,
        cx: &mut Context<'a>,
    ) -> &'a str {
        let local = cx.names.local(element.name);
        let Some(known) = in_any_case(names, local) else { return local };
        if known != local && !std::mem::replace(&mut self.is_case_reported, true) {
            report_wrong_case(local, known, cx.offset, cx.report);
        }
        known
    }
}

/// The kind of an open element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::format) enum Kind {
    Document,
    Folder,
    Bookmark,
    /// `info` of XBEL.
    Info,
    /// Metadata that Navibar has written in XBEL.
    Saved,
    /// The context menu of an entry in a saved file.
    Menu,
    /// An element without content: a separator or an alias.
    Empty,
}

/// An open element that is part of the tree.
#[derive(Debug)]
pub(in crate::format) struct Open {
    pub(in crate::format) kind: Kind,
    /// The node that contains its entries. It is also its page, except for the whole document.
    pub(in crate::format) node: NodeId,
    pub(in crate::format) page: NodeId,
    /// Number among all entries.
    pub(in crate::format) entry: u32,
    pub(in crate::format) offset: u32,
    pub(in crate::format) id: Option<Box<str>>,
    /// Start of its address in `hrefs`, and the offset of the attribute.
    pub(super) href: Option<(usize, u32)>,
    /// `true` if it has been added to its parent.
    pub(super) is_placed: bool,
    /// Owners of its metadata in XBEL.
    pub(in crate::format) owners: Vec<Box<str>>,
}
