//! Findings about the sitemap, and the lines that they are about.

use super::fetch::WebFetch;
use super::from_js::from_js;
use super::session::WebSession;
use super::to_js::{misfit, promise, to_js};
use crate::findings::{Diagnostic, Severity};
use crate::session;
use crate::session::Location;
use js_sys::Promise;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// The first error that was found while the sitemap was read.
    #[wasm_bindgen(getter, js_name = firstError, unchecked_return_type = "Diagnostic | undefined")]
    pub fn first_error(&self) -> JsValue {
        let session = self.session.borrow();
        to_js(&session.site().error_to_report())
    }

    /// Number of errors that were found while the sitemap was read.
    #[wasm_bindgen(getter, js_name = errorCount)]
    pub fn error_count(&self) -> u32 {
        self.session.borrow().site().count_of(Severity::Error) as u32
    }

    /// Number of warnings that were found while the sitemap was read. `diagnostics` finds more.
    #[wasm_bindgen(getter, js_name = warningCount)]
    pub fn warning_count(&self) -> u32 {
        self.session.borrow().site().count_of(Severity::Warning) as u32
    }

    /// All findings. This checks every page, so call it only to show the findings.
    #[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
    pub fn diagnostics(&self) -> JsValue {
        let diagnostics: Vec<Diagnostic> = self.session.borrow().diagnostics();
        to_js(&diagnostics)
    }

    /// The lines around the given locations, in the same order. The documents are read again, from the browser's cache
    /// if possible. `file` is the file from `openFile`. Rejects with a `TypeError` if `spots` has another
    /// type.
    #[wasm_bindgen(unchecked_return_type = "Promise<(Excerpt | undefined)[]>")]
    pub fn excerpts(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Location[]")] spots: JsValue,
        file: Option<web_sys::File>,
    ) -> Promise {
        let fetch = Rc::new(WebFetch::default());
        self.cached_fetch.replace(fetch.clone()).end();
        let session = self.session.clone();
        let excerpts = async move {
            let locations: Vec<Location> = from_js(spots).ok_or_else(|| misfit("Location[]"))?;
            let url = session.borrow().site().url().to_owned();
            let own = file.map(|file| super::fetch::read_file(&file, url));
            Ok(to_js(&session::excerpts(&session, &*fetch, own, &locations).await))
        };
        promise(Box::pin(excerpts))
    }

    /// Stops reading excerpts.
    #[wasm_bindgen(js_name = stopExcerpts)]
    pub fn stop_excerpts(&self) {
        self.cached_fetch.borrow().end();
    }
}
