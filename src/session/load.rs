//! Loading documents: a sitemap and its child sitemaps.

use super::conclude::{Break, Miss, Tally, conclude};
use super::facts::refresh_rest;
use super::fetch::{Body, Fetch, FetchError, Response};
use super::outcome::{Code, Outcome, Status};
use super::progress::{DocumentProgress, Progress};
use super::request::{Purpose, host, no_sitemap};
use super::state::{Load, Session};
use super::{request, wait};
use crate::decode::Decoder;
use crate::findings::Reason;
use crate::limits::{MAX_LOAD_BYTES, MAX_SILENCE, MAX_UNREACHED, PAGES_AT_ONCE, SLICE_BYTES};
use crate::site::Site;
use crate::site_map::{Context, LoadState, NodeId};
use futures_util::stream::{FuturesOrdered, StreamExt};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// Requests that run at the same time. The responses are still read in order.
const REQUESTS_AT_ONCE: usize = 4;

/// What every part of a load needs.
pub(super) struct Loader<'a, F, P> {
    pub(super) session: &'a RefCell<Session>,
    pub(super) load: Load,
    pub(super) fetch: &'a F,
    pub(super) progress: P,
}

/// Where a document's pages go.
#[derive(Clone, Copy, Debug, Default)]
struct Target {
    /// The row that the pages go below; `None` for the top level.
    under: Option<NodeId>,
    context: Context,
    /// Bytes read before this document, for the progress.
    bytes: u64,
    /// Progress of the child sitemaps.
    documents: Option<DocumentProgress>,
}

/// Loads a sitemap and its child sitemaps.
pub async fn open_sitemap<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    url: &str,
    progress: impl Fn(Progress),
) -> Outcome {
    let outcome = Loader { session, load, fetch, progress }.sitemap(url).await;
    end(session, load, fetch, outcome).await
}

/// Ends a load and builds the rest of the rows.
pub(super) async fn end<F: Fetch>(session: &RefCell<Session>, load: Load, fetch: &F, outcome: Outcome) -> Outcome {
    let shown = session.borrow_mut().end(load, outcome);
    refresh_rest(session, fetch).await;
    // The last step may have made the tree of a site without a sitemap.
    let session = session.borrow();
    session.outcome().filter(|_| !session.is_over(load)).unwrap_or(shown)
}

/// Loads the child sitemap that a row stands for, for the first time or after a failure. A row for skipped child
/// sitemaps loads the next of them.
pub async fn open_document<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    row: Option<NodeId>,
    progress: impl Fn(Progress),
) -> Outcome {
    let outcome = match row {
        Some(row) => Loader { session, load, fetch, progress }.document(row).await,
        None => Outcome::stopped(""),
    };
    end(session, load, fetch, outcome).await
}

/// Loads all child sitemaps whose pages are not in the tree, and those that they name.
pub async fn open_missing<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    progress: impl Fn(Progress),
) -> Outcome {
    let outcome = Loader { session, load, fetch, progress }.missing_documents().await;
    end(session, load, fetch, outcome).await
}

/// Reads bytes that do not come from the network: a file that the user has chosen.
pub async fn read_body<F: Fetch>(
    session: &RefCell<Session>,
    load: Load,
    fetch: &F,
    response: Response<F::Body>,
    progress: impl Fn(Progress),
) -> Outcome {
    let url = response.url.clone();
    let outcome = Loader { session, load, fetch, progress }.sitemap_from(&url, Ok(response)).await;
    end(session, load, fetch, outcome).await
}

impl<F: Fetch, P: Fn(Progress)> Loader<'_, F, P> {
    /// Returns `true` if this load was stopped or replaced.
    pub(super) fn is_over(&self) -> bool {
        self.session.borrow().is_over(self.load)
    }

    /// Calls `action` with the site that is being loaded.
    fn with_site<T>(&self, action: impl FnOnce(&mut Site) -> T) -> T {
        action(self.session.borrow_mut().loading())
    }

    /// Loads one sitemap as a site.
    pub(super) async fn sitemap(&self, url: &str) -> Outcome {
        if self.is_over() {
            return Outcome::stopped(url);
        }
        let result = self.get(url).await;
        self.sitemap_from(url, result).await
    }

    /// Requests a document to show.
    pub(super) async fn get(&self, url: &str) -> Result<Response<F::Body>, Outcome> {
        request::get(self.session, self.fetch, url, Purpose::Show, &|| self.is_over()).await
    }

    /// Reads a sitemap from its response, and then its child sitemaps.
    async fn sitemap_from(&self, url: &str, result: Result<Response<F::Body>, Outcome>) -> Outcome {
        if self.is_over() {
            return Outcome::stopped(url);
        }
        let response = match result {
            Ok(response) => response,
            Err(outcome) => return outcome,
        };
        let site = self.session.borrow().new_site();
        self.session.borrow_mut().next = Some(site);
        let broken_off = match self.read(response, Target::default()).await {
            Some(read) => read.err(),
            None => return Outcome::stopped(url),
        };
        let is_connected = !matches!(broken_off, Some(Break::Connection(_)));
        if is_connected && self.load_pending(0).await.is_none() {
            return Outcome::stopped(url);
        }
        conclude(&mut self.session.borrow_mut(), url, broken_off)
    }

    /// Loads several sitemaps as one site, as if an index named them.
    pub(super) async fn sitemaps(&self, urls: &[(String, Context)]) -> Outcome {
        if let [(url, context)] = urls
            && *context == Context::default()
        {
            return self.sitemap(url).await;
        }
        let first = urls.first().map_or("", |(url, _)| url);
        if self.is_over() {
            return Outcome::stopped(first);
        }
        let mut site = self.session.borrow().new_site();
        for (url, context) in urls {
            site.add_document(url, *context);
        }
        self.session.borrow_mut().next = Some(site);
        let Some(tally) = self.load_pending(0).await else { return Outcome::stopped(first) };
        if tally.loaded == 0 {
            self.session.borrow_mut().next = None;
            return match tally.failed {
                None => no_sitemap(first),
                Some(why) => Outcome::failed(Code::Documents, true, first, Reason::NoDocument { first: Box::new(why) }),
            };
        }
        conclude(&mut self.session.borrow_mut(), first, None)
    }

    /// Loads the child sitemap of a row, or the next skipped ones.
    async fn document(&self, row: NodeId) -> Outcome {
        if self.with_site(|site| site.is_empty()) {
            return Outcome::stopped("");
        }
        let (is_more, at, url) = self.with_site(|site| {
            let documents = site.map().documents();
            (documents.is_remaining_row(row), documents.index_of(row), site.map().url(row).unwrap_or_default())
        });
        // Opening one document loads only the children that it names, not those skipped earlier by the limit.
        let from = if is_more { 0 } else { self.with_site(|site| site.map().documents().len()) };
        if let Some(at) = at.filter(|_| !is_more) {
            let request = self.with_site(|site| site.request_document(at));
            let Some((address, under, context)) = request else { return Outcome::stopped(&url) };
            (self.progress)(self.progress_now(Target::default(), None));
            let result = self.request_child(at, &address).await;
            let target = Target { under: Some(under), context, ..Target::default() };
            if self.take_document(at, result, target).await.is_none() {
                return Outcome::stopped(&url);
            }
        }
        if self.load_pending(from).await.is_none() {
            return Outcome::stopped(&url);
        }
        let mut session = self.session.borrow_mut();
        session.show_next(true);
        let state = session.site().map().documents().state(row).cloned();
        match state {
            Some(LoadState::Failed(why)) => Outcome::failed(Code::Document, true, &url, why),
            _ => Outcome::new(Status::Loaded, Code::Ok, false, &url, "The document is loaded."),
        }
    }

    /// Loads all child sitemaps whose pages are not in the tree, and those that they name. Stops if the site cannot be
    /// reached or requests a pause.
    async fn missing_documents(&self) -> Outcome {
        let (mut at, mut unreached) = (0, 0);
        while unreached < MAX_UNREACHED {
            // The next merged ones, which are loaded several at a time.
            match self.load_pending(0).await {
                None => return Outcome::stopped(""),
                Some(tally) if tally.loaded > 0 => continue,
                Some(_) => {}
            }
            let next = self.with_site(|site| {
                let documents = site.map().documents();
                let all = (at..documents.len()).filter_map(|at| Some((at, documents.get(at)?)));
                all.into_iter().find(|(_, sitemap)| sitemap.is_missing()).map(|(at, sitemap)| (at, sitemap.node))
            });
            let Some((found, node)) = next else { break };
            at = found + 1;
            let outcome = self.document(node).await;
            match outcome.reason {
                _ if outcome.status == Status::Stopped => return outcome,
                Some(Reason::RateLimited { .. }) => break,
                Some(Reason::Unreachable { .. }) => unreached += 1,
                _ => unreached = 0,
            }
        }
        self.session.borrow_mut().show_next(true);
        Outcome::new(Status::Loaded, Code::Ok, false, "", "The documents are loaded.")
    }

    /// Loads the next child sitemaps that are merged into the tree, starting with number `from`. The session limits how
    /// many. Returns `None` if the load was stopped.
    async fn load_pending(&self, from: usize) -> Option<Tally> {
        let mut tally = Tally::default();
        let at_once = self.session.borrow().documents_at_once();
        let mut left = at_once;
        let mut bytes = self.with_site(|site| site.bytes_read());
        let before = bytes;
        // If the site does not respond, requests a pause, or has sent enough, the remaining documents are not requested.
        let (mut unreached, stops) = (0, Cell::new(false));
        let stops = &stops;
        let mut at_a_time = REQUESTS_AT_ONCE;
        let done_before = self.with_site(|site| site.map().documents().done());
        loop {
            let batch = self.with_site(|site| {
                let is_full = is_full(site.map().pages(), site.bytes_read().saturating_sub(before));
                site.pending_documents(from, if is_full || stops.get() { 0 } else { left })
            });
            if batch.is_empty() {
                break;
            }
            let mut waiting = batch.into_iter().map(|at| async move {
                // The session may show another site by now.
                if self.is_over() || stops.get() {
                    return None;
                }
                let request = self.with_site(|site| site.request_document(at));
                match request {
                    Some((url, under, context)) => {
                        Some((at, url.clone(), self.request_ahead(at, &url).await, under, context))
                    }
                    None => None,
                }
            });
            let (mut requests, mut arrived) = (FuturesOrdered::new(), VecDeque::new());
            loop {
                requests.extend(waiting.by_ref().take(at_a_time.saturating_sub(requests.len() + arrived.len())));
                let result = match arrived.pop_front() {
                    Some(result) => Some(result),
                    None => requests.next().await,
                };
                let Some(result) = result else { break };
                if self.is_over() {
                    return None;
                }
                let Some((at, url, mut result, under, context)) = result else { continue };
                if is_full(0, bytes.saturating_sub(before)) {
                    stops.set(true);
                    self.with_site(|site| site.set_document_state(at, LoadState::Pending));
                    continue;
                }
                if result.as_ref().is_ok_and(|response| response.body.is_given_up()) {
                    // The documents of this site are too large to wait.
                    at_a_time = 1;
                    result = self.request_ahead(at, &url).await;
                    if self.is_over() {
                        return None;
                    }
                }
                let failure = result.as_ref().err();
                unreached =
                    if failure.is_some_and(|outcome| outcome.code == Code::Network) { unreached + 1 } else { 0 };
                if unreached >= MAX_UNREACHED || failure.is_some_and(|outcome| outcome.retry_after_secs.is_some()) {
                    stops.set(true);
                }
                let documents = Some(self.documents_done(done_before, at_once));
                let target = Target { under: Some(under), context, bytes, documents };
                // The bytes of a response wait in memory from its head on, so they are counted from then on.
                let read = wait::meanwhile(self.take_document(at, result, target), async {
                    while let Some(result) = requests.next().await {
                        arrived.push_back(result);
                    }
                });
                match read.await? {
                    Ok(()) => tally.loaded += 1,
                    Err(Miss::Missing) => {}
                    Err(Miss::Failed(why)) => _ = tally.failed.get_or_insert(why),
                }
                bytes = self.with_site(|site| site.bytes_read());
                // The next response may take long, so report this one now.
                let documents = Some(self.documents_done(done_before, at_once));
                (self.progress)(self.progress_now(Target { bytes, documents, ..target }, None));
                left = left.saturating_sub(1);
            }
        }
        self.with_site(Site::show_remaining_documents);
        Some(tally)
    }

    /// Returns how many of the `at_once` documents of this load are done. `before` were done when the load began.
    fn documents_done(&self, before: usize, at_once: usize) -> DocumentProgress {
        self.with_site(|site| {
            let documents = site.map().documents();
            let done = documents.done() - before.min(documents.done());
            let total = (documents.merged() - before.min(documents.merged())).min(at_once);
            DocumentProgress { done, total }
        })
    }

    /// Requests a child sitemap. Fails if it is on a host that the site itself does not name.
    async fn request_child(&self, at: usize, url: &str) -> Result<Response<F::Body>, Outcome> {
        let own = self.session.borrow().origin.clone();
        let is_named = self.with_site(|site| site.is_named_by_site(at, own.as_deref()));
        if !is_named {
            return Err(Outcome::failed(Code::NotNamed, false, url, Reason::NotNamed { host: host(url) }));
        }
        self.get(url).await
    }

    /// Requests a child sitemap whose bytes arrive while another one is read.
    async fn request_ahead(&self, at: usize, url: &str) -> Result<Response<F::Body>, Outcome> {
        let mut response = self.request_child(at, url).await?;
        response.body.read_ahead();
        Ok(response)
    }

    /// Reads a child sitemap from its response. Returns `None` if the load was stopped.
    async fn take_document(
        &self,
        at: usize,
        result: Result<Response<F::Body>, Outcome>,
        target: Target,
    ) -> Option<Result<(), Miss>> {
        if self.is_over() {
            return None;
        }
        let mut is_missing = false;
        let state = match result {
            Ok(response) => {
                let pages = self.with_site(|site| site.map().len());
                let broken_off = self.read(response, target).await?.err();
                let is_empty = self.with_site(|site| site.map().len()) == pages;
                let error = self.with_site(|site| site.last_error());
                match (broken_off, error) {
                    (Some(Break::Connection(why)), _) => LoadState::Failed(Reason::DocumentBrokenOff { why }),
                    (Some(Break::Damage), _) => LoadState::Failed(Reason::DocumentDamaged),
                    (None, Some(error)) if error.is_no_sitemap() => {
                        is_missing = true;
                        LoadState::Failed(Reason::NoSitemap)
                    }
                    (None, Some(error)) if is_empty => LoadState::Failed(Reason::document_unreadable(error)),
                    _ => LoadState::Loaded,
                }
            }
            Err(outcome) => {
                is_missing = outcome.status == Status::NotFound;
                LoadState::Failed(match outcome.reason {
                    Some(reason) => reason,
                    None if outcome.code == Code::Redirected => Reason::Elsewhere,
                    None => Reason::Missing,
                })
            }
        };
        let loaded = match &state {
            LoadState::Failed(_) if is_missing => Err(Miss::Missing),
            LoadState::Failed(why) => Err(Miss::Failed(why.clone())),
            _ => Ok(()),
        };
        self.with_site(|site| site.set_document_state(at, state));
        Some(loaded)
    }

    /// Reports the progress of the site that is being loaded, while the search goes on.
    pub(super) fn report_progress(&self) {
        let bytes = self.with_site(|site| site.bytes_read());
        (self.progress)(self.progress_now(Target { bytes, ..Target::default() }, None));
    }

    fn progress_now(&self, target: Target, total: Option<u64>) -> Progress {
        let (bytes, pages) = self.with_site(|site| (site.bytes(), site.map().pages()));
        Progress {
            bytes: target.bytes + bytes,
            total: total.filter(|_| target.bytes == 0),
            pages,
            documents: target.documents,
        }
    }

    /// Reads a document as it arrives. The error is the reason why it broke off. Returns `None` if the load was
    /// stopped.
    async fn read(&self, mut response: Response<F::Body>, target: Target) -> Option<Result<(), Break>> {
        self.with_site(|site| {
            site.open(&response.url, target.under, target.context);
            site.note_stale(response.stale);
        });
        let mut decoder = Decoder::new(F::text_decoder);
        let mut broken_off = None;
        'document: loop {
            let chunk = wait::in_time(self.fetch, MAX_SILENCE, response.body.chunk()).await;
            if self.is_over() {
                return None;
            }
            let (chunk, last) = match chunk {
                Ok(Some(chunk)) => (chunk, false),
                Ok(None) => (Vec::new(), true),
                Err(FetchError(why)) => {
                    let is_damaged = response.body.is_damaged();
                    broken_off = Some(if is_damaged { Break::Damage } else { Break::Connection(why) });
                    (Vec::new(), true)
                }
            };
            for slice in chunk.chunks(SLICE_BYTES).chain(last.then_some(&[][..])) {
                self.with_site(|site| {
                    decoder.push(slice, last, &mut |bytes| site.push(bytes));
                    if last && let Some(label) = decoder.contradicted() {
                        site.note_encoding(label);
                    }
                });
                if self.with_site(|site| site.needs_deferred(last)) {
                    let loaded = self.fetch.load_deferred().await;
                    if self.is_over() {
                        return None;
                    }
                    match loaded {
                        Ok(()) => self.with_site(Site::restart),
                        Err(FetchError(why)) => {
                            broken_off = Some(Break::Connection(why));
                            break 'document;
                        }
                    }
                }
                (self.progress)(self.progress_now(target, response.length));
                self.fetch.pause().await;
                if self.is_over() {
                    return None;
                }
            }
            if last || self.with_site(|site| site.is_stopped()) {
                break;
            }
        }
        self.with_site(|site| match broken_off {
            Some(Break::Damage) => site.finish_damaged(),
            None | Some(Break::Connection(_)) => site.finish(),
        });
        Some(broken_off.map_or(Ok(()), Err))
    }
}

/// Returns `true` if a load has read enough, so that it requests no more child sitemaps by itself.
fn is_full(pages: usize, bytes: u64) -> bool {
    pages >= PAGES_AT_ONCE || bytes >= MAX_LOAD_BYTES
}

#[cfg(test)]
mod tests {
    use super::is_full;

    #[test]
    fn a_load_ends_after_two_million_pages_or_one_gib() {
        assert!(!is_full(1_999_999, 1_073_741_823));
        assert!(is_full(2_000_000, 0) && is_full(0, 1_073_741_824));
    }
}
