//! Structure: long lists, cycles, shared lists, deep chains.

use std::fmt::Write;

use navibar::export::{self, Format};
use navibar::inspect::Outline;
use navibar::limits::{MAX_DIAGNOSTICS, MAX_EXPORT_BYTES, MAX_EXTRA_FILTERED_ROWS, MAX_MENU_ITEMS};
use navibar::site::Site;
use navibar::tree;
use navibar::view::TreeView;

use super::{NEGS, URL, codes, list, many, names, nns, page, quickly, read, survive};

#[test]
fn long_lists_and_many_statements_are_read_quickly() {
    let count = many(200_000);
    let mut pages = String::new();
    names("p", count).for_each(|name| page(&mut pages, &name, ""));
    survive("one long list", &nns(&list(names("p", count)), &pages));
    let mut numbered = String::from("<rdf:Seq>");
    for n in (1..=count).rev() {
        let _ = write!(numbered, "<rdf:_{n} rdf:resource='urn:p{}'/>", n - 1);
    }
    survive("a long list in reverse", &nns(&(numbered + "</rdf:Seq>"), &pages));
    let mut statements = String::from("<rdf:Description rdf:about='urn:sitemap:root'>");
    for n in 0..count {
        let _ = write!(statements, "<map:container rdf:resource='urn:p{n}'/>");
    }
    survive("many containers", &nns("<rdf:Seq/>", &(statements + "</rdf:Description>" + &pages)));
    let equal = "<rdf:_1 rdf:resource='urn:p1'/><rdf:_1 rdf:resource='urn:p2'/>".repeat(count / 2);
    survive("equal numbers", &nns(&format!("<rdf:Seq>{equal}</rdf:Seq>"), &pages));
}

#[test]
fn a_list_that_all_pages_share_is_read_quickly() {
    let count = many(40_000);
    let mut pages =
        format!("<rdf:Seq rdf:about='urn:list'>{}</rdf:Seq>", &list(names("p", count))["<rdf:Seq>".len()..])
            .replace("</rdf:Seq></rdf:Seq>", "</rdf:Seq>");
    names("p", count).for_each(|name| {
        page(&mut pages, &name, "<map:container rdf:resource='urn:list'/><map:embedded rdf:resource='urn:list'/>");
    });
    let site = survive("a shared list, without end", &nns("<rdf:Seq rdf:about='urn:list'/>", &pages));
    let outline = quickly("its outline", || Outline::new(&site));
    assert!(outline.is_cut);
    // Every page leads to every cell after its own.
    let mut cells = String::new();
    for n in 0..count {
        let _ = write!(
            cells,
            "<rdf:List rdf:about='urn:c{n}'><rdf:first rdf:resource='urn:p{n}'/><rdf:rest rdf:resource='urn:c{}'/></rdf:List>",
            n + 1
        );
        page(&mut cells, &format!("p{n}"), &format!("<map:container rdf:resource='urn:c{n}'/>"));
    }
    survive("a shared chain, without end", &nns("<rdf:Description rdf:about='urn:c0'/>", &cells));
}

#[test]
fn cycles_of_every_kind_are_survived() {
    let count = many(100_000);
    let mut ring = String::new();
    for n in 0..count {
        let next = list([format!("p{}", (n + 1) % count)].into_iter());
        let all = format!("<map:container>{next}</map:container><map:embedded>{next}</map:embedded>");
        page(&mut ring, &format!("p{n}"), &all);
    }
    let site = survive("a ring", &nns(&list(["p0".to_owned()].into_iter()), &ring));
    assert!(codes(&site).contains(&"cycle"));
    let count = count / 16;
    let mut cells = String::new();
    for n in 0..count {
        let _ = write!(
            cells,
            "<rdf:List rdf:about='urn:c{n}'><rdf:first rdf:resource='urn:p'/><rdf:rest rdf:resource='urn:c{}'/></rdf:List>",
            (n + 1) % count
        );
    }
    page(&mut cells, "p", "<map:container rdf:resource='urn:c5'/><map:container rdf:resource='urn:p'/>");
    survive("a ring of cells", &nns("<rdf:Description rdf:about='urn:c0'/>", &cells));
    let itself = "<rdf:Seq rdf:about='urn:l'><rdf:li rdf:resource='urn:l'/></rdf:Seq>\
                  <rdf:Description rdf:about='urn:l'><map:container rdf:resource='urn:l'/>\
                  <map:embedded rdf:resource='urn:l'/><rdf:rest rdf:resource='urn:l'/></rdf:Description>";
    survive("a list of itself", &nns("<rdf:Seq rdf:about='urn:l'/>", itself));
    // Every page is below every page.
    let everyone = list(names("p", 300));
    let mut clique = String::new();
    let inside = format!("<map:container>{everyone}</map:container><map:embedded>{everyone}</map:embedded>");
    names("p", 300).for_each(|name| page(&mut clique, &name, &inside));
    let site = survive("a clique, without end", &nns(&everyone, &clique));
    assert_eq!(site.diagnostics().len(), MAX_DIAGNOSTICS + 1);
    let (menu, left_out) = quickly("its menu", || tree::menu(site.map(), 5));
    assert!(menu.len() <= MAX_MENU_ITEMS && left_out > 0);
}

#[test]
fn a_chain_of_a_hundred_thousand_pages_is_read_and_expanded() {
    let count = 100_000;
    let mut chain = String::new();
    for n in 0..count {
        let below = list([format!("p{}", n + 1)].into_iter());
        page(&mut chain, &format!("p{n}"), &format!("<map:container>{below}</map:container>"));
    }
    page(&mut chain, &format!("p{count}"), "");
    let site = survive("a chain", &nns(&list(["p0".to_owned()].into_iter()), &chain));
    let map = site.map();
    let mut view = TreeView::default();
    quickly("opening all, and reading on", || {
        view.refresh(map);
        view.expand_all(map);
        assert_eq!(view.len(), count + 1);
        for _ in 0..10 {
            view.refresh(map);
            view.rows(map, view.len() - 50..view.len());
        }
    });
    quickly("the page at its end", || {
        let mut view = TreeView::default();
        view.refresh(map);
        view.set_current(Some(&format!("https://www.example.org/p{count}")));
        assert_eq!(view.reveal_current(map), Some(count));
    });
    quickly("its outline", || assert!(Outline::new(&site).is_cut));
    // The last page lists all pages above it.
    let mut back = String::new();
    page(&mut back, &format!("p{count}"), &format!("<map:container>{}</map:container>", list(names("p", count))));
    let chain = nns(&list(["p0".to_owned()].into_iter()), &(chain + &back));
    let site = read(&chain);
    let mut view = TreeView::default();
    quickly("a row whose children are all above it", || {
        view.refresh(site.map());
        view.set_current(Some(&format!("https://www.example.org/p{count}")));
        view.reveal_current(site.map());
        let rows = view.rows(site.map(), view.len() - 1..view.len());
        assert!(!rows[0].expandable);
    });
}

#[test]
fn a_flat_list_shows_quickly_while_it_arrives() {
    let count = many(200_000);
    for reversed in [false, true] {
        let mut pages = String::new();
        for n in 0..count {
            let order = if reversed { count - n } else { n + 1 };
            let _ = write!(
                pages,
                "<rdf:Seq rdf:about='urn:l'><rdf:_{order} rdf:resource='urn:{n}' dc:title='Page {n}'/></rdf:Seq>"
            );
        }
        let text = nns("<rdf:Seq rdf:about='urn:l'/>", &pages);
        let mut site = Site::default();
        site.begin(URL);
        let mut view = TreeView::default();
        quickly(&format!("streaming, reversed: {reversed}"), || {
            for chunk in text.as_bytes().chunks(text.len() / 60) {
                site.push(chunk);
                view.refresh(site.map());
                view.rows(site.map(), 0..50);
            }
        });
        site.finish();
        view.refresh(site.map());
        assert_eq!(view.len(), count);
    }
}

/// Each page lists two pages, and both list the same two: two hundred pages with 2^100 paths.
#[test]
fn a_tree_that_doubles_at_every_level_is_limited() {
    let mut pages = String::new();
    for n in 0..100 {
        let below = list([format!("a{}", n + 1), format!("b{}", n + 1)].into_iter());
        let inside = format!("<map:container>{below}</map:container><map:embedded>{below}</map:embedded>");
        page(&mut pages, &format!("a{n}"), &inside);
        page(&mut pages, &format!("b{n}"), &inside);
    }
    page(&mut pages, "a100", "");
    page(&mut pages, "b100", "");
    let site = survive("doubling, without end", &nns(&list(["a0".to_owned()].into_iter()), &pages));
    let map = site.map();
    let (menu, left_out) = quickly("its menu", || tree::menu(map, 5));
    assert!(!menu.is_empty() && left_out > 0);
    quickly("its last page", || {
        let mut view = TreeView::default();
        view.refresh(map);
        view.set_current(Some("https://www.example.org/a100"));
        assert_eq!(view.reveal_current(map), Some(100));
        assert!(view.len() < 300);
    });
    quickly("filtered", || {
        let mut view = TreeView::default();
        view.refresh(map);
        view.set_filter(map, "a100");
        assert!(view.len() <= MAX_EXTRA_FILTERED_ROWS + 1_000);
    });
    quickly("as a file", || {
        for format in [Format::Nns, Format::Negs, Format::Xbel] {
            let mut file = String::new();
            export::write(&site, format, &mut file).unwrap();
            assert!(!file.is_empty() && file.len() as u64 <= MAX_EXPORT_BYTES);
        }
    });
}

#[test]
fn cycles_of_parents_and_aliases_are_survived() {
    let count = 100_000;
    let mut ring = String::from(NEGS);
    for n in 0..count {
        let _ = write!(
            ring,
            "<url xml:id='p{n}' negs:childOf='p{}' negs:relatesTo='p{}'><loc>https://www.example.org/p{n}</loc></url>",
            (n + 1) % count,
            (n + 7) % count
        );
    }
    let site = survive("a ring of parents", &(ring + "</urlset>"));
    assert_eq!(site.map().pages(), count);
    let aliases: String =
        (0..count).map(|n| format!("<folder id='f{n}'><alias ref='f{}'/></folder>", (n + 1) % count)).collect();
    survive("a ring of aliases, without end", &format!("<xbel version='1.0'>{aliases}</xbel>"));
    let nested: String =
        (0..1_000).map(|n| format!("<folder id='f{n}'><alias ref='f0'/><alias ref='f{}'/>", n / 2)).collect();
    survive(
        "aliases of what they are in, without end",
        &format!("<xbel version='1.0'>{nested}{}</xbel>", "</folder>".repeat(1_000)),
    );
}
