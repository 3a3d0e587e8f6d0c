//! What a hostile site may send: nothing panics, recurses on depth, or takes time or memory out of proportion to the
//! bytes that were sent. The sizes are such that anything quadratic would take minutes.
#![allow(clippy::unwrap_used)]

#[path = "support/work.rs"]
mod work;

use navibar::export::{self, Format};
use navibar::limits::{
    MAX_DIAGNOSTICS, MAX_EXPORT_BYTES, MAX_FOUND_AGAIN, MAX_LATE_ERRORS, MAX_MENU_ITEMS, MAX_OUTLINE_NODES,
    MAX_SHOWN_DETAIL_BYTES, MAX_SHOWN_DETAILS, MAX_TOKEN_BYTES, MAX_VALUE_BYTES,
};
use navibar::outline::Outline;
use navibar::site::Site;
use navibar::tree;
use navibar::view::TreeView;
use std::fmt::Write;
use std::time::Duration;
use work::worked;

const URL: &str = "https://www.example.org/sitemap.rdf";
const HEAD: &str = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
                    xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>";
const CHUNK: usize = 64 << 10;

/// Many: fewer where the code is not optimised, so that the tests stay quick.
const fn many(count: usize) -> usize {
    if cfg!(debug_assertions) { count / 8 } else { count }
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
    let mut codes: Vec<_> = site.diagnostics().iter().map(|d| d.code).collect();
    codes.dedup();
    codes
}

/// Does something that must be quick; the limit leaves room for a slow machine without optimisation.
fn quickly<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = worked();
    let result = work();
    let took = worked() - begun;
    println!("{took:>9.3?} {what}");
    assert!(took < Duration::from_secs(60), "{what} takes {took:?}");
    result
}

/// Reads a document and does with it all that the sidebar and the command line do.
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
    // Up to the cap on rows, which takes its time where the code is not optimised.
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
fn a_million_nested_elements() {
    let text = HEAD.to_owned() + &"<rdf:Description><dc:relation>".repeat(500_000);
    assert!(codes(&survive("nested", &text)).contains(&"limit-depth"));
    let text = HEAD.to_owned() + "<rdf:Description><dc:title rdf:parseType='Literal'>" + &"<b>".repeat(1_000_000);
    assert!(codes(&survive("nested literal", &text)).contains(&"limit-depth"));
}

#[test]
fn ten_million_attributes() {
    let mut text = String::from(HEAD) + "<rdf:Description";
    for n in 0..1_000_000 {
        let _ = write!(text, " a{n}=''");
    }
    text += "/></rdf:RDF>";
    assert!(codes(&survive("attributes", &text)).contains(&"limit-token"));
    let mut text = String::from(HEAD);
    for _ in 0..2_000 {
        text += "<rdf:Description";
        for n in 0..200 {
            let _ = write!(text, " dc:a{n}=''");
        }
        text += "/>";
    }
    survive("many with many attributes", &(text + "</rdf:RDF>"));
}

#[test]
fn tokens_that_never_end() {
    for begin in ["x", "<a b='", "<a b='>", "<!--", "<![CDATA[", "<?p ", "&amp;", "]]>", "-- >"] {
        for filling in ["x", ">", "&", ";", "'>", "->", "]>", "?>x", "\u{e9}", "\u{feff}", "<", "&;", "\r"] {
            let text = format!("{HEAD}<rdf:Description><dc:title>{begin}{}", filling.repeat(many(400_000)));
            quickly(&format!("{begin} and {filling:?}"), || read_in(&text, 1 << 12));
        }
    }
    for filling in [">", "<!ENTITY a 'b'>", "<", "]", "'>", "<!-->", "[", "<?>"] {
        let text = format!("<!DOCTYPE a [{}", filling.repeat(many(200_000)));
        quickly(&format!("DOCTYPE and {filling:?}"), || read_in(&text, 1 << 12));
    }
}

#[test]
fn a_token_over_the_limit_is_one_however_it_is_cut() {
    let ends = [
        ("<dc:title>", "</dc:title>"),
        ("<dc:title a='", "'/>"),
        ("<!--", "-->"),
        ("<![CDATA[", "]]>"),
        ("<![", "]]>"),
    ];
    for (begin, end) in ends {
        for length in [MAX_TOKEN_BYTES - 1000, MAX_TOKEN_BYTES + 1000] {
            let text = format!("{HEAD}<rdf:Description>{begin}{}{end}</rdf:Description></rdf:RDF>", "x".repeat(length));
            let whole = codes(&read_in(&text, usize::MAX));
            assert_eq!(whole.contains(&"limit-token"), length > MAX_TOKEN_BYTES, "{begin} {length} {whole:?}");
            for chunk in [CHUNK, 1_000_003] {
                assert_eq!(codes(&read_in(&text, chunk)), whole, "{begin} {length} in chunks of {chunk}");
            }
        }
    }
}

#[test]
fn a_text_of_a_hundred_megabytes_is_not_kept() {
    let mut site = Site::default();
    site.begin(URL);
    site.push(HEAD.as_bytes());
    site.push(b"<rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Description><dc:title>");
    let piece = "title &amp; ".repeat(1 << 12);
    for _ in 0..(100 << 20) / piece.len() / if cfg!(debug_assertions) { 4 } else { 1 } {
        site.push(piece.as_bytes());
    }
    site.push(b"</dc:title></rdf:Description></map:container></rdf:Description></rdf:RDF>");
    site.finish();
    assert!(codes(&site).contains(&"limit-value"));
}

#[test]
fn long_lists_and_many_statements() {
    let count = 200_000;
    let mut pages = String::new();
    names("p", count).for_each(|name| page(&mut pages, &name, ""));
    survive("200,000 in one list", &nns(&list(names("p", count)), &pages));
    let mut numbered = String::from("<rdf:Seq>");
    for n in (1..=count).rev() {
        let _ = write!(numbered, "<rdf:_{n} rdf:resource='urn:p{}'/>", n - 1);
    }
    survive("200,000 in reverse", &nns(&(numbered + "</rdf:Seq>"), &pages));
    let mut statements = String::from("<rdf:Description rdf:about='urn:sitemap:root'>");
    for n in 0..count {
        let _ = write!(statements, "<map:container rdf:resource='urn:p{n}'/>");
    }
    survive("200,000 containers", &nns("<rdf:Seq/>", &(statements + "</rdf:Description>" + &pages)));
    let equal = "<rdf:_1 rdf:resource='urn:p1'/><rdf:_1 rdf:resource='urn:p2'/>".repeat(count / 2);
    survive("equal numbers", &nns(&format!("<rdf:Seq>{equal}</rdf:Seq>"), &pages));
}

#[test]
fn a_list_that_everyone_shares() {
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
fn circles_of_every_kind() {
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
    // Everyone below everyone.
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
fn a_chain_of_a_hundred_thousand_pages() {
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
    // At the end of the chain stands a list of all that is above it.
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
fn a_flat_list_shown_while_it_streams() {
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

#[test]
fn names_namespaces_bases_and_languages_without_end() {
    let mut text = String::from(HEAD);
    for n in 0..70_000 {
        let _ = write!(text, "<dc:e{n}/>");
    }
    assert!(codes(&survive("names", &(text + "</rdf:RDF>"))).contains(&"limit-names"));
    let mut text = String::from(HEAD);
    for n in 0..100_000 {
        let _ = write!(text, "<a{n}:b xmlns:a{n}='urn:namespace:{n}'/>");
    }
    assert!(codes(&survive("namespaces", &(text + "</rdf:RDF>"))).contains(&"limit-names"));
    let mut text = String::from(HEAD);
    for n in 0..5_000 {
        let _ = write!(text, "<a{n}:b xmlns:a{n}='urn:namespace:{}'><dc:x>", n % 7);
    }
    assert!(codes(&survive("namespaces in scope", &text)).contains(&"limit-namespaces"));
    let mut text = String::from(HEAD);
    for n in 0..100_000 {
        let _ = write!(text, "<rdf:Description xml:base='/{n}/' dc:identifier='x'/>");
    }
    survive("bases", &(text + "</rdf:RDF>"));
    let mut text = String::from(HEAD);
    for n in 0..200_000 {
        let _ = write!(text, "<rdf:Description xml:lang='x{n}' dc:title='x'/>");
    }
    survive("languages", &(text + "</rdf:RDF>"));
    let mut text = String::from(HEAD);
    for n in 0..100_000 {
        let _ = write!(text, "<rdf:Description rdf:nodeID='n{n}'/><rdf:Description rdf:ID='i{n}'/>");
    }
    survive("node identifiers", &(text + "</rdf:RDF>"));
}

/// A few bytes that refer to many must not be written out each time.
#[test]
fn nothing_is_blown_up() {
    let long = "x".repeat(1 << 20);
    let about = "<rdf:Description rdf:about='a' dc:identifier='b'/>".repeat(20_000);
    let text = format!("{HEAD}<rdf:Bag xml:base='http://h/{long}/'><dc:relation>{about}");
    survive("a long base", &text);
    let mut grown = String::from(HEAD);
    for n in 0..4_000 {
        let _ = write!(grown, "<rdf:Description xml:base='{n}{}/' rdf:about='x'><dc:relation>", "y".repeat(30));
    }
    survive("bases on bases", &grown);
    let markup = "<p:x/>".repeat(100_000);
    let text = format!(
        "{HEAD}<rdf:Description xmlns:p='urn:{long}'><dc:title rdf:parseType='Literal'>{markup}</dc:title></rdf:Description></rdf:RDF>"
    );
    assert!(codes(&survive("a long namespace in a literal", &text)).contains(&"limit-value"));
    let statements = "<p:x rdf:ID='a' rdf:resource='y'/>".repeat(20_000);
    let text = format!("{HEAD}<rdf:Description xmlns:p='urn:{long}'>{statements}</rdf:Description></rdf:RDF>");
    survive("a long namespace in statements", &text);
    let entity = "y".repeat(60_000);
    let text = format!(
        "<!DOCTYPE a [<!ENTITY e '{entity}'>]>{HEAD}<rdf:Description><dc:title>{}</dc:title></rdf:Description></rdf:RDF>",
        "&e;".repeat(1_000_000)
    );
    survive("an entity", &text);
    let titles =
        format!("<rdf:li><rdf:Description dc:identifier='javascript:' dc:title='{}'/></rdf:li>", &long[..60_000]);
    let site = survive("long titles", &nns(&format!("<rdf:Seq>{}</rdf:Seq>", titles.repeat(100)), ""));
    assert!(site.diagnostics().iter().all(|d| d.message.len() < 2_000));
    let name = format!("<rdf:Description rdf:ID='{long} '/><{long}/>");
    let site = read(&format!("{HEAD}{}</rdf:RDF>", name.repeat(8)));
    assert!(site.diagnostics().iter().all(|d| d.message.len() < 2_000));
}

#[test]
fn numbers_beyond_all_bounds() {
    let mut members = String::new();
    for n in ["4294967295", "4294967296", "99999999999", "2147483647", "2147483648", "0", "1", "-1", "1e9"] {
        let _ = write!(members, "<rdf:_{n} rdf:resource='urn:p{n}' dc:title='{n}'/>");
    }
    let site = survive("numbers", &nns(&format!("<rdf:Seq>{members}</rdf:Seq>"), ""));
    let outline = Outline::new(&site);
    let titles: Vec<&str> = outline.tree.iter().map(|node| node.title.as_str()).collect();
    assert_eq!(titles, ["0", "1", "4294967295", "4294967296", "99999999999", "2147483647", "2147483648"]);
}

/// Each page lists two, and both list the same two: two hundred pages, and more ways down than there are atoms.
#[test]
fn pages_that_double_at_every_level() {
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
        assert!(view.len() <= MAX_FOUND_AGAIN + 1_000);
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
fn the_same_identifier_again_and_again() {
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

#[test]
fn circles_of_parents_and_aliases() {
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

/// What is wrong with one byte, wherever the network cuts it, is the same, and ends nothing else.
#[test]
fn bytes_that_are_no_text_at_every_cut() {
    let bad: [&[u8]; 9] = [
        b"\xff",
        b"\xc3",
        b"\xc3\x28",
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xed\xa0\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xc0\xaf",
        b"\x80",
    ];
    for bad in bad {
        for place in ["a title", "a name", "an attribute"] {
            let (before, after) = match place {
                "a title" => ("<rdf:Description rdf:about='urn:x'><dc:title>T", "t</dc:title></rdf:Description>"),
                "a name" => ("<rdf:Description rdf:about='urn:x'><dc:ti", "tle>T</dc:title></rdf:Description>"),
                _ => ("<rdf:Description rdf:about='urn:x' dc:title='T", "t'/>"),
            };
            let text = nns(
                "<rdf:Seq><rdf:li rdf:resource='urn:x'/><rdf:li rdf:resource='urn:y'/></rdf:Seq>",
                "@<rdf:Description rdf:about='urn:y' dc:title='Y'/>",
            );
            let (head, tail) = text.split_once('@').unwrap();
            let bytes = [head.as_bytes(), before.as_bytes(), bad, after.as_bytes(), tail.as_bytes()].concat();
            let outcome = |cut: usize| {
                let mut site = Site::default();
                site.begin(URL);
                site.push(&bytes[..cut]);
                site.push(&bytes[cut..]);
                site.finish();
                (Outline::new(&site).to_text(true), site.diagnostics())
            };
            let whole = outcome(0);
            assert!(!whole.1.is_empty(), "{place}: {bad:x?} is found");
            for cut in head.len()..bytes.len() {
                assert_eq!(outcome(cut), whole, "{place}: {bad:x?} cut at {cut}");
            }
        }
    }
}

/// Titles that are long, empty for the eye, or full of what turns text around: they are cut, and cost no more than they are.
#[test]
fn titles_of_every_kind() {
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

#[test]
fn details_without_end() {
    let long = "\u{e9}".repeat(MAX_SHOWN_DETAIL_BYTES);
    let many = "<dc:subject>x</dc:subject>".repeat(200_000);
    let details = format!(
        "<rdf:li><rdf:Description dc:title='a'><dc:creator>{long}</dc:creator>{many}</rdf:Description></rdf:li>"
    );
    let site = read(&nns(&format!("<rdf:Seq>{details}</rdf:Seq>"), ""));
    let page = (0..site.map().len() as u32).find(|&page| site.map().title(page) == "a").unwrap();
    let shown = quickly("what is shown of its details", || site.shown_details(page));
    assert_eq!(
        (shown.len(), shown[0].0, shown[1].clone()),
        (MAX_SHOWN_DETAILS + 1, "creator", ("subject", "x".into()))
    );
    assert!(shown[0].1.len() <= MAX_SHOWN_DETAIL_BYTES + 3 && shown[0].1.ends_with("\u{e9}\u{2026}"));
    assert_eq!(shown[MAX_SHOWN_DETAILS], ("\u{2026}", "".into()));
}

#[test]
fn an_outline_of_pages_with_menus() {
    let count = 50_000;
    let mut pages = String::new();
    names("p", count).for_each(|name| page(&mut pages, &name, "<map:embedded rdf:resource='urn:p7'/>"));
    let site = read(&nns(&list(names("p", count)), &pages));
    let outline = quickly("50,000 menus", || Outline::new(&site));
    assert!(!outline.is_cut && count < MAX_OUTLINE_NODES);
}
