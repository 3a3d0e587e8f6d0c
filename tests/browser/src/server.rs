//! Test sites on loopback: folders, pages and answers for a test, and faults. As a proxy, the server answers for any host.
//! It records every request.

mod mirror;
mod reply;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::oneshot;
use tower_http::services::ServeDir;

use mirror::Mirror;
pub use mirror::{Served, SiteFolder};
pub use reply::{Gate, Reply};

/// A request that arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// `GET`, `HEAD`...
    pub method: String,
    /// the host, with its port if it has one
    pub host: String,
    /// the path with its query
    pub path: String,
    /// the headers, names in lower case
    pub headers: Vec<(String, String)>,
    /// the browser's port, which names the connection
    pub client_port: u16,
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

#[derive(Debug, Default)]
struct Site {
    routes: Mutex<HashMap<String, Reply>>,
    requests: Mutex<Vec<Recorded>>,
    folder: Mutex<Option<ServeDir>>,
    mirror: Mutex<Option<Mirror>>,
    otherwise: Mutex<Option<Reply>>,
    headers: Mutex<Vec<(HeaderName, HeaderValue)>>,
}

/// A site on its own port. It ends when it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    site: Arc<Site>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The ports that sites had before.
static GIVEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());

/// Listens on a free port that no site of this program had before. On the same port, the browser would take it for the
/// earlier site and use its cache.
fn listen_on_unused_port() -> Result<TcpListener> {
    let mut given = lock(&GIVEN);
    let mut taken = Vec::new(); // held so that the system does not offer them again
    loop {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port of 127.0.0.1 is free")?;
        if given.insert(listener.local_addr()?.port()) {
            return Ok(listener);
        }
        taken.push(listener);
    }
}

impl Server {
    /// Starts an empty site on a free port. It answers 404.
    pub fn start() -> Result<Self> {
        Self::serve(listen_on_unused_port()?)
    }

    /// Starts an empty site on this port, even if another site had it before. 0 means a free port.
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
        let router = router.into_make_service_with_connect_info::<SocketAddr>();
        let (stop, stopped) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        // The server has its own thread, so that it answers while the caller is busy.
        let thread = std::thread::Builder::new().name(format!("site {address}")).spawn(move || {
            runtime.block_on(async {
                let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
                // The end closes every connection, because a stalled answer never ends by itself.
                tokio::select! {
                    _ = async { axum::serve(listener, router).await } => {}
                    _ = stopped => {}
                }
            });
        })?;
        Ok(Self { address, site, stop: Some(stop), thread: Some(thread) })
    }

    /// Serves this folder. Routes come before it.
    pub fn folder(&self, folder: &Path) {
        *lock(&self.site.folder) = Some(ServeDir::new(folder));
    }

    /// As a proxy (see `Browser::use_proxy`), serves `<folder>/<host>/<path>` for
    /// `http://<host>/<path>`. The rules are those of [`Server::sites`].
    pub fn mirror(&self, folder: &Path) -> Result<()> {
        *lock(&self.site.mirror) = Some(Mirror::of_hosts(folder)?);
        Ok(())
    }

    /// As a proxy, serves these sites as usual web servers do: see [`SiteFolder::file`]. A folder without a slash at the end
    /// is redirected. Routes come before the files. In text, `https:` addresses of these hosts become `http:`, because there
    /// are no certificates.
    pub fn sites(&self, sites: &[SiteFolder]) {
        *lock(&self.site.mirror) = Some(Mirror::new(sites));
    }

    /// Adds a header to every answer.
    pub fn header(&self, name: &'static str, value: &str) -> Result<()> {
        lock(&self.site.headers).push((HeaderName::from_static(name), value.parse()?));
        Ok(())
    }

    /// Sets the answer in place of status 404.
    pub fn otherwise(&self, reply: Reply) {
        *lock(&self.site.otherwise) = Some(reply);
    }

    /// Sets the answer for this path and query. As a proxy, it answers for a host if `path` is a whole address.
    pub fn route(&self, path: &str, reply: Reply) {
        lock(&self.site.routes).insert(path.to_owned(), reply);
    }

    /// The port of the server.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The absolute address of a path, which begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// All requests so far, in the order of their arrival.
    pub fn requests(&self) -> Vec<Recorded> {
        lock(&self.site.requests).clone()
    }

    /// The requests so far for one path and query, or for one address.
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
    let mut response = answer_of(&site, request).await;
    response.headers_mut().extend(lock(&site.headers).iter().cloned());
    response
}

async fn answer_of(site: &Site, request: Request) -> Response {
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str()).to_owned();
    // A request to a proxy has the whole address.
    let proxied = request.uri().authority().map(ToString::to_string);
    let headers = request.headers().iter();
    let headers: Vec<_> = headers
        .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect();
    let named = || headers.iter().find(|(name, _)| name == "host").map(|(_, host)| host.clone());
    let host = proxied.clone().or_else(named).unwrap_or_default();
    let client_port = request.extensions().get::<ConnectInfo<SocketAddr>>().map_or(0, |client| client.port());
    let record = Recorded { method: request.method().to_string(), host, path: path.clone(), headers, client_port };
    let key = if proxied.is_some() { record.url() } else { path };
    lock(&site.requests).push(record);
    let route = lock(&site.routes).get(&key).cloned();
    if let Some(reply) = route {
        if reply.is_silence() {
            // Ends when the browser closes the connection.
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
    // Files change during work on them.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
