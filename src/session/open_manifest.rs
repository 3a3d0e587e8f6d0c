//! Joins a manifest and its parts.

use crate::address::is_same_site;
use crate::collections::keyed::HashSet;
use crate::limits::{MAX_FACT_DEPTH, MAX_FACT_ENTRIES, MAX_MANIFEST_PARTS};
use crate::page_facts::{FactEntry, FactMenu, PageFacts, Visit};
use crate::title_lists::{ManifestContent, Part, TitleList};

/// A manifest that was read. Some of its parts may be missing.
#[derive(Debug)]
pub(super) struct OpenManifest {
    list: TitleList,
    folder: String,
    menus: Vec<FactMenu>,
    /// The parts that were not read.
    parts: Vec<Part>,
    /// The addresses of the parts that were requested.
    requested: Vec<String>,
}

impl OpenManifest {
    pub(super) fn new(list: &TitleList, content: ManifestContent) -> Option<OpenManifest> {
        let folder = list.manifest_folder()?.to_owned();
        let ManifestContent { menus, parts } = content;
        Some(OpenManifest { list: list.clone(), folder, menus, parts, requested: Vec::new() })
    }

    /// Returns the next part to request.
    pub(super) fn next_part(&mut self) -> Option<TitleList> {
        let is_own = |part: &&Part| is_same_site(&part.url, &self.list.url);
        let parts = self.parts.iter().filter(is_own).filter(|_| self.requested.len() < MAX_MANIFEST_PARTS);
        let part = parts.min_by_key(|part| part.rank)?;
        self.requested.push(part.url.clone());
        Some(self.list.part(part))
    }

    /// Removes a part that was requested. Adds its entries if it could be read.
    pub(super) fn finish_part(&mut self, url: &str, content: Option<ManifestContent>) {
        let Some(index) = self.parts.iter().position(|part| part.url == url) else { return };
        let Part { at, rank, .. } = self.parts.remove(index);
        self.parts.retain(|part| part.url != url);
        let Some(ManifestContent { menus, parts }) = content else { return };
        let entries_before: usize = self.menus.iter().map(|menu| menu.entries.len()).sum();
        let Some(menu) = self.menus.first_mut() else { return };
        let Some(entry) = menu.entries.get(at) else { return };
        let depth = entry.depth + u32::from(!is_placeholder(entry));
        let mut free = MAX_FACT_ENTRIES.saturating_sub(entries_before);
        let below = |entry: FactEntry| {
            let depth = (depth + entry.depth).min(MAX_FACT_DEPTH as u32);
            FactEntry { depth, ..entry }
        };
        let mut menus = menus.into_iter();
        let first = menus.next().map(|menu| menu.entries).unwrap_or_default();
        let entries: Vec<FactEntry> = first.into_iter().take(free).map(below).collect();
        let count = entries.len();
        let rest = menu.entries.split_off(at + 1);
        menu.entries.extend(entries);
        menu.entries.extend(rest);
        free -= count;
        for mut menu in menus {
            menu.entries.truncate(free);
            free -= menu.entries.len();
            self.menus.push(menu);
        }
        for part in self.parts.iter_mut().filter(|part| part.at > at) {
            part.at += count;
        }
        let is_new = |part: &Part| part.at < count && !self.requested.contains(&part.url);
        let inside = parts.into_iter().filter(is_new);
        self.parts.extend(inside.map(|part| Part { at: at + 1 + part.at, rank: rank + 1 + part.rank, ..part }));
    }

    /// Returns `true` if this address is that of a part that is missing.
    pub(super) fn lacks(&self, url: &str) -> bool {
        self.parts.iter().any(|part| part.url == url)
    }

    /// Returns what the manifest says, as facts of pages. If its first menu is empty, each menu is that of its first page that
    /// a visited page links to.
    pub(super) fn pages(&self, visits: &[Visit]) -> Vec<PageFacts> {
        let mut menus = self.menus.clone();
        menus.iter_mut().for_each(|menu| menu.entries.retain(|entry| !is_placeholder(entry)));
        let has_whole = menus.first().is_none_or(|menu| !menu.entries.is_empty());
        let visit = visits.iter().rfind(|visit| visit.is_page() && !has_whole);
        let mut linked: HashSet<&str> = HashSet::default();
        for menu in visit.into_iter().flat_map(|visit| &visit.menus) {
            linked.extend(menu.entries.iter().filter_map(|entry| entry.url.as_deref()));
        }
        let mut pages: Vec<PageFacts> = Vec::new();
        for menu in menus {
            let of = |entry: &FactEntry| entry.url.as_ref().filter(|url| linked.contains(&***url)).cloned();
            let url = menu.entries.iter().find_map(of).unwrap_or_else(|| self.folder.clone());
            match pages.iter_mut().find(|page| page.url == url) {
                Some(page) => page.menus.push(menu),
                None => pages.push(PageFacts { url, menus: vec![menu], ..PageFacts::default() }),
            }
        }
        pages
    }
}

/// Returns `true` for an entry whose place the entries of a part take.
fn is_placeholder(entry: &FactEntry) -> bool {
    entry.text.is_empty() && entry.url.is_none()
}
