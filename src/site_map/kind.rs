//! The kind of a row.

use super::arena::SiteMap;
use super::node::{Flag, NodeId, Relation};
use serde::Serialize;

/// The kind of an entry. A heading or folder has no address. An alias repeats an entry from another place. A document is a child
/// sitemap, which loads when the user opens it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A page that can be opened.
    Page,
    /// An entry without an address. It only groups the entries below it.
    Heading,
    /// A path segment without its own page, a bookmark folder or a category.
    Folder,
    /// A line between other entries.
    Separator,
    /// An entry that stands for another entry and behaves like it.
    Alias,
    /// A child sitemap.
    Document,
}

impl SiteMap {
    /// Returns the kind of a page.
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

    /// Returns the kind that a row shows. A page whose address cannot be a link is not a heading. A page
    /// that the document names but has not described is not a heading either.
    pub(crate) fn kind_of_row(&self, page: NodeId) -> Kind {
        match self.kind(page) {
            Kind::Heading if self.is(page, Flag::UNLINKED) || !self.has_title(page) => Kind::Page,
            kind => kind,
        }
    }

    /// Returns `true` if a page of the content tree has a context tree.
    pub fn has_menu(&self, page: NodeId) -> bool {
        // An alias of the page would lead back to it.
        self.any_child(page, Relation::Embedded, &|entry| self.referent(entry) != self.referent(page))
    }

    /// Returns `true` if the root has children to show.
    pub(crate) fn has_rows(&self) -> bool {
        self.root().is_some_and(|root| self.any_child(root, Relation::Container, &|child| child != root))
    }

    /// Returns `true` if there is more to show than child sitemaps that failed to load.
    pub(crate) fn has_pages(&self) -> bool {
        let is_page = |child| !self.is(child, Flag::DOCUMENT) || self.documents().is_branch(child);
        self.root()
            .is_some_and(|root| self.any_child(root, Relation::Container, &|child| child != root && is_page(child)))
    }
}
