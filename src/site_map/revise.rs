//! What a document says anew of a page that it has told of before, and pages that are gone.

use super::{Flag, NONE, NodeId, SiteMap, Span};
use crate::diagnostics::Report;
use crate::iri;

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

    /// A row for the document that is being read itself; it is no page.
    pub(crate) fn add_own_document(&mut self, list: NodeId, url: &str, offset: u32, report: &mut Report) -> NodeId {
        let node = self.unnamed(offset, report);
        self.mark(node, Flag::DOCUMENT);
        // A file opened from disk has no address to follow.
        if iri::scheme(url).is_some_and(iri::is_link_scheme) {
            self.set_target(node, url, "", offset, report);
        }
        self.append_to_list(list, node, offset);
        node
    }

    /// Sets where an entry leads that does not count as a page: a document, a link of a context menu.
    pub(crate) fn set_target(&mut self, entry: NodeId, url: &str, base: &str, offset: u32, report: &mut Report) {
        if let Some((url, base)) = self.link(url, base, offset, report) {
            let node = &mut self.nodes[entry as usize];
            (node.url, node.url_base) = (url, base);
        }
    }
}
