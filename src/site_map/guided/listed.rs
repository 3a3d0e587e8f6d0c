//! Titles and pages from the site's own lists, such as its search index.

use super::TitleOrigin;
use crate::address::key;
use crate::findings::Report;
use crate::limits::MAX_LISTED_TITLES;
use crate::site_map::arena::SiteMap;
use crate::site_map::node::NodeId;
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
    /// Adds titles of a list of the site. Returns `true` if a title in the tree has changed.
    pub(crate) fn add_listed_titles(&mut self, pages: Vec<ListedPage>, origin: TitleOrigin) -> bool {
        let (changes, mut report) = (self.guide.changes, Report::default());
        for ListedPage { key, title, .. } in pages {
            let listed = &mut self.guide.listed.titles;
            if listed.get(&*key).is_some_and(|(known, _)| *known >= origin)
                || (listed.len() >= MAX_LISTED_TITLES && !listed.contains_key(&*key))
            {
                continue;
            }
            self.guide.learn_spelling([&*title]);
            if crate::site_map::layer::is_on() {
                self.guide.changes += 1;
            } else if let Some(page) = self.page_of_key(&key).filter(|&page| self.has_url(page)) {
                self.suggest_title(page, &title, origin, &mut report);
            }
            self.guide.listed.titles.insert(key.into(), (origin, title.into()));
        }
        self.guide.changes > changes
    }

    /// Adds the pages of a list, each by its address. Returns `true` if the list has pages that no other list has.
    pub(crate) fn add_listed_pages(&mut self, pages: &[ListedPage], origin: TitleOrigin) -> bool {
        let Some(root) = self.root else { return false };
        let (changes, mut report) = (self.guide.changes, Report::default());
        for ListedPage { url, dates, .. } in pages.iter().filter(|page| !page.url.contains('?')) {
            let known = self.page_at(url).filter(|&node| self.has_url(node) && !self.overlay.has_url(node));
            let Some(page) = known.or_else(|| self.place(root, url, "", 0, &mut report)) else { continue };
            if known.is_none() {
                self.guide.browsed.insert(page);
            }
            if self.guide.listed.pages.insert(page, origin).is_none() {
                self.guide.changes += 1;
                for (name, date) in dates {
                    self.add_detail(page, name, date, 0, &mut report);
                }
            }
        }
        self.hide_left_folders();
        self.give_listed_titles(&mut report);
        self.guide.changes > changes
    }

    /// Returns the title of a page that a document or a list gives.
    pub(in crate::site_map) fn known_title(&self, page: NodeId) -> Option<Cow<'_, str>> {
        if self.has_title(page) {
            return Some(self.title(page));
        }
        let listed = self.guide.listed.titles.get(&*key(&self.url(page)?))?;
        Some(Cow::Borrowed(&listed.1))
    }

    /// Gives the titles of the lists to the pages that have been added since the last call.
    pub(super) fn give_listed_titles(&mut self, report: &mut Report) {
        if self.guide.listed.titles.is_empty() || self.guide.listed.nodes == self.nodes.len() {
            return;
        }
        let titles = std::mem::take(&mut self.guide.listed.titles);
        for (key, (origin, title)) in &titles {
            if let Some(page) = self.page_of_key(key).filter(|&page| self.has_url(page)) {
                self.suggest_title(page, title, *origin, report);
            }
        }
        self.guide.listed.titles = titles;
        self.guide.listed.nodes = self.nodes.len();
    }

    /// Returns a page that has an address and a title of its own, with the details that date it.
    pub(crate) fn listed_page(&self, page: NodeId) -> Option<ListedPage> {
        let url = self.url(page).filter(|_| self.has_title(page) && !self.has_substitute(page))?;
        let date = |(name, value): (&str, &str)| Some((*DATES.iter().find(|date| **date == name)?, value.to_owned()));
        let dates = self.details(page).into_iter().filter_map(date).collect();
        Some(ListedPage { key: key(&url), url, title: self.title(page).into_owned(), dates })
    }
}
