//! What the arena is made of: the numbers, flags and relations of nodes, and edges.

/// The number of a page or of a list of pages.
pub type NodeId = u32;

/// Stands for no edge or no node.
pub(super) const NONE: u32 = u32::MAX;

/// The order of an edge to the rest of an RDF list.
pub(super) const REST: u32 = u32::MAX;

/// The order of a removed edge.
pub(super) const GONE: u32 = u32::MAX - 1;

/// A property that a plain page or heading does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag(pub(super) u16);

impl Flag {
    /// A folder: a path segment without its own page, a bookmark folder or a category.
    pub const FOLDER: Flag = Flag(1);
    /// A line between other entries.
    pub const SEPARATOR: Flag = Flag(1 << 1);
    /// An entry that stands for another entry.
    pub const ALIAS: Flag = Flag(1 << 2);
    /// A child sitemap. See [`super::child_sitemaps::Documents`].
    pub const DOCUMENT: Flag = Flag(1 << 3);
    /// The page no longer exists.
    pub const DELETED: Flag = Flag(1 << 4);
    /// The branch is expanded when it is first shown.
    pub const UNFOLDED: Flag = Flag(1 << 5);
    /// If the document gives no title, the title is made from the last segment of the address, in readable form.
    pub const READABLE: Flag = Flag(1 << 6);
    /// The title is a language tag.
    pub const LANGUAGE: Flag = Flag(1 << 7);
    /// The node is not shown.
    pub const HIDDEN: Flag = Flag(1 << 8);
    /// The folder of pages whose parent could not be found.
    pub const UNPLACED: Flag = Flag(1 << 9);
    /// The document gives the page an address that cannot be a link.
    pub(crate) const UNLINKED: Flag = Flag(1 << 10);
    /// A folder of addresses whose only entry is another such folder. It may share the row of this entry.
    pub(crate) const SINGLE: Flag = Flag(1 << 11);
    /// The title has words of a format, which the interface translates.
    pub(crate) const IN_WORDS: Flag = Flag(1 << 12);
    /// Another list continues this list (`rdf:rest`).
    pub(crate) const CONTINUED: Flag = Flag(1 << 13);
    /// The title is a substitute: words of the document that any title replaces.
    pub(crate) const SUBSTITUTE: Flag = Flag(1 << 14);
    /// A layer has added the row.
    pub(crate) const MADE: Flag = Flag(1 << 15);

    /// The flags that layers may change.
    pub(super) const OF_LAYERS: u16 = Flag::FOLDER.0 | Flag::UNFOLDED.0 | Flag::HIDDEN.0;
}

/// An entry of a list. `next` is the edge before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) target: NodeId,
    pub(super) next: u32,
    /// The n of `rdf:_n`. Siblings are sorted by it.
    pub(super) order: u32,
    pub(super) offset: u32,
}

/// A relation between a page and the pages below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Children from the same point of view (NNS 1.0, "container and embedded").
    Container,
    /// The first level of the page's context tree.
    Embedded,
}

/// A child of a page, and where the document lists it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child {
    /// The page.
    pub page: NodeId,
    /// Byte offset of the entry.
    pub offset: u32,
}

/// An entry of a list, kept so that `SiteMap::remove` can remove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ListEntry(pub(super) u32);
