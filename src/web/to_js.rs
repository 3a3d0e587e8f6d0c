//! Values for JavaScript.

use js_sys::TypeError;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// That a value is not what it should be.
pub(super) fn misfit(what: &str) -> JsValue {
    TypeError::new(&["this is no ", what].concat()).into()
}

/// Plain objects; what is `None` is absent.
pub(super) fn to_js<T: Serialize + ?Sized>(value: &T) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::new();
    value.serialize(&serializer).unwrap_or(JsValue::UNDEFINED)
}
