//! A simulated network in memory: the answers of each address, and the requests.

use navibar::decode::TextDecoder;
use navibar::deferred;
use navibar::inspect::{Mirror, block_on};
use navibar::session::{self, Body, Cache, Fetch, FetchError, Memory, Outcome, Progress, Response, Session};
use navibar::view::Row;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// The final address; `None` for the requested one.
    pub from: Option<&'static str>,
    /// The chunks, and an error if the connection breaks off.
    pub chunks: Vec<Result<Vec<u8>, FetchError>>,
    /// Repeats the last chunk without end.
    pub is_endless: bool,
    /// The site is unreachable, and this answer is from the cache.
    pub stale: bool,
    pub retry_after: Option<String>,
    /// Value of the header `Content-Type`.
    pub content_type: Option<&'static str>,
    /// The target of a redirect.
    pub location: Option<String>,
    /// The connection stays open without further data.
    pub is_silent: bool,
    /// The platform has no room for it before it is read.
    pub is_given_up: bool,
}

impl Answer {
    pub fn new(status: u16, text: &str) -> Answer {
        let chunks = vec![Ok(text.as_bytes().to_vec())];
        Answer {
            status,
            from: None,
            chunks,
            is_endless: false,
            stale: false,
            retry_after: None,
            content_type: None,
            location: None,
            is_silent: false,
            is_given_up: false,
        }
    }

    pub fn ok(text: &str) -> Answer {
        Answer::new(200, text)
    }

    /// An answer from another address than the requested one.
    pub fn from(self, from: &'static str) -> Answer {
        Answer { from: Some(from), ..self }
    }

    /// An answer that redirects to an absolute address.
    pub fn redirect(status: u16, to: &str) -> Answer {
        Answer { location: Some(to.to_owned()), ..Answer::new(status, "") }
    }

    /// An answer whose connection breaks off after its text.
    pub fn broken(mut self) -> Answer {
        self.chunks.push(Err(FetchError("reset".to_owned())));
        self
    }

    /// An answer with these bytes.
    pub fn of_type(self, content_type: &'static str, bytes: &[u8]) -> Answer {
        Answer { content_type: Some(content_type), chunks: vec![Ok(bytes.to_vec())], ..self }
    }

    /// An old answer from the cache.
    pub fn stale(self) -> Answer {
        Answer { stale: true, ..self }
    }

    /// An answer with a time before which the site wants no requests.
    pub fn retry_after(self, header: &str) -> Answer {
        Answer { retry_after: Some(header.to_owned()), ..self }
    }

    /// An answer that never ends after its text. Without text, it never begins.
    pub fn silent(self) -> Answer {
        Answer { is_silent: true, ..self }
    }

    /// An answer that the platform drops if it must wait until it is read.
    pub fn given_up(self) -> Answer {
        Answer { is_given_up: true, ..self }
    }

    /// An answer that repeats its text without end.
    pub fn endless(self) -> Answer {
        Answer { is_endless: true, ..self }
    }
}

/// The answers of an address, one for each request.
type Answers = VecDeque<Result<Answer, FetchError>>;

/// Looks at the state of a session.
pub type Look = Box<dyn Fn()>;

/// A network under the test's control: each request and each chunk waits for a permit.
#[derive(Clone, Default)]
pub struct Network {
    /// The answers for the next requests, by address. They come before the default answers.
    pub answers: Rc<RefCell<HashMap<String, Answers>>>,
    /// The answers for all other requests, by address.
    default_answers: Rc<RefCell<HashMap<String, Result<Answer, FetchError>>>>,
    /// The answers in the cache, by address.
    cached: Rc<RefCell<HashMap<String, Answer>>>,
    /// The addresses that were requested only from the cache.
    pub asked_cache: Rc<RefCell<Vec<String>>>,
    /// The cache mode of each request.
    pub caches: Rc<RefCell<Vec<(String, Cache)>>>,
    /// The hosts without the user's permission.
    pub forbidden: Rc<RefCell<Vec<&'static str>>>,
    /// The number of requests and chunks that may go on.
    pub permits: Rc<Cell<usize>>,
    /// Tasks that wait for a permit.
    wakers: Rc<RefCell<Vec<Waker>>>,
    /// The addresses that were requested from the site.
    pub asked: Rc<RefCell<Vec<String>>>,
    /// The number of requests that wait for an answer.
    waiting: Rc<Cell<usize>>,
    /// The maximum of this number so far.
    pub max_waiting: Rc<Cell<usize>>,
    /// The number of pauses for other tasks.
    pub pauses: Rc<Cell<usize>>,
    /// Called in each pause.
    pub at_pause: Rc<RefCell<Option<Look>>>,
    /// A wait ends at once, as if its time had passed.
    pub is_impatient: Rc<Cell<bool>>,
    /// A wait of at least this time ends at once.
    pub passed: Rc<Cell<Option<Duration>>>,
    /// The waits that have ended.
    pub slept: Rc<RefCell<Vec<Duration>>>,
    pub is_offline: Rc<Cell<bool>>,
    /// The time in seconds since 1970.
    pub now: Rc<Cell<i64>>,
    /// The longest time without a pause for other tasks.
    pub longest: Rc<Cell<Duration>>,
    /// The end of the last pause.
    woken: Rc<Cell<Option<Instant>>>,
    /// The number of chunks that were read.
    pub chunks: Rc<Cell<usize>>,
    /// The number of responses that are read ahead.
    pub read_ahead: Rc<Cell<usize>>,
    /// The attempts to load the second module of the engine.
    pub deferred_loads: Rc<Cell<usize>>,
    /// The number of these that fail first.
    pub deferred_faults: Rc<Cell<usize>>,
}

impl Network {
    /// A network that answers without waiting.
    pub fn ready() -> Network {
        let network = Network::default();
        network.permits.set(usize::MAX);
        network
    }

    /// Adds an answer for the next request for an address.
    pub fn answer(self, url: &str, answer: Result<Answer, FetchError>) -> Network {
        self.answers.borrow_mut().entry(url.to_owned()).or_default().push_back(answer);
        self
    }

    /// Sets the answer for every request for an address.
    pub fn serve(self, url: &str, answer: Answer) -> Network {
        self.default_answers.borrow_mut().insert(url.to_owned(), Ok(answer));
        self
    }

    /// Sets the cached answer of an address.
    pub fn cache(self, url: &str, answer: Answer) -> Network {
        self.cached.borrow_mut().insert(url.to_owned(), answer);
        self
    }

    /// Makes an address unreachable.
    pub fn unreachable(self, url: &str) -> Network {
        self.default_answers.borrow_mut().insert(url.to_owned(), Err(FetchError("refused".to_owned())));
        self
    }

    /// Sets the number of requests and chunks that may go on.
    pub fn allow(&self, permits: usize) {
        self.permits.set(permits);
        self.wakers.take().into_iter().for_each(Waker::wake);
    }

    /// Takes the requests so far.
    pub fn take_asked(&self) -> Vec<String> {
        self.asked.take()
    }

    /// Lets other tasks run.
    fn rest(&self) {
        let now = Instant::now();
        let worked = self.woken.replace(Some(now)).map_or(Duration::ZERO, |woken| now - woken);
        self.longest.set(self.longest.get().max(worked));
    }

    fn permit(&self) -> impl Future<Output = ()> + use<> {
        let (permits, wakers) = (self.permits.clone(), self.wakers.clone());
        std::future::poll_fn(move |context| match permits.get() {
            0 => {
                wakers.borrow_mut().push(context.waker().clone());
                Poll::Pending
            }
            left => {
                permits.set(left - 1);
                Poll::Ready(())
            }
        })
    }
}

pub struct Chunks {
    network: Network,
    left: VecDeque<Result<Vec<u8>, FetchError>>,
    is_endless: bool,
    is_silent: bool,
    /// It is dropped if it must wait. `None` if it need not.
    is_given_up: Option<bool>,
}

impl Network {
    async fn respond(&self, url: &str, answer: Answer) -> Response<Chunks> {
        let Answer { status, is_endless, is_silent, is_given_up, stale, content_type, retry_after, location, .. } =
            answer;
        if is_silent && answer.chunks == [Ok(Vec::new())] {
            std::future::pending::<()>().await;
        }
        let is_given_up = is_given_up.then_some(false);
        let body = Chunks { network: self.clone(), left: answer.chunks.into(), is_endless, is_silent, is_given_up };
        let url = answer.from.unwrap_or(url).to_owned();
        let content_type = content_type.map(str::to_owned);
        Response { status, url, location, length: None, stale, content_type, retry_after, body }
    }
}

impl Body for Chunks {
    fn read_ahead(&mut self) {
        self.network.read_ahead.set(self.network.read_ahead.get() + 1);
        self.is_given_up = self.is_given_up.map(|_| true);
        if self.is_given_up == Some(true) {
            self.left.clear();
        }
    }

    fn is_given_up(&self) -> bool {
        self.is_given_up == Some(true)
    }

    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        self.network.rest();
        self.network.permit().await;
        self.network.chunks.set(self.network.chunks.get() + 1);
        if self.is_endless && self.left.len() == 1 {
            return self.left[0].clone().map(Some);
        }
        if self.is_silent && self.left.is_empty() {
            std::future::pending::<()>().await;
        }
        self.left.pop_front().transpose()
    }
}

impl Fetch for Network {
    type Body = Chunks;

    async fn fetch(&self, url: &str, cache: Cache) -> Result<Response<Chunks>, FetchError> {
        self.caches.borrow_mut().push((url.to_owned(), cache));
        if cache == Cache::Only {
            self.asked_cache.borrow_mut().push(url.to_owned());
            let cached = self.cached.borrow().get(url).cloned();
            let answer = cached.ok_or_else(|| FetchError("nothing is cached".to_owned()))?;
            return Ok(self.respond(url, answer).await);
        }
        self.asked.borrow_mut().push(url.to_owned());
        self.waiting.set(self.waiting.get() + 1);
        self.max_waiting.set(self.max_waiting.get().max(self.waiting.get()));
        self.permit().await;
        self.waiting.set(self.waiting.get() - 1);
        let answer = self.answers.borrow_mut().get_mut(url).and_then(VecDeque::pop_front);
        let answer = answer.or_else(|| self.default_answers.borrow().get(url).cloned());
        let answer = answer.unwrap_or_else(|| Ok(Answer::new(404, "Not found")))?;
        Ok(self.respond(url, answer).await)
    }

    async fn may_access(&self, url: &str) -> bool {
        !self.forbidden.borrow().iter().any(|host| url.split('/').nth(2) == Some(host))
    }

    fn text_decoder(label: &str) -> Option<Box<dyn TextDecoder>> {
        Mirror::text_decoder(label)
    }

    fn is_offline(&self) -> bool {
        self.is_offline.get()
    }

    async fn sleep(&self, time: Duration) {
        if !self.is_impatient.get() && self.passed.get().is_none_or(|passed| time < passed) {
            std::future::pending::<()>().await;
        }
        self.slept.borrow_mut().push(time);
    }

    async fn load_deferred(&self) -> Result<(), FetchError> {
        self.deferred_loads.set(self.deferred_loads.get() + 1);
        self.permit().await;
        if self.deferred_loads.get() <= self.deferred_faults.get() {
            return Err(FetchError("offline".to_owned()));
        }
        deferred::set_missing(false);
        Ok(())
    }

    fn now(&self) -> i64 {
        self.now.get()
    }

    async fn pause(&self) {
        self.pauses.set(self.pauses.get() + 1);
        self.at_pause.borrow().iter().for_each(|look| look());
        self.rest();
    }
}

/// An NNS sitemap with these pages at the top level. All lists come first.
pub fn sitemap(titles: &[&str]) -> String {
    let mut text = String::from(
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
         xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>\
         <rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>",
    );
    for title in titles {
        text += &format!("<rdf:li rdf:resource='urn:{title}'/>");
    }
    text += "</rdf:Seq></map:container></rdf:Description>";
    for title in titles {
        text += &format!("<rdf:Description rdf:about='urn:{title}' dc:title='{title}' dc:identifier='/{title}'/>");
    }
    text + "</rdf:RDF>"
}

/// A plain sitemap of these addresses.
pub fn urlset(urls: &[&str]) -> String {
    let entries: String = urls.iter().map(|url| format!("<url><loc>{url}</loc></url>\n")).collect();
    format!("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n{entries}</urlset>")
}

/// A robots.txt that names these sitemaps.
pub fn robots(urls: &[&str]) -> String {
    urls.iter().map(|url| format!("Sitemap: {url}\n")).collect()
}

/// A sitemap index of these sitemaps.
pub fn index(urls: &[&str]) -> String {
    let entries: String = urls.iter().map(|url| format!("<sitemap><loc>{url}</loc></sitemap>\n")).collect();
    format!("<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n{entries}</sitemapindex>")
}

/// A NEGS sitemap with these pages at the top level.
pub fn negs(urls: &[&str]) -> String {
    let entries: String =
        urls.iter().map(|url| format!("<url negs:childOf='urn:sitemap:root'><loc>{url}</loc></url>\n")).collect();
    format!(
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
         xmlns:negs='http://navibar.oaklett.org/negs/1.0#'>\n{entries}</urlset>"
    )
}

/// Loads a sitemap to the end.
pub fn open(session: &RefCell<Session>, network: &Network, url: &str) -> Outcome {
    let load = session.borrow_mut().begin(url);
    block_on(session::open_sitemap(session, load, network, url, |_| {}))
}

/// Loads a sitemap to the end. Also returns the progress of each step.
pub fn open_with_progress(session: &RefCell<Session>, network: &Network, url: &str) -> (Outcome, Vec<Progress>) {
    let load = session.borrow_mut().begin(url);
    let seen: RefCell<Vec<Progress>> = RefCell::default();
    let outcome = block_on(session::open_sitemap(session, load, network, url, |p| seen.borrow_mut().push(p)));
    (outcome, seen.into_inner())
}

/// Searches for the sitemap of a page's site, and loads it to the end.
pub fn open_page(session: &RefCell<Session>, network: &Network, memory: &RefCell<Memory>, page: &str) -> Outcome {
    let load = session.borrow_mut().begin(page);
    block_on(session::open_page(session, load, network, memory, page, |_| {}))
}

/// Loads the child sitemap of a row.
pub fn open_document(session: &RefCell<Session>, network: &Network, title: &str) -> Outcome {
    open_failures(session);
    let row = rows(session).into_iter().find(|row| row.title == title).unwrap_or_else(|| panic!("no row {title}"));
    let page = session.borrow().view().0.page(row.id);
    let load = session.borrow_mut().continue_load();
    block_on(session::open_document(session, load, network, page, |_| {}))
}

/// Loads all child sitemaps that are not in the tree.
pub fn open_missing(session: &RefCell<Session>, network: &Network) -> Outcome {
    let load = session.borrow_mut().continue_load();
    block_on(session::open_missing(session, load, network, |_| {}))
}

/// The visible rows.
pub fn rows(session: &RefCell<Session>) -> Vec<Row> {
    session.borrow_mut().sync();
    let session = session.borrow();
    let (view, site) = session.view();
    view.rows(site.map(), 0..view.len())
}

/// Expands the row that has those of the child sitemaps that could not be loaded.
pub fn open_failures(session: &RefCell<Session>) {
    let is_failures = |row: &Row| row.label.is_some() && row.title.ends_with("not loaded");
    let Some(row) = rows(session).into_iter().find(is_failures) else { return };
    let mut session = session.borrow_mut();
    let (view, site) = session.view_mut();
    view.expand(site.map(), row.id);
}

pub fn titles(session: &RefCell<Session>) -> Vec<String> {
    rows(session).into_iter().map(|row| row.title).collect()
}

pub type Loading<'a> = Pin<Box<dyn Future<Output = Outcome> + 'a>>;

pub fn start<'a>(session: &'a RefCell<Session>, network: &'a Network, url: &'a str) -> Loading<'a> {
    let load = session.borrow_mut().begin(url);
    Box::pin(session::open_sitemap(session, load, network, url, |_| {}))
}

/// Continues a load as far as `permits` allow.
pub fn continue_load(loading: &mut Loading<'_>, network: &Network, permits: usize) -> Option<Outcome> {
    network.allow(permits);
    match loading.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(outcome) => Some(outcome),
        Poll::Pending => None,
    }
}
