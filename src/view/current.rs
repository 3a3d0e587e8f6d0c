//! Where the page being looked at is: pages by their addresses, the way to one, and its neighbours.

use super::addresses::Addresses;
use crate::address::{key, origin};
use crate::site_map::{NodeId, SiteMap};
use std::cell::{Cell, Ref, RefCell};

/// The page being looked at.
#[derive(Debug, Default)]
pub(super) struct Current {
    url: String,
    key: String,
    /// The entries that stand for it, by number, and how long the map was when they were looked for.
    found: RefCell<Vec<NodeId>>,
    looked_at: Cell<Option<usize>>,
    /// Whether a row was asked about before that, and whether it may have got a wrong answer.
    was_guessed: Cell<bool>,
    was_wrong: Cell<bool>,
}

impl Current {
    pub(super) fn new(url: &str) -> Current {
        Current { url: url.to_owned(), key: key(url), ..Current::default() }
    }

    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// More may have been read.
    pub(super) fn expire(&self) {
        self.looked_at.set(None);
    }

    /// Another tree is shown.
    pub(super) fn forget(&self) {
        self.expire();
        self.found.take();
    }

    /// The entries that stand for it.
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

    /// Whether an entry stands for it, as far as that is known before all pages have been looked at.
    pub(super) fn guess(&self, page: NodeId, url: Option<&str>) -> bool {
        self.was_guessed.set(true);
        url.is_some_and(|url| key(url) == self.key) || self.found.borrow().binary_search(&page).is_ok()
    }

    /// Whether [`Current::guess`] may have been wrong since this was asked last.
    pub(super) fn was_wrong(&self) -> bool {
        self.was_wrong.take()
    }

    /// The address of the site's home page, if it is another page.
    pub(super) fn home(&self, map: &SiteMap, addresses: &Addresses) -> Option<String> {
        let home = origin(&self.url)? + "/";
        let pages = addresses.resolve(map, &home);
        let here = self.pages(map, addresses);
        if pages.iter().any(|page| here.binary_search(page).is_ok()) {
            return None;
        }
        let listed = pages.first().and_then(|&page| map.url(page));
        Some(listed.unwrap_or(home)).filter(|url| key(url) != self.key)
    }
}
