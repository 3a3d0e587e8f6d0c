//! Searches the texts of pages: reads the search indexes of the site again, which have been read for their titles.

use super::fetch::Fetch;
use super::request::{self, Purpose};
use super::slices::{Sink, read_slices};
use super::state::{Load, Session};
use super::wait;
use crate::address::key;
use crate::collections::keyed::HashMap;
use crate::limits::{MAX_LIST_TIME, MAX_TEXT_MATCHES};
use crate::title_lists::TextReader;
use crate::view::{TextExcerpt, TextWords};
use serde::Serialize;
use std::cell::RefCell;

/// A page whose text has all words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TextMatch {
    /// The address of the page, or of the section with the words.
    pub url: String,
    /// The title of the page or section.
    pub title: String,
    /// The text around the first word.
    pub excerpt: TextExcerpt,
}

/// What a search in the texts has found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TextMatches {
    /// The pages, each once, in the order of the search indexes. They are at most [`MAX_TEXT_MATCHES`].
    pub pages: Vec<TextMatch>,
    /// There may be more: the limit was reached, or an index could not be read to its end.
    pub is_partial: bool,
}

/// Returns the pages whose texts have all words of `text`. Nothing is found in texts that no search index has. Returns `None` if a
/// later search or load has ended this one. A text without words finds nothing, and ends an earlier search.
pub async fn search_texts<F: Fetch>(session: &RefCell<Session>, fetch: &F, text: &str) -> Option<TextMatches> {
    let words = TextWords::new(text);
    let (load, search, lists) = {
        let mut session = session.borrow_mut();
        session.lists.text_search += 1;
        (Load(session.load), session.lists.text_search, session.lists.with_texts.clone())
    };
    let is_over = || {
        let session = session.borrow();
        session.is_over(load) || session.lists.text_search != search
    };
    let mut found = TextMatches::default();
    let mut numbers = HashMap::default();
    for list in lists.iter().filter(|_| !words.is_empty()) {
        let Some(reader) = TextReader::new(list) else { continue };
        let mut search = Search { reader, words: &words, found: &mut found, numbers: &mut numbers };
        let reading = async {
            if let Ok(response) = request::get(session, fetch, &list.url, Purpose::Reread, &is_over).await {
                read_slices(fetch, response.body, &is_over, &mut search).await;
            }
            Ok(())
        };
        let _ = wait::in_time(fetch, MAX_LIST_TIME, reading).await;
        if is_over() {
            return None;
        }
        found.is_partial |= !search.reader.is_complete() || found.is_full();
    }
    Some(found)
}

/// A search in one index.
struct Search<'a> {
    reader: TextReader,
    words: &'a TextWords,
    found: &'a mut TextMatches,
    /// The numbers of the pages that have been found, by the key of the address.
    numbers: &'a mut HashMap<String, usize>,
}

impl Sink for Search<'_> {
    fn push(&mut self, bytes: &[u8]) {
        for page in self.reader.push(bytes) {
            if self.found.is_full() {
                return;
            }
            let Some(excerpt) = self.words.find(&page.text) else { continue };
            let key = key(page.url.split('#').next().unwrap_or_default());
            let found = TextMatch { url: page.url, title: page.title, excerpt };
            match self.numbers.get(&key) {
                None => {
                    self.numbers.insert(key, self.found.pages.len());
                    self.found.pages.push(found);
                }
                // The text of a page may contain those of its sections, which follow. The address of the section is better.
                Some(&number) => {
                    let known = &mut self.found.pages[number];
                    if !known.url.contains('#') && found.excerpt.is_same(&known.excerpt) {
                        known.url = found.url;
                    }
                }
            }
        }
    }

    fn is_done(&self) -> bool {
        self.reader.is_done() || self.found.is_full()
    }
}

impl TextMatches {
    fn is_full(&self) -> bool {
        self.pages.len() >= MAX_TEXT_MATCHES
    }
}

impl Session {
    /// Returns `true` if a search index of the site has texts.
    pub fn has_texts(&self) -> bool {
        !self.lists.with_texts.is_empty()
    }
}
