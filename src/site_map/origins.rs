//! Where the titles and places of rows come from.

use super::arena::SiteMap;
use super::kind::Kind;
use super::node::NodeId;
use super::origin::{PlaceOrigin, TitleOrigin};

impl SiteMap {
    /// Returns where the title of a row comes from.
    pub fn title_origin(&self, node: NodeId) -> TitleOrigin {
        match self.layer_row(node).and_then(|said| said.title) {
            Some((origin, _)) => origin,
            None if self.has_title(node) && !self.known.has_title(node) => TitleOrigin::Sitemap,
            None => TitleOrigin::Address,
        }
    }

    /// Returns where the place of a row comes from.
    pub fn place_origin(&self, node: NodeId) -> PlaceOrigin {
        self.layer_row(node).and_then(|said| said.place).unwrap_or(PlaceOrigin::Address)
    }

    /// Returns `true` if menus or breadcrumbs of visited pages say where pages are.
    pub fn is_guided(&self) -> bool {
        self.overlay.as_ref().is_some_and(|layer| layer.has_places())
    }

    /// Returns where the title and the place of a page come from, for its details. Empty if no page was visited.
    pub fn origins(&self, node: NodeId) -> Vec<(&'static str, &'static str)> {
        if !self.has_browsed() || self.kind(node) != Kind::Page {
            return Vec::new();
        }
        let listed = match () {
            () if self.is_only_visited(node) => "visit",
            () if !self.is_browsed(node) => "sitemap",
            () if self.place_origin(node) != PlaceOrigin::Address => "menu",
            () => match self.known.list_of(node) {
                Some(TitleOrigin::Feed) => "feed",
                Some(_) => "searchIndex",
                None => "menu",
            },
        };
        vec![
            ("titleFrom", self.title_origin(node).name()),
            ("placeFrom", self.place_origin(node).name()),
            ("listedIn", listed),
        ]
    }
}
