//! Converts Rust values for JavaScript.

use js_sys::{Promise, TypeError};
use serde::Serialize;
use std::pin::Pin;
use wasm_bindgen::prelude::*;

/// Work that runs in steps, and its result.
pub(super) type Work<T> = Pin<Box<dyn Future<Output = T>>>;

/// Returns the promise of a result. It is one function for all work, because each instance adds to the download.
pub(super) fn promise(work: Work<Result<JsValue, JsValue>>) -> Promise {
    wasm_bindgen_futures::future_to_promise(work)
}

/// The error for a value that is not of the type `what`.
pub(super) fn misfit(what: &str) -> JsValue {
    TypeError::new(&["this is not of the type ", what].concat()).into()
}

/// Converts a value to plain JavaScript objects. A field that is `None` is absent.
pub(super) fn to_js<T: Serialize + ?Sized>(value: &T) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::new();
    value.serialize(&serializer).unwrap_or(JsValue::UNDEFINED)
}
