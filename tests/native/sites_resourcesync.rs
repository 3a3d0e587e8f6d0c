//! A site with ResourceSync, from the open page to the tree: `tests/sites/resourcesync`. Beside the site is its outline with
//! every branch expanded.

use navibar::format::Structure;
use navibar::inspect::Outline;
use navibar::inspect::{Mirror, block_on};
use navibar::session::{self, Memory, Outcome, Session, Status};
use navibar::site::Site;
use navibar::site_map::{LoadState, NodeId};
use navibar::tree;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

const SITE: &str = "https://collections.example";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites/resourcesync")
}

fn mirror() -> Mirror {
    Mirror::new(Some(folder()))
}

/// Opens the site's home page.
fn open_page() -> RefCell<Session> {
    let session = RefCell::new(Session::default());
    let page = format!("{SITE}/");
    let load = session.borrow_mut().begin(&page);
    let outcome =
        block_on(session::open_page(&session, load, &mirror(), &RefCell::new(Memory::default()), &page, |_| {}));
    assert_eq!(outcome.status, Status::Loaded, "{}", outcome.message);
    session
}

/// Opens one of its documents alone.
fn open_sitemap(path: &str) -> RefCell<Session> {
    let session = RefCell::new(Session::default());
    let url = format!("{SITE}{path}");
    let load = session.borrow_mut().begin(&url);
    let outcome = block_on(session::open_sitemap(&session, load, &mirror(), &url, |_| {}));
    assert_eq!(outcome.status, Status::Loaded, "{}", outcome.message);
    session
}

/// Expands the branch whose title has this prefix.
fn open_branch(session: &RefCell<Session>, mirror: &Mirror, title: &str) -> Outcome {
    let row = {
        let session = session.borrow();
        let map = session.site().map();
        let is_it = |&node: &NodeId| map.documents().is_branch(node) && map.title(node).starts_with(title);
        (0..map.len() as NodeId).find(is_it).unwrap()
    };
    let load = session.borrow_mut().continue_load();
    block_on(session::open_document(session, load, mirror, Some(row), |_| {}))
}

fn outline(session: &RefCell<Session>) -> String {
    Outline::new(session.borrow().site()).to_text(false)
}

#[test]
fn the_description_is_found_and_its_branches_are_pending() {
    let session = open_page();
    let expected = "\
Source description <https://collections.example/.well-known/resourcesync>
  ~ Described by: collections.example/about.html <https://collections.example/about.html>
Capability list: paintings/capabilitylist.xml <https://collections.example/paintings/capabilitylist.xml> (document)
  ~ Described by: collections.example/paintings/about.html <https://collections.example/paintings/about.html>
Capability list: maps/capabilitylist.xml <https://collections.example/maps/capabilitylist.xml> (document)
";
    assert_eq!(outline(&session), expected);
    let source = session.borrow().source().unwrap();
    assert_eq!((source.format, source.structure), ("resourcesync", Structure::Declared));
    assert_eq!((source.pages, source.documents), (0, 1));
    assert_eq!(source.url, format!("{SITE}/.well-known/resourcesync"));
}

#[test]
fn every_branch_loads_when_it_is_expanded() {
    let session = open_page();
    loop {
        let pending = {
            let session = session.borrow();
            let map = session.site().map();
            (0..map.len() as NodeId).find(|&node| {
                map.documents().is_branch(node) && map.documents().state(node) == Some(&LoadState::Pending)
            })
        };
        let Some(row) = pending else { break };
        let load = session.borrow_mut().continue_load();
        block_on(session::open_document(&session, load, &mirror(), Some(row), |_| {}));
    }
    let expected = std::fs::read_to_string(folder().join("collections.example.txt")).unwrap().replace("\r\n", "\n");
    assert_eq!(outline(&session), expected);
    let findings = session.borrow().diagnostics();
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn a_failed_branch_can_be_retried() {
    let session = open_page();
    open_branch(&session, &mirror(), "Capability list: maps");
    let outcome = open_branch(&session, &mirror(), "Change list");
    assert_eq!((outcome.status, outcome.retry), (Status::Failed, true));
    // The first answer is truncated, the second one is complete.
    let url = format!("{SITE}/maps/changelist.xml");
    let whole = folder().join("collections.example/paintings/changelist-2013-01-01.xml");
    let half = std::env::temp_dir().join(format!("navibar-half-{}.xml", std::process::id()));
    let text = std::fs::read_to_string(&whole).unwrap();
    std::fs::write(&half, &text[..text.rfind("<url>").unwrap()]).unwrap();
    for file in [half.clone(), whole] {
        open_branch(&session, &mirror().with_file(&url, file), "Change list");
    }
    std::fs::remove_file(half).unwrap();
    let outline = outline(&session);
    let branch = outline.split("Change list: maps/").nth(1).unwrap();
    let titles: Vec<&str> = branch.lines().skip(1).map(|line| line.trim().split(" <").next().unwrap()).collect();
    assert_eq!(
        titles,
        [
            "~ Up: collections.example/paintings/capabilitylist.xml",
            "~ Index: collections.example/paintings/changelist.xml",
            "Forgery (deleted)",
            "Goldfinch",
        ]
    );
}

#[test]
fn each_document_is_a_tree_of_its_own() {
    for (path, structure, first, second) in [
        (
            "/paintings/capabilitylist.xml",
            Structure::Declared,
            "Capability list",
            "Resource list: paintings/resourcelist.xml",
        ),
        ("/paintings/resourcelist.xml", Structure::Derived, "Resource list", "Paintings/"),
        ("/paintings/resourcelist-1.xml", Structure::Derived, "Resource list", "Paintings/"),
        ("/paintings/changelist.xml", Structure::Declared, "Change list", "Change list: 2013-01-01 to 2013-01-02"),
        ("/paintings/changelist-2013-01-02.xml", Structure::Declared, "Change list", "Night watch"),
        ("/paintings/resourcedump.xml", Structure::Declared, "Resource dump", "Dutch.zip"),
        ("/paintings/dumps/dutch-manifest.xml", Structure::Derived, "Resource dump manifest", "Paintings/"),
        ("/paintings/changedump.xml", Structure::Declared, "Change dump", "2013-01-01 Changes.zip"),
        ("/paintings/dumps/2013-01-01-changes-manifest.xml", Structure::Derived, "Change dump manifest", "Paintings/"),
        (
            "/paintings/resourcelist-archive.xml",
            Structure::Declared,
            "Resource list archive",
            "Resource list: 2012-11-03T09:00:00Z",
        ),
    ] {
        let session = open_sitemap(path);
        let outline = outline(&session);
        let mut top =
            outline.lines().filter(|line| !line.starts_with(' ')).map(|line| line.split(" <").next().unwrap());
        assert_eq!((top.next(), top.next()), (Some(first), Some(second)), "{path}");
        let source = session.borrow().source().unwrap();
        assert_eq!((source.format, source.structure), ("resourcesync", structure), "{path}");
    }
}

#[test]
fn deleted_pages_do_not_count() {
    for (path, pages) in [
        // One of two is deleted.
        ("/paintings/changelist-2013-01-01.xml", 1),
        // There are two, and links to a copy and to another form of one.
        ("/paintings/resourcelist-1.xml", 2),
        ("/paintings/capabilitylist.xml", 0),
    ] {
        assert_eq!(open_sitemap(path).borrow().source().unwrap().pages, pages, "{path}");
    }
}

#[test]
fn repeated_entries_take_no_longer() {
    let head = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
                xmlns:rs='http://www.openarchives.org/rs/terms/'>";
    let link = "<rs:ln rel='up' href='/x'/><rs:md capability='changelist' from='2013'/>";
    let change = "<url><loc>/a</loc><rs:md change='deleted' hash='a b c'/><rs:ln rel='via' href='/b'/></url>";
    for (part, rows) in [(link, 1), (change, 1)] {
        let mut site = Site::default();
        site.begin(&format!("{SITE}/changelist.xml"));
        site.push(format!("{head}{}</urlset>", part.repeat(20_000)).as_bytes());
        site.finish();
        let tree = Outline::new(&site).tree;
        assert_eq!(tree.len(), rows);
        assert_eq!(tree[0].menu.len(), 1);
        assert!(tree[0].details.len() < 10);
    }
}

#[test]
fn a_deleted_page_returns_when_it_is_listed_again() {
    let entry = "<url><loc>/a</loc><rs:md change='deleted'/></url>";
    for (entries, is_gone) in [(entry.to_owned(), true), (format!("{entry}<url><loc>/a</loc></url>"), false)] {
        let mut site = Site::default();
        site.begin(&format!("{SITE}/list.xml"));
        let head = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
                    xmlns:rs='http://www.openarchives.org/rs/terms/'><rs:md capability='resourcelist'/>";
        site.push(format!("{head}{entries}</urlset>").as_bytes());
        site.finish();
        let tree = Outline::new(&site).tree;
        let page = tree.iter().find(|node| node.title == "A").expect("the page");
        assert_eq!((page.deleted, page.url.is_none()), (is_gone, is_gone));
    }
}

#[test]
fn links_of_a_part_are_in_the_menu_of_its_index() {
    let outline = outline(&open_sitemap("/paintings/resourcelist.xml"));
    let menu: Vec<&str> = outline.lines().filter_map(|line| line.strip_prefix("  ~ ")?.split(" <").next()).collect();
    let expected = [
        "Up: collections.example/paintings/capabilitylist.xml",
        "Described by: collections.example/paintings/dutch/about.html",
    ];
    assert_eq!(menu, expected, "{outline}");
}

#[test]
fn up_leads_to_the_row_of_the_parent() {
    let (session, mirror) = (open_page(), mirror());
    open_branch(&session, &mirror, "Capability list: paintings");
    open_branch(&session, &mirror, "Resource list:");
    let ups: Vec<String> = {
        let session = session.borrow();
        let map = session.site().map();
        let menus = (0..map.len() as NodeId).flat_map(|page| tree::menu(map, page).0);
        menus.filter(|entry| entry.title.starts_with("Up: ")).filter_map(|entry| entry.url).collect()
    };
    assert!(ups.len() >= 2, "{ups:?}");
    let mut session = session.borrow_mut();
    for up in ups {
        // A click opens the document in the tab. The sidebar then shows the row of that document.
        session.set_current(Some(&up));
        let (view, site) = session.view_mut();
        let row = view.reveal_current(site.map()).expect("a row of the parent");
        assert_eq!(view.rows(site.map(), row..row + 1)[0].url.as_deref(), Some(&*up));
    }
}
