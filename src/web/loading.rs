//! Loads the site of a page, a sitemap, a file or a child sitemap.

use super::fetch::{Guard, WebFetch, now, set_deferred, set_guard, url_of};
use super::session::{MEMORY, WebSession};
use super::steps::in_steps;
use super::to_js::{Work, promise, to_js};
use crate::deferred;
use crate::session;
use crate::session::{Load, Outcome, Progress, Session};
use crate::site_map::SiteMap;
use crate::view::{RowId, TreeView};
use js_sys::{Function, Promise};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Receives the progress of a load.
    #[wasm_bindgen(typescript_type = "(progress: Progress) => void")]
    pub type OnProgress;
}

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// Finds and loads the sitemap of the site that a page is on.
    #[wasm_bindgen(js_name = openPage, unchecked_return_type = "Promise<Outcome>")]
    pub fn open_page(&self, page_url: String, on_progress: Option<OnProgress>) -> Promise {
        let (load, session, fetch) = self.begin(&page_url);
        let progress = self.progress(on_progress);
        self.loaded(Box::pin(async move {
            let memory = MEMORY.with(Rc::clone);
            session::open_page(&session, load, &*fetch, &memory, &page_url, progress).await
        }))
    }

    /// Looks for the site of a page near the page, after `addFacts` of the shown session has returned
    /// `undefined`. The outcome is `not-found` if the page belongs to the shown site.
    #[wasm_bindgen(js_name = openNearby, unchecked_return_type = "Promise<Outcome>")]
    pub fn open_nearby(&self, page_url: String, shown: &WebSession, on_progress: Option<OnProgress>) -> Promise {
        let nearby = shown.nearby.take().unwrap_or_default();
        let (load, session, fetch) = self.begin(&page_url);
        let progress = self.progress(on_progress);
        self.loaded(Box::pin(async move {
            let memory = MEMORY.with(Rc::clone);
            session::open_nearby(&session, load, &*fetch, &memory, &page_url, nearby, progress).await
        }))
    }

    /// Sets the guard for all requests of the page. It decides which hosts may be requested, and knows the targets of
    /// redirects. Without a guard, only redirects within the page's own origin are followed.
    #[wasm_bindgen(js_name = setGuard)]
    pub fn set_guard(guard: Guard) {
        set_guard(guard);
    }

    /// Sets the function that loads the second module of the engine, which is missing so far. It returns a promise.
    #[wasm_bindgen(js_name = setDeferred)]
    pub fn set_deferred(load: Function) {
        set_deferred(load);
    }

    /// Call this when the second module is linked.
    #[wasm_bindgen(js_name = deferredIsLinked)]
    pub fn deferred_is_linked() {
        deferred::set_missing(false);
    }

    /// Loads the child sitemap that a row stands for, for the first time or after a failure. A row for skipped child
    /// sitemaps loads the next of them.
    #[wasm_bindgen(js_name = openDocument, unchecked_return_type = "Promise<Outcome>")]
    pub fn open_document(&self, id: u32, on_progress: Option<OnProgress>) -> Promise {
        self.fetch.abort();
        let load = self.session.borrow_mut().continue_load();
        let page = self.session.borrow().view().0.page(RowId(id));
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        let progress = self.progress(on_progress);
        self.loaded(Box::pin(async move { session::open_document(&session, load, &*fetch, page, progress).await }))
    }

    /// Number of child sitemaps whose pages are not in the tree: not loaded yet, or failed.
    #[wasm_bindgen(getter, js_name = missingDocuments)]
    pub fn missing_documents(&self) -> u32 {
        self.session.borrow().site().map().documents().missing() as u32
    }

    /// Loads all child sitemaps whose pages are not in the tree, and those that they name.
    #[wasm_bindgen(js_name = openMissing, unchecked_return_type = "Promise<Outcome>")]
    pub fn open_missing(&self, on_progress: Option<OnProgress>) -> Promise {
        self.fetch.abort();
        let load = self.session.borrow_mut().continue_load();
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        let progress = self.progress(on_progress);
        self.loaded(Box::pin(async move { session::open_missing(&session, load, &*fetch, progress).await }))
    }

    /// Reads a file that the user has chosen. `url` is the address that the file has on the web. Without it, relative
    /// addresses do not become links.
    #[wasm_bindgen(js_name = openFile, unchecked_return_type = "Promise<Outcome>")]
    pub fn open_file(&self, file: &web_sys::File, on_progress: Option<OnProgress>, url: Option<String>) -> Promise {
        let url = url.unwrap_or_else(|| url_of(file));
        let (load, session, fetch) = self.begin(&url);
        session.borrow_mut().set_own_file();
        let progress = self.progress(on_progress);
        let response = super::fetch::read_file(file, url);
        self.loaded(Box::pin(async move { session::read_body(&session, load, &*fetch, response, progress).await }))
    }

    /// Loads a sitemap.
    #[wasm_bindgen(js_name = openSitemap, unchecked_return_type = "Promise<Outcome>")]
    pub fn open_sitemap(&self, url: String, on_progress: Option<OnProgress>) -> Promise {
        let (load, session, fetch) = self.begin(&url);
        let progress = self.progress(on_progress);
        self.loaded(Box::pin(async move { session::open_sitemap(&session, load, &*fetch, &url, progress).await }))
    }

    /// Sets how many child sitemaps one load reads, from 1 to 500. The default is 50. It applies from the next load.
    #[wasm_bindgen(js_name = setDocumentsAtOnce)]
    pub fn set_documents_at_once(&self, number: u32) {
        self.session.borrow_mut().set_documents_at_once(number as usize);
    }

    /// How the last load ended. A site without a sitemap counts as loaded when visited pages have given it a tree.
    #[wasm_bindgen(getter, unchecked_return_type = "Outcome | undefined")]
    pub fn outcome(&self) -> JsValue {
        to_js(&self.session.borrow().outcome())
    }

    /// Stops the load under way. Pages that have arrived stay.
    pub fn stop(&self) {
        self.fetch.abort();
        self.session.borrow_mut().stop();
    }

    /// The promise of a load. It resolves when the index for the current page is ready too, because JavaScript requests
    /// the current page at once. The index is built in steps, with pauses.
    fn loaded(&self, outcome: Work<Outcome>) -> Promise {
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        promise(Box::pin(async move {
            let outcome = outcome.await;
            let mut step = |view: &mut TreeView, map: &SiteMap, pages| {
                view.prepare_current(map, pages) || view.prepare_order(map, view.order(), pages)
            };
            in_steps(&session, &fetch, &mut step).await;
            Ok(to_js(&outcome))
        }))
    }

    /// Begins a load synchronously, so a call that follows at once can stop or replace it.
    fn begin(&self, url: &str) -> (Load, Rc<RefCell<Session>>, Rc<WebFetch>) {
        self.fetch.abort();
        let load = self.session.borrow_mut().begin(url);
        (load, self.session.clone(), self.fetch.clone())
    }

    /// Reports the progress to JavaScript: after each document, and otherwise at most once a frame.
    fn progress(&self, on_progress: Option<OnProgress>) -> impl Fn(Progress) + 'static {
        const FRAME_MS: f64 = 16.0;
        /// Pause after an update of the tree, as a multiple of the time that the update took. Updates therefore take a
        /// quarter of the time at most.
        const REST: f64 = 3.0;
        let due = Cell::new(f64::NEG_INFINITY);
        let last_done = Cell::new(None);
        let session = self.session.clone();
        move |progress: Progress| {
            let begun = now();
            let done = progress.documents.map(|documents| documents.done);
            let is_new_document = done != last_done.replace(done);
            if begun < due.get() && !is_new_document {
                return;
            }
            session.borrow_mut().sync();
            if let Some(on_progress) = &on_progress {
                // An exception in the listener does not stop the load.
                let _ = on_progress.unchecked_ref::<Function>().call1(&JsValue::UNDEFINED, &to_js(&progress));
            }
            let end = now();
            due.set(end.max(begun + FRAME_MS) + REST * (end - begun));
        }
    }
}
