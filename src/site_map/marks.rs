//! Marks on pages of the content tree: chosen pages and their ancestors.

use super::node::NodeId;

/// The marks of each node, for one set of chosen pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks(pub(super) Vec<u8>);

impl Marks {
    pub(super) const CHOSEN: u8 = 1;
    pub(super) const BELOW: u8 = 1 << 1;
    pub(super) const LISTED: u8 = 1 << 2;

    pub(super) fn has(&self, page: NodeId, mark: u8) -> bool {
        self.0.get(page as usize).is_some_and(|marks| marks & mark != 0)
    }

    /// Returns `true` if the page is chosen.
    pub(crate) fn is_chosen(&self, page: NodeId) -> bool {
        self.has(page, Marks::CHOSEN)
    }

    /// Returns `true` if a chosen page is below it.
    pub(crate) fn leads_on(&self, page: NodeId) -> bool {
        self.has(page, Marks::BELOW)
    }

    /// Marks a page as an ancestor of a chosen page. Returns `true` if the mark is new.
    pub(super) fn set_leads_on(&mut self, page: NodeId) -> bool {
        let is_new = !self.leads_on(page);
        self.0[page as usize] |= Marks::BELOW;
        is_new
    }

    /// Returns `true` if the page is chosen or a chosen page is below it.
    pub(crate) fn is_shown(&self, page: NodeId) -> bool {
        self.has(page, Marks::CHOSEN | Marks::BELOW)
    }
}
