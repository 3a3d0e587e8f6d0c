//! The changes to the shape of a derived tree.

use crate::collections::keyed::{HashMap, HashSet};
use crate::site_map::node::NodeId;
use std::ops::Range;

/// The changes to the shape of a derived tree.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    /// The parents of moved pages and folders, if they are not those of their addresses.
    parents: HashMap<NodeId, NodeId>,
    /// The group of each row that was added. There are few of them.
    groups: HashMap<NodeId, Group>,
    /// The archives that have the pages of their kind.
    archives: HashSet<NodeId>,
    /// The documents, in the order of their pages.
    documents: Vec<Document>,
    /// The number of nodes when the tree was last shaped.
    shaped: usize,
    /// `true` if some folders have [`Flag::SINGLE`](crate::site_map::Flag::SINGLE).
    has_single: bool,
}

impl Shape {
    pub(in crate::site_map) fn memory(&self) -> usize {
        (self.parents.len() + self.groups.len() + self.archives.len()) * 24 + self.documents.len() * 64
    }

    /// Returns the parent of a row that was moved or added.
    pub(in crate::site_map) fn parent(&self, row: NodeId) -> Option<NodeId> {
        self.parents.get(&row).copied()
    }

    pub(super) fn set_parent(&mut self, row: NodeId, parent: NodeId) {
        self.parents.insert(row, parent);
    }

    pub(super) fn group(&self, row: NodeId) -> Option<&Group> {
        self.groups.get(&row)
    }

    pub(super) fn set_group(&mut self, row: NodeId, group: Group) {
        self.groups.insert(row, group);
    }

    /// Returns the row of a group in a list.
    pub(super) fn row_of_group(&self, list: NodeId, group: &Group) -> Option<NodeId> {
        let is_here = |row: &NodeId| self.parent(*row) == Some(list);
        self.groups.iter().find(|(row, kind)| *kind == group && is_here(row)).map(|(row, _)| *row)
    }

    pub(in crate::site_map) fn is_archive(&self, row: NodeId) -> bool {
        self.archives.contains(&row)
    }

    pub(super) fn note_archive(&mut self, row: NodeId) {
        self.archives.insert(row);
    }

    /// Returns `true` if the tree has no more nodes than when it was last shaped.
    pub(super) fn is_done(&self, nodes: usize) -> bool {
        self.shaped == nodes
    }

    pub(super) fn note_done(&mut self, nodes: usize) {
        self.shaped = nodes;
    }

    pub(super) fn has_single(&self) -> bool {
        self.has_single
    }

    pub(super) fn note_single(&mut self) {
        self.has_single = true;
    }
}

/// The documents of the pages.
impl Shape {
    /// Begins a document. `start` is the number of nodes before it, `kind` the name of its pages.
    pub(super) fn begin_document(&mut self, start: NodeId, kind: Option<String>) {
        self.documents.push(Document { start, kind, first: None });
    }

    /// Notes a page of the last document.
    pub(in crate::site_map) fn note_page(&mut self, page: NodeId) {
        if let Some(Document { first: first @ None, .. }) = self.documents.last_mut() {
            *first = Some(page);
        }
    }

    /// Returns the kind of the pages in the document that a node comes from.
    pub(super) fn kind_of(&self, node: NodeId) -> Option<&str> {
        let at = self.documents.partition_point(|document| document.start <= node).checked_sub(1)?;
        self.documents[at].kind.as_deref()
    }

    /// Returns `true` if at least two documents have pages of a kind.
    pub(super) fn has_kinds(&self) -> bool {
        self.documents.iter().filter_map(|each| each.kind.as_ref()).count() >= 2
    }

    /// Returns the kind and the first page of each document, with its nodes. Returns nothing for a single document. `nodes` is the
    /// number of all nodes.
    pub(super) fn documents(&self, nodes: NodeId) -> impl Iterator<Item = (&str, NodeId, Range<NodeId>)> {
        self.documents.iter().enumerate().filter(|_| self.documents.len() > 1).filter_map(move |(at, document)| {
            let end = self.documents.get(at + 1).map_or(nodes, |next| next.start);
            Some((document.kind.as_deref()?, document.first?, document.start..end))
        })
    }
}

/// A sitemap whose pages are in a derived tree.
#[derive(Debug)]
struct Document {
    /// The number of nodes before it.
    start: NodeId,
    /// The name of its pages, from its address.
    kind: Option<String>,
    /// Its first page, which another document may have, too.
    first: Option<NodeId>,
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
