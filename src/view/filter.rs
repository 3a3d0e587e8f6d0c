//! The filter: a tree of the matches and the paths to them.

use super::branches::Branches;
use super::building::{Rebuild, STEP};
use super::order::Sorting;
use super::search_text;
use super::search_text::SearchText;
use super::source::Source;
use super::words::{AddressPart, Words};
use crate::site_map::{Flag, Marks, NodeId, Parents, SiteMap};
use memchr::memmem::Finder;

/// The words of the filter and their matches.
#[derive(Debug, Default)]
pub(super) struct Filter {
    words: Words,
    text: SearchText,
    /// All nodes that match, including those outside the content tree.
    found: Vec<NodeId>,
    pub(super) marks: Marks,
    pub(super) matches: usize,
    pub(super) branches: Branches,
    pub(super) rebuild: Rebuild,
}

impl Filter {
    /// Returns the approximate memory use in bytes.
    pub(super) fn memory(&self) -> usize {
        self.text.memory() + self.branches.memory() + self.found.capacity() * size_of::<NodeId>()
    }

    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    pub(super) fn is_on(&self) -> bool {
        !self.words.is_empty()
    }

    /// Sets the words. Returns `true` if the rows changed.
    pub(super) fn set(&mut self, map: &SiteMap, parents: &Parents, sorting: &Sorting, words: Words) -> bool {
        self.rebuild = Rebuild::Done;
        let before = std::mem::replace(&mut self.words, words);
        if !self.is_on() {
            // Keep the text and the allocated memory, because users often filter again.
            self.found.clear();
            self.branches.clear();
            self.matches = 0;
            return true;
        }
        let has_grown = self.text.extend(map);
        let narrowed = Some((&before, &*self.found)).filter(|_| !has_grown && !before.is_empty());
        let found = self.text.find(map, &self.words, narrowed);
        let is_in_tree = |page: &&NodeId| parents.is_reached(**page);
        let is_same = found.iter().filter(is_in_tree).eq(self.found.iter().filter(is_in_tree));
        self.found = found;
        if !before.is_empty() && is_same && !has_grown {
            return false;
        }
        self.show(map, parents, sorting);
        true
    }

    /// Shows the first paths to matches, expanded.
    pub(super) fn show(&mut self, map: &SiteMap, parents: &Parents, sorting: &Sorting) {
        /// Pages of a tree that is built at once.
        const AT_ONCE: usize = 1 << 17;
        self.branches.clear();
        self.mark(map, parents);
        self.rebuild = Rebuild::Due;
        self.build_more(map, parents, sorting, if map.len() <= AT_ONCE { usize::MAX } else { STEP });
    }

    /// Indexes up to `pages` more pages. Returns `true` if some remain.
    pub(super) fn prepare(&mut self, map: &SiteMap, pages: usize) -> bool {
        self.text.step(map, pages)
    }

    /// Returns `true` if the title and the address of a page have all words.
    pub(super) fn has_words(&self, map: &SiteMap, page: NodeId, finders: &[Finder<'_>]) -> bool {
        self.text.has_words(map, page, finders)
    }

    /// Marks the index as outdated because the map may have grown.
    pub(super) fn expire(&mut self) {
        self.text.expire();
    }

    /// Updates the matches because more has been read.
    pub(super) fn refresh(&mut self, map: &SiteMap, parents: &Parents, sorting: &Sorting) {
        if self.text.extend(map) {
            self.found = self.text.find(map, &self.words, None);
        }
        self.mark(map, parents);
        self.rebuild = Rebuild::Due;
        self.build_more(map, parents, sorting, usize::MAX);
    }

    /// Builds about this number of rows. Returns `true` if some remain.
    pub(super) fn build_more(&mut self, map: &SiteMap, parents: &Parents, sorting: &Sorting, entries: usize) -> bool {
        let source = Source { map, sorting, found: Some(&self.marks), tree: parents.tree() };
        self.rebuild.step(&mut self.branches, &source, entries)
    }

    fn mark(&mut self, map: &SiteMap, parents: &Parents) {
        let is_match = |page: &NodeId| Some(*page) != map.root() && !map.is(*page, Flag::SEPARATOR);
        self.matches = parents.mark(map, &mut self.found.iter().copied().filter(is_match), &mut self.marks);
    }

    /// Returns `true` if an entry matches.
    pub(super) fn is_match(&self, page: NodeId) -> bool {
        self.is_on() && self.marks.is_chosen(page)
    }

    /// Returns `true` if an entry is shown only because a match is below it.
    pub(super) fn only_leads_on(&self, page: NodeId) -> bool {
        self.is_on() && !self.marks.is_chosen(page) && self.marks.leads_on(page)
    }

    /// Returns the matching parts of a row's title.
    pub(super) fn highlights(&self, page: NodeId, title: &str) -> Vec<(u32, u32)> {
        if self.is_match(page) { self.words.highlights(title) } else { Vec::new() }
    }

    /// Returns the matching part of the address, if the title and those of the pages above it do not have all words.
    pub(super) fn found_address(
        &self,
        map: &SiteMap,
        page: NodeId,
        title: &str,
        above: impl Iterator<Item = NodeId>,
    ) -> Option<AddressPart> {
        if !self.is_match(page) {
            return None;
        }
        let mut missing = self.words.missing_in(title)?;
        for above in above {
            missing = missing.missing_in(&map.title(above))?;
        }
        missing.found_in(&search_text::readable_address(map, page)?)
    }

    /// Removes the matches because the site changed. Keeps the words.
    pub(super) fn forget(&mut self) {
        let words = std::mem::take(&mut self.words);
        *self = Filter { words, ..Filter::default() };
    }
}
