//! Filtered trees.

use super::*;
use crate::limits::{MAX_EXTRA_FILTERED_ROWS, MAX_TRAIL};

/// The titles shown, indented. `*` marks the matches.
fn found(view: &TreeView, site: &Site) -> Vec<String> {
    let rows = view.rows(site.map(), 0..view.len());
    let mark = |row: &Row| if row.highlights.is_empty() { "" } else { "*" };
    rows.iter().map(|row| format!("{}{}{}", " ".repeat(row.level as usize - 1), mark(row), row.title)).collect()
}

fn filtered(site: &Site, text: &str) -> TreeView {
    let mut view = view(site);
    view.set_filter(site.map(), text);
    view
}

#[test]
fn matches_are_shown_with_their_ancestors() {
    let site = site("root: fruit tools\nfruit: apple pear\napple: peel\npear\npeel\ntools: saw\nsaw: pea\npea");
    let view = filtered(&site, "PE");
    assert_eq!(found(&view, &site), ["FRUIT", " APPLE", "  *PEEL", " *PEAR", "TOOLS", " SAW", "  *PEA"]);
    assert_eq!(view.matches(), 3);
    let row = &view.rows(site.map(), 3..4)[0];
    assert_eq!((row.level, row.posinset, row.setsize, &*row.highlights), (2, 2, 2, &[(0, 2)][..]));
    assert!(!view.rows(site.map(), 1..2)[0].current);
    assert_eq!(found(&filtered(&site, "nothing"), &site), [""; 0]);
    assert_eq!(view.type_ahead(site.map(), 0, "p"), Some(2), "type-ahead searches the rows shown");
}

#[test]
fn all_words_count_in_any_order_in_title_and_address() {
    let mut site = bookmarks("<bookmark href='https://host/caf%C3%A9/menu?x=1'><title>Élan Vital</title></bookmark>");
    site.push(b"<bookmark href='http://other.host/'><title>Vital</title></bookmark>");
    site.finish();
    let count = |text: &str| filtered(&site, text).matches();
    for text in ["vital elan", "elan host/caf", "CAF\u{c9}/menu", "x=1", "https://host/caf%C3%A9/menu", "vit host elan"]
    {
        assert_eq!(count(text), 1, "{text}");
    }
    assert_eq!((count("vital"), count("host"), count("http"), count("elan other"), count("l v")), (2, 2, 0, 0, 2));
    assert_eq!(count("vitalhttp"), 0, "a word is not found across title and address");
    let own = bookmarks(
        "<bookmark href='https://www.example.org/menu'><title>Menu</title></bookmark>\
         <bookmark href='https://host/example'><title>Host</title></bookmark>",
    );
    let count = |text: &str| filtered(&own, text).matches();
    assert_eq!((count("example"), count("https://www.example.org/menu")), (1, 1), "the site's own name finds nothing");
}

#[test]
fn expanding_a_match_shows_all_its_children() {
    let site = site("root: a\na: bz\nbz: c dz e\nc: f\ndz\ne\nf");
    let map = site.map();
    let mut view = filtered(&site, "z");
    assert_eq!(shown(&view, &site), ["-A 1/1", " -BZ 1/1", "  DZ 1/1"]);
    let (a, bz, dz) = (id(&view, &site, "A"), id(&view, &site, "BZ"), id(&view, &site, "DZ"));
    view.collapse(bz);
    assert_eq!(shown(&view, &site), ["-A 1/1", " +BZ 1/1"]);
    view.expand(map, bz);
    let whole = ["-A 1/1", " -BZ 1/1", "  +C 1/3", "  DZ 2/3", "  E 3/3"];
    assert_eq!(shown(&view, &site), whole);
    assert_eq!((id(&view, &site, "DZ"), view.parent(dz), view.parent(bz)), (dz, Some(bz), Some(a)));
    view.expand(map, id(&view, &site, "C"));
    assert_eq!(shown(&view, &site)[3], "   F 1/1");
    view.refresh(map);
    assert_eq!(shown(&view, &site).len(), 6, "a branch that the user expanded stays expanded");
    view.collapse(a);
    view.expand(map, a);
    assert_eq!(shown(&view, &site).len(), 6, "branches inside stay expanded");
    view.collapse_all();
    assert_eq!(shown(&view, &site), ["+A 1/1"]);
    view.expand_all(map);
    assert_eq!(shown(&view, &site).len(), 6);
}

#[test]
fn matches_are_counted_and_rows_that_only_lead_to_them_are_marked() {
    let site = listed(&["/", "/rain/wind", "/rain/snow/rain", "/about"]);
    let every = filtered(&site, "/");
    assert_eq!((every.matches(), site.map().pages()), (4, 4), "all pages, without folders");
    let view = filtered(&site, "rain");
    assert_eq!(view.matches(), 2);
    let rows = view.rows(site.map(), 0..9);
    let only_leads_on = |title: &str| rows.iter().find(|row| row.title == title).map(|row| row.leads_on);
    assert_eq!(
        [only_leads_on("Rain"), only_leads_on("Snow"), only_leads_on("Wind")],
        [Some(false), Some(true), Some(false)]
    );
    let view = filtered(&site, "wind");
    let rows: Vec<(String, bool)> =
        view.rows(site.map(), 0..9).into_iter().map(|row| (row.title, row.leads_on)).collect();
    assert_eq!(rows, [("Rain".to_owned(), true), ("Wind".to_owned(), false)]);
    assert!(self::view(&site).rows(site.map(), 0..9).iter().all(|row| !row.leads_on));
}

#[test]
fn a_match_only_in_the_address_shows_that_part() {
    let found = |path: &str, text: &str| {
        let mut site = Site::default();
        site.begin("https://www.example.org/sitemap.rdf");
        site.push(HEAD.as_bytes());
        site.push(format!("<rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq><rdf:li><rdf:Description dc:title='Shop \u{1f600} Pear' dc:identifier='{path}'/></rdf:li></rdf:Seq></map:container></rdf:Description></rdf:RDF>").as_bytes());
        site.finish();
        let row = filtered(&site, text).rows(site.map(), 0..1).remove(0);
        row.address.map(|found| {
            let units: Vec<u16> = found.text.encode_utf16().collect();
            let part = |&(start, end): &(u32, u32)| String::from_utf16_lossy(&units[start as usize..end as usize]);
            (found.text.clone(), found.highlights.iter().map(part).collect::<Vec<_>>().join(" "))
        })
    };
    let some = |text: &str, marked: &str| Some((text.to_owned(), marked.to_owned()));
    assert_eq!(found("/fruit/green/", "pear"), None, "the title has it");
    assert_eq!(found("/fruit/green/", "fruit"), some("/fruit/green/", "fruit"));
    assert_eq!(found("/fruit/green-pear/", "pear green"), some("\u{2026}/green-pear/", "green"));
    assert_eq!(found("/a/long/path/that/leads/to/fruit/green", "green"), some("\u{2026}/green", "green"));
    assert_eq!(found("/a-long-name-without-end-green-x", "green"), some("\u{2026}-end-green-x", "green"));
    assert_eq!(found("/caf%C3%A9/%E2%82%AC", "cafe"), some("/caf\u{e9}/\u{20ac}", "caf\u{e9}"));
    assert_eq!(found("https://other.host/x", "other"), some("other.host/x", "other"));
    let long = found(&format!("/green/{}", "\u{e9}x".repeat(9_000)), "green").expect("it is found");
    assert_eq!(long.0.chars().count(), crate::limits::MAX_ADDRESS_PART);
    assert!(found(&format!("/{}/green", "x".repeat(9_000)), "green").is_none(), "the address is too long to search");
}

#[test]
fn a_match_in_the_address_does_not_show_if_a_title_above_has_the_word() {
    let page = "<bookmark href='/guide/install/'><title>Set it up</title></bookmark>";
    let mut site = bookmarks(&(folder("The guide", "no", &folder("First steps", "no", page)) + "</xbel>"));
    site.finish();
    let address = |text: &str| {
        let view = filtered(&site, text);
        view.rows(site.map(), 0..view.len()).pop().and_then(|row| row.address).map(|part| part.text)
    };
    assert_eq!(address("guide"), None);
    assert_eq!(address("steps up guide"), None, "words in several titles");
    assert_eq!(address("guide install"), Some("\u{2026}/install/".to_owned()));
}

#[test]
fn the_first_match_is_the_first_matching_page_with_a_link() {
    let first = |site: &Site, text: &str| {
        let view = filtered(site, text);
        view.first_match(site.map()).map(|row| view.rows(site.map(), row..row + 1)[0].title.clone())
    };
    // A page with children that matches only by its address comes before later matches.
    let tree = site("root: a\na: b\nb: c\nc");
    assert_eq!(first(&tree, "/b").as_deref(), Some("B"));
    let lists = listed(&["/rain/", "/rain/snow/one", "/wind/snow", "/wind"]);
    assert_eq!(first(&lists, "snow").as_deref(), Some("One"), "a folder has no link");
    let headings =
        bookmarks(&(folder("Fruit", "yes", &folder("Old fruit", "yes", "<bookmark href='/x'/>")) + "</xbel>"));
    assert_eq!(
        first(&headings, "old").as_deref(),
        Some("Fruit / Old fruit"),
        "a match without a link is better than none"
    );
    assert_eq!((first(&lists, "nothing"), view(&lists).first_match(lists.map())), (None, None));
    // Many rows come before the match.
    let deep: String = (0..200).map(|level| format!("/{level}")).collect();
    let mut deep: Vec<String> = (1..=200)
        .map(|end| format!("/x{}", &deep[..deep.match_indices('/').nth(end).map_or(deep.len(), |(at, _)| at)]))
        .collect();
    deep.push("/y/match".to_owned());
    let deep = listed(&deep.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(first(&deep, "match").as_deref(), Some("Match"));
}

#[test]
fn a_chain_of_folders_shares_one_row() {
    let site = listed(&["/2020/05/05/rain", "/2020/05/05/wind", "/2021/rain", "/2021/wind", "/x/y/z/wind", "/x/y"]);
    let map = site.map();
    let mut view = filtered(&site, "wind");
    let rows =
        ["-2020 / 05 / 05 1/3", " Wind 1/1", "-2021 2/3", " Wind 1/1", "-X 3/3", " -Y 1/1", "  -Z 1/1", "   Wind 1/1"];
    assert_eq!(shown(&view, &site), rows, "y is a page");
    let row = view.rows(map, 0..2);
    assert_eq!(
        (row[0].level, row[1].level, view.parent(row[0].id), view.parent(row[1].id)),
        (1, 2, None, Some(row[0].id))
    );
    // The row expands and collapses as one and keeps its id.
    view.collapse(row[0].id);
    assert_eq!(shown(&view, &site)[..2], ["+2020 / 05 / 05 1/3", "-2021 2/3"]);
    view.expand(map, row[0].id);
    assert_eq!(shown(&view, &site), rows);
    view.collapse_all();
    assert_eq!(shown(&view, &site), ["+2020 / 05 / 05 1/3", "+2021 2/3", "+X 3/3"]);
    view.expand_siblings(map, id(&view, &site, "2021"));
    assert_eq!(shown(&view, &site).len(), 6, "x was collapsed with all its descendants");
    assert_eq!((view.rows(map, 0..1)[0].id, view.row_of(row[1].id)), (row[0].id, Some(1)));
    view.collapse_all();
    view.expand_all(map);
    assert_eq!(shown(&view, &site), rows);
    // The current page may be a folder inside the row.
    view.collapse_all();
    view.set_current(Some("https://www.example.org/2020/05/"));
    assert_eq!(view.reveal_current(map), Some(0));
    assert!(view.rows(map, 0..1)[0].current);
    assert_eq!(view.type_ahead(map, 1, "202"), Some(1));
    assert_eq!(view.type_ahead(map, 1, "05"), Some(0), "each title in the row counts");
    // In the whole tree each folder has its own row.
    let id = view.reveal(map, row[1].id).expect("it is in the whole tree");
    view.set_filter(map, "");
    assert_eq!(shown(&view, &site)[..4], ["-2020 1/3", " -05 1/1", "  -05 1/1", "   Rain 1/2"]);
    assert_eq!(view.row_of(id), Some(4));
}

#[test]
fn folders_that_match_or_are_in_an_expanded_match_have_their_own_rows() {
    let site = listed(&["/a/b/c/rain", "/a/b/c/b/wind"]);
    let map = site.map();
    let view = filtered(&site, "b");
    assert_eq!(shown(&view, &site)[..2], ["-A / B 1/1", " -C 1/1"], "the child of a match has its own row");
    let mark = view.rows(map, 0..1).remove(0);
    assert_eq!((mark.highlights, mark.leads_on), (vec![(4, 5)], false));
    let leaves = "<bookmark href='/1'><title>M1</title></bookmark><bookmark href='/2'><title>Other</title></bookmark>";
    let site = bookmarks(&(folder("M", "yes", &folder("X", "yes", &folder("Y", "yes", leaves))) + "</xbel>"));
    let mut view = filtered(&site, "m");
    assert_eq!(shown(&view, &site), ["-M 1/1", " -X / Y 1/1", "  M1 1/1"]);
    let m = id(&view, &site, "M");
    view.collapse(m);
    view.expand(site.map(), m);
    assert_eq!(shown(&view, &site)[..3], ["-M 1/1", " -X 1/1", "  -Y 1/1"]);
}

#[test]
fn the_row_of_a_long_chain_names_its_last_folders() {
    let path: String = (0..30).map(|level| format!("/l{level}")).collect();
    let site = listed(&[&format!("{path}/wind")]);
    let view = filtered(&site, "win");
    let rows = view.rows(site.map(), 0..9);
    assert_eq!(rows.len(), 2);
    assert!(rows[0].title.starts_with("\u{2026} / L2") && rows[0].title.ends_with(" / L28 / L29"), "{}", rows[0].title);
    assert_eq!((rows[0].level, rows[1].level), (1, 2));
}

#[test]
fn removing_the_filter_restores_the_tree() {
    let site = site("root: a b\na: c d\nc: e\nb\nd\ne");
    let map = site.map();
    let mut view = view(&site);
    let a = id(&view, &site, "A");
    view.expand(map, a);
    let before = view.rows(map, 0..99);
    let version = view.version();
    view.set_filter(map, " /e ");
    assert_ne!(view.version(), version);
    let e = id(&view, &site, "E");
    assert_eq!((view.row_of(a), view.page(a).is_some(), view.row_of(e)), (None, true, Some(2)));
    view.collapse_all();
    view.expand_all(map);
    assert_eq!(view.reveal(map, e).and_then(|id| view.page(id)), view.page(e));
    view.collapse(before[1].id);
    view.set_filter(map, "");
    assert_eq!(view.page(e), None, "the rows of the filtered tree are gone");
    assert_eq!(shown(&view, &site), ["-A 1/2", " +C 1/2", " D 2/2", "B 2/2"]);
    let version = view.version();
    view.set_filter(map, "\t");
    assert_eq!((view.version(), view.matches(), view.rows(map, 0..99)), (version, 0, before));
}

#[test]
fn pages_read_while_filtering_are_found() {
    let mut site = site("root: a\na: z1\nz1");
    let mut view = filtered(&site, "z");
    let z1 = id(&view, &site, "Z1");
    push(&mut site, "root: 7=late\na: 5=z2\nz2\nz1: b\nb: z3");
    view.refresh(site.map());
    let rows = ["-A 1/1", " -Z1 1/2", "  -B 1/1", "   Z3 1/1", " Z2 2/2"];
    // Z3 is listed but not described yet, so its title comes from its IRI.
    assert_eq!(shown(&view, &site).join(",").to_uppercase(), rows.join(","));
    push(&mut site, "late: z4\nz4\nz3");
    view.refresh(site.map());
    assert_eq!((view.matches(), view.len(), id(&view, &site, "Z1")), (4, 7, z1));
    view.collapse(z1);
    push(&mut site, "z5\nz1: 9=z5");
    view.refresh(site.map());
    assert_eq!(shown(&view, &site)[1], " +Z1 1/2", "a branch that the user collapsed stays collapsed");
    assert_eq!(view.matches(), 5);
}

#[test]
fn changing_the_text_finds_the_same_as_setting_it_at_once() {
    let names: String = (0..300).map(|n| format!("p{n} ")).collect();
    let mut site = site(&format!("root: {names}"));
    push(&mut site, &names.replace(' ', "\n"));
    let mut view = view(&site);
    for text in ["p", "p1", "p12", "p123", "p12", "2 p1", "2 p1 3", "p123x", "p", "", "1"] {
        view.set_filter(site.map(), text);
        assert_eq!(shown(&view, &site), shown(&filtered(&site, text), &site), "{text}");
    }
}

#[test]
fn a_filter_may_be_set_before_indexing_is_complete() {
    let names: String = (0..300).map(|n| format!("p{n} ")).collect();
    let mut site = site(&format!("root: {names}"));
    push(&mut site, &names.replace(' ', "\n"));
    for ready in [0, 1, 150, 299, 1000] {
        let mut view = view(&site);
        assert_eq!(view.prepare_filter(site.map(), ready), ready < 300, "{ready}");
        view.set_filter(site.map(), "p12");
        assert_eq!(shown(&view, &site), shown(&filtered(&site, "p12"), &site), "{ready}");
    }
    // Pages read before or during the indexing are found.
    let mut view = filtered(&site, "z");
    push(&mut site, "root: z1 z2\nz1\nz2\nz3");
    view.refresh(site.map());
    while view.prepare_filter(site.map(), 100) {}
    assert_eq!(view.matches(), 2);
    view.set_filter(site.map(), "z1");
    assert!(!view.prepare_filter(site.map(), 100));
    push(&mut site, "root: z10 z11\nz10\nz11\nz3");
    view.refresh(site.map());
    assert_eq!(view.matches(), 3);
    view.set_filter(site.map(), "");
    push(&mut site, "root: z12\nz12");
    view.refresh(site.map());
    assert!(view.prepare_filter(site.map(), 100));
    push(&mut site, "root: z13\nz13");
    view.refresh(site.map());
    view.set_filter(site.map(), "z1");
    assert_eq!(view.matches(), 5);
}

#[test]
fn folders_and_aliases_match_but_separators_do_not() {
    let entries = folder("Fruit", "yes", "<bookmark id='m' href='/x'><title>Melon</title></bookmark><separator/>");
    let mut site = bookmarks(&(entries + "<separator/><alias ref='m'/><alias ref='Fruit'/>"));
    site.push(b"</xbel>");
    site.finish();
    let view = filtered(&site, "melon");
    assert_eq!(found(&view, &site), ["Fruit", " *Melon", "*Melon", "Fruit", " *Melon"]);
    assert_eq!(view.matches(), 1, "one page in several places");
    let mut view = filtered(&site, "fruit");
    assert_eq!(shown(&view, &site), ["+Fruit 1/2", "+Fruit 2/2"]);
    assert_eq!(view.matches(), 0, "a folder does not count as a page");
    view.expand(site.map(), id(&view, &site, "Fruit"));
    assert_eq!(shown(&view, &site)[1..3], [" Melon 1/1".to_owned(), " \u{2026} 1/1".to_owned()]);
}

#[test]
fn a_match_is_not_shown_below_itself() {
    let site = site("root: z\nz: a b\na: z\nb: c\nc: z b");
    let view = filtered(&site, "z");
    assert_eq!(shown(&view, &site), ["+Z 1/1"], "branches that only lead back are hidden until the match is expanded");
    assert_eq!(view.matches(), 1);
}

#[test]
fn the_current_page_is_revealed_in_the_filtered_tree() {
    let site = site("root: a b\na: z1\nb: c\nz1\nc: z2\nz2");
    let mut view = filtered(&site, "z");
    view.set_current(Some("https://www.example.org/z2"));
    view.collapse_all();
    assert_eq!((view.current_row(site.map()), view.reveal_current(site.map())), (None, Some(3)));
    view.set_current(Some("https://www.example.org/b"));
    assert_eq!(view.reveal_current(site.map()), Some(1));
    view.set_filter(site.map(), "z1");
    assert_eq!(view.reveal_current(site.map()), None, "a page that does not match stays hidden");
}

/// A tree of 30 levels. Each level lists the same page ten times.
fn exponential() -> Site {
    let mut pages = String::from("root: p0\n");
    for level in 0..30 {
        let next = format!("p{} ", level + 1).repeat(10);
        pages.push_str(&format!("p{level}: {next}\n"));
    }
    site(&(pages + "p30"))
}

#[test]
fn hostile_filters_and_trees_are_bounded() {
    let site = exponential();
    let map = site.map();
    let mut view = view(&site);
    view.expand(map, id(&view, &site, "P0"));
    let tree = shown(&view, &site);
    view.set_filter(map, "p3 0");
    while view.refresh_more(map) {}
    let most = map.pages() + MAX_EXTRA_FILTERED_ROWS + 100;
    let found = |view: &TreeView| view.filter.branches.numbers();
    assert!(!view.is_cut() && view.whole.numbers() < 20);
    assert!((most / 2..most).contains(&found(&view)), "{}", found(&view));
    assert_eq!(view.matches(), 1);
    // Branches that stayed collapsed can be expanded.
    let (rows, before) = (view.rows(map, 0..view.len()), found(&view));
    let closed = rows.iter().find(|row| row.expandable && !row.expanded).expect("a closed branch");
    view.expand(map, closed.id);
    assert!(view.len() > rows.len() && (before..before + most).contains(&found(&view)));
    view.set_filter(map, "p3");
    view.set_filter(map, "p0");
    assert_eq!((shown(&view, &site).join(","), view.matches(), view.is_cut()), ("+P0 1/1".into(), 1, false));
    for text in ["x".repeat(1_000_000), (0..10_000).map(|n| format!("{n} ")).collect(), "\u{301}".repeat(9_999)] {
        view.set_filter(map, &text);
        assert!(view.matches() == 0 && !view.is_cut());
    }
    view.set_filter(map, "");
    assert_eq!(shown(&view, &site), tree);
    TreeView::default().set_filter(&SiteMap::default(), "a");
}

#[test]
fn a_long_chain_is_searched_and_its_state_is_stored_up_to_the_limit() {
    let chain: String = (0..20_000).map(|n| format!("c{n}: c{}\n", n + 1)).collect();
    let site = site(&format!("root: c0\n{chain}c20000"));
    let map = site.map();
    let mut view = filtered(&site, "c20000");
    assert_eq!((view.len(), view.matches()), (20_001, 1));
    view.set_current(Some("https://www.example.org/c20000"));
    assert_eq!((view.trail(map).len(), view.reveal_current(map)), (MAX_TRAIL, Some(20_000)));
    assert!(view.neighbour(map, Neighbour::Previous).is_some_and(|url| url.ends_with("/c19999")));
    view.set_filter(map, "");
    assert_eq!(view.reveal_current(map), Some(20_000));
    let state = view.state(map, None, None);
    assert_eq!(state.len(), crate::limits::MAX_STATE_ENTRIES);
    let mut restored = self::view(&site);
    restored.restore(map, &state);
    assert_eq!(restored.len(), state.len() + 1);
}
