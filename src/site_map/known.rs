//! What is known about the pages of a site beside its sitemaps.

use super::node::NodeId;
use super::origin::TitleOrigin;
use super::spelling::Spellings;
use crate::collections::keyed::{HashMap, HashSet};
use crate::limits::MAX_LISTED_TITLES;
use crate::page_facts::{SiteNames, Visit};

/// What is known about the pages of a site beside its sitemaps.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// The site has no sitemap.
    is_alone: bool,
    /// The folders that have the names of their languages. Logos lead to them, and their pages have the heading of the site.
    languages: HashSet<NodeId>,
    /// The rows whose titles were made from addresses.
    titles_of_addresses: HashSet<NodeId>,
    /// The best title of each page in the site's lists, by the key of its address.
    listed_titles: ListedTitles,
    /// The pages of lists, and the kind of the first list of each.
    listed_pages: HashMap<NodeId, TitleOrigin>,
    /// The pages that only lists have.
    browsed: HashSet<NodeId>,
    /// Counts the titles and pages that lists have added.
    changes: usize,
    spellings: Spellings,
    /// The visits whose spelling is known.
    learnt: HashSet<u32>,
}

impl Known {
    /// Returns the approximate memory use in bytes.
    pub(super) fn memory(&self) -> usize {
        /// Bytes of an entry of a hash map, with free space.
        const ENTRY: usize = 32;
        let listed = self.listed_titles.iter().map(|(url, (_, title))| 2 * ENTRY + url.len() + title.len());
        (self.browsed.len() + self.listed_pages.len()) * ENTRY + listed.sum::<usize>()
    }

    /// Returns `true` if the site has no sitemap.
    pub(crate) fn is_alone(&self) -> bool {
        self.is_alone
    }

    pub(crate) fn set_alone(&mut self) {
        self.is_alone = true;
    }

    /// Returns a number that changes when lists add titles or pages.
    pub(crate) fn changes(&self) -> usize {
        self.changes
    }

    /// Returns `true` for a folder that has the name of its language.
    pub(super) fn is_language(&self, folder: NodeId) -> bool {
        self.languages.contains(&folder)
    }

    pub(super) fn note_language(&mut self, folder: NodeId) {
        self.languages.insert(folder);
    }

    /// Returns `true` if the title of a row was made from its address.
    pub(super) fn has_title(&self, row: NodeId) -> bool {
        !self.titles_of_addresses.is_empty() && self.titles_of_addresses.contains(&row)
    }

    /// Notes that the title of a row was made from its address.
    pub(super) fn note_title(&mut self, row: NodeId) {
        self.titles_of_addresses.insert(row);
    }

    /// Forgets that the title of a row was made from its address. Returns `true` if it was.
    pub(super) fn take_title(&mut self, row: NodeId) -> bool {
        self.titles_of_addresses.remove(&row)
    }

    /// Returns a title as the site writes its words.
    pub(super) fn spelled(&self, title: String) -> String {
        self.spellings.applied(title)
    }

    /// Notes that a sitemap lists a page.
    pub(super) fn note_listed(&mut self, page: NodeId) {
        if !self.browsed.is_empty() {
            self.browsed.remove(&page);
        }
    }

    /// Learns how the site writes its words. Returns `true` if titles from addresses may change.
    pub(crate) fn learn(&mut self, visits: &[Visit], names: &SiteNames) -> bool {
        let mut is_new = names.site().is_some_and(|name| self.spellings.learn_name(name));
        for visit in visits {
            if self.learnt.insert(visit.serial) {
                for text in visit.texts() {
                    is_new |= self.spellings.learn(text);
                }
            }
        }
        is_new
    }
}

/// What the lists of the site have.
impl Known {
    pub(crate) fn listed_titles(&self) -> &ListedTitles {
        &self.listed_titles
    }

    /// Returns the title in a list, by the key of the page.
    pub(super) fn listed_title(&self, key: &str) -> Option<&str> {
        self.listed_titles.get(key).map(|(_, title)| &**title)
    }

    /// Adds the title of a page, unless a better list has one.
    pub(super) fn add_listed_title(&mut self, key: String, title: String, origin: TitleOrigin) {
        let known = self.listed_titles.get(&*key);
        let is_full = self.listed_titles.len() >= MAX_LISTED_TITLES && known.is_none();
        if !is_full && known.is_none_or(|(known, _)| *known < origin) {
            self.spellings.learn(&title);
            self.changes += 1;
            self.listed_titles.insert(key.into(), (origin, title.into()));
        }
    }

    /// Returns the kind of the first list that has a page.
    pub(super) fn list_of(&self, page: NodeId) -> Option<TitleOrigin> {
        self.listed_pages.get(&page).copied()
    }

    /// Notes that a list has a page. Returns `true` if it is the first one.
    pub(super) fn add_listed_page(&mut self, page: NodeId, origin: TitleOrigin) -> bool {
        let is_first = self.listed_pages.insert(page, origin).is_none();
        self.changes += usize::from(is_first);
        is_first
    }

    pub(super) fn note_browsed(&mut self, page: NodeId) {
        self.browsed.insert(page);
    }

    /// Returns the pages that only lists have.
    pub(super) fn browsed(&self) -> &HashSet<NodeId> {
        &self.browsed
    }
}

/// A title in a list of the site, and its kind, by the key of its page.
pub(crate) type ListedTitles = HashMap<Box<str>, (TitleOrigin, Box<str>)>;
