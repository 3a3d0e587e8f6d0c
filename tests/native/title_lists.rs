//! Titles and pages from the site's own lists: search indexes, feeds, WordPress and `llms.txt`.

use crate::support::network::{Answer, Network, negs, open_page};
use crate::support::visits::{load, menu, outline, page, url};
use navibar::inspect::block_on;
use navibar::page_facts::{Crumb, FactMenu, PageFacts, Relation};
use navibar::session::{self, Session};
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// Visits the home page, which has these relations, and reads the lists that it names.
fn read_lists(session: &RefCell<Session>, network: &Network, relations: &[(&str, &str)]) -> bool {
    let relation =
        |(rel, path): &(&str, &str)| Relation { rel: (*rel).to_owned(), url: url(path), ..Relation::default() };
    let relations = relations.iter().map(relation).collect();
    session.borrow_mut().add_facts(PageFacts { relations, ..page("/", "Home", &[]) });
    block_on(session::read_lists(session, network, &RefCell::default()))
}

const INDEX: &str = r#"{"docs":[{"location":"guide/use","title":"Use it well"},{"location":"guide/use#a","title":"Part"},
    {"location":"new","title":"Added &amp; new"}]}"#;

#[test]
fn a_search_index_gives_titles_to_pages_and_adds_none() {
    let session = load(&["/guide/use", "/guide/install"]);
    let network = Network::ready().answer(&url("/search/search_index.json"), Ok(Answer::ok(INDEX)));
    assert!(read_lists(&session, &network, &[("script", "/search/main.js")]));
    assert_eq!(outline(&session), "Garden </>\nGuide/\n  Use it well </guide/use>\n  Install </guide/install>\n");
    assert_eq!(network.take_asked(), [url("/search/search_index.json")]);
}

#[test]
fn a_title_of_a_search_index_keeps_the_start_that_other_titles_have() {
    let session = load(&["/guide/use", "/guide/soil", "/guide/sun"]);
    for name in ["soil", "sun"] {
        session.borrow_mut().add_facts(page(&format!("/guide/{name}"), &format!("Guide \u{2014} {name}"), &[]));
    }
    let index = INDEX.replace("Use it well", "Guide \u{2014} Use it");
    let network = Network::ready().answer(&url("/search/search_index.json"), Ok(Answer::ok(&index)));
    assert!(read_lists(&session, &network, &[("script", "/search/main.js")]));
    assert!(outline(&session).contains("  Guide \u{2014} Use it </guide/use>\n"), "{}", outline(&session));
}

#[test]
fn a_search_index_gives_its_pages_to_a_site_without_a_sitemap() {
    for menus in [vec![], vec![menu("navigation", "Guide </guide/>\n  Use </guide/use>")]] {
        let session = load(&[]);
        session.borrow_mut().add_facts(page("/guide/use", "Use", &menus));
        let network = Network::ready().answer(&url("/search/search_index.json"), Ok(Answer::ok(INDEX)));
        assert!(read_lists(&session, &network, &[("script", "/search/main.js")]));
        let tree = outline(&session);
        let guide = if menus.is_empty() { "Guide/" } else { "Guide </guide/>" };
        assert_eq!(tree, format!("Garden </>\n{guide}\n  Use </guide/use>\nAdded & new </new>\n"));
        session.borrow_mut().add_facts(page("/new", "New", &[]));
        let session = session.borrow();
        let map = session.site().map();
        for title in ["Use", "New"] {
            let node = (0..map.len() as u32).find(|&node| map.title(node) == title).unwrap();
            assert!(!map.is_only_visited(node), "a visit is not the only source of {title}");
            let is_in_menu = title == "Use" && !menus.is_empty();
            let source = if is_in_menu { "menu" } else { "searchIndex" };
            assert!(map.origins(node).contains(&("listedIn", source)), "{title}");
        }
    }
}

#[test]
fn a_folder_above_the_site_has_no_row_after_a_search_index() {
    let session = load(&[]);
    let entries = "Home </project/latest/>\nUse </project/latest/use/>\nInstall </project/latest/install/>";
    session.borrow_mut().add_facts(page("/project/latest/", "Project", &[menu("navigation", entries)]));
    let index = r#"{"docs":[{"location":"use/","title":"Use"},{"location":"notes/","title":"Notes"}]}"#;
    let network = Network::ready().answer(&url("/project/latest/search/search_index.json"), Ok(Answer::ok(index)));
    assert!(read_lists(&session, &network, &[("script", "/project/latest/search/main.js")]));
    let tree = outline(&session);
    assert!(tree.contains("  Notes </project/latest/notes/>\n") && !tree.contains("Project/"), "{tree}");
}

#[test]
fn a_search_index_gives_the_pages_of_a_folder_that_no_sitemap_lists() {
    let session = load(&["/3/", "/2/"]);
    let index = r#"Search.setIndex({"docnames":["index","use/index","use/run"],"titles":["Three","Using","Running"]})"#;
    let network = Network::ready().answer(&url("/3/searchindex.js"), Ok(Answer::ok(index)));
    assert!(read_lists(&session, &network, &[("script", "/3/_static/doctools.js")]));
    let expected = "Garden </>\nThree </3/>\n  Using </3/use/index.html>\n    Running </3/use/run.html>\n2 </2/>\n";
    assert_eq!(outline(&session), expected);
}

#[test]
fn chapters_of_a_search_index_are_in_the_order_of_their_numbers() {
    let index = |titles: [&str; 4]| {
        let entries = [("book/bees", 0), ("book/climb", 1), ("book/dig", 2), ("book/eat", 3)];
        let entry = |(path, at): (&str, usize)| format!(r#"{{"location":"{path}","title":"{}"}}"#, titles[at]);
        format!(r#"{{"docs":[{}]}}"#, entries.map(entry).join(","))
    };
    let rows = |paths: &[&str], titles: [&str; 4]| {
        let session = load(paths);
        let network = Network::ready().answer(&url("/search/search_index.json"), Ok(Answer::ok(&index(titles))));
        assert!(read_lists(&session, &network, &[("script", "/search/main.js")]));
        let tree = outline(&session);
        let rows = tree.lines().filter_map(|row| row.strip_prefix("  ")).filter_map(|row| row.split(" </").next());
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let chapters = ["10. Bees", "2. Climb", "1. Dig", "3. Eat"];
    let sorted_by_file = ["/book/bees", "/book/climb", "/book/dig", "/book/eat"];
    for paths in [&[][..], &sorted_by_file] {
        assert_eq!(
            rows(paths, ["4. Bees", "2. Climb", "1. Dig", "3. Eat"]),
            ["1. Dig", "2. Climb", "3. Eat", "4. Bees"]
        );
        // Another page may stand between them.
        assert_eq!(rows(paths, ["3. Bees", "2. Climb", "Dig", "1. Eat"]), ["1. Eat", "2. Climb", "3. Bees", "Dig"]);
        // These are not chapters, or some are missing.
        for titles in [chapters, ["4 bees", "2 climb", "1 dig", "3 eat"], ["2. Bees", "2. Climb", "1. Dig", "3. Eat"]] {
            assert_eq!(rows(paths, titles), titles);
        }
    }
}

#[test]
fn versions_of_a_search_index_are_in_the_order_of_their_numbers() {
    let session = load(&[]);
    let entry = |version| format!(r#"{{"location":"news/v{version}","title":"Version {version}"}}"#);
    let index = format!(r#"{{"docs":[{}]}}"#, ["1.1", "1.10", "1.2", "1.9"].map(entry).join(","));
    let network = Network::ready().answer(&url("/search/search_index.json"), Ok(Answer::ok(&index)));
    assert!(read_lists(&session, &network, &[("script", "/search/main.js")]));
    let rows = outline(&session)
        .lines()
        .filter_map(|row| row.trim().strip_prefix("Version "))
        .map(|row| row[..4].trim().to_owned())
        .collect::<Vec<_>>();
    assert_eq!(rows, ["1.1", "1.2", "1.9", "1.10"]);
}

#[test]
fn many_pages_of_a_search_index_are_added() {
    let session = load(&[]);
    let entry = |n| format!(r#"{{"location":"part-{}/page-{n}","title":"Page {n}"}}"#, n / 100);
    let index = format!(r#"{{"docs":[{}]}}"#, (0..5000).map(entry).collect::<Vec<_>>().join(","));
    let network = Network::ready().answer(&url("/search/search_index.json"), Ok(Answer::ok(&index)));
    assert!(read_lists(&session, &network, &[("script", "/search/main.js")]));
    assert_eq!(session.borrow().source().unwrap().pages, 5001, "the pages and the home page");
}

/// Reads a list with the titles of 5,000 pages. Returns the number of pauses, and the largest number of pages that the tree got
/// between two of them.
fn steps_of_a_large_list(sitemap: &[&str]) -> (usize, usize) {
    let session = Rc::new(load(sitemap));
    let entry = |n| format!(r#"{{"location":"part-{}/page-{n}","title":"The page {n}"}}"#, n / 100);
    let index = format!(r#"{{"docs":[{}]}}"#, (0..5000).map(entry).collect::<Vec<_>>().join(","));
    let network = Network::ready().answer(&url("/search/search_index.json"), Ok(Answer::ok(&index)));
    let [pauses, last, largest] = [(); 3].map(|()| Rc::new(Cell::new(0)));
    let (seen, count, before, most) = (session.clone(), pauses.clone(), last.clone(), largest.clone());
    last.set(session.borrow().site().map().len());
    let look = move || {
        let now = seen.borrow().site().map().len();
        most.set(most.get().max(now - before.replace(now)));
        count.set(count.get() + 1);
    };
    network.at_pause.replace(Some(Box::new(look)));
    assert!(read_lists(&session, &network, &[("script", "/search/main.js")]));
    assert_eq!(outline(&session).matches("The page ").count(), 5000);
    (pauses.get(), largest.get().max(session.borrow().site().map().len() - last.get()))
}

#[test]
fn a_large_list_is_added_in_steps_of_1000_entries() {
    let pages: Vec<String> = (0..5000).map(|n| format!("/part-{}/page-{n}", n / 100)).collect();
    let (pauses, _) = steps_of_a_large_list(&pages.iter().map(String::as_str).collect::<Vec<_>>());
    // Five pauses note the titles. The others read the list and arrange the tree.
    assert!(pauses >= 11, "{pauses}");
    let (_, pages) = steps_of_a_large_list(&[]);
    assert!((1000..1100).contains(&pages), "a step of 1,000 pages, and their folders: {pages}");
}

#[test]
fn a_title_of_a_list_is_cut() {
    let session = load(&["/guide/use"]);
    let index = INDEX.replace("Use it well", &"long title - ".repeat(150));
    let network = Network::ready().answer(&url("/search/search_index.json"), Ok(Answer::ok(&index)));
    assert!(read_lists(&session, &network, &[("script", "/search/main.js")]));
    let tree = outline(&session);
    let title = tree.lines().find(|line| line.contains("long title")).unwrap();
    assert!(title.len() < 850 && title.len() > 700, "800 bytes: {}", title.len());
}

#[test]
fn each_list_is_requested_once() {
    let session = load(&["/guide/use"]);
    let network = Network::ready();
    for _ in 0..3 {
        assert!(!read_lists(&session, &network, &[("script", "/search/main.js"), ("https://api.w.org/", "/wp-json/")]));
    }
    let wordpress = url("/wp-json/wp/v2/pages?_fields=link,title&per_page=100&page=1");
    assert_eq!(network.take_asked(), [url("/search/search_index.json"), wordpress]);
}

#[test]
fn at_most_ten_lists_of_a_site_are_requested() {
    let session = load(&["/guide/use"]);
    let network = Network::ready();
    for n in 0..30 {
        read_lists(&session, &network, &[("script", &format!("/{n}/search/main.js"))]);
    }
    let expected: Vec<String> = (0..10).map(|n| url(&format!("/{n}/search/search_index.json"))).collect();
    assert_eq!(network.take_asked(), expected, "docs/usage.md promises ten");
}

#[test]
fn a_page_that_is_added_later_has_its_title_from_the_list() {
    let session = load(&["/guide/use"]);
    let network = Network::ready().answer(&url("/search/search_index.json"), Ok(Answer::ok(INDEX)));
    read_lists(&session, &network, &[("script", "/search/main.js")]);
    let crumbs = [("Start", "/"), ("Blog", "/blog"), ("Fresh", "/new")];
    let crumbs = crumbs.map(|(text, path)| Crumb { text: text.to_owned(), url: Some(url(path)) }).to_vec();
    session.borrow_mut().add_facts(PageFacts { breadcrumbs: vec![crumbs], ..page("/guide/use", "Use", &[]) });
    let tree = outline(&session);
    assert!(tree.contains("Blog </blog>\n  Added & new </new>\n"), "{tree}");
    assert!(tree.contains("  Use </guide/use>"), "the page's own heading is better than the list: {tree}");
    session.borrow_mut().add_facts(page("/blog", "Blog", &[menu("navigation", "New </new>\nUsing </guide/use>")]));
    let tree = outline(&session);
    assert!(tree.contains("New </new>\n") && tree.contains("Using </guide/use>\n"), "the menu is the best: {tree}");
}

#[test]
fn a_declared_tree_requests_no_list() {
    let session = RefCell::new(Session::default());
    let network = Network::ready().answer(&url("/sitemap.rdf"), Ok(Answer::ok(&negs(&[&url("/guide/use")]))));
    open_page(&session, &network, &RefCell::default(), &url("/"));
    let network = Network::ready();
    assert!(!read_lists(&session, &network, &[("script", "/search/main.js")]));
    assert_eq!(network.take_asked(), [""; 0]);
}

#[test]
fn llms_txt_is_the_tree_when_nothing_else_exists() {
    let session = load(&[]);
    let text = "# Garden\n\n## Guide\n\n- [Install](/guide/install.md): first\n- [Use it](https://www.example.org/guide/use)\n";
    let network = Network::ready().answer(&url("/llms.txt"), Ok(Answer::ok(text)));
    assert!(read_lists(&session, &network, &[]));
    assert_eq!(outline(&session), "Garden </>\nGuide/\n  Install </guide/install.html>\n  Use it </guide/use>\n");
}

const FEED: &str = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>Garden</title>
    <entry><title>Ants are back</title><link href="https://www.example.org/2024/03/ants"/><updated>2024-03-02T00:00:00Z</updated></entry>
    <entry><title>Elsewhere</title><link href="https://other.example/x"/></entry>
    <entry><title>Beans &amp; peas</title><link href="/2023/05/beans"/><published>2023-05-06T00:00:00Z</published></entry></feed>"#;

/// The relation of a page to its feed.
fn feed(path: &str) -> Relation {
    let media_type = Some("application/atom+xml".to_owned());
    Relation { rel: "alternate".to_owned(), url: url(path), media_type, ..Relation::default() }
}

/// Visits a home page that names a feed, and reads the lists. Returns the requests.
fn read_feed(session: &RefCell<Session>, menus: Vec<FactMenu>, others: &[(&str, &str)]) -> Vec<String> {
    let relations = vec![feed("/feed.xml")];
    session.borrow_mut().add_facts(PageFacts { relations, menus, ..page("/", "Garden", &[]) });
    let network = Network::ready().answer(&url("/feed.xml"), Ok(Answer::ok(FEED)));
    let network = others.iter().fold(network, |network, (path, text)| network.answer(&url(path), Ok(Answer::ok(text))));
    assert!(block_on(session::read_lists(session, &network, &RefCell::default())));
    network.take_asked()
}

#[test]
fn a_feed_gives_its_pages_to_a_site_without_a_sitemap() {
    let session = load(&[]);
    assert_eq!(read_feed(&session, vec![], &[]), [url("/llms.txt"), url("/feed.xml")]);
    let posts = "2024/\n  Ants are back </2024/03/ants>\n2023/\n  Beans & peas </2023/05/beans>\n";
    assert_eq!(outline(&session), format!("Garden </>\n{posts}"));
    let session_now = session.borrow();
    let map = session_now.site().map();
    for (title, date) in [
        ("Ants are back", ("updated", "2024-03-02T00:00:00Z")),
        ("Beans & peas", ("published", "2023-05-06T00:00:00Z")),
    ] {
        let node = (0..map.len() as u32).find(|&node| map.title(node) == title).unwrap();
        assert_eq!(map.details(node), [date], "{title}");
        assert!(map.origins(node).contains(&("listedIn", "feed")), "{title}");
    }
}

#[test]
fn the_pages_of_a_feed_are_folded_behind_the_menu_of_a_site_without_a_sitemap() {
    let session = load(&[]);
    assert_eq!(
        read_feed(&session, vec![menu("navigation", "Guide </guide/>\nShop </shop/>")], &[]),
        [url("/feed.xml")]
    );
    let posts = "  2024/\n    Ants are back </2024/03/ants>\n  2023/\n    Beans & peas </2023/05/beans>\n";
    assert_eq!(outline(&session), format!("Garden </>\nGuide </guide/>\nShop </shop/>\nMore pages/\n{posts}"));
}

#[test]
fn a_feed_adds_no_page_to_a_sitemap() {
    let session = load(&["/2024/03/ants"]);
    assert_eq!(read_feed(&session, vec![], &[]), [url("/feed.xml")]);
    assert_eq!(outline(&session), "Garden </>\n2024/\n  Ants are back </2024/03/ants>\n");
}

#[test]
fn a_visited_page_has_one_row_when_a_feed_adds_the_pages_below_it() {
    let session = load(&[]);
    read_feed(&session, vec![], &[]);
    session.borrow_mut().add_facts(page("/notes/", "Notes", &[]));
    session.borrow_mut().add_facts(page("/2024/03/", "March", &[]));
    let notes = FEED.replace("/2023/05/beans", "/notes/beans").replace("/2024/03/ants", "/2024/03/lice");
    let relations = vec![feed("/notes.xml")];
    session.borrow_mut().add_facts(PageFacts { relations, ..page("/notes/", "Notes", &[]) });
    let network = Network::ready().answer(&url("/notes.xml"), Ok(Answer::ok(&notes)));
    assert!(block_on(session::read_lists(&session, &network, &RefCell::default())));
    let tree = outline(&session);
    assert_eq!(tree.matches("/notes/>").count(), 1, "{tree}");
    assert!(tree.contains("\nNotes </notes/>\n  Beans & peas </notes/beans>\n"), "{tree}");
    assert_eq!(tree.matches("/2024/03/>").count(), 1, "{tree}");
}

#[test]
fn the_groups_of_llms_txt_are_read_before_a_feed() {
    let session = load(&[]);
    let text = "# Garden\n\n## Guide\n\n- [Install](/guide/install)\n- [Use it](/guide/use)\n";
    assert_eq!(read_feed(&session, vec![], &[("/llms.txt", text)]), [url("/llms.txt"), url("/feed.xml")]);
    assert!(
        outline(&session).starts_with("Garden </>\nGuide/\n  Install </guide/install>\n  Use it </guide/use>\n2024/\n"),
        "{}",
        outline(&session)
    );
}

#[test]
fn a_site_that_asks_for_a_pause_gets_no_request_for_lists() {
    let session = RefCell::new(Session::default());
    let network = Network::ready().answer(&url("/sitemap.rdf"), Ok(Answer::new(429, "")));
    open_page(&session, &network, &RefCell::default(), &url("/"));
    let network = Network::ready();
    assert!(!read_lists(&session, &network, &[("script", "/search/main.js")]));
    assert_eq!(network.take_asked(), [""; 0]);
}

#[test]
fn a_missing_llms_txt_is_remembered_for_the_site() {
    let memory = RefCell::default();
    for expected in [vec![url("/llms.txt")], vec![]] {
        let session = load(&[]);
        let network = Network::ready();
        session.borrow_mut().add_facts(page("/", "Home", &[]));
        assert!(!block_on(session::read_lists(&session, &network, &memory)));
        assert_eq!(network.take_asked(), expected);
    }
}

#[test]
fn a_list_of_another_site_is_not_requested() {
    let session = load(&["/guide/use"]);
    let network = Network::ready();
    let other = "https://other.example/search/main.js";
    assert!(!read_lists(
        &session,
        &network,
        &[("script", other), ("https://api.w.org/", "https://other.example/wp-json/")]
    ));
    assert_eq!(network.take_asked(), [""; 0]);
}

#[test]
fn a_list_that_never_ends_is_read_for_a_minute() {
    let minute = Duration::from_secs(60);
    let session = load(&["/guide/use", "/guide/install"]);
    let address = url("/search/search_index.json");
    let drip = Answer::ok(r#"{"docs":[{"location":"guide/use","title":"Use it well"},"#).silent();
    let network = Network::ready().answer(&address, Ok(drip));
    // Each byte restarts the shorter time limit.
    network.passed.set(Some(minute));
    assert!(!read_lists(&session, &network, &[("script", "/search/main.js")]));
    assert_eq!(network.slept.take(), [minute]);
    assert_eq!(outline(&session), "Garden </>\nGuide/\n  Use </guide/use>\n  Install </guide/install>\n");
}

#[test]
fn a_list_ends_with_its_load_and_is_read_again() {
    let session = load(&["/guide/use", "/guide/install"]);
    let address = url("/search/search_index.json");
    let network = Network::default().serve(&address, Answer::ok(INDEX));
    let relation = Relation { rel: "script".to_owned(), url: url("/search/main.js"), ..Relation::default() };
    session.borrow_mut().add_facts(PageFacts { relations: vec![relation], ..page("/", "Home", &[]) });
    let memory = RefCell::default();
    let mut reading = Box::pin(session::read_lists(&session, &network, &memory));
    let mut poll = || reading.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(poll().is_pending(), "the answer is on its way");
    session.borrow_mut().stop();
    network.permits.set(usize::MAX);
    assert_eq!(poll(), Poll::Ready(false));
    assert_eq!(network.take_asked(), [&*address]);
    assert!(block_on(session::read_lists(&session, &network, &memory)));
    assert_eq!(network.take_asked(), [&*address]);
}
