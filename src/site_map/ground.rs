//! The ground: what `arrange` asks about the tree of the sitemaps.

use super::arena::SiteMap;
use super::node::{Flag, NodeId, Relation};

impl SiteMap {
    /// Returns the page or folder with a key.
    pub(crate) fn ground_row(&self, key: &str) -> Option<NodeId> {
        self.find_key(self.root?, key)
    }

    /// Returns the row of a host. A single host has none; its pages are at the top.
    pub(crate) fn ground_host_row(&self, host: &str) -> Option<NodeId> {
        let tree = self.derived_trees.get(&self.root?)?;
        self.ground_row(host).filter(|_| tree.host_nodes.len() > 1)
    }

    /// Returns the home page of a host, if the sitemaps list it.
    pub(crate) fn ground_home(&self, host: &str) -> Option<NodeId> {
        let tree = self.derived_trees.get(&self.root?)?;
        let row = self.ground_row(host)?;
        tree.host_index.of(&row).get(&row).and_then(|&at| tree.host_nodes[at].1)
    }

    /// Returns the page or folder that contains a page or folder by its address.
    pub(crate) fn ground_parent(&self, row: NodeId) -> Option<NodeId> {
        self.derived_parent(row)
    }

    /// Returns the page that shows the children of a hidden folder.
    pub(crate) fn ground_owner(&self, folder: NodeId) -> Option<NodeId> {
        let owner = self.shape.parents.get(&folder).copied().filter(|_| self.is(folder, Flag::HIDDEN));
        owner.filter(|&owner| self.has_url(owner))
    }

    /// Returns `true` if a child of a row fulfils the condition.
    pub(crate) fn has_ground_child(&self, row: NodeId, condition: impl Fn(NodeId) -> bool) -> bool {
        self.any_child(row, Relation::Container, condition)
    }

    /// Returns the first children in a row's own list.
    pub(crate) fn ground_children(&self, row: NodeId, most: usize) -> Vec<NodeId> {
        let shown = self.entries(row).filter(|(_, entry)| !self.is(entry.page, Flag::HIDDEN));
        shown.take(most).map(|(_, entry)| entry.page).collect()
    }

    /// Returns `true` if the tree has several hosts, each with a row of its own.
    pub(crate) fn has_several_hosts(&self) -> bool {
        let tree = self.root.and_then(|root| self.derived_trees.get(&root));
        tree.is_some_and(|tree| tree.host_nodes.len() > 1)
    }

    /// Returns the children that a row has by their addresses. The root has those of its only host.
    pub(crate) fn ground_top(&self, row: NodeId) -> impl Iterator<Item = NodeId> {
        let tree = self.root.filter(|root| *root == row).and_then(|root| self.derived_trees.get(&root));
        let list = tree.map_or(Some(row), |tree| tree.host_nodes.first().map(|(host, _)| *host));
        list.into_iter().flat_map(|list| self.entries(list)).map(|(_, entry)| entry.page)
    }

    /// Returns the folders and pages in a folder that have further pages below them. Takes one of the steps for each.
    pub(crate) fn ground_lists(&self, folder: NodeId, steps: &mut usize) -> Vec<NodeId> {
        let mut lists = Vec::new();
        let mut at = self.nodes[folder as usize].members;
        while let Some(edge) = self.edges.get(at as usize).filter(|_| *steps > 0) {
            *steps -= 1;
            at = edge.next;
            if self.is_list(edge.target) && edge.target != folder {
                lists.push(edge.target);
            }
        }
        lists.reverse();
        lists
    }

    /// Returns `true` for a folder of addresses without its own page that is shown.
    pub(crate) fn is_ground_folder(&self, row: NodeId) -> bool {
        self.is_plain_folder(row)
    }

    /// Returns `true` if a sitemap gives the title of a page.
    pub(crate) fn has_sitemap_title(&self, row: NodeId) -> bool {
        self.has_title(row) && !self.has_substitute(row) && !self.guide.has_title(row)
    }

    /// Returns `true` for a folder that has the name of its language.
    pub(crate) fn is_language_folder(&self, row: NodeId) -> bool {
        self.guide.languages.contains(&row)
    }

    /// Returns `true` if the sitemaps list something.
    pub(crate) fn has_ground_rows(&self) -> bool {
        self.root.is_some_and(|root| self.any_child(root, Relation::Container, |_| true))
    }
}
