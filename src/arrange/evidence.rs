//! What the sources say, in an order that does not depend on when it was said.

use crate::collections::keyed::{HashMap, Keyed};
use crate::collections::sort;
use crate::page_facts::{Menu, Visit, VisitSource};
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
    pub(super) fn get(self, visits: &[Visit]) -> (&Visit, &Menu) {
        let visit = &visits[self.visit];
        (visit, &visit.menus[self.menu])
    }
}

/// Returns the menus of all visits, the strongest first: the manifest of the site, the menus of the home page, the manifests of
/// parts of the site, then the menus that most pages show. Menus that are equally strong are in the order of their pages. Of
/// equal menus in one version of the site, the first one is enough.
pub(super) fn menus(visits: &[Visit], home: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let [mut counts, mut known] = [(); 2].map(|()| HashMap::<u64, u32>::default());
    for (at, visit) in visits.iter().enumerate() {
        let has_main = visit.menus.iter().any(Menu::is_main);
        let mut own: Vec<u64> = Vec::new();
        for (menu, print) in visit.prints.iter().enumerate().filter(|(menu, _)| !visit.menus[*menu].has_only_titles()) {
            if !own.contains(&print.pages) {
                own.push(print.pages);
                *counts.entry(print.pages).or_default() += 1;
            }
            let all = Keyed.hash_one((print.all, has_main, &visit.versions));
            if known.insert(all, 0).is_none() {
                shown.push(Shown { visit: at, menu });
            }
        }
    }
    let weakness = |shown: &Shown| {
        let visit = &visits[shown.visit];
        let count = counts.get(&visit.prints[shown.menu].pages).copied().unwrap_or_default();
        match (visit.source, visit.key == home) {
            (VisitSource::Manifest, true) => 0,
            (_, true) => 1,
            (VisitSource::Manifest, false) => 2,
            (_, false) => u32::MAX - count,
        }
    };
    sort::by_key(shown.iter().map(weakness)).map(|at| shown[at]).collect()
}
