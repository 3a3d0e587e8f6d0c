//! The changes to the shape of a derived tree.

use crate::collections::keyed::{HashMap, HashSet};
use crate::site_map::node::NodeId;

/// The changes to the shape of a derived tree.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    /// The parents of moved pages and folders, if they are not those of their addresses.
    pub(in crate::site_map) parents: HashMap<NodeId, NodeId>,
    /// The kind of each row that was added. There are few of them.
    pub(super) kinds: HashMap<NodeId, Group>,
    /// The archives that have the pages of their kind.
    pub(in crate::site_map) archives: HashSet<NodeId>,
    /// The documents, in the order of their pages.
    pub(super) documents: Vec<Document>,
    /// The number of nodes when the tree was last shaped.
    pub(super) shaped: usize,
    /// `true` if some folders have [`Flag::SINGLE`](crate::site_map::Flag::SINGLE).
    pub(in crate::site_map) has_single: bool,
}

impl Shape {
    pub(in crate::site_map) fn memory(&self) -> usize {
        (self.parents.len() + self.kinds.len() + self.archives.len()) * 24 + self.documents.len() * 64
    }
}

/// A sitemap whose pages are in a derived tree.
#[derive(Debug)]
pub(super) struct Document {
    /// The number of nodes before it.
    pub(super) start: NodeId,
    /// The name of its pages, from its address.
    pub(super) kind: Option<String>,
    /// Its first page, which another document may have, too.
    pub(super) first: Option<NodeId>,
}

/// A row that stands for several pages or folders of the top level.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Group {
    /// The pages of a sitemap, with the name of the sitemap.
    Sitemap(Box<str>),
    /// Tags, categories, authors and archives.
    Lists,
    /// The pages in other languages.
    Languages,
    /// Errors, carts, accounts and the files of programs.
    Technical,
    /// The pages that nobody places, of a site with a main menu.
    Rest,
}

impl Group {
    pub(super) fn title(&self) -> &str {
        match self {
            Group::Sitemap(name) => name,
            Group::Lists => "Tags and archives",
            Group::Languages => "Other languages",
            Group::Technical => "Technical pages",
            Group::Rest => "More pages",
        }
    }
}
