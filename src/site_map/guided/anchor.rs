//! Finds the place of a menu in the tree.

use super::PlaceOrigin;
use super::versions::{keys_of, most_are_below};
use crate::address::PageKey;
use crate::address::{is_below, key};
use crate::collections::keyed::HashMap;
use crate::findings::Report;
use crate::limits::MAX_PATH_LEVELS;
use crate::page_facts::{Menu, PageFacts};
use crate::site_map::arena::SiteMap;
use crate::site_map::node::NodeId;

impl SiteMap {
    /// Returns the entry that the top level of a menu goes below. This is the root for the first menu of a site.
    pub(super) fn anchor(&self, menu: &Menu, page: &PageFacts, root: NodeId) -> NodeId {
        let placed = |at: usize| {
            let url = menu.entries[at].url.as_deref().filter(|url| !self.is_home(url))?;
            let node = self.page_at(url)?;
            // The menu of a version takes the place of what another version has given it.
            let placed = self.guide.placed.get(&node).filter(|placed| placed.origin != PlaceOrigin::Version)?;
            Some((node, placed.parent))
        };
        let tops: Vec<usize> = (0..menu.entries.len()).filter(|&at| menu.entries[at].depth == 0).collect();
        if Some(root) != self.root
            && let Some(first) = menu.entries.iter().find_map(|entry| entry.url.as_deref())
            && let Some(first) = self.page_at(first)
            && self.is_folder_of(first, menu)
        {
            // The header of a version need not place the page of its section.
            return first;
        }
        let known: Vec<(usize, NodeId, NodeId)> =
            tops.iter().filter_map(|&at| placed(at).map(|(node, parent)| (at, node, parent))).collect();
        if let Some(&(first, node, parent)) = known.first() {
            if first == 0 && parent == root && self.is_section(node, menu, &tops) {
                return node;
            }
            let mut counts: HashMap<NodeId, usize> = HashMap::default();
            known.iter().for_each(|(_, _, parent)| *counts.entry(*parent).or_default() += 1);
            let most = counts.values().copied().max().unwrap_or(0);
            if known.len() > 1 || tops.len() == 1 {
                // Several entries are known. The others are their siblings.
                return known.iter().find(|(_, _, parent)| counts[parent] == most).map_or(parent, |known| known.2);
            }
            // One entry is known. If it stands for the section of this menu, the others are its children.
            return if first == 0 || self.is_section(node, menu, &tops) { node } else { parent };
        }
        let nested: Vec<(usize, NodeId)> = (0..menu.entries.len())
            .filter(|&at| menu.entries[at].depth > 0)
            .filter_map(|at| placed(at).filter(|(_, parent)| *parent == root).map(|(node, _)| (at, node)))
            .collect();
        if let [(at, section)] = nested[..]
            && !self.has_name_above(menu, at, section)
        {
            return section;
        }
        if let Some(above) = self.above_groups(menu) {
            return above;
        }
        // A page cannot be the section of the menu that lists it.
        let is_listed = |section: &NodeId| {
            menu.entries.iter().any(|entry| entry.url.as_deref().is_some_and(|url| self.page_at(url) == Some(*section)))
        };
        self.section_of(page).filter(|section| !is_listed(section)).unwrap_or(root)
    }

    /// Returns the entry above the groups of a menu, if another menu has placed one of them with one of its pages.
    fn above_groups(&self, menu: &Menu) -> Option<NodeId> {
        let mut group = "";
        menu.entries.iter().find_map(|entry| {
            match &entry.url {
                None if entry.depth == 0 => group = &entry.text,
                Some(url) if entry.depth == 1 => {
                    let parent = self.guide.placed.get(&self.page_at(url)?)?.parent;
                    let above = self.guide.placed.get(&parent)?.parent;
                    let known = self.guide.headings.get(&(above, Box::from(group)));
                    return known.is_some_and(|&known| known == parent).then_some(above);
                }
                _ => {}
            }
            None
        })
    }

    /// Returns the folder of a menu that would mix with the first menu of the site: a group of each has the same title, but
    /// no common page. This happens on sites whose sections have no common menu. The folder is the deepest one above the
    /// visited page that contains most entries.
    pub(super) fn folder_of_section(&mut self, menu: &Menu, page: &PageFacts, report: &mut Report) -> Option<NodeId> {
        let root = self.root?;
        let is_top = |at: &usize| menu.entries[*at].depth == 0;
        let mixes = (0..menu.entries.len()).filter(is_top).any(|at| {
            let entry = &menu.entries[at];
            let group = self.guide.headings.get(&(root, Box::from(&*entry.text))).filter(|_| entry.url.is_none());
            let below = || menu.entries[at + 1..].iter().take_while(|entry| entry.depth > 0);
            let is_in = |url: &str, group| self.page_at(url).is_some_and(|page| self.is_above(group, page));
            group.is_some_and(|&group| !below().any(|entry| entry.url.as_deref().is_some_and(|url| is_in(url, group))))
        });
        if !mixes {
            return None;
        }
        let (keys, own) = (keys_of(menu), PageKey::of_entry(&page.url)?);
        let levels: Vec<usize> = own.levels().take(MAX_PATH_LEVELS).collect();
        let end = levels.into_iter().rev().find(|&end| most_are_below(&keys, &own.as_str()[..end]))?;
        self.folder_of_key(&own.as_str()[..end], report)
    }

    /// Returns `true` if the addresses of most entries are below the one of `node`.
    pub(super) fn is_folder_of(&self, node: NodeId, menu: &Menu) -> bool {
        self.is_section(node, menu, &Vec::from_iter(0..menu.entries.len()))
    }

    /// Returns `true` if the addresses of most of these entries are below the one of `node`.
    fn is_section(&self, node: NodeId, menu: &Menu, entries: &[usize]) -> bool {
        let Some(folder) = self.url(node).map(|url| key(&url)) else { return false };
        let is_inside = |url: &str| is_below(&key(url), &folder);
        let below = entries.iter().filter(|&&at| menu.entries[at].url.as_deref().is_some_and(is_inside)).count();
        2 * below > entries.len()
    }

    /// Returns the deepest placed entry whose address is the page's own or a folder above it.
    fn section_of(&self, page: &PageFacts) -> Option<NodeId> {
        let mut address = page.url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
        let host_end = address.find("://").map_or(0, |at| at + 3);
        loop {
            if self.is_home(address) {
                return None;
            }
            if let Some(node) = self.page_at(address).filter(|&node| !self.is_free(node, PlaceOrigin::Menu)) {
                return Some(node);
            }
            let slash = address.rfind('/').filter(|&at| at > host_end)?;
            address = &address[..slash];
        }
    }
}
