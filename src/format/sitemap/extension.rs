//! What an extension of the sitemap protocol implements.

use super::document::Document;
use super::entry::Entry;
use crate::findings::Report;
use crate::format::reader::{Opening, Structure};
use crate::site_map::SiteMap;
use crate::xml::Context;

/// What extends the sitemap protocol.
pub(super) trait Extension: Default {
    /// Name of the format that it makes of a sitemap.
    const NAME: &'static str;
    /// What the name of a document says of its pages is added to the opening.
    fn complete(_opening: &mut Opening) {}
    /// A new document begins. What is known of the documents before may be kept.
    fn begin(&mut self, opening: &Opening);
    /// The root element has come.
    fn root(&mut self, _cx: &Context<'_>) {}
    /// A child of the root is complete. Whether the extension has dealt with it; else it is placed by host and path.
    fn entry(&mut self, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> bool;
    /// The document is complete, or has broken off.
    fn finish(&mut self, document: &mut Document<'_>, report: &mut Report);
    /// What structure the document has by this extension; `None` while nothing of the extension has been met in it.
    fn structure(&self) -> Option<Structure>;
    /// Reports what takes a look at every page. It is only called when findings are asked for.
    fn check_pages(&self, _map: &SiteMap, _report: &mut Report) {}
}
