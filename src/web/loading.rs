//! Loads: a page's site, a sitemap, a file, a child sitemap.

use super::fetch::{Guard, WebFetch, now, set_guard, url_of};
use super::session::{MEMORY, WebSession};
use super::steps::in_steps;
use super::to_js::to_js;
use super::types::*;
use crate::session;
use crate::session::{Load, Outcome, Progress, Session};
use crate::site_map::SiteMap;
use crate::view::{RowId, TreeView};
use js_sys::Function;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A load. When it resolves, JavaScript asks at once where the current page is, so that is made ready before, with pauses.
pub(super) fn promise(
    session: Rc<RefCell<Session>>,
    fetch: Rc<WebFetch>,
    outcome: impl Future<Output = Outcome> + 'static,
) -> OutcomePromise {
    wasm_bindgen_futures::future_to_promise(async move {
        let outcome = outcome.await;
        let mut step = |view: &mut TreeView, map: &SiteMap, pages| {
            view.prepare_current(map, pages) || view.prepare_order(map, view.order(), pages)
        };
        in_steps(&session, &fetch, &mut step).await;
        Ok(to_js(&outcome))
    })
    .unchecked_into()
}

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// Finds the sitemap of the site that this page is on, and loads it.
    #[wasm_bindgen(js_name = openPage)]
    pub fn open_page(&self, page_url: String, on_progress: Option<OnProgress>) -> OutcomePromise {
        let (load, session, fetch) = self.begin(&page_url);
        let progress = self.progress(on_progress);
        promise(session.clone(), fetch.clone(), async move {
            let memory = MEMORY.with(Rc::clone);
            session::open_page(&session, load, &*fetch, &memory, &page_url, progress).await
        })
    }

    /// Sets what decides on all requests of the page and learns where they are redirected. Without it, no redirect to
    /// another origin than the page's own is followed.
    #[wasm_bindgen(js_name = setGuard)]
    pub fn set_guard(guard: Guard) {
        set_guard(guard);
    }

    /// Loads the further document that a row stands for: a branch that is not loaded yet, one that has failed, or the
    /// next of those that were too many.
    #[wasm_bindgen(js_name = openDocument)]
    pub fn open_document(&self, id: RowId, on_progress: Option<OnProgress>) -> OutcomePromise {
        self.fetch.abort();
        let load = self.session.borrow_mut().continue_load();
        let page = self.session.borrow().view().0.page(id);
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        let progress = self.progress(on_progress);
        promise(session.clone(), fetch.clone(), async move {
            session::open_document(&session, load, &*fetch, page, progress).await
        })
    }

    /// Reads a file that the user has chosen.
    #[wasm_bindgen(js_name = openFile)]
    pub fn open_file(&self, file: &web_sys::File, on_progress: Option<OnProgress>) -> OutcomePromise {
        let url = url_of(file);
        let (load, session, fetch) = self.begin(&url);
        let progress = self.progress(on_progress);
        let response = super::fetch::read_file(file, url);
        promise(session.clone(), fetch.clone(), async move {
            session::read_body(&session, load, &*fetch, response, progress).await
        })
    }

    /// Loads this sitemap.
    #[wasm_bindgen(js_name = openSitemap)]
    pub fn open_sitemap(&self, url: String, on_progress: Option<OnProgress>) -> OutcomePromise {
        let (load, session, fetch) = self.begin(&url);
        let progress = self.progress(on_progress);
        promise(session.clone(), fetch.clone(), async move {
            session::open_sitemap(&session, load, &*fetch, &url, progress).await
        })
    }

    /// How many sitemaps of an index are loaded at once, from the next load on: from 1 to 500, 50 if nothing is said.
    #[wasm_bindgen(js_name = setDocumentsAtOnce)]
    pub fn set_documents_at_once(&self, number: u32) {
        self.session.borrow_mut().set_documents_at_once(number as usize);
    }

    /// Ends the load under way; what has come so far stays.
    pub fn stop(&self) {
        self.fetch.abort();
        self.session.borrow_mut().stop();
    }

    /// Begins a load at once, so that one begun or stopped right after finds it.
    fn begin(&self, url: &str) -> (Load, Rc<RefCell<Session>>, Rc<WebFetch>) {
        self.fetch.abort();
        let load = self.session.borrow_mut().begin(url);
        (load, self.session.clone(), self.fetch.clone())
    }

    /// Tells JavaScript how far loading is: when a document has come, else at most once a frame.
    fn progress(&self, on_progress: Option<OnProgress>) -> impl Fn(Progress) + 'static {
        const FRAME_MS: f64 = 16.0;
        /// Taking what has come into the tree, and painting it, may take a quarter of the time.
        const REST: f64 = 3.0;
        let due = Cell::new(f64::NEG_INFINITY);
        let last_done = Cell::new(None);
        let session = self.session.clone();
        move |progress: Progress| {
            let begun = now();
            let done = progress.documents.map(|documents| documents.done);
            let has_come = done != last_done.replace(done);
            if begun < due.get() && !has_come {
                return;
            }
            session.borrow_mut().sync();
            if let Some(on_progress) = &on_progress {
                // What a listener throws is its own affair; loading goes on.
                let _ = on_progress.unchecked_ref::<Function>().call1(&JsValue::UNDEFINED, &to_js(&progress));
            }
            let end = now();
            due.set(end.max(begun + FRAME_MS) + REST * (end - begun));
        }
    }
}
