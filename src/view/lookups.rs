//! Lookups that the view derives from the site map.

use super::addresses::Addresses;
use crate::site_map::{NodeId, Parents, SiteMap};
use std::cell::{Cell, Ref, RefCell};

/// Lookups that the view derives from the site map. They are updated when the map grows.
#[derive(Debug, Default)]
pub(super) struct Lookups {
    pub(super) ways: RefCell<Parents>,
    pub(super) is_new: Cell<bool>,
    /// The last requested pages and the shortest path to one of them.
    pub(super) way: RefCell<(Vec<NodeId>, Option<Vec<NodeId>>)>,
    pub(super) addresses: RefCell<Addresses>,
}

impl Lookups {
    pub(super) fn ways(&self, map: &SiteMap) -> Ref<'_, Parents> {
        while self.make_ways(map, usize::MAX) {}
        self.ways.borrow()
    }

    /// Computes the parents of up to `amount` more edges. Returns `true` if some remain.
    pub(super) fn make_ways(&self, map: &SiteMap, amount: usize) -> bool {
        if !self.is_new.replace(true) || !self.ways.borrow().is_of(map) {
            self.ways.replace(Parents::new(map));
            self.way.take();
        }
        // Complete parents must not be borrowed mutably, because the caller may still hold a shared borrow.
        !self.ways.borrow().is_complete() && self.ways.borrow_mut().go_on(map, amount)
    }

    /// Returns the shortest path from the top level to one of these pages. The last result is cached, because it is
    /// requested several times for each current page.
    pub(super) fn way(&self, map: &SiteMap, pages: &[NodeId]) -> Option<Vec<NodeId>> {
        let ways = self.ways(map);
        let mut way = self.way.borrow_mut();
        if way.0 != pages {
            *way = (pages.to_vec(), ways.shortest(map, pages));
        }
        way.1.clone()
    }

    pub(super) fn addresses(&self, map: &SiteMap) -> Ref<'_, Addresses> {
        while self.addresses.borrow_mut().go_on(map, usize::MAX) {}
        self.addresses.borrow()
    }
}
