//! Rebuilds of the rows that run in steps.

use super::*;
use crate::view::building::Rebuild;

/// A page with 1,500 children in a mixed order. Some occur twice, and one has children of its own.
fn many() -> Site {
    let name = |n: usize| format!("p{}", n * 7_919 % 1_500 / (1 + n % 2));
    let all: Vec<String> = (0..1_500).map(name).collect();
    let numbered: Vec<String> = all.iter().enumerate().map(|(n, name)| format!("{}={name}", n + 1)).collect();
    site(&format!("root: big z\nbig: {}\n{}\np5: x y\nx\ny\nz", numbered.join(" "), all.join("\n")))
}

/// Rebuilds with this number of entries in each step. Returns the number of steps.
fn rebuild(view: &mut TreeView, site: &Site, entries: usize) -> usize {
    let ids = |view: &TreeView| {
        let rows = view.rows(site.map(), 0..view.len());
        rows.iter().map(|row| row.id).collect::<std::collections::BTreeSet<_>>()
    };
    let (mut steps, mut version, before) = (1, view.version(), ids(view));
    view.rebuild = Rebuild::Due;
    while view.rebuild(site.map(), entries) {
        steps += 1;
        assert_ne!(std::mem::replace(&mut version, view.version()), view.version(), "rows may have changed");
        if steps < 9 {
            assert_eq!(ids(view), before, "no row is missing between two steps");
        }
    }
    steps
}

/// Checks that each row is found by its index and by its id.
fn check_places(view: &TreeView, site: &Site) {
    let all = view.rows(site.map(), 0..view.len() + 1);
    assert_eq!(all.len(), view.len());
    for (at, row) in all.iter().enumerate() {
        assert_eq!((view.rows(site.map(), at..at + 1)[0].id, view.row_of(row.id)), (row.id, Some(at)));
    }
}

#[test]
fn each_row_of_a_wide_branch_is_found_by_its_index_and_by_its_id() {
    let mut site = many();
    let mut view = opened(&site);
    check_places(&view, &site);
    let closed = view.len() - 2;
    view.set_order(site.map(), Order::Title);
    check_places(&view, &site);
    view.collapse(id(&view, &site, "P5"));
    assert_eq!(view.len(), closed);
    check_places(&view, &site);
    view.expand_all(site.map());
    push(&mut site, "p1498: v w\nv\nw\nbig: 1501=u\nu");
    view.refresh(site.map());
    view.expand(site.map(), id(&view, &site, "P1498"));
    assert_eq!(view.len(), closed + 5);
    check_places(&view, &site);
    view.set_order(site.map(), Order::Site);
    check_places(&view, &site);
    view.show_only(site.map(), id(&view, &site, "BIG"));
    check_places(&view, &site);
}

fn opened(site: &Site) -> TreeView {
    let mut view = view(site);
    view.expand(site.map(), id(&view, site, "BIG"));
    view.expand(site.map(), id(&view, site, "P5"));
    view
}

#[test]
fn many_siblings_are_sorted_in_steps() {
    let site = many();
    let mut sorted: Vec<String> = Vec::new();
    for (entries, least) in [(usize::MAX, 1), (4_000, 5), (300, 15)] {
        let mut view = opened(&site);
        let before = shown(&view, &site);
        let page = id(&view, &site, "P5");
        view.sorting.order = Order::Title;
        let steps = rebuild(&mut view, &site, entries);
        assert!(steps >= least, "{steps}");
        let rows = shown(&view, &site);
        assert_eq!(rows.len(), before.len());
        let numbers: Vec<u32> = view
            .rows(site.map(), 1..view.len())
            .iter()
            .filter_map(|row| row.title.strip_prefix('P')?.parse().ok())
            .collect();
        assert!(numbers.is_sorted() && numbers.len() > 1_000);
        assert_eq!(id(&view, &site, "P5"), page, "rows keep their ids");
        if sorted.is_empty() {
            sorted.clone_from(&rows);
        }
        assert_eq!(rows, sorted, "the same in steps");
        view.sorting.order = Order::Site;
        rebuild(&mut view, &site, entries);
        assert_eq!(shown(&view, &site), before);
    }
}

#[test]
fn a_rebuild_begins_again_when_the_user_or_the_document_changes_the_tree() {
    let mut site = many();
    let mut view = opened(&site);
    view.sorting.order = Order::Title;
    view.rebuild = Rebuild::Due;
    (0..9).for_each(|_| assert!(view.rebuild(site.map(), 300)));
    view.collapse(id(&view, &site, "P5"));
    (0..9).for_each(|_| assert!(view.rebuild(site.map(), 300)));
    push(&mut site, "root: new\nnew");
    while view.rebuild(site.map(), 300) {}
    let mut other = opened(&site);
    other.collapse(id(&other, &site, "P5"));
    other.set_order(site.map(), Order::Title);
    assert_eq!(shown(&view, &site), shown(&other, &site));
}

#[test]
fn another_tree_ends_a_rebuild() {
    let site = many();
    for entries in [1, 300] {
        let mut view = opened(&site);
        view.sorting.order = Order::Title;
        view.rebuild = Rebuild::Due;
        assert!(view.rebuild(site.map(), entries));
        view.show_only(site.map(), id(&view, &site, "P5"));
        assert!(!view.rebuild(site.map(), entries));
        assert_eq!(shown(&view, &site), ["-P5 1/1", " X 1/2", " Y 2/2"]);
        view.set_filter(site.map(), "x");
        view.filter.rebuild = Rebuild::Due;
        view.set_filter(site.map(), "");
        assert!(!view.rebuild(site.map(), entries));
        assert_eq!(view.len(), 3);
    }
}

#[test]
fn the_row_of_the_current_page_is_found_among_new_rows() {
    let site = site("root: a b\na: x c\nx\nc: p\nb: p\np");
    let map = site.map();
    let mut view = view(&site);
    view.set_current(Some("https://www.example.org/p"));
    assert_eq!(view.current_row(map), None);
    view.expand(map, id(&view, &site, "B"));
    assert_eq!(view.current_row(map), Some(2));
    view.expand(map, id(&view, &site, "A"));
    view.expand(map, id(&view, &site, "C"));
    assert_eq!(view.current_row(map), Some(3), "the first row");
    view.collapse(id(&view, &site, "A"));
    assert_eq!(view.current_row(map), Some(2));
    view.set_current(Some("https://www.example.org/b"));
    assert_eq!(view.current_row(map), Some(1));
    view.set_filter(map, "p");
    assert_eq!(view.current_row(map), Some(3), "it leads to a match");
    view.set_filter(map, "");
    assert_eq!(view.current_row(map), Some(1));
}

#[test]
fn many_matches_come_in_steps() {
    let paths: Vec<String> = (0..132_000).map(|n| format!("/f{}/page-{n}", n / 100)).collect();
    let site = listed(&paths.iter().map(String::as_str).collect::<Vec<_>>());
    let map = site.map();
    let mut view = view(&site);
    view.set_filter(map, "page");
    assert!(view.matches() == 132_000 && (30_000..40_000).contains(&view.len()), "{}", view.len());
    let row = |view: &TreeView, at: usize| view.rows(map, at..at + 1).remove(0);
    let (first, later) = (row(&view, 1), row(&view, 20_000));
    while view.refresh_more(map) {}
    assert_eq!(view.len(), 133_320);
    assert_eq!((row(&view, 1), row(&view, 20_000)), (first, later), "the first rows stay");
    assert_eq!((row(&view, 133_319).title, row(&view, 133_319).posinset), ("Page 131999".to_owned(), 100));
    // In another order, the first rows also come first.
    view.set_order(map, Order::Title);
    view.set_filter(map, "f1319");
    view.set_filter(map, "page");
    assert!(view.matches() == 132_000 && (1_000..40_000).contains(&view.len()), "{}", view.len());
    while view.refresh_more(map) {}
    assert_eq!(view.len(), 133_320);
}
