//! The state of an XBEL document while it is read.

use super::aliases::Aliases;
use super::collected::Collected;
use crate::format::markup::base::Bases;
use crate::format::reader::Opening;
use crate::site_map::NodeId;

/// Reads XBEL documents.
#[derive(Debug, Default)]
pub(crate) struct Xbel {
    pub(super) opening: Opening,
    pub(super) bases: Bases,
    pub(super) namespace: Box<str>,
    /// The open elements that are part of the tree.
    pub(super) open: Vec<Open>,
    /// The addresses of open bookmarks, joined.
    pub(super) hrefs: String,
    /// The element inside the innermost of these that is collected or left out.
    pub(super) collected: Option<Collected>,
    /// Reused buffer for the next title.
    pub(super) title_buffer: String,
    /// Number of entries so far. Entries are sorted by it.
    pub(super) entries: u32,
    pub(super) aliases: Aliases,
    pub(super) saved: Saved,
    pub(super) is_shown: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Xbel,
    Folder,
    Bookmark,
    Info,
    /// Metadata that Navibar has written, and the context menu in it.
    Saved,
    Menu,
    /// An element without content: a separator or an alias.
    Empty,
}

#[derive(Debug)]
pub(super) struct Open {
    pub(super) kind: Kind,
    /// The node that contains its entries. It is also its page, except for the whole document.
    pub(super) node: NodeId,
    pub(super) page: NodeId,
    /// Number among all entries.
    pub(super) entry: u32,
    pub(super) offset: u32,
    pub(super) id: Option<Box<str>>,
    /// Start of its address in `hrefs`, and the offset of the attribute.
    pub(super) href: Option<(usize, u32)>,
    /// Whether it has been added to its parent.
    pub(super) is_placed: bool,
    /// Owners of its metadata.
    pub(super) owners: Vec<Box<str>>,
}

/// What is applied when an element or the whole document is complete.
#[derive(Debug, Default)]
pub(super) struct Saved {
    /// The current bookmark, if it repeats its folder.
    pub(super) repeats_folder: Option<NodeId>,
    pub(super) deleted: Vec<NodeId>,
}
