//! Finding and adding pages by address.

use crate::address::{PageKey, twin};
use crate::collections::keyed::hash;
use crate::findings::Report;
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, NodeId};
use crate::text::Span;

impl SiteMap {
    /// Returns the page or folder at an address, even if the page is known with or without `.html`.
    pub(super) fn page_at(&self, url: &str) -> Option<NodeId> {
        self.page_of_key(PageKey::of_entry(url)?.as_str())
    }

    /// Returns the page or folder with a key: see [`SiteMap::page_at`].
    pub(super) fn page_of_key(&self, key: &str) -> Option<NodeId> {
        let root = self.root?;
        let node = self.find_key(root, key);
        let twin = || self.twin(root, key).filter(|_| node.is_none_or(|node| !self.has_url(node)));
        self.home_or(twin().or(node)?)
    }

    /// Returns the page with the same key with or without `.html`.
    pub(super) fn twin(&self, under: NodeId, key: &str) -> Option<NodeId> {
        self.find_key(under, &twin(key)?).filter(|&twin| self.has_url(twin))
    }

    /// Returns the page that a menu lists with another spelling of this address. The page gets this address.
    pub(in crate::site_map) fn take_twin(
        &mut self,
        under: NodeId,
        key: &PageKey<'_>,
        name: Option<Span>,
    ) -> Option<NodeId> {
        if self.guide.browsed.is_empty() || self.root != Some(under) {
            return None;
        }
        let twin = self.twin(under, key.as_str()).filter(|twin| self.guide.browsed.contains(twin))?;
        if self.find_key(under, key.as_str()).is_some() {
            return None;
        }
        let iri = name.unwrap_or_else(|| self.text.push(key.as_str()));
        self.nodes[twin as usize].iri = iri;
        self.index.insert(hash(key.as_str()), twin);
        Some(twin)
    }

    /// Returns the pages that no sitemap lists, in the order in which they were added.
    pub(in crate::site_map) fn browsed_pages(&self) -> Vec<NodeId> {
        let mut pages: Vec<NodeId> = self.guide.browsed.iter().copied().collect();
        pages.sort_unstable();
        pages
    }

    /// Returns `true` if a page or folder from a menu is not in its folder.
    pub(in crate::site_map) fn is_detached(&self, node: NodeId) -> bool {
        !self.guide.detached.is_empty() && self.guide.detached.contains(&node)
    }

    /// Adds a page or folder to its parent if it is new, or if only a menu has listed it so far. An entry that a menu has
    /// placed stays there. A visited page leaves the place that it has had so far.
    pub(in crate::site_map) fn attach(&mut self, parent: NodeId, node: NodeId, is_new: bool, offset: u32) {
        let is_detached = self.is_detached(node) && self.guide.detached.remove(&node);
        if !is_new && !is_detached {
            return;
        }
        if is_detached {
            self.leave_visited_places(&[node]);
        }
        let entry = self.append(parent, node, offset);
        if is_detached {
            self.note_listed_now(node);
        }
        if is_detached && self.guide.placed.contains_key(&node) {
            self.remove(entry);
            self.guide.left.insert(parent);
        }
    }

    /// Returns the home page instead of its host.
    fn home_or(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.derived_trees.get(&self.root?)?;
        match tree.host_index.of(&node).get(&node) {
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
        let key = PageKey::of_entry(url)?;
        if key.is_host() {
            let page = self.place(root, url, "", 0, report)?;
            self.guide.browsed.insert(page);
            return Some(page);
        }
        let (span, base) = self.visible_link(url, "", 0, report)?;
        let (page, is_new) = self.find_or_add(root, key.as_str(), None, 0, report);
        if self.full_reported {
            return None;
        }
        if is_new {
            self.guide.detached.insert(page);
        }
        self.give_url(page, span, base);
        self.unmark(page, Flag::FOLDER);
        self.mark(page, Flag::READABLE);
        self.guide.browsed.insert(page);
        Some(page)
    }

    /// Returns the page or folder with a key. Adds a folder without a place if there is none.
    pub(super) fn make_folder(&mut self, key: &str, report: &mut Report) -> Option<NodeId> {
        let root = self.root?;
        if let Some(page) = self.page_of_key(key).filter(|&page| self.has_url(page)) {
            return Some(page);
        }
        let (folder, is_new) = self.find_or_add(root, key, None, 0, report);
        if self.full_reported {
            return None;
        }
        if is_new {
            self.guide.detached.insert(folder);
            self.mark(folder, Flag::FOLDER);
            self.mark(folder, Flag::READABLE);
        }
        Some(folder)
    }

    /// Returns the folder or page with a key. Adds it at the place that its address gives it if it does not exist.
    pub(super) fn folder_of_key(&mut self, key: &str, report: &mut Report) -> Option<NodeId> {
        let (root, key) = (self.root?, PageKey::of_text(key)?);
        let folder = self.folder(root, &key, key.as_str().len(), Span::default(), 0, report);
        (!self.full_reported).then_some(folder)
    }

    /// Returns the parent that the address gives a page or folder.
    pub(in crate::site_map) fn derived_parent(&self, node: NodeId) -> Option<NodeId> {
        let root = self.root?;
        if let Some(&parent) = self.shape.parents.get(&node) {
            return Some(parent);
        }
        let iri = self.iri(node);
        let key = PageKey::of_text(iri)?;
        if key.is_host() {
            return None;
        }
        self.find_key(root, &iri[..key.parent()])
    }
}
