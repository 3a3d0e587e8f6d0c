//! The ground: the tree of the sitemaps, without a layer. `arrange` reads it.

use super::arena::SiteMap;
use super::node::{Flag, NodeId, Relation};
use std::borrow::Cow;

/// The tree of the sitemaps, while no layer is on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<'a>(pub(super) &'a SiteMap);

impl<'a> Ground<'a> {
    /// Returns the page or folder with a key.
    #[inline(never)]
    pub(crate) fn row(self, key: &str) -> Option<NodeId> {
        self.0.find_key(self.0.root()?, key)
    }

    /// Returns the row of a host. A single host has none; its pages are at the top.
    pub(crate) fn host_row(self, host: &str) -> Option<NodeId> {
        self.row(host).filter(|_| self.has_several_hosts())
    }

    /// Returns the home page of a host, if the sitemaps list it.
    pub(crate) fn home(self, host: &str) -> Option<NodeId> {
        self.0.root_tree()?.home_of(self.row(host)?)?
    }

    /// Returns the page or folder that contains a page or folder by its address.
    #[inline(never)]
    pub(crate) fn parent(self, row: NodeId) -> Option<NodeId> {
        self.0.derived_parent(row)
    }

    /// Returns `true` for an archive that has the pages of its kind.
    pub(crate) fn is_archive(self, row: NodeId) -> bool {
        self.0.shape.is_archive(row)
    }

    /// Returns the page that shows the children of a hidden folder.
    pub(crate) fn owner(self, folder: NodeId) -> Option<NodeId> {
        let owner = self.0.shape.parent(folder).filter(|_| self.is_hidden(folder));
        owner.filter(|&owner| self.has_url(owner))
    }

    pub(crate) fn is_hidden(self, row: NodeId) -> bool {
        self.0.is(row, Flag::HIDDEN)
    }

    /// Returns `true` for a folder of addresses.
    pub(crate) fn is_folder(self, row: NodeId) -> bool {
        self.0.is(row, Flag::FOLDER)
    }

    /// Returns `true` for a folder of addresses without its own page that is shown.
    pub(crate) fn is_plain_folder(self, row: NodeId) -> bool {
        self.is_folder(row)
            && self.0.is(row, Flag::READABLE)
            && !self.0.is(row, Flag::MADE)
            && !self.is_hidden(row)
            && !self.has_url(row)
            && !self.has_title(row)
    }

    pub(crate) fn has_url(self, row: NodeId) -> bool {
        self.0.has_url(row)
    }

    pub(crate) fn url(self, row: NodeId) -> Option<String> {
        self.0.url(row)
    }

    /// Returns the key of a page or folder.
    #[inline(never)]
    pub(crate) fn key(self, row: NodeId) -> &'a str {
        self.0.iri(row)
    }

    pub(crate) fn has_title(self, row: NodeId) -> bool {
        self.0.has_title(row)
    }

    #[inline(never)]
    pub(crate) fn title(self, row: NodeId) -> Cow<'a, str> {
        self.0.title(row)
    }

    /// Returns `true` if a sitemap gives the title of a page.
    pub(crate) fn has_sitemap_title(self, row: NodeId) -> bool {
        self.has_title(row) && !self.0.has_substitute(row) && !self.0.known.has_title(row)
    }

    /// Returns `true` for a folder that has the name of its language.
    pub(crate) fn is_language_folder(self, row: NodeId) -> bool {
        self.0.known.is_language(row)
    }

    /// Returns `true` if a row has a list of its own.
    pub(crate) fn is_list(self, row: NodeId) -> bool {
        self.0.is_list(row)
    }

    /// Returns `true` if a child of a row fulfils the condition.
    #[inline(never)]
    pub(crate) fn has_child(self, row: NodeId, condition: &dyn Fn(NodeId) -> bool) -> bool {
        self.0.any_child(row, Relation::Container, condition)
    }

    /// Returns the first children in a row's own list.
    pub(crate) fn children(self, row: NodeId, most: usize) -> Vec<NodeId> {
        self.0.entries(row).map(|(_, child)| child.page).filter(|&child| !self.is_hidden(child)).take(most).collect()
    }

    /// Returns `true` if the tree has several hosts, each with a row of its own.
    pub(crate) fn has_several_hosts(self) -> bool {
        self.0.root_tree().is_some_and(|tree| tree.hosts().len() > 1)
    }

    /// Returns the children that a row has by their addresses. The root has those of its only host.
    pub(crate) fn top(self, row: NodeId) -> impl Iterator<Item = NodeId> {
        let tree = self.0.root_tree().filter(|_| self.0.root() == Some(row));
        let list = tree.map_or(Some(row), |tree| tree.hosts().first().map(|(host, _)| *host));
        list.into_iter().flat_map(move |list| self.0.entries(list)).map(|(_, child)| child.page)
    }

    /// Returns the folders and pages in a folder that have further pages below them. Takes one of the steps for each.
    pub(crate) fn folders_in(self, folder: NodeId, steps: &mut usize) -> Vec<NodeId> {
        let mut lists = Vec::new();
        for (_, edge) in self.0.list_edges(folder) {
            if *steps == 0 {
                break;
            }
            *steps -= 1;
            if self.is_list(edge.target) && edge.target != folder {
                lists.push(edge.target);
            }
        }
        lists.reverse();
        lists
    }

    /// Returns `true` if the sitemaps list something.
    pub(crate) fn has_rows(self) -> bool {
        self.0.root().is_some_and(|root| self.has_child(root, &|_| true))
    }
}
