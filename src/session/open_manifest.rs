//! Joins a manifest and its parts.

use crate::address::is_same_site;
use crate::limits::{MAX_FACT_DEPTH, MAX_FACT_ENTRIES, MAX_MANIFEST_PARTS};
use crate::page_facts::{FactEntry, FactMenu, PageFacts};
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
        let Some(menu) = self.menus.first_mut() else { return };
        let Some(depth) = menu.entries.get(at).map(|entry| entry.depth + 1) else { return };
        let free = MAX_FACT_ENTRIES.saturating_sub(menu.entries.len());
        let below = |entry: FactEntry| {
            let depth = (depth + entry.depth).min(MAX_FACT_DEPTH as u32);
            FactEntry { depth, ..entry }
        };
        let entries: Vec<FactEntry> = menus.into_iter().flat_map(|menu| menu.entries).take(free).map(below).collect();
        let count = entries.len();
        menu.entries.splice(at + 1..at + 1, entries);
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

    /// Returns what the manifest says, as facts of a page.
    pub(super) fn page(&self) -> PageFacts {
        PageFacts { url: self.folder.clone(), menus: self.menus.clone(), ..PageFacts::default() }
    }
}
