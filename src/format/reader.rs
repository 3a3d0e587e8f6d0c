//! What every format implements.

use crate::findings::Report;
use crate::site_map;
use crate::site_map::{NodeId, SiteMap};
use crate::xml::{Context, Element, Handler};

/// Where a tree's structure comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Structure {
    /// The site wrote the hierarchy.
    Declared,
    /// The hierarchy was built from URL paths.
    Derived,
}

/// What is known of a document before its first byte.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    /// Where it was fetched from.
    pub(crate) url: String,
    /// The row that its pages go below; `None` for the top level.
    pub(crate) under: Option<NodeId>,
    /// What the document that named it says of all its pages.
    pub(crate) context: site_map::Context,
}

/// Reads the documents of one format into a site map.
pub(crate) trait Reader: Handler + Sized {
    /// Whether a document with this root element is of this format.
    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool;
    /// A reader for a new document; `before` has read the document before, where that was of this format and of the
    /// same site. Its root element comes next.
    fn open(before: Option<Self>, opening: &Opening) -> Self;
    /// Where the pages go. The site's own map stands here while bytes are read, and an empty one else.
    fn map(&mut self) -> &mut SiteMap;
    /// The document is complete, or has broken off.
    fn finish(&mut self, report: &mut Report);
    /// Name of the format.
    fn name(&self) -> &'static str;
    /// Whether the document says what the hierarchy is.
    fn structure(&self) -> Structure;
    /// Whether the document only names further ones.
    fn is_index(&self) -> bool {
        false
    }
    /// Reports what takes a look at every page; only done where findings are asked for.
    fn check_pages(&self, _map: &SiteMap, _report: &mut Report) {}
}
