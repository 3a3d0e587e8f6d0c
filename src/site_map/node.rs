//! What the arena is made of: nodes, edges and details.

use crate::text::Span;

/// A page, or a list of pages, by its number.
pub type NodeId = u32;

/// No edge, no node.
pub(super) const NONE: u32 = u32::MAX;

/// The order of an edge that leads to the rest of an RDF list.
pub(super) const REST: u32 = u32::MAX;

/// The order of an edge that has been taken away.
pub(super) const GONE: u32 = u32::MAX - 1;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) iri: Span,
    pub(super) title: Span,
    pub(super) url: Span,
    pub(super) icon: Span,
    pub(super) url_base: u16,
    pub(super) icon_base: u16,
    /// Newest edge of each relation; edges lead to the ones before them.
    pub(super) containers: u32,
    pub(super) embedded: u32,
    pub(super) members: u32,
    pub(super) details: u32,
    pub(super) offset: u32,
}

/// What sets a node apart from a plain page or heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag(pub(super) u16);

impl Flag {
    /// A folder: a part of a path without a page of its own, a folder of bookmarks, a category.
    pub const FOLDER: Flag = Flag(1);
    /// A line between other entries.
    pub const SEPARATOR: Flag = Flag(1 << 1);
    /// Stands for another entry.
    pub const ALIAS: Flag = Flag(1 << 2);
    /// A further document; see [`Documents`].
    pub const DOCUMENT: Flag = Flag(1 << 3);
    /// The page is gone.
    pub const DELETED: Flag = Flag(1 << 4);
    /// The branch is open when it is first shown.
    pub const UNFOLDED: Flag = Flag(1 << 5);
    /// Where the document gives no title, the last segment of the address is made readable.
    pub const READABLE: Flag = Flag(1 << 6);
    /// The title is a language tag.
    pub const LANGUAGE: Flag = Flag(1 << 7);
    /// Not shown.
    pub const HIDDEN: Flag = Flag(1 << 8);
    /// The folder of pages whose place could not be found.
    pub const UNPLACED: Flag = Flag(1 << 9);
    /// The document gives the page an address that cannot be a link.
    pub const UNLINKED: Flag = Flag(1 << 10);
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) target: NodeId,
    pub(super) next: u32,
    /// n of `rdf:_n`; siblings are shown in its order.
    pub(super) order: u32,
    pub(super) offset: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    pub(super) next: u32,
    /// Number of its name.
    pub(super) label: u16,
    pub(super) value: Span,
}

/// How a page relates to the pages below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Children in the same point of view (NNS 1.0, "container and embedded").
    Container,
    /// The first level of the page's context tree.
    Embedded,
}

/// One page below another: which one, and where the document says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child {
    /// The page.
    pub page: NodeId,
    /// Byte offset of the entry.
    pub offset: u32,
}

/// A name of details, and the value that came last with it: the next is often the same.
#[derive(Debug)]
pub(super) struct Label {
    pub(super) name: Box<str>,
    pub(super) last: Span,
}
