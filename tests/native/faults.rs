//! Sites that stop answering, request a pause, or redirect to the user's own network: which requests are made, how often,
//! and what stays on the screen.

use crate::support::network::{
    Answer, Network, continue_load, index, open, open_document, open_page, robots, sitemap, start, titles, urlset,
};
use navibar::findings::Reason;
use navibar::limits::{DEFAULT_PAUSE_SECS, MAX_KEPT_SILENCE, MAX_SILENCE};
use navibar::session::{FetchError, Memory, Session, Status};
use std::cell::RefCell;

const PAGE: &str = "https://www.example.org/page";
const NATIVE: &str = "https://www.example.org/sitemap.rdf";

/// A network in which time passes at once while nothing arrives.
fn impatient() -> Network {
    let network = Network::ready();
    network.is_impatient.set(true);
    network
}

#[test]
fn a_site_that_never_answers_times_out() {
    let session = RefCell::new(Session::default());
    let network = impatient().serve(NATIVE, Answer::ok("").silent());
    let outcome = open(&session, &network, NATIVE);
    assert_eq!((outcome.status, outcome.code.name(), outcome.retry), (Status::Failed, "network", true));
    assert_eq!(outcome.reason, Some(Reason::Unreachable { why: "no data arrived for 30 seconds".to_owned() }));
    assert_eq!(network.take_asked(), [NATIVE]);
    assert_eq!(*network.slept.borrow(), [MAX_SILENCE], "the cached answer is refused at once here");
}

#[test]
fn a_site_that_never_answers_shows_its_cached_tree() {
    let session = RefCell::new(Session::default());
    let network = impatient().serve(NATIVE, Answer::ok("").silent()).cache(NATIVE, Answer::ok(&sitemap(&["old"])));
    assert_eq!(open(&session, &network, NATIVE).status, Status::Loaded);
    assert_eq!(titles(&session), ["old"]);
    assert!(session.borrow().source().unwrap().stale);
    // A request to the cache may also reach the site.
    let network = impatient().serve(NATIVE, Answer::ok("").silent()).cache(NATIVE, Answer::ok("").silent());
    assert_eq!(open(&session, &network, NATIVE).code.name(), "network");
    assert_eq!(*network.slept.borrow(), [MAX_SILENCE, MAX_KEPT_SILENCE]);
    assert_eq!(titles(&session), ["old"]);
}

#[test]
fn a_stopped_request_is_not_repeated() {
    let session = RefCell::new(Session::default());
    let refused = Err(FetchError("aborted".to_owned()));
    let network = Network::default().answer(NATIVE, refused).cache(NATIVE, Answer::ok(&sitemap(&["old"])));
    let mut loading = start(&session, &network, NATIVE);
    assert!(continue_load(&mut loading, &network, 0).is_none());
    session.borrow_mut().stop();
    assert_eq!(continue_load(&mut loading, &network, 9).unwrap().status, Status::Stopped);
    assert_eq!(*network.asked.borrow(), [NATIVE]);
    assert!(network.asked_cache.borrow().is_empty());
}

#[test]
fn rows_before_a_timeout_stay() {
    let session = RefCell::new(Session::default());
    let whole = sitemap(&["a", "b", "c"]);
    let (head, _) = whole.split_at(whole.find("<rdf:Description rdf:about='urn:c'").unwrap());
    let network = impatient().serve(NATIVE, Answer::ok(head).silent());
    let outcome = open(&session, &network, NATIVE);
    let why = "no data arrived for 30 seconds".to_owned();
    assert_eq!(outcome.reason, Some(Reason::BrokenOffInPart { why }));
    assert_eq!(titles(&session), ["a", "b", "c"]);
    assert!(outcome.retry);
}

#[test]
fn silent_places_do_not_block_the_search_for_ever() {
    let session = RefCell::new(Session::default());
    let silent = || Answer::ok("").silent();
    let usual = "https://www.example.org/sitemap.xml";
    let network = impatient().serve(NATIVE, silent()).serve(usual, Answer::ok(&urlset(&["https://www.example.org/a"])));
    assert_eq!(open_page(&session, &network, &RefCell::default(), PAGE).status, Status::Loaded);
    assert_eq!(titles(&session), ["A"]);
    let memory = RefCell::default();
    let network = impatient()
        .serve(NATIVE, silent())
        .serve("https://www.example.org/robots.txt", silent())
        .serve(usual, silent());
    let outcome = open_page(&session, &network, &memory, PAGE);
    assert_eq!((outcome.status, outcome.code.name()), (Status::Failed, "network"));
    assert_eq!(network.slept.borrow().len(), 3, "and not ten times");
    assert_eq!(titles(&session), ["A"]);
}

#[test]
fn a_site_gets_no_requests_until_its_retry_time() {
    for (answer, code, seconds) in [
        (Answer::new(429, "").retry_after("120"), "rate-limited", 120),
        (Answer::new(429, ""), "rate-limited", i64::from(DEFAULT_PAUSE_SECS)),
        (Answer::new(503, "").retry_after("120"), "http-status", 120),
    ] {
        let session = RefCell::new(Session::default());
        let memory: RefCell<Memory> = RefCell::default();
        let network = Network::ready().serve(NATIVE, answer);
        network.now.set(1_000_000);
        let first = open_page(&session, &network, &memory, PAGE);
        assert_eq!((first.status, first.code.name()), (Status::Failed, code));
        assert_eq!(network.take_asked(), [NATIVE], "no other file of the site is requested");
        // Its other pages and another window make no requests meanwhile.
        let elsewhere: RefCell<Memory> = RefCell::default();
        elsewhere.borrow_mut().merge(memory.borrow().clone());
        for memory in [&memory, &elsewhere] {
            network.now.set(1_000_000 + seconds - 1);
            let again = open_page(&session, &network, memory, "https://www.example.org/other");
            assert_eq!((again.status, again.message, again.retry), (Status::Failed, first.message.clone(), true));
            assert!(network.take_asked().is_empty());
        }
        // Another site is not affected.
        open_page(&session, &network, &memory, "https://other.example/");
        assert!(!network.take_asked().is_empty());
        // The user can request a reload, and the time can pass.
        elsewhere.borrow_mut().forget(&session.borrow(), PAGE);
        let network = network.serve(NATIVE, Answer::ok(&sitemap(&["a"])));
        assert_eq!(open_page(&session, &network, &elsewhere, PAGE).status, Status::Loaded);
        network.now.set(1_000_000 + seconds);
        assert_eq!(open_page(&session, &network, &memory, PAGE).status, Status::Loaded);
        assert_eq!(titles(&session), ["a"]);
    }
}

#[test]
fn a_known_sitemap_can_name_a_retry_time() {
    let session = RefCell::new(Session::default());
    let memory = RefCell::default();
    let network = Network::ready().serve(NATIVE, Answer::ok(&sitemap(&["a"])));
    open_page(&session, &network, &memory, PAGE);
    let network = network.serve(NATIVE, Answer::new(429, "").retry_after("10"));
    assert_eq!(open_page(&session, &network, &memory, PAGE).code.name(), "rate-limited");
    network.take_asked();
    assert_eq!(open_page(&session, &network, &memory, PAGE).code.name(), "rate-limited");
    assert!(network.take_asked().is_empty());
    network.now.set(10);
    let network = network.serve(NATIVE, Answer::ok(&sitemap(&["b"])));
    assert_eq!(open_page(&session, &network, &memory, PAGE).status, Status::Loaded);
    assert_eq!(network.take_asked(), [NATIVE], "its place is still known");
    assert_eq!(titles(&session), ["b"]);
}

/// An index of twenty sitemaps with the same answer.
fn twenty(answer: &Answer) -> Network {
    let urls: Vec<String> = (0..20).map(|n| format!("https://www.example.org/{n}.xml")).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let network = impatient().serve(NATIVE, Answer::ok(&index(&urls)));
    urls.iter().fold(network, |network, url| network.serve(url, answer.clone()))
}

#[test]
fn a_failing_site_gets_no_further_requests() {
    for answer in [Answer::new(429, ""), Answer::new(503, "").retry_after("5"), Answer::ok("").silent()] {
        let session = RefCell::new(Session::default());
        let network = twenty(&answer);
        let outcome = open(&session, &network, NATIVE);
        assert_eq!(outcome.status, Status::Loaded);
        let asked = network.take_asked().len() - 1;
        assert!((1..=6).contains(&asked), "{asked} requests; four at a time");
        let rows = titles(&session);
        let more = rows.iter().find(|row| row.contains("more")).unwrap_or_else(|| panic!("{rows:?}"));
        // The user can load the rest.
        open_document(&session, &network, more);
        assert!(!network.take_asked().is_empty());
    }
    // Errors of single files do not affect the others.
    let session = RefCell::new(Session::default());
    let network = twenty(&Answer::new(500, ""));
    open(&session, &network, NATIVE);
    assert_eq!(network.take_asked().len(), 21);
}

#[test]
fn a_site_on_the_internet_causes_no_request_to_the_users_network() {
    let inner =
        ["http://127.0.0.1:631/x.xml", "http://192.168.1.1/x.xml", "https://nas.local/x.xml", "http://[::1]/x.xml"];
    let serve = |network: Network| {
        inner
            .iter()
            .fold(network, |network, url| network.serve(url, Answer::ok(&urlset(&["https://www.example.org/in"]))))
    };
    // robots.txt names them, one alone and several.
    for named in [&inner[..1], &inner] {
        let session = RefCell::new(Session::default());
        let network = serve(Network::ready()).serve("https://www.example.org/robots.txt", Answer::ok(&robots(named)));
        let outcome = open_page(&session, &network, &RefCell::default(), PAGE);
        assert_eq!(outcome.status, Status::NotFound, "{outcome:?}");
        assert!(titles(&session).is_empty());
        assert!(network.take_asked().iter().all(|url| url.starts_with("https://www.example.org/")));
    }
    // An index names them.
    let session = RefCell::new(Session::default());
    let network = serve(Network::ready()).serve(NATIVE, Answer::ok(&index(&inner)));
    open(&session, &network, NATIVE);
    assert_eq!(network.take_asked(), [NATIVE]);
    // A site in that network may name hosts in it.
    let session = RefCell::new(Session::default());
    let own = "http://127.0.0.1:8000/sitemap.rdf";
    let network = serve(Network::ready()).serve(own, Answer::ok(&index(&inner[..1])));
    open(&session, &network, own);
    assert_eq!(network.take_asked(), [own, inner[0]]);
}
