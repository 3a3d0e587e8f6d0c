//! Finds where the site of a page may be, because a host may have several sites.

use super::memory::Memory;
use super::state::Session;
use crate::address::named::named;
use crate::address::{folder_contains, is_same_site, key};
use crate::discover::folders::{folder_at, folder_of, folders};
use crate::discover::is_usual;
use crate::limits::MAX_NAMED_SITEMAPS;
use crate::page_facts::{PageFacts, Visit, site_home};
use crate::title_lists::search_index_folder;

/// Where the site of a page may be, if it is not the site that is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nearby {
    /// The sitemaps that the page names and that were not requested yet. Those in folders of the page are in `own`.
    pub(super) named: Vec<String>,
    /// The sitemaps in folders that contain the page, each with its folder.
    pub(super) own: Vec<(String, String)>,
    /// The folders whose `sitemap.xml` was not requested.
    pub(super) folders: Vec<String>,
    /// The folder where the site of the page begins, as the page says. The shown tree has no page of it.
    pub(super) home: Option<String>,
    /// The site has a tree.
    pub(super) has_tree: bool,
}

impl Session {
    /// Returns where the site of a page may be, if it is not the site that is shown. `page` is what the page says.
    pub fn nearby(&self, memory: &Memory, page: PageFacts) -> Option<Nearby> {
        self.nearby_visit(memory, &Visit::read(page))
    }

    /// Does the same with facts that were read before.
    pub(crate) fn nearby_visit(&self, memory: &Memory, visit: &Visit) -> Option<Nearby> {
        self.nearby_of(memory, &visit.facts.url, Some(visit))
    }

    /// Does the same for an address. The facts of its page may have arrived.
    pub(super) fn nearby_page(&self, memory: &Memory, page_url: &str) -> Option<Nearby> {
        self.nearby_of(memory, page_url, self.visited.visit(page_url))
    }

    /// Returns `true` if the page may be on another site than the one that is shown.
    pub(super) fn is_elsewhere(&self, page_url: &str) -> bool {
        let Some(within) = self.scope() else { return false };
        let folders = folders(page_url, None, &within);
        let has_sitemap = !self.shown.is_empty() && !self.shown.is_without_sitemap();
        !has_sitemap || self.shown.covers(page_url, &folders).contains(&false)
    }

    fn nearby_of(&self, memory: &Memory, page_url: &str, visit: Option<&Visit>) -> Option<Nearby> {
        let within = self.scope()?;
        if !folder_contains(&within, page_url) {
            return None;
        }
        let host = memory.host(self, page_url).cloned().unwrap_or_default();
        let is_known = |place: &str| {
            let places = host.places.iter().chain(host.sites.iter().filter_map(|site| site.places.as_ref())).flatten();
            !host.may_ask(place)
                || host.places.is_some() && is_usual(place)
                || places.into_iter().any(|(url, _)| url == place)
        };
        let sitemaps: Vec<String> = visit.map(|visit| visit.facts.sitemaps()).unwrap_or_default();
        let (mut own, mut named) = (Vec::new(), Vec::new());
        for url in sitemaps.into_iter().filter(|url| !is_known(url)) {
            match folder_of(&url, page_url).filter(|folder| *folder != within && folder_contains(&within, folder)) {
                Some(folder) => own.push((folder, url)),
                None => named.push(url),
            }
        }
        let home = visit
            .and_then(|visit| visit.home_folder())
            .filter(|home| *home != within && folder_contains(&within, home));
        let start = home.clone().or_else(|| visit.and_then(Visit::root_folder));
        let mut candidates = folders(page_url, start.as_deref(), &within);
        let has_tree = self.shown.has_rows() && !self.shown.is_without_sitemap();
        let mut is_home_missing = home.is_some();
        if has_tree && !candidates.is_empty() {
            let covered = self.shown.covers(page_url, &candidates);
            is_home_missing = home.as_deref().is_some_and(|home| {
                candidates.iter().zip(&covered).any(|(folder, is_covered)| folder == home && !is_covered)
            });
            let mut covered = covered.into_iter();
            candidates.retain(|_| covered.next() == Some(false));
        }
        candidates.retain(|folder| host.may_ask(&sitemap_of(folder)));
        // A site of menus only needs menus.
        let home = home.filter(|_| is_home_missing && visit.is_some_and(|visit| visit.has_places()));
        let nearby = Nearby { named, own, folders: candidates, home, has_tree };
        (!nearby.is_empty()).then_some(nearby)
    }
}

impl Nearby {
    fn is_empty(&self) -> bool {
        self.named.is_empty() && self.own.is_empty() && self.folders.is_empty() && self.home.is_none()
    }
}

/// Returns the address of the sitemap of a folder.
pub(super) fn sitemap_of(folder: &str) -> String {
    format!("{folder}sitemap.xml")
}

impl PageFacts {
    /// Returns the sitemaps that the page links: absolute, in order, each once. Those of other sites are left out,
    /// because only a robots.txt may name them.
    fn sitemaps(&self) -> Vec<String> {
        let mut urls: Vec<String> = Vec::new();
        // A Standard-Sitemap has its own relation.
        let links = ["sitemap", "stdmap.location"].into_iter().flat_map(|rel| self.related(rel));
        for url in links.filter_map(|url| named(&self.url, url)) {
            if is_same_site(&self.url, &url) && !urls.contains(&url) {
                urls.push(url);
            }
        }
        urls.truncate(MAX_NAMED_SITEMAPS);
        urls
    }
}

impl Visit {
    /// Returns the folder where the site of the page begins, if that is below the host: the common folder of its menus, or
    /// the target of a link with the relation `home`. If the folder is in the one that the page names as the root of its
    /// site, the menus are those of a section.
    fn home_folder(&self) -> Option<String> {
        let of_menus = site_home(std::slice::from_ref(self)).and_then(|home| folder_at(&home));
        let of_menus =
            of_menus.map(|folder| self.root_folder().filter(|root| folder_contains(root, &folder)).unwrap_or(folder));
        let named = || {
            self.facts
                .related("home")
                .find(|url| folder_contains(&format!("{}/", url.trim_end_matches('/')), &self.facts.url))
        };
        of_menus
            .or_else(|| folder_at(named()?))
            .filter(|folder| key(folder) != key(&self.facts.url) || self.has_places())
    }

    /// Returns the folder that the page names as the root of its site or as its base (`<base>`), or the one that its search
    /// index is about.
    fn root_folder(&self) -> Option<String> {
        let named = ["search-root", "base"].into_iter().flat_map(|rel| self.facts.related(rel)).filter_map(folder_at);
        let searched = search_index_folder(&self.facts).and_then(|folder| folder_at(&folder));
        named.chain(searched).find(|folder| folder_contains(folder, &self.facts.url))
    }
}
