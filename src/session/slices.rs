//! Reads the body of a response in slices, with a pause after each.

use super::fetch::{Body, Fetch};
use super::wait;
use crate::decode::Decoder;
use crate::limits::{MAX_SILENCE, SLICE_BYTES};

/// What a body is read by.
pub(super) trait Sink {
    /// Reads the next bytes, which are UTF-8.
    fn push(&mut self, bytes: &[u8]);
    /// Returns `true` if the rest of the body is not needed.
    fn is_done(&self) -> bool;
}

/// Reads a body until its end, or until `sink` is done. Returns `false` if the body breaks off, or if `is_over` says so.
pub(super) async fn read_slices<F: Fetch>(
    fetch: &F,
    mut body: F::Body,
    is_over: &dyn Fn() -> bool,
    sink: &mut dyn Sink,
) -> bool {
    let mut decoder = Decoder::new(F::text_decoder);
    while !sink.is_done() {
        let Ok(chunk) = wait::in_time(fetch, MAX_SILENCE, body.chunk()).await else { return false };
        let last = chunk.is_none();
        for slice in chunk.unwrap_or_default().chunks(SLICE_BYTES).chain(last.then_some(&[][..])) {
            decoder.push(slice, last, &mut |bytes| sink.push(bytes));
            fetch.pause().await;
            if is_over() {
                return false;
            }
        }
        if last {
            break;
        }
    }
    true
}
