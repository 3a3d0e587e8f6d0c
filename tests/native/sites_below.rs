//! Several sites on one host: where each one begins, what is requested, and what is kept apart.

use crate::support::network::{self, Answer, Network, urlset};
use navibar::inspect::{Outline, block_on};
use navibar::page_facts::{FactEntry, FactMenu, PageFacts, Relation};
use navibar::session::{self, Memory, Outcome, Session, Status};
use std::cell::RefCell;
use std::future::Future as _;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

const HOST: &str = "https://host.example";

fn at(path: &str) -> String {
    format!("{HOST}{path}")
}

/// A plain sitemap of these paths.
fn map(paths: &[&str]) -> Answer {
    let urls: Vec<String> = paths.iter().map(|path| at(path)).collect();
    Answer::ok(&urlset(&urls.iter().map(|url| &**url).collect::<Vec<_>>()))
}

/// A host with these sitemaps.
fn host(sitemaps: &[(&str, &[&str])]) -> Network {
    sitemaps.iter().fold(Network::ready(), |network, (path, pages)| network.serve(&at(path), map(pages)))
}

/// A page whose menu has these paths.
fn page(path: &str, menu: &[&str]) -> PageFacts {
    let entry = |path: &&str| FactEntry { text: format!("To {path}"), url: Some(at(path)), ..FactEntry::default() };
    let entries: Vec<FactEntry> = menu.iter().map(entry).collect();
    let menus = vec![FactMenu { landmark: "navigation".to_owned(), entries, ..FactMenu::default() }];
    PageFacts {
        url: at(path),
        title: Some(format!("Title of {path}")),
        heading: Some(format!("Heading of {path}")),
        menus: if menu.is_empty() { Vec::new() } else { menus },
        ..PageFacts::default()
    }
}

/// A browser with one sidebar: its memory, and the tree of the current site.
struct Sidebar<'a> {
    network: &'a Network,
    memory: RefCell<Memory>,
    session: RefCell<Session>,
}

impl<'a> Sidebar<'a> {
    fn new(network: &'a Network) -> Sidebar<'a> {
        Sidebar { network, memory: RefCell::default(), session: RefCell::default() }
    }

    /// Opens a page as the first one of its site.
    fn open(&mut self, page: &PageFacts) -> Outcome {
        self.session = RefCell::default();
        let load = self.session.borrow_mut().begin(&page.url);
        self.session.borrow_mut().add_facts(page.clone());
        block_on(session::open_page(&self.session, load, self.network, &self.memory, &page.url, |_| {}))
    }

    /// Opens a further page of the site that is shown. Returns an outcome if the page may be on another site.
    fn follow(&mut self, page: &PageFacts) -> Option<Outcome> {
        let nearby = self.session.borrow().nearby(&self.memory.borrow(), page.clone());
        let Some(nearby) = nearby else {
            self.session.borrow_mut().add_facts(page.clone());
            return None;
        };
        let other = RefCell::new(Session::default());
        let load = other.borrow_mut().begin(&page.url);
        other.borrow_mut().add_facts(page.clone());
        let outcome = session::open_nearby(&other, load, self.network, &self.memory, &page.url, nearby, |_| {});
        let outcome = block_on(outcome);
        match outcome.status {
            Status::Loaded => self.session = other,
            _ => _ = self.session.borrow_mut().add_facts(page.clone()),
        }
        Some(outcome)
    }

    fn site_of(&self, path: &str) -> String {
        self.memory.borrow().site_of(&self.session.borrow(), &at(path)).unwrap().replace(HOST, "")
    }

    fn scope(&self) -> String {
        self.session.borrow().scope().unwrap().replace(HOST, "")
    }

    fn tree(&self) -> String {
        Outline::new(self.session.borrow().site()).to_text(false).replace(HOST, "")
    }

    fn asked(&self) -> Vec<String> {
        self.network.take_asked().into_iter().map(|url| url.replace(HOST, "")).collect()
    }
}

#[test]
fn a_project_has_the_tree_of_its_own_sitemap() {
    let network = host(&[("/project/sitemap.xml", &["/project/", "/project/guide"])]);
    let mut sidebar = Sidebar::new(&network);
    let outcome = sidebar.open(&page("/project/guide", &[]));
    assert_eq!((outcome.status, sidebar.scope()), (Status::Loaded, "/project/".to_owned()));
    assert!(sidebar.tree().contains("</project/guide>"), "{}", sidebar.tree());
    let asked = sidebar.asked();
    assert_eq!(asked.iter().filter(|path| path.starts_with("/project/")).count(), 2, "{asked:?}");
    // The next page of the project is on the same site, and a later visit loads only its sitemap.
    assert_eq!(sidebar.site_of("/project/other/page"), "/project/");
    assert_eq!(sidebar.follow(&page("/project/other/page", &[])).map(|outcome| outcome.status), Some(Status::NotFound));
    assert_eq!(sidebar.asked(), ["/project/other/sitemap.xml"]);
    assert_eq!(sidebar.open(&page("/project/third", &[])).status, Status::Loaded);
    assert_eq!(sidebar.asked(), ["/project/sitemap.xml"]);
}

#[test]
fn a_project_beside_the_sitemap_of_its_host_has_its_own_tree() {
    let network = host(&[("/sitemap.xml", &["/", "/about"]), ("/project/sitemap.xml", &["/project/guide"])]);
    let mut sidebar = Sidebar::new(&network);
    assert_eq!(sidebar.open(&page("/about", &[])).status, Status::Loaded);
    assert_eq!((sidebar.scope(), sidebar.site_of("/project/guide")), (String::new(), String::new()));
    sidebar.asked();
    assert_eq!(sidebar.follow(&page("/project/guide", &[])).unwrap().status, Status::Loaded);
    assert_eq!(sidebar.scope(), "/project/");
    assert!(!sidebar.tree().contains("about"), "{}", sidebar.tree());
    assert_eq!(sidebar.asked(), ["/project/sitemap.xml", "/project/sitemap.xml"]);
    assert_eq!((sidebar.site_of("/project/x"), sidebar.site_of("/about")), ("/project/".to_owned(), String::new()));
    // The other way round: the first page is in the project.
    let mut sidebar = Sidebar::new(&network);
    assert_eq!(sidebar.open(&page("/project/guide", &[])).status, Status::Loaded);
    assert_eq!(sidebar.scope(), "/project/");
}

#[test]
fn a_folder_that_the_sitemap_of_the_host_lists_is_not_asked() {
    let network = host(&[("/sitemap.xml", &["/", "/docs/a", "/blog/2024/b"]), ("/docs/sitemap.xml", &["/docs/a"])]);
    let mut sidebar = Sidebar::new(&network);
    sidebar.open(&page("/", &[]));
    sidebar.asked();
    for path in ["/docs/a", "/docs/unlisted", "/blog/2024/b", "/unlisted"] {
        assert!(sidebar.follow(&page(path, &["/docs/a", "/docs/", "/docs/x", "/docs/y"])).is_none(), "{path}");
    }
    assert_eq!(sidebar.asked(), [""; 0]);
    assert_eq!(sidebar.scope(), "");
}

#[test]
fn a_page_with_menus_that_is_in_no_other_site_keeps_the_tree() {
    let network = host(&[("/sitemap.xml", &["/", "/about", "/more"])]);
    let mut sidebar = Sidebar::new(&network);
    let menu = ["/about", "/news/", "/contact"];
    sidebar.open(&page("/", &menu));
    assert_eq!(sidebar.follow(&page("/other/page", &menu)).unwrap().status, Status::NotFound);
    assert!(sidebar.tree().contains("</more>"), "{}", sidebar.tree());
}

#[test]
fn at_most_two_folders_are_asked_once() {
    let network = host(&[("/sitemap.xml", &["/"])]);
    let mut sidebar = Sidebar::new(&network);
    sidebar.open(&page("/", &[]));
    sidebar.asked();
    assert_eq!(sidebar.follow(&page("/a/b/c/page", &[])).unwrap().status, Status::NotFound);
    assert_eq!(sidebar.asked(), ["/a/sitemap.xml", "/a/b/sitemap.xml"]);
    for path in ["/a/b/c/page", "/a/b/other", "/a/page"] {
        assert!(sidebar.follow(&page(path, &[])).is_none(), "{path}");
    }
    // In one session, a host gets at most 40 such requests (docs/usage.md).
    for number in 0..100 {
        sidebar.follow(&page(&format!("/{number}/page"), &[]));
    }
    let asked = sidebar.asked().len();
    assert!((30..=40).contains(&asked), "{asked}");
}

#[test]
fn a_language_or_version_with_its_own_sitemap_has_its_own_tree() {
    let network = host(&[
        ("/sitemap.xml", &["/en/", "/en/start"]),
        ("/de/sitemap.xml", &["/de/", "/de/anfang"]),
        ("/docs/sitemap.xml", &["/docs/1.0/a"]),
        ("/docs/dev/sitemap.xml", &["/docs/dev/a"]),
    ]);
    let mut sidebar = Sidebar::new(&network);
    sidebar.open(&page("/en/start", &[]));
    assert_eq!(sidebar.scope(), "");
    assert_eq!(sidebar.follow(&page("/de/anfang", &[])).unwrap().status, Status::Loaded);
    assert_eq!(sidebar.scope(), "/de/");
    sidebar.open(&page("/docs/1.0/a", &[]));
    assert_eq!(sidebar.scope(), "/docs/");
    assert_eq!(sidebar.follow(&page("/docs/dev/a", &[])).unwrap().status, Status::Loaded);
    assert_eq!(sidebar.scope(), "/docs/dev/");
}

#[test]
fn a_sitemap_that_answers_for_every_folder_makes_no_sites() {
    let all = ["/", "/about", "/team/us"];
    let network = host(&[("/sitemap.xml", &all), ("/new/sitemap.xml", &all)]);
    let mut sidebar = Sidebar::new(&network);
    sidebar.open(&page("/", &[]));
    assert_eq!(sidebar.follow(&page("/new/page", &[])).unwrap().status, Status::NotFound);
    assert_eq!((sidebar.scope(), sidebar.site_of("/new/page")), (String::new(), String::new()));
}

#[test]
fn a_page_names_the_sitemap_of_its_project() {
    let network = host(&[("/sitemap.xml", &["/", "/project/a"]), ("/project/maps.xml", &["/project/a", "/project/b"])]);
    let relation = Relation { rel: "sitemap".to_owned(), url: at("/project/maps.xml"), ..Relation::default() };
    let visit = PageFacts { relations: vec![relation], ..page("/project/a", &[]) };
    for is_first in [true, false] {
        let mut sidebar = Sidebar::new(&network);
        match is_first {
            true => _ = sidebar.open(&visit),
            false => {
                sidebar.open(&page("/", &[]));
                assert_eq!(sidebar.follow(&visit).unwrap().status, Status::Loaded);
            }
        }
        assert_eq!(sidebar.scope(), "/project/");
        assert!(sidebar.tree().contains("</project/b>"), "{}", sidebar.tree());
    }
}

#[test]
fn projects_without_sitemaps_have_the_trees_of_their_menus() {
    let network = Network::ready();
    let mut sidebar = Sidebar::new(&network);
    let menu = |name: &str| ["", "a", "b", "c", "d"].map(|page| format!("/{name}/{page}"));
    let visit = |name: &str, path: &str| {
        let menu = menu(name);
        page(&format!("/{name}/{path}"), &menu.each_ref().map(|path| &**path))
    };
    assert_eq!(sidebar.open(&visit("one", "a")).status, Status::Loaded);
    assert_eq!(sidebar.scope(), "/one/");
    let first = sidebar.tree();
    assert!(first.contains("</one/d>"), "{first}");
    assert_eq!((sidebar.site_of("/two/a"), sidebar.site_of("/one/x/y")), (String::new(), "/one/".to_owned()));
    assert_eq!(sidebar.open(&visit("two", "b")).status, Status::Loaded);
    assert!(sidebar.scope() == "/two/" && !sidebar.tree().contains("/one/"), "{}", sidebar.tree());
    // What pages of another site say is ignored.
    sidebar.session.borrow_mut().add_facts(visit("one", "a"));
    assert!(!sidebar.tree().contains("/one/"), "{}", sidebar.tree());
    sidebar.asked();
    assert_eq!(sidebar.open(&visit("one", "c")).status, Status::Loaded);
    assert_eq!(sidebar.asked(), [""; 0]);
    assert!(sidebar.tree().contains("</one/d>") && !sidebar.tree().contains("/two/"), "{}", sidebar.tree());
}

#[test]
fn a_reload_of_a_project_requests_only_what_the_project_has() {
    let network = host(&[("/sitemap.xml", &["/"]), ("/project/sitemap.xml", &["/project/a"])]);
    let mut sidebar = Sidebar::new(&network);
    sidebar.open(&page("/project/a", &[]));
    sidebar.asked();
    sidebar.memory.borrow_mut().forget(&sidebar.session.borrow(), &at("/project/a"));
    assert_eq!(sidebar.open(&page("/project/a", &[])).status, Status::Loaded);
    assert_eq!(sidebar.asked(), ["/project/sitemap.xml", "/project/sitemap.xml"]);
    assert_eq!(sidebar.scope(), "/project/");
}

#[test]
fn a_project_whose_sitemap_is_gone_is_searched_again() {
    let network = host(&[("/project/sitemap.xml", &["/project/a"])]);
    let mut sidebar = Sidebar::new(&network);
    sidebar.open(&page("/project/a", &[]));
    let gone = host(&[("/sitemap.xml", &["/", "/project/a"])]);
    let memory = sidebar.memory.take();
    let mut sidebar = Sidebar { memory: RefCell::new(memory), ..Sidebar::new(&gone) };
    sidebar.memory.borrow_mut().forget(&Session::default(), &at("/"));
    assert_eq!(sidebar.open(&page("/project/a", &[])).status, Status::Loaded);
    assert_eq!((sidebar.scope(), sidebar.site_of("/project/a")), (String::new(), String::new()));
}

#[test]
fn containers_know_nothing_of_each_others_sites() {
    let network = host(&[("/project/sitemap.xml", &["/project/a"])]);
    let mut sidebar = Sidebar::new(&network);
    sidebar.open(&page("/project/a", &[]));
    let mut other = Session::default();
    other.set_partition("firefox-container-1");
    assert_eq!(sidebar.memory.borrow().site_of(&other, &at("/project/a")), Some(HOST.to_owned()));
}

#[test]
fn a_project_is_open_at_first_unless_its_pages_are_beside_it() {
    let listed = ["/project/", "/project/guide", "/project/guide/a", "/project/tags"];
    let network = host(&[("/project/sitemap.xml", &listed)]);
    let rows = |page: &PageFacts| {
        let mut sidebar = Sidebar::new(&network);
        sidebar.open(page);
        let rows = network::rows(&sidebar.session);
        rows.iter().map(|row| format!("{} {}", row.level, row.title)).collect::<Vec<_>>()
    };
    let alone = rows(&page("/project/guide", &[]));
    assert_eq!(alone, ["1 Project", "2 Heading of /project/guide", "2 Tags"]);
    let menu = ["/project/", "/project/guide", "/project/news", "/project/shop", "/project/about"];
    let beside = rows(&page("/project/guide", &menu));
    let others = ["guide", "news", "shop", "about"].map(|name| format!("1 To /project/{name}"));
    assert_eq!(beside[0], "1 To /project/", "closed, with the tags");
    assert_eq!(beside[1..], others);
    // Most of its pages are below it.
    let beside = rows(&page("/project/guide", &menu[..1]));
    assert_eq!(beside.len(), 3, "{beside:?}");
}

#[test]
fn a_page_says_where_its_site_begins() {
    let network = host(&[("/sitemap.xml", &["/"]), ("/u/name/garden/sitemap.xml", &["/u/name/garden/a/b/c"])]);
    for rel in ["home", "base", "search-root"] {
        let relation = Relation { rel: rel.to_owned(), url: at("/u/name/garden/"), ..Relation::default() };
        let mut sidebar = Sidebar::new(&network);
        sidebar.open(&page("/", &[]));
        sidebar.asked();
        let visit = PageFacts { relations: vec![relation], ..page("/u/name/garden/a/b/c", &[]) };
        assert_eq!(sidebar.follow(&visit).map(|outcome| outcome.status), Some(Status::Loaded), "{rel}");
        assert_eq!(sidebar.scope(), "/u/name/garden/", "{rel}");
        assert!(sidebar.asked().iter().all(|path| path.contains("garden")), "{rel}");
    }
}

#[test]
fn a_front_page_with_few_links_is_the_home_page_of_its_project() {
    let links = ["/project/v1/guide", "/project/v1/api"];
    let home = "Title of /project/v1/ </project/v1/>\n";
    let network = host(&[]);
    let mut sidebar = Sidebar::new(&network);
    sidebar.open(&page("/project/v1/", &links));
    let pages = "To /project/v1/guide </project/v1/guide>\nTo /project/v1/api </project/v1/api>\n";
    assert_eq!(sidebar.tree(), format!("{home}{pages}"));
    for outside in ["/", "/about"] {
        let mut sidebar = Sidebar::new(&network);
        sidebar.open(&page("/project/v1/", &[&[outside], &links[..]].concat()));
        assert!(!sidebar.tree().starts_with(home), "{outside}: {}", sidebar.tree());
    }
}

/// The manual has a search index, and the page of a section has a menu of the section only.
#[test]
fn the_menu_of_a_section_is_no_site_if_the_page_names_its_root() {
    let script = at("/manual/_static/doctools.js");
    let section = ["/manual/intro/", "/manual/intro/a", "/manual/intro/b", "/manual/intro/c", "/manual/intro/d"];
    for relations in [vec![], vec![Relation { rel: "script".to_owned(), url: script, ..Relation::default() }]] {
        let expected = if relations.is_empty() { "/manual/intro/" } else { "/manual/" };
        let network = host(&[]);
        let mut sidebar = Sidebar::new(&network);
        sidebar.open(&page("/", &[]));
        sidebar.follow(&PageFacts { relations, ..page("/manual/intro/", &section) });
        assert_eq!(sidebar.scope(), expected);
    }
}

#[test]
fn a_load_does_not_wait_for_a_page_that_leads_to_another_one() {
    let network = host(&[("/sitemap.xml", &["/", "/docs/en/start"])]);
    let (memory, session) = (RefCell::default(), RefCell::new(Session::default()));
    let first = at("/old/start");
    let load = session.borrow_mut().begin(&first);
    session.borrow_mut().expect_facts(true);
    session.borrow_mut().set_current(Some(&first));
    let mut outcome = pin!(session::open_page(&session, load, &network, &memory, &first, |_| {}));
    let mut context = Context::from_waker(Waker::noop());
    let mut poll = || (0..100).map(|_| outcome.as_mut().poll(&mut context)).find(Poll::is_ready);
    assert!(poll().is_none(), "the facts of the first page may name a sitemap");
    session.borrow_mut().set_current(Some(&at("/docs/en/start")));
    session.borrow_mut().add_facts(page("/docs/en/start", &[]));
    let Some(Poll::Ready(outcome)) = poll() else { panic!("the load still waits for the first page") };
    assert_eq!(outcome.status, Status::Loaded);
}
