//! Reads `llms.txt` (<https://llmstxt.org>): Markdown with the name of the site, sections, and links with notes.
//!
//! An item of a list is a link with its note, or an address, which may have a name. So is a row of a table, and a line that is only
//! a link. Items in items, and headings below others, are the structure of the menu. Items and headings without a link or entries
//! are left out. Code is skipped.

mod link;

use crate::collections::keyed::HashMap;
use crate::limits::{MAX_FACT_ENTRIES, MAX_LIST_TEXT};
use crate::page_facts::{FactEntry, FactMenu};
use link::{Target, definition, item_of, link_of, only_link, plain};

/// Items in items that count. Deeper ones are beside the last of these.
const MAX_NESTING: usize = 16;

/// An `llms.txt` that is read in chunks.
#[derive(Debug, Default)]
pub(super) struct LlmsTxt {
    line: Vec<u8>,
    is_html: bool,
    has_text: bool,
    /// The lines are code.
    is_code: bool,
    /// The depth of links below the last heading.
    depth: u32,
    /// The columns of the open items.
    items: Vec<usize>,
    /// The heading of the first level: the name of the site.
    pub(super) name: Option<String>,
    /// Sections and their links. Addresses are as in the file.
    entries: Vec<FactEntry>,
    /// The entries whose addresses are defined elsewhere in the file, and the labels of these.
    open: Vec<(usize, String)>,
    /// The addresses by their labels.
    definitions: HashMap<String, String>,
}

impl LlmsTxt {
    /// Returns `true` if the rest is not needed. An HTML page is not an `llms.txt`.
    pub(super) fn is_done(&self) -> bool {
        self.is_html || self.entries.len() >= MAX_FACT_ENTRIES
    }

    /// Reads the next bytes. They are UTF-8.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !self.is_done() {
            let Some(end) = memchr::memchr(b'\n', rest) else { break };
            self.take(&rest[..end]);
            self.finish_line();
            rest = &rest[end + 1..];
        }
        self.take(rest);
    }

    /// Ends the file. Returns its links as a menu.
    pub(super) fn finish(&mut self) -> FactMenu {
        self.finish_line();
        let mut entries: Vec<Option<FactEntry>> = std::mem::take(&mut self.entries).into_iter().map(Some).collect();
        for (at, label) in std::mem::take(&mut self.open) {
            let Some(entry) = entries.get_mut(at) else { continue };
            match self.definitions.get(&label) {
                Some(address) => entry.iter_mut().for_each(|entry| entry.url = Some(page_of(address))),
                // Text in brackets, such as a box to tick.
                None => *entry = None,
            }
        }
        // A heading or a group without entries is not one.
        let mut entries: Vec<FactEntry> = entries.into_iter().flatten().rev().collect();
        let mut below = 0;
        entries.retain(|entry| {
            let is_kept = entry.url.is_some() || below > entry.depth;
            below = if is_kept { entry.depth } else { below };
            is_kept
        });
        entries.reverse();
        FactMenu { landmark: "navigation".to_owned(), entries, ..FactMenu::default() }
    }

    fn take(&mut self, bytes: &[u8]) {
        let free = (4 * MAX_LIST_TEXT).saturating_sub(self.line.len());
        self.line.extend_from_slice(&bytes[..bytes.len().min(free)]);
    }

    fn finish_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_start_matches('\u{feff}').trim_end();
        let text = line.trim_start();
        if text.is_empty() || self.is_done() {
            return;
        }
        let is_first = !std::mem::replace(&mut self.has_text, true);
        self.is_html |= is_first && text.starts_with('<');
        // A file that is code as a whole is read.
        if text.starts_with("```") {
            self.is_code = !self.is_code && !is_first;
            return;
        }
        if self.is_code {
            return;
        }
        let level = text.bytes().take_while(|byte| *byte == b'#').count();
        if let Some(heading) = text[level..].strip_prefix(' ').filter(|_| (1..=6).contains(&level)) {
            self.heading(level as u32, heading.trim().trim_end_matches('#').trim_end());
        } else if let Some((label, address)) = definition(text) {
            if self.definitions.len() < MAX_FACT_ENTRIES {
                self.definitions.entry(label).or_insert(address);
            }
        } else if let Some(item) = item_of(text) {
            let columns = line[..line.len() - text.len()].chars().map(|c| if c == '\t' { 4 } else { 1 });
            self.item(columns.sum(), link_of(item), item);
        } else if let Some(link) = text.strip_prefix('|').and_then(link_of).or_else(|| only_link(text)) {
            self.item(0, Some(link), "");
        }
    }

    fn heading(&mut self, level: u32, heading: &str) {
        self.items.clear();
        if level == 1 {
            self.name.get_or_insert_with(|| plain(heading));
            return;
        }
        self.depth = level - 2;
        match link_of(heading) {
            Some((name, target)) => self.add(&name, Some(target)),
            None => self.add(&plain(heading), None),
        }
        self.depth += 1;
    }

    fn item(&mut self, column: usize, link: Option<(String, Target)>, item: &str) {
        while self.items.last().is_some_and(|around| *around >= column) {
            self.items.pop();
        }
        match link {
            Some((name, target)) => self.add(&name, Some(target)),
            None => self.add(plain(item).trim_end_matches(':'), None),
        }
        if self.items.len() < MAX_NESTING {
            self.items.push(column);
        }
    }

    fn add(&mut self, text: &str, target: Option<Target>) {
        let url = match target {
            Some(Target::Address(address)) => Some(page_of(&address)),
            Some(Target::Label(label)) => {
                self.open.push((self.entries.len(), label));
                None
            }
            None => None,
        };
        let depth = self.depth + self.items.len() as u32;
        self.entries.push(FactEntry { depth, text: text.to_owned(), url, is_current: false });
    }
}

/// Returns the address of the page for a Markdown file beside it (`guide.html.md`, `guide.md`, `guide/index.html.md`).
fn page_of(address: &str) -> String {
    match address.strip_suffix(".md") {
        Some(page) if page.ends_with(".html") => page.to_owned(),
        Some(page) => page.strip_suffix("index").map_or_else(|| format!("{page}.html"), str::to_owned),
        None => address.to_owned(),
    }
}
