//! Visited pages in the tree: their rows, marks and addresses, and saving without them.

use crate::support::network::{Answer, Network, open_page, urlset};
use crate::support::visits::{MENU, any_order, continue_load, load, menu, outline, page, tree, url};
use navibar::inspect::block_on;
use navibar::page_facts::{Crumb, PageFacts};
use navibar::session::{Session, Status, add_rest};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The titles of the rows that are marked as visited, in a tree with all branches open.
fn marked(session: &RefCell<Session>) -> Vec<String> {
    let mut session = session.borrow_mut();
    let (view, site) = session.view_mut();
    view.expand_all(site.map());
    view.rows(site.map(), 0..1_000).into_iter().filter(|row| row.visited).map(|row| row.title).collect()
}

#[test]
fn a_visited_page_that_nothing_lists_gets_a_row_at_its_place() {
    let session = load(&["/", "/docs/", "/docs/a/b", "/about"]);
    for path in ["/docs/a/x/y", "/docs/new?page=2", "/far/away"] {
        assert!(session.borrow_mut().add_facts(page(path, &format!("Heading {path}"), &[])), "{path}");
    }
    let tree = outline(&session);
    assert!(tree.contains("  A/\n    B </docs/a/b>\n    Heading /docs/a/x/y </docs/a/x/y>\n"), "{tree}");
    assert!(tree.contains("\n  Heading /docs/new?page=2 </docs/new?page=2>\n"), "{tree}");
    assert!(tree.ends_with("\nHeading /far/away </far/away>\n"), "{tree}");
    assert_eq!(marked(&session), ["Heading /docs/a/x/y", "Heading /docs/new?page=2", "Heading /far/away"]);
    let mut session = session.borrow_mut();
    session.set_current(Some(&url("/docs/a/x/y")));
    let (view, site) = session.view();
    let row = view.current_row(site.map()).unwrap();
    assert_eq!(view.rows(site.map(), row..row + 1)[0].title, "Heading /docs/a/x/y");
}

#[test]
fn a_visited_page_moves_below_one_that_is_visited_later() {
    let session = load(&["/", "/about"]);
    for path in ["/release/2.1/notes", "/release/2.1", "/release/"] {
        session.borrow_mut().add_facts(page(path, path, &[]));
    }
    let tree = outline(&session);
    let expected = "\n/release/ </release/>\n  /release/2.1 </release/2.1>\n    \
                    /release/2.1/notes </release/2.1/notes>\n";
    assert!(tree.ends_with(expected), "{tree}");
}

#[test]
fn a_visited_page_with_a_long_address_has_its_whole_address() {
    let session = load(&["/", "/about"]);
    let path = format!("/search?q={}", "x".repeat(3_000));
    assert!(session.borrow_mut().add_facts(page(&path, "Results", &[])));
    assert!(outline(&session).contains(&format!("\nResults <{path}>\n")), "{}", outline(&session));
}

#[test]
fn a_visited_page_loses_its_mark_when_a_menu_lists_it() {
    let session = load(&["/", "/about"]);
    session.borrow_mut().add_facts(page("/guide/install", "Install", &[]));
    assert_eq!(marked(&session), ["Install"]);
    session.borrow_mut().add_facts(page("/", "Welcome", &[menu("navigation", MENU)]));
    assert_eq!(marked(&session), [""; 0]);
    assert_eq!(outline(&session).matches("/guide/install").count(), 1);
}

#[test]
fn error_pages_and_pages_with_another_listed_address_get_no_row() {
    let session = load(&["/", "/about", "/list"]);
    let before = outline(&session);
    let canonical = PageFacts { canonical: Some(url("/about")), ..page("/about-us/print", "About", &[]) };
    let doubled = PageFacts { canonical: Some(url("//list")), ..page("/list", "A list", &[]) };
    let missing = PageFacts { title: Some("404 Not Found".to_owned()), ..page("/gone", "Oops", &[]) };
    for visit in [canonical, doubled, missing, page("/list?sort=name", "A list", &[]), page("/?utm=1", "Welcome", &[])]
    {
        session.borrow_mut().add_facts(visit);
    }
    let paths =
        |tree: &str| tree.lines().filter_map(|line| Some(line.split_once('<')?.1.to_owned())).collect::<Vec<_>>();
    assert_eq!(paths(&outline(&session)), paths(&before));
    // The row of the canonical address is the current one.
    session.borrow_mut().set_current(Some(&url("/about-us/print")));
    let session = session.borrow();
    let (view, site) = session.view();
    let row = view.current_row(site.map()).unwrap();
    assert_eq!(view.rows(site.map(), row..row + 1)[0].url.as_deref(), Some(&*url("/about")));
}

#[test]
fn a_saved_tree_can_leave_out_what_only_visits_and_menus_have_shown() {
    use navibar::export::{Export, Format};
    let session = load(&["/", "/about", "/news/2024"]);
    let lines = "Start </>\nNews </news/>\nAccount </account>\n  Orders </account/orders>\nAbout </about>";
    session.borrow_mut().add_facts(page("/account/orders/7", "Order 7", &[menu("navigation", lines)]));
    assert!(session.borrow().site().map().has_browsed());
    for format in Format::ALL {
        let saved = |mut export: Export| {
            let mut file = String::new();
            while export.step(session.borrow().site(), usize::MAX, &mut file).unwrap() {}
            file
        };
        let session = session.borrow();
        let (all, listed) = (Export::new(session.site(), format), Export::listed_only(session.site(), format));
        drop(session);
        let (all, listed) = (saved(all), saved(listed));
        assert!(all.contains("/account/orders/7") && all.contains("Account"), "{all}");
        assert!(!listed.contains("ccount") && !listed.contains("Order"), "{listed}");
        // A page with a listed page below it is needed for the structure.
        assert!(listed.contains("/news/2024") && listed.contains("News") && listed.contains("/about"), "{listed}");
    }
}

#[test]
fn a_saved_tree_can_leave_out_the_titles_that_only_visits_have_given() {
    use navibar::export::{Export, Format};
    let session = load(&["/account", "/orders", "/invoices", "/help/a", "/help/b", "/about"]);
    assert!(!session.borrow().site().map().has_browsed());
    let lines = "Orders (3 open, EUR 1,204 due) </orders>\nJane Doe </account>\nJane's lists\n  A </help/a>\n  B </help/b>\n\
                 Jane's shelf\n  Another </about>\n  One more </help/a>";
    session.borrow_mut().add_facts(page("/invoices", "Invoices of customer 4711", &[menu("navigation", lines)]));
    assert!(session.borrow().site().map().has_browsed(), "the user can choose");
    assert!(outline(&session).contains("4711") && outline(&session).contains("1,204"), "{}", outline(&session));
    for format in Format::ALL {
        let mut export = Export::listed_only(session.borrow().site(), format);
        let mut saved = String::new();
        while export.step(session.borrow().site(), usize::MAX, &mut saved).unwrap() {}
        for private in ["Jane", "jane", "4711", "1,204", "EUR", "eur"] {
            assert!(!saved.contains(private), "{private} in {saved}");
        }
        for title in ["Account", "Orders", "Invoices", "Help", "About"] {
            assert!(saved.contains(title), "no {title} in {saved}");
        }
    }
}

#[test]
fn titles_from_addresses_are_written_as_the_site_writes_its_words() {
    let session = load(&["/", "/knative-setup", "/using-knative", "/news"]);
    assert!(outline(&session).contains("Knative setup </knative-setup>\nUsing knative </using-knative>"));
    session.borrow_mut().add_facts(page("/", "All about kNative", &[]));
    // One text may have a mistake.
    assert!(outline(&session).contains("Knative setup"));
    session.borrow_mut().add_facts(page("/news", "Good NEWS of kNative", &[]));
    let outline = outline(&session);
    assert!(outline.contains("kNative setup </knative-setup>\nUsing kNative </using-knative>"), "{outline}");
    // The filter finds the titles, whatever their letters were before.
    let mut session = session.borrow_mut();
    let (view, site) = session.view_mut();
    view.set_filter(site.map(), "using kna");
    assert_eq!(view.rows(site.map(), 0..9).len(), 1);
}

#[test]
fn a_visited_home_page_that_nothing_lists_gets_the_first_row() {
    let listed = ["/about", "/docs/a"];
    for path in ["/", "/?utm_source=x", "/index.html"] {
        let tree = tree(&listed, &[page(path, "Welcome", &[])]);
        let title = if path.contains('?') { "www.example.org" } else { "Garden" };
        let address = if path.contains("index") { path } else { "/" };
        assert_eq!(tree, format!("{title} <{address}>\nAbout </about>\nDocs/\n  A </docs/a>\n"), "{path}");
    }
    let session = load(&listed);
    session.borrow_mut().add_facts(page("/about", "About", &[]));
    session.borrow_mut().add_facts(page("/", "Welcome", &[]));
    session.borrow_mut().add_facts(page("/docs/a", "A", &[]));
    assert_eq!(outline(&session).matches("</>").count(), 1, "{}", outline(&session));
    assert_eq!(marked(&session), [""; 0]);
    session.borrow_mut().set_current(Some(&url("/")));
    let session = session.borrow();
    let (view, site) = session.view();
    assert_eq!(view.current_row(site.map()), Some(0));
}

#[test]
fn a_home_page_that_only_the_header_links_gets_the_first_row() {
    let menus = [menu("header", "Garden </>"), menu("navigation", "Install </guide/install>\nUse </guide/use>")];
    let visit = page("/guide/use", "Use", &menus);
    assert_eq!(
        tree(&["/guide/install", "/guide/use"], &[visit]),
        "Garden </>\nInstall </guide/install>\nUse </guide/use>\n"
    );
    let listed = tree(&["/index.html", "/about"], &[page("/about", "About", &menus[..1])]);
    assert_eq!(listed, "Garden </index.html>\nAbout </about>\n", "it is listed under another address");
}

#[test]
fn visited_pages_alone_make_no_tree() {
    let network = Network::ready().answer(&url("/sitemap.xml"), Ok(Answer::ok("<urlset></urlset>")));
    let session = RefCell::new(Session::default());
    open_page(&session, &network, &RefCell::default(), &url("/"));
    for path in ["/", "/about"] {
        session.borrow_mut().add_facts(page(path, "About", &[]));
        assert_eq!(outline(&session), "");
    }
}

#[test]
fn a_visited_home_page_with_another_listed_address_gets_no_row() {
    let tree = tree(&["/index", "/about"], &[page("/", "Welcome", &[])]);
    assert_eq!(tree, "Garden </index>\nAbout </about>\n");
}

/// A page with this trail of breadcrumbs. Those without a path are not links.
fn page_with_trail(path: &str, heading: &str, trail: &[(&str, Option<&str>)]) -> PageFacts {
    let crumb = |(text, path): &(&str, Option<&str>)| Crumb { text: (*text).to_owned(), url: path.map(url) };
    PageFacts { breadcrumbs: vec![trail.iter().map(crumb).collect()], ..page(path, heading, &[]) }
}

#[test]
fn a_visited_page_has_a_row_if_its_breadcrumbs_name_no_page_above_it() {
    let session = load(&["/", "/actions/", "/about"]);
    let trail = [("Docs", Some("/")), ("_Actions", None), ("gym", None)];
    session.borrow_mut().add_facts(page_with_trail("/actions/gym", "gym", &trail));
    assert!(outline(&session).contains("Actions </actions/>\n  gym </actions/gym>\n"), "{}", outline(&session));
    assert_eq!(marked(&session), ["gym"]);
}

#[test]
fn a_listed_page_that_names_another_version_as_its_own_address_has_one_row() {
    let session = load(&[]);
    let menus = [menu("navigation", "Manual </dev/>\nUse </dev/use/>\nRun </dev/run/>")];
    let visit = PageFacts { canonical: Some(url("/stable/use/")), ..page("/dev/use/", "Use it", &menus) };
    session.borrow_mut().add_facts(visit);
    let tree = outline(&session);
    assert!(tree.contains("Use </dev/use/>") && !tree.to_lowercase().contains("stable"), "{tree}");
}

#[test]
fn breadcrumbs_that_repeat_the_address_add_no_pages() {
    let session = load(&["/", "/blog/", "/blog/2026/06/moss", "/blog/2026/05/bees", "/blog/2026/02/ants"]);
    let before = outline(&session);
    let trail = [
        ("Home", Some("/")),
        ("blog", Some("/blog/")),
        ("2026", Some("/blog/2026/")),
        ("05", Some("/blog/2026/05/")),
        ("bees", Some("/blog/2026/05/bees")),
    ];
    session.borrow_mut().add_facts(page_with_trail("/blog/2026/05/bees", "Bees", &trail));
    assert_eq!(outline(&session), before);
}

#[test]
fn a_visited_page_has_a_row_if_nothing_lists_its_first_breadcrumb() {
    let session = load(&["/", "/about"]);
    let trail = [("Books", Some("/books/")), ("One", Some("/books/one/")), ("Use", None)];
    session.borrow_mut().add_facts(page_with_trail("/books/one/use", "Use", &trail));
    let tree = outline(&session);
    assert!(tree.ends_with("\nBooks </books/>\n  One </books/one/>\n    Use </books/one/use>\n"), "{tree}");
    assert_eq!(marked(&session), ["Use"]);
}

#[test]
fn a_menu_without_a_link_to_its_own_page_keeps_its_place() {
    let menus = [
        "Basics\n  Start </start>\n  Soil </soil>\nPlants\n  Moss </moss>\n  Fern </fern>",
        "Basics\n  Start </start>\n  Soil </soil>\n  Water </water>\nPlants\n  Fern </fern>",
    ];
    let visits = [("/start", "Start", menus[0]), ("/moss", "Moss", menus[1])];
    let visits = visits.map(|(path, title, lines)| page(path, title, &[menu("navigation", lines)]));
    let rows = "Basics/\n  Start </start>\n  Soil </soil>\n  Water </water>\nPlants/\n  Moss </moss>\n  Fern </fern>\n";
    assert_eq!(tree(&["/"], &visits), format!("Garden </>\n{rows}"));
}

#[test]
fn a_reload_takes_over_what_visited_pages_have_said() {
    let network = |sitemap: &str| Network::ready().answer(&url("/sitemap.xml"), Ok(Answer::ok(sitemap)));
    let sitemap = urlset(&[&url("/guide/install"), &url("/news/")]);
    let visits = [page("/", "Welcome", &[menu("navigation", MENU)]), page("/lost", "Lost and found", &[])];
    for sitemap in [&*sitemap, ""] {
        let shown = RefCell::new(Session::default());
        open_page(&shown, &network(sitemap), &RefCell::default(), &url("/"));
        visits.iter().for_each(|visit| _ = shown.borrow_mut().add_facts(visit.clone()));
        let reloaded = RefCell::new(Session::default());
        let load = reloaded.borrow_mut().begin(&url("/"));
        reloaded.borrow_mut().take_facts(&shown.borrow());
        continue_load(&reloaded, load, &network(sitemap));
        assert_eq!(outline(&reloaded), outline(&shown));
        assert!(outline(&reloaded).contains("Lost and found"), "{}", outline(&reloaded));
        assert_eq!(reloaded.borrow().visited_pages(), 2);
    }
}

#[test]
fn a_reload_adds_the_facts_of_many_pages_in_steps_of_3000_entries() {
    let large = |at: usize| {
        let entries: String = (0..3_000).map(|n| format!("Entry {n} </{at}/{n}>\n")).collect();
        page(&format!("/{at}/"), &format!("Part {at}"), &[menu("navigation", &entries)])
    };
    let network = Network::ready().answer(&url("/sitemap.xml"), Ok(Answer::ok(&urlset(&[&url("/a")]))));
    let reloaded = Rc::new(RefCell::new(Session::default()));
    let load = reloaded.borrow_mut().begin(&url("/"));
    (0..21).for_each(|at| _ = reloaded.borrow_mut().add_facts(large(at)));
    let pages = reloaded.borrow().visited_pages();
    assert!(pages > 20, "there is room for all of them: {pages}");
    let (seen, last, largest) = (reloaded.clone(), Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let (before, most) = (last.clone(), largest.clone());
    network.at_pause.replace(Some(Box::new(move || {
        let now = seen.borrow().site().map().len();
        most.set(most.get().max(now - before.replace(now)));
    })));
    continue_load(&reloaded, load, &network);
    let nodes = reloaded.borrow().site().map().len();
    assert!(nodes > 3_000 * pages, "{nodes}");
    let largest = largest.get().max(nodes - last.get());
    // The rows that show first and the end of the load share a task.
    assert!((3_000..6_100).contains(&largest), "two steps of one page: {largest}");
}

#[test]
fn a_visit_after_many_others_is_added_in_steps() {
    let large = |at: usize| {
        let entries: String = (0..1_500).map(|n| format!("Entry {n} </{at}/{n}>\n")).collect();
        page(&format!("/{at}/"), &format!("Part {at}"), &[menu("navigation", &entries)])
    };
    let (at_once, session) = (load(&["/a"]), Rc::new(load(&["/a"])));
    (0..5).for_each(|at| _ = at_once.borrow_mut().add_facts(large(at)));
    (0..4).for_each(|at| _ = session.borrow_mut().add_facts(large(at)));
    let before = outline(&session);
    assert!(!session.borrow_mut().begin_facts(large(4)), "the tree changes in the last step");
    let (seen, pauses) = (session.clone(), Rc::new(Cell::new(0)));
    let count = pauses.clone();
    let network = Network::ready();
    network.at_pause.replace(Some(Box::new(move || {
        let is_last = outline(&seen) != before;
        count.set(count.get() + usize::from(!is_last));
    })));
    assert!(block_on(add_rest(&session, &network)));
    // Each of the other menus is a step, and 3,000 of the 7,500 rows are.
    assert!(pauses.get() >= 6, "{}", pauses.get());
    assert!(outline(&session) == outline(&at_once));
    assert!(!block_on(add_rest(&session, &network)), "nothing is left");
}

/// Reading a page of that size is a step of its own, so the tree comes after a pause.
#[test]
fn a_site_without_a_sitemap_has_a_tree_after_its_first_large_page() {
    let entries: String = (0..4_000).map(|n| format!("Entry {n} </{n}>\n")).collect();
    let large = page("/", "Welcome", &[menu("navigation", &entries)]);
    let session = RefCell::new(Session::default());
    open_page(&session, &Network::ready(), &RefCell::default(), &url("/"));
    assert!(!session.borrow_mut().begin_facts(large));
    assert!(session.borrow().site().is_empty() || !outline(&session).contains("Entry 0"));
    let network = Network::ready();
    let pauses = Rc::new(Cell::new(0));
    let count = pauses.clone();
    network.at_pause.replace(Some(Box::new(move || count.set(count.get() + 1))));
    assert!(block_on(add_rest(&session, &network)));
    assert!(outline(&session).contains("Entry 3999"));
    assert!(pauses.get() >= 3, "the page, its entries and its rows: {}", pauses.get());
}

/// The tree is complete after several steps. The load has ended before.
#[test]
fn a_reload_of_a_site_without_a_sitemap_keeps_the_tree_of_a_large_menu() {
    let entries: String = (0..4_000).map(|n| format!("Entry {n} </{n}>\n")).collect();
    let (before, reloaded) = (RefCell::new(Session::default()), RefCell::new(Session::default()));
    open_page(&before, &Network::ready(), &RefCell::default(), &url("/"));
    assert!(before.borrow_mut().add_facts(page("/", "Welcome", &[menu("navigation", &entries)])));
    let load = reloaded.borrow_mut().begin(&url("/"));
    reloaded.borrow_mut().take_facts(&before.borrow());
    let outcome = continue_load(&reloaded, load, &Network::ready());
    assert_eq!(outcome.status, Status::Loaded);
    assert!(outline(&reloaded) == outline(&before));
}

#[test]
fn the_tree_of_many_pages_does_not_depend_on_steps() {
    let large = |at: usize| {
        let entries: String = (0..1_600).map(|n| format!("Entry {n} </{}/{n}>\n", at * n % 7)).collect();
        page(&format!("/{at}/"), &format!("Part {at}"), &[menu("navigation", &(entries + MENU))])
    };
    any_order(&["/a", "/3/5", "/guide/use"], &[large(0), large(1), large(2), large(3)]);
}

#[test]
fn facts_of_another_site_or_container_are_not_taken_over() {
    let shown = load(&["/a"]);
    shown.borrow_mut().add_facts(page("/", "Welcome", &[menu("navigation", MENU)]));
    for (address, container) in [("https://other.example/", ""), ("https://www.example.org/", "work")] {
        let mut session = Session::default();
        session.set_partition(container);
        session.begin(address);
        session.take_facts(&shown.borrow());
        assert_eq!(session.visited_pages(), 0, "{address} {container}");
    }
}
