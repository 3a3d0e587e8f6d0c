//! What a document says anew of a page that it has told of before, and pages that are gone.

use super::arena::SiteMap;
use super::node::{Flag, NONE, NodeId};
use crate::text::Span;

impl SiteMap {
    /// Takes back what was said of a page: title, address, details and context tree. Its place stays, and what is below
    /// it.
    pub(crate) fn forget(&mut self, page: NodeId) {
        self.remove_url(page);
        self.unmark(page, Flag::DELETED);
        self.unmark(page, Flag::UNLINKED);
        let node = &mut self.nodes[page as usize];
        (node.title, node.icon) = (Span::default(), Span::default());
        (node.embedded, node.details) = (NONE, NONE);
    }

    /// Says that a page is gone: it keeps its title and is no link.
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
    /// Makes a line of a page: it says nothing, leads nowhere, and nothing is below it.
    pub(crate) fn make_line(&mut self, page: NodeId) {
        self.forget(page);
        self.clear(page);
        self.nodes[page as usize].iri = Span::default();
    }
}

impl SiteMap {
    /// Does not show a page, and does not count it.
    pub(crate) fn hide(&mut self, page: NodeId) {
        if !self.is(page, Flag::HIDDEN) {
            self.mark(page, Flag::HIDDEN);
            self.pages = self.pages.saturating_sub(usize::from(self.has_url(page)));
        }
    }

    /// Takes that back.
    pub(crate) fn show(&mut self, page: NodeId) {
        if self.is(page, Flag::HIDDEN) {
            self.unmark(page, Flag::HIDDEN);
            self.pages += usize::from(self.has_url(page));
        }
    }

    /// Gives a page what is known of another that it takes the place of: title, icon, details, context tree.
    pub(crate) fn adopt(&mut self, page: NodeId, from: NodeId) {
        if page == from {
            return;
        }
        if self.has_url(page) && self.has_url(from) && !self.is(from, Flag::HIDDEN) {
            self.pages = self.pages.saturating_sub(1);
        }
        let other = &self.nodes[from as usize];
        let (title, icon, icon_base) = (other.title, other.icon, other.icon_base);
        let (embedded, details) = (other.embedded, other.details);
        let node = &mut self.nodes[page as usize];
        if node.title.is_empty() {
            node.title = title;
        }
        if node.icon.is_empty() {
            (node.icon, node.icon_base) = (icon, icon_base);
        }
        if node.embedded == NONE {
            node.embedded = embedded;
        }
        if node.details == NONE {
            node.details = details;
        }
    }
}
