//! Adds what the visited pages of the site say to its tree.

use super::fetch::Fetch;
use super::state::{Load, Session};
use crate::address::{folder_contains, key, origin};
use crate::deferred::is_missing;
use crate::limits::MAX_ENTRIES_IN_STEP;
use crate::page_facts::{PageFacts, Visit, site_home};
use crate::site::Site;
use std::cell::RefCell;
use std::task::{Poll, Waker};

/// Adds the rest of what visited pages say, in steps with pauses. Returns `true` if there was a rest.
pub async fn add_rest<F: Fetch>(session: &RefCell<Session>, fetch: &F) -> bool {
    let has_rest = session.borrow().has_more_facts();
    refresh_rest(session, fetch).await;
    has_rest
}

/// Arranges the tree and builds its rows to the end, in steps with pauses.
pub(super) async fn refresh_rest<F: Fetch>(session: &RefCell<Session>, fetch: &F) {
    if session.borrow().has_more_facts() {
        // A step has just been done, or a large page was read.
        fetch.pause().await;
    }
    while session.borrow_mut().refresh_more() {
        fetch.pause().await;
    }
}

impl Session {
    /// Adds what a visited page says about its site. Returns `true` if the tree has changed. Facts of another site are
    /// ignored. Declared trees do not change.
    pub fn add_facts(&mut self, page: PageFacts) -> bool {
        let is_changed = self.begin_facts(page);
        let has_more = !self.is_loading && self.has_more_facts();
        has_more && self.refresh_with_facts() || is_changed
    }

    /// Does the first step of [`Session::add_facts`]. [`add_rest`] does the others. Reading a large page is a step of its own.
    pub fn begin_facts(&mut self, page: PageFacts) -> bool {
        self.begin_visit(Visit::read(page))
    }

    /// Does the same with facts that were read before.
    pub(crate) fn begin_visit(&mut self, visit: Visit) -> bool {
        let Some(site) = self.scope() else { return false };
        if !folder_contains(&site, &visit.facts.url) {
            return false;
        }
        let is_small = visit.links < MAX_ENTRIES_IN_STEP;
        let is_new = self.visited.add(visit);
        self.waiting.iter().for_each(Waker::wake_by_ref);
        if !is_new || self.is_loading {
            return is_new && is_small && self.show_early();
        }
        self.replace_missing_sitemap();
        is_small && self.refresh_with_step()
    }

    /// Shows what a visited page says while the sitemaps are on their way, however long they take: the menu is on the screen
    /// already. A tree that a load will replace stays as it is. Returns `true` if the tree has changed.
    fn show_early(&mut self) -> bool {
        if self.shown.is_empty() {
            self.replace_missing_sitemap();
        }
        let is_without_sitemap = self.shown.is_without_sitemap();
        (is_without_sitemap || self.next.is_none()) && self.refresh_step(is_without_sitemap)
    }

    /// Takes over what visited pages have said, from the session that has shown the site so far. Call it when a load has
    /// begun. Another site, or another partition, gives nothing.
    pub fn take_facts(&mut self, earlier: &Session) {
        if self.origin == earlier.origin && self.partition == earlier.partition {
            self.visited = earlier.visited.shared();
            self.waiting.iter().for_each(Waker::wake_by_ref);
        }
    }

    /// Returns the number of visited pages whose facts are known.
    pub fn visited_pages(&self) -> usize {
        self.visited.visits.iter().filter(|visit| visit.is_page()).count()
    }

    /// Sets whether the facts of the page in the tab will arrive. A load then waits for them before it ends without a
    /// tree.
    pub fn expect_facts(&mut self, is_expected: bool) {
        self.expects_facts = is_expected;
        self.waiting.iter().for_each(Waker::wake_by_ref);
    }

    /// Returns the page in the tab when its facts have arrived, or will not arrive. The page that the load is for may have
    /// led to another page of the site. Then its own facts never arrive.
    pub(super) fn poll_facts(&mut self, load: Load, page_url: &str, waker: &Waker) -> Poll<String> {
        let page = self.page_in_tab(page_url);
        let is_there = !self.expects_facts || self.is_over(load) || self.visited.visit(page).is_some();
        let answer = if is_there { Poll::Ready(page.to_owned()) } else { Poll::Pending };
        self.waiting = answer.is_pending().then(|| waker.clone());
        answer
    }

    /// Returns the current page if it is on this site, otherwise the page that a load is for.
    fn page_in_tab<'a>(&'a self, page_url: &'a str) -> &'a str {
        let site = self.scope();
        let is_here = |url: &&str| site.as_ref().is_some_and(|site| folder_contains(site, url));
        self.current.as_deref().filter(is_here).unwrap_or(page_url)
    }

    /// Returns the address of the site: the folder of a site below a path, or the origin. Returns `None` before the first
    /// load, and for addresses that are not on the web.
    pub fn scope(&self) -> Option<String> {
        self.folder.clone().or_else(|| self.origin.clone())
    }

    /// Sets the folder of a site below a path; `None` for the host's own site. Drops the facts of pages of other
    /// sites.
    pub(super) fn set_folder(&mut self, folder: Option<&str>) {
        self.folder = folder.map(str::to_owned);
        if let Some(folder) = folder {
            self.visited.retain_within(folder);
        }
    }

    /// Adds what is known from visited pages to the tree that is shown, and updates its rows. Returns `true` if the tree
    /// has changed.
    pub(super) fn refresh_with_facts(&mut self) -> bool {
        let mut is_changed = self.refresh_with_step();
        while self.has_more_facts() {
            is_changed |= self.refresh_with_step();
        }
        is_changed
    }

    pub(super) fn refresh_with_step(&mut self) -> bool {
        self.refresh_step(true)
    }

    fn refresh_step(&mut self, is_complete: bool) -> bool {
        let is_changed = self.apply_facts(is_complete);
        if is_changed {
            self.view.refresh(self.shown.map());
        }
        self.mark_current() || is_changed
    }

    /// Sets the current page of the view. If the tree does not have the address in the tab, this is the address that the
    /// page names as its own. Returns `true` if it has changed.
    pub(super) fn mark_current(&mut self) -> bool {
        let map = self.shown.map();
        let visit = self.current.as_deref().and_then(|url| self.visited.visit(url));
        let own = visit.map(|visit| visit.facts.own_url()).filter(|own| {
            self.current.as_deref().is_some_and(|url| key(url) != key(own) && !map.has_page(url)) && map.has_page(own)
        });
        self.view.set_home(map, self.folder.as_deref().or(self.origin.as_deref()));
        self.view.set_current(own.or(self.current.as_deref()))
    }

    /// Adds what is known from visited pages to the tree that is shown. Creates a tree if the site has no sitemap.
    /// Returns `true` if the tree has changed. The caller updates the rows, and calls it again if there are
    /// [more facts](Session::has_more_facts).
    pub(super) fn apply_facts(&mut self, is_complete: bool) -> bool {
        // The second module of the engine adds facts. As long as it is missing, no page was visited.
        if is_missing() {
            return false;
        }
        if is_complete {
            self.replace_missing_sitemap();
        }
        let Some(home) = self.home() else { return false };
        origin(self.shown.url()).is_some() && self.shown.add_visits(&self.visited.visits, &home, is_complete)
    }

    /// Returns `true` if visited pages say more than the tree that is shown has.
    pub(super) fn has_more_facts(&self) -> bool {
        let takes_facts = !is_missing() && self.home().is_some() && origin(self.shown.url()).is_some();
        takes_facts && !self.shown.has_added(&self.visited.visits)
    }

    /// Returns `true` if no sitemap was read, or an empty one without an error.
    pub(super) fn has_no_sitemap(&self) -> bool {
        let is_blank = !self.shown.has_rows() && self.shown.first_error().is_none();
        is_blank && !self.shown.is_without_sitemap()
    }

    /// Creates the tree of a site without a sitemap, if visited pages say where pages are.
    fn replace_missing_sitemap(&mut self) {
        let has_places = || self.visited.visits.iter().any(|visit| visit.has_places());
        if !is_missing()
            && self.has_no_sitemap()
            && has_places()
            && let Some(home) = self.home()
        {
            self.replace_sitemap(&home);
        }
    }

    /// Replaces a missing or empty sitemap by a tree that pages and lists fill.
    pub(super) fn replace_sitemap(&mut self, home: &str) {
        let empty = std::mem::replace(&mut self.shown, Site::without_sitemap(home));
        self.pass_over(&empty);
    }

    /// Returns the address of the site's home page, if it is below a path or if a page was visited.
    pub(super) fn home(&self) -> Option<String> {
        let said = site_home(&self.visited.visits).or_else(|| self.folder.clone())?;
        let Some(folder) = &self.folder else {
            // The menus of a section do not make it the site, if the site has a sitemap.
            let has_sitemap = !self.shown.is_empty() && !self.shown.is_without_sitemap();
            return Some(if has_sitemap { format!("{}/", self.origin.as_ref()?) } else { said });
        };
        Some(if key(&said) == key(folder) { said } else { folder.clone() })
    }
}
