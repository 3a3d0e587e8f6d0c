//! Requests: their addresses, redirects, and use of the browser's cache.

use crate::support::network::{
    self, Answer, Network, index, open, open_failures, open_page, robots, rows, sitemap, titles, urlset,
};
use navibar::findings::Reason;
use navibar::session::{Cache, FetchError, Memory, Session, Status, excerpts, read_body};
use navibar::session::{Fetch, Location, Response};
use std::cell::RefCell;

const NATIVE: &str = "https://www.example.org/sitemap.rdf";
const PAGE: &str = "https://www.example.org/page";

fn session() -> RefCell<Session> {
    RefCell::default()
}

/// A network in which everything redirects to `target`, which has a sitemap.
fn redirecting(from: &[&str], target: &str) -> Network {
    let found = Answer::ok(&sitemap(&["found"]));
    from.iter()
        .fold(Network::ready().serve(target, found), |network, url| network.serve(url, Answer::redirect(302, target)))
}

#[test]
fn redirects_within_a_site_are_followed() {
    for status in [301, 302, 303, 307, 308] {
        let session = session();
        let [one, two] = ["https://www.example.org/one", "https://www.example.org/maps/two?x=y"];
        let network = Network::ready()
            .serve(NATIVE, Answer::redirect(status, one))
            .serve(one, Answer::redirect(status, &format!("{two}#part")))
            .serve(two, Answer::ok(&sitemap(&["a"])));
        assert_eq!(open(&session, &network, NATIVE).status, Status::Loaded);
        assert_eq!(network.take_asked(), [NATIVE, one, two], "{status}");
        assert_eq!(session.borrow().source().unwrap().url, two, "relative addresses refer to the target");
    }
}

#[test]
fn redirects_to_other_sites_are_not_followed() {
    let site = "https://www.example.org/sitemap.xml";
    for (from, target) in [
        (site, "http://127.0.0.1:8080/reboot"),
        (site, "https://192.168.1.1/"),
        (site, "https://printer.local/"),
        (site, "https://other.example/sitemap.xml"),
        (site, "https://example.org/sitemap.xml"),
        (site, "https://www.example.org:8443/sitemap.xml"),
        (site, "http://www.example.org/sitemap.xml"),
        (site, "ftp://www.example.org/sitemap.xml"),
        (site, "data:text/xml,<urlset/>"),
        (site, "javascript:1"),
        (site, ""),
        ("http://www.example.org/a", "https://www.example.org:8443/a"),
        ("http://127.0.0.1:8080/a", "http://127.0.0.1:631/a"),
    ] {
        let session = session();
        let network = redirecting(&[from], target);
        let outcome = open(&session, &network, from);
        assert_eq!((outcome.status, outcome.code.name()), (Status::NotFound, "redirected"), "{target}");
        assert_eq!(network.take_asked(), [from], "{target}");
        assert!(titles(&session).is_empty());
    }
    // The same holds if the browser does not reveal the target, as in a web page.
    let network = Network::ready().serve(NATIVE, Answer::new(302, ""));
    assert_eq!(open(&session(), &network, NATIVE).code.name(), "redirected");
    // A site may redirect to https.
    let network = redirecting(&["http://www.example.org/a"], "https://www.example.org/a");
    assert_eq!(open(&session(), &network, "http://www.example.org/a").status, Status::Loaded);
}

#[test]
fn every_hop_of_every_request_is_checked() {
    let inner = "http://10.0.0.1/x";
    let own = |path: &str| format!("https://www.example.org{path}");
    let files = "https://files.example";
    let network = [&own("/step"), &format!("{files}/step")]
        .into_iter()
        .fold(Network::ready(), |network, step| network.serve(step, Answer::redirect(307, inner)))
        .serve(NATIVE, Answer::redirect(301, &own("/step")))
        .serve(&own("/sitemap_index.xml"), Answer::redirect(301, &own("/step")))
        .serve(&own("/robots.txt"), Answer::ok(&robots(&["https://files.example/index.xml"])))
        .serve(
            &format!("{files}/index.xml"),
            Answer::ok(&index(&[&format!("{files}/a.xml"), &format!("{files}/b.xml")])),
        )
        .serve(&format!("{files}/a.xml"), Answer::redirect(308, &format!("{files}/step")))
        .serve(&format!("{files}/b.xml"), Answer::ok(&urlset(&[&own("/moss")])))
        // After a tree is found, the other places are only checked for a declared structure.
        .serve(&own("/sitemap.xml"), Answer::redirect(303, inner));
    let session = session();
    assert_eq!(open_page(&session, &network, &RefCell::default(), PAGE).status, Status::Loaded);
    open_failures(&session);
    assert_eq!(titles(&session), ["Moss", "1 list not loaded", "a.xml"]);
    let asked = network.take_asked();
    assert!(!asked.iter().any(|url| url.starts_with("http://")), "{asked:?}");
    assert_eq!(asked.iter().filter(|url| url.ends_with("/step")).count(), 3);
    assert_eq!(rows(&session)[2].reason, Some(Reason::Elsewhere));
}

#[test]
fn another_host_may_redirect_to_the_site() {
    let named = "https://example.org/map.xml";
    let back = "https://www.example.org/map.xml";
    let network =
        redirecting(&[named], back).serve("https://www.example.org/robots.txt", Answer::ok(&robots(&[named])));
    let session = session();
    assert_eq!(open_page(&session, &network, &RefCell::default(), PAGE).status, Status::Loaded);
    assert_eq!(titles(&session), ["found"]);
    // But not over plain http, and not to the user's own network.
    for (site, named, back) in [
        ("http://www.example.org", "https://example.org/map.xml", "http://www.example.org/map.xml"),
        ("http://127.0.0.1:8000", "http://example.org/map.xml", "http://127.0.0.1:8000/map.xml"),
    ] {
        let network = redirecting(&[named], back).serve(&format!("{site}/robots.txt"), Answer::ok(&robots(&[named])));
        open_page(&self::session(), &network, &RefCell::default(), &format!("{site}/"));
        assert!(!network.take_asked().contains(&back.to_owned()), "{back}");
    }
}

#[test]
fn the_number_of_redirects_is_limited() {
    let address = |n: usize| format!("https://www.example.org/{n}");
    // Honest sites need two or three. SECURITY.md promises five.
    for (length, is_followed) in [(5, true), (6, false)] {
        let network = (0..length)
            .fold(Network::ready(), |network, n| network.serve(&address(n), Answer::redirect(302, &address(n + 1))));
        let network = network.serve(&address(length), Answer::ok(&sitemap(&["a"])));
        let outcome = open(&session(), &network, &address(0));
        assert_eq!(outcome.status == Status::Loaded, is_followed, "{outcome:?}");
        assert_eq!(network.take_asked().len(), 6);
    }
    let network = Network::ready().serve(NATIVE, Answer::redirect(302, NATIVE));
    let outcome = open(&session(), &network, NATIVE);
    assert_eq!((outcome.status, outcome.code.name(), outcome.retry), (Status::Failed, "network", true));
    assert_eq!(network.take_asked().len(), 6);
}

#[test]
fn a_stopped_request_follows_no_redirect() {
    let session = session();
    let network = Network::default().serve(NATIVE, Answer::redirect(302, PAGE));
    let mut loading = network::start(&session, &network, NATIVE);
    assert!(network::continue_load(&mut loading, &network, 0).is_none());
    session.borrow_mut().stop();
    assert_eq!(network::continue_load(&mut loading, &network, 9).unwrap().status, Status::Stopped);
    assert_eq!(network.take_asked(), [NATIVE]);
}

#[test]
fn only_a_sites_own_files_use_the_cache() {
    let third = "https://files.example/1.xml";
    let network = Network::ready()
        .serve(NATIVE, Answer::ok(&index(&["https://www.example.org/1.xml", third])))
        .serve("https://www.example.org/1.xml", Answer::ok(&urlset(&["https://www.example.org/a"])))
        .serve(third, Answer::ok(&urlset(&["https://www.example.org/b"])));
    let session = session();
    open(&session, &network, NATIVE);
    assert_eq!(titles(&session), ["A", "B"]);
    for (url, cache) in network.caches.take() {
        assert_eq!(cache, if url == third { Cache::None } else { Cache::Revalidate }, "{url}");
    }
    // Source lines for an author also come from the cache. Files of other hosts are requested again.
    let spot = |url: &str| Location { url: url.to_owned(), line: 1, column: 1 };
    let spots = [spot(NATIVE), spot(third)];
    let lines = navibar::inspect::block_on(excerpts(&session, &network, None, &spots));
    assert!(lines.iter().all(Option::is_some), "{lines:?}");
    assert_eq!(network.caches.take(), [(NATIVE.to_owned(), Cache::Prefer), (third.to_owned(), Cache::None)]);
}

#[test]
fn cached_answers_of_another_site_are_not_shown() {
    // A host that two sites name fails on purpose, so that its old answer might show at the other site.
    let third = "https://files.example/1.xml";
    let network = Network::ready()
        .serve(NATIVE, Answer::ok(&index(&[third])))
        .unreachable(third)
        .cache(third, Answer::ok(&urlset(&["https://www.example.org/seen-before"])));
    let session = session();
    open(&session, &network, NATIVE);
    assert_eq!(titles(&session), ["1 list not loaded"]);
    assert!(network.asked_cache.borrow().is_empty());
}

#[test]
fn containers_share_no_data() {
    let place = "https://www.example.org/map-of-visitor-1.xml";
    let network = Network::ready()
        .serve("https://www.example.org/robots.txt", Answer::ok(&robots(&[place])))
        .serve(place, Answer::ok(&urlset(&["https://www.example.org/a"])));
    let memory: RefCell<Memory> = RefCell::default();
    open_page(&session(), &network, &memory, PAGE);
    network.take_asked();
    network.caches.take();
    // The site uses another address for visitors in a container.
    let network = network.serve("https://www.example.org/robots.txt", Answer::new(404, ""));
    let contained = session();
    contained.borrow_mut().set_partition("firefox-container-1");
    assert_eq!(open_page(&contained, &network, &memory, PAGE).status, Status::NotFound);
    assert!(!network.take_asked().contains(&place.to_owned()), "the place is known from another container");
    assert!(network.caches.take().iter().all(|(_, cache)| *cache == Cache::None));
    // The result of the container's search counts only there.
    open_page(&contained, &network, &memory, PAGE);
    assert!(network.take_asked().is_empty());
    open_page(&session(), &network, &memory, PAGE);
    assert_eq!(network.take_asked(), [place]);
    // Cached answers from outside the container are not shown either.
    let network = Network::ready().unreachable(NATIVE).cache(NATIVE, Answer::ok(&sitemap(&["old"])));
    assert_eq!(open(&contained, &network, NATIVE).code.name(), "network");
    assert!(network.asked_cache.borrow().is_empty());
    memory.borrow_mut().forget(&contained.borrow(), PAGE);
    network.take_asked();
    open_page(&session(), &network, &memory, PAGE);
    assert_eq!(network.take_asked(), [place, NATIVE], "forgetting one does not forget the other");
}

#[test]
fn hosts_without_access_get_no_requests() {
    let third = "https://files.example/1.xml";
    let network = Network::ready()
        .serve(NATIVE, Answer::ok(&index(&["https://www.example.org/1.xml", third])))
        .serve("https://www.example.org/1.xml", Answer::ok(&urlset(&["https://www.example.org/a"])))
        .serve(third, Answer::ok(&urlset(&["https://www.example.org/b"])));
    network.forbidden.borrow_mut().push("files.example");
    let session = session();
    assert_eq!(open(&session, &network, NATIVE).status, Status::Loaded);
    assert_eq!(titles(&session), ["A", "1.xml"], "a row of its own, because it waits for the user");
    assert_eq!(network.take_asked(), [NATIVE, "https://www.example.org/1.xml"]);
    let host = "https://files.example".to_owned();
    assert_eq!(rows(&session)[1].reason, Some(Reason::NoAccess { host }));
    // The user may grant access at any time, so the missing sitemap is not remembered.
    let memory: RefCell<Memory> = RefCell::default();
    let network = Network::ready().serve(NATIVE, Answer::ok(&sitemap(&["a"])));
    network.forbidden.borrow_mut().push("www.example.org");
    let outcome = open_page(&session, &network, &memory, PAGE);
    assert_eq!((outcome.status, outcome.code.name()), (Status::Failed, "no-access"));
    assert!(network.take_asked().is_empty());
    network.forbidden.take();
    assert_eq!(open_page(&session, &network, &memory, PAGE).status, Status::Loaded);
}

#[test]
fn a_host_without_access_gets_no_request_after_a_change_to_https() {
    let network = Network::ready().serve(NATIVE, Answer::ok(&index(&["http://files.example/1.xml"])));
    let network = network.serve("https://files.example/1.xml", Answer::ok(&urlset(&["https://www.example.org/b"])));
    let asked = ["https://www.example.org/sitemap.rdf", "https://files.example/1.xml"];
    open(&session(), &network, NATIVE);
    assert_eq!(network.take_asked(), asked, "with access");
    network.forbidden.borrow_mut().push("files.example");
    open(&session(), &network, NATIVE);
    assert_eq!(network.take_asked(), [NATIVE]);
}

#[test]
fn a_response_from_another_address_is_not_read() {
    // Every redirect is followed by the engine itself, so an honest browser never does this.
    let from = |address| Network::ready().serve(NATIVE, Answer::ok(&sitemap(&["a"])).from(address));
    for address in
        ["https://other.example/sitemap.rdf", "http://127.0.0.1/", "https://www.example.org:8443/sitemap.rdf"]
    {
        let session = session();
        let outcome = open(&session, &from(address), NATIVE);
        assert_eq!((outcome.status, outcome.code.name()), (Status::NotFound, "redirected"), "{address}");
        assert!(titles(&session).is_empty(), "{address}");
    }
    assert_eq!(open(&session(), &from("https://www.example.org/b"), NATIVE).status, Status::Loaded);
}

/// A file of the user.
fn file(text: &str) -> Response<network::Chunks> {
    let network = Network::ready().serve("file:///map.xml", Answer::ok(text));
    navibar::inspect::block_on(network.fetch("file:///map.xml", Cache::None)).unwrap()
}

#[test]
fn a_file_causes_no_request_to_the_users_network() {
    let inner = ["http://127.0.0.1:631/x.xml", "http://192.168.1.1/x.xml", "https://nas.local/x.xml"];
    let public = "https://www.example.org/x.xml";
    let network = inner.iter().chain([&public]).fold(Network::ready(), |network, url| {
        network.serve(url, Answer::ok(&urlset(&["https://www.example.org/in"])))
    });
    let session = session();
    let load = session.borrow_mut().begin("file:///map.xml");
    let named: Vec<&str> = inner.into_iter().chain([public]).collect();
    let outcome = navibar::inspect::block_on(read_body(&session, load, &network, file(&index(&named)), |_| {}));
    assert_eq!(outcome.status, Status::Loaded);
    assert_eq!(network.take_asked(), [public]);
    assert_eq!(network.caches.take(), [(public.to_owned(), Cache::None)]);
    let session = session.borrow();
    for inner in inner {
        assert_eq!(session.picture(inner), None);
    }
    assert_eq!(session.picture(public).as_deref(), Some(public));
}

#[test]
fn a_site_on_https_causes_no_plain_http_requests() {
    let secure = "https://files.example/1.xml";
    let network = Network::ready()
        .serve(NATIVE, Answer::ok(&index(&["http://www.example.org/1.xml", "http://files.example:80/1.xml"])))
        .serve("https://www.example.org/1.xml", Answer::ok(&urlset(&["https://www.example.org/a"])))
        .serve(secure, Answer::ok(&urlset(&["https://www.example.org/b"])));
    let session = session();
    open(&session, &network, NATIVE);
    assert_eq!(titles(&session), ["A", "B"]);
    assert_eq!(network.take_asked(), [NATIVE, "https://www.example.org/1.xml", secure]);
    // Browsers do the same with the pictures of a page.
    let picture = |url: &str| session.borrow().picture(url);
    for (named, requested) in [
        ("http://files.example/icon.png?a#b", "https://files.example/icon.png?a#b"),
        ("HTTP://Files.example:80", "https://files.example"),
        ("http://files.example:8080/icon.png", "https://files.example:8080/icon.png"),
        ("https://files.example/icon.png", "https://files.example/icon.png"),
        ("data:,x", "data:,x"),
    ] {
        assert_eq!(picture(named).as_deref(), Some(requested));
    }
    // A host with plain http only becomes a row with the reason.
    let network = Network::ready()
        .serve(NATIVE, Answer::ok(&index(&["http://plain.example/1.xml"])))
        .answer("https://plain.example/1.xml", Err(FetchError("refused".to_owned())))
        .serve("http://plain.example/1.xml", Answer::ok(&urlset(&["https://www.example.org/a"])));
    let session = self::session();
    open(&session, &network, NATIVE);
    open_failures(&session);
    assert!(matches!(rows(&session)[1].reason, Some(Reason::Unreachable { .. })));
    // A site on plain http may name both.
    let session = self::session();
    open(&session, &Network::ready(), "http://www.example.org/sitemap.rdf");
    let plain = "http://files.example/icon.png";
    assert_eq!(session.borrow().picture(plain).as_deref(), Some(plain));
}

#[test]
fn a_remembered_sitemap_that_is_gone_is_requested_once_per_load() {
    let (own, other) = ("https://www.example.org/1.xml", "https://cdn.example/2.xml");
    let robots_txt = Network::ready().serve("https://www.example.org/robots.txt", Answer::ok(&robots(&[own, other])));
    let memory = RefCell::new(Memory::default());
    let there = robots_txt.serve(own, Answer::ok(&urlset(&["https://www.example.org/a"])));
    assert_eq!(open_page(&session(), &there, &memory, PAGE).status, Status::Loaded);
    let gone = Network::ready().serve("https://www.example.org/robots.txt", Answer::ok(&robots(&[own, other])));
    open_page(&session(), &gone, &memory, PAGE);
    let asked = gone.take_asked();
    assert!(asked.iter().any(|url| url.ends_with("/sitemap.xml")), "the search did not start again: {asked:?}");
    assert_eq!(asked.iter().filter(|url| **url == own).count(), 1, "{asked:?}");
}
