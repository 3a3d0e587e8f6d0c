//! Unpacking gzip with the browser's `DecompressionStream`.

use super::arriving::Arriving;
use super::stream::{free, open_reader, reason};
use crate::session::FetchError;
use js_sys::Uint8Array;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader, WritableStream, WritableStreamDefaultWriter};

#[wasm_bindgen]
extern "C" {
    /// Declared here because web-sys has it only among its unstable interfaces.
    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn readable(this: &DecompressionStream) -> ReadableStream;
    #[wasm_bindgen(method, getter)]
    fn writable(this: &DecompressionStream) -> WritableStream;
}

/// Packed bytes that are unpacked at a time. The result may be a thousand times larger, and all of it waits in memory.
const PACKED_AT_ONCE: u32 = 4 << 10;

/// Unpacks the first chunk and the rest of a stream. Sets `is_broken_off` if the stream breaks off. Any other failure is
/// damage.
pub(super) fn decompress(
    first: &Uint8Array,
    mut rest: Arriving,
    is_broken_off: Rc<Cell<bool>>,
) -> Result<ReadableStreamDefaultReader, FetchError> {
    let gunzip = DecompressionStream::new("gzip").map_err(|error| reason(&error))?;
    let writer = WritableStreamDefaultWriter::new(&gunzip.writable()).map_err(|error| reason(&error))?;
    let first = first.clone();
    wasm_bindgen_futures::spawn_local(async move {
        let mut chunk = Ok(Some(first));
        while let Ok(Some(bytes)) = &chunk {
            for at in (0..bytes.length()).step_by(PACKED_AT_ONCE as usize) {
                let part = bytes.subarray(at, at + PACKED_AT_ONCE);
                // The readable side reports the failure.
                if JsFuture::from(writer.write_with_chunk(&part)).await.is_err() {
                    let _ = JsFuture::from(rest.cancel()).await;
                    return;
                }
            }
            free(bytes);
            chunk = rest.read().await;
        }
        is_broken_off.set(chunk.is_err());
        let _ = JsFuture::from(match chunk {
            Err(FetchError(why)) => writer.abort_with_reason(&why.into()),
            Ok(_) => writer.close(),
        })
        .await;
    });
    open_reader(&gunzip.readable())
}
