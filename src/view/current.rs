//! The current page of the browser and the entries that stand for it.

use super::addresses::Addresses;
use super::entry::At;
use crate::address::{key, origin};
use crate::site_map::{NodeId, SiteMap};
use std::cell::{Cell, Ref, RefCell};

/// The current page of the browser.
#[derive(Debug, Default)]
pub(super) struct Current {
    url: String,
    key: String,
    /// The entries of the page, sorted by number, and the length of the map when they were found.
    found: RefCell<Vec<NodeId>>,
    looked_at: Cell<Option<usize>>,
    /// [`Current::guess`] was used before that, and its answer may have been wrong.
    was_guessed: Cell<bool>,
    was_wrong: Cell<bool>,
    /// The branches of the whole tree that are open only because the page was revealed in them.
    pub(super) opened: Vec<At>,
}

impl Current {
    pub(super) fn new(url: &str) -> Current {
        Current { url: url.to_owned(), key: key(url), ..Current::default() }
    }

    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// Marks the entries as outdated because the map may have grown.
    pub(super) fn expire(&self) {
        self.looked_at.set(None);
    }

    /// Removes the entries because another tree is shown.
    pub(super) fn forget(&mut self) {
        self.expire();
        self.found.take();
        self.opened.clear();
    }

    /// Returns the entries of the page.
    pub(super) fn pages(&self, map: &SiteMap, addresses: &Addresses) -> Ref<'_, Vec<NodeId>> {
        if self.looked_at.replace(Some(map.len())) != Some(map.len()) {
            let before = self.found.replace(addresses.resolve(map, &self.url));
            let found = self.found.borrow();
            let is_own = |page: &NodeId| map.url(*page).is_some_and(|url| key(&url) == self.key);
            let is_as_guessed = *found == before || (before.is_empty() && found.iter().all(is_own));
            self.was_wrong.set(self.was_guessed.take() && !is_as_guessed);
        }
        self.found.borrow()
    }

    /// Returns `true` if an entry is known to stand for the page. The answer may be wrong until all pages are indexed.
    pub(super) fn guess(&self, page: NodeId, url: Option<&str>) -> bool {
        self.was_guessed.set(true);
        url.is_some_and(|url| key(url) == self.key) || self.found.borrow().binary_search(&page).is_ok()
    }

    /// Returns `true` if [`Current::guess`] may have been wrong since the last call.
    pub(super) fn was_wrong(&self) -> bool {
        self.was_wrong.take()
    }

    /// Returns the address of the site's home page. Returns `None` if that is the current page.
    pub(super) fn home(&self, map: &SiteMap, addresses: &Addresses) -> Option<String> {
        let home = origin(&self.url)? + "/";
        let pages = addresses.resolve(map, &home);
        let current = self.pages(map, addresses);
        if pages.iter().any(|page| current.binary_search(page).is_ok()) {
            return None;
        }
        let listed = pages.first().and_then(|&page| map.url(page));
        Some(listed.unwrap_or(home)).filter(|url| key(url) != self.key)
    }
}
