//! Reads the browser's streams.

use crate::limits::MAX_READ_AHEAD_BYTES;
use crate::session::FetchError;
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{QueuingStrategy, ReadableStream, ReadableStreamDefaultReader};

/// Locks a stream for one reader.
pub(super) fn open_reader(stream: &ReadableStream) -> Result<ReadableStreamDefaultReader, FetchError> {
    ReadableStreamDefaultReader::new(stream).map_err(|error| reason(&error))
}

#[wasm_bindgen]
extern "C" {
    type ByteLengthQueuingStrategy;
    #[wasm_bindgen(constructor)]
    fn new(options: &QueuingStrategy) -> ByteLengthQueuingStrategy;

    type TransformStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(
        transformer: &JsValue,
        writable: &JsValue,
        readable: &ByteLengthQueuingStrategy,
    ) -> Result<TransformStream, JsValue>;
}

/// Returns a stream that reads another one ahead, up to [`MAX_READ_AHEAD_BYTES`]. `transformer` is one of JavaScript;
/// `undefined` leaves the bytes unchanged.
pub(super) fn piped(stream: &ReadableStream, transformer: &JsValue) -> Result<ReadableStream, FetchError> {
    let options = QueuingStrategy::new();
    options.set_high_water_mark(f64::from(MAX_READ_AHEAD_BYTES));
    let queue = ByteLengthQueuingStrategy::new(&options);
    let transform = TransformStream::new(transformer, &JsValue::UNDEFINED, &queue).map_err(|error| reason(&error))?;
    Ok(stream.pipe_through(transform.unchecked_ref()))
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
