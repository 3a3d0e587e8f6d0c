//! The tree to write, with the titles to write.

use crate::site_map::{NodeId, SiteMap};
use std::borrow::Cow;
use std::ops::Deref;

/// A tree. Its titles come from all sources, or only from the sitemap, the site's lists and addresses.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavedTree<'a> {
    map: &'a SiteMap,
    is_listed_only: bool,
}

impl Deref for SavedTree<'_> {
    type Target = SiteMap;

    fn deref(&self) -> &SiteMap {
        self.map
    }
}

impl<'a> SavedTree<'a> {
    /// `is_listed_only`: without the titles that visited pages have given.
    pub(super) fn new(map: &'a SiteMap, is_listed_only: bool) -> SavedTree<'a> {
        SavedTree { map, is_listed_only }
    }

    /// Returns the title of a page. All writers call this function and not that of the map.
    pub(super) fn title(&self, page: NodeId) -> Cow<'a, str> {
        match self.is_listed_only {
            true => self.map.listed_title(page),
            false => self.map.title(page),
        }
    }
}
