//! Drives the flow for one site: find its sitemap, fetch it, read it as it arrives, show it.
//!
//! Fetching is a trait, so that the browser, the tests and the command line share every rule here.

use crate::address::{is_same_site, origin};
use crate::decode::{Decoder, TextDecoder};
use crate::diagnostics::{Diagnostic, Severity};
use crate::discover;
use crate::format::{Document, Structure};
use crate::limits::MAX_ROWS;
use crate::tree;
use crate::view::TreeView;
use serde::Serialize;
use std::cell::RefCell;

/// Bytes read before the page may paint again.
const SLICE: usize = 64 << 10;

/// Gets documents.
pub trait Fetch {
    /// The bytes of a response.
    type Body: Body;
    /// Asks for a document; without cookies.
    fn fetch(&self, url: &str) -> impl Future<Output = Result<Response<Self::Body>, FetchError>>;
    /// The platform's decoder for an encoding.
    fn text_decoder(label: &str) -> Option<Box<dyn TextDecoder>>;
    /// Lets others work where reading has taken long.
    fn pause(&self) -> impl Future<Output = ()> {
        std::future::ready(())
    }
}

/// The bytes of a response as they arrive, decompressed.
pub trait Body {
    /// The next bytes, or `None` at the end.
    fn chunk(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, FetchError>>;
}

/// An answer to a request.
#[derive(Debug)]
pub struct Response<B> {
    /// HTTP status.
    pub status: u16,
    /// Address after redirects.
    pub url: String,
    /// Length in bytes, where the server says so and the body is not compressed.
    pub length: Option<u64>,
    /// The bytes.
    pub body: B,
}

/// No answer, or one that broke off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FetchError(pub String);

/// How loading ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A tree is shown.
    Loaded,
    /// The site has no sitemap.
    NotFound,
    /// There is or may be a sitemap, but it could not be read.
    Failed,
    /// Stopped by the user or by a newer load.
    Stopped,
}

/// What came of loading a site's sitemap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Stable name of the reason.
    pub code: String,
    /// A sentence for the user.
    pub message: String,
    /// Whether trying again may help.
    pub retry: bool,
    /// The address it is about.
    pub url: String,
}

impl Outcome {
    fn new(status: Status, code: &str, retry: bool, url: &str, message: impl Into<String>) -> Outcome {
        Outcome { status, code: code.to_owned(), message: message.into(), retry, url: url.to_owned() }
    }

    fn stopped(url: &str) -> Outcome {
        Outcome::new(Status::Stopped, "stopped", true, url, "Loading was stopped.")
    }
}

/// How far loading is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Progress {
    /// Bytes read.
    pub bytes: u64,
    /// Bytes in all, where the server says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Pages read.
    pub pages: usize,
}

/// Which file the tree came from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Source {
    /// Its address.
    pub url: String,
    /// Its format.
    pub format: &'static str,
    /// Whether the site declared the structure.
    pub structure: Structure,
    /// Pages in it.
    pub pages: usize,
}

/// A load that has begun; see [`Session::begin`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load(u32);

/// One site's tree and what is being loaded for it.
#[derive(Debug, Default)]
pub struct Session {
    shown: Option<Document>,
    /// The origin that was asked for it.
    origin: Option<String>,
    /// Read beside a tree that is shown, until it has rows of its own.
    next: Option<Document>,
    view: TreeView,
    /// Number of the load under way; older ones find that theirs is another.
    load: u32,
    current: Option<String>,
}

impl Session {
    /// The document shown.
    pub fn document(&self) -> Option<&Document> {
        self.shown.as_ref()
    }

    /// The tree shown and its document.
    pub fn view(&self) -> (&TreeView, Option<&Document>) {
        (&self.view, self.shown.as_ref())
    }

    /// The tree shown and its document, to open and close branches.
    pub fn view_mut(&mut self) -> (&mut TreeView, Option<&Document>) {
        (&mut self.view, self.shown.as_ref())
    }

    /// Ends the load under way. What has come so far stays.
    pub fn stop(&mut self) {
        self.load += 1;
        if let Some(document) = self.loading() {
            document.finish();
        }
        self.show_next(true);
    }

    /// Takes what has been read since into the tree. Costs time in the number of open branches, so once a frame.
    pub fn sync(&mut self) {
        self.show_next(false);
    }

    /// Says which page is being looked at.
    pub fn set_current(&mut self, url: Option<&str>) {
        self.current = url.map(str::to_owned);
        self.view.set_current(url);
    }

    /// Which file the tree came from.
    pub fn source(&self) -> Option<Source> {
        let document = self.shown.as_ref()?;
        Some(Source {
            url: document.url().to_owned(),
            format: document.format()?,
            structure: document.structure(),
            pages: document.map().pages(),
        })
    }

    /// Findings about the document shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = self.shown.as_ref().map_or_else(Vec::new, Document::diagnostics);
        if self.view.is_cut() {
            diagnostics.push(Diagnostic {
                code: "limit-rows",
                severity: Severity::Warning,
                line: 1,
                column: 1,
                message: format!("The tree has more than {MAX_ROWS} rows; some branches stay closed."),
            });
        }
        diagnostics
    }

    /// Begins a load for the site of this address, ending one that is under way. The tree of another site goes at
    /// once.
    pub fn begin(&mut self, url: &str) -> Load {
        self.load += 1;
        self.next = None;
        let origin = origin(url);
        if std::mem::replace(&mut self.origin, origin.clone()) != origin && self.shown.is_some() {
            self.shown = None;
            self.reset_view();
        }
        Load(self.load)
    }

    fn reset_view(&mut self) {
        let version = self.view.version();
        self.view = TreeView::default();
        self.view.supersede(version);
        self.view.set_current(self.current.as_deref());
    }

    /// Shows the document being read if it has rows, or in any case where nothing else is shown.
    fn show_next(&mut self, complete: bool) {
        let is_due = |next: &Document| tree::has_rows(next.map()) || (complete && self.shown.is_none());
        if self.next.as_ref().is_some_and(is_due) {
            self.shown = self.next.take();
            self.reset_view();
        }
        if let Some(shown) = &self.shown {
            self.view.refresh(shown.map());
        }
    }

    fn loading(&mut self) -> Option<&mut Document> {
        self.next.as_mut().or(self.shown.as_mut())
    }
}

/// Finds the sitemap of the site that a page is on, and loads it.
pub async fn open_page<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    page_url: &str,
    progress: impl Fn(Progress),
) -> Outcome {
    let mut outcome = Outcome::new(
        Status::NotFound,
        "no-web-page",
        false,
        page_url,
        "This page is not on a web site, so it has no sitemap.",
    );
    for url in discover::candidates(page_url) {
        outcome = load_document(session, load, fetch, &url, &progress).await;
        if outcome.status != Status::NotFound {
            break;
        }
    }
    outcome
}

/// Loads this sitemap.
pub async fn open_sitemap<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    url: &str,
    progress: impl Fn(Progress),
) -> Outcome {
    load_document(session, load, fetch, url, &progress).await
}

async fn load_document<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    url: &str,
    progress: &impl Fn(Progress),
) -> Outcome {
    let is_over = || session.borrow().load != load.0;
    if is_over() {
        return Outcome::stopped(url);
    }
    let answer = fetch.fetch(url).await;
    if is_over() {
        return Outcome::stopped(url);
    }
    let mut response = match answer {
        Ok(response) => response,
        Err(FetchError(why)) => {
            let message = format!("The site could not be reached ({why}).");
            return Outcome::new(Status::Failed, "network", true, url, message);
        }
    };
    match response.status {
        200..=299 | 0 => {}
        404 | 410 => return Outcome::new(Status::NotFound, "no-sitemap", true, url, "This site has no sitemap."),
        status => {
            let message = match status {
                401 | 403 => format!("The site does not let its sitemap be read (status {status})."),
                429 => "The site asks to be left alone for a while (status 429).".to_owned(),
                500..=599 => {
                    format!("The site has a problem of its own and did not give its sitemap (status {status}).")
                }
                _ => format!("The site did not give its sitemap (status {status})."),
            };
            return Outcome::new(Status::Failed, "http-status", true, url, message);
        }
    }
    if !is_same_site(url, &response.url) {
        let message = "This site has no sitemap: it answers with another site.";
        return Outcome::new(Status::NotFound, "redirected", true, url, message);
    }
    let total = response.length;
    session.borrow_mut().next = Some(Document::new(&response.url));
    let mut decoder = Decoder::new(F::text_decoder);
    let mut broken = None;
    loop {
        let chunk = response.body.chunk().await;
        if is_over() {
            return Outcome::stopped(url);
        }
        let (chunk, last) = match chunk {
            Ok(Some(chunk)) => (chunk, false),
            Ok(None) => (Vec::new(), true),
            Err(FetchError(why)) => {
                broken = Some(why);
                (Vec::new(), true)
            }
        };
        for slice in chunk.chunks(SLICE).chain(last.then_some(&[][..])) {
            let now = {
                let mut session = session.borrow_mut();
                let Some(document) = session.loading() else { return Outcome::stopped(url) };
                decoder.push(slice, last, &mut |bytes| document.push(bytes));
                if last && let Some(label) = decoder.contradicted() {
                    document.note_encoding(label);
                }
                Progress { bytes: document.bytes(), total, pages: document.map().pages() }
            };
            progress(now);
            fetch.pause().await;
            if is_over() {
                return Outcome::stopped(url);
            }
        }
        let stopped = session.borrow_mut().loading().is_none_or(|document| document.is_stopped());
        if last || stopped {
            break;
        }
    }
    let mut session = session.borrow_mut();
    if let Some(document) = session.loading() {
        document.finish();
    }
    conclude(&mut session, url, broken)
}

/// Shows what was read, and says what came of it.
fn conclude(session: &mut Session, url: &str, broken: Option<String>) -> Outcome {
    let error = session.loading().and_then(|document| document.first_error());
    let is_page = error.as_ref().is_some_and(|e| matches!(e.code, "not-a-sitemap" | "not-xml" | "empty"));
    if is_page && broken.is_none() && session.next.as_ref().is_some_and(|next| next.map().is_empty()) {
        session.next = None;
        let message = "This site has no sitemap: it answers with something else.";
        return Outcome::new(Status::NotFound, "no-sitemap", true, url, message);
    }
    session.show_next(true);
    let has_rows = session.next.is_none() && !session.view.is_empty();
    if let Some(why) = broken {
        session.next = None;
        let rest = if has_rows { "what has come so far is shown" } else { "nothing of it can be shown yet" };
        let message = format!("The connection broke off in the middle of the sitemap ({why}); {rest}.");
        return Outcome::new(Status::Failed, "network", true, url, message);
    }
    match error {
        _ if has_rows => Outcome::new(Status::Loaded, "ok", false, url, "The sitemap is loaded."),
        Some(error) => {
            session.next = None;
            let message =
                format!("The sitemap cannot be shown: line {}, column {}: {}", error.line, error.column, error.message);
            Outcome::new(Status::Failed, error.code, true, url, message)
        }
        None => Outcome::new(Status::Failed, "no-root", true, url, "The sitemap has no pages."),
    }
}
