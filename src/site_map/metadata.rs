//! Data of pages that is stored for saving and never shown: metadata, ids, and addresses that are not links.

use super::arena::SiteMap;
use super::node::NodeId;
use crate::findings::Report;

impl SiteMap {
    /// Stores the id that the document gives a page. It is written back unchanged when the tree is saved in the same
    /// format.
    pub(crate) fn set_id(&mut self, page: NodeId, id: &str, offset: u32, report: &mut Report) {
        self.saved.set_id(page, id, &mut self.text, offset, report);
    }

    /// Returns the id that the document gives a page.
    pub fn id(&self, page: NodeId) -> Option<&str> {
        self.saved.id(page).map(|id| self.text.get(id))
    }

    /// Returns the address of a page that is not a link, such as `javascript:` or `file:`. It must not be opened or
    /// requested, only saved.
    pub fn unlinked(&self, page: NodeId) -> Option<&str> {
        self.saved.unlinked(page)
    }

    /// Returns a page's metadata: the `metadata` elements in its `info` (XBEL, section 3.3.4). Each is stored as
    /// written and is self-contained, so it can be copied into another document. The metadata of a whole document
    /// belongs to the page that holds its entries, usually the root. An alias has none. Metadata is not a detail and is
    /// never shown.
    pub fn metadata(&self, page: NodeId) -> &[Box<str>] {
        self.saved.metadata(page)
    }
}
