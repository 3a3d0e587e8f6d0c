//! The cost of rows.

use super::{RDF, read};
use crate::support::work::work_of;
use navibar::limits::{MAX_EXTRA_EXPANDED_ROWS, MAX_TYPE_AHEAD_ROWS};
use navibar::view::{Order, TreeView};
use std::fmt::Write;
use std::time::Duration;

/// A list that shares its end with the lists of all other pages describes a tree of any size. Expanding everything makes a
/// limited number of rows beyond the pages and lists of the site. A typed letter searches only these rows.
#[test]
fn lists_with_a_common_end_make_a_limited_number_of_rows() {
    let document = |size: usize| {
        let mut text = format!("{RDF}><rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>");
        (0..size).for_each(|n| _ = write!(text, "<rdf:li rdf:resource='urn:p{n}'/>"));
        text += "</rdf:Seq></map:container></rdf:Description>";
        for n in 0..size {
            let _ = write!(
                text,
                "<rdf:List rdf:about='urn:t{n}'><rdf:first rdf:resource='urn:p{n}'/><rdf:rest rdf:resource='urn:t{}'/>\
                 </rdf:List><rdf:Description rdf:about='urn:p{n}' dc:title='{n}'><map:container rdf:resource='urn:t{}'/>\
                 </rdf:Description>",
                n + 1,
                n * 7_919 % size
            );
        }
        text + "</rdf:RDF>"
    };
    let [small, large] = [10_000, 40_000].map(|size| {
        let site = read(&document(size));
        let map = site.map();
        let open = || {
            let mut view = TreeView::default();
            view.refresh(map);
            view.expand_all(map);
            view
        };
        let view = open();
        assert!(view.is_cut() && view.len() <= 2 * map.len() + MAX_EXTRA_EXPANDED_ROWS, "{} rows", view.len());
        let mut view_of_siblings = TreeView::default();
        view_of_siblings.refresh(map);
        let first = view_of_siblings.rows(map, 0..1)[0].id;
        view_of_siblings.expand_siblings(map, first);
        assert!(view_of_siblings.len() <= 2 * map.len() + MAX_EXTRA_EXPANDED_ROWS, "{} rows", view_of_siblings.len());
        // A branch that stayed closed can still be opened.
        let closed = view.rows(map, 0..view.len()).into_iter().rev().find(|row| row.expandable && !row.expanded);
        let mut view = view;
        let before = view.len();
        view.expand(map, closed.unwrap().id);
        assert!(view.len() > before);
        (work_of(|| drop(open())), work_of(|| assert_eq!(view.type_ahead(map, 0, "zz"), None)))
    });
    println!("opening everything {:?}, then {:?}; a letter {:?}, then {:?}", small.0, large.0, small.1, large.1);
    assert!(large.0 < 10 * small.0, "opening everything: {:?}, four times as much {:?}", small.0, large.0);
    assert!(large.1 < 3 * small.1, "a letter: {:?}, four times as much {:?}", small.1, large.1);
}

/// A typed letter finds a row nearby. It searches only as many rows as a key press has time for.
#[test]
fn a_typed_letter_searches_a_limited_number_of_rows() {
    let count = MAX_TYPE_AHEAD_ROWS + 1_000;
    let mut text = format!("{RDF}><rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>");
    for n in 0..count {
        let title = if n % MAX_TYPE_AHEAD_ROWS == MAX_TYPE_AHEAD_ROWS - 1 { "found" } else { "x" };
        let _ = write!(text, "<rdf:li><rdf:Description dc:title='{title}'/></rdf:li>");
    }
    let site = read(&(text + "</rdf:Seq></map:container></rdf:Description></rdf:RDF>"));
    let mut view = TreeView::default();
    view.refresh(site.map());
    assert_eq!(view.len(), count);
    assert_eq!(view.type_ahead(site.map(), 0, "fo"), Some(MAX_TYPE_AHEAD_ROWS - 1));
    assert_eq!(view.type_ahead(site.map(), MAX_TYPE_AHEAD_ROWS, "fo"), None, "too far");
}

/// Stores and restores the expanded branches. Any number of them may have the same name and address.
#[test]
fn expanded_branches_with_equal_names_are_restored_quickly() {
    let below = "<map:container rdf:resource='p:1'/>";
    let end = "<rdf:Description rdf:about='p:1' dc:title='y' dc:identifier='/y'/></rdf:RDF>";
    let document = |entries: String, rest: &str| {
        let root = "<rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>";
        format!("{RDF}>{root}{entries}</rdf:Seq></map:container></rdf:Description>{rest}{end}")
    };
    let page = |n: usize, address: &str| {
        let address = address.replace('N', &n.to_string());
        format!("<rdf:li><rdf:Description dc:title='x' {address}>{below}</rdf:Description></rdf:li>")
    };
    let one = format!("<rdf:Description rdf:about='p:0' dc:title='x' dc:identifier='/x'>{below}</rdf:Description>");
    let count = 4_000;
    for (what, site) in [
        ("one page in many places", document("<rdf:li rdf:resource='p:0'/>".repeat(count), &one)),
        ("one address", document((0..count).map(|n| page(n, "dc:identifier='/x#N'")).collect(), "")),
        ("one title", document((0..count).map(|n| page(n, "")).collect(), "")),
    ] {
        let site = read(&site);
        let map = site.map();
        let mut view = TreeView::default();
        view.refresh(map);
        let opening = work_of(|| view.expand_all(map));
        assert_eq!(view.len(), 2 * count);
        let mut state = Vec::new();
        let describing = work_of(|| state = view.state(map, None, None));
        let mut again = TreeView::default();
        let restoring = work_of(|| {
            again = TreeView::default();
            again.restore(map, &state);
            again.refresh(map);
        });
        assert_eq!(again.len(), count + state.len(), "{what}: the stored branches are expanded again");
        println!("{what}: opening {opening:?}, describing {describing:?}, restoring {restoring:?}");
        assert!(describing + restoring < Duration::from_secs(2), "{what}: {describing:?}, {restoring:?}");
    }
}

/// Pages in one list, each with `inside`, where `N` is a page's number and `M` another's. `rest` is after them.
fn graph(count: usize, inside: &str, rest: impl Fn(usize) -> String) -> String {
    let mut text = format!("{RDF}><rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>");
    (0..count).for_each(|n| _ = write!(text, "<rdf:li rdf:resource='urn:p{n}'/>"));
    text += "</rdf:Seq></map:container></rdf:Description>";
    for n in 0..count {
        let inside = inside.replace('N', &n.to_string()).replace('M', &(n * 7_919 % count).to_string());
        let about =
            format!("rdf:about='urn:p{n}' dc:title='Page {}' dc:identifier='/{n}' dc:date='2020-01-01'", n % 10);
        let _ = write!(text, "<rdf:Description {about}>{inside}</rdf:Description>{}", rest(n));
    }
    text + "</rdf:RDF>"
}

/// Graphs that describe a tree of any size. The time for sorting, filtering and checking depends only on the number of their
/// pages and lists.
#[test]
fn shared_graphs_are_sorted_filtered_and_checked() {
    let list = |count: usize| {
        let members: String = (0..count).map(|n| format!("<rdf:li rdf:resource='urn:p{n}'/>")).collect();
        move |n| if n == 0 { format!("<rdf:Seq rdf:about='urn:l'>{members}</rdf:Seq>") } else { String::new() }
    };
    let end = |n: usize| {
        let first = format!("<rdf:first rdf:resource='urn:p{n}'/><rdf:rest rdf:resource='urn:t{}'/>", n + 1);
        format!("<rdf:List rdf:about='urn:t{n}'>{first}</rdf:List>")
    };
    let diamond = |count: usize| {
        let inside = "<map:container rdf:resource='urn:dN'/>";
        graph(count, inside, |n| {
            let members = format!("<rdf:li rdf:resource='urn:p{}'/><rdf:li rdf:resource='urn:p{}'/>", n + 1, n + 2);
            format!("<rdf:Seq rdf:about='urn:d{n}'>{members}</rdf:Seq>")
        })
    };
    type Make<'a> = &'a dyn Fn(usize) -> String;
    let kinds: [(&str, Make<'_>); 4] = [
        ("menus", &|count| graph(count, "<map:embedded rdf:resource='urn:l'/>", list(count))),
        ("lists", &|count| graph(count, "<map:container rdf:resource='urn:l'/>", list(count))),
        ("ends", &|count| graph(count, "<map:container rdf:resource='urn:tM'/>", end)),
        ("diamonds", &diamond),
    ];
    for (what, document) in kinds {
        let [small, large] = [2_000, 8_000].map(|size| {
            let site = read(&document(size));
            let map = site.map();
            let fresh = || {
                let mut view = TreeView::default();
                view.refresh(map);
                view
            };
            let order = |order: Order| work_of(|| fresh().set_order(map, order));
            let opened = work_of(|| {
                let mut view = fresh();
                view.expand_all(map);
                view.set_order(map, Order::Title);
            });
            [
                order(Order::Title),
                order(Order::Changed),
                opened,
                work_of(|| fresh().set_filter(map, "page 7")),
                work_of(|| drop(site.diagnostics())),
            ]
        });
        println!("{what}: {small:?}, four times as much {large:?}");
        for (pass, (small, large)) in
            ["by title", "by date", "sorted when open", "filter", "findings"].iter().zip(small.iter().zip(large))
        {
            assert!(large < 10 * *small + Duration::from_millis(1), "{what}, {pass}: {small:?}, then {large:?}");
        }
    }
}

/// The branches above the current page were compared with each other: those that were open before it was revealed, and the
/// others.
#[test]
fn revealing_a_page_below_many_open_branches() {
    let [small, large] = [20_000, 80_000].map(|levels| {
        let below = |child| {
            format!("<map:container><rdf:Seq><rdf:li rdf:resource='urn:p{child}'/></rdf:Seq></map:container></rdf:Description>")
        };
        let page = |page| format!("<rdf:Description rdf:about='urn:p{page}' dc:identifier='/p{page}'>{}", below(page + 1));
        let root = format!("<rdf:Description rdf:about='urn:sitemap:root'>{}", below(0));
        let end = format!("<rdf:Description rdf:about='urn:p{levels}' dc:identifier='/p{levels}'/></rdf:RDF>");
        let site = read(&format!("{RDF}>{root}{}{end}", (0..levels).map(page).collect::<String>()));
        let map = site.map();
        let mut view = TreeView::default();
        view.refresh(map);
        view.expand_all(map);
        view.set_current(Some(&format!("https://www.example.org/p{levels}")));
        view.reveal_current(map); // makes the indexes
        work_of(|| {
            let middle = view.rows(map, levels / 2..levels / 2 + 1)[0].id;
            view.collapse(middle);
            assert_eq!(view.reveal_current(map), Some(levels));
        })
    });
    println!("revealing: {small:?}, four times as much {large:?}");
    assert!(large < 10 * small, "revealing: {small:?}, four times as much {large:?}");
}
