//! Discovery: the places that are searched for a sitemap, which answers count, and which requests are never made.

use crate::support::network::{
    self, Answer, Network, continue_load, index, negs, open_page, robots, sitemap, titles, urlset,
};
use navibar::findings::Reason;
use navibar::format::Structure;
use navibar::inspect::block_on;
use navibar::page_facts::{PageFacts, Relation};
use navibar::session::{self, Memory, Outcome, Progress, Session, Status};
use std::cell::RefCell;
use std::task::{Context, Poll, Waker};

const SITE: &str = "https://www.example.org";
const PAGE: &str = "https://www.example.org/docs/page";

/// The places that are requested if no place has a sitemap, in order.
const PLACES: [&str; 10] = [
    "/sitemap.rdf",
    "/robots.txt",
    "/sitemap.xml",
    "/sitemap_index.xml",
    "/sitemap-index.xml",
    "/wp-sitemap.xml",
    "/sitemap.xml.gz",
    "/sitemap.txt",
    "/.well-known/resourcesync",
    "/docs/sitemap.xml",
];

/// An address of the site.
fn at(path: &str) -> String {
    format!("{SITE}{path}")
}

/// A site with only these documents.
fn site(documents: &[(&str, &str)]) -> Network {
    documents.iter().fold(Network::ready(), |network, (path, text)| network.serve(&at(path), Answer::ok(text)))
}

/// Searches for the sitemap of [`PAGE`]'s site. Returns the outcome, the top level and the requests. The tab's address has a
/// query, which may be valid for one visit only and is never requested.
fn find(network: &Network) -> (Outcome, Vec<String>, Vec<String>) {
    find_linked(network, &[])
}

/// The same for a page that links these sitemaps.
fn find_linked(network: &Network, links: &[&str]) -> (Outcome, Vec<String>, Vec<String>) {
    let session = RefCell::new(Session::default());
    let url = format!("{PAGE}?x=1#here");
    let load = session.borrow_mut().begin(&url);
    session.borrow_mut().add_facts(linking(links));
    let outcome = block_on(session::open_page(&session, load, network, &RefCell::default(), &url, |_| {}));
    (outcome, titles(&session), network.take_asked())
}

/// The facts of a page that links these sitemaps.
fn linking(links: &[&str]) -> PageFacts {
    let link = |url: &&str| {
        let url = if url.contains(':') { (*url).to_owned() } else { at(url) };
        Relation { rel: "sitemap".to_owned(), url, ..Relation::default() }
    };
    PageFacts { url: format!("{PAGE}?x=1"), relations: links.iter().map(link).collect(), ..PageFacts::default() }
}

#[test]
fn places_are_requested_in_order_and_a_missing_sitemap_is_reported() {
    let (outcome, titles, asked) = find(&Network::ready());
    assert_eq!((outcome.status, outcome.code.name()), (Status::NotFound, "no-sitemap"));
    assert_eq!(outcome.message, "This site has no sitemap.");
    assert!(outcome.retry && titles.is_empty());
    assert_eq!(asked, PLACES.map(at));
}

#[test]
fn the_search_ends_at_the_first_declared_structure() {
    for (place, path) in
        PLACES.iter().enumerate().filter(|(_, path)| !matches!(**path, "/robots.txt" | "/docs/sitemap.xml"))
    {
        let (outcome, titles, asked) = find(&site(&[(path, &sitemap(&["a", "b"]))]));
        assert_eq!((outcome.status, &*outcome.url), (Status::Loaded, &*at(path)));
        assert_eq!(titles, ["a", "b"]);
        assert_eq!(asked, PLACES[..=place].iter().map(|path| at(path)).collect::<Vec<_>>());
    }
}

#[test]
fn a_page_or_robots_txt_says_where_the_sitemap_is() {
    let map = sitemap(&["a"]);
    let (outcome, _, asked) = find_linked(&site(&[("/maps/x.xml", &map)]), &["/maps/x.xml"]);
    assert_eq!((outcome.status, &*outcome.url), (Status::Loaded, &*at("/maps/x.xml")));
    assert_eq!(asked.last(), Some(&at("/maps/x.xml")));
    let (outcome, _, asked) = find(&site(&[("/robots.txt", &robots(&["/y"])), ("/y", &map)]));
    assert_eq!((outcome.status, &*outcome.url), (Status::Loaded, &*at("/y")));
    assert_eq!(asked, [PLACES[0], PLACES[1], "/y"].map(at));
    // A sitemap that both name is requested once. The same holds for one in a usual place.
    let both = site(&[("/robots.txt", &robots(&["/x", "/sitemap.xml"]))]);
    let (outcome, _, asked) = find_linked(&both, &["/x", "/sitemap_index.xml"]);
    assert_eq!(outcome.status, Status::NotFound);
    let mut expected = PLACES.map(at).to_vec();
    expected.insert(2, at("/x"));
    assert_eq!(asked, expected);
}

#[test]
fn a_derived_tree_stays_if_nothing_declares_a_structure() {
    let map = urlset(&["https://www.example.org/b/", "https://www.example.org/a/x"]);
    let network = site(&[("/robots.txt", &robots(&["/maps/all.xml"])), ("/maps/all.xml", &map)]);
    let session = RefCell::new(Session::default());
    let outcome = open_page(&session, &network, &RefCell::default(), PAGE);
    assert_eq!((outcome.status, &*outcome.url), (Status::Loaded, &*at("/maps/all.xml")));
    assert_eq!(titles(&session), ["B", "A"]);
    let source = session.borrow().source().unwrap();
    assert_eq!((source.structure, source.format, source.pages), (Structure::Derived, "sitemap", 2));
}

#[test]
fn a_declared_structure_beats_a_derived_one_found_before() {
    let derived = urlset(&["https://www.example.org/derived"]);
    let declared = negs(&["https://www.example.org/declared"]);
    let linked = [("/x.xml", derived.clone())];
    let more: [&[(&str, String)]; 4] = [
        &[("/robots.txt", robots(&["/y.xml"])), ("/y.xml", declared.clone())],
        &[("/sitemap_index.xml", declared.clone())],
        &[("/sitemap.xml", derived.clone()), ("/wp-sitemap.xml", declared.clone())],
        &[("/sitemap.xml", derived.clone()), ("/z.xml", declared.clone())],
    ];
    for more in more {
        let documents: Vec<(&str, &str)> = linked.iter().chain(more).map(|(path, text)| (*path, &**text)).collect();
        let (outcome, titles, _) = find_linked(&site(&documents), &["/x.xml", "/z.xml"]);
        assert_eq!(outcome.status, Status::Loaded);
        assert_eq!(titles, ["Declared"], "{}", outcome.url);
    }
    // Among several sitemaps in robots.txt.
    let several = robots(&["/x.xml", "/y.xml", "/z.xml"]);
    let network = site(&[("/robots.txt", &several), ("/x.xml", &derived), ("/y.xml", &declared), ("/z.xml", &derived)]);
    assert_eq!(find(&network).1, ["Declared"]);
    // An unreadable sitemap does not remove the present tree.
    let network = site(&[
        ("/robots.txt", &robots(&["/x.xml"])),
        ("/x.xml", &derived),
        ("/sitemap.xml", &declared[..declared.find("<loc>").unwrap()]),
    ]);
    let (outcome, titles, _) = find(&network);
    assert_eq!((outcome.status, titles), (Status::Loaded, vec!["Derived".to_owned()]));
}

#[test]
fn sitemaps_that_robots_txt_names_together_make_one_tree() {
    let network = site(&[
        ("/robots.txt", &robots(&["/1.xml", "/2.xml", "/3.xml", "/1.xml"])),
        ("/1.xml", &urlset(&["https://www.example.org/a", "https://www.example.org/b/x"])),
        ("/2.xml", &urlset(&["https://www.example.org/b/y", "https://www.example.org/a"])),
    ]);
    let session = RefCell::new(Session::default());
    let outcome = open_page(&session, &network, &RefCell::default(), PAGE);
    assert_eq!(outcome.status, Status::Loaded);
    network::open_failures(&session);
    let rows = network::rows(&session);
    assert_eq!(network::titles(&session), ["A", "B", "1 list not loaded", "3.xml"]);
    assert!(rows[1].expandable);
    assert_eq!(rows[3].reason, Some(Reason::Missing));
    assert_eq!(session.borrow().source().unwrap().pages, 3);
}

#[test]
fn missing_sitemaps_make_no_tree() {
    let usual = urlset(&["https://www.example.org/usual"]);
    for named in [&["/1.xml"][..], &["/1.xml", "/2.xml"]] {
        let network = site(&[("/robots.txt", &robots(named)), ("/sitemap.xml", &usual)]);
        let (outcome, titles, _) = find(&network);
        assert_eq!((outcome.status, titles), (Status::Loaded, vec!["Usual".to_owned()]), "{named:?}");
        let network = site(&[("/robots.txt", &robots(named))]);
        let (outcome, titles, _) = find(&network);
        assert_eq!((outcome.status, titles), (Status::NotFound, vec![]), "{named:?}");
    }
}

#[test]
fn other_hosts_get_requests_only_if_robots_txt_names_them() {
    let cdn = "https://cdn.example/maps/www.xml";
    let map = urlset(&["https://www.example.org/a"]);
    let network = site(&[("/robots.txt", &robots(&[cdn]))]).serve(cdn, Answer::ok(&map));
    let (outcome, titles, asked) = find(&network);
    assert_eq!((outcome.status, titles), (Status::Loaded, vec!["A".to_owned()]));
    assert!(asked.contains(&cdn.to_owned()));
    for href in [cdn, "http://www.example.org:81/x", "https://example.org/x", "file:///etc/passwd"] {
        let (_, _, asked) = find_linked(&site(&[]), &[href]);
        assert_eq!(asked, PLACES.map(at), "{href}");
    }
}

#[test]
fn another_host_cannot_name_more_hosts() {
    let (cdn, third) = ("https://cdn.example/index.xml", "https://third.example/a.xml");
    let inner = "https://cdn.example/a.xml";
    let home = "https://www.example.org/b.xml";
    let network = site(&[("/robots.txt", &robots(&[cdn])), ("/b.xml", &urlset(&["https://www.example.org/b"]))])
        .serve(cdn, Answer::ok(&index(&[third, inner, home])))
        .serve(third, Answer::ok(&urlset(&["https://www.example.org/third"])))
        .serve(inner, Answer::ok(&urlset(&["https://www.example.org/a"])));
    let session = RefCell::new(Session::default());
    open_page(&session, &network, &RefCell::default(), PAGE);
    let asked = network.take_asked();
    assert!(asked.contains(&inner.to_owned()) && asked.contains(&home.to_owned()), "{asked:?}");
    assert!(!asked.contains(&third.to_owned()), "{asked:?}");
    network::open_failures(&session);
    let rows = network::rows(&session);
    assert_eq!(network::titles(&session), ["A", "B", "1 list not loaded", "a.xml"]);
    assert_eq!(rows[3].url.as_deref(), Some(third));
    let why = rows[3].reason.as_ref().map(ToString::to_string).unwrap();
    assert!(why.contains("third.example") && why.ends_with('.'), "{why}");
    // The site's own index may name another host.
    let network = site(&[("/sitemap.xml", &index(&[third]))])
        .serve(third, Answer::ok(&urlset(&["https://www.example.org/third"])));
    assert_eq!(find(&network).1, ["Third"]);
}

#[test]
fn only_a_readable_robots_txt_of_the_site_names_sitemaps() {
    let named = ["/sitemap.xml", "/a.xml"].map(at);
    let ok = "\u{feff}User-agent: *\r\n# Sitemap: /no.xml\r\nsitemap :/a.xml # here\rSITEMAP:/a.xml\r\nSitemap:";
    let cases: [(Answer, bool); 9] = [
        (Answer::ok(ok), true),
        (Answer::ok(ok).broken(), true),
        (Answer::ok(&format!("{ok}\n# padding\n")).endless(), true),
        (Answer::new(404, ok), false),
        (Answer::new(503, ok), false),
        (Answer::ok(&format!("<html><pre>\n{ok}")), false),
        (Answer::ok(""), false),
        (Answer::ok("\0\u{1}Sitemap"), false),
        (Answer::ok(ok).from("https://other.example/robots.txt"), false),
    ];
    for (answer, is_read) in cases {
        let what = format!("{answer:?}");
        let network = site(&[]).serve(&at("/robots.txt"), answer).serve(&named[1], Answer::ok(&sitemap(&["a"])));
        let (outcome, _, asked) = find(&network);
        assert_eq!(asked.contains(&named[1]), is_read, "{what}");
        assert_eq!(outcome.status == Status::Loaded, is_read, "{what}");
        assert!(asked.len() <= PLACES.len());
        assert!(!asked.contains(&at("/no.xml")));
    }
}

#[test]
fn a_site_that_answers_everything_with_a_page_has_no_sitemap() {
    let page = "<!DOCTYPE html><html lang=en><head><title>Not found</title></head><body><p>Try another</html>";
    let everything: Vec<(&str, &str)> = PLACES.iter().map(|path| (*path, page)).collect();
    let (outcome, titles, asked) = find(&site(&everything));
    assert_eq!((outcome.status, outcome.code.name(), outcome.retry), (Status::NotFound, "no-sitemap", true));
    assert!(outcome.message.starts_with("This site has no sitemap") && outcome.message.ends_with('.'));
    assert!(titles.is_empty());
    assert_eq!(asked, PLACES.map(at));
    // The same for a site that redirects everything to its home page or to another site, and for one with empty answers.
    let answers = [
        Answer::ok(page).from("https://www.example.org/"),
        Answer::ok(page).from("https://login.example/"),
        Answer::ok(&sitemap(&["evil"])).from("https://login.example/"),
        Answer::ok(""),
        Answer::ok("Not found"),
        Answer::ok("{\"error\": 404}"),
        Answer::ok("\u{feff} \n"),
        Answer::ok(&" \n\t".repeat(20_000)).endless(),
        Answer::ok(&"GIF89a\0\0".repeat(5_000)).endless(),
    ];
    for answer in answers {
        let what = format!("{answer:?}");
        let network = PLACES.iter().fold(Network::ready(), |n, path| n.serve(&at(path), answer.clone()));
        let (outcome, titles, asked) = find(&network);
        assert_eq!((outcome.status, titles, asked.len()), (Status::NotFound, vec![], PLACES.len()), "{what}");
        assert!(outcome.message.starts_with("This site has no sitemap") && outcome.message.ends_with('.'), "{what}");
    }
}

#[test]
fn the_search_of_an_unreachable_site_ends_early() {
    let session = RefCell::new(Session::default());
    let memory = RefCell::default();
    let network = PLACES.iter().fold(Network::ready(), |network, path| network.unreachable(&at(path)));
    for _ in 0..2 {
        let outcome = open_page(&session, &network, &memory, PAGE);
        assert_eq!((outcome.status, outcome.code.name(), outcome.retry), (Status::Failed, "network", true));
        assert_eq!(outcome.message, "The site could not be reached.");
        assert!((1..=4).contains(&network.take_asked().len()), "and requested again the next time");
    }
    // One place may have a redirect loop.
    let network = site(&[("/sitemap.xml", &sitemap(&["a"]))]).unreachable(&at("/sitemap.rdf"));
    assert_eq!(find(&network).1, ["a"]);
    // Another host that is unreachable does not end the search of this site.
    let (gone, usual) = ("https://cdn.example/x.xml", urlset(&["https://www.example.org/usual"]));
    let network = site(&[("/robots.txt", &robots(&[gone])), ("/sitemap.xml", &usual)]).unreachable(gone);
    assert_eq!(find(&network).1, ["Usual"]);
}

#[test]
fn the_search_ends_if_the_site_names_a_retry_time() {
    let network = site(&[("/sitemap.xml", &sitemap(&["a"]))]).serve(&at("/sitemap.rdf"), Answer::new(429, ""));
    let (outcome, _, asked) = find(&network);
    assert_eq!((outcome.status, outcome.code.name(), outcome.retry), (Status::Failed, "rate-limited", true));
    assert_eq!(outcome.message, "The site asks Navibar to wait (status 429).");
    assert_eq!(asked.len(), 1);
}

#[test]
fn a_failed_place_is_skipped_and_reported_if_nothing_is_found() {
    for (answer, code, sentence) in [
        (Answer::new(403, ""), "http-status", "The site does not allow access to its sitemap (status 403)."),
        (Answer::new(500, ""), "http-status", "The server has an error"),
        (Answer::ok("<rdf:RDF></b>"), "truncated", "The sitemap cannot be shown: line 1, column "),
        (Answer::ok(&urlset(&[])), "no-pages", "The sitemap has no pages."),
        (Answer::ok("<urlset"), "truncated", "The sitemap cannot be shown: line 1, column "),
    ] {
        let network = site(&[("/sitemap.txt", "https://www.example.org/a")]).serve(&at("/sitemap.rdf"), answer.clone());
        assert_eq!(find(&network).1, ["A"], "{code}");
        let session = RefCell::new(Session::default());
        let memory = RefCell::default();
        let network = site(&[]).serve(&at("/sitemap.rdf"), answer);
        for time in 0..2 {
            let outcome = open_page(&session, &network, &memory, PAGE);
            assert_eq!((outcome.status, outcome.code.name()), (Status::Failed, code));
            assert!(outcome.message.starts_with(sentence) && outcome.message.ends_with('.'), "{}", outcome.message);
            assert_eq!(*outcome.url, *at("/sitemap.rdf"));
            assert_eq!(
                network.take_asked().len(),
                if time == 0 { PLACES.len() } else { 1 },
                "no second search: {code}"
            );
        }
    }
}

#[test]
fn a_missing_sitemap_is_remembered_until_a_reload() {
    let session = RefCell::new(Session::default());
    let memory = RefCell::new(Memory::default());
    let network = Network::ready();
    open_page(&session, &network, &memory, PAGE);
    assert_eq!(network.take_asked().len(), PLACES.len());
    for page in [PAGE, "https://www.example.org/other", "HTTPS://WWW.example.org:443/#x"] {
        let outcome = open_page(&session, &network, &memory, page);
        assert_eq!((outcome.status, outcome.code.name(), outcome.retry), (Status::NotFound, "no-sitemap", true));
        assert_eq!(outcome.message, "This site has no sitemap.");
        assert!(network.take_asked().is_empty(), "{page}");
    }
    // Other sites are searched independently.
    for page in ["https://example.org/", "http://www.example.org/", "https://www.example.org:8443/"] {
        open_page(&session, &network, &memory, page);
        assert!(network.take_asked().len() > 8, "{page}");
    }
    let network = network.serve(&at("/sitemap.rdf"), Answer::ok(&sitemap(&["a"])));
    memory.borrow_mut().forget(&session.borrow(), "https://www.example.org/any");
    assert_eq!(open_page(&session, &network, &memory, PAGE).status, Status::Loaded);
    assert_eq!(titles(&session), ["a"]);
}

#[test]
fn the_place_of_a_sitemap_is_remembered() {
    let session = RefCell::new(Session::default());
    let memory = RefCell::new(Memory::default());
    let cdn = "https://cdn.example/2.xml";
    let map = urlset(&["https://www.example.org/b"]);
    let network =
        site(&[("/robots.txt", &robots(&["/1.xml", cdn])), ("/1.xml", &urlset(&["https://www.example.org/a"]))])
            .serve(cdn, Answer::ok(&map));
    open_page(&session, &network, &memory, PAGE);
    let old = memory.borrow().clone();
    network.take_asked();
    assert_eq!(open_page(&session, &network, &memory, "https://www.example.org/2").status, Status::Loaded);
    assert_eq!(titles(&session), ["A", "B"]);
    assert_eq!(network.take_asked(), [at("/1.xml"), cdn.to_owned()]);
    // If a sitemap is gone, the search starts again.
    let moved = site(&[("/sitemap.xml", &map)]);
    assert_eq!(open_page(&session, &moved, &memory, PAGE).status, Status::Loaded);
    assert_eq!(titles(&session), ["B"]);
    assert_eq!(open_page(&session, &moved, &memory, PAGE).url, at("/sitemap.xml").into());
    // Another page can import the stored result.
    let other = RefCell::new(Memory::default());
    other.borrow_mut().merge(memory.borrow().clone());
    moved.take_asked();
    open_page(&session, &moved, &other, PAGE);
    assert_eq!(moved.take_asked(), [at("/sitemap.xml")]);
    // But older knowledge of another page does not replace its own.
    memory.borrow_mut().merge(old);
    open_page(&session, &moved, &memory, PAGE);
    assert_eq!(moved.take_asked(), [at("/sitemap.xml")]);
}

#[test]
fn a_stopped_search_makes_no_more_requests() {
    for permits in 0..12 {
        let session = RefCell::new(Session::default());
        let memory = RefCell::new(Memory::default());
        let network = Network::default();
        let load = session.borrow_mut().begin(PAGE);
        let mut loading: network::Loading<'_> =
            Box::pin(session::open_page(&session, load, &network, &memory, PAGE, |_| {}));
        let ended = continue_load(&mut loading, &network, permits);
        if ended.is_some() {
            assert!(permits >= PLACES.len());
            continue;
        }
        session.borrow_mut().stop();
        let asked = network.take_asked().len();
        let outcome = continue_load(&mut loading, &network, 99).unwrap();
        assert_eq!((outcome.status, &*outcome.message), (Status::Stopped, "Loading was stopped."));
        assert_eq!(network.take_asked().len(), 0, "after {asked}");
        drop(loading);
        // The next search begins again, or with the folder if only that is missing.
        network.permits.set(usize::MAX);
        assert_eq!(open_page(&session, &network, &memory, PAGE).status, Status::NotFound);
        let is_searched = permits + 1 >= PLACES.len();
        assert_eq!(network.take_asked().len(), if is_searched { 1 } else { PLACES.len() }, "{permits}");
    }
}

#[test]
fn going_to_another_site_ends_the_search() {
    let session = RefCell::new(Session::default());
    let memory = RefCell::new(Memory::default());
    let network = site(&[("/sitemap.xml", &sitemap(&["old"]))])
        .serve("https://other.example/sitemap.rdf", Answer::ok(&sitemap(&["new"])));
    network.permits.set(2);
    let load = session.borrow_mut().begin(PAGE);
    let mut first = Box::pin(session::open_page(&session, load, &network, &memory, PAGE, |_| {}));
    assert!(first.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    network.permits.set(usize::MAX);
    assert_eq!(open_page(&session, &network, &memory, "https://other.example/x").status, Status::Loaded);
    network.take_asked();
    let Poll::Ready(outcome) = first.as_mut().poll(&mut Context::from_waker(Waker::noop())) else { panic!("waits") };
    assert_eq!(outcome.status, Status::Stopped);
    assert_eq!((titles(&session), network.take_asked()), (vec!["new".to_owned()], vec![]));
}

#[test]
fn the_search_is_limited_after_a_tree_is_found() {
    let many: Vec<String> = (0..900).map(|n| format!("/{n}.xml")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let derived = urlset(&["https://www.example.org/a"]);
    let mut first = vec!["/x.xml"];
    first.extend(&many);
    let network = site(&[("/x.xml", &derived), ("/sitemap.xml", &derived)]);
    let (outcome, _, asked) = find_linked(&network, &first);
    assert_eq!(outcome.status, Status::Loaded);
    assert!(asked.len() < 60, "{}", asked.len());
}

#[test]
fn a_tree_shows_during_the_search_for_a_better_one() {
    let network = site(&[("/robots.txt", &robots(&["/x.xml"])), ("/x.xml", &urlset(&["https://www.example.org/a"]))]);
    let session = RefCell::new(Session::default());
    let load = session.borrow_mut().begin(PAGE);
    let seen = RefCell::new(Vec::new());
    let progress = |progress: Progress| {
        session.borrow_mut().sync();
        seen.borrow_mut().push((network.asked.borrow().len(), progress.bytes, session.borrow().view().0.len()));
    };
    block_on(session::open_page(&session, load, &network, &RefCell::default(), PAGE, progress));
    let seen = seen.into_inner();
    assert!(seen.iter().map(|(_, bytes, _)| bytes).is_sorted(), "{seen:?}");
    assert!(seen.iter().filter(|(asked, _, rows)| *asked > 3 && *rows == 1).count() > 4, "{seen:?}");
}

#[test]
fn an_http_page_shows_the_sitemap_of_a_site_that_moved_to_https() {
    let page = "http://www.example.org/docs/page";
    let asked = "http://www.example.org/sitemap.rdf";
    let answer = Answer::ok(&sitemap(&["a"])).from("https://www.example.org/sitemap.rdf");
    let session = RefCell::new(Session::default());
    let network = Network::ready().serve(asked, answer);
    let load = session.borrow_mut().begin(page);
    let outcome = block_on(session::open_page(&session, load, &network, &RefCell::default(), page, |_| {}));
    assert_eq!(outcome.status, Status::Loaded);
    // robots.txt of an https site often still has the old address.
    let network = site(&[("/robots.txt", "Sitemap: http://www.example.org/x.xml"), ("/x.xml", &sitemap(&["a"]))]);
    assert_eq!(find(&network).1, ["a"]);
}

#[test]
fn the_category_of_an_index_is_remembered() {
    let documents = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
        xmlns:diwoo='https://standaarden.overheid.nl/diwoo/metadata/'><url><loc>https://www.example.org/1.pdf</loc>\
        <diwoo:Document><diwoo:DiWoo><diwoo:titelcollectie><diwoo:officieleTitel>Stuk</diwoo:officieleTitel>\
        </diwoo:titelcollectie></diwoo:DiWoo></diwoo:Document></url></urlset>";
    let network = site(&[
        ("/robots.txt", &robots(&["/plain.xml", "/sitemapindex-diwoo-infocat003.xml"])),
        ("/plain.xml", &urlset(&["https://www.example.org/plain"])),
        ("/sitemapindex-diwoo-infocat003.xml", &index(&["https://www.example.org/woo.xml"])),
        ("/woo.xml", documents),
    ]);
    let session = RefCell::new(Session::default());
    let memory = RefCell::default();
    open_page(&session, &network, &memory, PAGE);
    let first = titles(&session);
    assert_eq!(first.len(), 1, "{first:?}");
    assert_ne!(first, ["onbekend"]);
    open_page(&session, &network, &memory, PAGE);
    assert_eq!(titles(&session), first);
}
