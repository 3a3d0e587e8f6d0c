//! The positions where titles are cut.

use super::*;

/// The cut of each row with the text after it.
fn ends(view: &TreeView, site: &Site) -> Vec<String> {
    let end = |row: Row| {
        let letters: Vec<u16> = row.title.encode_utf16().skip(row.cut.unwrap_or(0) as usize).collect();
        String::from_utf16_lossy(&letters)
    };
    view.rows(site.map(), 0..view.len()).into_iter().map(end).collect()
}

fn branch(title: &str, folded: &str) -> String {
    folder(title, folded, &format!("<bookmark href='/{title}'><title>Introduction</title></bookmark>"))
}

#[test]
fn titles_differ_from_their_siblings_with_open_branches_between_them() {
    for folded in ["yes", "no"] {
        let titles = ["Code style and naming", "Code style and numbers", "Code style and order"];
        let entries: String = titles.iter().map(|title| branch(title, folded)).collect();
        let mut site = bookmarks(&(entries + "</xbel>"));
        site.finish();
        let view = view(&site);
        let ends: Vec<String> = ends(&view, &site).into_iter().filter(|end| end != "Introduction").collect();
        assert_eq!(ends, ["naming", "numbers", "order"], "collapsed: {folded}");
    }
}

#[test]
fn siblings_with_the_same_title_show_where_their_addresses_differ() {
    let page = |path: &str, title: &str| format!("<bookmark href='{path}'><title>{title}</title></bookmark>");
    let help = folder("Help", "no", &page("/en/first", "First"));
    let entries = [
        page("/", "Home"),
        page("/help", "Help"),
        page("/about", "About"),
        page("/en/help", "Help"),
        help,
        page("/faq", "Help"),
    ];
    let mut site = bookmarks(&(entries.concat() + "</xbel>"));
    site.finish();
    let address = |row: Row| row.address.map_or_else(String::new, |part| part.text);
    let addresses = |view: &TreeView| view.rows(site.map(), 0..9).into_iter().map(address).collect::<Vec<_>>();
    assert_eq!(addresses(&view(&site)), ["", "/help", "", "/en/help", "", "", "/faq"], "a folder has no address");
}

#[test]
fn the_cut_of_a_row_does_not_depend_on_the_rows_in_sight() {
    let titles = ["Code style and naming", "Code style and numbers"];
    let entries: String = titles.iter().map(|title| branch(title, "no")).collect();
    let mut site = bookmarks(&(entries + "</xbel>"));
    site.finish();
    let view = view(&site);
    let all: Vec<Option<u32>> = view.rows(site.map(), 0..4).iter().map(|row| row.cut).collect();
    for (index, cut) in all.iter().enumerate() {
        assert_eq!(view.rows(site.map(), index..index + 1)[0].cut, *cut, "row {index}");
    }
}

#[test]
fn a_deep_branch_above_a_row_costs_little() {
    let depth = 300;
    let deep: String = (0..depth).map(|n| format!("<folder folded='no'><title>Level {n}</title>")).collect();
    let entries = deep + &"</folder>".repeat(depth) + "<bookmark href='/x'><title>Level 0 as well</title></bookmark>";
    let mut site = bookmarks(&(entries + "</xbel>"));
    site.finish();
    let view = view(&site);
    let last = view.rows(site.map(), view.len() - 1..view.len()).remove(0);
    assert_eq!((last.title.as_str(), last.level), ("Level 0 as well", 1));
}
