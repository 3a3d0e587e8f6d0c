//! Converts Rust values for JavaScript.

use js_sys::TypeError;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The error for a value that is not of the type `what`.
pub(super) fn misfit(what: &str) -> JsValue {
    TypeError::new(&["this is not of the type ", what].concat()).into()
}

/// Converts a value to plain JavaScript objects. A field that is `None` is absent.
pub(super) fn to_js<T: Serialize + ?Sized>(value: &T) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::new();
    value.serialize(&serializer).unwrap_or(JsValue::UNDEFINED)
}
