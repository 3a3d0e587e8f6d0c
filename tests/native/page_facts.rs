//! Trees from what visited pages say: menus give places and titles, breadcrumbs and headings the rest.

use crate::support::network::{Answer, Network, negs, open_page, urlset};
use crate::support::visits::{MENU, continue_load, load, menu, outline, page, tree, tree_of_known_pages, url};
use navibar::page_facts::{Crumb, PageFacts, Relation};
use navibar::session::{Session, Status};
use std::cell::RefCell;

#[test]
fn a_menu_gives_places_titles_and_order() {
    let sitemap = ["/", "/about", "/news/", "/guide/use", "/guide/install", "/guide/faq", "/news/2024/bees"];
    let visits = [page("/", "Welcome", &[menu("navigation", MENU)])];
    assert_eq!(
        tree(&sitemap, &visits),
        "Garden </>\n\
         Guide/\n  \
           Install </guide/install>\n  \
           Use it </guide/use>\n  \
           FAQ </guide/faq>\n\
         News </news/>\n  \
           2024/\n    \
             Bees </news/2024/bees>\n\
         About </about>\n"
    );
}

#[test]
fn the_home_page_is_one_row_if_the_sitemap_calls_it_index() {
    let visits = [page("/", "Welcome", &[menu("navigation", MENU)])];
    let tree = tree(&["/about", "/index", "/guide/use"], &visits);
    assert!(tree.starts_with("Garden </index>\n"), "{tree}");
    assert!(!tree.contains("</>") && !tree.contains("Index"), "{tree}");
}

/// The rows after a menu has moved the current page out of the branch that it was revealed in. `act` runs before that.
fn rows_after_a_move(act: impl FnOnce(&RefCell<Session>)) -> String {
    let session = load(&["/", "/about", "/book/one/use", "/book/two/use", "/news/old", "/news/new"]);
    session.borrow_mut().set_current(Some(&url("/book/one/use")));
    let reveal = || {
        let mut session = session.borrow_mut();
        let (view, site) = session.view_mut();
        let row = view.reveal_current(site.map());
        assert!(row.is_some() && row == view.current_row(site.map()));
        view.rows(site.map(), 0..view.len()).into_iter().map(|row| row.title).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(reveal(), "www.example.org, About, Book, One, Use, Two, News");
    act(&session);
    let menu = menu("navigation", "Start </>\nAbout </about>\n  Use it </book/one/use>");
    assert!(session.borrow_mut().add_facts(page("/book/one/use", "Use it", &[menu])));
    reveal()
}

#[test]
fn a_branch_that_was_opened_for_the_current_page_closes_when_a_menu_moves_the_page() {
    assert_eq!(rows_after_a_move(|_| {}), "Start, About, Use it, Book, News");
}

#[test]
fn a_branch_stays_open_if_the_user_works_with_the_tree() {
    let rows = rows_after_a_move(|session| {
        let mut session = session.borrow_mut();
        let (view, site) = session.view_mut();
        let news = view.rows(site.map(), 6..7).remove(0).id;
        view.expand(site.map(), news);
    });
    assert!(rows.contains("Book, Two, News, "), "{rows}");
}

#[test]
fn a_branch_stays_open_if_the_user_shows_a_match_in_it() {
    let rows = rows_after_a_move(|session| {
        let mut session = session.borrow_mut();
        let (view, site) = session.view_mut();
        view.set_filter(site.map(), "two");
        let found = view.first_match(site.map()).expect("a match");
        let id = view.rows(site.map(), found..found + 1).remove(0).id;
        assert!(view.reveal(site.map(), id).is_some());
        view.set_filter(site.map(), "");
    });
    assert!(rows.contains("Book, Two, Use, News"), "{rows}");
}

#[test]
fn the_tree_does_not_depend_on_what_arrives_first() {
    let sitemap = ["/about", "/", "/guide/faq", "/guide/install", "/news/"];
    let visits = [
        page("/", "Welcome", &[menu("navigation", MENU)]),
        page("/guide/use", "How to use it", &[menu("navigation", MENU)]),
        page("/hidden/page", "Not in the sitemap or a menu", &[]),
    ];
    let after = tree(&sitemap, &visits);
    let session = RefCell::new(Session::default());
    let urls: Vec<String> = sitemap.iter().map(|path| url(path)).collect();
    let urls: Vec<&str> = urls.iter().map(|url| &**url).collect();
    let network = Network::ready().answer(&url("/sitemap.xml"), Ok(Answer::ok(&urlset(&urls))));
    let load = session.borrow_mut().begin(&url("/"));
    for page in &visits {
        session.borrow_mut().add_facts(page.clone());
    }
    let outcome = continue_load(&session, load, &network);
    assert_eq!(outcome.status, Status::Loaded);
    assert_eq!(outline(&session), after);
    let rest = "News </news/>\nMore pages/\n  Not in the sitemap or a menu </hidden/page>\n  About </about>\n";
    assert!(after.ends_with(rest), "{after}");
}

#[test]
fn a_site_without_a_sitemap_gets_the_tree_of_its_menus() {
    let session = load(&[]);
    let status = || session.borrow().outcome().unwrap().status;
    assert_eq!((outline(&session).as_str(), status()), ("", Status::NotFound));
    assert!(session.borrow_mut().add_facts(page("/news/", "All news", &[menu("navigation", MENU)])));
    assert_eq!(status(), Status::Loaded);
    assert_eq!(
        outline(&session),
        "Start </>\nGuide/\n  Install </guide/install>\n  Use it </guide/use>\nNews </news/>\n"
    );
    let source = session.borrow().source().unwrap();
    assert_eq!((source.format, source.pages), ("page", 4));
}

#[test]
fn an_empty_sitemap_is_like_none_if_menus_give_a_tree() {
    let session = RefCell::new(Session::default());
    let network = Network::ready().serve(&url("/sitemap.xml"), Answer::ok(&urlset(&[])));
    let is_shown = || {
        assert!(outline(&session).starts_with("Garden </>\nGuide/\n"));
        let session = session.borrow();
        let outcome = session.outcome().unwrap();
        assert_eq!((outcome.status, session.source().unwrap().format), (Status::Loaded, "page"));
        assert_eq!(session.diagnostics().iter().map(|finding| finding.code.name()).collect::<Vec<_>>(), ["no-entries"]);
    };
    let visit = page("/", "Welcome", &[menu("navigation", MENU)]);
    let load = session.borrow_mut().begin(&url("/"));
    let outcome = continue_load(&session, load, &network);
    assert_eq!((outcome.status, outcome.code.name()), (Status::Failed, "no-pages"));
    assert!(session.borrow_mut().add_facts(visit.clone()));
    is_shown();
    let load = session.borrow_mut().begin(&url("/"));
    continue_load(&session, load, &network);
    is_shown();

    // The page may be known before the load ends.
    session.replace(Session::default());
    let load = session.borrow_mut().begin(&url("/"));
    session.borrow_mut().add_facts(visit);
    continue_load(&session, load, &network);
    is_shown();
}

#[test]
fn a_page_without_menus_makes_no_tree() {
    let session = load(&[]);
    session.borrow_mut().add_facts(page("/", "Welcome", &[]));
    session.borrow_mut().add_facts(page("/about", "About", &[menu("footer", "Terms </terms>\nPrivacy </privacy>")]));
    assert!(session.borrow().site().is_empty());
}

#[test]
fn pages_that_are_known_before_the_search_ends_make_it_a_success() {
    let session = RefCell::new(Session::default());
    let network = Network::ready();
    let load = session.borrow_mut().begin(&url("/"));
    assert!(session.borrow_mut().add_facts(page("/", "Welcome", &[menu("navigation", MENU)])));
    let outcome = continue_load(&session, load, &network);
    assert_eq!(outcome.status, Status::Loaded);
    assert!(outline(&session).starts_with("Garden </>\nGuide/\n"));
}

#[test]
fn a_declared_structure_stays_as_it_is() {
    let session = RefCell::new(Session::default());
    let network =
        Network::ready().answer(&url("/sitemap.xml"), Ok(Answer::ok(&negs(&["https://www.example.org/use"]))));
    open_page(&session, &network, &RefCell::default(), &url("/"));
    let before = outline(&session);
    session.borrow_mut().add_facts(page("/use", "Another title", &[menu("navigation", MENU)]));
    assert_eq!(outline(&session), before);
}

#[test]
fn a_later_menu_adds_entries_and_moves_none() {
    let section = "Install </guide/install>\nUse it </guide/use>\nRepair </guide/repair>";
    let other = "Use it </guide/use>\nMore\n  News </news/>\n  Shop </shop>";
    let visits = [
        page("/", "Welcome", &[menu("navigation", MENU)]),
        page("/guide/use", "Use it", &[menu("navigation", section)]),
        page("/shop", "Shop", &[menu("navigation", other)]),
    ];
    let tree = tree(&["/"], &visits);
    assert!(tree.contains("Guide/\n  Install </guide/install>\n  Use it </guide/use>\n  "), "{tree}");
    assert!(tree.contains("\n  Repair </guide/repair>\n"), "{tree}");
    assert!(tree.contains("\nNews </news/>\n"), "{tree}");
}

#[test]
fn the_menu_of_a_section_goes_below_its_entry() {
    let header = "Docs </docs/>\nBlog </blog/>\nShop </shop/>";
    let side = "Overview </docs/>\nInstall </docs/install>\nFirst steps </tutorial/start>";
    let visits = [page("/docs/install", "Install", &[menu("navigation", header), menu("navigation", side)])];
    assert_eq!(
        tree(&[], &visits),
        "Docs </docs/>\n  Install </docs/install>\n  First steps </tutorial/start>\nBlog </blog/>\nShop </shop/>\n"
    );
}

#[test]
fn a_bar_of_links_to_related_pages_is_no_menu() {
    let relation =
        |(rel, path): &(&str, &str)| Relation { rel: (*rel).to_owned(), url: url(path), ..Relation::default() };
    let sitemap = ["/guide/install", "/guide/use", "/guide/store", "/news/"];
    let sphinx =
        "Navigation\n  index </genindex>\n  modules </modules>\n  After </guide/store>\n  Before </guide/install>
  Garden </>\n  The Guide </guide/>";
    let docbook = "Before </guide/install>\nUp </guide/use#>\nHome </>\nAfter </guide/store>";
    let last = "Navigation\n  index </genindex>\n  modules </modules>\n  Before </guide/install>\n  Garden </>
  Use </guide/use>";
    let topics = "Previous topic\n  Install </guide/install>\nNext topic\n  Store </guide/store>";
    let first = "Navigation\n  index </genindex>\n  modules </modules>";
    let home = "Navigation\n  index </genindex>\n  modules </modules>\n  The Guide </guide/use#>";
    let start = "Navigation\n  index </genindex>\n  next </guide/store>\n  The Guide </guide/use>";
    let [index, before, after] = [("index", "/genindex"), ("prev", "/guide/install"), ("next", "/guide/store")];
    let all = vec![index, before, after];
    for (bar, relations) in [
        (sphinx, all.clone()),
        (docbook, all.clone()),
        (topics, all),
        (last, vec![index, before]),
        (first, vec![index]),
        (home, vec![index]),
        (start, vec![index, after]),
    ] {
        let relations = relations.iter().map(relation).collect();
        let visit = PageFacts { relations, ..page("/guide/use", "Use", &[menu("navigation", bar)]) };
        let tree = tree(&sitemap, &[visit]);
        let home = bar
            .lines()
            .find(|line| line.ends_with(" </>"))
            .map_or_else(String::new, |line| format!("{}\n", line.trim()));
        let pages = "Guide/\n  Install </guide/install>\n  Use </guide/use>\n  Store </guide/store>\nNews </news/>\n";
        assert_eq!(tree, format!("{home}{pages}"), "{bar}");
    }
    // The page stands between its neighbours in a real menu.
    let lines = "Start </>\nStore </guide/store>\nUse </guide/use>\nInstall </guide/install>\nAll news </news/>";
    let relations = [("prev", "/guide/store"), ("next", "/guide/install")].iter().map(relation).collect();
    let visit = PageFacts { relations, ..page("/guide/use", "Use", &[menu("navigation", lines)]) };
    assert!(tree(&sitemap, &[visit]).contains("\nStore </guide/store>\nUse </guide/use>\n"));
    // Many pages call the home page their index.
    let visit = PageFacts {
        relations: vec![relation(&("index", "/"))],
        ..page("/guide/use", "Use", &[menu("navigation", "Start </>\nUse </guide/use>")])
    };
    assert!(tree(&sitemap, &[visit]).contains("\nUse </guide/use>\n"));
}

#[test]
fn a_menu_of_versions_is_no_menu_of_the_site() {
    let versions =
        "Docs by version\n  Stable </guide/store>\n  In development </dev/>\nNews </news/>\nUse </guide/use>";
    let visit = page("/guide/use", "Use", &[menu("navigation", versions)]);
    let tree = tree(&["/guide/use", "/guide/store", "/news/"], &[visit]);
    assert_eq!(tree, "News </news/>\nUse </guide/use>\nGuide/\n  Store </guide/store>\n");
}

#[test]
fn a_heading_is_the_page_of_its_name() {
    let lines =
        "Start </>\nAbout us\n  Vision </charter/>\n  Goals </about-us/goals/>\n  Roadmap </roadmap/>\nNews </news/>";
    let visit = [page("/", "Welcome", &[menu("navigation", lines)])];
    let sitemap = ["/", "/news/", "/about-us/", "/about-us/team/", "/charter/", "/roadmap/"];
    let expected = "Garden </>\n\
        About us </about-us/>\n  \
          Vision </charter/>\n  \
          Goals </about-us/goals/>\n  \
          Roadmap </roadmap/>\n  \
          Team </about-us/team/>\n\
        News </news/>\n";
    assert_eq!(tree(&sitemap, &visit), expected);
    assert_eq!(tree_of_known_pages(&sitemap, &visit), expected, "the menu comes first");
    // The page is an entry of its own.
    let listed = lines.replace("</charter/>", "</about-us/>");
    let own = tree(&sitemap, &[page("/", "Welcome", &[menu("navigation", &listed)])]);
    assert!(own.contains("\nAbout us/\n  Vision </about-us/>\n    Team </about-us/team/>\n"), "{own}");
    let without = tree(&["/", "/news/", "/charter/"], &visit);
    assert!(without.contains("\nAbout us/\n  Vision </charter/>\n"), "{without}");
}

#[test]
fn a_breadcrumb_places_a_page_that_no_menu_has() {
    let crumb = |text: &str, path: Option<&str>| Crumb { text: text.to_owned(), url: path.map(url) };
    let crumbs = vec![crumb("Home", Some("/")), crumb("News", Some("/news/")), crumb("Bees", None)];
    let visit =
        PageFacts { breadcrumbs: vec![crumbs], ..page("/p/4711", "Bees are back", &[menu("navigation", MENU)]) };
    let tree = tree(&["/", "/p/4711", "/p/4712"], &[visit]);
    assert!(tree.contains("News </news/>\n  Bees are back </p/4711>\n"), "{tree}");
    assert!(tree.contains("P/\n  4712 </p/4712>\n"), "{tree}");
}

#[test]
fn a_breadcrumb_with_only_the_home_page_moves_nothing() {
    let crumb = |text: &str, path: &str| Crumb { text: text.to_owned(), url: Some(url(path)) };
    let crumbs = vec![crumb("Home", "/"), crumb("Bees are back", "/blog/bees")];
    let visit = PageFacts { breadcrumbs: vec![crumbs], ..page("/blog/bees", "Bees", &[menu("navigation", MENU)]) };
    let tree = tree(&["/", "/blog/", "/blog/bees", "/blog/soil"], &[visit]);
    assert!(tree.contains("Blog </blog/>\n  Bees </blog/bees>\n  Soil </blog/soil>\n"), "{tree}");
}

#[test]
fn a_site_below_a_path_has_its_own_home_page() {
    let base = "https://host.example";
    let lines = MENU.replace("</", &format!("<{base}/project/")).replace("project//", "project/");
    let visit = PageFacts {
        url: format!("{base}/project/news/"),
        title: Some("News - Project".to_owned()),
        heading: Some("News".to_owned()),
        menus: vec![menu("navigation", &lines)],
        ..PageFacts::default()
    };
    let session = RefCell::new(Session::default());
    open_page(&session, &Network::ready(), &RefCell::default(), &visit.url);
    session.borrow_mut().add_facts(visit);
    let tree = outline(&session).replace(base, "");
    assert!(tree.starts_with("Project </project/>\nGuide/\n  Install </project/guide/install>\n"), "{tree}");
}

#[test]
fn a_page_whose_menu_is_all_below_it_is_the_home_page() {
    let base = "https://host.example/project/latest/";
    let lines = "Install <https://host.example/project/latest/install>
Use it <https://host.example/project/latest/use>
Repair <https://host.example/project/latest/repair/>
News <https://host.example/project/latest/news/>";
    let visit = PageFacts { url: format!("{base}index.html"), ..page("/", "Project", &[menu("navigation", lines)]) };
    let session = RefCell::new(Session::default());
    open_page(&session, &Network::ready(), &RefCell::default(), &visit.url);
    session.borrow_mut().add_facts(visit);
    let tree = outline(&session).replace(base, "");
    assert!(tree.starts_with("Project <index.html>\nInstall <install>\n"), "{tree}");
}

#[test]
fn facts_of_another_site_and_repeated_facts_change_nothing() {
    let session = load(&["/", "/about"]);
    let before = outline(&session);
    assert!(!session.borrow_mut().add_facts(page("https://other.example/", "Other", &[menu("navigation", MENU)])));
    assert_eq!(outline(&session), before);
    let visit = page("/about", "About the garden", &[]);
    assert!(session.borrow_mut().add_facts(visit.clone()));
    assert!(!session.borrow_mut().add_facts(visit));
}

#[test]
fn hostile_menus_stay_within_their_limits() {
    let deep: String = (0..3_000).map(|at| format!("{}E{at} </e{at}>\n", "  ".repeat(at))).collect();
    let cycle = "A </a>\n  B </b>\n    A </a>\n      C </c>\nB </b>\n  A </a>";
    let same = "Same </same>\n".repeat(5_000);
    let headings: String = (0..2_000).map(|at| format!("{}H{at}\n", "  ".repeat(at % 50))).collect();
    let long = format!("{} </long>\nB </b>", "x".repeat(1 << 20));
    for lines in [&*deep, cycle, &same, &headings, &long] {
        let visits = [page("/", "Welcome", &[menu("navigation", lines)]), page("/a", "A", &[menu("tree", lines)])];
        let tree = tree(&["/", "/a", "/b", "/a/b"], &visits);
        assert!(tree.len() < 1 << 24, "{}", tree.len());
    }
}

#[test]
fn a_top_level_entry_gets_the_rest_of_its_folder() {
    let menu_lines = "Docs </docs/start>\nBlog </blog/>";
    let sitemap = ["/", "/docs/start", "/docs/more", "/blog/"];
    let session = load(&sitemap);
    session.borrow_mut().add_facts(page("/blog/", "Blog", &[menu("navigation", menu_lines)]));
    let expected = "Docs </docs/start>\n  More </docs/more>\nBlog </blog/>\n";
    assert!(outline(&session).ends_with(expected), "{}", outline(&session));
}

#[test]
fn menus_of_languages_and_versions_are_left_out() {
    use navibar::page_facts::Alternate;
    let lines = "News </news/>\nShop </shop>\nEnglish\n  English </news/>\n  Deutsch </de/news/>\n  Nederlands </nl/news/>\n\
                 1.2 </versions>\n  1.1 </1.1/news/>\n  1.0 </1.0/news/>";
    let alternates = ["de", "nl"]
        .map(|language| Alternate { language: language.to_owned(), url: url(&format!("/{language}/news/")) });
    let visit = PageFacts { alternates: alternates.to_vec(), ..page("/news/", "News", &[menu("navigation", lines)]) };
    // The translations are in the context menu.
    assert_eq!(tree(&[], &[visit]), "News </news/>\n  ~ de </de/news/>\n  ~ nl </nl/news/>\nShop </shop>\n");
}

#[test]
fn a_menu_of_home_pages_in_other_languages_is_left_out() {
    let lines = "News </news/>\nShop </shop>\nEnglish\n  \u{65e5}\u{672c}\u{8a9e} </ja>\n  Portugu\u{ea}s </pt-BR/>\n  Help us </translate>";
    let visit = page("/news/", "News", &[menu("navigation", lines)]);
    assert_eq!(tree(&["/"], &[visit]), "www.example.org </>\nNews </news/>\nShop </shop>\n");
}

#[test]
fn details_say_where_a_title_and_a_place_come_from() {
    let session = load(&["/", "/about", "/guide/use"]);
    session.borrow_mut().add_facts(page("/about", "About the garden", &[menu("navigation", MENU)]));
    let session = session.borrow();
    let map = session.site().map();
    let origins = |title: &str| {
        let node = (0..map.len() as u32).find(|&node| map.title(node) == title && map.has_url(node)).unwrap();
        map.origins(node).into_iter().map(|(_, value)| value).collect::<Vec<_>>()
    };
    assert_eq!(origins("About the garden"), ["page", "address", "sitemap"]);
    assert_eq!(origins("Use it"), ["menu", "menu", "sitemap"]);
    assert_eq!(origins("Install"), ["menu", "menu", "menu"]);
    assert!(session.source().unwrap().menus);
}

#[test]
fn the_lists_of_an_index_page_are_the_tree_of_a_site_without_sitemap_and_menus() {
    let lists = [
        menu("main", "About </api/about.html>\nUse </api/use.html>"),
        menu("main", "Files </api/fs.html>\nTests </api/test.html>\nURL </api/url.html>"),
        menu("main", "Elsewhere </blog/>\nMore </api/more.html>"),
    ];
    let visit = || page("/api/", "Index", &lists);
    let session = load(&[]);
    session.borrow_mut().add_facts(visit());
    let rows = "About </api/about.html>\nUse </api/use.html>\nFiles </api/fs.html>\nTests </api/test.html>\nURL </api/url.html>\n";
    assert_eq!(outline(&session), format!("Garden </api/>\n{rows}"));
    // If there is a sitemap, addresses decide.
    let session = load(&["/api/x/", "/news"]);
    session.borrow_mut().add_facts(visit());
    assert_eq!(outline(&session), "Index </api/>\n  X </api/x/>\nNews </news>\n");
    // A page without a folder of its own is not an index page.
    let session = load(&[]);
    session.borrow_mut().add_facts(page("/api/use.html", "Use", &lists));
    assert_eq!(outline(&session), "");
}

#[test]
fn the_list_of_an_index_page_is_below_its_entry_in_the_menu_of_a_site_without_sitemap() {
    let bar = "Garden </>\nTour </tour/>\nShop </shop/>";
    let list = menu("main", "Soil </tour/soil>\nWater </tour/water>\nLight </tour/light>\nMoss </tour/moss>");
    let outline_with = |path: &str, bar: &str| {
        let session = load(&[]);
        session.borrow_mut().add_facts(page(path, "A page", &[menu("navigation", bar), list.clone()]));
        outline(&session)
    };
    let pages = "  Soil </tour/soil>\n  Water </tour/water>\n  Light </tour/light>\n  Moss </tour/moss>\n";
    assert_eq!(outline_with("/tour/", bar), format!("Garden </>\nTour </tour/>\n{pages}Shop </shop/>\n"));
    // The menu has pages below the entry, the page is not in the menu, or it is the home page.
    let menus =
        [("/tour/", "Tour </tour/>\n  Soil </tour/soil>"), ("/tour/", "Shop </shop/>\nNews </news/>"), ("/", bar)];
    for (path, bar) in menus {
        assert!(!outline_with(path, bar).contains("Moss"), "{path} {bar}");
    }
}

#[test]
fn a_list_of_releases_is_a_menu() {
    let releases = "Version 1.10 </news/1.10>\nVersion 1.9 </news/1.9>\nVersion 1.2 </news/1.2>";
    let visit = page("/news/", "Releases", &[menu("navigation", releases)]);
    let tree = tree(&["/news/1.2", "/news/1.9", "/news/1.10"], &[visit]);
    assert!(
        tree.starts_with("Version 1.10 </news/1.10>\nVersion 1.9 </news/1.9>\nVersion 1.2 </news/1.2>\n"),
        "{tree}"
    );
}
