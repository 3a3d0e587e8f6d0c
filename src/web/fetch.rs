//! Fetching in the browser: gloo-net for the request, the response's stream for its bytes, the platform for
//! gzip and encodings.

use crate::decode::{GZIP_MAGIC_BYTES, TextDecoder, is_gzip};
use crate::limits::MAX_DOCUMENT_BYTES;
use crate::session::{Body, Fetch, FetchError, Response, SLICE};
use gloo_net::http::Request;
use js_sys::{Function, Promise, Reflect, Uint8Array};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, File, ReadableStream, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache,
    RequestCredentials, TextDecodeOptions, WritableStream, WritableStreamDefaultWriter,
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

/// Fetches for one session; a new load ends the one before.
#[derive(Default)]
pub(super) struct WebFetch {
    /// What the browser has in its cache is taken, however old.
    is_again: bool,
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
    /// Fetches what has been fetched before: normally no request goes out.
    pub(super) fn again() -> WebFetch {
        WebFetch { is_again: true, ..WebFetch::default() }
    }

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

    async fn send(&self, url: &str, cache: RequestCache) -> Result<Response<WebBody>, FetchError> {
        let asked = self.asked()?;
        let request = Request::get(url)
            .abort_signal(Some(&asked.controller.signal()))
            .credentials(RequestCredentials::Omit)
            .referrer_policy(ReferrerPolicy::NoReferrer)
            .cache(cache);
        let response = request.send().await.map_err(|error| FetchError(error.to_string()))?;
        let header = |name| response.headers().get(name);
        let encoded = header("content-encoding").is_some_and(|encoding| encoding != "identity");
        let length = header("content-length").and_then(|length| length.parse().ok());
        Ok(Response {
            status: response.status(),
            url: response.url(),
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

    async fn fetch(&self, url: &str) -> Result<Response<WebBody>, FetchError> {
        self.breath.set(now());
        self.send(url, if self.is_again { RequestCache::ForceCache } else { RequestCache::NoCache }).await
    }

    /// The browser keeps answers, however old.
    async fn fetch_kept(&self, url: &str) -> Result<Response<WebBody>, FetchError> {
        self.send(url, RequestCache::ForceCache).await
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
    Response { status: 200, url, length: Some(file.size() as u64), stale: false, retry_after: None, body }
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
        let slice = held.subarray(0, SLICE as u32).to_vec();
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
