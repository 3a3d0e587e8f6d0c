//! Changes to pages that a document described before, and deleted pages.

use super::arena::SiteMap;
use super::node::{Flag, NodeId};
use crate::text::Span;

impl SiteMap {
    /// Removes what is known about a page: title, address, details and context tree. Its position and its children
    /// stay.
    pub(crate) fn forget(&mut self, page: NodeId) {
        self.note_rearranged();
        self.nodes.take_link(page);
        self.unmark(page, Flag::DELETED);
        self.unmark(page, Flag::UNLINKED);
        self.nodes.empty(page);
    }

    /// Marks a page as deleted. It keeps its title but has no link.
    pub(crate) fn delete(&mut self, page: NodeId) {
        if !self.has_title(page) {
            let title = self.title(page).into_owned();
            self.nodes.set_title(page, self.text.push_collapsed(&title));
        }
        self.nodes.take_link(page);
        self.unmark(page, Flag::FOLDER);
        self.mark(page, Flag::DELETED);
    }
}

impl SiteMap {
    /// Turns a page into a separator without title, address and children.
    pub(crate) fn make_separator(&mut self, page: NodeId) {
        self.forget(page);
        self.clear(page);
        self.nodes.set_iri(page, Span::default());
    }
}

impl SiteMap {
    /// Hides a page and removes it from the page count.
    pub(crate) fn hide(&mut self, page: NodeId) {
        if !self.is(page, Flag::HIDDEN) {
            self.mark(page, Flag::HIDDEN);
            self.nodes.count(-isize::from(self.has_url(page)));
        }
    }

    /// Shows a hidden page and counts it again.
    pub(crate) fn show(&mut self, page: NodeId) {
        if self.is(page, Flag::HIDDEN) {
            self.unmark(page, Flag::HIDDEN);
            self.nodes.count(isize::from(self.has_url(page)));
        }
    }

    /// Copies the title, icon, details and context tree from a page that this page replaces.
    pub(crate) fn adopt(&mut self, page: NodeId, from: NodeId) {
        if page == from {
            return;
        }
        if self.has_url(page) && self.has_url(from) && !self.is(from, Flag::HIDDEN) {
            self.nodes.count(-1);
        }
        self.nodes.complete(page, from);
    }
}
