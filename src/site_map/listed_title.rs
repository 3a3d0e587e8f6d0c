//! Titles without what visited pages have said.

use super::arena::SiteMap;
use super::node::{NodeId, Relation};
use super::origin::TitleOrigin;
use super::title::readable_title;
use crate::address::{common_folder, key};
use std::borrow::Cow;
use std::cell::RefCell;

/// The pages of a group that are compared for its title.
const COMPARED: usize = 100;

impl SiteMap {
    /// Returns the title of a page without what visited pages have said, because that may be private to the user: the title
    /// of a sitemap or of a list of the site, or one from the address. A heading of a menu has the name of the folder that
    /// contains its pages.
    pub(crate) fn listed_title(&self, page: NodeId) -> Cow<'_, str> {
        if !self.title_origin(page).is_of_visit() {
            return self.title(page);
        }
        let url = self.url(page);
        if let Some(title) = url.and_then(|url| self.known.listed_title(&key(&url))) {
            return Cow::Borrowed(title);
        }
        let title = self.title_from_address(page);
        match &*title {
            "\u{2026}" => self.folder_of_group(page).map_or(title, Cow::Owned),
            _ => title,
        }
    }

    /// Returns the name of the folder that contains the pages of a group.
    fn folder_of_group(&self, group: NodeId) -> Option<String> {
        let keys: RefCell<Vec<String>> = RefCell::default();
        self.any_child(group, Relation::Container, &|child| {
            keys.borrow_mut().extend(self.url(child).as_deref().map(key));
            keys.borrow().len() >= COMPARED
        });
        let keys = keys.into_inner();
        let (first, others) = keys.split_first()?;
        let parent = &first[..first.rfind('/')?];
        let folder = common_folder(parent, others)?;
        Some(readable_title(folder))
    }
}

impl TitleOrigin {
    /// Returns `true` for the title that a visited page has given.
    fn is_of_visit(self) -> bool {
        match self {
            TitleOrigin::Version
            | TitleOrigin::Breadcrumb
            | TitleOrigin::Menu
            | TitleOrigin::Page
            | TitleOrigin::Site => true,
            TitleOrigin::Address
            | TitleOrigin::Head
            | TitleOrigin::LlmsTxt
            | TitleOrigin::Feed
            | TitleOrigin::WordPress
            | TitleOrigin::SearchIndex
            | TitleOrigin::Sitemap => false,
        }
    }
}
