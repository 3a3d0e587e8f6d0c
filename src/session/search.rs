//! Finds a site's sitemap: tries one place after the other until one gives a tree.

use super::fetch::{Body, Fetch};
use super::load::{Loader, end};
use super::memory::{Memory, Place, SiteBelow};
use super::nearby::{Nearby, sitemap_of};
use super::outcome::{Code, Outcome, Status};
use super::progress::Progress;
use super::request::no_sitemap;
use super::state::{Load, Session};
use super::wait;
use crate::decode::Decoder;
use crate::deferred::is_missing;
use crate::discover::{RESOURCESYNC, Step, Steps, robots};
use crate::findings::Reason;
use crate::format::Structure;
use crate::limits::{MAX_FACT_WAIT, MAX_PROBES, MAX_ROBOTS_BYTES, MAX_SILENCE, MAX_UNREACHED, PROBE_BYTES};
use crate::site::Site;
use crate::site_map::Context;
use futures_util::future::{Either, select};
use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::{Pin, pin};

/// Finds and loads the sitemap of the site that a page is on.
pub async fn open_page<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    memory: &RefCell<Memory>,
    page_url: &str,
    progress: impl Fn(Progress),
) -> Outcome {
    let search = Search::new(Loader { session, load, fetch, progress });
    let outcome = search.find_sitemap(memory, page_url).await;
    end(session, load, fetch, outcome).await
}

/// Looks for the site of a page near the page itself, because another site of the host is shown. `nearby` comes from
/// [`Session::nearby`] of the site that is shown. The outcome is `NotFound` if the page belongs to that site.
pub async fn open_nearby<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    memory: &RefCell<Memory>,
    page_url: &str,
    nearby: Nearby,
    progress: impl Fn(Progress),
) -> Outcome {
    let nothing =
        || Outcome::new(Status::NotFound, Code::NoSitemap, true, page_url, "This page has no site of its own.");
    let Some(key) = session.borrow().memory_key(page_url) else { return nothing() };
    let search = Search::new(Loader { session, load, fetch, progress });
    let outcome = match search.is_paused(memory, &key, page_url) {
        Some(outcome) => Some(outcome),
        None => search.near(memory, &key, page_url, &nearby).await,
    };
    // The menus of the visited pages belong to the site that is shown.
    let Some(outcome) = outcome else { return nothing() };
    memory.borrow_mut().note_pause(&key, &outcome, fetch.now());
    end(session, load, fetch, outcome).await
}

fn place(url: &str) -> Place {
    (url.to_owned(), Context::default())
}

/// A search for one site.
struct Search<'a, F, P> {
    loader: Loader<'a, F, P>,
    /// Outcome of the first place whose sitemap could not be read.
    failed: Option<Outcome>,
    /// Outcome of the first place without a sitemap.
    missing: Option<Outcome>,
    /// Number of places that could not be reached.
    unreached: usize,
    /// The first sitemaps that robots.txt names.
    named: Vec<String>,
    /// Remembered sitemaps that this load has requested and that are gone.
    gone: Vec<Place>,
}

impl<'a, F: Fetch, P: Fn(Progress)> Search<'a, F, P> {
    fn new(loader: Loader<'a, F, P>) -> Search<'a, F, P> {
        Search { loader, failed: None, missing: None, unreached: 0, named: Vec::new(), gone: Vec::new() }
    }

    /// Finds and loads the sitemap of the site that a page is on.
    async fn find_sitemap(mut self, memory: &RefCell<Memory>, page_url: &str) -> Outcome {
        let Loader { session, fetch, .. } = self.loader;
        let Some(key) = session.borrow().memory_key(page_url) else {
            let message = "This page is not on a web site, so it has no sitemap.";
            return Outcome::new(Status::NotFound, Code::NoWebPage, false, page_url, message);
        };
        if let Some(outcome) = self.is_paused(memory, &key, page_url) {
            return outcome;
        }
        let known = memory.borrow_mut().known(&key);
        let outcome = match known.site_below(page_url) {
            Some(site) => {
                self.prepare_site_below().await;
                if self.loader.is_over() {
                    return Outcome::stopped(page_url);
                }
                session.borrow_mut().set_folder(Some(&site.folder));
                self.below(memory, &key, page_url, site).await
            }
            None => None,
        };
        let outcome = match outcome {
            Some(outcome) => outcome,
            None => {
                session.borrow_mut().set_folder(None);
                self.of_host(memory, &key, page_url, known.places).await
            }
        };
        memory.borrow_mut().note_pause(&key, &outcome, fetch.now());
        outcome
    }

    /// Returns an outcome if the host has asked for a pause that is not over.
    fn is_paused(&self, memory: &RefCell<Memory>, key: &str, page_url: &str) -> Option<Outcome> {
        let (until, status) = memory.borrow_mut().known(key).paused?;
        let reason = if status == 429 { Reason::RateLimited { status } } else { Reason::ServerError { status } };
        (self.loader.fetch.now() < until).then(|| Outcome::failed(Code::RateLimited, true, page_url, reason))
    }

    /// Loads sitemaps as one site. The future is boxed, because several functions await it.
    async fn load(&self, places: &[Place]) -> Outcome {
        let outcome: Pin<Box<dyn Future<Output = Outcome> + '_>> = Box::pin(self.loader.sitemaps(places));
        outcome.await
    }

    /// Loads a known site below a path. Returns `None` if its sitemap is gone.
    async fn below(&self, memory: &RefCell<Memory>, key: &str, page_url: &str, site: &SiteBelow) -> Option<Outcome> {
        let folder = &site.folder;
        match &site.places {
            Some(places) if places.is_empty() => Some(no_sitemap(page_url)),
            Some(places) => {
                let outcome = self.load(places).await;
                if outcome.status == Status::NotFound {
                    memory.borrow_mut().change(key, |host| host.forget_site(folder));
                    return None;
                }
                Some(outcome)
            }
            None => {
                self.facts_of(page_url).await;
                let session = self.loader.session;
                session.borrow_mut().set_folder(None);
                let named = session.borrow().nearby_page(&memory.borrow(), page_url).unwrap_or_default();
                session.borrow_mut().set_folder(Some(folder));
                let folders = vec![folder.clone()];
                let nearby = Nearby { folders, home: Some(folder.clone()), has_tree: false, ..named };
                self.near(memory, key, page_url, &nearby).await
            }
        }
    }

    /// Loads the host's own site, and then looks for a site below a path if the page is not in that tree.
    async fn of_host(
        &mut self,
        memory: &RefCell<Memory>,
        key: &str,
        page_url: &str,
        places: Option<Vec<Place>>,
    ) -> Outcome {
        let mut outcome = match places {
            Some(places) if places.is_empty() => Some(no_sitemap(page_url)),
            Some(places) => {
                let outcome = self.load(&places).await;
                let is_gone = outcome.status == Status::NotFound;
                if is_gone {
                    self.gone = places;
                }
                (!is_gone).then_some(outcome)
            }
            None => None,
        };
        if outcome.is_none() {
            memory.borrow_mut().change(key, |host| host.places = None);
            let (found_outcome, found) = self.run(page_url).await;
            memory.borrow_mut().change(key, |host| host.note_asked(self.named.drain(..)));
            match found_outcome.status {
                Status::Loaded | Status::NotFound => memory.borrow_mut().remember(key, found),
                // The next load requests the same place again. It searches the site only if the sitemap there is gone.
                Status::Failed if !found_outcome.is_temporary() => {
                    memory.borrow_mut().remember(key, vec![place(&found_outcome.url)]);
                }
                Status::Failed | Status::Stopped => {}
            }
            outcome = Some(found_outcome);
        }
        let Some(outcome) = outcome else { return no_sitemap(page_url) };
        if outcome.status == Status::Stopped || outcome.is_temporary() || self.loader.is_over() {
            return outcome;
        }
        let session = self.loader.session;
        let mut page = page_url.to_owned();
        if session.borrow().is_elsewhere(page_url) {
            page = self.facts_of(page_url).await;
        }
        let nearby = session.borrow().nearby_page(&memory.borrow(), &page);
        match nearby {
            Some(nearby) if !self.loader.is_over() => self.near(memory, key, &page, &nearby).await.unwrap_or(outcome),
            _ => outcome,
        }
    }

    /// Waits until the facts of the page in the tab have arrived, if they are expected. Returns its address.
    async fn facts_of(&self, page_url: &str) -> String {
        let Loader { session, load, fetch, .. } = &self.loader;
        let arrived = poll_fn(|context| session.borrow_mut().poll_facts(*load, page_url, context.waker()));
        match select(pin!(arrived), pin!(fetch.sleep(MAX_FACT_WAIT))).await {
            Either::Left((page, _)) => page,
            Either::Right(_) => page_url.to_owned(),
        }
    }

    /// Loads the second module of the engine, which adds the home page of a site below a path to its tree. If this fails,
    /// the tree is shown without it.
    async fn prepare_site_below(&self) {
        if is_missing() {
            let _ = self.loader.fetch.load_deferred().await;
        }
    }

    /// Looks for the site of a page near the page. Returns `None` if there is none.
    async fn near(&self, memory: &RefCell<Memory>, key: &str, page_url: &str, nearby: &Nearby) -> Option<Outcome> {
        let Loader { session, .. } = &self.loader;
        // A load that was stopped may not have requested these addresses, so the next load may request them.
        let note = |urls: &[Place]| {
            if !self.loader.is_over() {
                memory.borrow_mut().change(key, |host| host.note_asked(urls.iter().map(|(url, _)| url.clone())));
            }
        };
        self.prepare_site_below().await;
        if self.loader.is_over() {
            return Some(Outcome::stopped(page_url));
        }
        let before = session.borrow().folder.clone();
        if let Some((folder, _)) = nearby.own.first() {
            let places: Vec<Place> =
                nearby.own.iter().filter(|(other, _)| other == folder).map(|(_, url)| place(url)).collect();
            session.borrow_mut().set_folder(Some(folder));
            let outcome = self.load(&places).await;
            note(&places);
            if outcome.status == Status::Loaded {
                memory.borrow_mut().remember_below(key, folder, places);
                return Some(outcome);
            }
        }
        for folder in &nearby.folders {
            let url = sitemap_of(folder);
            let is_about = self.probe(&url, &|site| site.is_about(folder)).await;
            note(&[place(&url)]);
            if is_about {
                session.borrow_mut().set_folder(Some(folder));
                let outcome = self.load(&[place(&url)]).await;
                if outcome.status == Status::Loaded {
                    memory.borrow_mut().remember_below(key, folder, vec![place(&url)]);
                    return Some(outcome);
                }
            }
            if self.loader.is_over() {
                return Some(Outcome::stopped(page_url));
            }
        }
        session.borrow_mut().set_folder(before.as_deref());
        if nearby.has_tree {
            for url in nearby.named.iter().take(MAX_PROBES) {
                let is_declared = self.declares(url).await;
                note(&[place(url)]);
                if is_declared {
                    let outcome = self.load(&[place(url)]).await;
                    if outcome.status == Status::Loaded {
                        memory.borrow_mut().remember(key, vec![place(url)]);
                        return Some(outcome);
                    }
                }
            }
        } else if !nearby.named.is_empty() {
            let places: Vec<Place> = nearby.named.iter().map(|url| place(url)).collect();
            let outcome = self.load(&places).await;
            note(&places);
            if outcome.status == Status::Loaded {
                memory.borrow_mut().remember(key, places);
            }
            if outcome.status != Status::NotFound {
                return Some(outcome);
            }
        }
        let home = nearby.home.as_deref().filter(|_| !self.loader.is_over())?;
        memory.borrow_mut().remember_below(key, home, Vec::new());
        session.borrow_mut().set_folder(Some(home));
        session.borrow_mut().clear();
        Some(no_sitemap(page_url))
    }

    /// Tries one place after the other and keeps the first tree. A derived tree is replaced if a later place declares a
    /// structure.
    async fn run(&mut self, page_url: &str) -> (Outcome, Vec<Place>) {
        let mut steps = Steps::new(page_url);
        let mut found: Option<(Outcome, Vec<Place>)> = None;
        let mut probes = MAX_PROBES;
        while let Some(step) = steps.next() {
            let mut urls = match step {
                Step::Robots(url) => {
                    steps.push_named(self.robots(&url).await);
                    continue;
                }
                Step::Usual(url) => vec![url],
                Step::Named(urls) => {
                    /// A page names few sitemaps, so few need to be remembered.
                    const REMEMBERED: usize = 10;
                    self.named.extend(urls.iter().take(REMEMBERED).cloned());
                    urls
                }
            };
            urls.retain(|url| !self.gone.iter().any(|(gone, _)| gone == url));
            if urls.is_empty() {
                continue;
            }
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
                        let outcome = self.load(&[place(url)]).await;
                        if outcome.status == Status::Loaded {
                            return (outcome, vec![place(url)]);
                        }
                    }
                }
            } else {
                let places: Vec<Place> = urls.iter().map(|url| place(url)).collect();
                let outcome = self.load(&places).await;
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
        let failed = self.failed.take().map(|failed| (failed, Vec::new()));
        let nothing = || (self.missing.take().unwrap_or_else(|| no_sitemap(page_url)), Vec::new());
        found.or(failed).unwrap_or_else(nothing)
    }

    fn structure(&self) -> Structure {
        self.loader.session.borrow().site().structure()
    }

    /// Loads only the documents that declare a structure. Returns `None` if all documents do, or none, or if this
    /// fails.
    async fn only_declared(&self) -> Option<(Outcome, Vec<Place>)> {
        let declared = self.loader.session.borrow().site().declared_among_derived()?;
        let outcome = self.load(&declared).await;
        (outcome.status == Status::Loaded).then_some((outcome, declared))
    }

    /// Returns the sitemaps that robots.txt names.
    async fn robots(&self, url: &str) -> Vec<String> {
        let mut text = Vec::new();
        let mut address = url.to_owned();
        self.read(url, &mut |bytes, source| {
            address = source.to_owned();
            text.extend_from_slice(bytes);
            text.len() > MAX_ROBOTS_BYTES
        })
        .await;
        robots::sitemaps(&text, &address)
    }

    /// Returns `true` if a document declares a structure in its first [`PROBE_BYTES`].
    async fn declares(&self, url: &str) -> bool {
        self.probe(url, &|site| site.structure() == Structure::Declared).await
    }

    /// Reads the first [`PROBE_BYTES`] of a document. Returns `true` if it meets the condition.
    async fn probe(&self, url: &str, condition: &dyn Fn(&Site) -> bool) -> bool {
        let mut site = Site::default();
        let mut decoder = Decoder::new(F::text_decoder);
        let mut bytes_read = 0;
        self.read(url, &mut |bytes, source| {
            if site.documents() == 0 {
                site.begin(source);
            }
            bytes_read += bytes.len() as u64;
            decoder.push(bytes, false, &mut |bytes| site.push(bytes));
            condition(&site) || site.is_stopped() || bytes_read >= PROBE_BYTES
        })
        .await;
        condition(&site)
    }

    /// Reads a document until `take` returns `true`. `take` gets the next bytes and the address that they come from.
    async fn read(&self, url: &str, take: &mut dyn FnMut(&[u8], &str) -> bool) {
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
