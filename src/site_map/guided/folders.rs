//! The folders that pages leave when a menu places them.

use crate::address::PageKey;
use crate::collections::keyed::{HashMap, HashSet};
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, GONE, NodeId, Relation};
use crate::text::case_folding::folded;

impl SiteMap {
    /// Removes placed entries from the folders that their addresses give them. Hides folders that become empty.
    pub(super) fn leave_folders(&mut self, moved: &[NodeId]) {
        let mut leaving: HashMap<NodeId, HashSet<NodeId>> = HashMap::default();
        for &node in moved {
            if let Some(parent) = self.derived_parent(node) {
                leaving.entry(parent).or_default().insert(node);
            }
        }
        for (parent, nodes) in &leaving {
            self.note_rearranged();
            let mut at = self.nodes[*parent as usize].members;
            // A folder may have a million pages, so the search ends when all are found.
            let mut left = nodes.len();
            while let Some(edge) = self.edges.get_mut(at as usize).filter(|_| left > 0) {
                if edge.order != GONE && nodes.contains(&edge.target) {
                    edge.order = GONE;
                    left -= 1;
                }
                at = edge.next;
            }
        }
        leaving.keys().for_each(|&parent| self.hide_if_empty(parent));
    }

    /// Hides the folders that are empty because their pages, which a list has added later, are placed already.
    pub(super) fn hide_left_folders(&mut self) {
        std::mem::take(&mut self.guide.left).into_iter().for_each(|folder| self.hide_if_empty(folder));
    }

    /// Hides a folder without children, and its ancestors that become empty.
    fn hide_if_empty(&mut self, folder: NodeId) {
        let mut at = Some(folder);
        while let Some(folder) = at
            && self.is_folder_only(folder)
            && self.is_below_host(folder)
            && !self.any_child(folder, Relation::Container, |_| true)
        {
            self.hide(folder);
            at = self.derived_parent(folder);
        }
    }

    fn is_below_host(&self, folder: NodeId) -> bool {
        self.derived_parent(folder).is_some()
    }

    /// Joins a folder with an entry of a menu that has the same name. The entry is directly in the folder, or both are at the
    /// top of the site: `Docs` at `/docs/start` or `/docs/basics/start` gets the pages of `/docs/`.
    pub(super) fn join_folders(&mut self, moved: &[NodeId]) {
        for &page in moved {
            let node = self.guide.sections.get(&page).copied().unwrap_or(page);
            let is_top = self.guide.placed.get(&node).is_some_and(|placed| Some(placed.parent) == self.root);
            let folders = [self.derived_parent(page), is_top.then(|| self.top_folder(page)).flatten()];
            if let Some(folder) = folders.into_iter().flatten().find(|&folder| self.is_joinable(folder, node)) {
                self.hide(folder);
                self.leave_folders(&[folder]);
                self.relate(node, Relation::Container, folder, 0);
            }
        }
    }

    /// Returns the first folder in the address of a page.
    fn top_folder(&self, page: NodeId) -> Option<NodeId> {
        let key = PageKey::of_text(self.iri(page))?;
        let end = key.levels().next()?;
        self.find_key(self.root?, &key.as_str()[..end])
    }

    fn is_joinable(&self, folder: NodeId, node: NodeId) -> bool {
        self.is_folder_only(folder)
            && self.is_below_host(folder)
            && !self.is(folder, Flag::HIDDEN)
            && !self.guide.placed.contains_key(&folder)
            && !self.is_above_placed(folder, node)
            && self.has_same_name(folder, node)
    }

    /// Returns `true` if an ancestor of `node` is in `folder`. Joining them would make a cycle.
    fn is_above_placed(&self, folder: NodeId, node: NodeId) -> bool {
        self.guide.placed.get(&node).is_some_and(|placed| placed.parent == folder)
    }

    fn has_same_name(&self, folder: NodeId, node: NodeId) -> bool {
        let name = |text: &str| folded(text).filter(|c| c.is_alphanumeric()).collect::<String>();
        name(&self.title(folder)) == name(&self.title(node))
    }
}
