//! Reads the browser's streams.

use crate::session::FetchError;
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

/// Locks a stream for one reader.
pub(super) fn open_reader(stream: &ReadableStream) -> Result<ReadableStreamDefaultReader, FetchError> {
    ReadableStreamDefaultReader::new(stream).map_err(|error| reason(&error))
}

/// Returns the next chunk of a stream, or `None` at the end.
pub(super) async fn read(reader: &ReadableStreamDefaultReader) -> Result<Option<Uint8Array>, FetchError> {
    let result = JsFuture::from(reader.read()).await.map_err(|error| reason(&error))?;
    let value = Reflect::get(&result, &"value".into()).map_err(|error| reason(&error))?;
    Ok(value.dyn_into::<Uint8Array>().ok())
}

/// Frees the bytes of a chunk that nobody needs any more. The browser would free them late: it may wait until hundreds of
/// megabytes are garbage.
pub(super) fn free(chunk: &Uint8Array) {
    // An older browser cannot.
    let _ = chunk.buffer().transfer_with_length(0);
}

/// Returns the message of a JavaScript error.
pub(super) fn reason(error: &JsValue) -> FetchError {
    let message = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    FetchError(message.unwrap_or_else(|| "the connection failed".to_owned()))
}
