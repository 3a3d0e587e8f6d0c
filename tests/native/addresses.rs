//! One page has one address: in requests, rows, details and saved files.

use crate::support::network::{Answer, Network, index, open, open_page, robots, urlset};
use crate::support::visits::outline;
use navibar::export::{Format, write};
use navibar::inspect::{Outline, block_on};
use navibar::page_facts::{FactEntry, FactMenu, PageFacts, Relation};
use navibar::session::{self, Session};
use navibar::site::Site;
use std::cell::RefCell;

const HOST: &str = "https://xn--mnchen-3ya.example";

const HOST_WITH_WWW: &str = "https://www.example.org";

/// A host with Cyrillic letters, after the name of a bank as the user name, with a dot at the end.
const FORGED: &str = "https://www.bank.example@\u{430}\u{440}\u{440}\u{4cf}\u{435}.example./login";

const SHOWN: &str = "https://xn--80ak6aa92e.example/login";

#[test]
fn hosts_are_shown_in_punycode_without_user_names() {
    let documents = [
        format!(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>{FORGED}</loc></url></urlset>"
        ),
        format!("{FORGED}\n"),
        format!("<xbel><bookmark href=\"{FORGED}\"><title>A</title></bookmark></xbel>"),
        format!("<opml version=\"2.0\"><body><outline text=\"A\" type=\"link\" url=\"{FORGED}\"/></body></opml>"),
        format!(
            "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF=\"{FORGED}\" ICON_URI=\"{FORGED}\">A</A></DL>"
        ),
        format!("<rss version=\"2.0\"><channel><item><title>A</title><link>{FORGED}</link></item></channel></rss>"),
        format!(
            "{{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [{{\"id\": \"1\", \"url\": \"{FORGED}\"}}]}}"
        ),
        format!(
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:map=\"http://www.oaklett.org/map/1.0#\" \
             xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><rdf:Description rdf:about=\"urn:sitemap:root\"><map:container>\
             <rdf:Seq><rdf:li><rdf:Description dc:identifier=\"{FORGED}\"/></rdf:li></rdf:Seq></map:container>\
             </rdf:Description></rdf:RDF>"
        ),
    ];
    for document in documents {
        let mut site = Site::default();
        site.begin("https://www.example.org/file");
        site.push(document.as_bytes());
        site.finish();
        let shown = Outline::new(&site).to_text(true);
        assert!(shown.contains(SHOWN), "{document}: {shown}");
        let saved = Format::ALL.map(|format| {
            let mut saved = String::new();
            write(&site, format, &mut saved).unwrap();
            saved
        });
        for text in saved.iter().chain([&shown]) {
            assert!(!text.contains(['\u{430}', '@']), "{document}: {text}");
        }
    }
}

#[test]
fn a_site_with_a_unicode_host_has_one_tree() {
    let pages = ["https://m\u{fc}nchen.example/a", "https://M\u{dc}NCHEN.example./b c/./d"];
    let network = Network::ready()
        .serve(&format!("{HOST}/robots.txt"), Answer::ok(&robots(&["https://m\u{fc}nchen.example/all.xml"])))
        .serve(&format!("{HOST}/all.xml"), Answer::ok(&index(&["https://m\u{fc}nchen.example./1.xml"])))
        .serve(&format!("{HOST}/1.xml"), Answer::ok(&urlset(&pages)));
    for tab in [HOST.to_owned(), "https://m\u{fc}nchen.example.".to_owned()] {
        let session = RefCell::new(Session::default());
        open_page(&session, &network, &RefCell::default(), &format!("{tab}/"));
        for (path, heading) in [("/a", "Alpha"), ("/b%20c/d", "Delta"), ("/b%20c/d?", "Delta")] {
            let page = PageFacts { url: tab.clone() + path, heading: Some(heading.to_owned()), ..PageFacts::default() };
            session.borrow_mut().add_facts(page);
        }
        let expected = format!("Alpha <{HOST}/a>\nB c/\n  Delta <{HOST}/b%20c/d>\n");
        assert_eq!(outline(&session), expected, "{tab}");
        assert!(network.take_asked().iter().all(|url| url.starts_with(&format!("{HOST}/"))), "{tab}");
    }
}

#[test]
fn a_site_with_and_without_www_has_one_tree() {
    const BARE: &str = "https://example.org";
    for (tab, other) in [(BARE, HOST_WITH_WWW), (HOST_WITH_WWW, BARE), ("http://example.org", BARE)] {
        let urls = ["/", "/guide/", "/guide/use"].map(|path| other.to_owned() + path);
        let network =
            Network::ready().serve(&format!("{tab}/sitemap.xml"), Answer::ok(&urlset(&urls.each_ref().map(|u| &**u))));
        let session = RefCell::new(Session::default());
        let page = format!("{tab}/guide/use");
        open_page(&session, &network, &RefCell::default(), &page);
        let entry = |text: &str, path: &str| FactEntry {
            text: text.to_owned(),
            url: Some(other.to_owned() + path),
            ..FactEntry::default()
        };
        let menu = FactMenu {
            landmark: "nav".to_owned(),
            entries: vec![entry("Home", "/"), entry("The guide", "/guide/"), entry("Prices", "/prices")],
            ..FactMenu::default()
        };
        let facts = PageFacts {
            url: page.clone(),
            heading: Some("How to use it".to_owned()),
            canonical: Some(format!("{other}/guide/use")),
            menus: vec![menu],
            ..PageFacts::default()
        };
        session.borrow_mut().add_facts(facts);
        let tree = Outline::new(session.borrow().site()).to_text(false).replace(other, "");
        assert_eq!(tree, "Home </>\nThe guide </guide/>\n  How to use it </guide/use>\nPrices </prices>\n", "{tab}");
        let mut session = session.borrow_mut();
        session.set_current(Some(&page));
        let (view, site) = session.view_mut();
        view.expand_all(site.map());
        assert_eq!(view.current_row(site.map()), Some(2), "{tab}");
    }
}

#[test]
fn addresses_in_the_users_own_network_are_recognized_in_any_spelling() {
    let network = Network::ready();
    let network = network.answer(
        "https://www.example.org/robots.txt",
        Ok(Answer::ok(&robots(&[
            "http://\u{ff11}27.0.0.1/a.xml",
            "http://me@0x7f.1./a.xml",
            "http://localhost\u{3002}/a.xml",
            "http://\u{24db}ocalhost/a.xml",
        ]))),
    );
    open(&RefCell::new(Session::default()), &network, "https://www.example.org/");
    assert!(network.take_asked().iter().all(|url| url.starts_with("https://www.example.org/")));
}

#[test]
fn an_address_that_no_browser_writes_makes_no_panic() {
    let session = RefCell::new(Session::default());
    let network = Network::ready();
    open_page(&session, &network, &RefCell::default(), "https://www.example.org/");
    for url in
        ["https://www.example.org/\u{fc}/~u/index.html", "\u{fc}", "https://\u{fc}", "https://www.example.org/\u{fc}"]
    {
        let relation = |rel: &str| Relation { rel: rel.to_owned(), url: url.to_owned(), ..Relation::default() };
        let relations = ["script", "search-index", "search-root", "next"].map(relation).to_vec();
        let page =
            PageFacts { url: url.to_owned(), relations, canonical: Some(url.to_owned()), ..PageFacts::default() };
        session.borrow_mut().add_facts(page);
        block_on(session::read_lists(&session, &network, &RefCell::default()));
    }
}
