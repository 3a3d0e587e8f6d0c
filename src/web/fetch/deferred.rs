//! Waits for the second module of the engine.

use crate::deferred;
use js_sys::{Function, Promise};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

thread_local! {
    static LOAD: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Sets the function that loads the module. It returns a promise.
pub(in crate::web) fn set_deferred(load: Function) {
    LOAD.set(Some(load));
    deferred::set_missing(true);
}

/// Resolves when the module is linked.
pub(in crate::web) async fn load_deferred() -> Result<(), JsValue> {
    let load = LOAD.with_borrow(Clone::clone).filter(|_| deferred::is_missing());
    let Some(load) = load else { return Ok(()) };
    JsFuture::from(load.call0(&JsValue::NULL)?.unchecked_into::<Promise>()).await?;
    Ok(())
}
