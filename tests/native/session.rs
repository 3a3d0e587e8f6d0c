//! Loading: messages and rows when a site answers, does not answer, or answers something else.

use crate::support::network::{Answer, Network, continue_load, index, open, sitemap, start, titles, urlset};
use navibar::findings::{FindingCode, Reason};
use navibar::inspect::block_on;
use navibar::session::{self, FetchError, Progress, Session, Status};
use std::cell::RefCell;

const URL: &str = "https://www.example.org/sitemap.rdf";

#[test]
fn a_page_leads_to_the_sitemap_of_its_site() {
    let session = RefCell::new(Session::default());
    let network = Network::ready().answer(URL, Ok(Answer::new(200, &sitemap(&["a", "b"]))));
    let page = "https://www.example.org:443/deep/page?x#y";
    let load = session.borrow_mut().begin(page);
    let seen: RefCell<Vec<Progress>> = RefCell::default();
    let outcome = block_on(session::open_page(&session, load, &network, &RefCell::default(), page, |p| {
        seen.borrow_mut().push(p)
    }));
    assert_eq!((outcome.status, outcome.code.name(), &*outcome.url, outcome.retry), (Status::Loaded, "ok", URL, false));
    assert_eq!(titles(&session), ["a", "b"]);
    assert_eq!(*network.asked.borrow(), [URL]);
    let source = session.borrow().source().unwrap();
    assert_eq!((&*source.url, source.format), (URL, "nns"));
    let last = *seen.borrow().last().unwrap();
    assert_eq!((last.bytes, last.total), (sitemap(&["a", "b"]).len() as u64, None));
}

#[test]
fn addresses_that_are_not_web_pages_cause_no_requests() {
    for page in ["about:blank", "moz-extension://x/y.html", "file:///x", "", "javascript:1"] {
        let session = RefCell::new(Session::default());
        let network = Network::ready();
        let load = session.borrow_mut().begin(page);
        let outcome = block_on(session::open_page(&session, load, &network, &RefCell::default(), page, |_| {}));
        assert_eq!((outcome.status, outcome.code.name()), (Status::NotFound, "no-web-page"), "{page}");
        assert!(network.asked.borrow().is_empty());
    }
}

#[test]
fn answers_that_are_not_sitemaps_have_distinct_messages() {
    let no_root = sitemap(&[]).replace("urn:sitemap:root", "urn:other");
    let cases: [(u16, &str, Status, &str); 14] = [
        (404, "<html/>", Status::NotFound, "no-sitemap"),
        (410, "", Status::NotFound, "no-sitemap"),
        (401, "", Status::Failed, "http-status"),
        (403, &sitemap(&["a"]), Status::Failed, "http-status"),
        (429, "", Status::Failed, "rate-limited"),
        (500, "", Status::Failed, "http-status"),
        (503, "", Status::Failed, "http-status"),
        (304, "", Status::Failed, "http-status"),
        (200, "<!doctype html><html><p>Not here", Status::NotFound, "no-sitemap"),
        (200, "", Status::NotFound, "no-sitemap"),
        (200, "{}", Status::NotFound, "no-sitemap"),
        (200, &no_root, Status::Failed, "no-root"),
        (200, "<rdf:RDF", Status::Failed, "truncated"),
        (200, "<rdf:RDF></b>", Status::Failed, "truncated"),
    ];
    for (status, text, expected, code) in cases {
        let session = RefCell::new(Session::default());
        let network = Network::ready().answer(URL, Ok(Answer::new(status, text)));
        let outcome = open(&session, &network, URL);
        assert_eq!((outcome.status, outcome.code.name()), (expected, code), "{status} {text}");
        assert!(outcome.retry && *outcome.url == *URL, "{status} {text}");
        assert!(outcome.message.ends_with('.'), "{}", outcome.message);
        assert!(titles(&session).is_empty());
    }
}

#[test]
fn a_site_that_redirects_elsewhere_has_no_sitemap() {
    let session = RefCell::new(Session::default());
    let away = Answer::ok(&sitemap(&["evil"])).from("https://other.example/sitemap.rdf");
    let within = Answer::ok(&sitemap(&["a"])).from("https://www.example.org/maps/site.rdf");
    let network = Network::ready().answer(URL, Ok(away)).answer(URL, Ok(within));
    let outcome = open(&session, &network, URL);
    assert_eq!((outcome.status, outcome.code.name()), (Status::NotFound, "redirected"));
    assert!(titles(&session).is_empty());
    assert_eq!(open(&session, &network, URL).status, Status::Loaded);
    assert_eq!(session.borrow().source().unwrap().url, "https://www.example.org/maps/site.rdf");
}

#[test]
fn a_redirect_to_https_stays_on_the_site() {
    let asked = "http://www.example.org/sitemap.rdf";
    let session = RefCell::new(Session::default());
    let answer = || {
        let mut answer = Answer::new(200, &sitemap(&["a"]));
        answer.from = Some(URL);
        Ok(answer)
    };
    let network = Network::ready().answer(asked, answer()).answer(asked, Err(FetchError("offline".to_owned())));
    assert_eq!(open(&session, &network, asked).status, Status::Loaded);
    assert_eq!(session.borrow().source().unwrap().url, URL, "relative addresses refer to the target");
    assert_eq!(open(&session, &network, asked).status, Status::Failed);
    assert_eq!(titles(&session), ["a"], "after a reload it is still the same site");
}

#[test]
fn a_failed_connection_is_reported_and_keeps_its_rows() {
    let session = RefCell::new(Session::default());
    let whole = sitemap(&["a", "b", "c"]);
    let (head, _) = whole.split_at(whole.find("<rdf:Description rdf:about='urn:c'").unwrap());
    let mut broken = Answer::new(200, head);
    broken.chunks.push(Err(FetchError("reset".to_owned())));
    let network = Network::ready().answer(URL, Err(FetchError("refused".to_owned()))).answer(URL, Ok(broken));
    let outcome = open(&session, &network, URL);
    assert_eq!((outcome.status, outcome.code.name(), outcome.retry), (Status::Failed, "network", true));
    assert_eq!(outcome.reason, Some(Reason::Unreachable { why: "refused".to_owned() }));
    assert!(titles(&session).is_empty());
    let outcome = open(&session, &network, URL);
    assert_eq!((outcome.status, outcome.code.name(), outcome.retry), (Status::Failed, "network", true));
    assert_eq!(outcome.reason, Some(Reason::BrokenOffInPart { why: "reset".to_owned() }));
    assert_eq!(titles(&session), ["a", "b", "c"], "the received rows stay");
    assert!(session.borrow().diagnostics().iter().any(|d| d.code == FindingCode::Truncated));
}

#[test]
fn a_connection_that_fails_before_the_first_row_keeps_the_old_tree() {
    let session = RefCell::new(Session::default());
    let network = Network::ready().answer(URL, Ok(Answer::new(200, &sitemap(&["old"]))));
    assert_eq!(open(&session, &network, URL).status, Status::Loaded);
    for begin in ["", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"] {
        let mut broken = Answer::new(200, begin);
        broken.chunks.push(Err(FetchError("reset".to_owned())));
        let network = Network::ready().answer(URL, Ok(broken));
        let outcome = open(&session, &network, URL);
        assert_eq!((outcome.status, outcome.code.name()), (Status::Failed, "network"));
        assert!(!outcome.message.contains("the received rows are shown"), "{}", outcome.message);
        assert_eq!(titles(&session), ["old"], "the old tree stays");
        assert_eq!(session.borrow().source().unwrap().pages, 1);
    }
}

#[test]
fn rows_show_during_the_load() {
    let session = RefCell::new(Session::default());
    let whole = sitemap(&["a", "b"]);
    let (head, tail) = whole.split_at(whole.find("<rdf:Description rdf:about='urn:b'").unwrap());
    let mut answer = Answer::new(200, head);
    answer.chunks.push(Ok(tail.as_bytes().to_vec()));
    let network = Network::default().answer(URL, Ok(answer));
    let mut loading = start(&session, &network, URL);
    assert!(continue_load(&mut loading, &network, 0).is_none() && titles(&session).is_empty());
    assert!(continue_load(&mut loading, &network, 2).is_none());
    assert_eq!(titles(&session), ["a", "b"]);
    let kinds = |session: &RefCell<Session>| {
        let session = session.borrow();
        let (view, document) = session.view();
        view.rows(document.map(), 0..9).into_iter().map(|row| row.url.is_some()).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&session), [true, false], "the second page is listed but not described yet");
    assert_eq!(continue_load(&mut loading, &network, 9).unwrap().status, Status::Loaded);
    assert_eq!(kinds(&session), [true, true]);
}

/// Loads a sitemap up to its page `b`, then the user stops.
fn stopped_at_b(whole: &str) -> RefCell<Session> {
    let session = RefCell::new(Session::default());
    let (head, tail) = whole.split_at(whole.find("<rdf:Description rdf:about='urn:b'").unwrap());
    let mut answer = Answer::new(200, head);
    answer.chunks.push(Ok(tail.as_bytes().to_vec()));
    let network = Network::default().answer(URL, Ok(answer));
    let mut loading = start(&session, &network, URL);
    assert!(continue_load(&mut loading, &network, 2).is_none());
    session.borrow_mut().stop();
    let outcome = continue_load(&mut loading, &network, 9).unwrap();
    assert_eq!((outcome.status, outcome.code.name()), (Status::Stopped, "stopped"));
    drop(loading);
    session
}

#[test]
fn rows_stay_when_the_user_stops() {
    let session = stopped_at_b(&sitemap(&["a", "b"]));
    assert_eq!(titles(&session), ["a", "b"]);
    assert!(session.borrow().site().is_stopped());
}

#[test]
fn a_stop_by_the_user_is_not_an_error_of_the_sitemap() {
    let whole = sitemap(&["a", "b"]);
    let session = stopped_at_b(&whole);
    let session = session.borrow();
    let site = session.site();
    assert_eq!((site.error_to_report(), site.diagnostics()), (None, vec![]));

    // An earlier error is reported.
    let page = "<rdf:Description rdf:about='urn:a'";
    let session = stopped_at_b(&whole.replacen(page, &format!("<rdf:Description rdf:ID='1 2'/>{page}"), 1));
    let error = session.borrow().site().error_to_report();
    assert_eq!(error.map(|error| error.code.name()), Some("rdf-id"));
}

#[test]
fn stopping_before_the_first_byte_shows_nothing() {
    let session = RefCell::new(Session::default());
    let network = Network::default().answer(URL, Ok(Answer::new(200, &sitemap(&["a"]))));
    let mut loading = start(&session, &network, URL);
    assert!(continue_load(&mut loading, &network, 0).is_none());
    session.borrow_mut().stop();
    assert_eq!(continue_load(&mut loading, &network, 9).unwrap().status, Status::Stopped);
    assert!(titles(&session).is_empty());
    session.borrow_mut().stop();
}

#[test]
fn a_newer_load_replaces_the_older_one() {
    for permits in [0, 1, 2] {
        let session = RefCell::new(Session::default());
        let old = sitemap(&["old-1", "old-2"]);
        let mut answer = Answer::new(200, "");
        answer.chunks = old.as_bytes().chunks(old.len() / 2).map(|chunk| Ok(chunk.to_vec())).collect();
        let network = Network::default().answer(URL, Ok(answer)).answer(URL, Ok(Answer::new(200, &sitemap(&["new"]))));
        let mut first = start(&session, &network, URL);
        assert!(continue_load(&mut first, &network, permits).is_none());
        let before = titles(&session);
        if permits == 0 {
            // The first load has no answer yet, because answers arrive in the order of the requests.
            network.answers.borrow_mut().get_mut(URL).unwrap().rotate_left(1);
        }
        let mut second = start(&session, &network, URL);
        assert!(continue_load(&mut second, &network, 0).is_none());
        assert_eq!(continue_load(&mut first, &network, if permits == 0 { 0 } else { 9 }).is_some(), permits > 0);
        assert_eq!(titles(&session), before, "bytes of the first load do not count");
        assert_eq!(continue_load(&mut second, &network, 9).unwrap().status, Status::Loaded);
        assert_eq!(titles(&session), ["new"]);
        if permits == 0 {
            assert_eq!(continue_load(&mut first, &network, 9).unwrap().status, Status::Stopped);
        }
        assert_eq!(titles(&session), ["new"]);
    }
}

#[test]
fn the_tree_of_another_site_disappears_at_once() {
    let other = "https://other.example/sitemap.rdf";
    for elsewhere in [other, "http://www.example.org/sitemap.rdf", "https://www.example.org:8443/x", "about:blank"] {
        let session = RefCell::new(Session::default());
        let network = Network::ready().answer(URL, Ok(Answer::new(200, &sitemap(&["a"]))));
        open(&session, &network, URL);
        let version = session.borrow().view().0.version();
        let network = Network::default();
        let mut loading = start(&session, &network, elsewhere);
        assert!(session.borrow().site().is_empty() && titles(&session).is_empty(), "{elsewhere}");
        assert_ne!(session.borrow().view().0.version(), version, "the view must notice the change");
        assert_eq!(continue_load(&mut loading, &network, 9).unwrap().status, Status::NotFound);
        assert!(titles(&session).is_empty());
    }
}

#[test]
fn a_tree_from_cached_answers_says_so() {
    const CHILD: &str = "https://www.example.org/child.xml";
    let child = Answer::ok(&urlset(&["https://www.example.org/page"]));
    for (is_index_stale, is_child_stale) in [(false, false), (true, true), (false, true)] {
        let aged = |answer: Answer, is_stale| if is_stale { answer.stale() } else { answer };
        let network = Network::ready()
            .serve(URL, aged(Answer::ok(&index(&[CHILD])), is_index_stale))
            .serve(CHILD, aged(child.clone(), is_child_stale));
        let session = RefCell::new(Session::default());
        let outcome = open(&session, &network, URL);
        assert_eq!((outcome.status, titles(&session).len()), (Status::Loaded, 1));
        assert_eq!(session.borrow().source().unwrap().stale, is_index_stale || is_child_stale);
    }
}

#[test]
fn offline_answers_are_old_except_those_of_this_machine() {
    for (url, is_offline, stale) in
        [(URL, true, true), (URL, false, false), ("http://127.0.0.1:8000/sitemap.rdf", true, false)]
    {
        let network = Network::ready().serve(url, Answer::ok(&sitemap(&["A"])));
        network.is_offline.set(is_offline);
        let session = RefCell::new(Session::default());
        assert_eq!(open(&session, &network, url).status, Status::Loaded);
        assert_eq!(session.borrow().source().unwrap().stale, stale, "{url} {is_offline}");
    }
}

#[test]
fn a_reload_that_fails_keeps_the_tree() {
    let failures = [
        Ok(Answer::new(404, "")),
        Ok(Answer::new(500, "")),
        Ok(Answer::new(200, "<html>")),
        Ok(Answer::new(200, "")),
        Ok(Answer::new(200, &sitemap(&[]))),
        Ok(Answer::new(200, "<rdf:RDF></b>")),
        Err(FetchError("offline".to_owned())),
    ];
    for failure in failures {
        let session = RefCell::new(Session::default());
        let network = Network::ready().answer(URL, Ok(Answer::new(200, &sitemap(&["a", "b"])))).answer(URL, failure);
        open(&session, &network, URL);
        session.borrow_mut().set_current(Some("https://www.example.org/b"));
        let outcome = open(&session, &network, URL);
        assert_ne!(outcome.status, Status::Loaded);
        assert_eq!(titles(&session), ["a", "b"], "{}", outcome.message);
        assert_eq!(session.borrow().source().unwrap().url, URL);
    }
}

#[test]
fn a_reload_shows_the_old_tree_until_the_new_one_has_rows() {
    let session = RefCell::new(Session::default());
    let new = sitemap(&["new"]);
    let (head, tail) = new.split_at(new.find("<rdf:li").unwrap());
    let mut answer = Answer::new(200, head);
    answer.chunks.push(Ok(tail.as_bytes().to_vec()));
    let network = Network::ready().answer(URL, Ok(Answer::new(200, &sitemap(&["old"])))).answer(URL, Ok(answer));
    session.borrow_mut().set_current(Some("https://www.example.org/new"));
    open(&session, &network, URL);
    let mut loading = start(&session, &network, URL);
    assert!(continue_load(&mut loading, &network, 2).is_none());
    assert_eq!(titles(&session), ["old"]);
    assert_eq!(continue_load(&mut loading, &network, 9).unwrap().status, Status::Loaded);
    assert_eq!(titles(&session), ["new"]);
    let session = session.borrow();
    let (view, document) = session.view();
    assert_eq!(view.current_row(document.map()), Some(0), "the current page is still known");
}

#[test]
fn reading_ends_when_the_document_is_not_a_sitemap() {
    let session = RefCell::new(Session::default());
    let mut endless = Answer::new(200, "<html>");
    endless.chunks.extend((0..1000).map(|_| Ok(vec![b'x'; 1 << 16])));
    let network = Network::default().answer(URL, Ok(endless));
    let mut loading = start(&session, &network, URL);
    assert_eq!(continue_load(&mut loading, &network, 10).unwrap().code.name(), "no-sitemap");
    assert!(network.permits.get() >= 6, "the rest is not asked for");
}

/// The limit of cached trees counts bytes, so every part must count. Once, pages without an address had no size.
#[test]
fn the_size_of_a_tree_includes_everything() {
    let count = 50_000;
    let memory = |entry: &str| {
        let sitemap = sitemap(&["a"]).replace("</rdf:Seq>", &format!("{}</rdf:Seq>", entry.repeat(count)));
        let session = RefCell::new(Session::default());
        let network = Network::ready().answer(URL, Ok(Answer::new(200, &sitemap)));
        assert_eq!(open(&session, &network, URL).status, Status::Loaded);
        let session = session.into_inner();
        session.memory() / count
    };
    let heading = memory("<rdf:li rdf:parseType='Resource'><dc:title>a</dc:title></rdf:li>");
    assert!((100..1_000).contains(&heading), "{heading} bytes for each heading");
    let long = format!("<rdf:li rdf:parseType='Resource'><dc:title>{}</dc:title></rdf:li>", "t".repeat(500));
    assert!(memory(&long) >= heading + 490, "texts count");
    let detail = "<dc:subject>s</dc:subject>".repeat(20);
    let detailed = format!("<rdf:li rdf:parseType='Resource'><dc:title>a</dc:title>{detail}</rdf:li>");
    assert!(memory(&detailed) >= heading + 20 * 8, "details count");
    let session = Session::default();
    assert!(session.memory() < 1_000, "nothing is shown");
}
