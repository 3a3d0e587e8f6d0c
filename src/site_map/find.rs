//! Finding pages by address.

use super::arena::SiteMap;
use super::node::NodeId;
use crate::address::{PageKey, twin};
use crate::collections::keyed::hash;
use crate::text::Span;

impl SiteMap {
    /// Returns `true` if the tree has a page at this address.
    pub fn has_page(&self, url: &str) -> bool {
        self.page_at(url).is_some_and(|node| self.has_url(node))
    }

    /// Returns the page or folder at an address, even if the page is known with or without `.html`.
    pub(super) fn page_at(&self, url: &str) -> Option<NodeId> {
        let key = PageKey::of_entry(url)?;
        let node = self.find_key(self.root()?, key.as_str());
        let known = self.twin(key.as_str()).filter(|_| node.is_none_or(|node| !self.has_url(node))).or(node);
        known.and_then(|known| self.home_or(known)).or_else(|| self.page_of_layer(key.as_str()))
    }

    /// Returns the page with the same key with or without `.html`.
    fn twin(&self, key: &str) -> Option<NodeId> {
        let twin = twin(key)?;
        let listed = self.find_key(self.root()?, &twin).filter(|&twin| self.has_url(twin));
        listed.or_else(|| self.page_of_layer(&twin))
    }

    /// Returns the page with this key that only the layer has.
    fn page_of_layer(&self, key: &str) -> Option<NodeId> {
        self.overlay.as_ref()?.page(key)
    }

    /// Returns the page that only a list of the site has, with another spelling of this address. The page gets this address.
    pub(super) fn take_twin(&mut self, under: NodeId, key: &PageKey<'_>, name: Option<Span>) -> Option<NodeId> {
        if self.known.browsed().is_empty() || self.root() != Some(under) {
            return None;
        }
        let twin = self.twin(key.as_str()).filter(|twin| self.known.browsed().contains(twin))?;
        if self.find_key(under, key.as_str()).is_some() {
            return None;
        }
        let iri = name.unwrap_or_else(|| self.text.push(key.as_str()));
        self.name(twin, iri, hash(key.as_str()));
        Some(twin)
    }

    /// Returns the home page instead of its host.
    fn home_or(&self, node: NodeId) -> Option<NodeId> {
        self.root_tree()?.home_of(node).unwrap_or(Some(node))
    }

    /// Returns the parent that the address gives a page or folder. Not inlined: it has many callers.
    #[inline(never)]
    pub(super) fn derived_parent(&self, node: NodeId) -> Option<NodeId> {
        let root = self.root()?;
        if let Some(parent) = self.shape.parent(node) {
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
