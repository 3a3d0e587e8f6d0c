//! The pages that only visits have shown, so that the current page always has a row.

use super::PlaceOrigin;
use crate::address::PageKey;
use crate::address::{key, spellings};
use crate::collections::keyed::HashSet;
use crate::findings::Report;
use crate::limits::{MAX_NODES_AT_ONCE, MAX_PATH_LEVELS};
use crate::page_facts::{PageFacts, Visit};
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, GONE, NodeId, Relation};
use std::cell::RefCell;
use std::iter::successors;

impl SiteMap {
    /// Adds the visited pages that neither sitemaps nor menus contain. Each goes below the deepest page or folder whose
    /// path is a part of its own. Pages that say that there is no page are left out. Visited pages alone make no tree, for
    /// example if the sitemap fails.
    pub(super) fn add_visited_pages(&mut self, visits: &[Visit], report: &mut Report) {
        if !self.root.is_some_and(|root| self.any_child(root, Relation::Container, |_| true)) {
            return;
        }
        let mut pages = Vec::new();
        for visit in visits {
            let url = self.row_address(&visit.facts);
            if visit.is_list || visit.is_redirect() || visit.facts.is_error() {
                continue;
            }
            let bare = url.split('?').next().unwrap_or(url);
            let node = match self.page_at(url).filter(|&node| self.has_url(node)) {
                _ if self.is_home(bare) => self.add_visited_home(bare, report),
                Some(node) => Some(node),
                None if bare.len() < url.len() && self.has_page(bare) => None,
                None => self.add_visited_page(url, report),
            };
            let Some(node) = node else { continue };
            pages.push(node);
            if self.guide.translated.insert(visit.serial) {
                self.guide.changes += usize::from(self.add_named_translations(node, &visit.facts, report));
            }
            if self.guide.is_browsed(node) {
                self.guide.visited.insert(node);
            }
        }
        // A page may be below one that was visited later.
        pages.into_iter().for_each(|page| self.place_by_own_address(page));
    }

    /// Returns the address of a visited page in the tree: the one that it was visited at if the tree has it, or the one that it
    /// names as its own. This may be that of the newest version.
    pub(super) fn row_address<'a>(&self, page: &'a PageFacts) -> &'a str {
        if self.has_page(&page.url) { &page.url } else { page.own_url() }
    }

    /// Adds the home page if nothing lists it. The host's home page is not a page of a site below a path.
    fn add_visited_home(&mut self, url: &str, report: &mut Report) -> Option<NodeId> {
        if key(url) != self.guide.home || spellings(&self.guide.home).iter().any(|key| self.has_page_of_key(key)) {
            return None;
        }
        self.add_visited_page(url, report)
    }

    fn add_visited_page(&mut self, url: &str, report: &mut Report) -> Option<NodeId> {
        let root = self.root?;
        let key = PageKey::of_entry(url)?;
        let has_host = self.find_key(root, key.as_str()).is_some() || self.deepest_above(root, &key).is_some();
        let page = if has_host { self.make_page(url, report)? } else { self.place(root, url, "", 0, report)? };
        self.guide.browsed.insert(page);
        self.guide.changes += 1;
        Some(page)
    }

    /// Gives a page a place by its address if nothing has placed it. Moves it if a page above it has been added since. If
    /// breadcrumbs have placed the page, this applies to the first of them.
    fn place_by_own_address(&mut self, page: NodeId) {
        let above = |node: &NodeId| self.guide.placed.get(node).map(|placed| placed.parent);
        let top = successors(Some(page), above).take(MAX_PATH_LEVELS).last().unwrap_or(page);
        let now = self.guide.visited_below.get(&top).copied();
        if now.is_none() && !self.is_detached(top) || self.guide.placed.contains_key(&top) {
            return;
        }
        let parent = self.root.and_then(|root| self.deepest_above(root, &PageKey::of_text(self.iri(top))?));
        let Some(parent) = parent.filter(|&parent| !self.is_above(top, parent)).or(self.root) else { return };
        if now == Some(parent) {
            return;
        }
        self.leave_visited_places(&[top]);
        self.append(parent, top, 0);
        self.guide.visited_below.insert(top, parent);
        self.guide.changes += 1;
    }

    /// Removes pages from the places that only their addresses gave them, because they get other places.
    pub(super) fn leave_visited_places(&mut self, moved: &[NodeId]) {
        for node in moved {
            let Some(parent) = self.guide.visited_below.remove(node) else { continue };
            self.note_rearranged();
            let mut at = self.nodes[parent as usize].members;
            while let Some(edge) = self.edges.get_mut(at as usize) {
                if edge.target == *node && edge.order != GONE {
                    edge.order = GONE;
                    break; // It is there once, and near the start.
                }
                at = edge.next;
            }
        }
    }

    /// Returns the deepest page or folder above a key that is shown.
    fn deepest_above(&self, root: NodeId, key: &PageKey<'_>) -> Option<NodeId> {
        let mut end = key.parent();
        loop {
            let shown = self.find_key(root, &key.as_str()[..end]).filter(|&node| {
                // A hidden folder with children has been joined with the entry that shows them.
                !self.is(node, Flag::HIDDEN) || self.any_child(node, Relation::Container, |_| true)
            });
            if shown.is_some() || end <= key.host_end() {
                return shown;
            }
            let above = PageKey::of_text(&key.as_str()[..end])?;
            if let Some(page) = self.twin(root, above.as_str()) {
                return Some(page);
            }
            end = above.parent();
        }
    }

    /// Returns `true` if the tree has a page at this address.
    pub(crate) fn has_page(&self, url: &str) -> bool {
        self.page_at(url).is_some_and(|node| self.has_url(node))
    }

    fn has_page_of_key(&self, key: &str) -> bool {
        self.page_of_key(key).is_some_and(|node| self.has_url(node))
    }

    /// Returns `true` if the user has visited a page that no sitemap, no list and no menu contains.
    pub fn is_only_visited(&self, node: NodeId) -> bool {
        if self.overlay.is_only_visited(node) {
            return !self.guide.listed.pages.contains_key(&node);
        }
        let is_in_menu = || self.guide.placed.get(&node).is_some_and(|placed| placed.origin == PlaceOrigin::Menu);
        let is_listed = || !self.guide.is_browsed(node) || self.guide.listed.pages.contains_key(&node);
        self.guide.visited.contains(&node) && !is_listed() && !is_in_menu()
    }

    /// Returns `true` if visits, menus or lists have shown a page that no sitemap lists, or a title.
    pub fn has_browsed(&self) -> bool {
        !self.guide.browsed.is_empty() || !self.overlay.is_empty() || self.has_titles_of_visits()
    }

    /// Returns `true` if no sitemap lists a page.
    pub(in crate::site_map) fn is_browsed(&self, page: NodeId) -> bool {
        self.is(page, Flag::MADE) || self.overlay.has_url(page) || self.guide.is_browsed(page)
    }

    /// Returns the pages that only visits or menus have shown and that have no listed page below them. A page with very
    /// many pages below it counts as one with a listed page.
    pub(crate) fn browsed_branches(&self) -> HashSet<NodeId> {
        let mut left = MAX_NODES_AT_ONCE;
        let has_listed = |page: NodeId, left: &mut usize| {
            let mut seen: HashSet<NodeId> = HashSet::default();
            let next = RefCell::new(vec![page]);
            loop {
                let Some(at) = next.borrow_mut().pop() else { return false };
                if !seen.insert(at) {
                    continue;
                }
                *left = left.saturating_sub(1);
                let is_listed = |child: NodeId| {
                    next.borrow_mut().push(child);
                    self.has_url(child) && !self.is_browsed(child)
                };
                if *left == 0 || self.any_child(at, Relation::Container, is_listed) {
                    return true;
                }
            }
        };
        let made = (0..self.len() as NodeId).filter(|&node| self.is(node, Flag::MADE) && self.has_url(node));
        let browsed = self.guide.browsed.iter().copied().chain(self.overlay.unlisted()).chain(made);
        browsed.filter(|&page| !has_listed(page, &mut left)).collect()
    }
}
