//! Expanding and collapsing a branch with everything in it.

use super::*;

/// Expands a branch in steps of this size. Returns how many steps it took.
fn expand_below(view: &mut TreeView, site: &Site, title: &str, entries: usize) -> usize {
    view.expand_below(site.map(), id(view, site, title));
    let mut steps = 1;
    while view.expand_more(site.map(), entries) {
        steps += 1;
    }
    steps
}

#[test]
fn a_branch_expands_with_everything_in_it() {
    let site = site("root: a b\na: c d\nc: e\ne: f\nd\nf\nb: g\ng");
    let mut view = view(&site);
    let b = id(&view, &site, "B");
    assert_eq!(expand_below(&mut view, &site, "A", 100), 1);
    let open = ["-A 1/2", " -C 1/2", "  -E 1/1", "   F 1/1", " D 2/2", "+B 2/2"];
    assert_eq!(shown(&view, &site), open, "other branches stay as they are");
    assert_eq!(view.row_of(b), Some(5));
    view.collapse_below(id(&view, &site, "A"));
    view.expand(site.map(), id(&view, &site, "A"));
    assert_eq!(shown(&view, &site), ["-A 1/2", " +C 1/2", " D 2/2", "+B 2/2"], "the branches inside are closed");
    // Some branches are built already, and closed.
    expand_below(&mut view, &site, "A", 1);
    assert_eq!(shown(&view, &site), open);
}

#[test]
fn the_result_does_not_depend_on_the_steps() {
    let paths: Vec<String> = (0..300).map(|n| format!("/x/{}/{}/only/{}/{n}.html", n % 7, n % 3, n % 11)).collect();
    let site = listed(&paths.iter().map(String::as_str).chain(["/y/1", "/y/2"]).collect::<Vec<_>>());
    let top = shown(&view(&site), &site);
    let title = |row: &str| row.trim_start_matches(['+', '-']).rsplit_once(' ').unwrap_or_default().0.to_owned();
    let mut all = view(&site);
    all.expand_all(site.map());
    for entries in [1, 2, 3, 10, 100, 10_000] {
        let mut view = view(&site);
        for row in top.iter().filter(|row| row.starts_with(['+', '-'])) {
            expand_below(&mut view, &site, &title(row), entries);
        }
        assert_eq!(shown(&view, &site), shown(&all, &site), "in steps of {entries}");
    }
}

#[test]
fn a_step_shows_valid_rows_and_its_work_is_bounded() {
    let folders: String =
        (0..200).map(|n| format!("f{n}: {}\n", (0..20).map(|m| format!("p{n}x{m} ")).collect::<String>())).collect();
    let list: String = (0..200).map(|n| format!("f{n} ")).collect();
    let site = site(&format!("root: a z\na: {list}\nz\n{folders}"));
    let mut view = view(&site);
    view.expand_below(site.map(), id(&view, &site, "A"));
    let mut rows = view.len();
    assert_eq!(rows, 202, "the first level is there at once");
    while view.expand_more(site.map(), 50) {
        let added = view.len() - rows;
        assert!((20..=80).contains(&added), "{added} rows in one step");
        rows = view.len();
        assert_eq!(shown(&view, &site).last().map(String::as_str), Some("Z 2/2"));
    }
    assert_eq!(view.len(), 2 + 200 * 21);
}

#[test]
fn collapsing_ends_the_expansion() {
    let site = site("root: a\na: b c\nb: d\nd: e\ne: f\nc: g\nf\ng");
    let mut view = view(&site);
    view.expand_below(site.map(), id(&view, &site, "A"));
    assert!(view.expand_more(site.map(), 1));
    view.collapse(id(&view, &site, "A"));
    assert!(!view.expand_more(site.map(), 100));
    assert_eq!(shown(&view, &site), ["+A 1/1"]);
}

#[test]
fn pages_that_arrive_meanwhile_are_expanded_too() {
    let mut site = site("root: a\na: b c\nb: d\nd\nc");
    let mut view = view(&site);
    view.expand_below(site.map(), id(&view, &site, "A"));
    while view.expand_more(site.map(), 1) && view.len() < 4 {}
    push(&mut site, "d: e\ne: f\nf\nb: 0=g\ng: h\nh");
    view.refresh(site.map());
    while view.expand_more(site.map(), 1) {}
    let before = ["-A 1/1", " -B 1/2", "  -G 1/2", "   H 1/1", "  -D 2/2", "   -E 1/1", "    F 1/1", " C 2/2"];
    assert_eq!(shown(&view, &site), before);
}

#[test]
fn a_branch_without_end_is_cut() {
    // Each page is below each other one.
    let names: Vec<String> = (0..40).map(|n| format!("p{n}")).collect();
    let lists: String = names.iter().map(|name| format!("{name}: {}\n", names.join(" "))).collect();
    let site = site(&format!("root: p0\n{lists}"));
    let mut view = view(&site);
    expand_below(&mut view, &site, "P0", 10_000);
    assert!(view.is_cut() && view.len() > MAX_EXTRA_EXPANDED_ROWS / 2, "{}", view.len());
    assert!(view.len() <= site.map().len() + MAX_EXTRA_EXPANDED_ROWS + 2_000, "{}", view.len());
}

#[test]
fn in_a_filtered_tree_a_match_shows_everything_in_it() {
    let site = site("root: a\na: kiwi b\nkiwi: c\nc: d\nb\nd");
    let mut view = view(&site);
    view.set_filter(site.map(), "kiwi");
    assert_eq!(shown(&view, &site), ["-A 1/1", " +KIWI 1/1"]);
    expand_below(&mut view, &site, "KIWI", 100);
    assert_eq!(shown(&view, &site), ["-A 1/1", " -KIWI 1/1", "  -C 1/1", "   D 1/1"]);
}
