//! The entries of a manifest, as they are read.

use crate::address::named::named;
use crate::address::reference::absolute;
use crate::limits::{MAX_FACT_DEPTH, MAX_FACT_ENTRIES, MAX_FACT_TEXT, MAX_FACT_URL};
use crate::page_facts::{FactEntry, FactMenu};
use crate::text::html_text::text_of;
use crate::text::one_line;

/// An entry, as the manifest writes it.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    pub(super) depth: usize,
    /// Text or HTML.
    pub(super) title: String,
    pub(super) address: Option<String>,
    /// The address of the file with the entries below this one. If the entry has no title, they take its place.
    pub(super) part: Option<String>,
    /// What the reader of this file has to know.
    pub(super) wanted: String,
}

/// A file with the entries below an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) url: String,
    /// What its reader has to know.
    pub(crate) wanted: String,
    /// The index of the entry in the first menu.
    pub(crate) at: usize,
    /// The number of parts beside it that come before. The first list of each group says the most.
    pub(crate) rank: usize,
}

/// What was read from a manifest.
#[derive(Debug, Default)]
pub(crate) struct ManifestContent {
    /// Its menus. Addresses are absolute.
    pub(crate) menus: Vec<FactMenu>,
    /// The files with the entries below some entries of the first menu.
    pub(crate) parts: Vec<Part>,
}

/// Entries in their order, at most [`MAX_FACT_ENTRIES`].
#[derive(Debug, Default)]
pub(crate) struct Outline {
    pub(super) entries: Vec<Entry>,
    /// Where the menus after the first one begin.
    menus: Vec<usize>,
}

impl Outline {
    pub(super) fn is_full(&self) -> bool {
        self.entries.len() >= MAX_FACT_ENTRIES
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds an entry. Returns its index, or `None` if there are too many.
    pub(super) fn add(&mut self, entry: Entry) -> Option<usize> {
        if self.is_full() {
            return None;
        }
        self.entries.push(entry);
        Some(self.entries.len() - 1)
    }

    /// The first entry is not in the first menu, which remains empty.
    pub(super) fn skip_first_menu(&mut self) {
        self.menus.insert(0, 0);
    }

    /// The next entry is the first one of a menu.
    pub(super) fn begin_menu(&mut self) {
        if !self.entries.is_empty() && self.menus.last() != Some(&self.entries.len()) {
            self.menus.push(self.entries.len());
        }
    }

    /// Adds the entries of another outline below the last entry of this one.
    pub(super) fn append(&mut self, other: Outline, depth: usize) {
        let free = MAX_FACT_ENTRIES.saturating_sub(self.entries.len());
        let deeper = |entry: Entry| Entry { depth: entry.depth + depth, ..entry };
        self.entries.extend(other.entries.into_iter().take(free).map(deeper));
    }

    pub(super) fn get_mut(&mut self, at: usize) -> Option<&mut Entry> {
        self.entries.get_mut(at)
    }

    /// Returns the menus. Their addresses are relative to `base`.
    pub(super) fn finish(self, base: &str) -> ManifestContent {
        let is_short = |url: &String| url.len() <= MAX_FACT_URL;
        let mut content = ManifestContent { menus: vec![FactMenu::default()], parts: Vec::new() };
        // The number of parts at each depth.
        let mut before: Vec<usize> = Vec::new();
        for (at, entry) in self.entries.into_iter().enumerate() {
            if self.menus.binary_search(&at).is_ok() {
                content.menus.push(FactMenu::default());
            }
            before.truncate(entry.depth + 1);
            before.resize(entry.depth + 1, 0);
            if let Some(url) = entry.part.and_then(|part| named(base, &part)).filter(is_short) {
                content.parts.push(Part { url, wanted: entry.wanted, at, rank: before[entry.depth] });
                before[entry.depth] += 1;
            }
            let mut text = one_line(&text_of(&entry.title));
            text.truncate(text.floor_char_boundary(4 * MAX_FACT_TEXT));
            let url = entry.address.filter(|address| !address.is_empty() && address != "#");
            let url = url.and_then(|address| absolute(base, &address)).filter(is_short);
            let depth = entry.depth.min(MAX_FACT_DEPTH) as u32;
            let entries = content.menus.last_mut().map(|menu| &mut menu.entries);
            entries.into_iter().for_each(|entries| {
                entries.push(FactEntry { depth, text: text.clone(), url: url.clone(), is_current: false })
            });
        }
        content
    }
}
