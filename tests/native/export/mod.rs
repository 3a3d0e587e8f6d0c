//! A saved file gives the same tree when it is read: for the fixtures, the saved sites and pseudo-random trees. Independent
//! parsers check that other programs can read the files.

mod bookmarks;
mod documents;
mod round_trip;
mod steps;

use navibar::export::Format;
use navibar::format::Structure;
use navibar::inspect::Outline;
use navibar::inspect::{Mirror, block_on};
use navibar::session::{self, Memory, Session, Status};
use navibar::site::Site;
use navibar::site_map::{LoadState, NodeId};
use proptest::prelude::*;
use round_trip::checks::check_xbel;
use round_trip::{SAVED_URL, difference, read, saved, shown};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

const URL: &str = "https://www.example.org/sitemap.rdf";

/// A site with only its first document, and a name for messages.
fn fixture(document: &Path) -> Option<Session> {
    let session = RefCell::new(Session::default());
    let mirror = Mirror::new(None).with_file(URL, document.to_owned());
    let load = session.borrow_mut().begin(URL);
    block_on(session::open_sitemap(&session, load, &mirror, URL, |_| {}));
    Some(session.into_inner()).filter(|session| !session.site().is_empty())
}

fn failures(name: &str, site: &Site, failed: &mut Vec<String>) {
    for format in Format::ALL {
        failed.extend(difference(site, format).map(|difference| format!("{name}: {difference}")));
    }
}

#[test]
fn every_fixture_is_saved_and_read_again() {
    let (mut failed, mut count) = (Vec::new(), 0);
    for folder in files(&tests().join("fixtures")).into_iter().filter(|path| path.is_dir()) {
        for document in files(&folder).into_iter().filter(|path| path.extension().is_some_and(|ending| ending != "txt"))
        {
            if let Some(session) = fixture(&document) {
                count += 1;
                failures(&document.display().to_string(), session.site(), &mut failed);
            }
        }
    }
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n\n"));
    assert!(count > 200, "only {count} fixtures");
}

/// The next pending branch.
fn pending(session: &Session) -> Option<NodeId> {
    let map = session.site().map();
    let is_due =
        |&node: &NodeId| map.documents().is_branch(node) && map.documents().state(node) == Some(&LoadState::Pending);
    (0..map.len() as NodeId).find(is_due)
}

#[test]
fn every_site_is_saved_and_read_again() {
    let (mut failed, mut count) = (Vec::new(), 0);
    for folder in files(&tests().join("sites")).into_iter().filter(|path| path.is_dir()) {
        for host in files(&folder).into_iter().filter(|path| path.is_dir()) {
            let host = host.file_name().unwrap().to_str().unwrap().to_owned();
            let page = format!("https://{host}/");
            let session = RefCell::new(Session::default());
            let mirror = Mirror::new(Some(folder.clone()));
            let load = session.borrow_mut().begin(&page);
            let memory = RefCell::new(Memory::default());
            let outcome = block_on(session::open_page(&session, load, &mirror, &memory, &page, |_| {}));
            if outcome.status != Status::Loaded {
                continue;
            }
            count += 1;
            failures(&host, session.borrow().site(), &mut failed);
            for _ in 0..100 {
                let Some(branch) = pending(&session.borrow()) else { break };
                let load = session.borrow_mut().continue_load();
                block_on(session::open_document(&session, load, &mirror, Some(branch), |_| {}));
            }
            failures(&format!("{host}, opened"), session.borrow().site(), &mut failed);
        }
    }
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n\n"));
    assert!(count > 10, "only {count} sites");
}

#[test]
fn programs_without_context_menus_see_the_content_tree() {
    let mut document = BEGIN.replace("urn:p0", "urn:top");
    for (page, lists) in [
        ("top", "<map:container rdf:resource='urn:a'/><map:container rdf:resource='urn:c'/>"),
        ("a", "<map:embedded rdf:resource='urn:c'/><map:embedded rdf:resource='urn:m'/>"),
        ("c", "<map:container rdf:resource='urn:d'/>"),
        ("d", ""),
        ("m", ""),
    ] {
        let about = format!("rdf:about='urn:{page}' dc:title='{page}' dc:identifier='http://h.example/{page}'");
        document += &format!("<rdf:Description {about}>{lists}</rdf:Description>");
    }
    let site = read((document + "</rdf:RDF>").as_bytes(), URL);
    assert_eq!(difference(&site, Format::Xbel), None);
    let saved = saved(&site, Format::Xbel);
    let (before, menu) = saved.split_once("<navi:menu>").unwrap();
    let (menu, behind) = menu.split_once("</navi:menu>").unwrap();
    let titles = |text: &str| text.matches("<title>").count();
    // Two folders begin with a bookmark of themselves.
    assert_eq!((titles(menu), titles(before) + titles(behind)), (1, 4 + 2), "{saved}");
    assert!(menu.contains("<alias ref=\"c-"), "{saved}");
}

#[test]
fn a_tree_converts_between_formats() {
    let mut failed = Vec::new();
    for name in ["nns/context-tree-passes-both", "nns/page-in-two-places", "negs/draft-example", "sitemap/alternates"] {
        let document = ["rdf", "xml"].map(|ending| tests().join("fixtures").join(format!("{name}.{ending}")));
        let document = document.into_iter().find(|path| path.is_file()).unwrap();
        let session = fixture(&document).unwrap();
        let expected = shown(session.site(), Format::Xbel);
        let mut site = read(saved(session.site(), Format::Xbel).as_bytes(), SAVED_URL);
        for format in [Format::Nns, Format::Negs, Format::Xbel, Format::Negs, Format::Nns] {
            site = read(saved(&site, format).as_bytes(), SAVED_URL);
        }
        if shown(&site, Format::Xbel) != expected {
            failed.push(format!("{name}: {}---{}", expected.to_text(true), Outline::new(&site).to_text(true)));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

const PLAIN: &str = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\
    <url><loc>https://www.example.org/docs/</loc><lastmod>2005-08-21</lastmod></url>\
    <url><loc>https://www.example.org/docs/install?os=linux&amp;arch=arm</loc></url>\
    <url><loc>https://www.example.org/</loc></url></urlset>";

/// The text between the first and the last tag, without namespaces.
fn body(site: &Site, format: Format) -> String {
    let saved = saved(site, format);
    let (_, body) = saved.split_once("detail#\">\n").unwrap();
    body.rsplit_once("</").unwrap().0.trim().to_owned()
}

#[test]
fn a_plain_sitemap_gets_its_first_nns_file() {
    let site = read(PLAIN.as_bytes(), "https://www.example.org/sitemap.xml");
    let expected = r#"
  <rdf:Description rdf:about="urn:sitemap:root">
    <map:container>
      <rdf:Seq>
        <rdf:li rdf:resource="https://www.example.org/"/>
        <rdf:li rdf:resource="https://www.example.org/docs/"/>
      </rdf:Seq>
    </map:container>
  </rdf:Description>

  <rdf:Description rdf:about="https://www.example.org/">
    <dc:title>www.example.org</dc:title>
    <dc:identifier>https://www.example.org/</dc:identifier>
  </rdf:Description>

  <rdf:Description rdf:about="https://www.example.org/docs/">
    <dc:title>Docs</dc:title>
    <dc:identifier>https://www.example.org/docs/</dc:identifier>
    <detail:lastmod>2005-08-21</detail:lastmod>
    <map:container>
      <rdf:Seq>
        <rdf:li rdf:nodeID="install-7"/>
      </rdf:Seq>
    </map:container>
  </rdf:Description>

  <rdf:Description rdf:nodeID="install-7">
    <dc:title>Install</dc:title>
    <navi:kind>folder</navi:kind>
    <map:container>
      <rdf:Seq>
        <rdf:li rdf:resource="https://www.example.org/docs/install?os=linux&amp;arch=arm"/>
      </rdf:Seq>
    </map:container>
  </rdf:Description>

  <rdf:Description rdf:about="https://www.example.org/docs/install?os=linux&amp;arch=arm">
    <dc:title>os=linux, arch=arm</dc:title>
    <dc:identifier>https://www.example.org/docs/install?os=linux&amp;arch=arm</dc:identifier>
  </rdf:Description>"#;
    assert_eq!(body(&site, Format::Nns), expected.trim());
    let again = read(saved(&site, Format::Nns).as_bytes(), SAVED_URL);
    assert_eq!(again.structure(), Structure::Declared, "the derived tree is declared then");
}

#[test]
fn search_engines_and_bookmarks_get_the_same_pages() {
    let site = read(PLAIN.as_bytes(), "https://www.example.org/sitemap.xml");
    let expected = r#"
  <navi:entry xml:id="install-7" negs:childOf="docs-6" negs:order="1" navi:kind="folder">
    <dc:title>Install</dc:title>
  </navi:entry>

  <url xml:id="www-example-org-9" negs:childOf="urn:sitemap:root" negs:order="1">
    <loc>https://www.example.org/</loc>
    <dc:title>www.example.org</dc:title>
  </url>

  <url xml:id="docs-6" negs:childOf="urn:sitemap:root" negs:order="2">
    <loc>https://www.example.org/docs/</loc>
    <lastmod>2005-08-21</lastmod>
    <dc:title>Docs</dc:title>
  </url>

  <url xml:id="os-linux-arch-arm-8" negs:childOf="install-7" negs:order="1">
    <loc>https://www.example.org/docs/install?os=linux&amp;arch=arm</loc>
    <dc:title>os=linux, arch=arm</dc:title>
  </url>"#;
    assert_eq!(body(&site, Format::Negs), expected.trim());
    let expected = r#"
  <bookmark href="https://www.example.org/">
    <title>www.example.org</title>
  </bookmark>
  <folder>
    <title>Docs</title>
    <info>
      <metadata owner="http://navibar.oaklett.org/" navi:href="https://www.example.org/docs/">
        <detail:lastmod>2005-08-21</detail:lastmod>
      </metadata>
    </info>
    <bookmark href="https://www.example.org/docs/">
      <title>Docs</title>
      <info><metadata owner="http://navibar.oaklett.org/" navi:kind="self"/></info>
    </bookmark>
    <folder>
      <title>Install</title>
      <bookmark href="https://www.example.org/docs/install?os=linux&amp;arch=arm">
        <title>os=linux, arch=arm</title>
      </bookmark>
    </folder>
  </folder>"#;
    assert_eq!(body(&site, Format::Xbel), expected.trim());
}

const BEGIN: &str = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
    xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>\
    <rdf:Description rdf:about='urn:sitemap:root'><map:container rdf:resource='urn:p0'/></rdf:Description>";

#[test]
fn a_long_chain_of_pages_is_saved() {
    let count = 50_000;
    let mut document = BEGIN.to_owned();
    for n in 0..count {
        document +=
            &format!("<rdf:Description rdf:about='urn:p{n}' dc:title='{n}' dc:identifier='http://h.example/{n}'>");
        document += &format!("<map:container rdf:resource='urn:p{}'/></rdf:Description>", n + 1);
    }
    let site = read((document + "</rdf:RDF>").as_bytes(), URL);
    for format in [Format::Nns, Format::Negs] {
        let again = read(saved(&site, format).as_bytes(), SAVED_URL);
        assert_eq!(again.map().pages(), count, "{format:?}");
    }
    // XBEL is nested, and readers limit the depth.
    let xbel = saved(&site, Format::Xbel);
    assert_eq!(check_xbel(&xbel), Ok(()));
    assert!(xbel.contains("<!-- This file has reached its size limit"), "a comment says what is left out");
    let again = read(xbel.as_bytes(), SAVED_URL);
    assert!(again.first_error().is_none() && again.map().pages() > 2_000, "{:?}", again.first_error());
}

#[test]
fn saved_files_are_not_amplified() {
    // Each level lists the next one twice. All pages of a level share a list.
    let mut document = BEGIN.to_owned();
    for level in 0..40 {
        document += &format!("<rdf:Description rdf:about='urn:p{level}' dc:title='{level}'><map:container><rdf:Seq>");
        document += &format!("<rdf:li rdf:resource='urn:p{}'/>", level + 1).repeat(2);
        document += "</rdf:Seq></map:container></rdf:Description>";
    }
    let site = read((document + "</rdf:RDF>").as_bytes(), URL);
    for format in Format::ALL {
        assert!(saved(&site, format).len() < 40_000, "{format:?}");
    }
    let count = 2_000;
    let mut document = BEGIN.to_owned();
    document += "<rdf:Description rdf:about='urn:p0' dc:title='0'><map:container rdf:nodeID='all'/></rdf:Description>";
    for n in 1..count {
        document += &format!("<rdf:Description rdf:about='urn:p{n}' dc:title='{n}'><map:container rdf:nodeID='all'/>");
        document += "</rdf:Description>";
    }
    document += "<rdf:Seq rdf:nodeID='all'>";
    (1..count).for_each(|n| document += &format!("<rdf:li rdf:resource='urn:p{n}'/>"));
    let site = read((document + "</rdf:Seq></rdf:RDF>").as_bytes(), URL);
    let nns = saved(&site, Format::Nns);
    assert!(nns.len() < count * 300, "a list that all pages share is written once, not in {} bytes", nns.len());
    assert_eq!(read(nns.as_bytes(), SAVED_URL).map().len(), count + 3, "the pages, the root and two lists");
}

#[test]
fn ids_in_a_saved_file_are_unique() {
    // Pages that are lists. All have the same title except one. Its title looks like the end of another page's id.
    for (special, number) in (0..4).flat_map(|special| (1..8).map(move |number| (special, number))) {
        let mut document = BEGIN.replace("rdf:resource='urn:p0'", "rdf:nodeID='n0'");
        for n in 0..4 {
            let title = if n == special { format!("List {number}") } else { "List".to_owned() };
            document += &format!("<rdf:Description rdf:nodeID='n{n}'><dc:title>{title}</dc:title>");
            document += &format!("<dc:identifier>http://h.example/{n}</dc:identifier>");
            (n + 1..4).for_each(|member| document += &format!("<rdf:li rdf:nodeID='n{member}'/>"));
            let itself = format!("rdf:nodeID='n{n}'");
            document += &format!("<map:container {itself}/><map:embedded {itself}/></rdf:Description>");
        }
        let site = read((document + "</rdf:RDF>").as_bytes(), URL);
        let differences = Format::ALL.into_iter().filter_map(|format| difference(&site, format));
        assert_eq!(differences.collect::<Vec<_>>().join("\n"), "");
    }
}

#[test]
fn documents_that_are_not_loaded_are_left_out() {
    let session = fixture(&tests().join("fixtures/sitemap/index.xml")).unwrap();
    let site = session.site();
    assert!(
        Outline::new(site).tree.iter().flat_map(|node| &node.children).any(|node| node.missing.is_some()),
        "it has some"
    );
    for format in Format::ALL {
        assert_eq!(Outline::new(&read(saved(site, format).as_bytes(), SAVED_URL)).tree, [], "{format:?}");
    }
}

fn property(documents: impl Strategy<Value = String>) {
    let config = ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let outcome = runner.run(&documents, |document| {
        let site = read(document.as_bytes(), URL);
        // Only NNS can put the root into a context menu.
        let is_nns_only = document.contains("rdf:resource='urn:sitemap:root'");
        let formats = Format::ALL.into_iter().filter(|format| !is_nns_only || *format == Format::Nns);
        let failed: Vec<String> = formats.filter_map(|format| difference(&site, format)).collect();
        prop_assert!(failed.is_empty(), "{document}\n{}", failed.join("\n\n"));
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

#[test]
fn any_nns_is_saved_and_read_again() {
    property(documents::nns());
}

#[test]
fn any_sitemap_is_saved_and_read_again() {
    property(documents::sitemap());
}

#[test]
fn any_xbel_is_saved_and_read_again() {
    property(documents::xbel());
}

#[test]
fn any_html_is_saved_and_read_again() {
    property(documents::html());
}

#[test]
fn any_opml_is_saved_and_read_again() {
    property(documents::opml());
}
