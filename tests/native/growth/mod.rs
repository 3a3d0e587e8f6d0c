//! Documents whose cost once grew faster than their bytes. Each one is compared with a smaller document of the same kind, or
//! with a harmless document of the same size. The speed of the machine therefore does not matter.

mod rows;

use crate::support::work::{work_of, works_of};
use navibar::findings::FindingCode;
use navibar::inspect::Outline;
use navibar::limits::{MAX_MENU_ITEMS, MAX_NAMESPACES, MAX_OUTLINE_BYTES};
use navibar::page_facts::{self, FactEntry, FactMenu, PageFacts};
use navibar::session::Session;
use navibar::site::Site;
use navibar::site_map::{NodeId, Relation};
use navibar::tree;
use std::fmt::Write;
use std::time::Duration;

const URL: &str = "https://www.example.org/sitemap.xml";
const RDF: &str = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
                   xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'";
const URLSET: &str = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:i='urn:i' \
                      xmlns:dc='http://purl.org/dc/elements/1.1/'>";
const DIWOO: &str = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
                     xmlns:d='https://standaarden.overheid.nl/diwoo/metadata/'>";

fn read(document: &str) -> Site {
    let mut site = Site::default();
    site.begin(URL);
    document.as_bytes().chunks(64 << 10).for_each(|chunk| site.push(chunk));
    site.finish();
    site
}

fn has(site: &Site, code: FindingCode) -> bool {
    site.diagnostics().iter().any(|finding| finding.code == code)
}

/// Checks that four times the input is at most ten times the work. Quadratic work would be sixteen times.
fn grows_linearly(what: &str, size: usize, document: impl Fn(usize) -> String) {
    let [small, large] = [size, 4 * size].map(|size| {
        let document = document(size);
        work_of(|| drop(read(&document)))
    });
    println!("{what}: {small:?}, four times as much {large:?}");
    assert!(large < 10 * small, "{what}: {small:?}, four times as much {large:?}");
}

/// Checks that a hostile document takes at most `times` the work of a harmless one of its size.
fn costs_as_much(what: &str, times: u32, hostile: &str, harmless: &str) {
    assert!(harmless.len() * 5 > hostile.len() * 4 && hostile.len() * 5 > harmless.len() * 4, "{what}: sizes differ");
    let [hostile, harmless] = works_of([&mut || drop(read(hostile)), &mut || drop(read(harmless))]);
    println!("{what}: {hostile:?}, harmless {harmless:?}");
    assert!(hostile < times * harmless, "{what}: {hostile:?}, harmless {harmless:?}");
}

/// Texts that had the same native hash before hashes had a key, because the words in the middle cancel out.
fn same_hash(start: &str, undo: &str, number: u32) -> String {
    let mixed = number.wrapping_mul(2_654_435_761);
    format!("{start}{mixed:08x}{:08x}{undo}{mixed:08x}", mixed ^ 1)
}

#[test]
fn chosen_names_and_addresses_have_different_hashes() {
    let nns = |undo: &str| {
        let mut text = format!("{RDF}><rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>");
        for n in 0..10_000 {
            let _ = write!(text, "<rdf:li rdf:resource='{}'/>", same_hash("urn:28mfowjvbgoz", undo, n));
        }
        text + "</rdf:Seq></map:container></rdf:Description></rdf:RDF>"
    };
    costs_as_much("identifiers", 3, &nns("2JUfI4jD"), &nns("ZZZZZZZZ"));
    let urlset = |undo: &str| {
        let mut text = String::from(URLSET);
        for n in 0..10_000 {
            let _ = write!(text, "<url><loc>https://{}</loc></url>", same_hash("e.example/ld24jm", undo, n));
        }
        text + "</urlset>"
    };
    costs_as_much("addresses", 3, &urlset("3-u5fs1s"), &urlset("ZZZZZZZZ"));
}

/// A sitemap of some pages with this text in each entry. The number of elements in an entry is limited.
fn entries(head: &str, count: usize, inside: impl Fn(usize) -> String) -> String {
    let entry = |n: usize| format!("<url><loc>https://h/{n}</loc>{}</url>\n", inside(n));
    format!("{head}{}</urlset>", (0..count).map(entry).collect::<String>())
}

#[test]
fn nested_bases_are_read_in_linear_time() {
    let document = |size: usize| {
        let start = format!("<a xml:base='{}/'>", "x".repeat(40)).repeat(size);
        let inside = format!("{start}{}{}", "<d:isPartOf resource='p'/>".repeat(size), "</a>".repeat(size));
        entries(DIWOO, 2, |_| format!("<d:Document><d:DiWoo>{inside}</d:DiWoo></d:Document>"))
    };
    grows_linearly("bases in bases", 1_000, document);
    assert!(has(&read(&document(100)), FindingCode::LimitBase));
}

#[test]
fn wrong_end_tags_are_read_in_linear_time() {
    // Each end tag without an element would be compared with every open one.
    grows_linearly("end tags without elements", 2_000, |size| {
        format!("{URLSET}<url>{}{}</url></urlset>", "<i:a>".repeat(size), "</i:b>".repeat(20 * size))
    });
    grows_linearly("elements without end tags", 5_000, |size| {
        format!("{URLSET}{}</urlset>", "<url><loc>https://h/a<lastmod>2026<a-long-name-without-end>".repeat(size))
    });
    grows_linearly("addresses in one entry", 500, |size| {
        let base = format!("<loc xml:base='{}/'>", "x".repeat(40));
        entries(URLSET, 2, |_| (0..size).map(|n| format!("{base}{n}</loc>")).collect())
    });
    grows_linearly("entries in entries", 5_000, |size| {
        format!("{URLSET}{}{}</urlset>", "<url><loc>https://h/a</loc>".repeat(size), "</url>".repeat(size))
    });
}

#[test]
fn open_quotation_marks_are_read_in_linear_time() {
    // The mark after an open one is looked for again in each tag that is read.
    let entries = "<url b=\"c><loc>https://h/a</loc></url><url b='c><loc d=\"e>https://h/b</loc></url>";
    grows_linearly("open quotation marks", 2_000, |size| format!("{URLSET}{}</urlset>", entries.repeat(size)));
    grows_linearly("two open quotation marks", 5_000, |size| {
        format!("{URLSET}<url b=\"c><url b='c>{}</urlset>", "<loc a=b>https://h/a</loc>".repeat(size))
    });
}

#[test]
fn repeated_entries_are_read_in_linear_time() {
    grows_linearly("repeated entries", 1_000, |size| {
        let details: String = (0..size).map(|n| format!("<dc:subject>{n:05}</dc:subject>")).collect();
        let first = entries(URLSET, 2, |_| "<dc:subject>z</dc:subject>".to_owned());
        let second = entries(URLSET, 2, |_| details.clone());
        first.replace("</urlset>", "") + &second[URLSET.len()..]
    });
}

#[test]
fn an_address_that_is_listed_often_is_stored_once() {
    for address in ["/a/b", "http://h/a/b", "http://h/%61/b"] {
        let list =
            |times: usize| format!("{URLSET}{}</urlset>", format!("<url><loc>{address}</loc></url>").repeat(times));
        let [once, often] = [1, 10_000].map(|times| read(&list(times)).map().text_bytes());
        assert_eq!(once, often, "{address}");
    }
}

#[test]
fn nested_empty_titles_are_read_in_linear_time() {
    for (image, title, end) in [
        ("i:image", "<i:title>", "</i:title>"),
        ("i:PageMap", "<i:a name='title'>", "</i:a>"),
        ("i:Document", "<i:officieleTitel>", "</i:officieleTitel>"),
    ] {
        grows_linearly(image, 1_000, |size| {
            entries(URLSET, 4, |_| format!("<{image}>{}{}</{image}>", title.repeat(size), end.repeat(size)))
        });
    }
}

#[test]
fn a_title_behind_an_empty_one_is_found() {
    let title = |inside: &str| {
        let site = read(&entries(URLSET, 1, |_| inside.to_owned()));
        let map = site.map();
        (0..map.len() as NodeId).find(|&page| map.has_url(page)).map(|page| map.title(page).into_owned()).unwrap()
    };
    assert_eq!(title("<i:image><i:title> <i:title/></i:title><i:title>A</i:title></i:image>"), "A");
    assert_eq!(title("<i:image><i:title> <i:title>B</i:title></i:title></i:image>"), "B");
    let map = "<i:PageMap><i:a name='title'> <i:a name='title' value='C'/></i:a></i:PageMap>";
    assert_eq!(title(map), "C", "a value in an element without text");
}

/// A document with a thousand names of details, and many uses of the last one.
#[test]
fn many_names_of_details_are_read_in_linear_time() {
    let document = |names: usize| {
        let mut text = format!("{RDF}><rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq><rdf:li>");
        text += "<rdf:Description dc:title='a'>";
        for n in 0..1_000 {
            let n = n.min(names);
            let _ = write!(text, "<dc:aaaaaaaaaa{n:03}>x</dc:aaaaaaaaaa{n:03}>");
        }
        let last = names.min(999);
        text += &format!("<dc:aaaaaaaaaa{last:03}>x</dc:aaaaaaaaaa{last:03}>").repeat(20_000);
        text + "</rdf:Description></rdf:li></rdf:Seq></map:container></rdf:Description></rdf:RDF>"
    };
    costs_as_much("names of details", 4, &document(999), &document(0));
}

/// Nested elements with their own prefixes, and many names with an undeclared prefix.
#[test]
fn many_prefixes_are_limited() {
    let document = |is_declared: bool, inside: &str| {
        let attribute = if is_declared { " xmlns:p" } else { " qmlns:p" };
        let declare = |part: usize| {
            (part * 250..(part + 1) * 250).fold(String::new(), |mut all, n| {
                let _ = write!(all, "{attribute}{n:04}='u'");
                all
            })
        };
        let [first, second, third, fourth] = [0, 1, 2, 3].map(declare);
        format!(
            "{RDF}{first}><rdf:Description{second} dc:title='a'><dc:relation{third}><rdf:Description{fourth}>{inside}\
             </rdf:Description></dc:relation></rdf:Description></rdf:RDF>"
        )
    };
    let elements = "<p9999:abcdefghijklm/>".repeat(20_000);
    costs_as_much("prefixes of elements", 8, &document(true, &elements), &document(false, &elements));
    let attributes: String = (0..200).map(|n| format!(" q{n:03}:abcdefghijkl=''")).collect();
    let attributes = format!("<dc:a{attributes}/>").repeat(100);
    costs_as_much("prefixes of attributes", 8, &document(true, &attributes), &document(false, &attributes));
    assert!(has(&read(&document(true, "")), FindingCode::LimitNamespaces) && MAX_NAMESPACES < 1_000);
}

#[test]
fn stored_markup_costs_no_more_with_namespaces() {
    let metadata = |attribute: &str| {
        let mut text = String::from("<xbel version='1.0'><bookmark href='/a'><info><metadata owner='x'>");
        for part in 0..45 {
            text += "<b";
            (0..200).for_each(|n| _ = write!(text, " {attribute}:a{:05}='u'", part * 200 + n));
            text += ">";
        }
        text += &"<zzzzzz:b/>".repeat(40_000);
        text + &"</b>".repeat(45) + "</metadata></info></bookmark></xbel>"
    };
    costs_as_much("metadata", 4, &metadata("xmlns"), &metadata("qmlns"));
    let literal = |attribute: &str| {
        let mut text = format!("{RDF}><rdf:Description rdf:about='urn:sitemap:root'><dc:x rdf:parseType='Literal'>");
        (0..9_000).for_each(|n| _ = write!(text, "<a {attribute}='u{n}'>"));
        text += &"<b:c/>".repeat(40_000);
        text + &"</a>".repeat(9_000) + "</dc:x></rdf:Description></rdf:RDF>"
    };
    costs_as_much("a literal", 6, &literal("xmlns"), &literal("qmlns"));
}

/// Pages that share one long list as their context menu. The list is read once, not once for each entry.
#[test]
fn a_list_that_many_menus_share_is_read_once_for_a_menu() {
    let count = 100_000;
    let mut text = format!("{RDF}><rdf:Seq rdf:about='p:l'>");
    (0..600).for_each(|n| _ = write!(text, "<rdf:li rdf:resource='p:{n}'/>"));
    text += &"<rdf:li rdf:resource='p:0'/>".repeat(count);
    text += "</rdf:Seq>";
    for n in 0..600 {
        let _ = write!(
            text,
            "<rdf:Description rdf:about='p:{n}' dc:title='{n}'><map:embedded rdf:resource='p:l'/></rdf:Description>"
        );
    }
    let site = read(&(text + "</rdf:RDF>"));
    let map = site.map();
    let page = (0..map.len() as NodeId).find(|&page| map.title(page) == "7").unwrap();
    let once = work_of(|| {
        let mut children = Vec::new();
        map.children(page, Relation::Embedded, &mut children);
        assert_eq!(children.len(), 600 + count);
    });
    let menu = work_of(|| {
        let (items, left_out) = tree::menu(map, page);
        assert!(items.len() <= MAX_MENU_ITEMS && left_out > count / 2, "{} {left_out}", items.len());
    });
    println!("the list once {once:?}, the menu {menu:?}");
    assert!(menu < 50 * once, "the list once {once:?}, the menu {menu:?}");
}

/// A long title in many places is not copied to all of them.
#[test]
fn an_outline_of_one_page_in_many_places_is_cut() {
    let title = "t".repeat(60_000);
    let mut text = format!("{RDF}><rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>");
    let count = 10_000;
    (0..count).for_each(|n| _ = write!(text, "<rdf:li rdf:resource='p:{n}'/>"));
    text += "</rdf:Seq></map:container></rdf:Description>";
    let _ = write!(text, "<rdf:Description rdf:about='p:x' dc:title='{title}'/>");
    for n in 0..count {
        let _ = write!(
            text,
            "<rdf:Description rdf:about='p:{n}' dc:title='{n}'><map:container rdf:resource='p:x'/></rdf:Description>"
        );
    }
    let outline = Outline::new(&read(&(text + "</rdf:RDF>")));
    assert!(outline.is_cut);
    let length = outline.to_text(true).len();
    assert!((MAX_OUTLINE_BYTES / 2..MAX_OUTLINE_BYTES + 1_000_000).contains(&length), "{length}");
}

#[test]
fn texts_dates_hosts_and_lines_are_read_in_linear_time() {
    grows_linearly("CDATA sections", 4_000, |size| {
        let sections = "<![CDATA[<script>]]>".repeat(size);
        let item = |n| format!("<item><title>a</title><link>/a{n}</link><description>{sections}</description></item>");
        format!("<rss version='2.0'><channel>{}</channel></rss>", (0..4).map(item).collect::<String>())
    });
    grows_linearly("long dates", 10_000, |size| {
        entries(URLSET, 4, |_| format!("<lastmod>{}</lastmod>", "9".repeat(size)))
    });
    grows_linearly("hosts of many languages", 2_000, |size| {
        let entry = |n: usize| format!("<url><loc>https://xn--bcher-{n}.ex{}é.example/a/b</loc></url>", n % 1_000);
        format!("{URLSET}{}</urlset>", (0..size).map(entry).collect::<String>())
    });
    grows_linearly("translations on many hosts", 1_000, |size| {
        let entry = |n: usize| format!("<url><loc>https://h{}.example/{}/{n}</loc></url>", n / 4, ["de", "en"][n % 2]);
        let same = |n: usize| format!("<url><loc>https://h.example/{}/{}</loc></url>", ["de", "en"][n % 2], n / 2);
        format!(
            "{URLSET}{}{}</urlset>",
            (0..size).map(entry).collect::<String>(),
            (0..size).map(same).collect::<String>()
        )
    });
    grows_linearly("lines that are no addresses", 10_000, |size| {
        (0..size).fold(String::from("http://h/\n"), |text, n| text + &format!("{}\n", n % 7))
    });
}

#[test]
fn bookmarks_outlines_and_feeds_are_read_in_linear_time() {
    let bookmarks = |rest: String| format!("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>{rest}<DT><A HREF='/x'>x</A>");
    grows_linearly("nested folders", 2_000, |size| bookmarks("<DT><H3>f</H3><DL><p>".repeat(size)));
    grows_linearly("ends without a start", 10_000, |size| bookmarks("</DL>".repeat(size)));
    grows_linearly("starts without an end", 4_000, |size| bookmarks("<DT>".repeat(size) + &"<DL>".repeat(size)));
    grows_linearly("headings without an end", 4_000, |size| bookmarks("<DT><H3>".repeat(size)));
    grows_linearly("descriptions", 4_000, |size| {
        bookmarks("<DT><A HREF='/a'>a</A>".to_owned() + &"<DD>d ".repeat(size))
    });
    let opml = |rest: String| format!("<opml version='2.0'><body>{rest}</body></opml>");
    grows_linearly("nested outlines", 2_000, |size| {
        opml("<outline text='a'>".repeat(size) + "<outline text='x' url='/x'/>" + &"</outline>".repeat(size))
    });
    grows_linearly("categories", 4_000, |size| {
        let categories: String = (0..size).map(|n| format!("/c{n},")).collect();
        opml(format!("<outline text='a' url='/a' category='{categories}'/>"))
    });
    grows_linearly("attributes", 2_000, |size| {
        opml((0..size).map(|n| format!("<outline text='a{n}' url='/a' x{n}='v'/>")).collect())
    });
    grows_linearly("aliases", 1_000, |size| {
        let folder = |n| format!("<folder id='f{n}'><title>t</title><alias ref='f{}'/></folder>", (n + 1) % size);
        format!("<xbel version='1.0'>{}</xbel>", (0..size).map(folder).collect::<String>())
    });
    let feed = |items: String| format!("{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{items}{{}}]}}");
    grows_linearly("items of a JSON feed", 2_000, |size| {
        feed((0..size).map(|n| format!("{{\"id\":\"{n}\",\"url\":\"/f{n}\",\"title\":\"t\"}},")).collect())
    });
    grows_linearly("nested values of a JSON feed", 10_000, |size| feed("[".repeat(size) + &"]".repeat(size) + ","));
    grows_linearly("one item many times", 2_000, |size| feed("{\"id\":\"1\",\"url\":\"/f\"},".repeat(size)));
}

/// Pages with many links to the home page. The name of the site is the start of a link that is also in a title.
#[test]
fn the_name_of_a_site_is_found_in_linear_time() {
    let page = |n: usize| {
        let entry = |at| (format!("logo {n} {at}"), Some("http://h/".to_owned()));
        let entries = (0..100).map(entry).map(|(text, url)| FactEntry { text, url, ..FactEntry::default() }).collect();
        let menu = FactMenu { entries, ..FactMenu::default() };
        let title = Some(format!("page {n} | logo {n}"));
        PageFacts { url: format!("http://h/{n}"), title, menus: vec![menu], ..PageFacts::default() }
    };
    let last_page = |count: usize| {
        let mut session = Session::default();
        session.begin("http://h/");
        session.stop();
        (1..count).for_each(|n| _ = session.add_facts(page(n)));
        let mut visits = 0;
        work_of(|| {
            visits += 1;
            let title = Some(format!("page 0 | visit {visits}"));
            assert!(session.add_facts(PageFacts { title, ..page(0) }));
        })
    };
    let (small, large) = (last_page(10), last_page(40));
    assert!(large < 8 * small + Duration::from_millis(1), "{small:?}, then {large:?}");
}

/// All pages have the same menu and the same footers. They are read once, so a visit costs about as much as one on a site where
/// the other pages have none.
#[test]
fn the_menus_that_all_pages_have_are_read_once() {
    let entry = |at: usize| FactEntry {
        text: format!("Entry {at}"),
        url: Some(format!("http://h/a/{at}")),
        ..FactEntry::default()
    };
    let menu = |landmark: &str, from: usize| FactMenu {
        landmark: landmark.to_owned(),
        entries: (from..from + 400).map(entry).collect(),
        ..FactMenu::default()
    };
    let page = |n: usize, menus: &[FactMenu]| PageFacts {
        url: format!("http://h/page-{n}"),
        menus: menus.to_vec(),
        ..PageFacts::default()
    };
    let menus = [menu("navigation", 0), menu("footer", 0), menu("footer", 400)];
    let visit = |others: &[FactMenu]| {
        let mut session = Session::default();
        session.begin("http://h/");
        session.stop();
        // A page without a title is a redirect.
        let title = Some("A page".to_owned());
        (1..=30).for_each(|n| _ = session.add_facts(PageFacts { title: title.clone(), ..page(n, others) }));
        let (mut visits, last_page) = (0, page(0, &menus));
        move || {
            visits += 1;
            let heading = Some(format!("Visit {visits}"));
            assert!(session.add_facts(PageFacts { heading, ..last_page.clone() }));
        }
    };
    let [without, with] = works_of([&mut visit(&[]), &mut visit(&menus)]);
    println!("{without:?}, then {with:?}");
    assert!(2 * with < 3 * without, "{with:?} if 30 other pages have the menus, otherwise {without:?}");
}

/// A menu of links, and a menu with a heading for each of them. The heading is the page of the link if that page is above
/// the entry below it. It is the name of a section if the entry leads to that page.
#[test]
fn headings_that_were_links_are_placed_in_linear_time() {
    let entry = |depth, text: String, url: Option<String>| FactEntry { depth, text, url, is_current: false };
    let page = |path: &str, entries: Vec<FactEntry>| {
        let menu = FactMenu { landmark: "navigation".to_owned(), entries, ..FactMenu::default() };
        PageFacts { url: format!("http://h/{path}"), menus: vec![menu], ..PageFacts::default() }
    };
    let visits = |count: usize, is_section: bool| {
        let link = |n| entry(0, format!("Part {n}"), Some(format!("http://h/p{n}/")));
        let below = |n| {
            let path = if is_section { "" } else { "a" };
            let below = entry(1, format!("Page {n}"), Some(format!("http://h/p{n}/{path}")));
            [entry(0, format!("Part {n}"), None), below]
        };
        let pages = [page("", (0..count).map(link).collect()), page("all", (0..count).flat_map(below).collect())];
        work_of(|| {
            let mut session = Session::default();
            session.begin("http://h/");
            session.stop();
            pages.iter().for_each(|page| assert!(session.add_facts(page.clone())));
            assert_eq!(Outline::new(session.site()).to_text(false).lines().count(), 2 * count + 2);
        })
    };
    for is_section in [false, true] {
        let (small, large) = (visits(300, is_section), visits(1_200, is_section));
        println!("{small:?}, then {large:?}");
        assert!(large < 10 * small, "{small:?}, then {large:?}");
    }
}

/// Returns what reads the facts of a page with a menu of 4,900 links on this number of levels, and this number of relations.
fn reading(levels: u32, relations: u32) -> impl FnMut() {
    let entry = |n: u32| {
        let url = Some(format!("http://h/a/{}/b/{n}", n % 70));
        FactEntry { depth: n.min(levels - 1), text: format!("Entry number {n}"), url, is_current: false }
    };
    let menu =
        FactMenu { landmark: "navigation".to_owned(), entries: (0..4_900).map(entry).collect(), ..FactMenu::default() };
    let relation =
        |n: u32| page_facts::Relation { rel: "index".to_owned(), url: format!("http://h/r{n}"), ..Default::default() };
    let relations = (0..relations).map(relation).collect();
    let page = PageFacts { url: "http://h/".to_owned(), menus: vec![menu], relations, ..PageFacts::default() };
    move || {
        let mut session = Session::default();
        session.begin("http://h/");
        session.stop();
        session.begin_facts(page.clone());
        assert_eq!(session.visited_pages(), 1);
    }
}

#[test]
fn a_deep_menu_is_read_about_as_quickly_as_a_flat_one() {
    // Twelve levels are read.
    let [flat, deep] = works_of([&mut reading(1, 0), &mut reading(12, 0)]);
    assert!(deep < 2 * flat, "{deep:?} for twelve levels, {flat:?} for one");
}

/// Only a short list can be the bar of the related pages.
#[test]
fn the_relations_of_a_page_are_not_compared_with_each_link_of_a_menu() {
    let [none, many] = works_of([&mut reading(1, 0), &mut reading(1, 95)]);
    assert!(many < 2 * none, "{many:?} for 95 relations, {none:?} for none");
}
