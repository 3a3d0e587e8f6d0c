//! Input of a hostile site: nothing panics, recurses on depth, or takes more time and memory than its bytes justify. The
//! sizes are so large that quadratic work would take minutes.

mod bookmarks;
mod markup;
mod structure;

use crate::support::work::worked;
use navibar::inspect::Outline;
use navibar::limits::{MAX_DIAGNOSTICS, MAX_LATE_ERRORS, MAX_OUTLINE_NODES, MAX_SHOWN_DETAIL_BYTES, MAX_VALUE_BYTES};
use navibar::site::Site;
use navibar::tree;
use navibar::view::TreeView;
use std::fmt::Write;
use std::time::Duration;

const URL: &str = "https://www.example.org/sitemap.rdf";
const HEAD: &str = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
                    xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>";
const CHUNK: usize = 64 << 10;

/// A smaller count without optimisation, so that the tests stay fast.
const fn many(count: usize) -> usize {
    if cfg!(debug_assertions) { count / 16 } else { count }
}

/// Reads a document as it arrives from the network.
fn read(text: &str) -> Site {
    read_in(text, CHUNK)
}

fn read_in(text: &str, chunk: usize) -> Site {
    let mut site = Site::default();
    site.begin(URL);
    for chunk in text.as_bytes().chunks(chunk) {
        site.push(chunk);
    }
    site.finish();
    site
}

fn codes(site: &Site) -> Vec<&'static str> {
    let mut codes: Vec<_> = site.diagnostics().iter().map(|d| d.code.name()).collect();
    codes.dedup();
    codes
}

/// Does some work that must be fast. The limit leaves room for a slow machine without optimisation.
fn quickly<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = worked();
    let result = work();
    let took = worked() - begun;
    println!("{took:>9.3?} {what}");
    assert!(took < Duration::from_secs(60), "{what} takes {took:?}");
    result
}

/// Reads a document, and does everything with it that the sidebar and the command line do.
fn survive(what: &str, text: &str) -> Site {
    let site = quickly(&format!("{what}: reading {} KB", text.len() >> 10), || read(text));
    let map = site.map();
    let mut view = TreeView::default();
    quickly(&format!("{what}: the view"), || {
        view.refresh(map);
        view.set_current(Some("https://www.example.org/nowhere"));
        assert_eq!(view.reveal_current(map), None);
        view.rows(map, 0..100);
        if let Some(row) = view.rows(map, 0..1).first() {
            view.expand_siblings(map, row.id);
            view.collapse_all();
            view.expand(map, row.id);
            tree::menu(map, view.page(row.id).unwrap());
        }
        view.refresh(map);
        view.rows(map, 0..100);
        view.type_ahead(map, 0, "nothing like it");
    });
    // Expanding everything up to the limit of rows takes too long without optimisation.
    if cfg!(debug_assertions) && what.contains("without end") {
        return site;
    }
    quickly(&format!("{what}: everything open"), || {
        view.expand_all(map);
        view.refresh(map);
        let end = view.len();
        view.rows(map, end.saturating_sub(100)..end);
        view.reveal_current(map);
        view.collapse_all();
    });
    site
}

fn page(out: &mut String, name: &str, inside: &str) {
    let _ = write!(
        out,
        "<rdf:Description rdf:about='urn:{name}' dc:title='{name}' dc:identifier='/{name}'>{inside}</rdf:Description>"
    );
}

fn nns(top: &str, rest: &str) -> String {
    format!(
        "{HEAD}<rdf:Description rdf:about='urn:sitemap:root'><map:container>{top}</map:container></rdf:Description>\
         {rest}</rdf:RDF>"
    )
}

fn list(members: impl Iterator<Item = String>) -> String {
    let mut list = String::from("<rdf:Seq>");
    for member in members {
        let _ = write!(list, "<rdf:li rdf:resource='urn:{member}'/>");
    }
    list + "</rdf:Seq>"
}

fn names(prefix: &str, count: usize) -> impl Iterator<Item = String> {
    let prefix = prefix.to_owned();
    (0..count).map(move |n| format!("{prefix}{n}"))
}

#[test]
fn member_numbers_out_of_range_are_survived() {
    let mut members = String::new();
    for n in ["4294967295", "4294967296", "99999999999", "2147483647", "2147483648", "0", "1", "-1", "1e9"] {
        let _ = write!(members, "<rdf:_{n} rdf:resource='urn:p{n}' dc:title='{n}'/>");
    }
    let site = survive("numbers", &nns(&format!("<rdf:Seq>{members}</rdf:Seq>"), ""));
    let outline = Outline::new(&site);
    let titles: Vec<&str> = outline.tree.iter().map(|node| node.title.as_str()).collect();
    assert_eq!(titles, ["0", "1", "4294967295", "4294967296", "99999999999", "2147483647", "2147483648"]);
}

#[test]
fn a_repeated_identifier_is_read_quickly() {
    let count = 200_000;
    let nns_twice =
        format!("<rdf:Description rdf:ID='a' rdf:nodeID='b' dc:title='x'/>{}", "<rdf:Bag rdf:ID='a'/>".repeat(count));
    let site = survive("one rdf:ID", &nns("<rdf:Seq/>", &nns_twice));
    assert!(site.diagnostics().len() <= MAX_DIAGNOSTICS + MAX_LATE_ERRORS + 1);
    let entry = "<url xml:id='a' negs:childOf='a'><loc>https://www.example.org/a</loc></url>";
    let negs = format!("{NEGS}{}</urlset>", entry.repeat(count));
    survive("one xml:id", &negs);
    let bookmark = "<bookmark id='a' href='/a'/><alias ref='a'/><folder id='a'/>";
    survive("one id", &format!("<xbel version='1.0'>{}</xbel>", bookmark.repeat(count / 2)));
}

const NEGS: &str = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
                    xmlns:negs='http://navibar.oaklett.org/negs/1.0#'>";

/// Titles that are long, invisible, or full of direction marks. They are cut, and cost no more than their size.
#[test]
fn titles_of_every_kind_are_cut_and_not_empty() {
    let long = "é".repeat(1 << 20);
    for title in [
        &*long,
        "\u{202e}gpj.exe\u{2066}",
        "\u{200b}\u{feff}",
        "&#x202e;&#x1;&#0;&#xffff;",
        "a&#10;&#9;b",
        "<![CDATA[<b>x</b>]]>",
    ] {
        let nns = nns(
            "<rdf:Seq><rdf:li rdf:resource='urn:x'/></rdf:Seq>",
            &format!(
                "<rdf:Description rdf:about='urn:x'><dc:title>{title}</dc:title><dc:identifier>/x</dc:identifier></rdf:Description>"
            ),
        );
        let xbel = format!(
            "<xbel version='1.0'><bookmark href='https://www.example.org/x'><title>{title}</title></bookmark></xbel>"
        );
        for text in [nns, xbel] {
            let site = read(&text);
            let mut view = TreeView::default();
            view.refresh(site.map());
            let rows = view.rows(site.map(), 0..9);
            let Some(row) = rows.first() else { continue };
            assert!(
                row.title.len() <= MAX_VALUE_BYTES && !row.title.trim().is_empty(),
                "{:?}",
                &row.title[..row.title.floor_char_boundary(40)]
            );
            assert!(!row.title.contains(['\0', '\u{1}']));
        }
    }
}

/// A row without visible text could be clicked by mistake. Fonts ignore some characters, and two blank ones count as a letter
/// and a symbol.
#[test]
fn a_title_that_shows_nothing_is_not_a_title() {
    for title in
        ["\u{200b}\u{200b}", "\u{3164}", "\u{2800} \u{2800}", "\u{ad}", "\u{200e}\u{e0041}", "&#xfeff;&#x2060;"]
    {
        let described = format!(
            "<rdf:li><rdf:Description dc:title='{title}' dc:identifier='/moss'/></rdf:li>\
             <rdf:li><rdf:Description dc:title='{title}' dc:identifier='/%E3%85%A4'/></rdf:li>"
        );
        let xbel = format!(
            "<xbel version='1.0'><bookmark href='https://www.example.org/moss'><title>{title}</title></bookmark>\
             <bookmark href='https://www.example.org/%E3%85%A4'><title>{title}</title></bookmark></xbel>"
        );
        let nns = nns(&format!("<rdf:Seq>{described}</rdf:Seq>"), "");
        let of_bookmarks = ["www.example.org / Moss", "www.example.org / \u{3164}"];
        for (text, expected) in [(nns, ["moss", "\u{2026}"]), (xbel, of_bookmarks)] {
            let site = read(&text);
            let mut view = TreeView::default();
            view.refresh(site.map());
            let rows: Vec<String> = view.rows(site.map(), 0..9).into_iter().map(|row| row.title).collect();
            assert_eq!(rows, expected, "{title:?}");
        }
    }
}

#[test]
fn shown_details_are_limited() {
    let long = "\u{e9}".repeat(MAX_SHOWN_DETAIL_BYTES);
    let many = "<dc:subject>x</dc:subject>".repeat(200_000);
    let details = format!(
        "<rdf:li><rdf:Description dc:title='a'><dc:creator>{long}</dc:creator>{many}</rdf:Description></rdf:li>"
    );
    let site = read(&nns(&format!("<rdf:Seq>{details}</rdf:Seq>"), ""));
    let page = (0..site.map().len() as u32).find(|&page| site.map().title(page) == "a").unwrap();
    let shown = quickly("what is shown of its details", || site.map().shown_details(page));
    // 200 and the ellipsis: more are taller than any screen.
    assert_eq!((shown.len(), shown[0].0, shown[1].clone()), (201, "creator", ("subject", "x".into())));
    assert!(shown[0].1.len() <= MAX_SHOWN_DETAIL_BYTES + 3 && shown[0].1.ends_with("\u{e9}\u{2026}"));
    assert_eq!(shown[200], ("\u{2026}", "".into()));
}

#[test]
fn an_outline_of_50_000_pages_with_menus_is_made_quickly() {
    let count = 50_000;
    let mut pages = String::new();
    names("p", count).for_each(|name| page(&mut pages, &name, "<map:embedded rdf:resource='urn:p7'/>"));
    let site = read(&nns(&list(names("p", count)), &pages));
    let outline = quickly("50,000 menus", || Outline::new(&site));
    assert!(!outline.is_cut && count < MAX_OUTLINE_NODES);
}
