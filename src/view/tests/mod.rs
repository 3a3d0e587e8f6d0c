mod appended;
mod expansion;
mod filter;
mod current;
mod jump;
mod marks;
mod only_branch;
mod order;
mod painting;
mod pinned;
mod sections;
mod steps;

use crate::limits::{MAX_EXTRA_EXPANDED_ROWS, MAX_ROWS};
use crate::site::Site;
use crate::site_map::{Kind, SiteMap};
use crate::view::*;

const URL: &str = "https://www.example.org/sitemap.rdf";

/// Starts a document. Each line of `pages` is `name: members`. A page's title is its name in capitals.
fn site(pages: &str) -> Site {
    let mut site = Site::default();
    site.begin(URL);
    site.push(HEAD.as_bytes());
    push(&mut site, pages);
    site
}

const HEAD: &str = r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:map="http://www.oaklett.org/map/1.0#" xmlns:dc="http://purl.org/dc/elements/1.1/">"#;

/// Reads more pages, or more members of earlier pages.
fn push(site: &mut Site, pages: &str) {
    for line in pages.lines().filter(|line| !line.trim().is_empty()) {
        let (name, members) = line.split_once(':').unwrap_or((line, ""));
        let name = name.trim();
        let about = iri(name);
        let title = name.to_uppercase();
        let mut page = format!("<rdf:Description rdf:about='{about}' dc:title='{title}' dc:identifier='/{name}'>");
        page.push_str(&format!("<map:container rdf:resource='urn:l:{name}'/></rdf:Description>"));
        page.push_str(&format!("<rdf:Seq rdf:about='urn:l:{name}'>"));
        for member in members.split_whitespace() {
            let (n, member) = member.split_once('=').map_or(("li".to_owned(), member), |(n, m)| (format!("_{n}"), m));
            page.push_str(&format!("<rdf:{n} rdf:resource='{}'/>", iri(member)));
        }
        page.push_str("</rdf:Seq>");
        site.push(page.as_bytes());
    }
}

/// A derived tree of these paths.
fn listed(paths: &[&str]) -> Site {
    let mut site = Site::default();
    site.begin("https://www.example.org/sitemap.txt");
    paths.iter().for_each(|path| site.push(format!("https://www.example.org{path}\n").as_bytes()));
    site.finish();
    site
}

fn iri(name: &str) -> String {
    if name == "root" { "urn:sitemap:root".to_owned() } else { format!("urn:p:{name}") }
}

fn view(site: &Site) -> TreeView {
    let mut view = TreeView::default();
    view.refresh(site.map());
    view
}

/// Sets the order after reading all dates.
fn sort(view: &mut TreeView, site: &Site, order: Order) {
    view.set_order(site.map(), order);
    while view.prepare_order(site.map(), order, 100) {}
}

/// The rows as text: indented titles, with `+` for collapsed and `-` for expanded rows.
fn shown(view: &TreeView, site: &Site) -> Vec<String> {
    let rows = view.rows(site.map(), 0..view.len());
    rows.iter()
        .map(|row| {
            let mark = if row.expanded {
                "-"
            } else if row.expandable {
                "+"
            } else {
                ""
            };
            format!("{}{mark}{} {}/{}", " ".repeat(row.level as usize - 1), row.title, row.posinset, row.setsize)
        })
        .collect()
}

/// The id of the first row with this title.
fn id(view: &TreeView, site: &Site, title: &str) -> RowId {
    let rows = view.rows(site.map(), 0..view.len());
    rows.iter().find(|row| row.title == title).map(|row| row.id).expect("the row is shown")
}

/// The id of a row of the whole tree.
fn id_at(view: &TreeView, row: usize) -> RowId {
    view.id_in_whole(view.whole.row(row).expect("a row"))
}

#[test]
fn branches_expanded_at_once_collapse_one_by_one() {
    let site = site("root: a b\na: c d\nc: e\nd\ne\nb: f\nf");
    let map = site.map();
    for filter in ["", "/"] {
        let mut view = view(&site);
        view.set_filter(map, filter);
        view.expand_all(map);
        assert_eq!(shown(&view, &site), ["-A 1/2", " -C 1/2", "  E 1/1", " D 2/2", "-B 2/2", " F 1/1"]);
        view.collapse(id(&view, &site, "C"));
        assert_eq!(shown(&view, &site), ["-A 1/2", " +C 1/2", " D 2/2", "-B 2/2", " F 1/1"]);
        view.collapse(id(&view, &site, "A"));
        view.collapse(id(&view, &site, "B"));
        assert_eq!(shown(&view, &site), ["+A 1/2", "+B 2/2"]);
        view.expand(map, id(&view, &site, "A"));
        assert_eq!(shown(&view, &site), ["-A 1/2", " +C 1/2", " D 2/2", "+B 2/2"], "as it was");
    }
}

#[test]
fn branches_expand_and_collapse() {
    let site = site("root: a b\na: c d\nb\nc: e\nd\ne");
    let map = site.map();
    let mut view = view(&site);
    assert_eq!(shown(&view, &site), ["+A 1/2", "B 2/2"]);
    let a = id(&view, &site, "A");
    view.expand(map, a);
    assert_eq!(shown(&view, &site), ["-A 1/2", " +C 1/2", " D 2/2", "B 2/2"]);
    let c = id(&view, &site, "C");
    view.expand(map, c);
    let open = ["-A 1/2", " -C 1/2", "  E 1/1", " D 2/2", "B 2/2"];
    assert_eq!(shown(&view, &site), open);
    view.collapse(a);
    assert_eq!(shown(&view, &site), ["+A 1/2", "B 2/2"]);
    assert_eq!((view.row_of(c), view.parent(c), view.parent(a)), (None, Some(a), None));
    view.expand(map, a);
    assert_eq!(shown(&view, &site), open, "branches inside stay expanded");
    let version = view.version();
    view.expand(map, a);
    view.expand(map, id(&view, &site, "B"));
    view.expand(map, RowId(u32::MAX));
    view.collapse(RowId(u32::MAX));
    view.collapse(RowId(0));
    assert_eq!((shown(&view, &site), view.version()), (open.map(str::to_owned).to_vec(), version), "nothing changes");
}

#[test]
fn a_window_may_reach_beyond_the_rows() {
    let site = site("root: a b c\na\nb\nc");
    let view = view(&site);
    let titles = |range| -> Vec<String> { view.rows(site.map(), range).into_iter().map(|row| row.title).collect() };
    assert_eq!(titles(1..2), ["B"]);
    assert_eq!(titles(2..99), ["C"]);
    assert!(titles(7..99).is_empty() && titles(3..3).is_empty());
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = titles(2..1);
    assert!(reversed.is_empty());
}

#[test]
fn siblings_and_all_branches_expand() {
    let site = site("root: a b c\na: d\nb\nc: e\nd: f\ne\nf");
    let map = site.map();
    let mut view = view(&site);
    view.expand_siblings(map, id(&view, &site, "B"));
    assert_eq!(shown(&view, &site), ["-A 1/3", " +D 1/1", "B 2/3", "-C 3/3", " E 1/1"]);
    view.expand_all(map);
    assert_eq!(shown(&view, &site), ["-A 1/3", " -D 1/1", "  F 1/1", "B 2/3", "-C 3/3", " E 1/1"]);
    view.collapse_all();
    assert_eq!(shown(&view, &site), ["+A 1/3", "B 2/3", "+C 3/3"]);
    assert!(!view.is_cut());
}

#[test]
fn a_page_whose_address_is_no_link_is_not_a_heading() {
    let mut site = site("root: bad empty heading unknown page\npage");
    for (name, address) in [("bad", "dc:identifier='javascript:x'"), ("empty", "dc:identifier=''"), ("heading", "")] {
        site.push(format!("<rdf:Description rdf:about='{}' {address} dc:title='{name}'/>", iri(name)).as_bytes());
    }
    let view = view(&site);
    let rows = view.rows(site.map(), 0..view.len());
    let kinds: Vec<(&str, Kind, bool)> = rows.iter().map(|row| (&*row.title, row.kind, row.url.is_some())).collect();
    let expected = [
        ("bad", Kind::Page, false),
        ("empty", Kind::Page, false),
        ("heading", Kind::Heading, false),
        ("unknown", Kind::Page, false),
        ("PAGE", Kind::Page, true),
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn a_page_is_never_below_itself() {
    let site = site("root: a\na: b a\nb: a c root\nc: b");
    let mut view = view(&site);
    view.expand_all(site.map());
    assert_eq!(shown(&view, &site), ["-A 1/1", " -B 1/1", "  C 1/1"]);
}

#[test]
fn rows_keep_their_ids_while_more_is_read() {
    let mut site = site("root: 5=a 9=b\na: 5=c\nb\nc");
    let mut view = view(&site);
    let (a, b) = (id(&view, &site, "A"), id(&view, &site, "B"));
    view.expand(site.map(), a);
    let c = id(&view, &site, "C");
    push(&mut site, "root: 1=d 7=a 8=e\nd: 1=c\ne\na: 1=b 9=d");
    view.refresh(site.map());
    let rows = ["+D 1/5", "-A 2/5", " B 1/3", " C 2/3", " +D 3/3", "+A 3/5", "E 4/5", "B 5/5"];
    assert_eq!(shown(&view, &site), rows);
    assert_eq!((view.row_of(a), view.row_of(b), view.row_of(c)), (Some(1), Some(7), Some(3)));
}

#[test]
fn the_current_page_is_revealed_by_the_shortest_path() {
    let site = site("root: a b\na: c\nc: x\nb: x\nx");
    let map = site.map();
    let mut view = view(&site);
    assert_eq!(view.reveal_current(map), None, "there is no current page");
    view.set_current(Some("https://WWW.example.org/x/#part"));
    assert_eq!((view.current_row(map), view.reveal_current(map)), (None, Some(2)));
    assert_eq!(shown(&view, &site), ["+A 1/2", "-B 2/2", " X 1/1"]);
    let version = view.version();
    assert_eq!((view.reveal_current(map), view.version()), (Some(2), version), "it is visible already");
    view.set_current(Some("https://www.example.org/nowhere"));
    assert_eq!((view.current_row(map), view.reveal_current(map)), (None, None));
    view.set_current(Some("http://www.example.org/a/index.html"));
    assert_eq!(view.current_row(map), Some(0));
    assert!(view.rows(map, 0..1)[0].current);
}

/// Starts a site in a format that declares which branches are expanded at first (XBEL).
fn bookmarks(entries: &str) -> Site {
    let mut site = Site::default();
    site.begin(URL);
    site.push(format!("<xbel>{entries}").as_bytes());
    site
}

fn folder(title: &str, folded: &str, entries: &str) -> String {
    format!("<folder id='{title}' folded='{folded}'><title>{title}</title>{entries}</folder>")
}

#[test]
fn branches_expanded_at_first_stay_collapsed_once_collapsed() {
    let inner = folder("D", "no", "<bookmark href='/x'><title>X</title></bookmark>");
    let mut site = bookmarks(&folder("A", "no", &(folder("B", "yes", &inner) + &folder("C", "no", &inner))));
    let mut view = view(&site);
    assert_eq!(shown(&view, &site), ["-A 1/1", " +B 1/2", " -C 2/2", "  -D 1/1", "   X 1/1"]);
    view.expand(site.map(), id(&view, &site, "B"));
    let open = ["-A 1/1", " -B 1/2", "  -D 1/1", "   X 1/1", " -C 2/2", "  -D 1/1", "   X 1/1"];
    assert_eq!(shown(&view, &site), open);
    view.collapse(id(&view, &site, "D"));
    let c = id(&view, &site, "C");
    view.collapse(c);
    site.push(folder("E", "no", &inner).as_bytes());
    site.finish();
    view.refresh(site.map());
    let rows = ["-A 1/2", " -B 1/2", "  +D 1/1", " +C 2/2", "-E 2/2", " -D 1/1", "  X 1/1"];
    assert_eq!(shown(&view, &site), rows, "collapsed branches stay collapsed, new ones are expanded");
    view.expand(site.map(), c);
    assert_eq!(view.rows(site.map(), 4..6)[1].title, "X", "branches inside stay expanded");
}

#[test]
fn branches_expanded_at_first_are_expanded_in_every_operation() {
    let inner = folder("C", "no", "<bookmark href='/x'><title>X</title></bookmark>");
    let beside = folder("E", "no", "<separator/>");
    let below = folder("D", "yes", &(inner.clone() + &beside));
    let site = bookmarks(&(folder("A", "yes", &folder("B", "no", &inner)) + "<separator/>" + &below));
    let mut all = view(&site);
    all.expand_siblings(site.map(), id(&all, &site, "D"));
    assert_eq!(shown(&all, &site).len(), 3 + 3 + 4);
    let mut revealed = view(&site);
    revealed.set_current(Some("https://www.example.org/x"));
    assert_eq!(revealed.reveal_current(site.map()), Some(4), "by the shortest path");
    assert_eq!(shown(&revealed, &site)[1..].join(","), "\u{2026} 1/2,-D 2/2, -C 1/2,  X 1/1, -E 2/2,  \u{2026} 0/0");
}

#[test]
fn an_alias_shows_the_children_of_its_referent_but_no_ancestor() {
    let mut site = bookmarks(&(folder("A", "no", "<alias ref='B'/>") + &folder("B", "no", "<alias ref='A'/>")));
    site.push(b"<bookmark href='/x'><title>X</title></bookmark><alias ref='A'/></xbel>");
    site.finish();
    let mut view = view(&site);
    assert_eq!(shown(&view, &site), ["-A 1/4", " B 1/1", "-B 2/4", " A 1/1", "X 3/4", "+A 4/4"]);
    view.expand_all(site.map());
    assert_eq!(shown(&view, &site)[5..], ["-A 4/4".to_owned(), " B 1/1".to_owned()]);
}

#[test]
fn an_alias_that_becomes_an_alias_of_its_ancestor_disappears() {
    let mut site = site("root: a\na: b c d\nb\nc\nd");
    let mut view = view(&site);
    view.expand_all(site.map());
    assert_eq!(shown(&view, &site), ["-A 1/1", " B 1/3", " C 2/3", " D 3/3"]);
    let alias = "<navi:aliasOf xmlns:navi='http://navibar.oaklett.org/export/1.0#' rdf:resource='urn:p:a'/>";
    site.push(format!("<rdf:Description rdf:about='urn:p:c'>{alias}</rdf:Description></rdf:RDF>").as_bytes());
    site.finish();
    view.expand(site.map(), id(&view, &site, "A"));
    view.refresh(site.map());
    assert_eq!(shown(&view, &site), ["-A 1/1", " B 1/2", " D 2/2"]);
}

#[test]
fn a_host_in_capitals_is_the_same_page() {
    let mut site = Site::default();
    site.begin(URL);
    let page = "<rdf:Description dc:title='Home' dc:identifier='HTTPS://WWW.Example.ORG'/>";
    site.push(format!("{HEAD}<rdf:Description rdf:about='urn:sitemap:root'><map:container>{page}").as_bytes());
    site.push(b"</map:container></rdf:Description>");
    let mut view = view(&site);
    view.set_current(Some("https://www.example.org/index.html"));
    assert_eq!(view.current_row(site.map()), Some(0));
}

#[test]
fn revealing_finds_pages_read_since_the_last_refresh() {
    let mut site = site("root: a\na: b\nb");
    let mut view = view(&site);
    view.expand_all(site.map());
    push(&mut site, "a: 2=c\nc: d\nd");
    view.set_current(Some("https://www.example.org/d"));
    assert_eq!(view.reveal_current(site.map()), Some(3), "before any refresh");
    assert_eq!(shown(&view, &site), ["-A 1/1", " B 1/2", " -C 2/2", "  D 1/1"]);
}

/// A site with pages of these titles at the top level.
fn flat(titles: &[&str]) -> Site {
    let mut list = format!("{HEAD}<rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>");
    for title in titles {
        list.push_str(&format!("<rdf:li><rdf:Description dc:title='{title}'/></rdf:li>"));
    }
    let mut site = Site::default();
    site.begin(URL);
    site.push(list.as_bytes());
    site.push(b"</rdf:Seq></map:container></rdf:Description>");
    site
}

#[test]
fn typing_ahead_finds_titles_with_or_without_their_numbers() {
    let site = flat(&["1. User Manual", "9. Glossary", "3.1 \u{2013} Élan", "3D models", "2017", "🃏 Jokers", "2 1"]);
    let view = view(&site);
    let ahead = |text| view.type_ahead(site.map(), 0, text);
    assert_eq!((ahead("glo"), ahead("9. g"), ahead("user")), (Some(1), Some(1), Some(0)));
    assert_eq!((ahead("elan"), ahead("jo"), ahead("man")), (Some(2), Some(5), None));
    assert_eq!((ahead("3d"), ahead("d "), ahead("20")), (Some(3), None, Some(4)));
}

#[test]
fn typing_ahead_wraps_and_ignores_case_and_accents() {
    let site = flat(&["Apple", "Élan", "banana", "Band", "eclair", "Ændring"]);
    let view = view(&site);
    let ahead = |from, text| view.type_ahead(site.map(), from, text);
    assert_eq!(ahead(0, "b"), Some(2));
    assert_eq!(ahead(2, "b"), Some(3), "with one letter the search starts after the row");
    assert_eq!(ahead(3, "b"), Some(2), "the search wraps around");
    assert_eq!(ahead(2, "BAN"), Some(2), "with more letters the row itself counts");
    assert_eq!(ahead(2, "band"), Some(3));
    assert_eq!(ahead(0, "e"), Some(1));
    assert_eq!(ahead(1, "É"), Some(4));
    assert_eq!(ahead(0, "éCL"), Some(4));
    assert_eq!(ahead(0, "æ"), Some(5));
    assert_eq!(ahead(0, "a"), Some(0), "the only match is found again");
    assert_eq!((ahead(0, "x"), ahead(0, ""), ahead(99, "b")), (None, None, Some(2)));
    assert_eq!(TreeView::default().type_ahead(site.map(), 0, "a"), None);
}

#[test]
fn an_exponential_tree_costs_only_the_expanded_branches() {
    let mut pages = String::from("root: p0\n");
    for level in 0..30 {
        let next = format!("p{} ", level + 1).repeat(10);
        pages.push_str(&format!("p{level}: {next}\n"));
    }
    let site = site(&(pages + "p30"));
    let mut view = view(&site);
    for level in 0..30 {
        let id = id_at(&view, level);
        view.expand(site.map(), id);
    }
    assert_eq!((view.len(), view.whole.numbers()), (301, 302));
    view.set_current(Some("https://www.example.org/p30"));
    let mut revealed = TreeView::default();
    revealed.refresh(site.map());
    revealed.set_current(Some("https://www.example.org/p30"));
    assert_eq!(revealed.reveal_current(site.map()), Some(30));
    assert_eq!(revealed.whole.numbers(), 302);
}

#[test]
fn expanding_everything_stops_at_the_limit() {
    let mut pages = String::from("root: p0\n");
    for level in 0..30 {
        let next = format!("p{} ", level + 1).repeat(10);
        pages.push_str(&format!("p{level}: {next}\n"));
    }
    let site = site(&(pages + "p30"));
    let mut view = view(&site);
    view.expand_all(site.map());
    let once = view.whole.numbers();
    assert!(
        view.is_cut() && once > MAX_EXTRA_EXPANDED_ROWS && once < MAX_EXTRA_EXPANDED_ROWS + 2 * site.map().len(),
        "{once}"
    );
    // A second request expands more branches.
    view.expand_all(site.map());
    let twice = view.whole.numbers();
    assert!(view.is_cut() && view.len() < twice && twice > once && twice < MAX_ROWS, "{twice}");
}
