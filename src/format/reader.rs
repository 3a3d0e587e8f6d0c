//! The interface of a format.

use crate::findings::Report;
use crate::site_map;
use crate::site_map::{NodeId, SiteMap};
use crate::xml::{Context, Element, Handler};

/// The origin of a tree's structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Structure {
    /// The site declares the hierarchy.
    Declared,
    /// The hierarchy is derived from the paths of addresses.
    Derived,
}

/// What is known about a document before its first byte.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    /// The address of the document.
    pub(crate) url: String,
    /// The row that contains its pages; `None` for the top level.
    pub(crate) under: Option<NodeId>,
    /// What the document that names it says about all its pages.
    pub(crate) context: site_map::Context,
}

/// Reads the documents of one format into a site map.
pub(crate) trait Reader: Handler<Target = SiteMap> + Sized {
    /// `true` if the reader is in the second module of the engine. [`is_root`](Self::is_root) is not.
    const IS_DEFERRED: bool = false;
    /// Returns `true` if a document with this root element has this format.
    fn is_root(element: &Element<'_>, cx: &Context<'_>) -> bool;
    /// Creates a reader for a document. Its root element is the next event. `before` has read the site's previous
    /// document, if that had the same format.
    fn open(before: Option<Self>, opening: &Opening) -> Self;
    /// Ends the document. It may be incomplete.
    fn finish(&mut self, map: &mut SiteMap, report: &mut Report);
    /// Returns the name of the format.
    fn name(&self) -> &'static str;
    /// Returns where the hierarchy comes from.
    fn structure(&self) -> Structure;
    /// Returns `true` if the document only names child sitemaps.
    fn is_index(&self) -> bool {
        false
    }
    /// Runs the checks that read every page. Called only when findings are requested.
    fn check_pages(&self, _map: &SiteMap, _report: &mut Report) {}
}

/// Reads the documents of one text format into a site map.
pub(crate) trait TextReader: Sized {
    /// Name of the format.
    const NAME: &'static str;
    /// `true` if the reader is in the second module of the engine. [`is_start`](Self::is_start) is not.
    const IS_DEFERRED: bool = false;
    /// Returns `true` if a document that begins with these bytes has this format. Returns `None` if more bytes are
    /// needed. `start` is not empty and begins after a byte order mark and white space.
    fn is_start(start: &[u8]) -> Option<bool>;
    /// Creates a reader for a document.
    fn open(opening: &Opening) -> Self;
    /// Takes the next bytes.
    fn push(&mut self, bytes: &[u8], map: &mut SiteMap, report: &mut Report);
    /// Ends the document. It may be incomplete.
    fn finish(&mut self, map: &mut SiteMap, report: &mut Report);
    /// Returns the number of bytes read so far.
    fn bytes(&self) -> u64;
    /// Returns `true` if no more bytes are read.
    fn is_stopped(&self) -> bool;
    /// Returns where the hierarchy comes from.
    fn structure(&self) -> Structure {
        Structure::Derived
    }
}
