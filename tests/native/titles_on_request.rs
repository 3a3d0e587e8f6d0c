//! Titles that the user asks for: which pages are requested, and what their rows then say.

use crate::support::network::{Answer, Network, negs, open_page};
use crate::support::visits::{HOST, load, menu, outline, page, url};
use navibar::inspect::block_on;
use navibar::session::{self, Cache, Session, TitlesRead};
use std::cell::RefCell;
use std::future::Future;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

fn titled(title: &str) -> Answer {
    let head = format!("<!doctype html><html><head><title>{title}</title></head><body><h1>Heading</h1>");
    Answer::ok("").of_type("text/html; charset=utf-8", head.as_bytes())
}

/// The paths of pages whose names say nothing.
fn paths(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("/entity/{}", 10_001 + n)).collect()
}

/// Loads a site with these pages and visits its home page.
fn site(paths: &[String]) -> RefCell<Session> {
    let session = load(&paths.iter().map(|path| &**path).collect::<Vec<_>>());
    session.borrow_mut().add_facts(page("/", "Home", &[]));
    session
}

/// Reads the titles of the whole tree.
fn read(session: &RefCell<Session>, network: &Network) -> TitlesRead {
    let root = session.borrow().site().map().root().unwrap();
    block_on(session::read_page_titles(session, network, root, &|_, _| {}))
}

fn counts(read: usize, failed: usize) -> TitlesRead {
    TitlesRead { read, failed }
}

#[test]
fn rows_have_the_titles_of_their_pages_and_not_the_name_of_the_site() {
    let paths = paths(4);
    let session = site(&paths);
    let titles = ["Oak &amp; ash | Garden", "Moss - Garden", "Garden: Turf", "Peat"];
    let network =
        paths.iter().zip(titles).fold(Network::ready(), |net, (path, title)| net.serve(&url(path), titled(title)));
    let steps = RefCell::new(Vec::new());
    let root = session.borrow().site().map().root().unwrap();
    let progress = |done, of| steps.borrow_mut().push((done, of));
    let reading = session::read_page_titles(&session, &network, root, &progress);
    assert_eq!(block_on(reading), counts(4, 0));
    assert_eq!(steps.into_inner(), [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]);
    let expected = "Garden </>\nEntity/\n  Oak & ash </entity/10001>\n  Moss </entity/10002>\n  \
                    Garden: Turf </entity/10003>\n  Peat </entity/10004>\n";
    assert_eq!(outline(&session), expected);
    let urls: Vec<String> = paths.iter().map(|path| url(path)).collect();
    assert_eq!(network.take_asked(), urls, "in the order of the tree");
    assert!(network.caches.take().iter().all(|(_, cache)| *cache == Cache::None), "nothing is stored");
    // Each page is read once.
    assert_eq!((read(&session, &network), network.take_asked().len()), (counts(0, 0), 0));
}

#[test]
fn one_command_reads_500_pages_two_at_a_time() {
    let paths = paths(620);
    let session = site(&paths);
    let network = paths
        .iter()
        .enumerate()
        .fold(Network::default(), |net, (n, path)| net.serve(&url(path), titled(&format!("Plant {n}"))));
    let root = session.borrow().site().map().root().unwrap();
    let mut reading = Box::pin(session::read_page_titles(&session, &network, root, &|_, _| {}));
    let mut poll = || reading.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(poll().is_pending());
    assert_eq!(network.asked.borrow().len(), 2, "the first two answers are held");
    network.allow(1);
    assert!(poll().is_pending());
    assert_eq!(network.asked.borrow().len(), 2, "the first page is read before the third is requested");
    network.allow(usize::MAX);
    assert_eq!(poll(), Poll::Ready(counts(500, 0)));
    assert_eq!((network.take_asked().len(), network.max_waiting.get()), (500, 2));
    assert!(outline(&session).contains("  Plant 499 <") && !outline(&session).contains("  Plant 500 <"));
    // The next command reads the others.
    assert_eq!((read(&session, &network), network.take_asked().len()), (counts(120, 0), 120));
}

#[test]
fn a_site_has_at_most_2000_titles_that_were_read() {
    let paths = paths(2_100);
    let session = site(&paths);
    let network = paths
        .iter()
        .enumerate()
        .fold(Network::ready(), |net, (n, path)| net.serve(&url(path), titled(&format!("Plant {n}"))));
    let read: Vec<usize> = (0..5).map(|_| read(&session, &network).read).collect();
    assert_eq!(read, [500, 500, 500, 500, 0]);
}

#[test]
fn pages_with_a_better_name_are_not_requested_and_keep_it() {
    let paths = paths(4);
    let session = site(&paths);
    let visited =
        page("/entity/10001", "Visited", &[menu("navigation", "Home </>\nIn the menu </entity/10002>\nA </a>")]);
    session.borrow_mut().add_facts(visited);
    let network =
        paths.iter().fold(Network::ready(), |net, path| net.serve(&url(path), titled(&format!("{path} read"))));
    assert_eq!(read(&session, &network), counts(2, 0));
    assert_eq!(network.take_asked(), ["/entity/10003", "/entity/10004"].map(url));
    let before = outline(&session);
    assert!(
        before.contains("Visited <") && before.contains("In the menu <") && before.contains("/entity/10003 read <")
    );
    // A label of the site replaces the title.
    let menu = menu("navigation", "Home </>\nIn the menu </entity/10002>\nLabel </entity/10003>\nA </a>");
    session.borrow_mut().add_facts(page("/entity/10001", "Visited", &[menu]));
    assert!(outline(&session).contains("Label </entity/10003>"), "{}", outline(&session));
    // So does a visit.
    session.borrow_mut().add_facts(page("/entity/10004", "Seen", &[]));
    assert!(outline(&session).contains("Seen </entity/10004>"), "{}", outline(&session));
}

#[test]
fn only_a_page_that_answers_itself_has_a_title() {
    let paths = paths(9);
    let session = site(&paths);
    let own = url(&paths[5]);
    let answers = [
        Answer { status: 404, ..titled("Missing") },
        Answer::redirect(302, &url("/login")),
        Answer::redirect(302, "https://other.example/entity/10003"),
        titled("Login").from("https://www.example.org/login"),
        Answer { status: 500, ..titled("Broken") },
        Answer::redirect(301, &format!("{own}/")),
        Answer::ok("").of_type("application/pdf", b"<title>No page</title>"),
        titled("Page not found | Garden"),
        Answer::ok("").of_type("text/html", b"<title>caf\xe9</title>"),
    ];
    let network = paths.iter().zip(answers).fold(Network::ready(), |net, (path, answer)| net.serve(&url(path), answer));
    let network = network.serve(&format!("{own}/"), titled("With a slash"));
    for other in [url("/login"), "https://other.example/entity/10003".to_owned()] {
        assert!(!network.asked.borrow().contains(&other));
    }
    assert_eq!(read(&session, &network), counts(4, 5));
    let expected: String =
        (10_001..10_010)
            .map(|n| {
                if n == 10_006 {
                    "  With a slash </entity/10006>\n".to_owned()
                } else {
                    format!("  {n} </entity/{n}>\n")
                }
            })
            .collect();
    assert_eq!(outline(&session), format!("Garden </>\nEntity/\n{expected}"));
    let asked = network.take_asked();
    assert!(!asked.contains(&url("/login")) && asked.iter().all(|url| url.starts_with(HOST)), "{asked:?}");
}

#[test]
fn titles_that_name_the_site_or_many_pages_are_none() {
    let paths = paths(6);
    let session = site(&paths);
    let titles = ["Garden", "Plants | Garden", "Plants - Garden", "Catalogue", "Catalogue", "Oak | Garden"];
    let network =
        paths.iter().zip(titles).fold(Network::ready(), |net, (path, title)| net.serve(&url(path), titled(title)));
    assert_eq!(read(&session, &network), counts(6, 0));
    let tree = outline(&session);
    let names: Vec<&str> = tree.lines().skip(2).filter_map(|row| row.trim().split(" <").next()).collect();
    assert_eq!(names, ["10001", "10002", "10003", "10004", "10005", "Oak"]);
}

#[test]
fn the_encoding_comes_from_the_server_or_from_the_page() {
    let paths = paths(4);
    let session = site(&paths);
    let answers = [
        Answer::ok("").of_type("text/html; charset=Windows-1251", b"<title>\xc4\xf3\xe1</title>"),
        Answer::ok("").of_type("text/html", b"<html><meta charset=iso-8859-1><title>Ch\xeane</title>"),
        Answer::ok("").of_type(
            "text/html;charset=\"utf-8\"",
            "<meta charset=iso-8859-1><title>Ch\u{ea}ne vert</title>".as_bytes(),
        ),
        Answer::ok("").of_type("text/html", "<title>\u{6a6b}</title>".as_bytes()),
    ];
    let network = paths.iter().zip(answers).fold(Network::ready(), |net, (path, answer)| net.serve(&url(path), answer));
    assert_eq!(read(&session, &network), counts(4, 0));
    let tree = outline(&session);
    for title in ["\u{414}\u{443}\u{431}", "Ch\u{ea}ne <", "Ch\u{ea}ne vert", "\u{6a6b}"] {
        assert!(tree.contains(title), "{title}: {tree}");
    }
}

#[test]
fn a_page_is_read_up_to_its_title_or_64_kib_and_for_15_seconds() {
    let paths = paths(3);
    let session = site(&paths);
    let endless = |start: &str, piece: &str| {
        let mut answer = Answer::ok("").of_type("text/html; charset=utf-8", start.as_bytes()).endless();
        answer.chunks.push(Ok(piece.as_bytes().to_vec()));
        answer
    };
    let network = Network::ready()
        .serve(&url(&paths[0]), endless("<title>Oak</title>", "x"))
        .serve(&url(&paths[1]), endless("<meta charset=utf-8>", &"x".repeat(1 << 10)));
    network.passed.set(Some(Duration::from_secs(15)));
    let network = network.serve(&url(&paths[2]), Answer::ok("<title").silent());
    assert_eq!(read(&session, &network), counts(2, 1));
    // One chunk of 20 bytes and 64 of 1 KiB; the others have two each at most.
    assert!((64..=70).contains(&network.chunks.get()), "{}", network.chunks.get());
    assert_eq!(network.slept.take(), [Duration::from_secs(15)]);
    assert!(outline(&session).contains("Oak </entity/10001>"));
}

#[test]
fn stop_ends_the_requests_and_keeps_what_was_read() {
    for is_stop in [true, false] {
        let paths = paths(8);
        let session = site(&paths);
        let network =
            paths.iter().fold(Network::default(), |net, path| net.serve(&url(path), titled(&format!("Read {path}"))));
        let root = session.borrow().site().map().root().unwrap();
        let mut reading = Box::pin(session::read_page_titles(&session, &network, root, &|_, _| {}));
        let mut poll = || reading.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(poll().is_pending());
        // Two requests and the chunk of the first one.
        network.allow(3);
        assert!(poll().is_pending());
        let asked = network.asked.borrow().len();
        match is_stop {
            true => session.borrow_mut().stop(),
            // The user goes to another site.
            false => _ = session.borrow_mut().begin("https://other.example/"),
        }
        network.allow(usize::MAX);
        assert!(poll().is_ready());
        assert_eq!(network.take_asked().len(), asked, "nothing is requested after the end");
        assert!((2..8).contains(&asked));
        assert_eq!(outline(&session).contains("Read /entity/10001"), is_stop, "{}", outline(&session));
    }
}

#[test]
fn a_site_that_asks_for_a_pause_or_cannot_be_reached_gets_no_more_requests() {
    for (answer, most) in [(Some(Answer::new(429, "").retry_after("60")), 2), (None, 4)] {
        let paths = paths(20);
        let session = site(&paths);
        let network = paths.iter().fold(Network::ready(), |net, path| match &answer {
            Some(answer) => net.serve(&url(path), answer.clone()),
            None => net.unreachable(&url(path)),
        });
        assert_eq!(read(&session, &network), counts(0, 20));
        assert!(network.take_asked().len() <= most);
    }
}

#[test]
fn a_host_without_access_and_a_declared_tree_get_no_requests() {
    let session = site(&paths(3));
    let network = Network::ready();
    network.forbidden.borrow_mut().push("www.example.org");
    assert_eq!((read(&session, &network), network.take_asked().len()), (counts(0, 3), 0));
    let session = RefCell::new(Session::default());
    let network = Network::ready().answer(&url("/sitemap.xml"), Ok(Answer::ok(&negs(&[&url("/oak"), &url("/ash")]))));
    open_page(&session, &network, &RefCell::default(), &url("/"));
    session.borrow_mut().add_facts(page("/", "Home", &[]));
    network.take_asked();
    assert_eq!((read(&session, &network), network.take_asked().len()), (counts(0, 0), 0));
}

#[test]
fn a_reload_keeps_the_titles() {
    let paths = paths(3);
    let session = site(&paths);
    let network =
        paths.iter().fold(Network::ready(), |net, path| net.serve(&url(path), titled(&format!("Read {path}"))));
    read(&session, &network);
    let before = outline(&session);
    assert!(before.contains("Read /entity/10003"));
    let again = load(&paths.iter().map(|path| &**path).collect::<Vec<_>>());
    again.borrow_mut().take_facts(&session.borrow());
    again.borrow_mut().add_facts(page("/", "Home", &[]));
    assert_eq!(outline(&again), before);
    network.take_asked();
    assert_eq!((read(&again, &network), network.take_asked().len()), (counts(0, 0), 0));
}
