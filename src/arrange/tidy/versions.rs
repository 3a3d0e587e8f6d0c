//! Versions and translations of the site. A folder such as `/docs/2.x/` or `/de/` with the same pages as the pages of a
//! menu gets the arrangement of that menu.

use crate::address::{Address, PageKey};
use crate::address::{common_folder, is_below, is_language, is_version, without_versions};
use crate::arrange::claims::{PlaceSource, TitleSource};
use crate::arrange::rows::{Arranged, Versions};
use crate::arrange::table::Table;
use crate::collections::keyed::HashMap;
use crate::limits::{MAX_PATH_LEVELS, MAX_VERSION_STEPS};
use crate::page_facts::{Menu, MenuKind, Visit};
use crate::site_map::layer::Row;
use std::iter::successors;

/// The number of common pages that make a folder a version of another one.
const ENOUGH_PAGES: usize = 4;

/// Common pages that are checked before a folder counts as a version.
const SAMPLE: usize = 60;

/// A version or translation of the site that has its own menus.
pub(in crate::arrange) struct Version {
    /// The key of its folder.
    pub(in crate::arrange) folder: String,
}

impl Version {
    /// Returns `true` if most entries of a menu are in the folder.
    pub(in crate::arrange) fn has(&self, menu: &Menu) -> bool {
        most_are_below(&keys_of(menu), &self.folder)
    }

    /// Returns `true` for the address of the folder, and of the pages in it.
    pub(in crate::arrange) fn has_page(&self, page: &(impl Address + ?Sized)) -> bool {
        page.entry_key().is_some_and(|key| key.as_str() == self.folder || is_below(key.as_str(), &self.folder))
    }
}

/// Returns the keys of the entries of a menu.
pub(in crate::arrange) fn keys_of(menu: &Menu) -> Vec<&str> {
    menu.entries.iter().filter_map(|entry| Some(entry.url.as_ref()?.key())).collect()
}

/// Returns `true` if most keys are in a folder.
pub(in crate::arrange) fn most_are_below(keys: &[&str], folder: &str) -> bool {
    2 * keys.iter().filter(|key| is_below(key, folder)).count() > keys.len()
}

impl Table<'_> {
    /// Returns the key of a placed page that has this key in another version or language. The front pages of two folders are
    /// not evidence: `/it/` and `/hr/` are departments, too.
    fn other_version_of(&self, key: &str) -> Option<&str> {
        let page = without_versions(key);
        let row = self.rows.unversioned.get(&*page).filter(|_| page.contains('/'))?;
        Some(self.key_of(*row)).filter(|known| *known != key)
    }

    /// Returns `true` if most entries of a menu are other versions or translations of pages that menus have placed.
    pub(in crate::arrange) fn is_other_version(&self, menu: &Menu) -> bool {
        let mut known = keys_of(menu).into_iter().filter(|key| self.other_version_of(key).is_some());
        if known.nth(ENOUGH_PAGES - 1).is_none() {
            return false;
        }
        let keys = menu.keys();
        let is_other = |key: &str| self.other_version_of(key).is_some_and(|known| !keys.contains(known));
        let others = keys.iter().filter(|key| is_other(key)).count();
        others >= ENOUGH_PAGES && 3 * others >= 2 * keys.len()
    }

    /// Returns the folder of the version or translation that a visited page is in, if one of its menus is for it.
    pub(in crate::arrange) fn version_of(&self, visit: &Visit) -> Option<Version> {
        let menus = visit.menus.iter().filter(|menu| menu.kind == MenuKind::Places);
        let folder = menus.filter(|menu| self.is_other_version(menu)).find_map(|menu| self.version_folder(menu));
        let folder = folder.or_else(|| self.language_folder(visit))?;
        Some(Version { folder }).filter(|version| version.has_page(&*visit.facts.url))
    }

    /// Returns the folder of the entries of a menu that are other versions or translations of known pages. This is the
    /// folder of the version. The original may have none, so the deepest folder that contains all is the second choice.
    fn version_folder(&self, menu: &Menu) -> Option<String> {
        let others: Vec<&str> = menu.keys().into_iter().filter(|own| self.other_version_of(own).is_some()).collect();
        let mut counts: HashMap<&str, usize> = HashMap::default();
        for &own in &others {
            let known = self.other_version_of(own)?;
            let is_version = |folder: &&str| {
                let name = folder.rsplit('/').next().unwrap_or_default();
                (is_version(name) || is_language(name)) && !is_below(known, folder)
            };
            let folders = successors(Some(own), |folder| folder.rfind('/').map(|at| &folder[..at]));
            if let Some(folder) = folders.take(MAX_PATH_LEVELS).find(is_version) {
                *counts.entry(folder).or_default() += 1;
            }
        }
        let most = counts.into_iter().max_by(|a, b| (a.1, a.0).cmp(&(b.1, b.0)));
        let folder = match most.filter(|(_, count)| *count >= ENOUGH_PAGES) {
            Some((folder, _)) => folder,
            None => common_folder(others.first()?, &others[1..])?,
        };
        Some(folder.to_owned())
    }

    /// Returns `true` for the key of a translation of a page that a menu has placed.
    pub(in crate::arrange) fn is_translation(&self, own: &str) -> bool {
        let has = |key: &str, name| key.split('/').take(MAX_PATH_LEVELS).any(|part| part == name);
        let is_only_in = |known: &str, name| is_language(name) && !has(known, name);
        self.other_version_of(own)
            .is_some_and(|known| own.split('/').take(MAX_PATH_LEVELS).any(|name| is_only_in(known, name)))
    }

    /// Returns the folder of a language that a visited page is in, if a menu leads to a translation of a known page there.
    fn language_folder(&self, visit: &Visit) -> Option<String> {
        let own = PageKey::of_entry(&visit.facts.url)?;
        let is_of_language = |end: &usize| own.as_str()[..*end].rsplit('/').next().is_some_and(is_language);
        let folder = &own.as_str()[..own.levels().find(is_of_language)?];
        let mut keys = visit.menus.iter().flat_map(|menu| keys_of(menu));
        keys.any(|key| is_below(key, folder) && self.is_translation(key)).then(|| folder.to_owned())
    }

    /// Arranges the versions of the folders that menus have arranged, until `left` pages have been read.
    pub(in crate::arrange) fn arrange_versions(&mut self, left: &mut usize) {
        let mut versions = std::mem::take(&mut self.rows.versions);
        self.arrange_some(&mut versions, left);
        self.rows.versions = versions;
    }

    fn arrange_some(&mut self, versions: &mut Versions, left: &mut usize) {
        while *left > 0 {
            let before = MAX_VERSION_STEPS - versions.examined;
            let mut steps = before;
            if let Some((version, at)) = versions.due.pop() {
                let next = self.arrange_version(&versions.arranged, version, at, &mut steps, *left);
                versions.due.extend(next.map(|at| (version, at)));
                *left -= before - steps;
            } else if let Some(&row) = self.rows.order.get(versions.placed) {
                self.note_folders(row, versions);
                versions.placed += 1;
                *left -= 1;
            } else if let Some((pages, end)) = versions.folders.get_mut(versions.seen) {
                versions.seen += 1;
                *left -= 1;
                if pages.len() < ENOUGH_PAGES {
                    continue;
                }
                let pages = std::mem::take(pages);
                versions.arranged = Arranged { folder: self.key_of(pages[0])[..*end].to_owned(), pages };
                let found = self.versions_of(&versions.arranged, &mut steps);
                // The folder nearest to the pages comes first.
                let due = found.into_iter().filter(|version| versions.known.insert(*version));
                versions.due.extend(due.map(|version| (version, 0)));
                versions.due.reverse();
                *left = left.saturating_sub(before - steps);
            } else {
                return;
            }
            versions.examined += before - steps;
        }
    }

    /// Notes the folders above a placed page.
    fn note_folders(&self, page: Row, versions: &mut Versions) {
        // A page of the header counts where the menu of its section has it.
        let is_elsewhere = self.rows.about(page).own_entry.as_ref().is_some_and(|own| own.at != versions.placed);
        let key = self.key_of(page);
        let Some(own) = PageKey::of_text(key).filter(|_| !is_elsewhere && self.has_url(page)) else { return };
        let ends = key.match_indices('/').map(|(at, _)| at).filter(|&at| at >= own.host_end());
        for end in ends.take(MAX_PATH_LEVELS).collect::<Vec<_>>().into_iter().rev() {
            let folder = &key[..end];
            let at = match versions.at.get(folder) {
                Some(&at) => at as usize,
                None => {
                    versions.at.insert(folder.into(), versions.folders.len() as u32);
                    versions.folders.push((Vec::new(), end));
                    versions.folders.len() - 1
                }
            };
            versions.folders[at].0.push(page);
        }
    }

    /// Returns the folders with mostly the same pages: in the arranged folder, or beside it.
    fn versions_of(&self, arranged: &Arranged, steps: &mut usize) -> Vec<Row> {
        let above = arranged.folder.rfind('/').map(|at| &arranged.folder[..at]);
        let mut versions = Vec::new();
        for folder in [Some(&*arranged.folder), above].into_iter().flatten() {
            for at in self.folders_in(folder, steps) {
                let name = self.key_of(at).rsplit('/').next().unwrap_or_default();
                if (is_version(name) || is_language(name)) && self.is_version_of(at, arranged, steps) {
                    versions.push(at);
                }
            }
        }
        versions
    }

    /// Returns the folders and pages in a folder that have further pages below them.
    fn folders_in(&self, folder: &str, steps: &mut usize) -> Vec<Row> {
        let own = self.find(folder).or_else(|| self.ground.host_row(folder));
        let behind = self.rows.about(own.map_or(self.rows.root, |own| self.owner(own))).back();
        let mut folders: Vec<Row> = match own.filter(|&own| self.made(own).is_none()) {
            Some(own) => self.ground.folders_in(own, steps),
            None => Vec::new(),
        };
        folders.extend(behind.filter(|&row| self.has_children(row)));
        folders
    }

    fn is_version_of(&self, version: Row, arranged: &Arranged, steps: &mut usize) -> bool {
        let folder = self.key_of(version);
        // The arranged pages may not be in the folder themselves.
        let is_inside = |page: &&Row| is_below(self.key_of(**page), folder);
        if arranged.pages.iter().any(|page| is_inside(&page)) && arranged.folder.len() >= folder.len() {
            return false;
        }
        let pages: Vec<Row> = arranged.pages.iter().filter(|page| !is_inside(page)).take(SAMPLE).copied().collect();
        *steps = steps.saturating_sub(pages.len());
        let common = pages.iter().filter(|&&page| self.counterpart(page, arranged, version).is_some()).count();
        *steps > 0 && common >= ENOUGH_PAGES && 2 * common >= pages.len()
    }

    /// Returns the page in `version` that has the same name as a page in the arranged folder.
    fn counterpart(&self, page: Row, arranged: &Arranged, version: Row) -> Option<Row> {
        let rest = self.key_of(page).strip_prefix(&*arranged.folder).filter(|rest| rest.starts_with('/'))?;
        let row = self.find(&format!("{}{rest}", self.key_of(version)))?;
        let is_hidden = self.made(row).is_none() && self.ground.is_hidden(row);
        (row != page && !is_hidden).then_some(row)
    }

    /// Arranges `most` pages of a version, from the index `from` on. Returns the index of the next page if there are more.
    fn arrange_version(
        &mut self,
        arranged: &Arranged,
        version: Row,
        from: usize,
        steps: &mut usize,
        most: usize,
    ) -> Option<usize> {
        let is_same_language = !is_language(self.key_of(version).rsplit('/').next().unwrap_or_default());
        let end = arranged.pages.len().min(from + most.min(*steps));
        for &page in &arranged.pages[from..end] {
            *steps -= 1;
            let Some(other) = self.counterpart(page, arranged, version).filter(|&other| self.has_url(other)) else {
                continue;
            };
            // Headings only for a page that moves. They would stay empty.
            if self.rows.about(other).place.is_none() {
                let parent = self.version_parent(page, arranged, version)?;
                self.place(other, parent, PlaceSource::Version);
            }
            if is_same_language && self.has_title(page) {
                let own = self.rows.about(page).own_entry.as_ref().map(|own| own.text.to_string());
                let title = own.unwrap_or_else(|| self.title(page).into_owned());
                self.name(other, &title, TitleSource::Version);
            }
        }
        (end < arranged.pages.len() && *steps > 0).then_some(end)
    }

    /// Returns the parent in `version` that matches the parent of a page. Adds its headings.
    fn version_parent(&mut self, page: Row, arranged: &Arranged, version: Row) -> Option<Row> {
        // The row of the version stands for the section, so the page of the section is where its own menu lists it.
        let own_heading = self.rows.about(page).own_entry.as_ref().map(|own| own.heading);
        let mut headings: Vec<Row> = own_heading.into_iter().collect();
        let mut at = own_heading.unwrap_or(page);
        let mut parent = version;
        for _ in 0..MAX_PATH_LEVELS {
            let Some(above) = self.parent_of_place(at) else { break };
            if above == self.rows.root {
                break;
            }
            let is_section = self.rows.about(above).own_entry.is_some();
            match self.counterpart(above, arranged, version).filter(|_| !is_section) {
                Some(other) if other != version => {
                    parent = other;
                    break;
                }
                _ if !self.has_url(above) && self.has_title(above) && !self.is_top_section(above) => {
                    headings.push(above)
                }
                _ => {}
            }
            at = above;
        }
        for heading in headings.into_iter().rev() {
            let title = self.title(heading).into_owned();
            let own = self.make_heading(parent, &title, None)?;
            self.name(own, &title, TitleSource::Menu);
            self.place(own, parent, PlaceSource::Version);
            parent = own;
        }
        Some(parent)
    }
}
