//! Navibar's core from bytes to a tree that can be shown, with the browser's network taken away: documents come in
//! chunks from the page's own memory.

use std::cell::RefCell;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use js_sys::{Map, Uint8Array};
use navibar::decode::TextDecoder;
use navibar::session::{Body, Cache, Fetch, FetchError, Response, Session, Status, open_sitemap};
use wasm_bindgen::prelude::*;

/// As a network delivers.
const CHUNK: u32 = 64 << 10;

/// A site that has been read, and the tree that shows it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tree {
    session: Session,
}

#[wasm_bindgen]
impl Tree {
    /// Loads the sitemap of this address, and what it names, from `Uint8Array`s by address, and makes the first rows.
    #[wasm_bindgen(constructor)]
    pub fn new(files: Map, url: &str, rows: u32) -> Result<Tree, JsError> {
        let session = RefCell::new(Session::default());
        let load = session.borrow_mut().begin(url);
        let outcome = finished(open_sitemap(&session, load, &Files(files), url, |_| {}));
        if outcome.status != Status::Loaded {
            return Err(JsError::new(&outcome.message));
        }
        let tree = Tree { session: session.into_inner() };
        if let (view, Some(site)) = tree.session.view()
            && view.rows(site.map(), 0..rows as usize).is_empty()
        {
            return Err(JsError::new("the tree has no rows"));
        }
        Ok(tree)
    }

    /// The number of pages, to check what was read. 0 where there are errors.
    pub fn pages(&self) -> u32 {
        match (self.session.site(), self.session.source()) {
            (Some(site), Some(source)) if site.first_error().is_none() => source.pages as u32,
            _ => 0,
        }
    }

    /// The bytes of the text that it keeps.
    #[wasm_bindgen(js_name = textBytes)]
    pub fn text_bytes(&self) -> u32 {
        self.session.site().map_or(0, |site| site.map().text_bytes() as u32)
    }
}

/// Nothing here has to be waited for.
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
            retry_after: None,
            body: File { bytes, at: 0 },
        })
    }

    fn text_decoder(_label: &str) -> Option<Box<dyn TextDecoder>> {
        None
    }
}

impl Body for File {
    /// Copied into wasm memory, as in the product.
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        let end = (self.at + CHUNK).min(self.bytes.length());
        let chunk = self.bytes.subarray(self.at, end).to_vec();
        self.at = end;
        Ok((!chunk.is_empty()).then_some(chunk))
    }
}
