//! Titles from visited pages.

use super::origin::{PlaceOrigin, TitleOrigin};
use crate::findings::Report;
use crate::page_facts::{SiteNames, Visit, is_greeting};
use crate::site_map::arena::SiteMap;
use crate::site_map::kind::Kind;
use crate::site_map::node::NodeId;

impl SiteMap {
    /// Returns where the title of a row comes from.
    pub fn title_origin(&self, node: NodeId) -> TitleOrigin {
        match self.overlay.title_origin(node).or_else(|| self.guide.titles.get(&node).copied()) {
            Some(origin) => origin,
            None if self.has_title(node) => TitleOrigin::Sitemap,
            None => TitleOrigin::Address,
        }
    }

    /// Returns where the place of a row comes from.
    pub fn place_origin(&self, node: NodeId) -> PlaceOrigin {
        let placed = || self.guide.placed.get(&node).map(|placed| placed.origin);
        self.overlay.place_origin(node).or_else(placed).unwrap_or(PlaceOrigin::Address)
    }

    /// Returns `true` if menus or breadcrumbs of visited pages say where pages are.
    pub fn is_guided(&self) -> bool {
        !self.guide.placed.is_empty() || self.overlay.has_places()
    }

    /// Returns where the title and the place of a page come from, for its details. Empty if no page was visited.
    pub fn origins(&self, node: NodeId) -> Vec<(&'static str, &'static str)> {
        if self.guide.is_empty() && self.overlay.is_empty() || self.kind(node) != Kind::Page {
            return Vec::new();
        }
        let place = match self.place_origin(node) {
            PlaceOrigin::Address => "address",
            PlaceOrigin::Breadcrumb => "breadcrumb",
            PlaceOrigin::Menu | PlaceOrigin::Version => "menu",
        };
        let title = match self.title_origin(node) {
            TitleOrigin::Address => "address",
            TitleOrigin::LlmsTxt => "llmsTxt",
            TitleOrigin::Breadcrumb => "breadcrumb",
            TitleOrigin::Menu | TitleOrigin::Version => "menu",
            TitleOrigin::Feed => "feed",
            TitleOrigin::WordPress => "wordPress",
            TitleOrigin::SearchIndex => "searchIndex",
            TitleOrigin::Page => "page",
            TitleOrigin::Site => "site",
            TitleOrigin::Sitemap => "sitemap",
        };
        let listed = match () {
            () if self.is_only_visited(node) => "visit",
            () if !self.is_browsed(node) => "sitemap",
            () if self.place_origin(node) != PlaceOrigin::Address => "menu",
            () => match self.guide.listed.pages.get(&node) {
                Some(TitleOrigin::Feed) => "feed",
                Some(_) => "searchIndex",
                None => "menu",
            },
        };
        vec![("titleFrom", title), ("placeFrom", place), ("listedIn", listed)]
    }

    /// Sets the titles that pages and footers give.
    pub(super) fn give_titles(
        &mut self,
        visits: &[Visit],
        names: &SiteNames,
        home: &str,
        is_complete: bool,
        report: &mut Report,
    ) {
        if is_complete {
            for entry in std::mem::take(&mut self.guide.footers) {
                if let Some(node) = entry.url.as_deref().and_then(|url| self.page_at(url)) {
                    self.suggest_title(node, &entry.text, TitleOrigin::Breadcrumb, report);
                }
            }
        }
        self.give_listed_titles(report);
        // The home page has the name of the site. Its heading is often a slogan.
        for visit in visits.iter().filter(|visit| !visit.is_redirect() && !visit.facts.is_error()) {
            let url = self.row_address(&visit.facts);
            if self.is_home(url) {
                continue;
            }
            let (Some(node), Some(title)) = (self.page_at(url), names.page(visit)) else { continue };
            // The menu calls a section by its name, its first page may be called "Overview".
            let is_vague = is_greeting(&title) && self.guide.titles.get(&node) >= Some(&TitleOrigin::Menu);
            if !is_vague && !self.is_named_section(node) {
                self.suggest_title(node, &title, TitleOrigin::Page, report);
            }
        }
        if let (Some(node), Some(name)) = (self.page_at(home), names.site()) {
            self.suggest_title(node, name, TitleOrigin::Site, report);
        }
    }
}
