//! Reading documents once more, for the lines that findings are about. Their bytes are not kept.

use super::fetch::{Body, Fetch, Response};
use super::request::Purpose;
use super::state::Session;
use super::{request, wait};
use crate::collections::keyed::HashMap;
use crate::decode::Decoder;
use crate::findings::{Excerpt, Excerpts, Place};
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

/// The lines around places, in their order. Nothing for those in a document that is not there any more or has changed,
/// and for those beyond [`MAX_EXCERPTS`] and [`MAX_EXCERPT_DOCUMENTS`]. `own`: a document that needs not be fetched.
pub async fn excerpts<F: Fetch>(
    session: &RefCell<Session>,
    fetch: &F,
    mut own: Option<Response<F::Body>>,
    spots: &[Location],
) -> Vec<Option<Excerpt>> {
    let mut found = vec![None; spots.len()];
    let mut documents: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut numbers = HashMap::default();
    for (at, spot) in spots.iter().enumerate().take(MAX_EXCERPTS) {
        let number = *numbers.entry(&*spot.url).or_insert_with(|| {
            documents.push((&spot.url, Vec::new()));
            documents.len() - 1
        });
        documents[number].1.push(at);
    }
    for (url, members) in documents.into_iter().take(MAX_EXCERPT_DOCUMENTS) {
        let places: Vec<Place> = {
            let session = session.borrow();
            let start = |line| session.site().line_start(url, line);
            let spots = members.iter().map(|&at| &spots[at]);
            spots.map(|spot| Place { line: spot.line, column: spot.column, start: start(spot.line) }).collect()
        };
        let answer = match own.take_if(|own| own.url == url) {
            Some(own) => Ok(own),
            None => request::get(session, fetch, url, Purpose::Reread, &|| false).await,
        };
        let Ok(response) = answer else { continue };
        for (at, excerpt) in members.into_iter().zip(read(fetch, response, &places).await) {
            found[at] = excerpt;
        }
    }
    found
}

/// Reads as much of a document as is needed, as it was read to be shown.
async fn read<F: Fetch>(fetch: &F, mut response: Response<F::Body>, places: &[Place]) -> Vec<Option<Excerpt>> {
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
            // Nothing of it can be read, or not any more.
            Err(_) if is_empty => return vec![None; places.len()],
            Ok(None) | Err(_) => {
                decoder.push(b"", true, &mut |bytes| excerpts.push(bytes));
                break;
            }
        }
    }
    excerpts.finish()
}
