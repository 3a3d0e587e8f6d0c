//! Marks on pages of the content tree: chosen ones, and those that lead to them.

use super::node::NodeId;

/// What is known of each node of the content tree in view of some pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks(pub(super) Vec<u8>);

impl Marks {
    pub(super) const CHOSEN: u8 = 1;
    pub(super) const BELOW: u8 = 1 << 1;
    pub(super) const LISTED: u8 = 1 << 2;

    pub(super) fn has(&self, page: NodeId, mark: u8) -> bool {
        self.0.get(page as usize).is_some_and(|marks| marks & mark != 0)
    }

    /// Whether it is one of these pages.
    pub(crate) fn is_chosen(&self, page: NodeId) -> bool {
        self.has(page, Marks::CHOSEN)
    }

    /// Whether one of them is below it.
    pub(crate) fn leads_on(&self, page: NodeId) -> bool {
        self.has(page, Marks::BELOW)
    }

    /// Notes that one of them is below a page; whether that was not known.
    pub(super) fn set_leads_on(&mut self, page: NodeId) -> bool {
        let is_new = !self.leads_on(page);
        self.0[page as usize] |= Marks::BELOW;
        is_new
    }

    /// Whether it is one of them, or one of them is below it.
    pub(crate) fn is_shown(&self, page: NodeId) -> bool {
        self.has(page, Marks::CHOSEN | Marks::BELOW)
    }
}
