//! The interface of an extension to the sitemap protocol.

use super::document::Document;
use super::entry::Entry;
use crate::findings::Report;
use crate::format::reader::{Opening, Structure};
use crate::site_map::SiteMap;
use crate::xml::Context;

/// An extension to the sitemap protocol.
pub(super) trait Extension: Default {
    /// Name of the format that a sitemap with this extension has.
    const NAME: &'static str;
    /// Adds to the opening what the document's address says about its pages.
    fn complete(_opening: &mut Opening) {}
    /// Starts a document. State from earlier documents of the site may be kept.
    fn begin(&mut self, opening: &Opening);
    /// Reads the root element.
    fn root(&mut self, _cx: &Context<'_>) {}
    /// Reads a child of the root element. Returns `true` if the extension handles it. Otherwise it is placed by host
    /// and path.
    fn entry(&mut self, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> bool;
    /// Ends the document. It may be incomplete.
    fn finish(&mut self, document: &mut Document<'_>, report: &mut Report);
    /// Returns where the document's structure comes from, or `None` if it has not used the extension so far.
    fn structure(&self) -> Option<Structure>;
    /// Runs the checks that read every page. Called only when findings are requested.
    fn check_pages(&self, _map: &SiteMap, _report: &mut Report) {}
}
