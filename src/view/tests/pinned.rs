//! The parents that stay at the top while the tree scrolls.

use super::*;

/// The titles of the pinned rows.
fn pinned(view: &TreeView, site: &Site, top: f64, most: usize) -> Vec<String> {
    let rows = view.rows(site.map(), 0..view.len());
    view.pinned(top, most).into_iter().map(|row| rows[row].title.clone()).collect()
}

#[test]
fn the_open_parents_of_the_first_row_are_pinned() {
    let site = site("root: a z\na: b c\nb: d e f g h\nc: i\nd\ne\nf\ng\nh\ni\nz");
    let mut view = view(&site);
    view.expand_all(site.map());
    let rows: Vec<String> = view.rows(site.map(), 0..view.len()).into_iter().map(|row| row.title).collect();
    assert_eq!(rows, ["A", "B", "D", "E", "F", "G", "H", "C", "I", "Z"]);
    let at = |top: f64| pinned(&view, &site, top, 9).concat();
    assert_eq!(at(0.0), "", "every row is at its place");
    assert_eq!(at(0.5), "AB", "both are cut off at the top");
    assert_eq!(at(1.0), "AB", "D is below B");
    assert_eq!(at(4.0), "AB");
    assert_eq!(at(5.0), "AB", "H is the last row that B covers");
    assert_eq!(at(6.0), "A", "C is below A, at its place");
    assert_eq!(at(6.5), "AC", "C is cut off by A");
    assert_eq!(at(7.0), "AC");
    assert_eq!(at(8.0), "A", "Z shows below A, which covers I");
    assert_eq!(at(9.0), "");
    assert_eq!(at(50.0), "");
    assert_eq!(at(5.999), "A", "positions are rounded");
    assert_eq!(pinned(&view, &site, 4.0, 1), ["A"]);
    assert_eq!(pinned(&view, &site, 4.0, 0), [""; 0]);
}

#[test]
fn no_closed_branch_is_pinned() {
    let site = site("root: a b\na: c\nb: d\nc\nd");
    let mut view = view(&site);
    assert_eq!(pinned(&view, &site, 0.5, 9), [""; 0]);
    view.expand(site.map(), id(&view, &site, "B"));
    assert_eq!(pinned(&view, &site, 0.5, 9), [""; 0]);
    assert_eq!(pinned(&view, &site, 1.5, 9), ["B"]);
}

#[test]
fn a_row_of_several_folders_is_pinned_as_one() {
    let site = listed(&["/x/only/kiwi1", "/x/only/kiwi2", "/x/only/kiwi3", "/y/apple"]);
    let mut view = view(&site);
    view.set_filter(site.map(), "kiwi");
    assert_eq!(pinned(&view, &site, 2.0, 9), ["X / Only"]);
}

#[test]
fn parents_are_pinned_in_a_filtered_tree() {
    let site = site("root: a z\na: b c\nb: kiwi1 x kiwi2 kiwi3\nx\nc\nz");
    let mut view = view(&site);
    view.set_filter(site.map(), "kiwi");
    assert_eq!(pinned(&view, &site, 1.0, 9), ["A", "B"]);
}
