//! What the sources say, in an order that does not depend on when it was said.

use crate::collections::keyed::{HashMap, Keyed};
use crate::collections::sort;
use crate::limits::MAX_ENTRIES_AGAIN;
use crate::page_facts::{KnownMenu, Visit, VisitSource};
use std::hash::BuildHasher;

/// Returns the visits in their order: the home page first, then the pages that are the fewest levels below it.
pub(super) fn in_order(visits: &[Visit], home: &str) -> Vec<Visit> {
    let rank = |visit: &Visit| (visit.source, visit.key != home, visit.key.matches('/').count());
    sort::sorted(visits.to_vec(), &|a, b| rank(a).cmp(&rank(b)).then_with(|| a.key.cmp(&b.key)))
}

/// A menu on a visited page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub(super) visit: usize,
    menu: usize,
}

impl Shown {
    pub(super) fn get(self, visits: &[Visit]) -> (&Visit, &KnownMenu) {
        let visit = &visits[self.visit];
        (visit, &visit.menus[self.menu])
    }
}

/// Returns the lists that say titles, such as those in footers, in the order of their pages. Each counts once.
pub(super) fn footers(visits: &[Visit]) -> Vec<Shown> {
    let mut known: HashMap<u64, u32> = HashMap::default();
    let menus =
        visits.iter().enumerate().flat_map(|(at, visit)| visit.menus.iter().enumerate().map(move |it| (at, it)));
    let footers = menus.filter(|(_, (_, menu))| menu.may_have_only_titles() && known.insert(menu.all, 0).is_none());
    footers.map(|(visit, (menu, _))| Shown { visit, menu }).collect()
}

/// Returns the menus of all visits, the strongest first: the manifest of the site, the menus of the home page, the manifests of
/// parts of the site, then the menus that most pages show. Menus that are equally strong are in the order of their pages. Of
/// equal menus in one version of the site, the first one is enough. A menu is read for other versions as long as there is room.
pub(super) fn menus(visits: &[Visit], home: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let [mut counts, mut known, mut known_in] = [(); 3].map(|()| HashMap::<u64, u32>::default());
    let mut room = MAX_ENTRIES_AGAIN;
    for (at, visit) in visits.iter().enumerate() {
        let has_main = visit.menus.iter().any(|menu| menu.is_main());
        let mut own: Vec<u64> = Vec::new();
        for (at_menu, menu) in visit.menus.iter().enumerate().filter(|(_, menu)| !menu.has_only_titles()) {
            if !own.contains(&menu.pages) {
                own.push(menu.pages);
                *counts.entry(menu.pages).or_default() += 1;
            }
            if known_in.insert(Keyed.hash_one((menu.all, has_main, &visit.versions)), 0).is_none() {
                let cost = known.insert(menu.all, 0).map_or(0, |_| menu.entries.len());
                if let Some(left) = room.checked_sub(cost) {
                    room = left;
                    shown.push(Shown { visit: at, menu: at_menu });
                }
            }
        }
    }
    let weakness = |shown: &Shown| {
        let (visit, menu) = shown.get(visits);
        let count = counts.get(&menu.pages).copied().unwrap_or_default();
        match (visit.source, visit.key == home) {
            (VisitSource::Manifest, true) => 0,
            (_, true) => 1,
            (VisitSource::Manifest, false) => 2,
            (_, false) => u32::MAX - count,
        }
    };
    sort::by_key(shown.iter().map(weakness)).map(|at| shown[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::menus;
    use crate::page_facts::{FactEntry, FactMenu, PageFacts, Visit};

    #[test]
    fn a_menu_is_read_for_other_versions_as_long_as_there_is_room() {
        let entry = |n| FactEntry {
            text: format!("Page {n}"),
            url: Some(format!("https://www.example.org/{n}")),
            ..FactEntry::default()
        };
        let menu = |entries| FactMenu {
            landmark: "navigation".to_owned(),
            entries: (0..entries).map(entry).collect(),
            ..FactMenu::default()
        };
        let visit = |version: u32, entries| {
            let url = format!("https://www.example.org/1.{version}/page");
            Visit::new(version, PageFacts { url, menus: vec![menu(entries)], ..PageFacts::default() })
        };
        let same: Vec<Visit> = (0..60).map(|version| visit(version, 4_000)).collect();
        assert_eq!(menus(&same, "www.example.org").len(), 6, "once, and again for 20,000 entries");
        let different: Vec<Visit> = (0..60).map(|version| visit(version, 4_000 + version)).collect();
        assert_eq!(menus(&different, "www.example.org").len(), 60);
    }
}
