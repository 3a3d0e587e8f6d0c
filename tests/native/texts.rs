//! Words inside the pages: the search in the texts of a site's search indexes.

use crate::support::network::{Answer, Network};
use crate::support::visits::{load, page, url};
use navibar::inspect::block_on;
use navibar::limits::MAX_TEXT_MATCHES;
use navibar::page_facts::{PageFacts, Relation};
use navibar::session::{self, Session};
use std::cell::RefCell;
use std::future::Future;
use std::task::{Context, Poll, Waker};

/// A site with a search index that has been read for its titles.
fn site(script: &str, index: &str, json: &str) -> (RefCell<Session>, Network) {
    let session = load(&["/guide/use", "/guide/install"]);
    let network = Network::ready().serve(&url(index), Answer::ok(json));
    let relation = Relation { rel: "script".to_owned(), url: url(script), ..Relation::default() };
    session.borrow_mut().add_facts(PageFacts { relations: vec![relation], ..page("/", "Home", &[]) });
    block_on(session::read_lists(&session, &network, &RefCell::default()));
    network.take_asked();
    (session, network)
}

fn mkdocs(json: &str) -> (RefCell<Session>, Network) {
    site("/search/main.js", "/search/search_index.json", json)
}

/// The address, the title and the text of each match.
fn found(session: &RefCell<Session>, network: &Network, text: &str) -> Vec<String> {
    let found = block_on(session::search_texts(session, network, text)).unwrap();
    let line = |found: session::TextMatch| format!("{} {}: {}", found.url, found.title, found.excerpt.text);
    found.pages.into_iter().map(line).collect()
}

const INDEX: &str = r#"{"docs":[{"location":"guide/use/","title":"Use","text":"Water the garden twice a week."},
    {"location":"guide/use/#frost","title":"Frost &amp; ice","text":"<p>Cover the <em>garden</em> in a frost.</p>"},
    {"location":"guide/install/","title":"Install","text":"Dig."}]}"#;

#[test]
fn each_page_with_the_words_is_found_once_with_its_text() {
    let (session, network) = mkdocs(INDEX);
    assert!(session.borrow().has_texts());
    let use_it = format!("{} Use: Water the garden twice a week.", url("/guide/use/"));
    assert_eq!(found(&session, &network, "garden"), [use_it], "the first part of the page");
    let frost = format!("{} Frost & ice: Cover the garden in a frost.", url("/guide/use/#frost"));
    assert_eq!(found(&session, &network, "FROST garden"), [frost], "the section with all words");
    assert!(found(&session, &network, "garden dig").is_empty(), "the words are on one page");
    assert!(found(&session, &network, " ").is_empty());
    let index = url("/search/search_index.json");
    assert_eq!(network.take_asked(), [index.clone(), index.clone(), index], "one request for each search with words");
}

/// The text of a page may contain those of its sections.
#[test]
fn a_page_opens_at_the_section_with_the_words() {
    let (session, network) = mkdocs(
        r#"{"docs":[{"location":"a/","title":"A","text":"Trees \u00b6 Oaks are old. Shrubs \u00b6 A rose has thorns."},
        {"location":"a/#trees","title":"Trees","text":"Oaks are old."},
        {"location":"a/#shrubs","title":"Shrubs","text":"A rose has thorns."}]}"#,
    );
    let rose = format!("{} A: Trees Oaks are old. Shrubs A rose has thorns.", url("/a/#shrubs"));
    assert_eq!(found(&session, &network, "rose"), [rose]);
    let both = format!("{} A: Trees Oaks are old. Shrubs A rose has thorns.", url("/a/"));
    assert_eq!(found(&session, &network, "rose oaks"), [both], "no section has both words");
}

#[test]
fn texts_of_all_generators_are_found() {
    for (script, index, json) in [
        (
            "/search_index.en.js",
            "/search_index.en.js",
            r#"window.searchIndex = {"documentStore":{"docs":
            {"/a/":{"id":"https://www.example.org/a/","title":"A","body":"An oak."}}}};"#,
        ),
        (
            "/site_libs/quarto-search/quarto-search.js",
            "/search.json",
            r#"[{"objectID":"a","href":"a/","title":"A","section":"","text":"An oak."}]"#,
        ),
        (
            "/assets/js/just-the-docs.js",
            "/assets/js/search-data.json",
            r#"{"0":{"doc":"A","title":"Part","content":"An oak.","url":"/a/","relUrl":"/a/"}}"#,
        ),
        (
            "/assets/js/lunr/lunr-store.js",
            "/assets/js/lunr/lunr-store.js",
            r#"var store = [{"title":"A","excerpt":"An oak.","categories":[],"url":"https://www.example.org/a/"}]"#,
        ),
    ] {
        let (session, network) = site(script, index, json);
        assert_eq!(found(&session, &network, "oak"), [format!("{} A: An oak.", url("/a/"))], "{script}");
    }
}

#[test]
fn an_index_without_texts_is_not_searched() {
    let index = r#"Search.setIndex({"docnames":["a"],"titles":["A"],"terms":{"oak":0}})"#;
    let (session, network) = site("/_static/doctools.js", "/searchindex.js", index);
    assert!(!session.borrow().has_texts());
    assert!(found(&session, &network, "oak").is_empty());
    assert!(network.take_asked().is_empty());
}

#[test]
fn many_matches_are_cut_and_a_late_answer_is_dropped() {
    let docs: Vec<String> =
        (0..1_000).map(|n| format!(r#"{{"location":"p{n}/","title":"P {n}","text":"An oak."}}"#)).collect();
    let (session, network) = mkdocs(&format!(r#"{{"docs":[{}]}}"#, docs.join(",")));
    assert_eq!(found(&session, &network, "oak").len(), MAX_TEXT_MATCHES);
    assert_eq!(MAX_TEXT_MATCHES, 50);
    assert!(block_on(session::search_texts(&session, &network, "oak")).unwrap().is_partial, "there are more");

    network.allow(0);
    let mut first = std::pin::pin!(session::search_texts(&session, &network, "oak"));
    let mut poll = || first.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(poll().is_pending(), "the answer is on its way");
    network.allow(usize::MAX);
    assert_eq!(found(&session, &network, "oak p").len(), 0);
    assert_eq!(poll(), Poll::Ready(None), "a later search has ended it");
}

/// A site may send anything in place of its index.
#[test]
fn addresses_of_other_sites_and_endless_texts_are_harmless() {
    let long = "x".repeat(3 << 20);
    let json = format!(
        r#"{{"docs":[{{"location":"https://evil.example/","title":"E","text":"oak"}},
        {{"location":"javascript:alert(1)","title":"E","text":"oak"}},
        {{"location":"a/","title":"A","text":"{long} oak"}},{{"location":"b/","title":"B","text":"oak {long}"}}]}}"#
    );
    let (session, network) = mkdocs(&json);
    let found = found(&session, &network, "oak");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with(&format!("{} B: oak x", url("/b/"))) && found[0].len() < 300);
}

/// The browser may have lost the index, and the site may not answer any more.
#[test]
fn an_index_that_cannot_be_read_again_is_not_one_without_the_words() {
    let (session, network) = mkdocs(INDEX);
    let search = |network: &Network| {
        let found = block_on(session::search_texts(&session, network, "garden frost")).unwrap();
        (found.pages.len(), found.is_partial)
    };
    assert_eq!(search(&network), (1, false));
    let index = url("/search/search_index.json");
    assert_eq!(search(&Network::ready().serve(&index, Answer::new(500, ""))), (0, true));
    let kept_failure = Network::ready().answer(&index, Ok(Answer::new(500, ""))).serve(&index, Answer::ok(INDEX));
    assert_eq!(search(&kept_failure), (1, false), "the browser may keep a failure, too");
    assert_eq!(search(&Network::ready().serve(&index, Answer::ok(&INDEX[..120]).broken())), (0, true));
    assert_eq!(search(&Network::ready().serve(&index, Answer::ok("{}"))), (0, false));
    assert_eq!(search(&Network::ready().serve(&index, Answer::ok("<html>Log in</html>"))), (0, true));
}
