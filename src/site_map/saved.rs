//! Data that is stored for saving and never shown.

use super::node::NodeId;
use crate::address::reference;
use crate::collections::keyed::{HashMap, Parts};
use crate::findings::{FindingCode, Report};
use crate::limits::{MAX_ALL_METADATA_BYTES, MAX_VALUE_BYTES};
use crate::text::{Span, TextStore};

/// Bytes that an id or address counts, without its text.
const EACH: usize = 32;

/// What is stored for saving and never shown.
#[derive(Debug, Default)]
pub(crate) struct Saved {
    metadata: HashMap<NodeId, Vec<Box<str>>>,
    ids: Parts<HashMap<NodeId, Span>>,
    unlinked: HashMap<NodeId, Box<str>>,
    unlinked_icons: HashMap<NodeId, Box<str>>,
    /// Addresses that are not links are not kept.
    drops_unlinked: bool,
    bytes: usize,
}

impl Saved {
    pub(super) fn memory(&self) -> usize {
        self.bytes
    }

    /// Sets whether addresses that are not links are kept.
    pub(crate) fn keep_unlinked(&mut self, are_kept: bool) {
        self.drops_unlinked = !are_kept;
    }

    /// Stores a metadata element of a page. It is written back unchanged when the tree is saved.
    pub(crate) fn add_metadata(&mut self, page: NodeId, markup: String, offset: u32, report: &mut Report) {
        if self.may_store(markup.len(), offset, report) {
            self.metadata.entry(page).or_default().push(markup.into());
        }
    }

    pub(super) fn metadata(&self, page: NodeId) -> &[Box<str>] {
        self.metadata.get(&page).map_or(&[], Vec::as_slice)
    }

    pub(super) fn set_id(&mut self, page: NodeId, id: &str, text: &mut TextStore, offset: u32, report: &mut Report) {
        if self.may_store(id.len() + EACH, offset, report) {
            self.ids.of_mut(&page).insert(page, text.push(id));
        }
    }

    pub(super) fn id(&self, page: NodeId) -> Option<Span> {
        self.ids.of(&page).get(&page).copied()
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

    pub(super) fn drop_unlinked(&mut self, page: NodeId) {
        self.unlinked.remove(&page);
    }

    pub(super) fn unlinked(&self, page: NodeId) -> Option<&str> {
        self.unlinked.get(&page).map(|address| &**address)
    }

    /// Stores an icon that is not a link, such as `data:`. It is only written back when the tree is saved.
    pub(crate) fn set_unlinked_icon(&mut self, page: NodeId, icon: &str, offset: u32, report: &mut Report) {
        if icon.len() <= MAX_VALUE_BYTES && self.may_store(icon.len() + EACH, offset, report) {
            self.unlinked_icons.insert(page, icon.into());
        }
    }

    /// Returns the icon of a page that is not a link. It must not be requested, only saved.
    pub(crate) fn unlinked_icon(&self, page: NodeId) -> Option<&str> {
        self.unlinked_icons.get(&page).map(|icon| &**icon)
    }

    /// Counts bytes that are stored. Returns `false` beyond the limit.
    fn may_store(&mut self, bytes: usize, offset: u32, report: &mut Report) -> bool {
        self.bytes += bytes;
        let is_full = self.bytes > MAX_ALL_METADATA_BYTES;
        if is_full && !report.has(FindingCode::LimitMetadata) {
            let message = format!(
                "There are more than {MAX_ALL_METADATA_BYTES} bytes of metadata; the rest is lost when the tree is saved."
            );
            report.warning(FindingCode::LimitMetadata, offset, message);
        }
        !is_full
    }
}
