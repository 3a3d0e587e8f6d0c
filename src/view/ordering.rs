//! Sets the order of siblings and sorts the rows that are shown. `sorting.rs` compares siblings.

use super::rebuild::Rebuild;
use super::sorting;
use super::sorting::Order;
use super::tree_view::TreeView;
use crate::address::{key, spellings};
use crate::site_map::{NodeId, SiteMap};

impl TreeView {
    /// Returns the current order of siblings.
    pub fn order(&self) -> Order {
        self.sorting.order
    }

    /// Sets the order of siblings. It uses the dates that [`TreeView::prepare_order`] has found so far. Rows keep their
    /// ids.
    pub fn set_order(&mut self, map: &SiteMap, order: Order) {
        if self.sorting.order != order {
            self.sorting.order = order;
            self.sort_again(map);
        }
    }

    /// Sets the address of the site's home page. Its row stays first in every order.
    pub(crate) fn set_home(&mut self, map: &SiteMap, url: Option<&str>) {
        let spellings = url.map(|url| spellings(&key(url))).unwrap_or_default();
        let homes: Vec<String> = spellings.into_iter().take(2).collect();
        if self.sorting.homes != homes {
            self.sorting.homes = homes;
            self.sort_again(map);
        }
    }

    /// Reads the dates of up to `pages` more pages if the order needs them. Returns `true` if some remain. After the
    /// last page it sorts the shown rows again if they use this order.
    pub fn prepare_order(&mut self, map: &SiteMap, order: Order, pages: usize) -> bool {
        if order != Order::Changed || self.sorting.is_prepared(map) {
            return self.refresh_more(map);
        }
        if self.lookups.prepare_parents(map, pages) {
            return true;
        }
        let is_more = self.sorting.prepare(map, &self.lookups.parents(map), pages);
        if !is_more && self.sorting.order == order {
            self.sort_again(map);
        }
        is_more || !self.rebuild.is_done() || !self.filter.rebuild.is_done()
    }

    /// Sorts the rows again. [`TreeView::refresh_more`] continues if there are many.
    pub(super) fn sort_again(&mut self, map: &SiteMap) {
        if !self.is_unbuilt() {
            self.rebuild = Rebuild::Due;
        }
        if self.filter.is_on() {
            self.filter.rebuild = Rebuild::Due;
        }
        self.refresh_more(map);
    }

    /// Returns the date of a page's last change, in seconds since 1970-01-01T00:00:00Z.
    pub fn changed(&self, map: &SiteMap, page: NodeId) -> Option<i64> {
        self.sorting.changed(map, page)
    }

    /// Returns `true` if any page has a date of its last change, or one of the first pages has a day in its address.
    pub fn has_dates(&self, map: &SiteMap) -> bool {
        sorting::has_dates(map)
    }
}
