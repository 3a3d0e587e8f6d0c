//! Jump: the ranking of pages for a typed text.

use super::*;
use crate::limits::MAX_JUMP_PAGES;

fn scan(view: &mut TreeView, site: &Site, text: &str, pages: usize) -> Vec<JumpTarget> {
    let mut scan = JumpScan::new(text);
    while scan.step(view, site.map(), pages) {}
    scan.targets(site.map())
}

fn jump(site: &Site, text: &str) -> Vec<JumpTarget> {
    scan(&mut view(site), site, text, 100)
}

fn titles(site: &Site, text: &str) -> Vec<String> {
    jump(site, text).into_iter().map(|target| target.title).collect()
}

/// Bookmarks with these titles and addresses.
fn pages(pages: &[(&str, &str)]) -> Site {
    let entry = |(title, path): &(&str, &str)| format!("<bookmark href='{path}'><title>{title}</title></bookmark>");
    let mut site = bookmarks(&(pages.iter().map(entry).collect::<String>() + "</xbel>"));
    site.finish();
    site
}

#[test]
fn the_start_of_a_title_comes_before_words_then_parts_of_words_then_the_address() {
    let site = pages(&[
        ("Tomatoes", "/pear/1"),
        ("Spearmint", "/2"),
        ("A pear", "/3"),
        ("Pear tree", "/4"),
        ("The (pear) tree", "/5"),
        ("Pears", "/6"),
        ("Onions", "/7"),
    ]);
    assert_eq!(
        titles(&site, "pear"),
        ["Pear tree", "Pears", "A pear", "The (pear) tree", "Spearmint", "Tomatoes"],
        "each group in the order of the tree"
    );
    assert_eq!(titles(&site, "PEAR TR"), ["Pear tree", "The (pear) tree"]);
    assert_eq!(titles(&site, "pear tom"), ["Tomatoes"], "one word in the title, one in the address");
    assert_eq!(titles(&site, "tr pe"), ["Pear tree", "The (pear) tree"], "words in any order");
    assert_eq!(titles(&site, "https://www.example.org/6"), ["Pears"], "an address as copied");
    assert_eq!(titles(&site, " "), [""; 0]);
    assert_eq!(titles(&site, "nothing"), [""; 0]);
}

#[test]
fn a_whole_title_comes_before_longer_ones() {
    let mut many: Vec<(String, String)> = (0..200).map(|n| (format!("Pear {n}"), format!("/{n}"))).collect();
    many.push(("pears".to_owned(), "/pears".to_owned()));
    many.push(("P\u{e9}ar".to_owned(), "/last".to_owned()));
    let many: Vec<(&str, &str)> = many.iter().map(|(title, path)| (&**title, &**path)).collect();
    let site = pages(&many);
    let found = titles(&site, "pear");
    assert_eq!(found[..3], ["P\u{e9}ar", "Pear 0", "Pear 1"]);
    assert_eq!(found.len(), MAX_JUMP_PAGES);
}

#[test]
fn an_exact_address_comes_before_longer_ones() {
    let site = pages(&[("Deep", "/a/b/c"), ("Upper", "/a/b/")]);
    assert_eq!(titles(&site, "https://www.example.org/a/b/"), ["Upper", "Deep"]);
}

#[test]
fn a_jump_ignores_case_and_accents_in_every_script() {
    let site = pages(&[
        ("Über Élan", "/1"),
        ("すべての記事", "/2"),
        ("دليل المستخدم", "/3"),
        ("ΩΜΈΓΑ", "/4"),
        ("Cafe\u{301}s", "/caf%C3%A9s"),
    ]);
    let one = |text: &str| {
        let [target] = &jump(&site, text)[..] else { panic!("not one page for {text}") };
        (target.title.clone(), target.highlights.clone())
    };
    assert_eq!(one("elan"), ("Über Élan".to_owned(), vec![(5, 9)]));
    assert_eq!(one("記事"), ("すべての記事".to_owned(), vec![(4, 6)]));
    assert_eq!(one("المس"), ("دليل المستخدم".to_owned(), vec![(5, 9)]));
    assert_eq!(one("ωμέ"), ("ΩΜΈΓΑ".to_owned(), vec![(0, 3)]));
    assert_eq!(one("CAFÉ"), ("Cafe\u{301}s".to_owned(), vec![(0, 5)]));
}

#[test]
fn a_match_in_the_address_is_shown_and_marked() {
    let site = pages(&[("Contact", "/company/people/staff")]);
    let found = jump(&site, "contact staff").remove(0);
    assert_eq!(found.url, "https://www.example.org/company/people/staff");
    assert_eq!(found.highlights, [(0, 7)]);
    assert_eq!((found.address.text.as_str(), &*found.address.highlights), ("\u{2026}/staff", &[(2, 7)][..]));
    let found = jump(&site, "contact").remove(0);
    assert_eq!((found.address.text.as_str(), found.address.highlights), ("/company/people/staff", Vec::new()));
}

#[test]
fn only_pages_to_follow_are_found_each_address_once() {
    let inner = "<bookmark id='m' href='/melon'><title>Melon</title></bookmark><separator/>";
    let entries = folder("Melons", "yes", inner)
        + "<alias ref='m'/><bookmark href='/melon'><title>Melon</title></bookmark>
           <bookmark href='javascript:melon()'><title>Melon script</title></bookmark>";
    let mut site = bookmarks(&(entries + "</xbel>"));
    site.finish();
    assert_eq!(titles(&site, "melon"), ["Melon"], "in a collapsed folder, an alias, a second bookmark");
}

#[test]
fn a_page_in_several_branches_or_below_itself_is_found_once_in_tree_order() {
    let site = site("root: b2 b1 a\na: b3 b1 a\nb1: a\nb2\nb3");
    assert_eq!(titles(&site, "b"), ["B2", "B1", "B3"]);
}

#[test]
fn a_jump_follows_the_order_of_the_tree_and_ignores_its_filter() {
    let site = pages(&[("Pear 2", "/2"), ("Pear 10", "/10"), ("Pear 1", "/1")]);
    let mut view = view(&site);
    sort(&mut view, &site, Order::Title);
    view.set_filter(site.map(), "10");
    let found: Vec<String> = scan(&mut view, &site, "pear", 100).into_iter().map(|target| target.title).collect();
    assert_eq!(found, ["Pear 1", "Pear 2", "Pear 10"]);
    assert_eq!(shown(&view, &site), ["Pear 10 1/1"]);
}

#[test]
fn a_jump_offers_a_bounded_number_of_the_best_pages() {
    let mut many: Vec<(String, String)> = (0..200).map(|n| (format!("A pear {n}"), format!("/{n}"))).collect();
    many.push(("Pear".to_owned(), "/last".to_owned()));
    let many: Vec<(&str, &str)> = many.iter().map(|(title, path)| (&**title, &**path)).collect();
    let site = pages(&many);
    let found = titles(&site, "pear");
    assert_eq!(found.len(), MAX_JUMP_PAGES);
    assert_eq!(found[..3], ["Pear", "A pear 0", "A pear 1"]);
    for step in [1, 7, usize::MAX] {
        let found: Vec<String> =
            scan(&mut view(&site), &site, "pear", step).into_iter().map(|target| target.title).collect();
        assert_eq!(found, titles(&site, "pear"), "in steps of {step}");
    }
}

#[test]
fn a_jump_survives_another_tree_between_its_steps() {
    let large = pages(&[("Pear", "/1"), ("Pear", "/2"), ("Pear", "/3"), ("Pear", "/4")]);
    let small = pages(&[("Pear", "/1")]);
    let mut view = view(&large);
    let mut scan = JumpScan::new("pear");
    for _ in 0..6 {
        scan.step(&mut view, large.map(), 2);
    }
    view.renew(None);
    view.refresh(small.map());
    while scan.step(&mut view, small.map(), 2) {}
    assert!(scan.targets(small.map()).len() <= 1);
}

#[test]
fn a_target_has_the_title_of_the_entry_above_it() {
    let mut site = bookmarks(
        "<bookmark href='/'><title>Start</title></bookmark>\
         <folder><title>Tools</title><folder><title>Hand tools</title>\
         <bookmark href='/spade'><title>Spade start</title></bookmark></folder></folder></xbel>",
    );
    site.finish();
    let found: Vec<_> = jump(&site, "start").into_iter().map(|target| (target.title, target.section)).collect();
    let expected = [("Start", ""), ("Spade start", "Hand tools")];
    assert_eq!(found, expected.map(|(title, section)| (title.to_owned(), section.to_owned())));
}
