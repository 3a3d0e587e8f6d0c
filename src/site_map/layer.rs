//! A layer over the tree of the sitemaps: the result of `arrange`. The tree below it stays as it is, so a layer can be
//! replaced by another one.

use super::origin::{PlaceOrigin, TitleOrigin};
use super::node::NodeId;
use crate::collections::keyed::{HashMap, HashSet};

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
    /// The addresses of rows that have none below.
    pub(crate) urls: HashMap<Row, String>,
    pub(crate) places: HashMap<Row, Place>,
    /// The children that come before those of the tree below.
    pub(crate) front: HashMap<Row, Vec<Row>>,
    /// The children that come after those of the tree below.
    pub(crate) back: HashMap<Row, Vec<Row>>,
    /// Folders whose children another row has.
    pub(crate) joined: Vec<(Row, Row)>,
    /// Rows of the tree below whose own children another row has.
    pub(crate) folded: Vec<(Row, Row)>,
    pub(crate) titles: HashMap<Row, Title>,
    /// Rows that are hidden here, and rows that are hidden below and shown here.
    pub(crate) hidden: HashSet<Row>,
    pub(crate) shown: HashSet<Row>,
    /// The pages that only visits have shown.
    pub(crate) only_visited: HashSet<Row>,
    /// The row of the home page, and whether it is open at first.
    pub(crate) unfolded: Option<(Row, bool)>,
}
