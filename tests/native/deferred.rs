//! Documents whose reader is in the second module of the engine.

use crate::support::network::{Answer, Network, continue_load, index, open, open_page, sitemap, start, titles, urlset};
use navibar::deferred;
use navibar::inspect::Outline;
use navibar::session::{Session, Status};
use std::cell::RefCell;
use std::fs;
use std::path::Path;

const URL: &str = "https://www.example.org/map/file";
const FEED: &str = "<rss version='2.0'><channel><title>Garden</title><link>/</link>
    <item><title>Frost</title><link>/frost.html</link></item></channel></rss>";
const JSON: &str = r#"{"version": "https://jsonfeed.org/version/1.1", "title": "Garden",
    "items": [{"id": "1", "title": "Frost", "url": "https://www.example.org/frost.html"}]}"#;

/// The tree and the findings of a document that arrives in chunks of this size, and how often the second module was loaded.
fn read(document: &[u8], chunk: usize, is_missing: bool) -> (String, usize) {
    deferred::set_missing(is_missing);
    let mut answer = Answer::ok("");
    answer.chunks = document.chunks(chunk).map(|chunk| Ok(chunk.to_vec())).collect();
    let network = Network::ready().serve(URL, answer);
    let session = RefCell::new(Session::default());
    let outcome = open(&session, &network, URL);
    deferred::set_missing(false);
    let session = session.borrow();
    let (text, findings) = (Outline::new(session.site()).to_text(true), session.diagnostics());
    (format!("{:?} {}\n{text}\n{findings:?}", outcome.status, outcome.message), network.deferred_loads.get())
}

#[test]
fn every_fixture_is_read_the_same_with_the_second_module_loaded_late() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut late = 0;
    for (folder, is_rare) in [
        ("feed", Some(true)),
        ("opml", Some(true)),
        ("standard-sitemap", Some(true)),
        ("xbel", Some(true)),
        ("nns", Some(false)),
        ("negs", Some(false)),
        ("resourcesync", Some(false)),
        ("diwoo", Some(false)),
        ("sitemap", None),
        ("text", None),
    ] {
        for file in fs::read_dir(fixtures.join(folder)).unwrap() {
            let path = file.unwrap().path();
            let is_expected = path.extension().is_some_and(|ending| ending == "txt") && folder != "text";
            let document = fs::read(&path).unwrap();
            if is_expected || document.len() > 100_000 {
                continue;
            }
            let name = path.display().to_string();
            for chunk in [document.len().max(1), 7] {
                let (expected, loads) = read(&document, chunk, false);
                assert_eq!(loads, 0, "{name}");
                let (seen, loads) = read(&document, chunk, true);
                assert_eq!(seen, expected, "{name} in chunks of {chunk} bytes");
                assert!(
                    loads <= 1 && (is_rare != Some(false) || loads == 0 || name.ends_with("json.rdf")),
                    "{name} loads it {loads} times"
                );
                late += usize::from(is_rare == Some(true) && loads == 1);
            }
        }
    }
    assert!(late > 100, "only {late} documents of rare formats");
}

#[test]
fn usual_documents_do_not_load_the_second_module() {
    let plain = urlset(&["https://www.example.org/a"]);
    let page = "<!doctype html><title>Not here</title>";
    for document in [&sitemap(&["a"]), &plain, page, "https://www.example.org/a\n", "text", ""] {
        assert_eq!(read(document.as_bytes(), 1000, true).1, 0, "{document}");
    }
    for document in [FEED, JSON] {
        assert_eq!(read(document.as_bytes(), 1000, true).1, 1, "{document}");
    }
}

#[test]
fn a_document_whose_reader_does_not_load_is_broken_off_and_can_be_loaded_again() {
    for document in [FEED, JSON] {
        deferred::set_missing(true);
        let network = Network::ready().serve(URL, Answer::ok(document));
        network.deferred_faults.set(1);
        let session = RefCell::new(Session::default());
        let outcome = open(&session, &network, URL);
        assert_eq!((outcome.status, outcome.code.name(), outcome.retry), (Status::Failed, "network", true));
        let outcome = open(&session, &network, URL);
        assert_eq!((outcome.status, network.deferred_loads.get()), (Status::Loaded, 2));
        assert_eq!(titles(&session), ["Frost"]);
    }
}

#[test]
fn a_child_sitemap_of_a_rare_format_keeps_the_others_when_its_reader_does_not_load() {
    deferred::set_missing(true);
    let [rare, plain] = ["https://www.example.org/map/feed", "https://www.example.org/map/plain"];
    let network = Network::ready()
        .serve(URL, Answer::ok(&index(&[rare, plain])))
        .serve(rare, Answer::ok(FEED))
        .serve(plain, Answer::ok(&urlset(&["https://www.example.org/ferns"])));
    network.deferred_faults.set(1);
    let session = RefCell::new(Session::default());
    assert_eq!(open(&session, &network, URL).status, Status::Loaded);
    assert_eq!(network.deferred_loads.get(), 1);
    assert!(titles(&session).contains(&"Ferns".to_owned()), "{:?}", titles(&session));
    deferred::set_missing(false);
}

/// The engine adds the home page of a site below a path to its tree, even if no page was visited.
#[test]
fn a_site_below_a_path_waits_for_the_second_module() {
    let [host, below] = ["https://www.example.org/sitemap.xml", "https://www.example.org/project/sitemap.xml"];
    let page = "https://www.example.org/project/leaves/oak";
    let both = |is_missing, faults| {
        deferred::set_missing(is_missing);
        let network = Network::ready()
            .serve(host, Answer::ok(&urlset(&["https://www.example.org/a", "https://www.example.org/b"])))
            .serve(below, Answer::ok(&urlset(&[page, "https://www.example.org/project/leaves/elm"])));
        network.deferred_faults.set(faults);
        let memory = RefCell::default();
        let first = RefCell::new(Session::default());
        let mut statuses = vec![open_page(&first, &network, &memory, page).status];
        // Now the site is known.
        deferred::set_missing(is_missing);
        let second = RefCell::new(Session::default());
        statuses.push(open_page(&second, &network, &memory, page).status);
        deferred::set_missing(false);
        (statuses, titles(&first), titles(&second), network.deferred_loads.get())
    };
    let (statuses, first, second, loads) = both(false, 0);
    assert_eq!((&*statuses, loads), (&[Status::Loaded; 2][..], 0));
    assert_eq!(both(true, 0), (statuses.clone(), first, second, 2));
    assert_eq!((both(true, 2).0, both(true, 2).3), (statuses, 2));
}

#[test]
fn a_load_that_is_stopped_while_it_waits_reads_nothing() {
    deferred::set_missing(true);
    let network = Network::default().serve(URL, Answer::ok(FEED));
    let session = RefCell::new(Session::default());
    let mut loading = start(&session, &network, URL);
    // The response and its chunk.
    assert!(continue_load(&mut loading, &network, 2).is_none());
    assert_eq!(network.deferred_loads.get(), 1);
    session.borrow_mut().stop();
    let outcome = continue_load(&mut loading, &network, usize::MAX).unwrap();
    assert_eq!(outcome.status, Status::Stopped);
    assert_eq!(titles(&session), [""; 0]);
}
