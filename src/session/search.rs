//! Finding a site's sitemap: place by place, until one gives a tree.

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

/// Where the sitemaps of the sites seen so far are, so that browsing a site does not look for them again and again. A
/// site without any has an empty list. It is meant to last as long as the browser runs. Each partition has entries of its
/// own: a site could read from a place that it named elsewhere that the same user has been there.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Memory(BTreeMap<String, RememberedSite>);

/// What is known of one site.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct RememberedSite {
    /// Where its sitemaps are, once that has been found out.
    places: Option<Vec<Place>>,
    /// Until when no request is made, in seconds since 1970, and the status that said so.
    paused: Option<(i64, u16)>,
}

/// Where a sitemap is, and what the index that names it says of all its pages.
type Place = (String, Context);

impl Memory {
    /// Forgets what is known of the site of this address in a session's partition, so that it is searched again.
    pub fn forget(&mut self, session: &Session, url: &str) {
        if let Some(key) = session.memory_key(url) {
            self.0.remove(&key);
        }
    }

    /// Adds what another memory knows about other sites, up to the limit. Its own knowledge is newer.
    pub fn learn(&mut self, other: Memory) {
        for (key, known) in other.0 {
            if self.0.len() < MAX_REMEMBERED_SITES {
                self.0.entry(key).or_insert(known);
            }
        }
    }

    /// What is known of a site, to be changed.
    fn of(&mut self, key: String) -> &mut RememberedSite {
        if self.0.len() >= MAX_REMEMBERED_SITES && !self.0.contains_key(&key) {
            self.0.clear();
        }
        self.0.entry(key).or_default()
    }

    /// Leaves a site alone that wants it.
    fn heed(&mut self, key: &str, outcome: &Outcome, now: i64) {
        if let Some(seconds) = outcome.retry_after_secs {
            let status = if outcome.code == Code::RateLimited { 429 } else { 503 };
            self.of(key.to_owned()).paused = Some((now.saturating_add(seconds.into()), status));
        }
    }

    fn remember(&mut self, key: String, places: Vec<Place>) {
        *self.of(key) = RememberedSite { places: Some(places), paused: None };
    }
}

impl Session {
    /// Under which a memory has what it knows of the site of an address; `None` for what is on no web site.
    fn memory_key(&self, url: &str) -> Option<String> {
        let origin = origin(url)?;
        Some(if self.partition.is_empty() { origin } else { format!("{} {origin}", self.partition) })
    }
}

/// Finds the sitemap of the site that a page is on, and loads it.
pub async fn open_page<F: Fetch>(
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
                memory.borrow_mut().heed(&key, &outcome, fetch.now());
                return outcome;
            }
            _ = memory.borrow_mut().0.remove(&key);
        }
        None => {}
    }
    let (outcome, found) = Search { loader, failed: None, first: None, unreached: 0 }.run(page_url).await;
    memory.borrow_mut().heed(&key, &outcome, fetch.now());
    match outcome.status {
        Status::Loaded | Status::NotFound => memory.borrow_mut().remember(key, found),
        // The next page asks for that one again, and searches only where it is gone.
        Status::Failed if !outcome.is_passing() => memory.borrow_mut().remember(key, vec![place(&outcome.url)]),
        Status::Failed | Status::Stopped => {}
    }
    outcome
}

fn place(url: &str) -> Place {
    (url.to_owned(), Context::default())
}

struct Search<'a, F, P> {
    loader: Loader<'a, F, P>,
    /// The first place that has a sitemap which cannot be read.
    failed: Option<Outcome>,
    /// The first place that has none.
    first: Option<Outcome>,
    /// How many places could not be reached.
    unreached: usize,
}

impl<F: Fetch, P: Fn(Progress)> Search<'_, F, P> {
    /// Goes from place to place. The first tree stays, unless it is a derived one and a place that the site itself
    /// names, or a usual one, declares a structure.
    async fn run(mut self, page_url: &str) -> (Outcome, Vec<Place>) {
        let mut steps = Steps::new(page_url);
        let mut found: Option<(Outcome, Vec<Place>)> = None;
        let mut probes = MAX_PROBES;
        while let Some(step) = steps.next() {
            let urls = match step {
                Step::Page(url) => {
                    steps.learn(self.page_links(&url).await);
                    continue;
                }
                Step::Robots(url) => {
                    steps.learn(self.robots(&url).await);
                    continue;
                }
                Step::Usual(url) => vec![url],
                Step::Named(urls) => urls,
            };
            if found.is_some() {
                // A list of what can be synchronized is no better than a tree that is there.
                for url in urls.iter().filter(|url| !url.ends_with(RESOURCESYNC)) {
                    if probes == 0 {
                        break;
                    }
                    probes -= 1;
                    // What is shown so far is to be seen meanwhile.
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
                    Status::NotFound => _ = self.first.get_or_insert(outcome),
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
            (self.first.unwrap_or(nothing), Vec::new())
        })
    }

    fn structure(&self) -> Structure {
        self.loader.session.borrow().site().structure()
    }

    /// Where some documents declare a structure and others do not, the declared one is loaded alone.
    async fn only_declared(&self) -> Option<(Outcome, Vec<Place>)> {
        let declared = self.loader.session.borrow().site().declared_among_derived()?;
        let outcome = self.loader.sitemaps(&declared).await;
        (outcome.status == Status::Loaded).then_some((outcome, declared))
    }

    /// The sitemaps that the head of a page names.
    async fn page_links(&self, url: &str) -> Vec<String> {
        let mut links: Option<PageLinks> = None;
        self.read(url, |bytes, answered_from| links.get_or_insert_with(|| PageLinks::new(answered_from)).push(bytes))
            .await;
        links.map_or_else(Vec::new, |links| links.sitemaps())
    }

    /// The sitemaps that robots.txt names.
    async fn robots(&self, url: &str) -> Vec<String> {
        let mut text = Vec::new();
        let mut from = url.to_owned();
        self.read(url, |bytes, answered_from| {
            from = answered_from.to_owned();
            text.extend_from_slice(bytes);
            text.len() > MAX_ROBOTS_BYTES
        })
        .await;
        robots::sitemaps(&text, &from)
    }

    /// Whether a document declares a structure: its begin tells.
    async fn declares(&self, url: &str) -> bool {
        let mut site = Site::default();
        let mut decoder = Decoder::new(F::text_decoder);
        let mut bytes_read = 0;
        self.read(url, |bytes, answered_from| {
            if site.documents() == 0 {
                site.begin(answered_from);
            }
            bytes_read += bytes.len() as u64;
            decoder.push(bytes, false, &mut |bytes| site.push(bytes));
            site.structure() == Structure::Declared || site.is_stopped() || bytes_read >= PROBE_BYTES
        })
        .await;
        site.structure() == Structure::Declared
    }

    /// Reads what is at an address until `take`, which gets the bytes and where they come from, has enough.
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
