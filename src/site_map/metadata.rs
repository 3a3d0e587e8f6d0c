//! Metadata, which is only kept.

use super::arena::SiteMap;
use super::node::NodeId;
use crate::findings::Report;
use crate::limits::MAX_ALL_METADATA_BYTES;

impl SiteMap {
    /// Keeps an element of a page's metadata, to be written back as it is when the tree is saved.
    pub(crate) fn add_metadata(&mut self, page: NodeId, markup: String, offset: u32, report: &mut Report) {
        self.metadata_bytes += markup.len();
        if self.metadata_bytes > MAX_ALL_METADATA_BYTES {
            if !report.has("limit-metadata") {
                let message = format!(
                    "There are more than {MAX_ALL_METADATA_BYTES} bytes of metadata; the rest is lost when the tree is \
                     saved."
                );
                report.warning("limit-metadata", offset, message);
            }
            return;
        }
        self.metadata.entry(page).or_default().push(markup.into());
    }

    /// A page's metadata: the `metadata` elements that stand in its `info` (XBEL, section 3.3.4), each as it was written
    /// and complete in itself, so that it can be written into another document. That of a whole document is with the
    /// page that its entries are below, mostly the root. An alias has none of its own. It is no detail: nobody is
    /// shown it.
    pub fn metadata(&self, page: NodeId) -> &[Box<str>] {
        self.metadata.get(&page).map_or(&[], Vec::as_slice)
    }
}
