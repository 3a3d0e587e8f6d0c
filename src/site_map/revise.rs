//! Changes to pages that a document described before, and deleted pages.

use super::arena::SiteMap;
use super::node::{Extra, Flag, NONE, NodeId};
use crate::text::Span;

impl SiteMap {
    /// Removes what is known about a page: title, address, details and context tree. Its position and its children
    /// stay.
    pub(crate) fn forget(&mut self, page: NodeId) {
        self.note_rearranged();
        self.remove_url(page);
        self.unmark(page, Flag::DELETED);
        self.unmark(page, Flag::UNLINKED);
        let node = &mut self.nodes[page as usize];
        (node.title, node.details) = (Span::default(), NONE);
        self.extras.set(page as usize, Extra::default());
    }

    /// Marks a page as deleted. It keeps its title but has no link.
    pub(crate) fn delete(&mut self, page: NodeId) {
        if !self.has_title(page) {
            let title = self.title(page).into_owned();
            self.nodes[page as usize].title = self.text.push_collapsed(&title);
        }
        self.remove_url(page);
        self.unmark(page, Flag::FOLDER);
        self.mark(page, Flag::DELETED);
    }

    fn remove_url(&mut self, page: NodeId) {
        let node = &mut self.nodes[page as usize];
        if !std::mem::take(&mut node.url).is_empty() {
            self.pages -= 1;
        }
    }
}

impl SiteMap {
    /// Turns a page into a separator without title, address and children.
    pub(crate) fn make_separator(&mut self, page: NodeId) {
        self.forget(page);
        self.clear(page);
        self.nodes[page as usize].iri = Span::default();
    }
}

impl SiteMap {
    /// Hides a page and removes it from the page count.
    pub(crate) fn hide(&mut self, page: NodeId) {
        if !self.is(page, Flag::HIDDEN) {
            self.mark(page, Flag::HIDDEN);
            self.pages = self.pages.saturating_sub(usize::from(self.has_url(page)));
        }
    }

    /// Shows a hidden page and counts it again.
    pub(crate) fn show(&mut self, page: NodeId) {
        if self.is(page, Flag::HIDDEN) {
            self.unmark(page, Flag::HIDDEN);
            self.pages += usize::from(self.has_url(page));
        }
    }

    /// Copies the title, icon, details and context tree from a page that this page replaces.
    pub(crate) fn adopt(&mut self, page: NodeId, from: NodeId) {
        if page == from {
            return;
        }
        if self.has_url(page) && self.has_url(from) && !self.is(from, Flag::HIDDEN) {
            self.pages = self.pages.saturating_sub(1);
        }
        let other = &self.nodes[from as usize];
        let (title, details) = (other.title, other.details);
        let (mut extra, own) = (self.extras.get(from as usize), self.extras.get(page as usize));
        let node = &mut self.nodes[page as usize];
        if node.title.is_empty() {
            node.title = title;
        }
        if node.details == NONE {
            node.details = details;
        }
        if !own.icon.is_empty() {
            (extra.icon, extra.icon_base) = (own.icon, own.icon_base);
        }
        if own.embedded != NONE {
            extra.embedded = own.embedded;
        }
        self.extras.set(page as usize, extra);
    }
}
