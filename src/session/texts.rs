//! Searches the texts of pages: reads the search indexes of the site again, which have been read for their titles.

use super::fetch::{Body, Fetch};
use super::request::{self, Purpose};
use super::state::{Load, Session};
use super::wait;
use crate::address::key;
use crate::collections::keyed::HashMap;
use crate::decode::Decoder;
use crate::limits::{MAX_LIST_TIME, MAX_SILENCE, MAX_TEXT_MATCHES, SLICE_BYTES};
use crate::title_lists::{TextOfPage, TextReader, TitleList};
use crate::view::{Excerpt, TextWords};
use serde::Serialize;
use std::cell::RefCell;

/// A page whose text has all words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TextMatch {
    /// The address of the page, or of the section with the words.
    pub url: String,
    /// The title of the page or section.
    pub title: String,
    /// The text around the first word.
    pub excerpt: Excerpt,
}

/// Returns the pages whose texts have all words of `text`, each once, in the order of the search indexes. They are at most
/// [`MAX_TEXT_MATCHES`]. Nothing is found in texts that no search index has. Returns `None` if a later search or load has ended this
/// one.
pub async fn search_texts<F: Fetch>(session: &RefCell<Session>, fetch: &F, text: &str) -> Option<Vec<TextMatch>> {
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
    let mut found = Found::default();
    for list in lists.iter().filter(|_| !words.is_empty()) {
        let reading = async {
            read(session, fetch, list, &words, &is_over, &mut found).await;
            Ok(())
        };
        let _ = wait::in_time(fetch, MAX_LIST_TIME, reading).await;
        if is_over() {
            return None;
        }
    }
    Some(found.matches)
}

/// The pages that have been found.
#[derive(Default)]
struct Found {
    matches: Vec<TextMatch>,
    /// The numbers of their matches, by the key of the address.
    numbers: HashMap<String, usize>,
}

/// Reads a search index until its end, or until enough pages are found.
async fn read<F: Fetch>(
    session: &RefCell<Session>,
    fetch: &F,
    list: &TitleList,
    words: &TextWords,
    is_over: &dyn Fn() -> bool,
    found: &mut Found,
) {
    let Some(mut reader) = TextReader::new(list) else { return };
    let Ok(mut response) = request::get(session, fetch, &list.url, Purpose::Reread, is_over).await else { return };
    let mut decoder = Decoder::new(F::text_decoder);
    loop {
        let Ok(chunk) = wait::in_time(fetch, MAX_SILENCE, response.body.chunk()).await else { return };
        let last = chunk.is_none();
        for slice in chunk.unwrap_or_default().chunks(SLICE_BYTES).chain(last.then_some(&[][..])) {
            decoder.push(slice, last, &mut |bytes| reader.push(bytes).for_each(|page| found.add(page, words)));
            fetch.pause().await;
            if is_over() {
                return;
            }
        }
        if last || reader.is_done() || found.matches.len() >= MAX_TEXT_MATCHES {
            return;
        }
    }
}

impl Found {
    fn add(&mut self, page: TextOfPage, words: &TextWords) {
        if self.matches.len() >= MAX_TEXT_MATCHES {
            return;
        }
        let Some(excerpt) = words.find(&page.text) else { return };
        let key = key(page.url.split('#').next().unwrap_or_default());
        let found = TextMatch { url: page.url, title: page.title, excerpt };
        match self.numbers.get(&key) {
            None => {
                self.numbers.insert(key, self.matches.len());
                self.matches.push(found);
            }
            // The text of a page may contain those of its sections, which follow. The address of the section is better.
            Some(&number) => {
                let known = &mut self.matches[number];
                if !known.url.contains('#') && found.excerpt.is_same(&known.excerpt) {
                    known.url = found.url;
                }
            }
        }
    }
}

impl Session {
    /// Returns `true` if a search index of the site has texts.
    pub fn has_texts(&self) -> bool {
        !self.lists.with_texts.is_empty()
    }
}
