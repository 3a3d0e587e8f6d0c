//! Finds a site's sitemap: tries one place after the other until one gives a tree.

use super::fetch::{Body, Fetch};
use super::load::Loader;
use super::outcome::{Code, Outcome, Status};
use super::progress::Progress;
use super::state::{Load, Session};
use super::wait;
use crate::address::origin;
use crate::decode::Decoder;
use crate::discover::page_links::PageLinks;
use crate::discover::{RESOURCESYNC, Step, Steps, robots};
use crate::findings::Reason;
use crate::format::Structure;
use crate::limits::{MAX_PROBES, MAX_REMEMBERED_SITES, MAX_ROBOTS_BYTES, MAX_SILENCE, MAX_UNREACHED, PROBE_BYTES};
use crate::site::Site;
use crate::site_map::Context;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Remembers where the sitemaps of visited sites are, so each site is searched only once. Keep it as long as the
/// browser runs.
///
/// Each partition has its own entries. Otherwise a site could recognize a user by the place that it named in another
/// partition.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Memory(BTreeMap<String, RememberedSite>);

/// What is known about one site.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct RememberedSite {
    /// Its sitemaps. Empty if it has none; `None` if it has not been searched.
    places: Option<Vec<Place>>,
    /// Time of the next permitted request, in seconds since 1970-01-01T00:00:00Z, and the HTTP status that asked for
    /// the pause.
    paused: Option<(i64, u16)>,
}

/// Address of a sitemap, and what the index that names it says about its pages.
type Place = (String, Context);

impl Memory {
    /// Forgets the site of this address in the session's partition. The next load searches it again.
    pub fn forget(&mut self, session: &Session, url: &str) {
        if let Some(key) = session.memory_key(url) {
            self.0.remove(&key);
        }
    }

    /// Adds the sites of another memory, up to [`MAX_REMEMBERED_SITES`]. Existing entries stay, because they are newer.
    pub fn merge(&mut self, other: Memory) {
        for (key, known) in other.0 {
            if self.0.len() < MAX_REMEMBERED_SITES {
                self.0.entry(key).or_insert(known);
            }
        }
    }

    /// The entry of a site, which is added if it is missing.
    fn entry(&mut self, key: String) -> &mut RememberedSite {
        if self.0.len() >= MAX_REMEMBERED_SITES && !self.0.contains_key(&key) {
            self.0.clear();
        }
        self.0.entry(key).or_default()
    }

    /// Notes the pause that a site asks for.
    fn note_pause(&mut self, key: &str, outcome: &Outcome, now: i64) {
        if let Some(seconds) = outcome.retry_after_secs {
            let status = if outcome.code == Code::RateLimited { 429 } else { 503 };
            self.entry(key.to_owned()).paused = Some((now.saturating_add(seconds.into()), status));
        }
    }

    fn remember(&mut self, key: String, places: Vec<Place>) {
        *self.entry(key) = RememberedSite { places: Some(places), paused: None };
    }
}

impl Session {
    /// The key of a site in a [`Memory`]. `None` if the address is not on the web.
    fn memory_key(&self, url: &str) -> Option<String> {
        let origin = origin(url)?;
        Some(if self.partition.is_empty() { origin } else { format!("{} {origin}", self.partition) })
    }
}

/// Finds and loads the sitemap of the site that a page is on.
pub async fn open_page<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    memory: &RefCell<Memory>,
    page_url: &str,
    progress: impl Fn(Progress),
) -> Outcome {
    let outcome = find_sitemap(session, load, fetch, memory, page_url, progress).await;
    session.borrow_mut().end(load, outcome)
}

async fn find_sitemap<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    memory: &RefCell<Memory>,
    page_url: &str,
    progress: impl Fn(Progress),
) -> Outcome {
    let Some(key) = session.borrow().memory_key(page_url) else {
        let message = "This page is not on a web site, so it has no sitemap.";
        return Outcome::new(Status::NotFound, Code::NoWebPage, false, page_url, message);
    };
    let loader = Loader { session, load, fetch, progress };
    let RememberedSite { places, paused } = memory.borrow().0.get(&key).cloned().unwrap_or_default();
    if let Some((until, status)) = paused
        && fetch.now() < until
    {
        let reason = if status == 429 { Reason::RateLimited { status } } else { Reason::ServerError { status } };
        return Outcome::failed(Code::RateLimited, true, page_url, reason);
    }
    match places {
        Some(places) if places.is_empty() => {
            return Outcome::new(Status::NotFound, Code::NoSitemap, true, page_url, "This site has no sitemap.");
        }
        Some(places) => {
            let outcome = loader.sitemaps(&places).await;
            if outcome.status != Status::NotFound {
                memory.borrow_mut().note_pause(&key, &outcome, fetch.now());
                return outcome;
            }
            _ = memory.borrow_mut().0.remove(&key);
        }
        None => {}
    }
    let (outcome, found) = Search { loader, failed: None, missing: None, unreached: 0 }.run(page_url).await;
    memory.borrow_mut().note_pause(&key, &outcome, fetch.now());
    match outcome.status {
        Status::Loaded | Status::NotFound => memory.borrow_mut().remember(key, found),
        // The next load requests the same place again. It searches the site only if the sitemap there is gone.
        Status::Failed if !outcome.is_temporary() => memory.borrow_mut().remember(key, vec![place(&outcome.url)]),
        Status::Failed | Status::Stopped => {}
    }
    outcome
}

fn place(url: &str) -> Place {
    (url.to_owned(), Context::default())
}

struct Search<'a, F, P> {
    loader: Loader<'a, F, P>,
    /// Outcome of the first place whose sitemap could not be read.
    failed: Option<Outcome>,
    /// Outcome of the first place without a sitemap.
    missing: Option<Outcome>,
    /// Number of places that could not be reached.
    unreached: usize,
}

impl<F: Fetch, P: Fn(Progress)> Search<'_, F, P> {
    /// Tries one place after the other and keeps the first tree. A derived tree is replaced if a later place declares a
    /// structure.
    async fn run(mut self, page_url: &str) -> (Outcome, Vec<Place>) {
        let mut steps = Steps::new(page_url);
        let mut found: Option<(Outcome, Vec<Place>)> = None;
        let mut probes = MAX_PROBES;
        while let Some(step) = steps.next() {
            let urls = match step {
                Step::Page(url) => {
                    steps.push_named(self.page_links(&url).await);
                    continue;
                }
                Step::Robots(url) => {
                    steps.push_named(self.robots(&url).await);
                    continue;
                }
                Step::Usual(url) => vec![url],
                Step::Named(urls) => urls,
            };
            if found.is_some() {
                // A ResourceSync list is no better than the tree that was found.
                for url in urls.iter().filter(|url| !url.ends_with(RESOURCESYNC)) {
                    if probes == 0 {
                        break;
                    }
                    probes -= 1;
                    // Shows the tree so far while the search goes on.
                    self.loader.report_progress();
                    if self.declares(url).await {
                        let outcome = self.loader.sitemap(url).await;
                        if outcome.status == Status::Loaded {
                            return (outcome, vec![place(url)]);
                        }
                    }
                }
            } else {
                let places: Vec<Place> = urls.iter().map(|url| place(url)).collect();
                let outcome = self.loader.sitemaps(&places).await;
                match outcome.status {
                    Status::Loaded => match self.only_declared().await {
                        Some(declared) => return declared,
                        None if self.structure() == Structure::Declared => return (outcome, places),
                        None => found = Some((outcome, places)),
                    },
                    Status::Stopped => return (outcome, Vec::new()),
                    Status::NotFound => _ = self.missing.get_or_insert(outcome),
                    Status::Failed => {
                        self.unreached += usize::from(outcome.code == Code::Network);
                        let is_final = outcome.retry_after_secs.is_some() || self.unreached >= MAX_UNREACHED;
                        let failed = self.failed.get_or_insert(outcome);
                        if is_final {
                            return (failed.clone(), Vec::new());
                        }
                    }
                }
            }
            if self.loader.is_over() {
                return (Outcome::stopped(page_url), Vec::new());
            }
        }
        found.or(self.failed.map(|failed| (failed, Vec::new()))).unwrap_or_else(|| {
            let nothing = Outcome::new(Status::NotFound, Code::NoSitemap, true, page_url, "This site has no sitemap.");
            (self.missing.unwrap_or(nothing), Vec::new())
        })
    }

    fn structure(&self) -> Structure {
        self.loader.session.borrow().site().structure()
    }

    /// Loads only the documents that declare a structure. Returns `None` if all documents do, or none, or if this
    /// fails.
    async fn only_declared(&self) -> Option<(Outcome, Vec<Place>)> {
        let declared = self.loader.session.borrow().site().declared_among_derived()?;
        let outcome = self.loader.sitemaps(&declared).await;
        (outcome.status == Status::Loaded).then_some((outcome, declared))
    }

    /// The sitemaps that a page links in its head.
    async fn page_links(&self, url: &str) -> Vec<String> {
        let mut links: Option<PageLinks> = None;
        self.read(url, |bytes, source| links.get_or_insert_with(|| PageLinks::new(source)).push(bytes)).await;
        links.map_or_else(Vec::new, |links| links.sitemaps())
    }

    /// The sitemaps that robots.txt names.
    async fn robots(&self, url: &str) -> Vec<String> {
        let mut text = Vec::new();
        let mut address = url.to_owned();
        self.read(url, |bytes, source| {
            address = source.to_owned();
            text.extend_from_slice(bytes);
            text.len() > MAX_ROBOTS_BYTES
        })
        .await;
        robots::sitemaps(&text, &address)
    }

    /// Returns `true` if a document declares a structure in its first [`PROBE_BYTES`].
    async fn declares(&self, url: &str) -> bool {
        let mut site = Site::default();
        let mut decoder = Decoder::new(F::text_decoder);
        let mut bytes_read = 0;
        self.read(url, |bytes, source| {
            if site.documents() == 0 {
                site.begin(source);
            }
            bytes_read += bytes.len() as u64;
            decoder.push(bytes, false, &mut |bytes| site.push(bytes));
            site.structure() == Structure::Declared || site.is_stopped() || bytes_read >= PROBE_BYTES
        })
        .await;
        site.structure() == Structure::Declared
    }

    /// Reads a document until `take` returns `true`. `take` gets the next bytes and the address that they come from.
    async fn read(&self, url: &str, mut take: impl FnMut(&[u8], &str) -> bool) {
        if self.loader.is_over() {
            return;
        }
        let Ok(mut response) = self.loader.get(url).await else { return };
        while !self.loader.is_over()
            && let Ok(Some(chunk)) = wait::in_time(self.loader.fetch, MAX_SILENCE, response.body.chunk()).await
            && !take(&chunk, &response.url)
        {
            self.loader.fetch.pause().await;
        }
    }
}
