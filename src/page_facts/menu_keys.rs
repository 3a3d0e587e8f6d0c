//! The addresses of the entries of a menu.

use super::menus::Menu;
use super::title_parts::is_same_text;
use crate::address::{Link, common_folder, is_below};
use crate::collections::keyed::HashMap;
use crate::limits::MAX_PATH_LEVELS;
use std::cell::OnceCell;

/// The keys of a menu's entries, and the folders that contain them.
pub(crate) struct MenuKeys<'a> {
    menu: &'a Menu,
    keys: Vec<Option<&'a str>>,
    /// Only menus with headings or sections need these numbers.
    counts: OnceCell<Counts<'a>>,
}

#[derive(Default)]
struct Counts<'a> {
    /// The number of entries at each key.
    at: HashMap<&'a str, usize>,
    /// The number of entries at each key and below it.
    inside: HashMap<&'a str, usize>,
}

impl<'a> MenuKeys<'a> {
    pub(crate) fn new(menu: &'a Menu) -> MenuKeys<'a> {
        let keys: Vec<_> = menu.entries.iter().map(|entry| entry.url.as_ref().map(Link::key)).collect();
        MenuKeys { menu, keys, counts: OnceCell::new() }
    }

    fn counts(&self) -> &Counts<'a> {
        self.counts.get_or_init(|| {
            let mut counts = Counts::default();
            for &key in self.keys.iter().flatten() {
                *counts.at.entry(key).or_default() += 1;
                let folders = key.match_indices('/').map(|(at, _)| &key[..at]).chain([key]);
                folders.take(MAX_PATH_LEVELS).for_each(|folder| *counts.inside.entry(folder).or_default() += 1);
            }
            counts
        })
    }

    /// Returns `true` if the menu has an entry with this key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.counts().at.contains_key(key)
    }

    /// Returns `true` if the menu has an entry below this key.
    pub(crate) fn has_below(&self, key: &str) -> bool {
        self.counts().inside.get(key) > self.counts().at.get(key)
    }

    /// Returns the key of the folder that has all entries below the entry `at`, and no other entry of the menu.
    pub(crate) fn folder_of(&self, at: usize) -> Option<String> {
        let depth = self.depth(at);
        let end = (at + 1..self.keys.len()).find(|&next| self.depth(next) <= depth).unwrap_or(self.keys.len());
        let below: Vec<&str> = self.keys[at + 1..end].iter().copied().flatten().collect();
        let (first, others) = below.split_first()?;
        let folder = common_folder(first, others)?;
        let is_alone = self.counts().inside.get(folder) == Some(&below.len());
        let is_listed = below.contains(&folder);
        (below.len() > 1 && is_alone && !is_listed).then(|| folder.to_owned())
    }

    /// Returns for each entry `true` if it is only the name of a group: it has the address of an entry below it, which has
    /// another text and is the first one there. Docusaurus writes such links for browsers without scripts. An entry is not such a
    /// name if the menu has other entries below its address.
    pub(crate) fn groups(&self) -> Vec<bool> {
        let entries = &self.menu.entries;
        let mut groups = vec![false; entries.len()];
        if entries.iter().all(|entry| entry.depth == 0) {
            return groups;
        }
        // The next entry at each key that has none below it.
        let mut leaves: HashMap<&str, usize> = HashMap::default();
        for (at, key) in self.keys.iter().enumerate().rev() {
            let Some(key) = *key else { continue };
            if entries.get(at + 1).is_none_or(|next| next.depth <= self.depth(at)) {
                leaves.insert(key, at);
            } else if let Some(&leaf) = leaves.get(key) {
                let is_first = (at..=leaf).all(|each| self.depth(each) == self.depth(at) + each - at);
                groups[at] = is_first && !self.has_below(key) && !is_same_text(&entries[leaf].text, &entries[at].text);
            }
        }
        groups
    }

    /// Returns for each entry `true` if it is a teaser: a link with nothing below it, to a page that the menu has at a better place,
    /// too. The best place is at the top, the next best is below the page's own section. `groups` are entries that stand for no page.
    pub(crate) fn teasers(&self, groups: &[bool]) -> Vec<bool> {
        let len = self.keys.len();
        if (0..len).all(|at| self.depth(at) == 0) {
            return vec![false; len];
        }
        let mut above: Vec<&str> = Vec::new();
        let mut best: HashMap<&str, usize> = HashMap::default();
        let rank = |at: usize| {
            let key = self.keys[at].unwrap_or_default();
            above.truncate(self.depth(at));
            let is_inside = above.iter().any(|section| *section == key || is_below(key, section));
            above.resize(self.depth(at), "");
            above.push(key);
            let rank = match groups[at] {
                true => 0,
                false if above.len() == 1 => 2,
                false => usize::from(is_inside),
            };
            let known = best.entry(key).or_default();
            *known = rank.max(*known);
            rank
        };
        let ranks: Vec<usize> = (0..len).map(rank).collect();
        let is_leaf = |at: usize| at + 1 == len || self.depth(at + 1) <= self.depth(at);
        let is_teaser = |at: usize| self.keys[at].is_some_and(|key| is_leaf(at) && ranks[at] < best[key]);
        (0..len).map(is_teaser).collect()
    }

    fn depth(&self, at: usize) -> usize {
        self.menu.entries[at].depth
    }
}
