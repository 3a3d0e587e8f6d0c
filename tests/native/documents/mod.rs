//! Sites with several documents: indexes of sitemaps, failures, and interruptions.

mod failures;
mod interruptions;

use crate::support::network::{
    Answer, Network, continue_load, index, negs, open, open_document, open_failures, open_with_progress, rows, sitemap,
    start, titles, urlset,
};
use navibar::findings::{FindingCode, Severity};
use navibar::inspect::{Mirror, block_on};
use navibar::limits::{
    DOCUMENTS_AT_ONCE, MAX_DOCUMENTS_AT_ONCE, MAX_EXCERPTS, MAX_MEMORY, MAX_PICTURE_BYTES, MAX_REMEMBERED_SITES,
};
use navibar::session::{self, Progress, Session, Status};
use navibar::site_map::Kind;
use navibar::view::{DocumentState, Row};
use std::cell::RefCell;
use std::time::Duration;

const INDEX: &str = "https://www.example.org/sitemap.xml";

/// An address of the site.
fn at(path: &str) -> String {
    format!("https://www.example.org{path}")
}

/// An index of the sitemaps with these paths.
fn index_of(paths: &[&str]) -> Answer {
    let urls: Vec<String> = paths.iter().map(|path| at(path)).collect();
    Answer::ok(&index(&urls.iter().map(String::as_str).collect::<Vec<_>>()))
}

/// A sitemap of the pages with these paths.
fn pages(paths: &[&str]) -> Answer {
    let urls: Vec<String> = paths.iter().map(|path| at(path)).collect();
    Answer::ok(&urlset(&urls.iter().map(String::as_str).collect::<Vec<_>>()))
}

/// Loads [`INDEX`].
fn load(network: &Network) -> RefCell<Session> {
    let session = RefCell::new(Session::default());
    let outcome = open(&session, network, INDEX);
    assert_eq!((outcome.status, &*outcome.message), (Status::Loaded, "The sitemap is loaded."));
    session
}

fn document_rows(session: &RefCell<Session>) -> Vec<Row> {
    rows(session).into_iter().filter(|row| row.kind == Kind::Document).collect()
}

#[test]
fn a_file_without_room_in_memory_is_requested_again_when_it_is_read() {
    let network = Network::ready()
        .serve(INDEX, index_of(&["/1.xml", "/2.xml", "/3.xml"]))
        .serve(&at("/1.xml"), pages(&["/a"]))
        .answer(&at("/2.xml"), Ok(pages(&["/b"]).given_up()))
        .serve(&at("/2.xml"), pages(&["/b"]))
        .serve(&at("/3.xml"), pages(&["/c"]));
    let session = load(&network);
    assert_eq!(titles(&session), ["A", "B", "C"]);
    let asked = |path: &str| network.asked.borrow().iter().filter(|url| **url == at(path)).count();
    assert_eq!([asked("/1.xml"), asked("/2.xml"), asked("/3.xml")], [1, 2, 1]);
}

#[test]
fn after_a_file_without_room_files_are_requested_one_at_a_time() {
    let paths: Vec<String> = (1..=9).map(|n| format!("/{n}.xml")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let network = Network::default().serve(INDEX, index_of(&paths));
    let network = network.answer(&at("/2.xml"), Ok(pages(&["/2"]).given_up()));
    let network = paths.iter().fold(network, |network, path| network.serve(&at(path), pages(&[path])));
    let session = RefCell::new(Session::default());
    let mut loading = start(&session, &network, INDEX);
    while !network.asked.borrow().contains(&at("/6.xml")) {
        assert!(continue_load(&mut loading, &network, 1).is_none());
    }
    assert_eq!(network.max_waiting.replace(0), 4);
    assert!((0..99).any(|_| continue_load(&mut loading, &network, 1).is_some()));
    assert_eq!((network.max_waiting.get(), network.asked.borrow().len()), (1, 11));
}

#[test]
fn the_bytes_of_a_file_are_counted_from_its_answer_on() {
    let paths = ["/1.xml", "/2.xml", "/3.xml", "/4.xml"];
    let network = Network::default().serve(INDEX, index_of(&paths)).serve(&at("/1.xml"), pages(&["/a"]).silent());
    let network = paths[1..].iter().fold(network, |network, path| network.serve(&at(path), pages(&["/b"])));
    let session = RefCell::new(Session::default());
    let mut loading = start(&session, &network, INDEX);
    while network.asked.borrow().len() < 5 {
        assert!(continue_load(&mut loading, &network, 1).is_none());
    }
    // Only the first one answers, and its end does not come.
    assert!(continue_load(&mut loading, &network, 1).is_none());
    assert_eq!(network.read_ahead.get(), 1);
    assert!(continue_load(&mut loading, &network, usize::MAX).is_none());
    assert_eq!(network.read_ahead.get(), 4);
}

#[test]
fn the_sitemaps_of_an_index_make_one_tree() {
    let network = Network::ready()
        .serve(INDEX, index_of(&["/1.xml", "/2.xml", "/3.xml"]))
        .serve(&at("/1.xml"), pages(&["/b/x", "/a"]))
        .serve(&at("/2.xml"), pages(&["/c", "/b/y"]))
        .serve(&at("/3.xml"), pages(&["/a", "/b/"]));
    let session = RefCell::new(Session::default());
    let (outcome, progress) = open_with_progress(&session, &network, INDEX);
    assert_eq!((outcome.status, &*outcome.url), (Status::Loaded, INDEX));
    assert_eq!(titles(&session), ["B", "A", "C"]);
    assert_eq!(network.take_asked(), [INDEX.to_owned(), at("/1.xml"), at("/2.xml"), at("/3.xml")]);
    let source = session.borrow().source().unwrap();
    assert_eq!((&*source.url, source.format, source.pages, source.documents), (INDEX, "sitemap", 5, 4));
    let done: Vec<_> = progress.iter().filter_map(|p| p.documents).map(|d| (d.done, d.total)).collect();
    assert_eq!((done.first(), done.last()), (Some(&(0, 3)), Some(&(3, 3))));
    let is_growing = |of: fn(&Progress) -> u64| progress.iter().map(of).is_sorted();
    assert!(done.is_sorted(), "{done:?}");
    assert!(is_growing(|progress| progress.bytes) && is_growing(|progress| progress.pages as u64), "{progress:?}");
}

#[test]
fn the_order_of_answers_does_not_change_the_order_of_sitemaps() {
    let paths: Vec<String> = (0..9).map(|n| format!("/{n}.xml")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let network = (0..9).fold(Network::default().serve(INDEX, index_of(&paths)), |network, n| {
        network.serve(&at(&format!("/{n}.xml")), pages(&[&format!("/page-{n}")]))
    });
    let session = RefCell::new(Session::default());
    let mut loading = start(&session, &network, INDEX);
    let outcome = (0..99).find_map(|_| continue_load(&mut loading, &network, 1)).unwrap();
    assert_eq!(outcome.status, Status::Loaded);
    assert_eq!(titles(&session), (0..9).map(|n| format!("Page {n}")).collect::<Vec<_>>());
    let most = network.max_waiting.get();
    assert!((2..=6).contains(&most), "several at a time, but a site is not swamped: {most}");
}

#[test]
fn rows_show_before_all_sitemaps_have_arrived() {
    let network = Network::default()
        .serve(INDEX, index_of(&["/1.xml", "/2.xml"]))
        .serve(&at("/1.xml"), pages(&["/a"]))
        .serve(&at("/2.xml"), pages(&["/b"]));
    let session = RefCell::new(Session::default());
    let mut loading = start(&session, &network, INDEX);
    let mut seen = vec![titles(&session)];
    while continue_load(&mut loading, &network, 1).is_none() {
        seen.push(titles(&session));
    }
    seen.dedup();
    let title = |title: &str| title.to_owned();
    assert_eq!(seen[..2], [vec![], vec![title("A")]]);
    assert_eq!(seen.last().unwrap(), &[title("A"), title("B")]);
}

#[test]
fn an_index_with_cycles_is_read_once() {
    let network = Network::ready()
        .serve(INDEX, index_of(&["/sitemap.xml", "/1.xml", "/1.xml", "/inner.xml", "/sitemap.xml#again"]))
        .serve(&at("/inner.xml"), index_of(&["/sitemap.xml", "/inner.xml", "/2.xml", "/1.xml"]))
        .serve(&at("/1.xml"), pages(&["/a"]))
        .serve(&at("/2.xml"), pages(&["/b"]));
    let session = load(&network);
    assert_eq!(titles(&session), ["A", "B"]);
    assert_eq!(network.take_asked(), [INDEX.to_owned(), at("/1.xml"), at("/inner.xml"), at("/2.xml")]);
    let findings = session.borrow().diagnostics();
    assert!(findings.iter().any(|finding| finding.code == FindingCode::DocumentAgain), "{findings:?}");
}

#[test]
fn an_endless_index_of_indexes_is_read_up_to_the_limit() {
    let mut network = Network::ready().serve(INDEX, index_of(&["/0.xml"]));
    for n in 0..200 {
        network = network.serve(&at(&format!("/{n}.xml")), index_of(&[&format!("/{}.xml", n + 1)]));
    }
    let session = load(&network);
    assert_eq!(network.take_asked().len(), DOCUMENTS_AT_ONCE + 1);
    assert_eq!(titles(&session), ["1 more sitemap"]);
}

#[test]
fn one_document_may_list_urls_and_sitemaps() {
    let entry = format!("<sitemap><loc>{}</loc></sitemap></urlset>", at("/1.xml"));
    let mixed = urlset(&[&at("/a")]).replace("</urlset>", &entry);
    let network = Network::ready().serve(INDEX, Answer::ok(&mixed)).serve(&at("/1.xml"), pages(&["/b"]));
    assert_eq!(titles(&load(&network)), ["A", "B"]);
}

#[test]
fn sitemaps_beyond_the_limit_wait_for_the_user() {
    let count = 2 * DOCUMENTS_AT_ONCE + 1;
    let paths: Vec<String> = (0..count).map(|n| format!("/{n}.xml")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let network = (0..count).fold(Network::ready().serve(INDEX, index_of(&paths)), |network, n| {
        network.serve(&at(&format!("/{n}.xml")), pages(&[&format!("/p{n}")]))
    });
    let session = load(&network);
    assert_eq!(network.take_asked().len(), 1 + DOCUMENTS_AT_ONCE);
    let more = document_rows(&session);
    assert_eq!(more.len(), 1);
    let left = format!("{} more sitemaps", count - DOCUMENTS_AT_ONCE);
    assert_eq!((&more[0].title, more[0].state, more[0].expandable), (&left, Some(DocumentState::Pending), false));
    assert_eq!(titles(&session).last(), Some(&left), "it is the last row");
    assert_eq!(open_document(&session, &network, &left).status, Status::Loaded);
    assert_eq!(network.take_asked().len(), DOCUMENTS_AT_ONCE);
    assert_eq!(document_rows(&session)[0].title, "1 more sitemap");
    assert_eq!(open_document(&session, &network, "1 more sitemap").status, Status::Loaded);
    assert!(document_rows(&session).is_empty());
    assert_eq!(rows(&session).len(), count);
    assert_eq!(session.borrow().source().unwrap().pages, count);
}

#[test]
fn the_number_of_sitemaps_loaded_at_once_can_be_set() {
    let count = MAX_DOCUMENTS_AT_ONCE + 2;
    let paths: Vec<String> = (0..count).map(|n| format!("/{n}.xml")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let network = (0..count).fold(Network::ready().serve(INDEX, index_of(&paths)), |network, n| {
        network.serve(&at(&format!("/{n}.xml")), pages(&[&format!("/p{n}")]))
    });
    let more = |n: usize| format!("{n} more sitemaps");
    for (said, loaded) in [(3, 3), (0, 1), (usize::MAX, MAX_DOCUMENTS_AT_ONCE)] {
        let session = RefCell::new(Session::default());
        session.borrow_mut().set_documents_at_once(said);
        let (_, progress) = open_with_progress(&session, &network, INDEX);
        assert_eq!(network.take_asked().len(), 1 + loaded, "{said}");
        assert_eq!(titles(&session).last(), Some(&more(count - loaded)));
        let last = progress.iter().rev().find_map(|progress| progress.documents).unwrap();
        assert_eq!((last.done, last.total), (loaded, loaded));
    }
    // A change while a tree is shown counts for the next load.
    let session = RefCell::new(Session::default());
    session.borrow_mut().set_documents_at_once(1);
    open(&session, &network, INDEX);
    network.take_asked();
    session.borrow_mut().set_documents_at_once(4);
    open_document(&session, &network, &more(count - 1));
    assert_eq!(network.take_asked().len(), 4);
    assert_eq!(titles(&session).last(), Some(&more(count - 5)));
}

/// JavaScript repeats these limits, because it needs them without the engine.
#[test]
fn limits_in_javascript_equal_those_of_the_engine() {
    let has = |file: &str, text: &str, line: String| assert!(text.contains(&line), "{file} has no {line}");
    let settings = include_str!("../../../www/extension/settings.js");
    has("settings.js", settings, format!("MAX_SITEMAPS_AT_ONCE = {MAX_DOCUMENTS_AT_ONCE};"));
    has("settings.js", settings, format!("sitemapsAtOnce: {DOCUMENTS_AT_ONCE},"));
    let pictures = include_str!("../../../www/extension/sidebar/access/pictures.js");
    let store = include_str!("../../../www/extension/store.js");
    let (entries, [thousands, rest]) = (MAX_REMEMBERED_SITES, [MAX_MEMORY / 1000, MAX_MEMORY % 1000]);
    has("store.js", store, format!("sitemaps: {{ area: \"session\", most: {entries}, length: {thousands}_{rest} }}"));
    has("pictures.js", pictures, format!("MAX_PICTURE_BYTES = {} * 1024;", MAX_PICTURE_BYTES >> 10));
    let problems = include_str!("../../../www/extension/sidebar/panels/problems.js");
    has("problems.js", problems, format!("MAX_LISTED = {MAX_EXCERPTS};"));
}

#[test]
fn a_sitemap_on_another_host_is_read_but_cannot_name_a_third_host() {
    let (cdn, third) = ("https://cdn.example/1.xml", "https://third.example/2.xml");
    let network = Network::ready()
        .serve(INDEX, Answer::ok(&index(&[cdn])))
        .serve(cdn, Answer::ok(&index(&[third, "inner.xml"])))
        .serve("https://cdn.example/inner.xml", pages(&["/a"]))
        .serve(third, pages(&["/b"]));
    let session = load(&network);
    assert!(!network.take_asked().contains(&third.to_owned()));
    open_failures(&session);
    assert_eq!(titles(&session), ["A", "1 list not loaded", "2.xml"]);
    let why = rows(&session).pop().unwrap().reason.unwrap().to_string();
    assert_eq!(why, "It is not loaded because only another site names https://third.example, not this one.");
    open_document(&session, &network, "2.xml");
    assert!(network.take_asked().is_empty(), "not even if the user opens the row");
}

/// Twenty full sitemaps have a million pages. Without optimisation, the sitemaps are smaller.
#[test]
fn many_large_sitemaps_are_read_in_small_steps() {
    let count = if cfg!(debug_assertions) { 2_000 } else { 50_000 };
    let paths: Vec<String> = (0..20).map(|n| format!("/{n}.xml")).collect();
    let mut network = Network::ready().serve(INDEX, index_of(&paths.iter().map(String::as_str).collect::<Vec<_>>()));
    let mut bytes = 0;
    for path in &paths {
        let urls: Vec<String> = (0..count).map(|n| at(&format!("{path}/{}/{n}", n / 100))).collect();
        let text = urlset(&urls.iter().map(String::as_str).collect::<Vec<_>>());
        bytes += text.len();
        // The whole sitemap is one chunk.
        network = network.serve(&at(path), Answer::ok(&text));
    }
    let session = RefCell::new(Session::default());
    let load = session.borrow_mut().begin(INDEX);
    let outcome = block_on(session::open_sitemap(&session, load, &network, INDEX, |_| session.borrow_mut().sync()));
    assert_eq!(outcome.status, Status::Loaded);
    let source = session.borrow().source().unwrap();
    assert_eq!((source.pages, source.documents), (20 * count, 21));
    assert_eq!(rows(&session).len(), 20, "nothing is open");
    assert!(network.pauses.get() >= bytes / (64 << 10), "other tasks can run every 64 KiB: {}", network.pauses.get());
    let longest = network.longest.get();
    println!("longest step {longest:?}");
    assert!(longest < Duration::from_secs(2), "each step is short: {longest:?}");
}

#[test]
fn findings_in_child_sitemaps_name_them() {
    let network = Network::ready()
        .serve(INDEX, index_of(&["/1.xml", "/2.xml"]))
        .serve(&at("/1.xml"), pages(&["/a"]))
        .serve(&at("/2.xml"), Answer::ok(&urlset(&["javascript:x", &at("/b")])));
    let session = load(&network);
    let findings = session.borrow().diagnostics();
    let unsafe_link = findings.iter().find(|finding| finding.code == FindingCode::UnsafeLink).unwrap();
    assert_eq!((unsafe_link.url.as_deref(), unsafe_link.line), (Some(&*at("/2.xml")), 2));
}

#[test]
fn errors_are_counted_in_all_documents_that_are_sitemaps() {
    let broken = |path: &str| Answer::ok(&urlset(&[&at(path)]).replace("</urlset>", "</oops>"));
    let network = Network::ready()
        .serve(INDEX, index_of(&["/1.xml", "/2.xml", "/3.xml", "/4.xml"]))
        .serve(&at("/1.xml"), broken("/a"))
        .serve(&at("/2.xml"), pages(&["/b"]))
        .serve(&at("/3.xml"), broken("/c"))
        .serve(&at("/4.xml"), Answer::ok("<html></html>"));
    let session = load(&network);
    assert_eq!(session.borrow().site().count_of(Severity::Error), 2);
}

#[test]
fn documents_of_different_formats_make_one_tree() {
    let network = Network::ready()
        .serve(INDEX, index_of(&["/1.txt", "/2.xml", "/3.xml"]))
        .serve(&at("/1.txt"), Answer::ok(&format!("{}\n{}\n", at("/a"), at("/b/c"))))
        .serve(&at("/2.xml"), pages(&["/b/d"]))
        .serve(
            &at("/3.xml"),
            Answer::ok(
                "<rss version='2.0'><channel><item><title>News</title><link>/b/news</link></item></channel></rss>",
            ),
        );
    let session = load(&network);
    assert_eq!(titles(&session), ["A", "B"]);
    assert_eq!(session.borrow().source().unwrap().pages, 4);
}

#[test]
fn an_index_with_a_declared_and_a_plain_sitemap_shows_the_declared_pages() {
    let network = Network::ready()
        .serve(INDEX, index_of(&["/1.xml", "/2.xml"]))
        .serve(&at("/1.xml"), pages(&["/plain"]))
        .serve(&at("/2.xml"), Answer::ok(&negs(&[&at("/declared")])));
    let session = load(&network);
    let titles = titles(&session);
    assert!(titles.contains(&"Declared".to_owned()), "{titles:?}");
}

#[test]
fn compressed_sitemaps_are_detected_by_their_bytes_and_may_be_damaged() {
    use std::io::Write;
    let folder = std::env::temp_dir().join(format!("navibar-documents-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let urls: Vec<String> = (0..5_000).map(|n| at(&format!("/p{n}"))).collect();
    let text = urlset(&urls.iter().map(String::as_str).collect::<Vec<_>>());
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    let mirror = |bytes: &[u8], name: &str| {
        let file = folder.join(name);
        std::fs::write(&file, bytes).unwrap();
        Mirror::new(None).with_file(INDEX, file)
    };
    let read = |mirror: Mirror| {
        let session = RefCell::new(Session::default());
        let load = session.borrow_mut().begin(INDEX);
        let outcome = block_on(session::open_sitemap(&session, load, &mirror, INDEX, |_| {}));
        let pages = session.borrow().source().map_or(0, |source| source.pages);
        let codes: Vec<_> = session.borrow().diagnostics().iter().map(|finding| finding.code.name()).collect();
        (outcome.status, pages, codes)
    };
    assert_eq!(read(mirror(&packed, "whole")), (Status::Loaded, 5_000, vec![]));
    let (status, pages, codes) = read(mirror(&packed[..packed.len() / 2], "half"));
    assert_eq!((status, codes), (Status::Failed, vec!["damaged-gzip"]), "one finding for one fault");
    assert!((1_000..5_000).contains(&pages), "{pages}");
    assert_eq!(read(mirror(&packed[..5], "head")), (Status::Failed, 0, vec!["damaged-gzip"]));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_nns_site_has_no_child_sitemaps() {
    let url = "https://www.example.org/sitemap.rdf";
    let network = Network::ready().serve(url, Answer::ok(&sitemap(&["a"])));
    let session = RefCell::new(Session::default());
    let (_, progress) = open_with_progress(&session, &network, url);
    assert!(progress.iter().all(|progress| progress.documents.is_none()));
    assert_eq!(session.borrow().source().unwrap().documents, 1);
}
