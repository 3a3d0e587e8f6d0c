//! What the view has found out of the site map.

use super::addresses::Addresses;
use crate::site_map::{NodeId, Parents, SiteMap};
use std::cell::{Cell, Ref, RefCell};

/// What has been found out of the site map, to be found out anew when there is more of it.
#[derive(Debug, Default)]
pub(super) struct Lookups {
    pub(super) ways: RefCell<Parents>,
    pub(super) is_new: Cell<bool>,
    /// Pages that were looked for last, and the way to the nearest of them.
    pub(super) way: RefCell<(Vec<NodeId>, Option<Vec<NodeId>>)>,
    pub(super) addresses: RefCell<Addresses>,
}

impl Lookups {
    pub(super) fn ways(&self, map: &SiteMap) -> Ref<'_, Parents> {
        while self.make_ways(map, usize::MAX) {}
        self.ways.borrow()
    }

    /// Makes so much of the ways; whether there is more.
    pub(super) fn make_ways(&self, map: &SiteMap, amount: usize) -> bool {
        if !self.is_new.replace(true) || !self.ways.borrow().is_of(map) {
            self.ways.replace(Parents::new(map));
            self.way.take();
        }
        // Who has them already may ask again.
        !self.ways.borrow().is_complete() && self.ways.borrow_mut().go_on(map, amount)
    }

    /// The pages from the top level down to the nearest of these. It is asked for several times for each page that is
    /// looked at.
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
