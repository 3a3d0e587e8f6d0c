//! Where the menus and breadcrumbs of a site place its pages, and what they call them.

use std::collections::{HashMap, HashSet};

use url::Url;

use super::html::Crumb;
use super::keys::{Key, Keys};
use super::menu::Item;

/// The entry above a page in the site's own navigation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    /// The page is at the top of a menu.
    Top,
    /// The page is below this entry, which may lead to another site or nowhere.
    Entry { key: Option<Key>, title: String },
}

/// Where the site's own navigation places a page.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// number of pages in the menu
    pub(super) size: usize,
    /// `true` if the home page has the menu
    pub(super) is_on_home: bool,
    /// one for each time that the menu has the page
    pub(super) parents: Vec<Parent>,
    /// the names that the menu has for the page
    pub(super) labels: Vec<String>,
}

/// The places of all pages.
#[derive(Debug, Default)]
pub(crate) struct Places {
    places: HashMap<Key, Place>,
    /// all names that menus have for a page
    labels: HashMap<Key, HashSet<String>>,
    /// the pages in the menus of the home page
    pub(super) on_home: HashSet<Key>,
}

impl Places {
    pub(super) fn get(&self, key: &str) -> Option<&Place> {
        self.places.get(key)
    }

    pub(super) fn pages(&self) -> impl Iterator<Item = &Key> {
        self.places.keys()
    }

    /// Returns `true` if a menu has this name for the page.
    pub(super) fn calls(&self, key: &str, name: &str) -> bool {
        self.labels.get(key).is_some_and(|labels| labels.contains(name))
    }

    /// Stores the places of the pages in a menu, unless a larger menu contains them. `on` is the page with the menu.
    pub(super) fn add_menu(&mut self, menu: &[Item], base: &Url, on: &str, keys: &Keys<'_>) {
        let key = |item: &Item| keys.resolved(item.href.as_deref()?, base);
        let keys: Vec<Option<Key>> = menu.iter().map(key).collect();
        let size = keys.iter().flatten().collect::<HashSet<_>>().len();
        let is_on_home = on.is_empty();
        if is_on_home {
            self.on_home.extend(keys.iter().flatten().cloned());
        }
        // The pages whose place comes from this menu.
        let mut placed = HashSet::new();
        // The entries above the current one.
        let mut above: Vec<usize> = Vec::new();
        for (at, item) in menu.iter().enumerate() {
            while above.last().is_some_and(|&last| menu[last].depth >= item.depth) {
                above.pop();
            }
            if let Some(key) = &keys[at] {
                // The overview of a branch often has the same address as the branch. A page is not its own parent.
                let entry = above.iter().rev().find(|&&entry| keys[entry].as_ref() != Some(key));
                let parent = entry.map_or(Parent::Top, |&entry| Parent::Entry {
                    key: keys[entry].clone(),
                    title: menu[entry].text.clone(),
                });
                let is_larger = self.places.get(key).is_none_or(|place| place.size < size);
                if is_larger && placed.insert(key) {
                    let place = Place { size, is_on_home, parents: vec![parent], labels: Vec::new() };
                    self.places.insert(key.clone(), place);
                } else if placed.contains(key)
                    && let Some(place) = self.places.get_mut(key)
                {
                    place.parents.push(parent);
                }
                if item.text.contains(char::is_alphanumeric) {
                    if placed.contains(key)
                        && let Some(place) = self.places.get_mut(key)
                    {
                        place.labels.push(item.text.clone());
                    }
                    self.labels.entry(key.clone()).or_default().insert(item.text.clone());
                }
            }
            above.push(at);
        }
    }

    /// Stores the place of a page from its own breadcrumb, unless a menu contains the page.
    pub(super) fn add_breadcrumb(&mut self, key: &Key, crumbs: &[Crumb], base: &Url, keys: &Keys<'_>) {
        let keys: Vec<_> = crumbs.iter().map(|crumb| keys.resolved(crumb.href.as_deref()?, base)).collect();
        let Some(last) = crumbs.len().checked_sub(1) else { return };
        // The last entry may be the page itself.
        let is_own = crumbs[last].href.is_none() || keys[last].as_ref() == Some(key);
        let at = if is_own { last.checked_sub(1) } else { Some(last) };
        let Some(at) = at else { return };
        // "Home > Page" says the same as an entry at the top of a menu.
        let is_home = keys[at].as_ref().is_some_and(|key| key.is_empty());
        let parent = match is_home {
            true => Parent::Top,
            false => Parent::Entry { key: keys[at].clone(), title: crumbs[at].name.clone() },
        };
        let place = Place { size: 0, is_on_home: is_home, parents: vec![parent], labels: Vec::new() };
        self.places.entry(key.clone()).or_insert(place);
    }
}
