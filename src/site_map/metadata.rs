//! Metadata, which is stored for saving and not shown.

use super::arena::SiteMap;
use super::node::NodeId;
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_ALL_METADATA_BYTES;

impl SiteMap {
    /// Stores a metadata element of a page. It is written back unchanged when the tree is saved.
    pub(crate) fn add_metadata(&mut self, page: NodeId, markup: String, offset: u32, report: &mut Report) {
        self.metadata_bytes += markup.len();
        if self.metadata_bytes > MAX_ALL_METADATA_BYTES {
            if !report.has(FindingCode::LimitMetadata) {
                let message = format!(
                    "There are more than {MAX_ALL_METADATA_BYTES} bytes of metadata; the rest is lost when the tree is \
                     saved."
                );
                report.warning(FindingCode::LimitMetadata, offset, message);
            }
            return;
        }
        self.metadata.entry(page).or_default().push(markup.into());
    }

    /// Returns a page's metadata: the `metadata` elements in its `info` (XBEL, section 3.3.4). Each is stored as
    /// written and is self-contained, so it can be copied into another document. The metadata of a whole document
    /// belongs to the page that holds its entries, usually the root. An alias has none. Metadata is not a detail and is
    /// never shown.
    pub fn metadata(&self, page: NodeId) -> &[Box<str>] {
        self.metadata.get(&page).map_or(&[], Vec::as_slice)
    }
}
