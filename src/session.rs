//! Drives the flow for one site: find its sitemap, fetch it, read it as it arrives, show it.
//!
//! Fetching is a trait, so that the browser, the tests and the command line share every rule here.

mod excerpts;
mod load;
mod request;
mod search;
mod wait;

pub use excerpts::{Spot, excerpts};
pub(crate) use load::SLICE;
pub use load::{open_document, open_sitemap, read_body};
pub use request::Cache;
pub use search::{Memory, open_page};

use crate::address::origin;
use crate::decode::TextDecoder;
use crate::diagnostics::{Diagnostic, Severity};
use crate::format::Structure;
use crate::limits::{DOCUMENTS_AT_ONCE, MAX_DOCUMENTS_AT_ONCE, MAX_ROWS};
use crate::reason::Reason;
use crate::site::Site;
use crate::view::TreeView;
use serde::Serialize;
use std::time::Duration;

/// Gets documents.
pub trait Fetch {
    /// The bytes of a response.
    type Body: Body;
    /// Requests a document without cookies, and follows no redirect. Dropping the future or the body of its result ends
    /// the request.
    fn fetch(&self, url: &str, cache: Cache) -> impl Future<Output = Result<Response<Self::Body>, FetchError>>;
    /// Whether the user allows requests to the host of this address.
    fn may_access(&self, _url: &str) -> impl Future<Output = bool> {
        std::future::ready(true)
    }
    /// Whether there is no network: what sites answer then is what the browser has kept, but for this very machine.
    fn is_offline(&self) -> bool {
        false
    }
    /// Lets time pass. Where it does not, sites are waited for without end.
    fn sleep(&self, _time: Duration) -> impl Future<Output = ()> {
        std::future::pending()
    }
    /// Seconds since 1970.
    fn now(&self) -> i64 {
        0
    }
    /// An address as the platform reads it, which knows more ways to write a host than this program does.
    fn canonical(url: &str) -> String {
        url.to_owned()
    }
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
    /// The address that answers.
    pub url: String,
    /// The absolute address that a redirect leads to, if that is known.
    pub location: Option<String>,
    /// Length in bytes, where the server says so and the body is not compressed.
    pub length: Option<u64>,
    /// Whether the site could not be reached, and this is what it answered another time.
    pub stale: bool,
    /// The header `Retry-After`.
    pub retry_after: Option<String>,
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
    pub code: &'static str,
    /// A sentence in English.
    pub message: String,
    /// Where it failed: why, for who says it in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Whether trying again may help.
    pub retry: bool,
    /// The address it is about.
    pub url: String,
    /// Seconds that the site wants to be left alone.
    #[serde(skip)]
    pub alone: Option<u32>,
}

impl Outcome {
    fn new(status: Status, code: &'static str, retry: bool, url: &str, message: impl Into<String>) -> Outcome {
        Outcome { status, code, message: message.into(), reason: None, retry, url: url.to_owned(), alone: None }
    }

    fn failed(code: &'static str, retry: bool, url: &str, reason: Reason) -> Outcome {
        let outcome = Outcome::new(Status::Failed, code, retry, url, reason.to_string());
        Outcome { reason: Some(reason), ..outcome }
    }

    /// Whether it says nothing about the site but only about this time.
    fn is_passing(&self) -> bool {
        matches!(self.code, "network" | "no-access") || self.alone.is_some()
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
    /// Further documents of the site, while these are loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documents: Option<DocumentProgress>,
}

/// How many further documents have come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DocumentProgress {
    /// Those that have come, or failed.
    pub done: usize,
    /// Those that are to come, and these.
    pub total: usize,
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
    /// Pages in the tree.
    pub pages: usize,
    /// Documents that they come from.
    pub documents: usize,
    /// Whether the site could not be reached for all of them, so that the tree is as it was another time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
}

/// A load that has begun; see [`Session::begin`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load(u32);

/// One site's tree and what is being loaded for it.
#[derive(Debug, Default)]
pub struct Session {
    shown: Option<Site>,
    /// The origin that was asked for it.
    origin: Option<String>,
    /// Read beside a tree that is shown, until it has rows of its own.
    next: Option<Site>,
    view: TreeView,
    /// Number of the load under way; older ones find that theirs is another.
    load: u32,
    /// What is wrong with sitemaps that were to be shown and could not.
    passed_over: Vec<Diagnostic>,
    /// Further documents that are loaded at once, where that was said.
    documents_at_once: Option<usize>,
    /// What keeps visits apart that sites must not be able to connect: the name of a browser's container. Empty for
    /// visits that are in none.
    partition: String,
}

impl Session {
    /// The site shown.
    pub fn site(&self) -> Option<&Site> {
        self.shown.as_ref()
    }

    /// About how many bytes of memory it takes: every page, list, text and row, whether it has an address or not.
    pub fn memory(&self) -> usize {
        let sites = [&self.shown, &self.next].into_iter().flatten().map(Site::memory).sum::<usize>();
        sites + self.view.memory()
    }

    /// The tree shown and its site.
    pub fn view(&self) -> (&TreeView, Option<&Site>) {
        (&self.view, self.shown.as_ref())
    }

    /// The tree shown and its site, to open and close branches.
    pub fn view_mut(&mut self) -> (&mut TreeView, Option<&Site>) {
        (&mut self.view, self.shown.as_ref())
    }

    /// Ends the load under way. What has come so far stays.
    pub fn stop(&mut self) {
        self.load += 1;
        if let Some(site) = self.loading() {
            site.interrupt();
        }
        self.show_next(true);
    }

    /// Takes what has been read since into the tree. Costs time in the number of open branches, so once a frame.
    pub fn sync(&mut self) {
        self.show_next(false);
    }

    /// Says which page is being looked at.
    pub fn set_current(&mut self, url: Option<&str>) {
        self.view.set_current(url);
    }

    /// Says how many further documents are loaded at once, from the next load on: from 1 to [`MAX_DOCUMENTS_AT_ONCE`],
    /// and [`DOCUMENTS_AT_ONCE`] if nothing is said.
    pub fn set_documents_at_once(&mut self, number: usize) {
        self.documents_at_once = Some(number.clamp(1, MAX_DOCUMENTS_AT_ONCE));
    }

    /// Says which partition the site is visited in. To be called before the first load.
    pub fn set_partition(&mut self, name: &str) {
        name.clone_into(&mut self.partition);
    }

    fn documents_at_once(&self) -> usize {
        self.documents_at_once.unwrap_or(DOCUMENTS_AT_ONCE)
    }

    /// Which file the tree came from.
    pub fn source(&self) -> Option<Source> {
        let site = self.shown.as_ref()?;
        Some(Source {
            url: site.url().to_owned(),
            format: site.format()?,
            structure: site.structure(),
            pages: site.map().pages(),
            documents: site.documents(),
            stale: site.is_stale(),
        })
    }

    /// Findings about the documents of the site shown, behind what kept others from being shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = self.passed_over.clone();
        diagnostics.extend(self.shown.iter().flat_map(Site::diagnostics));
        if self.view.is_cut() {
            diagnostics.push(Diagnostic {
                code: "limit-rows",
                severity: Severity::Warning,
                line: 1,
                column: 1,
                message: format!("The tree has more than {MAX_ROWS} rows; some branches stay closed."),
                url: None,
            });
        }
        diagnostics
    }

    /// Begins a load for the site of this address, ending one that is under way. The tree of another site goes at
    /// once.
    pub fn begin(&mut self, url: &str) -> Load {
        self.next = None;
        self.passed_over.clear();
        let origin = origin(url);
        if std::mem::replace(&mut self.origin, origin.clone()) != origin && self.shown.is_some() {
            self.shown = None;
            self.view.renew(None);
        }
        self.begin_more()
    }

    /// Begins to load more of the site that is shown.
    pub fn begin_more(&mut self) -> Load {
        if let Some(site) = self.loading() {
            site.interrupt();
        }
        self.load += 1;
        Load(self.load)
    }

    /// Shows the site being read if it has rows, or in any case where nothing else is shown.
    fn show_next(&mut self, complete: bool) {
        let is_due = |next: &Site| match complete {
            true => next.has_rows() || self.shown.is_none(),
            false => next.has_pages(),
        };
        if self.next.as_ref().is_some_and(is_due) {
            self.view.renew(self.shown.as_ref().map(Site::map));
            self.shown = self.next.take();
        }
        if let Some(shown) = &self.shown {
            self.view.refresh(shown.map());
        }
    }

    fn loading(&mut self) -> Option<&mut Site> {
        self.next.as_mut().or(self.shown.as_mut())
    }

    fn is_over(&self, load: Load) -> bool {
        self.load != load.0
    }
}
