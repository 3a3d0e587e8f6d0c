//! What the sources say, in an order that does not depend on when it was said.

use crate::address::key;
use crate::collections::keyed::{HashMap, Keyed};
use crate::page_facts::{Menu, Visit};
use std::cmp::Reverse;
use std::hash::BuildHasher;

/// Returns the order of visits: the home page first, then the pages that are the fewest levels below it.
pub(super) fn order_of_visits(visits: &[Visit], home: &str) -> Vec<usize> {
    let mut order: Vec<usize> = (0..visits.len()).collect();
    let rank = |visit: &Visit| {
        let own = &visit.key;
        (visit.is_list, own != home, own.matches('/').count(), own.clone())
    };
    order.sort_by_cached_key(|&at| rank(&visits[at]));
    order
}

/// A menu on a visited page.
pub(super) struct Shown<'a> {
    pub(super) visit: &'a Visit,
    pub(super) menu: &'a Menu,
}

/// Returns the menus of all visits, the strongest first: those of the home page, then those that most pages show. Menus that
/// are equally strong are in the order of their pages.
pub(super) fn menus<'a>(visits: &[&'a Visit], home: &str) -> Vec<Shown<'a>> {
    let mut shown: Vec<(Shown<'a>, u64)> = Vec::new();
    let mut counts: HashMap<u64, usize> = HashMap::default();
    for &visit in visits {
        let mut own: Vec<u64> = Vec::new();
        for menu in visit.menus.iter().filter(|menu| !menu.has_only_titles()) {
            let print = fingerprint(menu);
            shown.push((Shown { visit, menu }, print));
            own.push(print);
        }
        own.sort_unstable();
        own.dedup();
        own.into_iter().for_each(|print| *counts.entry(print).or_default() += 1);
    }
    let strength = |(shown, print): &(Shown<'a>, u64)| {
        let is_home = shown.visit.key == home;
        (Reverse(is_home), Reverse(if is_home { 0 } else { counts.get(print).copied().unwrap_or(0) }))
    };
    shown.sort_by_cached_key(strength);
    shown.into_iter().map(|(shown, _)| shown).collect()
}

/// Returns the same number for menus with the same pages.
fn fingerprint(menu: &Menu) -> u64 {
    menu.entries
        .iter()
        .filter_map(|entry| entry.url.as_deref())
        .map(|url| Keyed.hash_one(key(url)))
        .fold(0, u64::wrapping_add)
}
