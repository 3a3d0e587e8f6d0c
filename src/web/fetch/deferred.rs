//! The deferred module has the functions of rare formats. It loads before such a document is read.

use std::cell::RefCell;

use js_sys::{Function, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// The bytes of a document that contain its root element.
const START: u32 = 1024;

/// Parts of usual documents: NNS, NEGS, plain sitemaps, and pages that are no sitemap.
const USUAL: &[&[u8]] = &[b"<urlset", b"<sitemapindex", b":RDF", b"<html", b"<HTML"];

/// Parts of rare documents that look like plain sitemaps: ResourceSync and Woo.
const RARE: &[&[u8]] = &[b"openarchives", b"diwoo"];

thread_local! {
    static PREPARE: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Sets the function that loads the deferred module. It returns a promise.
pub(in crate::web) fn set_deferred(prepare: Function) {
    PREPARE.set(Some(prepare));
}

/// Waits for the deferred module if a document begins as a rare format. A wrong guess costs only time.
pub(super) async fn prepare_for(first: &Uint8Array) {
    let start = first.subarray(0, START).to_vec();
    let has = |parts: &[&[u8]]| parts.iter().any(|part| start.windows(part.len()).any(|window| window == *part));
    if has(USUAL) && !has(RARE) {
        return;
    }
    let Some(prepare) = PREPARE.with_borrow(Clone::clone) else { return };
    if let Ok(promise) = prepare.call0(&JsValue::NULL) {
        // The engine loads the module itself if this fails.
        drop(JsFuture::from(promise.unchecked_into::<Promise>()).await);
    }
}
