//! Woo sites, from the open page to the tree. `tests/sites/diwoo` names the information category
//! in the metadata, `tests/sites/diwoo-infocat` in the names of the sitemap indexes; beside each site is its outline.

use navibar::findings::{FindingCode, Severity};
use navibar::format::Structure;
use navibar::inspect::{Mirror, block_on};
use navibar::inspect::{Node, Outline};
use navibar::session::{self, Memory, Session, Status};
use navibar::site::Site;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const SITES: [&str; 5] = [
    "diwoo/open.voorbeeld.example",
    "diwoo/publicaties.provincie.example",
    "diwoo/www.waterschap.example",
    "diwoo-infocat/open.gemeente.example",
    "diwoo-infocat/woo.catalogus.example",
];

fn folder(site: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites").join(site)
}

fn host(site: &str) -> &str {
    site.split_once('/').unwrap().1
}

/// Opens the site's home page.
fn open(site: &str) -> Session {
    let session = RefCell::new(Session::default());
    let mirror = Mirror::new(Some(folder(site).parent().unwrap().to_owned()));
    let page = format!("https://{}/", host(site));
    let load = session.borrow_mut().begin(&page);
    let memory = RefCell::new(Memory::default());
    let outcome = block_on(session::open_page(&session, load, &mirror, &memory, &page, |_| {}));
    assert_eq!(outcome.status, Status::Loaded, "{site}: {}", outcome.message);
    session.into_inner()
}

fn codes(session: &Session) -> Vec<FindingCode> {
    session.diagnostics().into_iter().map(|finding| finding.code).collect()
}

#[test]
fn sites_have_the_outline_beside_them() {
    for site in SITES {
        let session = open(site);
        let expected = std::fs::read_to_string(folder(&format!("{site}.txt"))).unwrap().replace("\r\n", "\n");
        assert_eq!(Outline::new(session.site()).to_text(false), expected, "{site}");
        let source = session.source().unwrap();
        assert_eq!((source.format, source.structure), ("diwoo", Structure::Declared), "{site}");
        let errors: Vec<_> = session.diagnostics().into_iter().filter(|f| f.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{site}: {errors:?}");
    }
}

#[test]
fn a_month_without_documents_is_read_without_error() {
    let source = open("diwoo/publicaties.provincie.example").source().unwrap();
    assert_eq!(source.documents, 4, "the index and three sitemaps, one of them empty");
}

#[test]
fn mistakes_are_reported_to_authors() {
    let found = |site| codes(&open(site));
    let open_data = found("diwoo/open.voorbeeld.example");
    for code in [FindingCode::UnknownCategory, FindingCode::ResourceElement, FindingCode::MissingTitle] {
        assert!(open_data.contains(&code), "{code}: {open_data:?}");
    }
    assert!(found("diwoo/publicaties.provincie.example").contains(&FindingCode::MissingCategory));
    // The names of the indexes give all categories but one.
    let gemeente = found("diwoo-infocat/open.gemeente.example");
    assert_eq!(gemeente.iter().filter(|code| **code == FindingCode::MissingCategory).count(), 1, "{gemeente:?}");
}

/// Title above and title of each entry.
fn pairs(nodes: &[Node], above: &str, out: &mut BTreeSet<(String, String)>) {
    for node in nodes {
        out.insert((above.to_owned(), node.title.clone()));
        pairs(&node.children, &node.title, out);
    }
}

#[test]
fn the_order_of_the_files_does_not_move_documents() {
    let site = "diwoo/open.voorbeeld.example";
    let mut expected = BTreeSet::new();
    pairs(&Outline::new(open(site).site()).tree, "", &mut expected);
    let files = ["2024-01", "2024-03", "2023"];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut read = Site::default();
        for file in order.map(|at| files[at]) {
            read.begin(&format!("https://{}/sitemaps/{file}.xml", host(site)));
            read.push(&std::fs::read(folder(site).join(format!("sitemaps/{file}.xml"))).unwrap());
            read.finish();
        }
        let mut found = BTreeSet::new();
        pairs(&Outline::new(&read).tree, "", &mut found);
        assert_eq!(found, expected, "{order:?}");
    }
}

#[test]
fn every_link_to_a_document_leads_to_a_page() {
    for site in SITES {
        let session = open(site);
        let outline = Outline::new(session.site());
        let text = outline.to_text(false);
        for url in text.lines().filter_map(|line| line.split_once('<')?.1.strip_suffix('>')) {
            let path = url.strip_prefix(&format!("https://{}/", host(site))).unwrap();
            let is_page = path.ends_with(".html") || path.ends_with('/');
            let file = folder(site).join(path);
            assert!(!is_page || file.is_file() || file.join("index.html").is_file(), "{url} leads nowhere");
        }
    }
}

#[test]
fn endless_relations_are_cut_and_lose_no_document() {
    let entry = |at: usize, whole: usize| {
        format!(
            "<url><loc>https://h.example/{at}</loc><d:DiWoo><d:officieleTitel>Stuk {at}</d:officieleTitel>\
             <d:isPartOf resource='https://h.example/{whole}'/></d:DiWoo></url>"
        )
    };
    // A chain that grows downwards, and documents that are all parts of each other.
    let chain: String = (1..500).map(|at| entry(at, at - 1)).collect();
    let ring: String = (500..520).flat_map(|at| (500..520).map(move |whole| entry(at, whole))).collect();
    let mut read = Site::default();
    read.begin("https://h.example/sitemap.xml");
    let namespace = "https://standaarden.overheid.nl/diwoo/metadata/";
    read.push(format!("<urlset xmlns:d='{namespace}'>{}{chain}{ring}</urlset>", entry(0, 0)).as_bytes());
    read.finish();
    let mut found = BTreeSet::new();
    pairs(&Outline::new(&read).tree, "", &mut found);
    let titles: BTreeSet<_> =
        found.iter().map(|(_, title)| title.clone()).filter(|title| title != "onbekend").collect();
    assert_eq!(titles.len(), 520);
    let has = |code| read.diagnostics().iter().any(|finding| finding.code == code);
    assert!(has(FindingCode::LimitWholes) && has(FindingCode::Cycle));
}
