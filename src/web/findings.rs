//! Findings about the sitemap, and the lines that they are about.

use super::fetch::WebFetch;
use super::from_js::from_js;
use super::session::WebSession;
use super::to_js::{misfit, promise, to_js};
use super::types::*;
use crate::findings::{Diagnostic, Severity};
use crate::session;
use crate::session::Location;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// The first error that was found while the sitemap was read.
    #[wasm_bindgen(getter, js_name = firstError)]
    pub fn first_error(&self) -> MaybeDiagnostic {
        let session = self.session.borrow();
        to_js(&session.site().error_to_report()).unchecked_into()
    }

    /// Number of errors that were found while the sitemap was read.
    #[wasm_bindgen(getter, js_name = errorCount)]
    pub fn error_count(&self) -> u32 {
        self.session.borrow().site().count_of(Severity::Error) as u32
    }

    /// Number of warnings that were found while the sitemap was read. [`diagnostics`](Self::diagnostics) finds more.
    #[wasm_bindgen(getter, js_name = warningCount)]
    pub fn warning_count(&self) -> u32 {
        self.session.borrow().site().count_of(Severity::Warning) as u32
    }

    /// All findings. This checks every page, so call it only to show the findings.
    pub fn diagnostics(&self) -> Diagnostics {
        let diagnostics: Vec<Diagnostic> = self.session.borrow().diagnostics();
        to_js(&diagnostics).unchecked_into()
    }

    /// The lines around the given locations, in the same order. The documents are read again, from the browser's cache
    /// if possible. `file` is the file from `openFile`. Rejects with a `TypeError` if `spots` has another
    /// type.
    pub fn excerpts(&self, spots: Spots, file: Option<web_sys::File>) -> ExcerptsPromise {
        let fetch = Rc::new(WebFetch::default());
        self.cached_fetch.replace(fetch.clone()).end();
        let session = self.session.clone();
        let excerpts = async move {
            let locations: Vec<Location> = from_js(spots.into()).ok_or_else(|| misfit("Location[]"))?;
            let url = session.borrow().site().url().to_owned();
            let own = file.map(|file| super::fetch::read_file(&file, url));
            Ok(to_js(&session::excerpts(&session, &*fetch, own, &locations).await))
        };
        promise(Box::pin(excerpts)).unchecked_into()
    }

    /// Stops reading excerpts.
    #[wasm_bindgen(js_name = stopExcerpts)]
    pub fn stop_excerpts(&self) {
        self.cached_fetch.borrow().end();
    }
}
