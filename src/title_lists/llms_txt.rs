//! Reads `llms.txt` (<https://llmstxt.org>): Markdown with the name of the site, sections, and links with notes.

use crate::limits::{MAX_FACT_ENTRIES, MAX_LIST_TEXT};
use crate::page_facts::{FactEntry, FactMenu};

/// An `llms.txt` that is read in chunks.
#[derive(Debug, Default)]
pub(super) struct LlmsTxt {
    line: Vec<u8>,
    is_html: bool,
    has_text: bool,
    has_section: bool,
    /// The heading of the first level: the name of the site.
    pub(super) name: Option<String>,
    /// Sections at depth 0 and their links at depth 1. Addresses are as in the file.
    entries: Vec<FactEntry>,
}

impl LlmsTxt {
    /// Returns `true` if the rest is not needed. An HTML page is no `llms.txt`.
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
        let entries = std::mem::take(&mut self.entries);
        FactMenu { landmark: "navigation".to_owned(), label: None, entries }
    }

    fn take(&mut self, bytes: &[u8]) {
        let free = (4 * MAX_LIST_TEXT).saturating_sub(self.line.len());
        self.line.extend_from_slice(&bytes[..bytes.len().min(free)]);
    }

    fn finish_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        let text = line.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || self.is_done() {
            return;
        }
        if !std::mem::replace(&mut self.has_text, true) {
            self.is_html = text.starts_with('<');
        }
        if let Some(name) = text.strip_prefix("# ") {
            self.name.get_or_insert_with(|| name.trim().to_owned());
        } else if let Some(section) = text.strip_prefix("## ") {
            self.has_section = true;
            self.add(0, section.trim(), None);
        } else if let Some(item) = text.strip_prefix("- [").or_else(|| text.strip_prefix("* [")) {
            let Some((name, rest)) = item.split_once("](") else { return };
            let Some((address, _)) = rest.split_once(')') else { return };
            self.add(self.has_section.into(), &name.replace('`', ""), Some(page_of(address.trim())));
        }
    }

    fn add(&mut self, depth: u32, text: &str, url: Option<String>) {
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
