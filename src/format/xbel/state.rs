//! What is known of the XBEL document at hand.

use super::aliases::Aliases;
use super::inside::Inside;
use crate::format::markup::base::Bases;
use crate::format::reader::Opening;
use crate::site_map::{NodeId, SiteMap};
use crate::xml::{Attribute, Context};

/// Reads XBEL documents.
#[derive(Debug, Default)]
pub(crate) struct Xbel {
    pub(super) map: SiteMap,
    pub(super) opening: Opening,
    pub(super) bases: Bases,
    pub(super) namespace: Box<str>,
    /// The open elements that make up the tree.
    pub(super) open: Vec<Open>,
    /// The addresses of bookmarks among them, one after the other.
    pub(super) hrefs: String,
    /// What is gathered or left out inside the innermost of these.
    pub(super) inside: Option<Inside>,
    /// Room for the next text that is gathered.
    pub(super) room: String,
    /// Number of entries so far; they stand in its order.
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
    /// Metadata that Navibar has written, and a context menu in it.
    Saved,
    Menu,
    /// An element without content, a separator or an alias.
    Empty,
}

#[derive(Debug)]
pub(super) struct Open {
    pub(super) kind: Kind,
    /// Where its entries go; its page too, unless this is the whole document.
    pub(super) node: NodeId,
    pub(super) page: NodeId,
    /// Its number among all entries.
    pub(super) entry: u32,
    pub(super) offset: u32,
    pub(super) id: Option<Box<str>>,
    /// Where its address begins in `hrefs`, and its place in the document.
    pub(super) href: Option<(usize, u32)>,
    /// Whether it has been put below what it stands in.
    pub(super) is_placed: bool,
    /// Owners of its metadata.
    pub(super) owners: Vec<Box<str>>,
}

/// Name of an attribute of XBEL's own, which has no namespace.
pub(super) fn own_name<'a>(attribute: &Attribute, cx: &Context<'a>) -> &'a str {
    match cx.names.namespace(attribute.name) {
        "" => cx.names.local(attribute.name),
        _ => "",
    }
}

/// What is done when elements, or all of them, are complete.
#[derive(Debug, Default)]
pub(super) struct Saved {
    /// The bookmark at hand, if it repeats the folder that it stands in.
    pub(super) repeats_folder: Option<NodeId>,
    pub(super) deleted: Vec<NodeId>,
}
