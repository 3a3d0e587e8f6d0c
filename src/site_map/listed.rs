//! Titles and pages from the site's own lists, such as its search index.

use super::arena::SiteMap;
use super::node::NodeId;
use super::origin::TitleOrigin;
use crate::address::key;
use crate::findings::Report;
use std::borrow::Cow;

/// A page in a list of the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ListedPage {
    pub(crate) url: String,
    /// The key of the address.
    pub(crate) key: String,
    pub(crate) title: String,
    /// The details that date the page, as the list writes them.
    pub(crate) dates: Vec<(&'static str, String)>,
}

/// The details that date an item of a feed.
const DATES: [&str; 2] = ["published", "updated"];

impl SiteMap {
    /// Notes titles of a list of the site. Returns `true` if one of them is new.
    pub(crate) fn add_listed_titles(&mut self, pages: Vec<ListedPage>, origin: TitleOrigin) -> bool {
        let changes = self.known.changes();
        for ListedPage { key, title, .. } in pages {
            self.known.add_listed_title(key, title, origin);
        }
        self.known.changes() > changes
    }

    /// Adds the pages of a list, each by its address. Returns `true` if the list has pages that no other list has.
    pub(crate) fn add_listed_pages(&mut self, pages: &[ListedPage], origin: TitleOrigin) -> bool {
        let Some(root) = self.root() else { return false };
        let (changes, mut report) = (self.known.changes(), Report::default());
        for ListedPage { url, dates, .. } in pages.iter().filter(|page| !page.url.contains('?')) {
            let known = self.page_at(url).filter(|&node| self.has_url(node));
            let Some(page) = known.or_else(|| self.place(root, url, "", 0, &mut report)) else { continue };
            if known.is_none() {
                self.known.note_browsed(page);
            }
            if self.known.add_listed_page(page, origin) {
                for (name, date) in dates {
                    self.add_detail(page, name, date, 0, &mut report);
                }
            }
        }
        self.known.changes() > changes
    }

    /// Returns the title of a page that a document or a list gives.
    pub(super) fn known_title(&self, page: NodeId) -> Option<Cow<'_, str>> {
        if self.has_title(page) {
            return Some(self.title(page));
        }
        self.known.listed_title(&key(&self.url(page)?)).map(Cow::Borrowed)
    }

    /// Returns a page that has an address and a title of its own, with the details that date it.
    pub(crate) fn listed_page(&self, page: NodeId) -> Option<ListedPage> {
        let url = self.url(page).filter(|_| self.has_title(page) && !self.has_substitute(page))?;
        let date = |(name, value): (&str, &str)| Some((*DATES.iter().find(|date| **date == name)?, value.to_owned()));
        let dates = self.details(page).into_iter().filter_map(date).collect();
        Some(ListedPage { key: key(&url), url, title: self.title(page).into_owned(), dates })
    }
}
