//! Requests in the browser: gloo-net sends them, and the browser decompresses and decodes the responses.

mod ahead;
mod arriving;
mod body;
mod deferred;
mod file;
mod guard;
mod gunzip;
mod open_requests;
mod request;
mod stream;
mod time;

pub(super) use body::WebBody;
pub(super) use deferred::{load_deferred, set_deferred};
pub(super) use file::{read_file, url_of};
pub(super) use guard::{Guard, set_guard};
pub(super) use time::now;

use crate::decode::TextDecoder;
use crate::session::{Cache, Fetch, FetchError, Response};
use js_sys::Reflect;
use open_requests::Requests;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, TextDecodeOptions};

/// Sends the requests of one session.
#[derive(Default)]
pub(super) struct WebFetch {
    requests: Rc<RefCell<Requests>>,
    /// When the page last had time to paint, in milliseconds.
    last_pause: Cell<f64>,
}

impl WebFetch {
    /// Aborts all requests under way.
    pub(super) fn abort(&self) {
        let under_way = std::mem::take(&mut self.requests.borrow_mut().under_way);
        under_way.iter().for_each(AbortController::abort);
    }

    /// Aborts all requests under way and refuses all later ones.
    pub(super) fn end(&self) {
        self.requests.borrow_mut().is_over = true;
        self.abort();
    }
}

impl Fetch for WebFetch {
    type Body = WebBody;

    async fn fetch(&self, url: &str, cache: Cache) -> Result<Response<WebBody>, FetchError> {
        self.last_pause.set(now());
        request::send(&self.requests, url, cache).await
    }

    async fn may_access(&self, url: &str) -> bool {
        guard::may_access(url).await
    }

    fn is_offline(&self) -> bool {
        let navigator = Reflect::get(&js_sys::global(), &"navigator".into());
        navigator.and_then(|navigator| Reflect::get(&navigator, &"onLine".into())) == Ok(JsValue::FALSE)
    }

    async fn sleep(&self, time: Duration) {
        time::sleep(time).await;
    }

    async fn load_deferred(&self) -> Result<(), FetchError> {
        load_deferred().await.map_err(|error| stream::reason(&error))
    }

    fn now(&self) -> i64 {
        (js_sys::Date::now() / 1000.0) as i64
    }

    fn text_decoder(label: &str) -> Option<Box<dyn TextDecoder>> {
        Some(Box::new(PlatformDecoder(web_sys::TextDecoder::new_with_label(label).ok()?)))
    }

    async fn pause(&self) {
        const LONG_MS: f64 = 10.0;
        if now() - self.last_pause.get() < LONG_MS {
            return;
        }
        if let Some(turn) = time::next_turn() {
            // This promise is never rejected.
            let _ = JsFuture::from(turn).await;
        }
        self.last_pause.set(now());
    }
}

/// The browser's decoder for one encoding.
struct PlatformDecoder(web_sys::TextDecoder);

impl TextDecoder for PlatformDecoder {
    fn decode(&mut self, bytes: &[u8], last: bool) -> String {
        let options = TextDecodeOptions::new();
        options.set_stream(!last);
        self.0.decode_with_u8_array_and_options(bytes, &options).unwrap_or_default()
    }
}
