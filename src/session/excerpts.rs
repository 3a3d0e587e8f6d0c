//! Excerpts: the lines that findings are about. Documents are read again for them, because their bytes are not kept.

use super::fetch::{Fetch, Response};
use super::request::{self, Purpose};
use super::slices::{Sink, read_slices};
use super::state::Session;
use crate::collections::keyed::HashMap;
use crate::findings::{Excerpt, Excerpts, TextPosition};
use crate::limits::{MAX_EXCERPT_DOCUMENTS, MAX_EXCERPTS};
use serde::Deserialize;
use std::cell::RefCell;

/// A place in one of a site's documents.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Location {
    /// Address of the document.
    pub url: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1 in bytes.
    pub column: u32,
}

/// Returns the lines around the given locations, in the same order. `own` is a document that need not be fetched.
///
/// `None` stands for a location in a document that is gone or has changed, and for one beyond [`MAX_EXCERPTS`] or
/// [`MAX_EXCERPT_DOCUMENTS`].
pub async fn excerpts<F: Fetch>(
    session: &RefCell<Session>,
    fetch: &F,
    mut own: Option<Response<F::Body>>,
    locations: &[Location],
) -> Vec<Option<Excerpt>> {
    let mut found = vec![None; locations.len()];
    let mut documents: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut numbers = HashMap::default();
    for (at, location) in locations.iter().enumerate().take(MAX_EXCERPTS) {
        let number = *numbers.entry(&*location.url).or_insert_with(|| {
            documents.push((&location.url, Vec::new()));
            documents.len() - 1
        });
        documents[number].1.push(at);
    }
    for (url, members) in documents.into_iter().take(MAX_EXCERPT_DOCUMENTS) {
        let places: Vec<TextPosition> = {
            let session = session.borrow();
            let start = |line| session.site().line_start(url, line);
            let locations = members.iter().map(|&at| &locations[at]);
            locations
                .map(|Location { line, column, .. }| TextPosition { line: *line, column: *column, start: start(*line) })
                .collect()
        };
        let result = match own.take_if(|own| own.url == url) {
            Some(own) => Ok(own),
            None => request::get(session, fetch, url, Purpose::Reread, &|| false).await,
        };
        let Ok(response) = result else { continue };
        let mut excerpts = Excerpts::new(&places);
        // A document that breaks off may have some of the lines.
        read_slices(fetch, response.body, &|| false, &mut excerpts).await;
        for (at, excerpt) in members.into_iter().zip(excerpts.finish()) {
            found[at] = excerpt;
        }
    }
    found
}

impl Sink for Excerpts {
    fn push(&mut self, bytes: &[u8]) {
        self.push(bytes);
    }

    fn is_done(&self) -> bool {
        self.is_complete()
    }
}
