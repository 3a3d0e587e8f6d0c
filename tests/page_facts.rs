//! Trees from what visited pages say: menus give places and titles, breadcrumbs and headings the rest.
#![allow(clippy::unwrap_used)]

#[path = "support/network.rs"]
mod network;

use navibar::inspect::{Outline, block_on};
use navibar::page_facts::{Crumb, FactEntry, FactMenu, PageFacts, Relation};
use navibar::session::{self, Load, Outcome, Session, Status};
use network::{Answer, Network, negs, open_page, urlset};
use std::cell::RefCell;

const HOST: &str = "https://www.example.org";

fn url(path: &str) -> String {
    if path.starts_with("http") { path.to_owned() } else { format!("{HOST}{path}") }
}

/// A menu from lines: two spaces for each level, the text, and the path in brackets.
fn menu(landmark: &str, lines: &str) -> FactMenu {
    let entry = |line: &str| {
        let text = line.trim_start();
        let depth = (line.len() - text.len()) as u32 / 2;
        let (text, path) = text.split_once(" <").map_or((text, None), |(text, rest)| (text, rest.strip_suffix('>')));
        FactEntry { depth, text: text.to_owned(), url: path.map(url), is_current: false }
    };
    let entries = lines.lines().filter(|line| !line.trim().is_empty()).map(entry).collect();
    FactMenu { landmark: landmark.to_owned(), label: None, entries }
}

fn page(path: &str, heading: &str, menus: &[FactMenu]) -> PageFacts {
    PageFacts {
        url: url(path),
        title: Some(format!("{heading} | Garden")),
        heading: Some(heading.to_owned()),
        menus: menus.to_vec(),
        ..PageFacts::default()
    }
}

/// The tree of a site whose sitemap lists these paths, after visits to these pages.
fn tree(sitemap: &[&str], visits: &[PageFacts]) -> String {
    let session = load(sitemap);
    for page in visits {
        session.borrow_mut().add_facts(page.clone());
    }
    outline(&session)
}

fn load(sitemap: &[&str]) -> RefCell<Session> {
    let session = RefCell::new(Session::default());
    let urls: Vec<String> = sitemap.iter().map(|path| url(path)).collect();
    let urls: Vec<&str> = urls.iter().map(|url| &**url).collect();
    let mut network = Network::ready();
    if !urls.is_empty() {
        network = network.answer(&url("/sitemap.xml"), Ok(Answer::ok(&urlset(&urls))));
    }
    open_page(&session, &network, &RefCell::default(), &url("/"));
    session
}

/// Loads the site to the end.
fn continue_load(session: &RefCell<Session>, load: Load, network: &Network) -> Outcome {
    block_on(session::open_page(session, load, network, &RefCell::default(), &url("/"), |_| {}))
}

fn outline(session: &RefCell<Session>) -> String {
    Outline::new(session.borrow().site()).to_text(false).replace(HOST, "")
}

const MENU: &str = "
Start </>
Guide
  Install </guide/install>
  Use it </guide/use>
News </news/>
";

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
    assert!(after.contains("How to use it </guide/use>"), "{after}");
    assert!(!after.contains("hidden"), "{after}");
}

#[test]
fn a_site_without_a_sitemap_gets_the_tree_of_its_menus() {
    let session = load(&[]);
    assert_eq!(outline(&session), "");
    assert!(session.borrow_mut().add_facts(page("/news/", "All news", &[menu("navigation", MENU)])));
    assert_eq!(
        outline(&session),
        "Garden </>\nGuide/\n  Install </guide/install>\n  Use it </guide/use>\nAll news </news/>\n"
            .replace("Garden", "Start")
    );
    let source = session.borrow().source().unwrap();
    assert_eq!((source.format, source.pages), ("page", 4));
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
    assert!(!session.borrow_mut().add_facts(page("/", "Welcome", &[menu("navigation", MENU)])));
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
fn tabs_that_repeat_a_larger_menu_make_no_second_level() {
    let tabs = "Install </guide/install>\nNews </news/>";
    let visits = [page("/", "Welcome", &[menu("navigation", tabs), menu("navigation", MENU)])];
    let tree = tree(&[], &visits);
    assert_eq!(tree.matches("Install").count(), 1, "{tree}");
    assert!(tree.contains("Guide/\n  Install"), "{tree}");
}

#[test]
fn lists_that_are_no_menus_place_nothing() {
    let lists = [
        ("footer", "Terms </legal/terms>\nPrivacy </legal/privacy>"),
        ("complementary", "Related </guide/use>\nMore </guide/install>"),
        ("navigation", "1 </news/>\n2 </news/2>\n3 </news/3>"),
        ("navigation", "v1.2 </guide/install>\nv1.1 </guide/use>"),
        ("navigation", "Contents </#a>\nSecond </#b>"),
        ("navigation", "Other </https://other.example/a>\nThing <https://other.example/b>"),
    ];
    for (landmark, lines) in lists {
        let visits = [page("/", "Welcome", &[menu(landmark, lines)])];
        let sitemap = ["/", "/guide/install", "/guide/use", "/news/"];
        let tree = tree(&sitemap, &visits);
        let lines: Vec<&str> = tree.lines().map(|line| line.split(" <").next().unwrap()).collect();
        assert_eq!(lines.len(), 5, "{landmark} {tree}");
        assert_eq!(lines[1], "Guide/", "{landmark} {tree}");
        assert!(lines[2].starts_with("  "), "{landmark} {tree}");
    }
    let neighbours = menu("navigation", "Before </guide/install>\nAfter </news/>");
    let relation = Relation { rel: "next".to_owned(), url: url("/news/"), ..Relation::default() };
    let visit = PageFacts { relations: vec![relation], ..page("/guide/use", "Use", &[neighbours]) };
    assert!(tree(&["/guide/install", "/news/"], &[visit]).starts_with("Guide/\n"));
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
fn titles_come_from_the_best_source() {
    let visits = [
        page("/", "Welcome", &[menu("navigation", MENU)]),
        PageFacts { heading: None, ..page("/guide/use", "How to use a spade", &[]) },
    ];
    let tree = tree(&["/", "/guide/use", "/guide/json-api"], &visits);
    assert!(tree.starts_with("Garden </>\n"), "{tree}");
    assert!(tree.contains("How to use a spade </guide/use>"), "{tree}");
    assert!(tree.contains("JSON API </guide/json-api>"), "{tree}");
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
    assert!(tree.starts_with("Start </project/>\nGuide/\n  Install </project/guide/install>\n"), "{tree}");
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
    assert_eq!(tree(&[], &[visit]), "News </news/>\nShop </shop>\n");
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
