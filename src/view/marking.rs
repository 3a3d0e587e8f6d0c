//! Marks rows: the pages that the user has read, and those that have changed since the last visit.

use super::entry::At;
use super::marks::{Mark, RowMarks};
use super::news::Dated;
use super::read_pages::ReadPages;
use super::tree_view::TreeView;
use crate::address::key;
use crate::site_map::{Marks as Above, NodeId, SiteMap};

impl TreeView {
    /// Sets the pages of the site that the user has read, as they were stored, and notes that the user reads a page. Without a
    /// page, its address is empty. Returns the pages to store: the hash of a page and the time in seconds since
    /// 1970-01-01T00:00:00Z in turns, the last one at the end.
    pub fn mark_read(&mut self, stored: &[f64], page: &str, now: i64) -> Vec<f64> {
        if stored.is_empty() && page.is_empty() && self.marks.read.is_empty() {
            return Vec::new();
        }
        self.marks.read = ReadPages::stored(stored);
        if !page.is_empty() {
            self.marks.read.note(&key(page), now);
        }
        self.marks_changed();
        self.marks.read.numbers()
    }

    /// Returns `true` if the user has read this page of the site, `None` if the user has read no page of it.
    pub fn has_read(&self, url: &str) -> Option<bool> {
        let read = &self.marks.read;
        (!read.is_empty()).then(|| read.time(&key(url)).is_some())
    }

    /// Sets the pages that have changed since the last visit.
    pub fn set_changed(&mut self, map: &SiteMap, changed: &[Dated]) {
        let dated = |dated: &Dated| Some((key(&map.url(dated.page)?), dated.time));
        let known = changed.iter().filter(|dated| (dated.page as usize) < map.len());
        self.marks.changed = known.filter_map(dated).collect();
        self.marks_changed();
    }

    /// Prepares the marks of branches with pages that have changed, as far as painting can wait for it: some milliseconds. A tree
    /// with more pages gets these marks when it is painted again.
    pub(super) fn prepare_marks(&self, map: &SiteMap) {
        const PAGES: usize = 1 << 15;
        if !self.marks.changed.is_empty() && !self.lookups.prepare_parents(map, PAGES) {
            self.lookups.addresses.borrow_mut().step(map, PAGES);
        }
    }

    /// Returns the mark of a row.
    #[inline(never)]
    pub(super) fn mark(&self, map: &SiteMap, at: At, url: Option<&str>) -> Option<Mark> {
        let RowMarks { read, changed, .. } = &self.marks;
        if read.is_empty() && changed.is_empty() {
            return None;
        }
        let key = url.map(key);
        if key.as_ref().is_some_and(|key| self.marks.is_changed(key)) {
            return Some(Mark::Changed);
        }
        let entry = self.shown().get(at);
        if !changed.is_empty() && !entry.is_open() && self.is_above_changed(map, entry.page) {
            return Some(Mark::ChangedBelow);
        }
        key.and_then(|key| read.time(&key)).map(|_| Mark::Read)
    }

    fn marks_changed(&mut self) {
        self.marks.expire();
        self.touch();
    }

    /// Returns `true` if a page below this one has changed. It is unknown until the lookups are complete.
    fn is_above_changed(&self, map: &SiteMap, page: NodeId) -> bool {
        let Some((parents, addresses)) = self.lookups.if_complete(map) else { return false };
        let mut above = self.marks.above.borrow_mut();
        let above = above.get_or_insert_with(|| {
            let mut changed = Vec::new();
            for (key, _) in self.marks.changed.iter().filter(|(key, _)| self.marks.is_changed(key)) {
                changed.extend(addresses.find(map, key));
            }
            let mut above = Above::default();
            parents.mark(map, &mut changed.into_iter(), &mut above);
            above
        });
        above.leads_on(map.referent(page))
    }
}
