//! Sitemaps and NEGS in parts: rows before the file is complete, files above the limits of the protocol, and hostile files.

use crate::support::work::worked;
use navibar::findings::Severity;
use navibar::format::Structure;
use navibar::inspect::Outline;
use navibar::site::Site;
use navibar::view::{NewsScan, Since, TreeView};
use std::fmt::Write;
use std::time::Duration;

const URL: &str = "https://www.example.org/sitemap.xml";
const HEAD: &str = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
                    xmlns:negs='http://navibar.oaklett.org/negs/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/' \
                    xmlns:xhtml='http://www.w3.org/1999/xhtml'>\n";
const END: &str = "</urlset>";

fn outline(site: &Site) -> String {
    Outline::new(site).to_text(false)
}

/// The codes of the findings, without repetitions.
fn codes(site: &Site) -> Vec<&'static str> {
    let mut codes: Vec<_> = site.diagnostics().iter().map(|finding| finding.code.name()).collect();
    codes.dedup();
    codes
}

/// Reads documents into one site.
fn read(documents: &[&str]) -> Site {
    let mut site = Site::default();
    for (at, document) in documents.iter().enumerate() {
        site.begin(&format!("https://www.example.org/sitemap-{at}.xml"));
        for chunk in document.as_bytes().chunks(64 << 10) {
            site.push(chunk);
        }
        site.finish();
    }
    site
}

fn page(id: &str, attributes: &str) -> String {
    format!("<url xml:id='{id}' {attributes}><loc>https://www.example.org/{id}</loc><dc:title>{id}</dc:title></url>\n")
}

/// Reads a document and everything that is shown of it. It must be fast, or some work is quadratic.
fn survive(what: &str, text: &str) -> Site {
    let begun = worked();
    let site = read(&[text]);
    let read = worked() - begun;
    let shown = outline(&site).len();
    let findings = site.diagnostics().len();
    let took = worked() - begun;
    println!(
        "{what}: {} KB read in {read:.3?}, in all {took:.3?}; {shown} bytes, {findings} findings",
        text.len() >> 10,
    );
    assert!(took < Duration::from_secs(20), "{what} takes {took:?}");
    site
}

#[test]
fn pages_show_while_a_sitemap_arrives() {
    let mut site = Site::default();
    site.begin(URL);
    site.push(b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://www.example.org/docs/a</loc></ur");
    assert_eq!(outline(&site), "", "the entry is not complete");
    site.push(b"l><url><loc>https://www.example.org/docs/b</l");
    assert_eq!(outline(&site), "Docs/\n  A <https://www.example.org/docs/a>\n");
    assert_eq!((site.format(), site.structure()), (Some("sitemap"), Structure::Derived));
    site.push(b"oc></url>");
    assert_eq!(site.map().pages(), 2);
    site.push(b"</urlset>");
    site.finish();
    assert!(site.diagnostics().is_empty());
}

#[test]
fn rows_of_negs_show_while_it_arrives_even_if_a_child_comes_first() {
    let mut site = Site::default();
    site.begin(URL);
    site.push(HEAD.as_bytes());
    site.push(page("c", "negs:childOf='b'").as_bytes());
    assert_eq!((site.format(), site.structure()), (Some("negs"), Structure::Declared));
    assert_eq!(outline(&site), "", "the place of c is not known yet");
    site.push(page("a", "negs:childOf='urn:sitemap:root'").as_bytes());
    site.push(page("r", "negs:relatesTo='a'").as_bytes());
    let a = "a <https://www.example.org/a>\n  ~ r <https://www.example.org/r>\n";
    assert_eq!(outline(&site), a);
    site.push(page("b", "negs:childOf='a'").as_bytes());
    let b = "  b <https://www.example.org/b>\n    c <https://www.example.org/c>\n";
    assert_eq!(outline(&site), format!("{a}{b}"));
    site.push(page("lost", "negs:childOf='nowhere'").as_bytes());
    assert_eq!(outline(&site), format!("{a}{b}"), "its parent may still arrive");
    site.push(END.as_bytes());
    site.finish();
    assert_eq!(outline(&site), format!("{a}{b}Unplaced pages/\n  lost <https://www.example.org/lost>\n"));
    assert_eq!(codes(&site), ["dangling-reference"]);
}

#[test]
fn a_declared_structure_replaces_the_derived_one() {
    let mut site = Site::default();
    site.begin(URL);
    site.push(HEAD.as_bytes());
    site.push(b"<url><loc>https://www.example.org/docs/a</loc><lastmod>2024-05-01</lastmod></url><url><loc>https://www.example.org/docs/b</loc></url>");
    assert_eq!(outline(&site), "Docs/\n  A <https://www.example.org/docs/a>\n  B <https://www.example.org/docs/b>\n");
    assert_eq!(site.structure(), Structure::Derived);
    site.push(b"<url xml:id='a' negs:childOf='urn:sitemap:root'><loc>https://www.example.org/docs/a</loc><dc:title>Declared</dc:title></url></urlset>");
    site.finish();
    let declared = "Declared <https://www.example.org/docs/a>\n  = lastmod: 2024-05-01\n";
    assert_eq!(Outline::new(&site).to_text(true), declared, "the details of the first entry stay");
    assert_eq!((site.structure(), site.map().pages()), (Structure::Declared, 1));
    assert_eq!(codes(&site), ["unlisted-page"]);
}

#[test]
fn the_derived_tree_returns_if_no_top_level_is_declared() {
    let text = format!(
        "{HEAD}<url><loc>https://www.example.org/docs/a</loc></url><url xml:id='c' negs:childOf='b'><loc>https://www.example.org/docs/c</loc><dc:title>C</dc:title></url>\
         <url><loc>javascript:x</loc></url><url xml:id='b'><dc:title>No address</dc:title></url>{END}"
    );
    let site = read(&[&text]);
    let derived = "Docs/\n  A <https://www.example.org/docs/a>\n  C <https://www.example.org/docs/c>\n";
    assert_eq!(outline(&site), format!("{derived}javascript:x\nNo address\n"));
    assert_eq!((site.format(), site.structure(), site.map().pages()), (Some("negs"), Structure::Derived, 2));
    assert_eq!(codes(&site), ["no-root", "unsafe-link", "missing-loc"]);
    assert_eq!(site.first_error().map(|error| error.code.name()), Some("no-root"));
}

#[test]
fn an_unused_namespace_changes_nothing() {
    let site = read(&[&format!("{HEAD}<url id='x'><loc>https://www.example.org/a</loc></url>{END}")]);
    assert_eq!(outline(&site), "A <https://www.example.org/a>\n");
    assert_eq!((site.format(), site.structure()), (Some("sitemap"), Structure::Derived));
    assert!(site.diagnostics().is_empty());
}

#[test]
fn ids_refer_to_their_file_and_to_earlier_files() {
    let first = format!("{HEAD}{}{END}", page("a", "negs:childOf='urn:sitemap:root'"));
    let second = format!("{HEAD}{}{}{END}", page("b", "negs:childOf='a'"), page("a", "negs:relatesTo='b'"));
    let third = format!("{HEAD}<url><loc>https://www.example.org/plain/page</loc></url>{END}");
    let site = read(&[&first, &second, &third]);
    let tree = "a <https://www.example.org/a>\n  b <https://www.example.org/b>\n    ~ a <https://www.example.org/a>\n";
    assert_eq!(outline(&site), format!("{tree}Plain/\n  Page <https://www.example.org/plain/page>\n"));
    assert_eq!(site.structure(), Structure::Declared);
    assert!(site.diagnostics().is_empty(), "{:?}", site.diagnostics());
}

#[test]
fn a_page_that_another_file_lists_is_shown_again() {
    let first = format!(
        "{HEAD}<url><loc>https://www.example.org/</loc></url><url><loc>https://www.example.org/docs/a</loc></url><url><loc>https://www.example.org/docs/b</loc></url>{}{END}",
        page("top", "negs:childOf='urn:sitemap:root'")
    );
    let second = format!(
        "{HEAD}<url><loc>https://www.example.org/docs/b</loc></url><url><loc>https://www.example.org/</loc></url>\
         <url><loc>https://other.example/c</loc></url>{END}"
    );
    let top = "top <https://www.example.org/top>\n";
    assert_eq!(outline(&read(&[&first])), top);
    let site = read(&[&first, &second]);
    let first_host = "www.example.org <https://www.example.org/>\n  Docs/\n    B <https://www.example.org/docs/b>\n";
    let second_host = "other.example/\n  C <https://other.example/c>\n";
    assert_eq!(outline(&site), format!("{top}{first_host}{second_host}"), "the declared pages come first");
    assert_eq!(site.map().pages(), 4);
}

#[test]
fn more_entries_than_the_protocol_allows_are_read_with_a_warning() {
    let entries = "<url><loc>https://www.example.org/a</loc></url>\n".repeat(50_000);
    assert_eq!(codes(&read(&[&format!("{HEAD}{entries}{END}")])), Vec::<&str>::new());
    let site = read(&[&format!("{HEAD}{entries}<url><loc>https://www.example.org/b</loc></url>{END}")]);
    assert_eq!(codes(&site), ["too-many-entries"]);
    assert_eq!((site.map().pages(), site.diagnostics()[0].severity), (2, Severity::Warning));
}

#[test]
fn more_bytes_than_the_protocol_allows_are_read_with_a_warning() {
    let comment = format!("<!--{}-->", " ".repeat((1 << 20) - 7));
    let mut site = Site::default();
    site.begin(URL);
    site.push(HEAD.as_bytes());
    for _ in 0..50 {
        site.push(comment.as_bytes());
    }
    site.push(
        b"<url><loc>https://www.example.org/a</loc></url><url><loc>https://www.example.org/b</loc></url></urlset>",
    );
    site.finish();
    assert_eq!(codes(&site), ["too-large"]);
    assert_eq!(site.map().pages(), 2);
}

#[test]
fn titles_keep_the_white_space_inside_them() {
    let text = format!(
        "{HEAD}<url><loc>https://www.example.org/a</loc><dc:title>Q &amp; A <![CDATA[ & more]]></dc:title></url>{END}"
    );
    for chunk in [1, 2, 3, 1000] {
        let mut site = Site::default();
        site.begin(URL);
        text.as_bytes().chunks(chunk).for_each(|bytes| site.push(bytes));
        site.finish();
        assert_eq!(outline(&site), "Q & A & more <https://www.example.org/a>\n");
    }
}

/// A smaller count without optimisation, so that the tests stay fast.
const fn many(count: usize) -> usize {
    if cfg!(debug_assertions) { count / 8 } else { count }
}

#[test]
fn addresses_are_stored_once() {
    for address in ["https://www.example.org/a", "http://localhost:8080/a"] {
        let site = read(&[&format!("{HEAD}<url><loc>{address}</loc></url>{END}")]);
        assert_eq!((site.map().pages(), site.map().text_bytes()), (1, address.len()));
    }
    let site = read(&[&format!("{HEAD}<url><loc>http://h:80/a</loc></url><url><loc>http://h/a</loc></url>{END}")]);
    assert_eq!(site.map().pages(), 1, "the default port makes no difference");
}

#[test]
fn many_pages_wait_for_one_parent() {
    let mut text = HEAD.to_owned();
    let count = many(200_000);
    for n in 0..count {
        text += &page(&format!("p{n}"), &format!("negs:childOf='top' negs:order='{}'", count - n));
    }
    text += &page("top", "negs:childOf='urn:sitemap:root'");
    text += END;
    let site = survive("pages that wait", &text);
    let outline = outline(&site);
    assert_eq!(outline.lines().count(), count + 1);
    assert!(
        outline.lines().nth(1).unwrap().starts_with(&format!("  p{} <", count - 1)),
        "the smallest number comes first"
    );
}

#[test]
fn a_chain_may_arrive_in_reverse() {
    let mut text = HEAD.to_owned();
    for n in (0..many(200_000)).rev() {
        text += &page(&format!("p{}", n + 1), &format!("negs:childOf='p{n}'"));
    }
    text += &page("p0", "negs:childOf='urn:sitemap:root'");
    text += END;
    let site = survive("a chain from its end", &text);
    assert!(outline(&site).starts_with("p0 <"));
}

#[test]
fn pages_in_one_large_cycle_are_read_quickly() {
    let mut text = HEAD.to_owned() + &page("top", "negs:childOf='urn:sitemap:root'");
    let count = many(200_000);
    for n in 0..count {
        text += &page(&format!("p{n}"), &format!("negs:childOf='p{}'", (n + 1) % count));
    }
    text += END;
    let site = survive("a circle", &text);
    assert!(outline(&site).contains("Unplaced pages/\n"));
}

#[test]
fn every_entry_may_have_its_own_host() {
    let hosts: String = (0..many(200_000)).map(|n| format!("<url><loc>https://h{n}.example/</loc></url>")).collect();
    let site = survive("hosts", &format!("{HEAD}{hosts}{END}"));
    assert_eq!(site.map().pages(), many(200_000));
    let hosts: String =
        (0..many(200_000)).map(|n| format!("<url><loc>https://h{n}.example/%41/b</loc></url>")).collect();
    survive("folders of hosts", &format!("{HEAD}{hosts}{END}"));
}

#[test]
fn mistakes_in_every_entry_are_counted_beyond_the_limit() {
    let mut text = HEAD.to_owned();
    for n in 0..many(100_000) {
        write!(
            text,
            "<url id='same' negs:childOf='none{n}' negs:relatesTo='urn:sitemap:root' negs:order='x'><loc>data:{n}</loc>\
             <lastmod>x</lastmod><priority>2</priority><changefreq>x</changefreq></url>"
        )
        .unwrap();
    }
    let site = survive("mistakes", &(text + END));
    assert!(codes(&site).contains(&"limit-diagnostics"));
}

#[test]
fn one_page_in_every_entry_is_read_quickly() {
    let mut text = HEAD.to_owned();
    for n in 0..many(50_000) {
        write!(
            text,
            "<url id='i{n}' negs:childOf='i{}' negs:order='{n}'><loc>https://www.example.org/a</loc><dc:creator>{n}</dc:creator>\
             <dc:subject>{n}</dc:subject><xhtml:link rel='alternate' hreflang='l{n}' href='/{n}'/></url>",
            n + 1
        )
        .unwrap();
    }
    survive("one page again and again", &(text + END));
}

#[test]
fn links_and_bases_of_an_entry_are_limited() {
    let links = |n: usize| format!("<xhtml:link rel='alternate' hreflang='de' href='l{n}' xml:base='b{n}/'/>");
    let many_links: String = (0..many(80_000)).map(links).collect();
    let based = format!("{HEAD}<url xml:base='x/'><loc>https://www.example.org/a</loc>{many_links}</url>{END}");
    let site = survive("links with bases", &based);
    assert_eq!(codes(&site), ["relative-address", "limit-entry", "limit-diagnostics"]);
    let deep = "<x>".repeat(9_000)
        + "<xhtml:link rel='alternate' hreflang='de' href='l' xml:base='b/'/>"
        + &"</x>".repeat(9_000);
    survive(
        "deep elements",
        &format!("{HEAD}<url xml:base='x/'><loc>https://www.example.org/a</loc>{}</url>{END}", deep.repeat(many(40))),
    );
    let base = format!("https://www.example.org/{}/", "b".repeat(60_000));
    let relative: String = (0..many(80_000)).map(|n| format!("<url><loc>{n}</loc></url>")).collect();
    let site = survive(
        "a long base",
        &format!("{}{relative}{END}", HEAD.replacen("<urlset", &format!("<urlset xml:base='{base}'"), 1)),
    );
    assert!(outline(&site).starts_with("0 <https://www.example.org/0>\n"), "such a base is ignored");
    let links: String =
        (0..many(8_000)).map(|n| format!("<xhtml:link rel='alternate' hreflang='de' href='{n}'/>")).collect();
    let site =
        survive("a long base of an entry", &format!("{HEAD}<url xml:base='{base}'><loc>a</loc>{links}</url>{END}"));
    assert!(outline(&site).starts_with("A <https://www.example.org/a>\n  ~ de <https://www.example.org/0>\n"));
}

#[test]
fn an_entry_with_too_much_text_says_so() {
    let title = format!("<title>{}</title>", "x".repeat(1 << 20));
    let site = read(&[&format!(
        "<urlset><url><loc>https://www.example.org/a</loc>{title}<lastmod>2005</lastmod></url></urlset>"
    )]);
    assert_eq!(
        (outline(&site), codes(&site)),
        ("A <https://www.example.org/a>\n".to_owned(), vec!["sitemap-namespace", "limit-entry"])
    );
}

#[test]
fn the_news_of_a_newspaper_have_their_dates() {
    let entry = |path: &str, more: &str| format!("<url><loc>https://www.example.org{path}</loc>{more}</url>");
    let published = |day: u32| {
        format!(
            "<n:news xmlns:n='http://www.google.com/schemas/sitemap-news/0.9'>\
             <n:publication_date>2026-11-{day}</n:publication_date><n:title>Rain on day {day}</n:title></n:news>"
        )
    };
    let lastmod = "<lastmod>2026-11-28</lastmod>";
    let entries = [
        entry("/a", &published(21)),
        entry("/b", &format!("{lastmod}{}", published(25))),
        entry("/c", "<lastmod>2026-11-23</lastmod>"),
        entry("/2026/11/24/snow", ""),
        entry("/2026/11/01/frost", "<lastmod>2026-11-22</lastmod>"),
        entry("/d", ""),
        entry(
            "/e",
            "<n:news xmlns:n='http://www.google.com/schemas/sitemap-news/0.9'><n:publication_date>soon</n:publication_date></n:news>",
        ),
    ];
    let site = read(&[&[HEAD, &entries.concat(), END].concat()]);
    let mut view = TreeView::default();
    view.refresh(site.map());
    let mut scan = NewsScan::new(Since { last: None, now: 1_795_910_400, offset: 0 });
    while scan.step(&view, site.map(), 1_000) {}
    let news = scan.news();
    let titles: Vec<_> = news.before.iter().map(|dated| site.map().title(dated.page)).collect();
    assert_eq!(titles, ["Rain on day 25", "Snow", "C", "Frost", "Rain on day 21"]);
    for (path, is_dated) in [("/2026/11/24/snow", true), ("/snow", false)] {
        let site = read(&[&[HEAD, &entry(path, ""), END].concat()]);
        assert_eq!(TreeView::default().has_dates(site.map()), is_dated, "{path}");
    }
}
