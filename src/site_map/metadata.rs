//! Data that is stored for saving and never shown: metadata, ids, and addresses that are not links.

use super::arena::SiteMap;
use super::node::NodeId;
use crate::address::reference;
use crate::findings::{FindingCode, Report};
use crate::limits::{MAX_ALL_METADATA_BYTES, MAX_VALUE_BYTES};

/// Bytes that an id or address counts, without its text.
const EACH: usize = 32;

impl SiteMap {
    /// Stores a metadata element of a page. It is written back unchanged when the tree is saved.
    pub(crate) fn add_metadata(&mut self, page: NodeId, markup: String, offset: u32, report: &mut Report) {
        if self.may_store(markup.len(), offset, report) {
            self.metadata.entry(page).or_default().push(markup.into());
        }
    }

    /// Stores the id that the document gives a page. It is written back unchanged when the tree is saved in the same
    /// format.
    pub(crate) fn set_id(&mut self, page: NodeId, id: &str, offset: u32, report: &mut Report) {
        if self.may_store(id.len() + EACH, offset, report) {
            let id = self.text.push(id);
            self.ids.of_mut(&page).insert(page, id);
        }
    }

    /// Stores an address that is not a link because of its scheme. It is only written back when the tree of a user's own file is
    /// saved. A relative address could become a link in the saved file, so it is dropped.
    pub(crate) fn set_unlinked(&mut self, page: NodeId, address: &str, offset: u32, report: &mut Report) {
        if self.drops_unlinked {
            return;
        }
        let visible = reference::visible(address);
        let is_no_link = reference::scheme(&visible).is_some_and(|scheme| !reference::is_link_scheme(scheme));
        if is_no_link && address.len() <= MAX_VALUE_BYTES && self.may_store(address.len() + EACH, offset, report) {
            self.unlinked.insert(page, address.into());
        }
    }

    /// Stores an icon that is not a link, such as `data:`. It is only written back when the tree is saved.
    pub(crate) fn set_unlinked_icon(&mut self, page: NodeId, icon: &str, offset: u32, report: &mut Report) {
        if icon.len() <= MAX_VALUE_BYTES && self.may_store(icon.len() + EACH, offset, report) {
            self.unlinked_icons.insert(page, icon.into());
        }
    }

    /// Counts bytes that are stored. Returns `false` beyond the limit.
    fn may_store(&mut self, bytes: usize, offset: u32, report: &mut Report) -> bool {
        self.metadata_bytes += bytes;
        let is_full = self.metadata_bytes > MAX_ALL_METADATA_BYTES;
        if is_full && !report.has(FindingCode::LimitMetadata) {
            let message = format!(
                "There are more than {MAX_ALL_METADATA_BYTES} bytes of metadata; the rest is lost when the tree is saved."
            );
            report.warning(FindingCode::LimitMetadata, offset, message);
        }
        !is_full
    }

    /// Returns the id that the document gives a page.
    pub fn id(&self, page: NodeId) -> Option<&str> {
        self.ids.of(&page).get(&page).map(|&id| self.text.get(id))
    }

    /// Returns the address of a page that is not a link, such as `javascript:` or `file:`. It must not be opened or
    /// requested, only saved.
    pub fn unlinked(&self, page: NodeId) -> Option<&str> {
        self.unlinked.get(&page).map(|address| &**address)
    }

    /// Returns the icon of a page that is not a link. It must not be requested, only saved.
    pub(crate) fn unlinked_icon(&self, page: NodeId) -> Option<&str> {
        self.unlinked_icons.get(&page).map(|icon| &**icon)
    }

    /// Returns a page's metadata: the `metadata` elements in its `info` (XBEL, section 3.3.4). Each is stored as
    /// written and is self-contained, so it can be copied into another document. The metadata of a whole document
    /// belongs to the page that holds its entries, usually the root. An alias has none. Metadata is not a detail and is
    /// never shown.
    pub fn metadata(&self, page: NodeId) -> &[Box<str>] {
        self.metadata.get(&page).map_or(&[], Vec::as_slice)
    }
}
