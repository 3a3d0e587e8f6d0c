//! Fetching in the browser: gloo-net for the request, the response's stream for its bytes, the platform for
//! gzip and encodings.

use crate::address::origin;
use crate::decode::{GZIP_MAGIC_BYTES, TextDecoder, is_gzip};
use crate::limits::{MAX_DOCUMENT_BYTES, SLICE_BYTES};
use crate::session::{Body, Cache, Fetch, FetchError, Response};
use gloo_net::http::Request;
use js_sys::{Function, Promise, Reflect, Uint8Array};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, File, ReadableStream, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache,
    RequestCredentials, RequestMode, RequestRedirect, ResponseType, TextDecodeOptions, WritableStream,
    WritableStreamDefaultWriter,
};

#[wasm_bindgen]
extern "C" {
    /// The platform's gunzip; web-sys counts it among the unstable interfaces.
    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn readable(this: &DecompressionStream) -> ReadableStream;
    #[wasm_bindgen(method, getter)]
    fn writable(this: &DecompressionStream) -> WritableStream;
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(then: &Function, milliseconds: f64) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}

#[wasm_bindgen]
extern "C" {
    /// What an extension can tell of its page's requests. A web page has none: its requests have its own rights.
    #[derive(Clone)]
    #[wasm_bindgen(typescript_type = "Guard")]
    pub type Guard;
    /// Whether the user allows requests to the host of this address.
    #[wasm_bindgen(method, catch, js_name = mayAccess)]
    async fn may_access(this: &Guard, url: &str) -> Result<JsValue, JsValue>;
    /// The same address, by which `redirectOf` knows the request.
    #[wasm_bindgen(method)]
    fn mark(this: &Guard, url: &str) -> String;
    /// The absolute address that the answer to a marked request redirects to.
    #[wasm_bindgen(method, catch, js_name = redirectOf)]
    async fn redirect_of(this: &Guard, marked: &str) -> Result<JsValue, JsValue>;
}

thread_local! {
    static GUARD: RefCell<Option<Guard>> = const { RefCell::new(None) };
}

/// Sets the guard of all requests of the page.
pub(super) fn set_guard(guard: Guard) {
    GUARD.set(Some(guard));
}

fn guard() -> Option<Guard> {
    GUARD.with_borrow(Clone::clone)
}

/// Fetches for one session; a new load ends the one before.
#[derive(Default)]
pub(super) struct WebFetch {
    /// The requests under way.
    requests: Rc<RefCell<Requests>>,
    breath: Cell<f64>,
}

#[derive(Default)]
struct Requests {
    /// No further ones are to be made.
    is_over: bool,
    under_way: Vec<AbortController>,
}

/// A request and the reading of its answer, which end when this is dropped.
struct Asked {
    controller: AbortController,
    requests: Rc<RefCell<Requests>>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.requests.borrow_mut().under_way.retain(|other| *other != self.controller);
        self.controller.abort();
    }
}

/// A timer that is taken back when this is dropped. Its promise is kept even so: what waits for one that is never kept
/// stays in memory for ever.
struct Timer {
    id: JsValue,
    resolve: Function,
}

impl Drop for Timer {
    fn drop(&mut self) {
        clear_timeout(&self.id);
        // A promise's own function never throws.
        let _ = self.resolve.call0(&JsValue::UNDEFINED);
    }
}

/// Milliseconds on a steady clock.
pub(super) fn now() -> f64 {
    thread_local!(static CLOCK: Option<JsValue> = Reflect::get(&js_sys::global(), &"performance".into()).ok());
    CLOCK.with(|clock| {
        let clock = clock.as_ref().and_then(|clock| clock.dyn_ref::<web_sys::Performance>());
        clock.map_or_else(js_sys::Date::now, web_sys::Performance::now)
    })
}

impl WebFetch {
    /// Ends all requests under way.
    pub(super) fn abort(&self) {
        let under_way = std::mem::take(&mut self.requests.borrow_mut().under_way);
        under_way.iter().for_each(AbortController::abort);
    }

    /// Ends all requests, those to come too.
    pub(super) fn end(&self) {
        self.requests.borrow_mut().is_over = true;
        self.abort();
    }

    /// No redirect is followed, for the browser would request its target before anybody can look at it. The exception is
    /// a web page's own origin, which the browser itself does not leave with the mode `same-origin`.
    async fn send(&self, url: &str, cache: Cache) -> Result<Response<WebBody>, FetchError> {
        let asked = self.asked()?;
        let is_of_page = is_of_page(url);
        let guard = guard();
        let marked = guard.as_ref().map_or_else(|| url.to_owned(), |guard| guard.mark(url));
        let mut request = Request::get(&marked)
            .abort_signal(Some(&asked.controller.signal()))
            .credentials(RequestCredentials::Omit)
            .referrer_policy(ReferrerPolicy::NoReferrer)
            .redirect(if is_of_page { RequestRedirect::Follow } else { RequestRedirect::Manual })
            .cache(match cache {
                Cache::None => RequestCache::NoStore,
                Cache::Revalidate => RequestCache::NoCache,
                Cache::Prefer => RequestCache::ForceCache,
                Cache::Only => RequestCache::OnlyIfCached,
            });
        // Browsers know `only-if-cached` in this mode alone. An extension may use it for every host that it has access to.
        if is_of_page || cache == Cache::Only {
            request = request.mode(RequestMode::SameOrigin);
        }
        let response = request.send().await.map_err(|error| FetchError(error.to_string()))?;
        let is_redirect = response.type_() == ResponseType::Opaqueredirect;
        let location = match guard {
            Some(guard) if is_redirect => guard.redirect_of(&marked).await.ok().and_then(|target| target.as_string()),
            _ => None,
        };
        let header = |name| response.headers().get(name);
        let encoded = header("content-encoding").is_some_and(|encoding| encoding != "identity");
        let length = header("content-length").and_then(|length| length.parse().ok());
        Ok(Response {
            status: if is_redirect { 302 } else { response.status() },
            url: response.url(),
            location,
            length: length.filter(|_| !encoded),
            stale: false,
            retry_after: header("retry-after"),
            body: WebBody { stream: Stream::Unread(response.body()), held: None, bytes: 0, _asked: Some(asked) },
        })
    }

    fn asked(&self) -> Result<Asked, FetchError> {
        let mut requests = self.requests.borrow_mut();
        if requests.is_over {
            return Err(FetchError("ended".to_owned()));
        }
        let controller = AbortController::new().map_err(|error| reason(&error))?;
        requests.under_way.push(controller.clone());
        Ok(Asked { controller, requests: self.requests.clone() })
    }
}

impl Fetch for WebFetch {
    type Body = WebBody;

    async fn fetch(&self, url: &str, cache: Cache) -> Result<Response<WebBody>, FetchError> {
        self.breath.set(now());
        self.send(url, cache).await
    }

    async fn may_access(&self, url: &str) -> bool {
        match guard() {
            Some(guard) => guard.may_access(url).await.is_ok_and(|allowed| allowed.is_truthy()),
            None => true,
        }
    }

    fn is_offline(&self) -> bool {
        let navigator = Reflect::get(&js_sys::global(), &"navigator".into());
        navigator.and_then(|navigator| Reflect::get(&navigator, &"onLine".into())) == Ok(JsValue::FALSE)
    }

    async fn sleep(&self, time: Duration) {
        let mut timer = None;
        let passed = Promise::new(&mut |resolve, _| {
            timer = Some(Timer { id: set_timeout(&resolve, time.as_millis() as f64), resolve });
        });
        // It is never rejected.
        let _ = JsFuture::from(passed).await;
        drop(timer);
    }

    fn now(&self) -> i64 {
        (js_sys::Date::now() / 1000.0) as i64
    }

    fn canonical(url: &str) -> String {
        web_sys::Url::new(url).map_or_else(|_| String::new(), |url| url.href())
    }

    fn text_decoder(label: &str) -> Option<Box<dyn TextDecoder>> {
        Some(Box::new(PlatformDecoder(web_sys::TextDecoder::new_with_label(label).ok()?)))
    }

    /// Lets the page paint and react where reading has taken long.
    async fn pause(&self) {
        const LONG_MS: f64 = 10.0;
        if now() - self.breath.get() < LONG_MS {
            return;
        }
        if let Some(turn) = next_turn() {
            // The promise of a turn is never rejected.
            let _ = JsFuture::from(turn).await;
        }
        self.breath.set(now());
    }
}

/// Whether an address is of the origin of the page that this runs in.
fn is_of_page(url: &str) -> bool {
    let own = Reflect::get(&js_sys::global(), &"origin".into()).ok().and_then(|own| own.as_string());
    own.is_some() && own == origin(url)
}

/// Resolves after whatever is waiting has had its turn: a task of `scheduler`, else a timer. What follows on
/// `scheduler.yield()` would come before all that waits: as long as bytes come, no timer and no message would.
fn next_turn() -> Option<Promise> {
    let global = js_sys::global();
    let scheduler = Reflect::get(&global, &"scheduler".into()).ok()?;
    if let Ok(post) = Reflect::get(&scheduler, &"postTask".into())
        && let Some(post) = post.dyn_ref::<Function>()
    {
        return post.call1(&scheduler, &Closure::once_into_js(|| {})).ok()?.dyn_into().ok();
    }
    Some(Promise::new(&mut |resolve, _| _ = set_timeout(&resolve, 0.0)))
}

/// A response's bytes, decompressed.
pub(super) struct WebBody {
    stream: Stream,
    /// What has come and is not taken yet.
    held: Option<Uint8Array>,
    bytes: u64,
    /// Nothing for a file.
    _asked: Option<Asked>,
}

/// A file as if it had been fetched from this address.
pub(super) fn file(file: &File, url: String) -> Response<WebBody> {
    let body = WebBody { stream: Stream::Unread(Some(file.stream())), held: None, bytes: 0, _asked: None };
    let length = Some(file.size() as u64);
    Response { status: 200, url, location: None, length, stale: false, retry_after: None, body }
}

enum Stream {
    Unread(Option<ReadableStream>),
    Open(ReadableStreamDefaultReader),
}

impl Body for WebBody {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        let chunk = self.next().await;
        if chunk.is_err() {
            // A stream that has failed is closed, and would refuse to be closed again.
            self.stream = Stream::Unread(None);
        }
        chunk
    }
}

impl WebBody {
    /// A stream gives megabytes at once. Only what is read next comes into the memory of WebAssembly, which never shrinks.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        if self.bytes > MAX_DOCUMENT_BYTES {
            return Ok(None);
        }
        let held = match self.held.take() {
            Some(held) => held,
            None => match self.read().await? {
                Some(chunk) => chunk,
                None => return Ok(None),
            },
        };
        let slice = held.subarray(0, SLICE_BYTES as u32).to_vec();
        let taken = slice.len() as u32;
        self.held = (taken < held.length()).then(|| held.subarray(taken, held.length()));
        self.bytes += u64::from(taken);
        Ok(Some(slice))
    }

    /// The stream's next chunk, of whatever size.
    async fn read(&mut self) -> Result<Option<Uint8Array>, FetchError> {
        Ok(match &self.stream {
            Stream::Open(reader) => read(reader).await?,
            Stream::Unread(None) => None,
            Stream::Unread(Some(stream)) => {
                let reader = reader(stream)?;
                // A stream that has a reader can be ended by that alone, at any time from here on.
                self.stream = Stream::Open(reader.clone());
                let mut first = read(&reader).await?;
                // The first chunk may be too short to tell.
                while let Some(start) = first.as_ref().filter(|start| start.length() < GZIP_MAGIC_BYTES as u32)
                    && let Some(more) = read(&reader).await?
                {
                    first = Some(joined(start, &more));
                }
                let magic = |first: &Uint8Array| first.subarray(0, GZIP_MAGIC_BYTES as u32).to_vec();
                if let Some(first) = first.as_ref().filter(|first| is_gzip(&magic(first))) {
                    let unpacked = decompress(first, reader)?;
                    let chunk = read(&unpacked).await?;
                    self.stream = Stream::Open(unpacked);
                    chunk
                } else {
                    first
                }
            }
        })
    }
}

impl Drop for WebBody {
    fn drop(&mut self) {
        // What is not read is not wanted: close the connection.
        let closed = match &self.stream {
            Stream::Open(reader) => reader.cancel(),
            Stream::Unread(Some(stream)) => stream.cancel(),
            Stream::Unread(None) => return,
        };
        // A stream that was aborted refuses, and a refusal that nobody takes would be told in the console.
        drop(JsFuture::from(closed));
    }
}

fn reader(stream: &ReadableStream) -> Result<ReadableStreamDefaultReader, FetchError> {
    ReadableStreamDefaultReader::new(stream).map_err(|error| reason(&error))
}

fn joined(first: &Uint8Array, second: &Uint8Array) -> Uint8Array {
    let joined = Uint8Array::new_with_length(first.length() + second.length());
    joined.set(first, 0);
    joined.set(second, first.length());
    joined
}

async fn read(reader: &ReadableStreamDefaultReader) -> Result<Option<Uint8Array>, FetchError> {
    let result = JsFuture::from(reader.read()).await.map_err(|error| reason(&error))?;
    let value = Reflect::get(&result, &"value".into()).map_err(|error| reason(&error))?;
    Ok(value.dyn_into::<Uint8Array>().ok())
}

/// Bytes that are unpacked at once. They may become a thousand times as many, which all wait to be read.
const PACKED_AT_ONCE: u32 = 4 << 10;

/// Sends what was read and what follows through the platform's gunzip.
fn decompress(
    first: &Uint8Array,
    rest: ReadableStreamDefaultReader,
) -> Result<ReadableStreamDefaultReader, FetchError> {
    let gunzip = DecompressionStream::new("gzip").map_err(|error| reason(&error))?;
    let writer = WritableStreamDefaultWriter::new(&gunzip.writable()).map_err(|error| reason(&error))?;
    let first = first.clone();
    wasm_bindgen_futures::spawn_local(async move {
        let mut chunk = Ok(Some(first));
        while let Ok(Some(bytes)) = &chunk {
            for at in (0..bytes.length()).step_by(PACKED_AT_ONCE as usize) {
                let part = bytes.subarray(at, at + PACKED_AT_ONCE);
                // A failure shows on the readable side, where it is reported.
                if JsFuture::from(writer.write_with_chunk(&part)).await.is_err() {
                    let _ = JsFuture::from(rest.cancel()).await;
                    return;
                }
            }
            chunk = read(&rest).await;
        }
        let _ = JsFuture::from(match chunk {
            Err(FetchError(why)) => writer.abort_with_reason(&why.into()),
            Ok(_) => writer.close(),
        })
        .await;
    });
    reader(&gunzip.readable())
}

struct PlatformDecoder(web_sys::TextDecoder);

impl TextDecoder for PlatformDecoder {
    fn decode(&mut self, bytes: &[u8], last: bool) -> String {
        let options = TextDecodeOptions::new();
        options.set_stream(!last);
        self.0.decode_with_u8_array_and_options(bytes, &options).unwrap_or_default()
    }
}

fn reason(error: &JsValue) -> FetchError {
    let message = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    FetchError(message.unwrap_or_else(|| "the connection failed".to_owned()))
}

/// What a file of the user's is read as.
pub(super) fn url_of(file: &web_sys::File) -> String {
    format!("file:///{}", js_sys::encode_uri_component(&file.name()))
}
