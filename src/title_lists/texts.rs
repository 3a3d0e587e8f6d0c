//! Reads the texts of pages from a search index. They are not kept: the index is read again for each search.

use super::kind::ListKind;
use super::records::{Record, Records};
use super::{TitleList, own_address, plain};
use crate::limits::{MAX_INDEXED_TEXT, MAX_LIST_BYTES};
use crate::text::json::Json;

/// The text of a page, or of a section of it.
#[derive(Debug)]
pub(crate) struct TextOfPage {
    /// The address. It has a fragment if the text is that of a section.
    pub(crate) url: String,
    pub(crate) title: String,
    /// The text as written. It may be HTML.
    pub(crate) text: String,
}

/// Reads a search index that arrives in chunks.
#[derive(Debug)]
pub(crate) struct TextReader {
    json: Json,
    records: Records,
    base: String,
    bytes: usize,
}

impl TitleList {
    /// Returns `true` if the list is a search index that has the texts of the pages. That of Sphinx has single words only.
    pub(crate) fn has_texts(&self) -> bool {
        matches!(self.kind, ListKind::Records(_))
    }
}

impl TextReader {
    /// Starts an index. Returns `None` if the list has no texts.
    pub(crate) fn new(list: &TitleList) -> Option<TextReader> {
        let ListKind::Records(fields) = list.kind else { return None };
        let (json, records) = (Json::new(MAX_INDEXED_TEXT), Records::new(fields, true));
        Some(TextReader { json, records, base: list.base.clone(), bytes: 0 })
    }

    /// Returns `true` if the rest of the index is not needed.
    pub(crate) fn is_done(&self) -> bool {
        self.json.is_done() || self.bytes >= MAX_LIST_BYTES
    }

    /// Returns `true` if the index has been read to its end.
    pub(crate) fn is_complete(&self) -> bool {
        self.json.is_complete()
    }

    /// Reads the next bytes, which are UTF-8. Returns the texts that have ended in them.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> impl Iterator<Item = TextOfPage> {
        if !self.is_done() {
            self.bytes += bytes.len();
            self.json.push(bytes, &mut self.records);
        }
        std::mem::take(&mut self.records.found).into_iter().filter_map(|Record { address, title, text }| {
            let url = own_address(&self.base, &address).filter(|_| !text.is_empty())?;
            Some(TextOfPage { url, title: plain(&title), text })
        })
    }
}
