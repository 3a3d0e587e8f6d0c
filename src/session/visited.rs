//! The facts of the visited pages of the site.

use crate::address::{folder_contains, key};
use crate::collections::keyed::HashSet;
use crate::limits::{MAX_FACT_BYTES, MAX_FACT_PAGES, MAX_HEAD_FACTS, MAX_HEADS};
use crate::page_facts::{PageFacts, Visit, VisitSource};

/// The facts of the pages that the user has visited, in the order of the first visits.
#[derive(Clone, Debug, Default)]
pub(super) struct Visited {
    pub(super) visits: Vec<Visit>,
    bytes: usize,
    /// The serial number of the last facts.
    last: u32,
}

impl Visited {
    /// Adds the facts of a page, or replaces the earlier ones. Returns `false` if there are too many pages.
    pub(super) fn add(&mut self, visit: Visit) -> bool {
        self.last += 1;
        self.add_visit(visit.numbered(self.last))
    }

    /// Adds the facts from a list of the site, as if they were those of a page. Returns `false` if nothing is new.
    pub(super) fn add_list(&mut self, page: PageFacts, source: VisitSource) -> bool {
        self.last += 1;
        self.add_visit(Visit::of_list(self.last, page, source))
    }

    fn add_visit(&mut self, mut visit: Visit) -> bool {
        let is_same = |known: &Visit| known.key == visit.key && known.source == visit.source;
        let known = self.visits.iter().position(is_same);
        let is_in_vain = known.map_or(!self.has_room(&visit), |at| self.visits[at].says_the_same(&visit));
        if is_in_vain {
            return false;
        }
        visit.share_menus(&self.visits);
        let end = self.visits.len();
        let place = known.map_or(end..end, |at| at..at + 1);
        let before: Vec<Visit> = self.visits.splice(place.clone(), [visit]).collect();
        let bytes = Visit::bytes(&self.visits);
        if bytes > MAX_FACT_BYTES {
            self.visits.splice(place.start..=place.start, before);
            return false;
        }
        self.bytes = bytes;
        true
    }

    /// Returns `true` if there is room for one more page of this kind. Heads do not take the room of visited pages.
    fn has_room(&self, visit: &Visit) -> bool {
        if visit.source == VisitSource::Head {
            self.room_for_heads() > 0 && Visit::bytes(self.heads().chain([visit])) <= MAX_HEAD_FACTS
        } else {
            self.visits.len() - self.heads().count() < MAX_FACT_PAGES
        }
    }

    fn heads(&self) -> impl Iterator<Item = &Visit> {
        self.visits.iter().filter(|visit| visit.source == VisitSource::Head)
    }

    /// Returns the number of heads of pages that can be added.
    pub(super) fn room_for_heads(&self) -> usize {
        MAX_HEADS.saturating_sub(self.heads().count())
    }

    /// Returns the keys of the pages that say what their titles are.
    pub(super) fn read_pages(&self) -> HashSet<&str> {
        self.visits.iter().filter(|visit| !visit.is_list()).map(|visit| &*visit.key).collect()
    }

    /// Returns the facts for another session of the same site. Both sessions share them. The site's lists are left out,
    /// because the other session reads them itself.
    pub(super) fn shared(&self) -> Visited {
        let visits: Vec<Visit> = self.visits.iter().filter(|visit| !visit.is_list()).cloned().collect();
        Visited { bytes: Visit::bytes(&visits), visits, last: self.last }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the visit to a page, if its facts are known.
    pub(super) fn visit(&self, page_url: &str) -> Option<&Visit> {
        let page = key(page_url);
        self.visits.iter().find(|visit| visit.key == page && visit.is_page())
    }

    /// Removes the facts of pages outside of a folder.
    pub(super) fn retain_within(&mut self, folder: &str) {
        self.visits.retain(|visit| folder_contains(folder, &visit.facts.url));
        self.bytes = Visit::bytes(&self.visits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page_facts::{FactEntry, FactMenu};

    /// A page with a menu of this number of entries.
    fn page(number: usize, entries: usize) -> PageFacts {
        let entry = |n| FactEntry {
            text: "Page".to_owned(),
            url: Some(format!("https://www.example.org/{n}")),
            ..FactEntry::default()
        };
        let menu = FactMenu {
            landmark: "navigation".to_owned(),
            entries: (0..entries).map(entry).collect(),
            ..FactMenu::default()
        };
        PageFacts { url: format!("https://www.example.org/page/{number}"), menus: vec![menu], ..PageFacts::default() }
    }

    fn visit(number: usize, entries: usize) -> Visit {
        Visit::read(page(number, entries))
    }

    #[test]
    fn two_sessions_of_a_site_keep_its_facts_once() {
        let mut visited = Visited::default();
        (0..100).for_each(|number| _ = visited.add(visit(number, 300)));
        let shared = visited.shared();
        assert_eq!(shared.visits.len(), 100);
        // The facts have the same address in memory, so that a reload neither reads nor copies them.
        let is_same = |(a, b): (&Visit, &Visit)| std::ptr::eq(&raw const a.facts, &raw const b.facts);
        assert!(visited.visits.iter().zip(&shared.visits).all(is_same));
        assert_eq!(shared.bytes(), visited.bytes());
        let mut shared = shared;
        assert!(shared.add(visit(0, 3)) && !visited.add(visit(1, 300)), "each session goes on by itself");
        assert_eq!(shared.visits[0].serial, 101);
    }

    #[test]
    fn a_menu_that_all_pages_have_is_kept_once() {
        let mut visited = Visited::default();
        (0..200).for_each(|number| _ = visited.add(visit(number, 3_000)));
        assert_eq!(visited.visits.len(), 200);
        assert!(visited.bytes() < 700_000, "{}", visited.bytes());
        assert_eq!(visited.shared().bytes(), visited.bytes());
        // A page that is read again takes no more room, and one that leaves takes the menu with it if it was the last one.
        let before = visited.bytes();
        assert!(visited.add(visit(7, 2_000)) && visited.add(visit(7, 3_000)));
        assert_eq!(visited.bytes(), before);
        visited.retain_within("https://elsewhere.example/");
        assert_eq!(visited.bytes(), 0);
    }

    #[test]
    fn the_facts_of_a_site_stay_within_8_mib_and_200_pages() {
        let mut visited = Visited::default();
        let entries = |number| (3_000 + number % 50, number);
        (0..100).map(entries).for_each(|(entries, number)| _ = visited.add(visit(number, entries)));
        assert!(visited.bytes() <= 8_388_608, "{}", visited.bytes());
        let count = visited.visits.len();
        assert!(count > 20 && count < 50, "{count} of 50 different menus of 3,000 entries fit");
        let mut visited = Visited::default();
        (0..300).for_each(|number| _ = visited.add(visit(number, 1)));
        assert_eq!(visited.visits.len(), 200);
        let mut visited = Visited::default();
        visited.add_list(page(1, 3), VisitSource::LlmsTxt);
        assert!(visited.shared().visits.is_empty(), "the other session reads the lists itself");
    }
}
