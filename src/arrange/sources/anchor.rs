//! Finds the row that the top level of a menu goes below.

use crate::address::{Address, Link, PageKey, is_below, key};
use crate::arrange::claims::PlaceSource;
use crate::arrange::table::Table;
use crate::arrange::tidy::versions::{keys_of, most_are_below};
use crate::collections::keyed::HashMap;
use crate::limits::MAX_PATH_LEVELS;
use crate::page_facts::{Menu, PageFacts};
use crate::site_map::layer::Row;

impl Table<'_> {
    /// Returns the row that the top level of a menu goes below. This is the root for the strongest menu of a site.
    pub(in crate::arrange) fn anchor(&self, menu: &Menu, page: &PageFacts, root: Row) -> Row {
        let placed = |at: usize| {
            let url = menu.entries[at].url.as_ref().filter(|url| !self.is_home(*url))?;
            let row = self.page_at(url)?;
            let place = self.rows.about(row).place.filter(|place| place.source != PlaceSource::Version)?;
            Some((row, place.parent))
        };
        let tops: Vec<usize> = (0..menu.entries.len()).filter(|&at| menu.entries[at].depth == 0).collect();
        if root != self.rows.root
            && let Some(first) = menu.entries.iter().find_map(|entry| entry.url.as_ref())
            && let Some(first) = self.page_at(first)
            && self.is_folder_of(first, menu)
        {
            // The header of a version need not place the page of its section.
            return first;
        }
        let known: Vec<(usize, Row, Row)> =
            tops.iter().filter_map(|&at| placed(at).map(|(row, parent)| (at, row, parent))).collect();
        if let Some(&(first, row, parent)) = known.first() {
            if first == 0 && parent == root && self.is_section(row, menu, &tops) {
                return row;
            }
            let mut counts: HashMap<Row, usize> = HashMap::default();
            known.iter().for_each(|(_, _, parent)| *counts.entry(*parent).or_default() += 1);
            let most = counts.values().copied().max().unwrap_or(0);
            // A menu with the home page is about the whole site, unless most of its entries are in one section.
            let is_home = |at: &usize| menu.entries[*at].url.as_ref().is_some_and(|url| self.is_home(url));
            if 2 * most <= known.len() && tops.iter().any(is_home) {
                return root;
            }
            if known.len() > 1 || tops.len() == 1 {
                // Several entries are known. The others are their siblings.
                return known.iter().find(|(_, _, parent)| counts[parent] == most).map_or(parent, |known| known.2);
            }
            // One entry is known. If it stands for the section of this menu, the others are its children.
            return if first == 0 || self.is_section(row, menu, &tops) { row } else { parent };
        }
        let nested: Vec<(usize, Row)> = (0..menu.entries.len())
            .filter(|&at| menu.entries[at].depth > 0)
            .filter_map(|at| placed(at).filter(|(_, parent)| *parent == root).map(|(row, _)| (at, row)))
            .collect();
        if let [(at, section)] = nested[..]
            && !self.has_name_above(menu, at, section)
        {
            return section;
        }
        // Pages of the header are in several groups of one menu, which begins with the first page of its section.
        let group = |at: usize| menu.entries[..at].iter().rposition(|entry| entry.depth == 0);
        let first = menu.entries.iter().position(|entry| entry.url.is_some());
        if let [(at, section), _, ..] = nested[..]
            && Some(at) == first
            && !menu.entries.iter().any(|entry| entry.url.is_some() && entry.depth == 0)
            && nested.iter().any(|(other, _)| group(*other) != group(at))
            && !self.has_name_above(menu, at, section)
        {
            return section;
        }
        if let Some(above) = self.above_groups(menu) {
            return above;
        }
        // A page cannot be the section of the menu that lists it.
        let is_listed = |section: &Row| {
            menu.entries.iter().any(|entry| entry.url.as_ref().is_some_and(|url| self.page_at(url) == Some(*section)))
        };
        // Nor is it the section of pages that are beside it at the top of the site.
        let is_beside =
            |at: &usize| menu.entries[*at].url.as_ref().is_some_and(|url| self.is_beside_home(&url.page_key()));
        if 2 * tops.iter().filter(|at| is_beside(at)).count() > tops.len() {
            return root;
        }
        self.section_of(page).filter(|section| !is_listed(section)).unwrap_or(root)
    }

    /// Returns the row above the groups of a menu, if another menu has placed one of them with one of its pages.
    fn above_groups(&self, menu: &Menu) -> Option<Row> {
        let mut group = "";
        menu.entries.iter().find_map(|entry| {
            match &entry.url {
                None if entry.depth == 0 => group = &entry.text,
                Some(url) if entry.depth == 1 => {
                    let parent = self.parent_of_place(self.page_at(url)?)?;
                    let above = self.parent_of_place(parent)?;
                    return (self.heading(above, group) == Some(parent)).then_some(above);
                }
                _ => {}
            }
            None
        })
    }

    /// Returns the folder of a menu that would mix with the strongest menu of the site: a group of each has the same title,
    /// but no common page. This happens on sites whose sections have no common menu. The folder is the deepest one above the
    /// visited page that contains most entries.
    pub(in crate::arrange) fn folder_of_section(&mut self, menu: &Menu, page: &PageFacts) -> Option<Row> {
        let is_top = |at: &usize| menu.entries[*at].depth == 0;
        let mixes = (0..menu.entries.len()).filter(is_top).any(|at| {
            let entry = &menu.entries[at];
            let group = self.heading(self.rows.root, &entry.text).filter(|_| entry.url.is_none());
            let mut below = menu.entries[at + 1..].iter().take_while(|entry| entry.depth > 0);
            let is_in = |url: &Link, group| self.page_at(url).is_some_and(|page| self.is_above(group, page));
            group.is_some_and(|group| !below.any(|entry| entry.url.as_ref().is_some_and(|url| is_in(url, group))))
        });
        if !mixes {
            return None;
        }
        let (keys, own) = (keys_of(menu), PageKey::of_entry(&page.url)?);
        let levels: Vec<usize> = own.levels().take(MAX_PATH_LEVELS).collect();
        let end = levels.into_iter().rev().find(|&end| most_are_below(&keys, &own.as_str()[..end]))?;
        self.folder_at(&own.as_str()[..end])
    }

    /// Returns `true` if the addresses of most entries are below the one of `row`.
    pub(in crate::arrange) fn is_folder_of(&self, row: Row, menu: &Menu) -> bool {
        self.is_section(row, menu, &Vec::from_iter(0..menu.entries.len()))
    }

    /// Returns `true` if the addresses of most of these entries are below the one of `row`.
    fn is_section(&self, row: Row, menu: &Menu, entries: &[usize]) -> bool {
        let Some(folder) = self.url(row).map(|url| key(&url)) else { return false };
        let is_inside = |url: &Link| is_below(url.key(), &folder);
        let below = entries.iter().filter(|&&at| menu.entries[at].url.as_ref().is_some_and(is_inside)).count();
        2 * below > entries.len()
    }

    /// Returns the deepest placed row whose address is the page's own or a folder above it.
    fn section_of(&self, page: &PageFacts) -> Option<Row> {
        let mut address = page.url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
        let host_end = address.find("://").map_or(0, |at| at + 3);
        loop {
            if self.is_home(address) {
                return None;
            }
            if let Some(row) = self.page_at(address).filter(|row| self.rows.about(*row).place.is_some()) {
                return Some(row);
            }
            let slash = address.rfind('/').filter(|&at| at > host_end)?;
            address = &address[..slash];
        }
    }
}
