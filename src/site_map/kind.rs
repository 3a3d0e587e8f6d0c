//! What a page is shown as.

use super::arena::SiteMap;
use super::node::{Flag, NodeId, Relation};
use serde::Serialize;

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A page that can be opened.
    Page,
    /// An entry without an address; it only folds.
    Heading,
    /// A part of a path without a page of its own, a folder of bookmarks, a category.
    Folder,
    /// A line between other entries.
    Separator,
    /// Stands for another entry and behaves as that.
    Alias,
    /// A further document that pages come from.
    Document,
}

impl SiteMap {
    /// What a page is shown as.
    pub fn kind(&self, page: NodeId) -> Kind {
        let is = |flag| self.is(page, flag);
        match () {
            () if is(Flag::SEPARATOR) => Kind::Separator,
            () if is(Flag::ALIAS) => Kind::Alias,
            () if is(Flag::DOCUMENT) => Kind::Document,
            () if self.has_url(page) || is(Flag::DELETED) => Kind::Page,
            () if is(Flag::FOLDER) => Kind::Folder,
            () => Kind::Heading,
        }
    }

    /// What a page looks like in a row. A page whose address cannot be a link is not taken for a heading, and neither is one
    /// that the document names but does not describe, or not yet.
    pub fn kind_of_row(&self, page: NodeId) -> Kind {
        match self.kind(page) {
            Kind::Heading if self.is(page, Flag::UNLINKED) || !self.has_title(page) => Kind::Page,
            kind => kind,
        }
    }

    /// Whether a page of the content tree has a context tree.
    pub fn has_menu(&self, page: NodeId) -> bool {
        self.any_child(page, Relation::Embedded, |entry| entry != page)
    }

    /// Whether the root contains anything to show.
    pub(crate) fn has_rows(&self) -> bool {
        self.root().is_some_and(|root| self.any_child(root, Relation::Container, |child| child != root))
    }

    /// Whether there is anything to show but further documents that could not be merged into the tree.
    pub(crate) fn has_pages(&self) -> bool {
        let is_page = |child| !self.is(child, Flag::DOCUMENT) || self.documents().is_branch(child);
        self.root()
            .is_some_and(|root| self.any_child(root, Relation::Container, |child| child != root && is_page(child)))
    }
}
