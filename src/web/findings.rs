//! What is wrong with the sitemap, and the lines around it.

use super::fetch::{WebFetch, url_of};
use super::from_js::from_js;
use super::session::WebSession;
use super::to_js::{misfit, to_js};
use super::types::*;
use crate::findings::Diagnostic;
use crate::session;
use crate::session::Location;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// The first error in the sitemap, without looking at its pages for more.
    #[wasm_bindgen(getter, js_name = firstError)]
    pub fn first_error(&self) -> MaybeDiagnostic {
        let session = self.session.borrow();
        to_js(&session.site().error_to_tell()).unchecked_into()
    }

    /// Number of errors found while reading the sitemap.
    #[wasm_bindgen(getter, js_name = errorCount)]
    pub fn error_count(&self) -> u32 {
        self.session.borrow().site().errors() as u32
    }

    /// All that is wrong with the sitemap. It looks at every page, so ask when it is to be shown.
    pub fn diagnostics(&self) -> Diagnostics {
        let diagnostics: Vec<Diagnostic> = self.session.borrow().diagnostics();
        to_js(&diagnostics).unchecked_into()
    }

    /// The lines that findings are about, in their order. The documents are read again, the site's own from the browser's
    /// cache if it has them; `file`: the user's, which is read from the disk. Rejects what are no `Location`s.
    pub fn excerpts(&self, spots: Spots, file: Option<web_sys::File>) -> ExcerptsPromise {
        let fetch = Rc::new(WebFetch::default());
        self.cached_fetch.replace(fetch.clone()).end();
        let session = self.session.clone();
        let excerpts = async move {
            let spots: Vec<Location> = from_js(spots.into()).ok_or_else(|| misfit("Location[]"))?;
            let own = file.map(|file| super::fetch::read_file(&file, url_of(&file)));
            Ok(to_js(&session::excerpts(&session, &*fetch, own, &spots).await))
        };
        wasm_bindgen_futures::future_to_promise(excerpts).unchecked_into()
    }

    /// Ends the reading of excerpts.
    #[wasm_bindgen(js_name = stopExcerpts)]
    pub fn stop_excerpts(&self) {
        self.cached_fetch.borrow().end();
    }
}
