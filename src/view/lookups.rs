//! Lookups that the view derives from the site map.

use super::addresses::Addresses;
use crate::site_map::{NodeId, Parents, SiteMap};
use std::cell::{Cell, Ref, RefCell};

/// Lookups that the view derives from the site map. They are updated when the map grows.
#[derive(Debug, Default)]
pub(super) struct Lookups {
    pub(super) parents: RefCell<Parents>,
    pub(super) is_valid: Cell<bool>,
    /// The only page of the top level, if one branch is the whole tree.
    top: Cell<Option<NodeId>>,
    /// The last requested pages and the shortest path to one of them.
    pub(super) path: RefCell<(Vec<NodeId>, Option<Vec<NodeId>>)>,
    pub(super) addresses: RefCell<Addresses>,
}

impl Lookups {
    pub(super) fn parents(&self, map: &SiteMap) -> Ref<'_, Parents> {
        while self.prepare_parents(map, usize::MAX) {}
        self.parents.borrow()
    }

    /// Computes the parents of up to `amount` more edges. Returns `true` if some remain.
    pub(super) fn prepare_parents(&self, map: &SiteMap, amount: usize) -> bool {
        if !self.is_valid.replace(true) || !self.parents.borrow().is_current(map) {
            self.parents.replace(Parents::new(map, self.top.get()));
            self.path.take();
        }
        // Complete parents must not be borrowed mutably, because the caller may still hold a shared borrow.
        !self.parents.borrow().is_complete() && self.parents.borrow_mut().step(map, amount)
    }

    /// Sets the only page of the top level.
    pub(super) fn set_top(&self, page: Option<NodeId>) {
        self.top.set(page);
        self.is_valid.set(false);
    }

    /// Returns the shortest path from the top level to one of these pages. The last result is cached, because it is
    /// requested several times for each current page.
    pub(super) fn path(&self, map: &SiteMap, pages: &[NodeId]) -> Option<Vec<NodeId>> {
        let parents = self.parents(map);
        let mut path = self.path.borrow_mut();
        if path.0 != pages {
            *path = (pages.to_vec(), parents.shortest(map, pages));
        }
        path.1.clone()
    }

    pub(super) fn addresses(&self, map: &SiteMap) -> Ref<'_, Addresses> {
        while self.addresses.borrow_mut().step(map, usize::MAX) {}
        self.addresses.borrow()
    }

    /// Returns the parents and the addresses if they are computed already.
    pub(super) fn if_complete(&self, map: &SiteMap) -> Option<(Ref<'_, Parents>, Ref<'_, Addresses>)> {
        let (parents, addresses) = (self.parents.borrow(), self.addresses.borrow());
        let is_complete = self.is_valid.get() && parents.is_current(map) && parents.is_complete();
        (is_complete && addresses.is_complete(map)).then_some((parents, addresses))
    }
}
