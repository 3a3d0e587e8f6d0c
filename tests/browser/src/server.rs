//! Sites on loopback: folders as they are, pages and answers made up for a test, and the faults
//! that sites have. As a proxy, sites under any host name. Every request is recorded.

mod mirror;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_stream::wrappers::ReceiverStream;
use tower_http::services::ServeDir;

use mirror::Mirror;

/// A request that arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// `GET`, `HEAD`...
    pub method: String,
    /// the host, with its port where it has one
    pub host: String,
    /// the path with its query
    pub path: String,
    /// the headers, names in lower case
    pub headers: Vec<(String, String)>,
}

impl Recorded {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The whole address.
    pub fn url(&self) -> String {
        format!("http://{}{}", self.host, self.path)
    }
}

/// Opens what [`Reply::held`] holds back.
#[derive(Clone, Debug)]
pub struct Gate(watch::Sender<bool>);

impl Gate {
    /// Lets the held bytes go, for every request, now and later.
    pub fn open(&self) {
        self.0.send_replace(true);
    }
}

/// What a site answers.
#[derive(Clone, Debug)]
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Whole(Bytes),
    /// a first part at once, the second when the gate opens
    Held {
        first: Bytes,
        rest: Bytes,
        gate: watch::Receiver<bool>,
    },
    /// the connection ends before all that was announced has come
    Truncated(Bytes),
    /// so many bytes at a time, with a pause between
    Drip {
        bytes: Bytes,
        chunk: usize,
        pause: Duration,
    },
    /// this and then nothing, with the connection left open
    Stalled(Bytes),
    /// not even a status, with the connection left open
    Silence,
    /// made while it is sent, with a pause after each part
    Made(Maker, Duration),
}

/// Makes an answer's parts anew for each request.
#[derive(Clone)]
struct Maker(Arc<dyn Fn() -> Box<dyn Iterator<Item = Bytes> + Send> + Send + Sync>);

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Maker")
    }
}

impl Reply {
    /// An answer with this status, media type and body.
    pub fn new(status: u16, media_type: &str, body: impl Into<Bytes>) -> Self {
        let headers = vec![("content-type".to_owned(), media_type.to_owned())];
        Self { status, headers, body: Content::Whole(body.into()) }
    }

    /// A web page.
    pub fn html(body: impl Into<Bytes>) -> Self {
        Self::new(200, "text/html; charset=utf-8", body)
    }

    /// A sitemap in RDF/XML.
    pub fn rdf(body: impl Into<Bytes>) -> Self {
        Self::new(200, "application/rdf+xml", body)
    }

    /// An error of the site, with a page that says so.
    pub fn status(status: u16) -> Self {
        Self::new(
            status,
            "text/html; charset=utf-8",
            format!("<!doctype html><title>{status}</title><h1>{status}</h1>"),
        )
    }

    /// Sends the browser elsewhere.
    pub fn redirect(to: &str) -> Self {
        Self::status(302).with_header("location", to)
    }

    /// No answer, with the connection left open.
    pub fn silence() -> Self {
        Self { body: Content::Silence, ..Self::status(200) }
    }

    /// An answer whose parts are made while it is sent: it may be large, or never end.
    pub fn made<I>(media_type: &str, parts: impl Fn() -> I + Send + Sync + 'static) -> Self
    where
        I: Iterator<Item = Bytes> + Send + 'static,
    {
        let maker = Maker(Arc::new(move || Box::new(parts())));
        Self { body: Content::Made(maker, Duration::ZERO), ..Self::new(200, media_type, "") }
    }

    /// The same as [`Reply::made`] makes it, with a pause after each part.
    pub fn paced(mut self, pause: Duration) -> Self {
        if let Content::Made(_, between) = &mut self.body {
            *between = pause;
        }
        self
    }

    /// The same with one more header.
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same, but only the first `first` bytes come before the gate is opened.
    pub fn held(mut self, first: usize) -> (Self, Gate) {
        let (sender, gate) = watch::channel(false);
        let mut first_part = self.bytes();
        let rest = first_part.split_off(first.min(first_part.len()));
        self.body = Content::Held { first: first_part, rest, gate };
        (self, Gate(sender))
    }

    /// The same, but the connection breaks off after the first `length` bytes.
    pub fn truncated(mut self, length: usize) -> Self {
        let bytes = self.bytes();
        self.headers.push(("content-length".to_owned(), bytes.len().to_string()));
        self.body = Content::Truncated(bytes.slice(..length.min(bytes.len())));
        self
    }

    /// The same, but `chunk` bytes at a time with a pause between.
    pub fn dripping(mut self, chunk: usize, pause: Duration) -> Self {
        self.body = Content::Drip { bytes: self.bytes(), chunk: chunk.max(1), pause };
        self
    }

    /// The same, but nothing comes after the first `length` bytes, and the connection stays open.
    pub fn stalled(mut self, length: usize) -> Self {
        let bytes = self.bytes();
        self.body = Content::Stalled(bytes.slice(..length.min(bytes.len())));
        self
    }

    /// All that it says; nothing of what is made while it is sent.
    fn bytes(&self) -> Bytes {
        match &self.body {
            Content::Made(..) | Content::Silence => Bytes::new(),
            Content::Whole(bytes)
            | Content::Truncated(bytes)
            | Content::Drip { bytes, .. }
            | Content::Stalled(bytes) => bytes.clone(),
            Content::Held { first, rest, .. } => [first.as_ref(), rest.as_ref()].concat().into(),
        }
    }

    fn into_response(self) -> Response {
        let mut response = Response::new(self.body.into_body());
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        for (name, value) in self.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                response.headers_mut().append(name, value);
            }
        }
        response
    }
}

impl Content {
    fn into_body(self) -> Body {
        if let Self::Whole(bytes) = self {
            return Body::from(bytes);
        }
        let (sender, receiver) = mpsc::channel::<io::Result<Bytes>>(1);
        tokio::spawn(async move {
            // A failed send means that the browser went away, and so there is nothing left to do.
            match self {
                Self::Whole(_) | Self::Silence => {}
                Self::Held { first, rest, mut gate } => {
                    let _ = sender.send(Ok(first)).await;
                    let opened = tokio::select! {
                        opened = gate.wait_for(|open| *open) => opened.is_ok(),
                        () = sender.closed() => false,
                    };
                    if opened {
                        let _ = sender.send(Ok(rest)).await;
                    }
                }
                Self::Truncated(bytes) => {
                    let _ = sender.send(Ok(bytes)).await;
                    let _ = sender.send(Err(io::ErrorKind::ConnectionAborted.into())).await;
                }
                Self::Drip { mut bytes, chunk, pause } => {
                    while !bytes.is_empty() && !sender.is_closed() {
                        let part = bytes.split_to(chunk.min(bytes.len()));
                        let _ = sender.send(Ok(part)).await;
                        tokio::time::sleep(pause).await;
                    }
                }
                Self::Stalled(bytes) => {
                    let _ = sender.send(Ok(bytes)).await;
                    sender.closed().await;
                }
                Self::Made(Maker(parts), pause) => {
                    for part in parts() {
                        if sender.send(Ok(part)).await.is_err() {
                            break;
                        }
                        if !pause.is_zero() {
                            tokio::time::sleep(pause).await;
                        }
                    }
                }
            }
        });
        Body::from_stream(ReceiverStream::new(receiver))
    }
}

#[derive(Debug, Default)]
struct Site {
    routes: Mutex<HashMap<String, Reply>>,
    requests: Mutex<Vec<Recorded>>,
    folder: Mutex<Option<ServeDir>>,
    mirror: Mutex<Option<Mirror>>,
    otherwise: Mutex<Option<Reply>>,
}

/// A site on a port of its own. It ends when it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    site: Arc<Site>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The ports that were given to sites.
static GIVEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());

/// Listens on a free port that no site of this program has had: to the browser it would be the same site, with what it
/// has kept of that.
fn listen_anew() -> Result<TcpListener> {
    let mut given = lock(&GIVEN);
    let mut taken = Vec::new(); // until there is another one, so that the system gives another one
    loop {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port of 127.0.0.1 is free")?;
        if given.insert(listener.local_addr()?.port()) {
            return Ok(listener);
        }
        taken.push(listener);
    }
}

impl Server {
    /// An empty site (all 404) on a free port.
    pub fn start() -> Result<Self> {
        Self::serve(listen_anew()?)
    }

    /// An empty site on this port, which may have been another one's; 0 means a free one.
    pub fn start_on(port: u16) -> Result<Self> {
        if port == 0 {
            return Self::start();
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .with_context(|| format!("cannot serve on port {port} of 127.0.0.1"))?;
        Self::serve(listener)
    }

    fn serve(listener: TcpListener) -> Result<Self> {
        let site = Arc::new(Site::default());
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let router = Router::new().fallback(answer).with_state(Arc::clone(&site));
        let (stop, stopped) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        // A thread of its own, so that it answers whatever the caller is busy with.
        let thread = std::thread::Builder::new().name(format!("site {address}")).spawn(move || {
            runtime.block_on(async {
                let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
                // Ends at once and with every connection, for a stalled answer never ends by itself.
                tokio::select! {
                    _ = async { axum::serve(listener, router).await } => {}
                    _ = stopped => {}
                }
            });
        })?;
        Ok(Self { address, site, stop: Some(stop), thread: Some(thread) })
    }

    /// Serves this folder where no route says otherwise.
    pub fn folder(&self, folder: &Path) {
        *lock(&self.site.folder) = Some(ServeDir::new(folder));
    }

    /// As a proxy (see [`Browser::use_proxy`](crate::Browser::use_proxy)), serves
    /// `<folder>/<host>/<path>` for `http://<host>/<path>` where no route says otherwise. In text,
    /// `https:` addresses of these hosts become `http:`, for there are no certificates.
    pub fn mirror(&self, folder: &Path) -> Result<()> {
        *lock(&self.site.mirror) = Some(Mirror::new(folder)?);
        Ok(())
    }

    /// Answers with this reply what is nowhere else, in place of status 404.
    pub fn otherwise(&self, reply: Reply) {
        *lock(&self.site.otherwise) = Some(reply);
    }

    /// Answers this path (its query too, where it has one) with this reply from now on. As a proxy
    /// it answers for a host where the whole address is given.
    pub fn route(&self, path: &str, reply: Reply) {
        lock(&self.site.routes).insert(path.to_owned(), reply);
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The absolute address of a path, which begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The requests so far, in the order of their arrival.
    pub fn requests(&self) -> Vec<Recorded> {
        lock(&self.site.requests).clone()
    }

    /// The requests so far for one path, with its query if it has one, or for one address.
    pub fn requests_for(&self, path: &str) -> Vec<Recorded> {
        let is_it = |request: &Recorded| request.path == path || request.url() == path;
        self.requests().into_iter().filter(is_it).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response {
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str()).to_owned();
    // Who asks a proxy gives the whole address.
    let proxied = request.uri().authority().map(ToString::to_string);
    let headers = request.headers().iter();
    let headers: Vec<_> = headers
        .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect();
    let named = || headers.iter().find(|(name, _)| name == "host").map(|(_, host)| host.clone());
    let host = proxied.clone().or_else(named).unwrap_or_default();
    let record = Recorded { method: request.method().to_string(), host, path: path.clone(), headers };
    let key = if proxied.is_some() { record.url() } else { path };
    lock(&site.requests).push(record);
    let route = lock(&site.routes).get(&key).cloned();
    if let Some(reply) = route {
        if matches!(reply.body, Content::Silence) {
            // Ends when the browser goes away.
            std::future::pending::<()>().await;
        }
        return reply.into_response();
    }
    let missing = || lock(&site.otherwise).clone().unwrap_or_else(|| Reply::status(404)).into_response();
    let mut response = match proxied {
        Some(host) => {
            let mirror = lock(&site.mirror).clone();
            let reply = mirror.and_then(|mirror| mirror.reply(&host, request.uri().path()));
            reply.map_or_else(missing, Reply::into_response)
        }
        None => {
            let folder = lock(&site.folder).clone();
            match folder {
                Some(mut folder) => match folder.try_call(request).await {
                    Ok(response) if response.status() != StatusCode::NOT_FOUND => response.into_response(),
                    Ok(_) => missing(),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => missing(),
                    Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
                },
                None => missing(),
            }
        }
    };
    // Files change while one works on them.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
