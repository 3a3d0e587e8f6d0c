//! A layer over the tree of the sitemaps: the result of `arrange`. The tree below it stays as it is, so a layer can be
//! replaced by another one.

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

/// What is different from the tree below.
#[derive(Debug, Default)]
pub(crate) struct Layer {
    pub(crate) made: Vec<Made>,
    /// The changed rows, each once.
    pub(crate) rows: Vec<LayerRow>,
    /// Folders whose children another row has.
    pub(crate) joined: Vec<(Row, Row)>,
    /// Rows of the tree below whose own children another row has.
    pub(crate) folded: Vec<(Row, Row)>,
    /// The row of the home page, and whether it is open at first.
    pub(crate) unfolded: Option<(Row, bool)>,
}

/// What is different about a row.
#[derive(Debug)]
pub(crate) struct LayerRow {
    pub(crate) row: Row,
    /// Where its place comes from, if the layer places it.
    pub(crate) place: Option<PlaceOrigin>,
    pub(crate) title: Option<Title>,
    /// Its address, if it has none below.
    pub(crate) url: Option<Box<str>>,
    /// The children that come before those of the tree below.
    pub(crate) front: Vec<Row>,
    /// The children that come after those of the tree below.
    pub(crate) back: Vec<Row>,
    /// It is shown even if it is hidden below.
    pub(crate) is_shown: bool,
    pub(crate) is_hidden: bool,
    /// It is a page that only visits have shown.
    pub(crate) is_only_visited: bool,
}
