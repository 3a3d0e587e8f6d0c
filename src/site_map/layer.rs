//! What the rows of a layer are made of. A layer over the tree of the sitemaps is the result of `arrange`. The tree below it
//! stays as it is, so a layer can be replaced by another one.

use super::node::NodeId;
use super::origin::{PlaceOrigin, TitleOrigin};

/// A row: a node of the tree below, or the index of a made row plus the number of nodes.
pub(crate) type Row = NodeId;

/// A row that the tree below does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    /// A page, with its key and its address.
    Page { key: Box<str>, url: Box<str> },
    /// A folder of addresses, with its key.
    Folder { key: Box<str> },
    /// A heading, with the row that it was made for and its text.
    Heading { above: Row, text: Box<str> },
    /// The row of what nobody places.
    Rest,
}

/// The place of a row, and its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) parent: Row,
    pub(crate) source: PlaceOrigin,
}

/// The title of a row, and its source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Title {
    pub(crate) text: Box<str>,
    pub(crate) source: TitleOrigin,
}
