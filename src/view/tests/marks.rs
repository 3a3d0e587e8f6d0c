//! Marks of pages that the user has read, and of those that have changed.

use super::*;

/// A branch with two pages, and two pages beside it.
const SITE: &str = "root: a b c\na: x y\nb\nc\nx\ny\n";

fn address(path: &str) -> String {
    format!("https://www.example.org/{path}")
}

fn marks(view: &TreeView, site: &Site) -> Vec<(String, Option<Mark>)> {
    let rows = view.rows(site.map(), 0..view.len());
    rows.into_iter().map(|row| (row.title, row.mark)).collect()
}

fn marked(view: &TreeView, site: &Site, wanted: Mark) -> String {
    let is_wanted = |(title, mark): (String, Option<Mark>)| (mark == Some(wanted)).then_some(title);
    marks(view, site).into_iter().filter_map(is_wanted).collect::<Vec<String>>().join(" ")
}

/// The tree after pages have changed at the time 500.
fn changed(site: &Site, paths: &[&str]) -> TreeView {
    let mut view = view(site);
    let map = site.map();
    let page = |path: &&str| (0..map.len() as u32).find(|page| map.url(*page) == Some(address(path)));
    let dated = |path: &&str| Some(Dated { page: page(path)?, time: 500, is_day: false });
    view.set_changed(map, &paths.iter().filter_map(dated).collect::<Vec<Dated>>());
    view
}

#[test]
fn pages_that_were_read_have_a_mark() {
    let site = site(SITE);
    let mut view = view(&site);
    let version = view.version();
    let stored = view.mark_read(&[], &address("b"), 100);
    assert!(view.version() > version, "the rows are painted again");
    let stored = view.mark_read(&stored, &address("x#part"), 100);
    assert_eq!(marked(&view, &site, Mark::Read), "B");
    view.expand_all(site.map());
    assert_eq!(marked(&view, &site, Mark::Read), "X B", "a part of a page is the page");
    view.set_current(Some(&address("b")));
    assert_eq!(marked(&view, &site, Mark::Read), "X", "the current page needs no mark");
    // A reload keeps them.
    view.renew(Some(site.map()));
    view.refresh(site.map());
    view.expand_all(site.map());
    assert_eq!(marked(&view, &site, Mark::Read), "X");
    assert_eq!((view.mark_read(&[], "", 0), marked(&view, &site, Mark::Read)), (Vec::new(), String::new()));
    let version = view.version();
    assert_eq!((view.mark_read(&[], "", 0), view.version()), (Vec::new(), version), "nothing has changed");
    assert_eq!(view.mark_read(&stored, "", 0), stored);
    assert_eq!(marked(&view, &site, Mark::Read), "X");
}

#[test]
fn a_page_that_changed_marks_its_folded_parents_until_it_is_read() {
    let site = site(SITE);
    let mut view = changed(&site, &["x", "b"]);
    let mut known = Vec::new();
    assert_eq!(
        (marked(&view, &site, Mark::Changed), marked(&view, &site, Mark::ChangedBelow)),
        ("B".into(), "A".into())
    );
    view.expand_all(site.map());
    assert_eq!(
        (marked(&view, &site, Mark::Changed), marked(&view, &site, Mark::ChangedBelow)),
        ("X B".into(), "".into())
    );
    view.collapse_all();
    known = view.mark_read(&known, &address("x"), 499);
    assert_eq!(marked(&view, &site, Mark::ChangedBelow), "A", "it has changed since then");
    view.mark_read(&known, &address("x"), 600);
    assert_eq!(
        (marked(&view, &site, Mark::Changed), marked(&view, &site, Mark::ChangedBelow)),
        ("B".into(), "".into())
    );
    view.set_changed(site.map(), &[]);
    assert_eq!(marked(&view, &site, Mark::Changed), "");
}

#[test]
fn folded_parents_keep_their_mark_when_pages_arrive() {
    let mut site = site(SITE);
    let mut view = changed(&site, &["x"]);
    assert_eq!(marked(&view, &site, Mark::ChangedBelow), "A");
    push(&mut site, "d\nroot: d");
    view.refresh(site.map());
    assert_eq!((view.len(), marked(&view, &site, Mark::ChangedBelow)), (4, "A".into()));
}

#[test]
fn the_next_unread_page_is_found_in_the_order_of_the_tree_and_then_from_its_start() {
    let site = site(SITE);
    let mut view = view(&site);
    let mut known = Vec::new();
    let next = |view: &TreeView| view.neighbour(site.map(), Neighbour::Unread);
    view.set_current(Some(&address("b")));
    assert_eq!(next(&view), None, "nothing is remembered");
    known = view.mark_read(&known, &address("b"), 1);
    assert_eq!(next(&view), Some(address("c")));
    known = view.mark_read(&known, &address("c"), 2);
    assert_eq!(next(&view), Some(address("a")));
    known = view.mark_read(&known, &address("a"), 3);
    assert_eq!(next(&view), Some(address("x")));
    known = view.mark_read(&known, &address("x"), 4);
    view.set_current(Some(&address("nowhere")));
    assert_eq!(next(&view), Some(address("y")));
    view.mark_read(&known, &address("y"), 5);
    assert_eq!(next(&view), None, "all are read");
}
