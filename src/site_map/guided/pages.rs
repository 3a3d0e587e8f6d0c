//! Finding and adding pages by address.

use crate::findings::Report;
use crate::site_map::arena::SiteMap;
use crate::site_map::derived::Key;
use crate::site_map::node::{Flag, NodeId};

impl SiteMap {
    /// Returns the page or folder at an address.
    pub(super) fn page_at(&self, url: &str) -> Option<NodeId> {
        let root = self.root?;
        let key = Key::new(url)?;
        self.home_or(self.find_key(root, &key.key)?)
    }

    /// Returns the home page instead of its host.
    fn home_or(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.derived_trees.get(&self.root?)?;
        match tree.host_index.get(&node) {
            Some(&at) => tree.host_nodes[at].1,
            None => Some(node),
        }
    }

    /// Returns the page at an address. Adds one without a place if there is none.
    pub(super) fn make_page(&mut self, url: &str, report: &mut Report) -> Option<NodeId> {
        let root = self.root?;
        if let Some(known) = self.page_at(url).filter(|&known| self.has_url(known)) {
            return Some(known);
        }
        let key = Key::new(url)?;
        if key.key.len() == key.host {
            let page = self.place(root, url, "", 0, report)?;
            self.guide.browsed.insert(page);
            return Some(page);
        }
        let (span, base) = self.visible_link(url, "", 0, report)?;
        let (page, _) = self.find_or_add(root, &key.key, None, 0, report);
        if self.full_reported {
            return None;
        }
        self.give_url(page, span, base);
        self.unmark(page, Flag::FOLDER);
        self.mark(page, Flag::READABLE);
        self.guide.browsed.insert(page);
        Some(page)
    }

    /// Returns the folder at an address. Adds one without a place if there is none.
    pub(super) fn make_folder(&mut self, url: &str, report: &mut Report) -> Option<NodeId> {
        let root = self.root?;
        let key = Key::new(url)?;
        let (folder, is_new) = self.find_or_add(root, &key.key, None, 0, report);
        if self.full_reported {
            return None;
        }
        if is_new {
            self.mark(folder, Flag::FOLDER);
            self.mark(folder, Flag::READABLE);
        }
        Some(folder)
    }

    /// Returns the parent that the address gives a page or folder.
    pub(super) fn derived_parent(&self, node: NodeId) -> Option<NodeId> {
        let root = self.root?;
        let iri = self.iri(node);
        let key = Key::of_key(iri)?;
        if key.key.len() == key.host {
            return None;
        }
        self.find_key(root, &iri[..key.parent()])
    }
}
