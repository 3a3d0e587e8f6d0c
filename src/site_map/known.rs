//! What is known about the pages of a site beside its sitemaps.

use super::node::NodeId;
use super::origin::TitleOrigin;
use super::spelling::Spellings;
use crate::collections::keyed::{HashMap, HashSet};
use crate::page_facts::{SiteNames, Visit};

/// What is known about the pages of a site beside its sitemaps.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// The site has no sitemap.
    pub(crate) is_alone: bool,
    /// The folders that have the names of their languages. Logos lead to them, and their pages have the heading of the site.
    pub(super) languages: HashSet<NodeId>,
    /// The rows whose titles were made from addresses.
    pub(super) titles_of_addresses: HashSet<NodeId>,
    /// The best title of each page in the site's lists, by the key of its address.
    pub(crate) listed_titles: ListedTitles,
    /// The pages of lists, and the kind of the first list of each.
    pub(super) listed_pages: HashMap<NodeId, TitleOrigin>,
    /// The pages that only lists have.
    pub(super) browsed: HashSet<NodeId>,
    /// Counts the titles and pages that lists have added.
    pub(crate) changes: usize,
    pub(super) spellings: Spellings,
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

    /// Returns `true` if the title of a row was made from its address.
    pub(super) fn has_title(&self, row: NodeId) -> bool {
        !self.titles_of_addresses.is_empty() && self.titles_of_addresses.contains(&row)
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

/// A title in a list of the site, and its kind, by the key of its page.
pub(crate) type ListedTitles = HashMap<Box<str>, (TitleOrigin, Box<str>)>;
