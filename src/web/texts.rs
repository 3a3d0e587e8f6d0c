//! The search in the texts of pages.

use super::fetch::load_deferred;
use super::session::WebSession;
use super::to_js::{promise, to_js};
use crate::session::search_texts;
use js_sys::Promise;
use std::pin::Pin;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// Returns `true` if a search index that was read for its titles has the texts of the pages, too.
    #[wasm_bindgen(getter, js_name = hasTexts)]
    pub fn has_texts(&self) -> bool {
        self.session.borrow().has_texts()
    }

    /// The pages whose texts have all words of `text`. The search indexes are read again, from the browser's cache if possible.
    /// Resolves to `undefined` if a later search or load has ended this one. A text without words finds nothing, and ends an
    /// earlier search.
    #[wasm_bindgen(js_name = searchTexts, unchecked_return_type = "Promise<TextMatches | undefined>")]
    pub fn search_texts(&self, text: String) -> Promise {
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        promise(Box::pin(async move {
            load_deferred().await?;
            // Without the box, the search would be a part of this function, which the first module has.
            let search: Pin<Box<dyn Future<Output = _>>> = Box::pin(search_texts(&session, &*fetch, &text));
            Ok(to_js(&search.await))
        }))
    }
}
