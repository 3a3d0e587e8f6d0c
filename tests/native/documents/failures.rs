//! Sitemaps of an index that cannot be read, and retries.

use navibar::findings::Reason;
use navibar::limits::{DOCUMENTS_AT_ONCE, MAX_UNREACHED};
use navibar::session::{FetchError, Session, Status};
use navibar::view::DocumentState;
use std::cell::RefCell;

use super::{INDEX, at, document_rows, index_of, load, pages};
use crate::support::network::{
    Answer, Network, open, open_document, open_failures, open_missing, rows, titles, urlset,
};

#[test]
fn an_unreadable_sitemap_is_a_row_with_the_reason_and_the_rest_stays() {
    let urls = [at("/page")];
    let whole = urlset(&[&urls[0]]);
    let head = &whole[..whole.find("</url>").unwrap()];
    let cases: Vec<(Result<Answer, FetchError>, &str)> = vec![
        (Ok(Answer::new(404, &whole)), "It does not exist."),
        (Ok(Answer::new(410, "")), "It does not exist."),
        (Ok(Answer::new(403, "")), "The site does not allow access to its sitemap (status 403)."),
        (Ok(Answer::new(500, "")), "The server has an error and did not send the sitemap (status 500)."),
        (Err(FetchError("refused".to_owned())), "The site could not be reached."),
        (Ok(Answer::redirect(301, "https://other.example/")), "Its address redirects to another site."),
        (Ok(Answer::ok("<!doctype html><p>Hello")), "This is not a sitemap."),
        (Ok(Answer::ok("<html><body>")), "This is not a sitemap."),
        (Ok(Answer::ok("{}")), "This is not a sitemap."),
        (Ok(Answer::ok("")), "This is not a sitemap."),
        (Ok(Answer::ok(head)), "It cannot be read: line 2, column "),
        (Ok(Answer::ok("<urlset>").broken()), "The connection was interrupted."),
        (Ok(Answer::ok("<urlset></b>")), "It cannot be read: line 1, column 13: "),
        (Ok(Answer::ok(&" ".repeat(1 << 16)).endless()), "This is not a sitemap."),
    ];
    for (answer, sentence) in cases {
        let network = Network::ready()
            .serve(INDEX, index_of(&["/1.xml", "/lost.xml", "/2.xml"]))
            .serve(&at("/1.xml"), pages(&["/a"]))
            .serve(&at("/2.xml"), pages(&["/b"]))
            .answer(&at("/lost.xml"), answer)
            .serve(&at("/lost.xml"), pages(&["/found"]));
        let session = load(&network);
        assert_eq!(titles(&session), ["A", "B", "1 list not loaded"], "{sentence}");
        open_failures(&session);
        let row = document_rows(&session).remove(1);
        assert_eq!((row.state, row.url.as_deref()), (Some(DocumentState::Failed), Some(&*at("/lost.xml"))));
        let why = row.reason.unwrap().to_string();
        assert!(why.starts_with(sentence) && why.ends_with('.'), "{why}");
        assert!(!row.expandable, "there is nothing below it");
        network.take_asked();
        // A retry succeeds.
        let outcome = open_document(&session, &network, "lost.xml");
        assert_eq!((outcome.status, &*outcome.message), (Status::Loaded, "The document is loaded."), "{sentence}");
        assert_eq!(network.take_asked(), [at("/lost.xml")]);
        assert_eq!(titles(&session), ["A", "B", "Found"], "{sentence}");
    }
}

#[test]
fn a_retry_that_fails_is_reported() {
    let network = Network::ready()
        .serve(INDEX, index_of(&["/1.xml", "/lost.xml"]))
        .serve(&at("/1.xml"), pages(&["/a"]))
        .answer(&at("/lost.xml"), Ok(Answer::new(500, "")));
    let session = load(&network);
    let outcome = open_document(&session, &network, "lost.xml");
    assert_eq!((outcome.status, &*outcome.message, outcome.retry), (Status::Failed, "It does not exist.", true));
    assert_eq!(titles(&session), ["A", "1 list not loaded", "lost.xml"]);
    assert_eq!(rows(&session)[2].reason, Some(Reason::Missing));
}

#[test]
fn a_truncated_sitemap_keeps_its_rows() {
    let whole = urlset(&[&at("/a"), &at("/b")]);
    let head = &whole[..whole.rfind("<loc>").unwrap()];
    let network = Network::ready()
        .serve(INDEX, index_of(&["/1.xml", "/2.xml"]))
        .answer(&at("/1.xml"), Ok(Answer::ok(head).broken()))
        .serve(&at("/1.xml"), Answer::ok(&whole))
        .serve(&at("/2.xml"), pages(&["/c"]));
    let session = load(&network);
    open_failures(&session);
    assert_eq!(titles(&session), ["A", "C", "1 list not loaded", "1.xml"]);
    let why = rows(&session).pop().unwrap().reason.unwrap().to_string();
    assert_eq!(why, "The connection was interrupted.");
    open_document(&session, &network, "1.xml");
    assert_eq!(titles(&session), ["A", "C", "B"]);
}

#[test]
fn an_index_of_missing_sitemaps_has_one_row_with_a_row_for_each() {
    let network = Network::ready().serve(INDEX, index_of(&["/1.xml", "/2.xml"]));
    let session = load(&network);
    assert_eq!(titles(&session), ["2 lists not loaded"]);
    open_failures(&session);
    assert_eq!(titles(&session)[1..], ["1.xml", "2.xml"]);
    assert!(rows(&session)[1..].iter().all(|row| row.state == Some(DocumentState::Failed)));
}

#[test]
fn a_retry_loads_no_other_pending_sitemap() {
    let count = DOCUMENTS_AT_ONCE + 3;
    let paths: Vec<String> = (0..count).map(|n| format!("/{n}.xml")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let network = (1..count).fold(Network::ready().serve(INDEX, index_of(&paths)), |network, n| {
        network.serve(&at(&format!("/{n}.xml")), pages(&[&format!("/p{n}")]))
    });
    let session = load(&network);
    network.take_asked();
    let network = network.serve(&at("/0.xml"), index_of(&["/inner.xml"])).serve(&at("/inner.xml"), pages(&["/p0"]));
    assert_eq!(open_document(&session, &network, "0.xml").status, Status::Loaded);
    assert_eq!(network.take_asked(), [at("/0.xml"), at("/inner.xml")], "and the sitemap that it names");
    assert_eq!(titles(&session).last().unwrap(), "3 more sitemaps");
}

#[test]
fn all_missing_sitemaps_can_be_loaded() {
    let paths: Vec<String> = (0..9).map(|n| format!("/{n}.xml")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let network =
        (0..9).filter(|n| ![3, 4].contains(n)).fold(Network::ready().serve(INDEX, index_of(&paths)), |network, n| {
            network.serve(&at(&format!("/{n}.xml")), pages(&[&format!("/p{n}")]))
        });
    let session = RefCell::new(Session::default());
    session.borrow_mut().set_documents_at_once(2);
    open(&session, &network, INDEX);
    let missing = |session: &RefCell<Session>| session.borrow().site().map().documents().missing();
    assert_eq!((missing(&session), titles(&session).len()), (7, 3));
    network.take_asked();
    assert_eq!(open_missing(&session, &network).status, Status::Loaded);
    // Those that do not exist are tried once more, and the others are still loaded.
    assert_eq!((missing(&session), titles(&session).len()), (2, 7 + 1));
    assert!(network.take_asked().len() <= 7 + 2);
}

#[test]
fn an_unreachable_site_is_not_asked_for_all_missing_sitemaps() {
    let paths: Vec<String> = (0..20).map(|n| format!("/{n}.xml")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let network = paths
        .iter()
        .fold(Network::ready().serve(INDEX, index_of(&paths)), |network, path| network.unreachable(&at(path)));
    let session = load(&network);
    network.take_asked();
    open_missing(&session, &network);
    let asked = network.take_asked().len();
    assert!(asked <= 3 * MAX_UNREACHED, "{asked} requests");
}
