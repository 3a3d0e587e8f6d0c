//! Excerpts: the lines that findings are about. Documents are read again for them, because their bytes are not kept.

use super::fetch::{Body, Fetch, Response};
use super::request::Purpose;
use super::state::Session;
use super::{request, wait};
use crate::collections::keyed::HashMap;
use crate::decode::Decoder;
use crate::findings::{Excerpt, Excerpts, TextPosition};
use crate::limits::{MAX_EXCERPT_DOCUMENTS, MAX_EXCERPTS, MAX_SILENCE, SLICE_BYTES};
use serde::Deserialize;
use std::cell::RefCell;

/// A place in one of a site's documents.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
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
        for (at, excerpt) in members.into_iter().zip(read(fetch, response, &places).await) {
            found[at] = excerpt;
        }
    }
    found
}

/// Reads a document up to its last excerpt, in the same way as when it was loaded.
async fn read<F: Fetch>(fetch: &F, mut response: Response<F::Body>, places: &[TextPosition]) -> Vec<Option<Excerpt>> {
    let mut excerpts = Excerpts::new(places);
    let mut decoder = Decoder::new(F::text_decoder);
    let mut is_empty = true;
    while !excerpts.is_complete() {
        match wait::in_time(fetch, MAX_SILENCE, response.body.chunk()).await {
            Ok(Some(chunk)) => {
                is_empty = false;
                for slice in chunk.chunks(SLICE_BYTES) {
                    decoder.push(slice, false, &mut |bytes| excerpts.push(bytes));
                    fetch.pause().await;
                }
            }
            // The document cannot be read any more.
            Err(_) if is_empty => return vec![None; places.len()],
            Ok(None) | Err(_) => {
                decoder.push(b"", true, &mut |bytes| excerpts.push(bytes));
                break;
            }
        }
    }
    excerpts.finish()
}
