//! Navibar's core from bytes to a tree, without the browser's network: documents come in chunks from the page's memory.

use std::cell::RefCell;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use js_sys::{Map, Uint8Array};
use navibar::decode::TextDecoder;
use navibar::session::{Body, Cache, Fetch, FetchError, Response, Session, Status, open_sitemap};
use wasm_bindgen::prelude::*;

/// Bytes of a chunk, as a network delivers them.
const CHUNK: u32 = 64 << 10;

/// A loaded site and its tree.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tree {
    session: Session,
}

#[wasm_bindgen]
impl Tree {
    /// Loads the sitemap at this address and the files that it names, and makes the first rows. `files` maps addresses to
    /// `Uint8Array`s.
    #[wasm_bindgen(constructor)]
    pub fn new(files: Map, url: &str, rows: u32) -> Result<Tree, JsError> {
        let session = RefCell::new(Session::default());
        let load = session.borrow_mut().begin(url);
        let outcome = finished(open_sitemap(&session, load, &Files(files), url, |_| {}));
        if outcome.status != Status::Loaded {
            return Err(JsError::new(&outcome.message));
        }
        let tree = Tree { session: session.into_inner() };
        let (view, site) = tree.session.view();
        if view.rows(site.map(), 0..rows as usize).is_empty() {
            return Err(JsError::new("the tree has no rows"));
        }
        Ok(tree)
    }

    /// The number of pages, or 0 after an error.
    pub fn pages(&self) -> u32 {
        match self.session.source() {
            Some(source) if self.session.site().first_error().is_none() => source.pages as u32,
            _ => 0,
        }
    }

    /// The bytes of the site's text in memory.
    #[wasm_bindgen(js_name = textBytes)]
    pub fn text_bytes(&self) -> u32 {
        self.session.site().map().text_bytes() as u32
    }
}

/// Runs a future that never waits.
fn finished<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

struct Files(Map);

struct File {
    bytes: Uint8Array,
    at: u32,
}

impl Fetch for Files {
    type Body = File;

    async fn fetch(&self, url: &str, _cache: Cache) -> Result<Response<File>, FetchError> {
        let bytes = self.0.get(&url.into()).dyn_into::<Uint8Array>().map_err(|_| FetchError(url.to_owned()))?;
        let length = Some(bytes.length().into());
        Ok(Response {
            status: 200,
            url: url.to_owned(),
            location: None,
            length,
            stale: false,
            content_type: None,
            retry_after: None,
            body: File { bytes, at: 0 },
        })
    }

    fn text_decoder(_label: &str) -> Option<Box<dyn TextDecoder>> {
        None
    }
}

impl Body for File {
    /// Copies a chunk into wasm memory, as the product does.
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        let end = (self.at + CHUNK).min(self.bytes.length());
        let chunk = self.bytes.subarray(self.at, end).to_vec();
        self.at = end;
        Ok((!chunk.is_empty()).then_some(chunk))
    }
}
