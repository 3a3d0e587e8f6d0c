//! The class that JavaScript uses. JavaScript requests the visible rows once a frame. The only callback is the progress
//! of a load.

use super::fetch::{WebFetch, load_deferred};
use super::from_js::from_js;
use super::steps::{Step, in_steps};
use super::to_js::{promise, to_js};
use crate::page_facts::{FACT_LIMITS, Visit};
use crate::session::{Memory, Nearby, Room, Session, surplus};
use js_sys::Promise;
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

thread_local! {
    /// Shared by all sessions of the page.
    pub(super) static MEMORY: Rc<RefCell<Memory>> = Rc::default();
}

/// One site's tree. It loads the sitemap, returns rows, and expands and collapses branches.
#[derive(Default)]
#[wasm_bindgen(js_name = Session)]
pub struct WebSession {
    pub(super) session: Rc<RefCell<Session>>,
    pub(super) fetch: Rc<WebFetch>,
    /// Requests of [`WebSession::excerpts`].
    pub(super) cached_fetch: RefCell<Rc<WebFetch>>,
    /// Where the site of the current page may be, if it is not the shown one.
    pub(super) nearby: RefCell<Option<Nearby>>,
}

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// Creates an empty session.
    #[wasm_bindgen(constructor)]
    pub fn new() -> WebSession {
        WebSession::default()
    }

    /// Sets the partition, the name of the browser container. Nothing is shared between partitions. Call it before the
    /// first load.
    #[wasm_bindgen(js_name = setPartition)]
    pub fn set_partition(&self, name: &str) {
        self.session.borrow_mut().set_partition(name);
    }

    /// Sets the language of the user, a BCP 47 tag, for titles that a sitemap has in several languages. Call it before the
    /// first load.
    #[wasm_bindgen(js_name = setLanguage)]
    pub fn set_language(&self, tag: &str) {
        self.session.borrow_mut().set_language(tag);
    }

    /// Forgets what is known about the sitemap of this site. The next load searches it again.
    pub fn forget(&self, url: &str) {
        MEMORY.with(|memory| memory.borrow_mut().forget(&self.session.borrow(), url));
    }

    /// The keys of the hosts about whose sitemaps more is known than at the last call.
    #[wasm_bindgen(js_name = changedHosts)]
    pub fn changed_hosts() -> Vec<String> {
        MEMORY.with(|memory| memory.borrow_mut().take_changed())
    }

    /// What is known about the sitemaps of hosts, for `mergeMemory`.
    #[wasm_bindgen(unchecked_return_type = "Record<string, unknown>")]
    pub fn memory(hosts: Vec<String>) -> JsValue {
        let serializer = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
        let known = MEMORY.with(|memory| memory.borrow().of_hosts(&hosts));
        known.serialize(&serializer).unwrap_or(JsValue::UNDEFINED)
    }

    /// Adds what the sessions of another page know about sitemaps. Other types are ignored.
    #[wasm_bindgen(js_name = mergeMemory)]
    pub fn merge_memory(#[wasm_bindgen(unchecked_param_type = "Record<string, unknown>")] memory: JsValue) {
        if let Some(other) = from_js::<Memory>(memory) {
            MEMORY.with(|memory| memory.borrow_mut().merge(other));
        }
    }

    /// The keys to remove from a store, so that at most `most` entries with at most `length` characters stay and no site
    /// pushes out what is stored about others. An address in a key names its site.
    pub fn surplus(keys: Vec<String>, lengths: Vec<u32>, times: Vec<f64>, most: u32, length: u32) -> Vec<String> {
        let room = Room { entries: most as usize, size: length as usize };
        surplus(&keys, &lengths, &times, room)
    }

    /// The size of the engine's memory in bytes. It never shrinks.
    #[wasm_bindgen(js_name = engineBytes)]
    pub fn engine_bytes() -> f64 {
        const PAGE: f64 = 65_536.0;
        core::arch::wasm32::memory_size(0) as f64 * PAGE
    }

    /// The limits for the function that reads the facts of a page.
    #[wasm_bindgen(js_name = pageFactLimits, unchecked_return_type = "PageFactLimits")]
    pub fn page_fact_limits() -> JsValue {
        to_js(&FACT_LIMITS)
    }

    /// Adds what a visited page says about its site. Returns `true` if the tree may have changed. Facts of another site
    /// and values of other types are ignored. Call `addRest` next. If the page may be elsewhere, on another
    /// site than the shown one, and is perhaps there, nothing is added, and the result is `undefined`: then
    /// `openNearby` looks for it.
    #[wasm_bindgen(js_name = addFacts)]
    pub fn add_facts(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PageFacts")] facts: JsValue,
        may_be_elsewhere: bool,
    ) -> Option<bool> {
        let Some(visit) = from_js(facts).map(Visit::read) else { return Some(false) };
        if may_be_elsewhere {
            let nearby = MEMORY.with(|memory| self.session.borrow().nearby_visit(&memory.borrow(), &visit));
            let is_elsewhere = nearby.is_some();
            self.nearby.replace(nearby);
            if is_elsewhere {
                return None;
            }
        }
        Some(self.session.borrow_mut().begin_visit(visit))
    }

    /// Adds the rest of what visited pages say, in steps with pauses. Resolves to `true` if the tree may have changed.
    #[wasm_bindgen(js_name = addRest, unchecked_return_type = "Promise<boolean>")]
    pub fn add_rest(&self) -> Promise {
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        promise(Box::pin(async move { Ok(crate::session::add_rest(&session, &*fetch).await.into()) }))
    }

    /// Takes over what visited pages have said, from the session that has shown the site so far. Call it when a load has
    /// begun.
    #[wasm_bindgen(js_name = takeFacts)]
    pub fn take_facts(&self, earlier: &WebSession) {
        self.session.borrow_mut().take_facts(&earlier.session.borrow());
    }

    /// The number of visited pages whose facts are known.
    #[wasm_bindgen(getter, js_name = visitedPages)]
    pub fn visited_pages(&self) -> u32 {
        self.session.borrow().visited_pages() as u32
    }

    /// Reads the lists of titles that the visited pages name: search indexes, feeds, pages of WordPress and `llms.txt`. Call
    /// it when a load has ended, and after `addFacts`. Resolves to `true` if the tree has changed.
    #[wasm_bindgen(js_name = readLists, unchecked_return_type = "Promise<boolean>")]
    pub fn read_lists(&self) -> Promise {
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        promise(Box::pin(async move {
            load_deferred().await?;
            let memory = MEMORY.with(Rc::clone);
            Ok(crate::session::read_lists(&session, &*fetch, &memory).await.into())
        }))
    }

    /// Sets whether the facts of the page in the tab will arrive. A load then waits for them before it ends without a
    /// tree.
    #[wasm_bindgen(js_name = expectFacts)]
    pub fn expect_facts(&self, is_expected: bool) {
        self.session.borrow_mut().expect_facts(is_expected);
    }

    /// Returns `true` if visits or menus have shown a page that no sitemap lists.
    #[wasm_bindgen(getter, js_name = hasBrowsed)]
    pub fn has_browsed(&self) -> bool {
        self.session.borrow().site().map().has_browsed()
    }

    /// The address of the shown site: the folder of a site below a path, or the origin.
    #[wasm_bindgen(getter)]
    pub fn scope(&self) -> Option<String> {
        self.session.borrow().scope()
    }

    /// The address of the site that a page is on, as far as it is known: the folder of a site below a path, or the origin.
    #[wasm_bindgen(js_name = siteOf)]
    pub fn site_of(url: &str, partition: &str) -> Option<String> {
        let mut session = Session::default();
        session.set_partition(partition);
        MEMORY.with(|memory| memory.borrow().site_of(&session, url))
    }

    /// Approximate memory use of the tree in bytes.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        self.session.borrow().memory() as f64
    }

    /// The document that the tree comes from.
    #[wasm_bindgen(getter, unchecked_return_type = "Source | undefined")]
    pub fn source(&self) -> JsValue {
        to_js(&self.session.borrow().source())
    }

    /// Runs the steps with pauses. Resolves after the last one.
    pub(super) fn in_background(&self, mut step: Box<Step>) -> Promise {
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        promise(Box::pin(async move {
            in_steps(&session, &fetch, &mut *step).await;
            Ok(JsValue::UNDEFINED)
        }))
    }
}
