//! Titles and pages from the site's own lists, such as its search index.

use super::TitleOrigin;
use crate::address::key;
use crate::collections::keyed::HashMap;
use crate::findings::Report;
use crate::limits::MAX_LISTED_TITLES;
use crate::site_map::arena::SiteMap;

/// The title of a page in a list of the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ListedTitle {
    pub(crate) url: String,
    /// The key of the address.
    pub(crate) key: String,
    pub(crate) title: String,
}

impl SiteMap {
    /// Adds the titles of a list of the site. Returns `true` if a title in the tree has changed.
    pub(crate) fn add_listed_titles(&mut self, titles: Vec<ListedTitle>, origin: TitleOrigin) -> bool {
        let changes = self.guide.changes;
        for ListedTitle { key, title, .. } in titles {
            let listed = &mut self.guide.listed.titles;
            if listed.get(&*key).is_some_and(|(known, _)| *known >= origin)
                || (listed.len() >= MAX_LISTED_TITLES && !listed.contains_key(&*key))
            {
                continue;
            }
            self.guide.learn_spelling([&*title]);
            self.guide.listed.titles.insert(key.into(), (origin, title.into()));
        }
        self.guide.listed.nodes = 0;
        self.give_listed_titles(&mut Report::default());
        self.guide.changes > changes
    }

    /// Adds the pages of a list, each by its address. Returns `true` if the list has pages that no other list has.
    pub(crate) fn add_listed_pages<'a>(&mut self, urls: impl Iterator<Item = &'a str>) -> bool {
        let Some(root) = self.root else { return false };
        let (changes, mut report) = (self.guide.changes, Report::default());
        for url in urls.filter(|url| !url.contains('?')) {
            if let Some(known) = self.page_at(url).filter(|&node| self.has_url(node)) {
                self.guide.changes += usize::from(self.guide.listed.pages.insert(known));
            } else if let Some(page) = self.place(root, url, "", 0, &mut report) {
                self.guide.browsed.insert(page);
                self.guide.listed.pages.insert(page);
                self.guide.changes += 1;
            }
        }
        self.hide_left_folders();
        self.give_listed_titles(&mut report);
        self.guide.changes > changes
    }

    /// Gives the titles of the lists to the pages that have been added since the last call.
    pub(super) fn give_listed_titles(&mut self, report: &mut Report) {
        if self.guide.listed.titles.is_empty() || self.guide.listed.nodes == self.nodes.len() {
            return;
        }
        let titles = std::mem::take(&mut self.guide.listed.titles);
        for (url, (origin, title)) in &titles {
            if let Some(page) = self.page_at(url).filter(|&page| self.has_url(page)) {
                self.suggest_title(page, title, *origin, report);
            }
        }
        self.guide.listed.titles = titles;
        self.guide.listed.nodes = self.nodes.len();
    }

    /// Returns the address and the title of each page that has both. An address with several titles is left out, because none
    /// of them is the title of the page.
    pub(crate) fn titled_pages(&self) -> Vec<(String, String)> {
        let pages = (0..self.nodes.len() as u32).filter(|&node| self.has_url(node) && self.has_title(node));
        let titled = pages.filter_map(|page| Some((self.url(page)?, self.title(page).into_owned())));
        let titled: Vec<(String, String)> = titled.collect();
        let mut uses: HashMap<String, usize> = HashMap::default();
        titled.iter().for_each(|(url, _)| *uses.entry(key(url)).or_default() += 1);
        titled.into_iter().filter(|(url, _)| uses[&key(url)] == 1).collect()
    }
}
