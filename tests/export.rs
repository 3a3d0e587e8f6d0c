//! What is saved gives the same tree when it is read: the fixtures, the saved sites, and trees made at random. That the
//! files are what other programs expect is looked at with parsers that are not Navibar's.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use navibar::diagnostics::Severity;
use navibar::export::{self, Format};
use navibar::format::Structure;
use navibar::native::{Mirror, block_on};
use navibar::outline::{Node, Outline};
use navibar::session::{self, Memory, Session, Status};
use navibar::site::Site;
use navibar::site_map::{NodeId, Relation, State};
use navibar::tree::Kind;

use proptest::prelude::*;
use quick_xml::NsReader;
use quick_xml::events::Event;
use quick_xml::name::ResolveResult;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

const URL: &str = "https://www.example.org/sitemap.rdf";

/// Where a saved file is read from: somewhere else, so that no address may depend on it.
const SAVED_URL: &str = "https://saved.example/of/the/site.xml";

fn saved(site: &Site, format: Format) -> String {
    let mut saved = String::new();
    export::write(site, format, &mut saved).unwrap();
    saved
}

fn read(document: &[u8], url: &str) -> Site {
    let mut site = Site::default();
    site.begin(url);
    document.chunks(1000).for_each(|chunk| site.push(chunk));
    site.finish();
    site
}

/// What a saved file must give: documents that are not loaded are not in it, nor is what XML forbids.
fn expected(nodes: Vec<Node>, format: Format) -> Vec<Node> {
    let clean = |text: &str| {
        let text = text.replace(|c: char| (c < ' ') || matches!(c, '\u{fffe}' | '\u{ffff}'), "");
        // Invisible at the ends.
        let text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}'));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let title = |title: &str| Some(clean(title)).filter(|title| !title.is_empty()).unwrap_or("\u{2026}".to_owned());
    let cleaned = |node: Node| Node {
        title: if node.kind == Kind::Separator { String::new() } else { title(&node.title) },
        url: node.url.as_deref().map(clean),
        icon: node.icon.as_deref().map(clean),
        details: {
            let details = node.details.iter().map(|(name, value)| (name.clone(), clean(value)));
            let mut details: Vec<_> = details.filter(|(_, value)| !value.is_empty()).collect();
            if format != Format::Nns {
                details.sort();
            }
            details
        },
        children: expected(node.children, format),
        menu: expected(node.menu, format),
        ..node
    };
    nodes.into_iter().filter(|node| node.missing.is_none()).map(cleaned).collect()
}

fn shown(site: &Site, format: Format) -> Outline {
    let Outline { tree, unplaced, is_cut } = Outline::new(site);
    Outline { tree: expected(tree, format), unplaced: expected(unplaced, format), is_cut }
}

/// Saves a site, reads that, and says what is different.
fn difference(site: &Site, format: Format) -> Option<String> {
    let saved = saved(site, format);
    if let Err(mistake) = check(&saved, format) {
        return Some(format!("{mistake}\n--- saved as {}:\n{saved}", format.name()));
    }
    let again = read(saved.as_bytes(), SAVED_URL);
    let (before, after) = (shown(site, format), shown(&again, format));
    let findings: Vec<_> = again
        .diagnostics()
        .into_iter()
        .filter(|finding| {
            finding.severity == Severity::Error && finding.code != "no-root" && finding.code != "no-pages"
        })
        .collect();
    let is_kept = format != Format::Xbel || metadata(site) == metadata(&again);
    (before != after || !findings.is_empty() || !is_kept).then(|| {
        let same_text = if before.to_text(true) == after.to_text(true) {
            format!("{before:#?}\n{after:#?}")
        } else {
            String::new()
        };
        format!(
            "was:\n{}--- is:\n{}--- findings: {findings:?}\n{same_text}--- saved as {}:\n{saved}",
            before.to_text(true),
            after.to_text(true),
            format.name()
        )
    })
}

/// Metadata of others on what is shown, which XBEL keeps as it is.
fn metadata(site: &Site) -> Vec<&str> {
    let map = site.map();
    let (mut pages, mut at, mut children) = (Vec::from_iter(map.root()), 0, Vec::new());
    while let Some(&page) = pages.get(at) {
        map.children(page, Relation::Container, &mut children);
        for child in children.drain(..) {
            if !pages.contains(&child.page) {
                pages.push(child.page);
            }
        }
        at += 1;
    }
    let mut all: Vec<&str> = pages.iter().flat_map(|&page| map.metadata(page)).map(|metadata| &**metadata).collect();
    all.sort_unstable();
    all
}

/// What other programs rely on.
fn check(saved: &str, format: Format) -> Result<(), String> {
    match format {
        Format::Nns => {
            let parser = oxrdfxml::RdfXmlParser::new().with_base_iri(SAVED_URL).unwrap();
            match parser.for_slice(saved.as_bytes()).find_map(Result::err) {
                // Addresses of sites are not always IRIs.
                Some(mistake) if !mistake.to_string().contains("IRI") => Err(format!("RDF/XML: {mistake}")),
                _ => Ok(()),
            }
        }
        Format::Negs => check_negs(saved),
        Format::Xbel => check_xbel(saved),
    }
}

/// Path and attributes of an element, all in their namespaces.
type Element = (Vec<String>, Vec<(String, String)>);

fn elements(saved: &str) -> Result<Vec<Element>, String> {
    let name = |namespace: ResolveResult<'_>, local: &str| match namespace {
        ResolveResult::Bound(namespace) => Ok(format!("{{{}}}{local}", namespace.0)),
        ResolveResult::Unbound => Ok(local.to_owned()),
        ResolveResult::Unknown(prefix) => Err(format!("undeclared prefix {prefix:?}")),
    };
    let mut reader = NsReader::from_str(saved);
    let (mut path, mut found) = (Vec::new(), Vec::new());
    loop {
        let event = reader.read_event().map_err(|mistake| mistake.to_string())?;
        match event {
            Event::Start(ref start) | Event::Empty(ref start) => {
                let (namespace, local) = reader.resolver().resolve_element(start.name());
                path.push(name(namespace, local.as_ref())?);
                let mut attributes = Vec::new();
                for attribute in start.attributes() {
                    let attribute = attribute.map_err(|mistake| mistake.to_string())?;
                    let (namespace, local) = reader.resolver().resolve_attribute(attribute.key);
                    let value = attribute.value.clone().into_owned();
                    attributes.push((name(namespace, local.as_ref())?, value));
                }
                found.push((path.clone(), attributes));
                if matches!(event, Event::Empty(_)) {
                    path.pop();
                }
            }
            Event::End(_) => {
                path.pop();
            }
            Event::Eof => return if path.is_empty() { Ok(found) } else { Err("not closed".to_owned()) },
            _ => {}
        }
    }
}

/// A sitemap for search engines: what is foreign comes first, then each url with its loc, which comes first in it
/// (sitemaps.org, sitemap.xsd).
fn check_negs(saved: &str) -> Result<(), String> {
    const NS: &str = "{http://www.sitemaps.org/schemas/sitemap/0.9}";
    let elements = elements(saved)?;
    let (mut has_urls, mut ids) = (false, std::collections::BTreeSet::new());
    for (at, (path, attributes)) in elements.iter().enumerate() {
        let own = path.last().unwrap().strip_prefix(NS);
        match (path.len(), own) {
            (1, Some("urlset")) => {}
            (2, Some("url")) => {
                has_urls = true;
                let first = elements.get(at + 1).and_then(|(path, _)| path.last());
                if first.is_none_or(|first| *first != format!("{NS}loc")) {
                    return Err(format!("the url at {at} has no loc, or {first:?} before it"));
                }
            }
            (2, None) if !has_urls => {}
            (3, Some("loc" | "lastmod" | "changefreq" | "priority")) | (3.., None) => {}
            _ => return Err(format!("{path:?} has no place in a sitemap")),
        }
        for (name, value) in attributes.iter().filter(|(name, _)| name.ends_with("}id")) {
            if !ids.insert(value) {
                return Err(format!("{name} {value} is given twice"));
            }
        }
    }
    Ok(())
}

/// XBEL: title, info and desc in this order and once, then the entries; ids are given once and references lead to them.
fn check_xbel(saved: &str) -> Result<(), String> {
    let elements = elements(saved)?;
    let (mut ids, mut refs) = (std::collections::BTreeSet::new(), Vec::new());
    let mut last: Vec<usize> = Vec::new();
    let mut foreign = usize::MAX;
    for (path, attributes) in &elements {
        let attribute =
            |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
        let name = path.last().unwrap().as_str();
        if path.len() > foreign {
            continue;
        }
        let is_foreign = name == "metadata" && attribute("owner") != Some(export::OWNER);
        foreign = if is_foreign { path.len() } else { usize::MAX };
        last.truncate(path.len());
        last.resize(path.len(), 0);
        let above = path.len().checked_sub(2).map_or("", |above| path[above].as_str());
        let order = ["title", "info", "desc"].iter().position(|known| *known == name).map_or(4, |at| at + 1);
        if matches!(above, "xbel" | "folder" | "bookmark") {
            let before = last.get(path.len() - 1).copied().unwrap_or(0);
            if order < before || (order < 4 && order == before) {
                return Err(format!("{path:?} is out of order"));
            }
            last[path.len() - 1] = order;
        }
        match (above, name) {
            (_, "bookmark") if attribute("href").is_none() => return Err("a bookmark without href".to_owned()),
            ("bookmark", "bookmark" | "folder" | "alias" | "separator") => return Err(format!("{path:?}")),
            ("info", "metadata") | (_, "xbel" | "folder" | "bookmark" | "title" | "info" | "desc" | "separator") => {}
            (_, "alias") => refs.extend(attribute("ref")),
            _ if path.iter().any(|above| above == "metadata") => {}
            _ => return Err(format!("{path:?} has no place in XBEL")),
        }
        if let Some(id) = attribute("id").filter(|_| matches!(name, "xbel" | "folder" | "bookmark"))
            && !ids.insert(id)
        {
            return Err(format!("the id {id} is given twice"));
        }
        last.push(0);
    }
    match refs.into_iter().find(|to| !ids.contains(to)) {
        Some(dangling) => Err(format!("the alias to {dangling} leads nowhere")),
        None => Ok(()),
    }
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// A site, by a name for messages, as its first document alone gives it.
fn fixture(document: &Path) -> Option<Session> {
    let session = RefCell::new(Session::default());
    let mirror = Mirror::new(None).with_file(URL, document.to_owned());
    let load = session.borrow_mut().begin(URL);
    block_on(session::open_sitemap(&session, load, &mirror, URL, |_| {}));
    Some(session.into_inner()).filter(|session| session.site().is_some())
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
                failures(&document.display().to_string(), session.site().unwrap(), &mut failed);
            }
        }
    }
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n\n"));
    assert!(count > 200, "only {count} fixtures");
}

/// The next branch that has not been opened.
fn pending(session: &Session) -> Option<NodeId> {
    let map = session.site()?.map();
    let is_due =
        |&node: &NodeId| map.documents().is_branch(node) && map.documents().state(node) == Some(&State::Pending);
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
            failures(&host, session.borrow().site().unwrap(), &mut failed);
            for _ in 0..100 {
                let Some(branch) = pending(&session.borrow()) else { break };
                let load = session.borrow_mut().begin_more();
                block_on(session::open_document(&session, load, &mirror, Some(branch), |_| {}));
            }
            failures(&format!("{host}, opened"), session.borrow().site().unwrap(), &mut failed);
        }
    }
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n\n"));
    assert!(count > 10, "only {count} sites");
}

#[test]
fn programs_that_know_no_context_menus_see_the_content_tree() {
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
    // Two folders begin with a bookmark of their own.
    assert_eq!((titles(menu), titles(before) + titles(behind)), (1, 4 + 2), "{saved}");
    assert!(menu.contains("<alias ref=\"c-"), "{saved}");
}

#[test]
fn from_format_to_format() {
    let mut failed = Vec::new();
    for name in ["nns/context-tree-passes-both", "nns/page-in-two-places", "negs/draft-example", "sitemap/alternates"] {
        let document = ["rdf", "xml"].map(|ending| tests().join("fixtures").join(format!("{name}.{ending}")));
        let document = document.into_iter().find(|path| path.is_file()).unwrap();
        let session = fixture(&document).unwrap();
        let expected = shown(session.site().unwrap(), Format::Xbel);
        let mut site = read(saved(session.site().unwrap(), Format::Xbel).as_bytes(), SAVED_URL);
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

/// What stands between the first element and the last, without the namespaces.
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
    assert_eq!(again.structure(), Structure::Declared, "what was derived is declared then");
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
fn a_chain_of_pages_is_saved_without_end() {
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
    // XBEL is nested, and nobody reads what is nested so deep.
    let xbel = saved(&site, Format::Xbel);
    assert_eq!(check_xbel(&xbel), Ok(()));
    assert!(xbel.contains("<!-- There is more"), "what is left out is told");
    let again = read(xbel.as_bytes(), SAVED_URL);
    assert!(again.first_error().is_none() && again.map().pages() > 2_000, "{:?}", again.first_error());
}

#[test]
fn what_a_few_bytes_say_takes_a_few_bytes() {
    // Each level lists the next one twice; all pages of a level share a list.
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
fn no_two_things_have_one_id() {
    // Pages that are lists, all of the same title but one, whose title looks like the end of another's id.
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
    let site = session.site().unwrap();
    assert!(Outline::new(site).tree.iter().any(|node| node.missing.is_some()), "the fixture has such");
    for format in Format::ALL {
        assert_eq!(Outline::new(&read(saved(site, format).as_bytes(), SAVED_URL)).tree, [], "{format:?}");
    }
}

/// Text that somebody may have written, hostile or not, as it stands in XML.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => "[a-zA-Z0-9 ]{1,6}",
        1 => Just("&amp;".to_owned()),
        1 => Just("&lt;b&gt;".to_owned()),
        1 => Just("]]&gt;".to_owned()),
        1 => Just("&quot;'".to_owned()),
        1 => Just("&#x1F600;".to_owned()),
        1 => Just("\u{202e}\u{a0}\u{3000}é".to_owned()),
        1 => Just("\u{1}\u{fffe}".to_owned()),
        1 => Just("\u{7f}\u{85}\u{200b}".to_owned()),
        1 => Just("&#10;&#9;".to_owned()),
        1 => Just("_x0020_".to_owned()),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

/// An address, from so few that some are alike.
fn address() -> impl Strategy<Value = String> {
    let host = prop_oneof![4 => Just("https://www.example.org"), 1 => Just("http://other.example:8080"), 1 => Just("")];
    let path = prop_oneof![
        4 => "(/[ab]{1,2}){0,3}/?",
        1 => Just("/a?x=1&amp;y=%20".to_owned()),
        1 => Just("/b#part".to_owned()),
        1 => Just("/c d/é%C3%A9".to_owned()),
        1 => Just("/index.html".to_owned()),
    ];
    prop_oneof![
        12 => (host, path).prop_map(|(host, path)| format!("{host}{path}")),
        1 => Just("mailto:ann@example.org".to_owned()),
        1 => Just("ftp://ftp.example.org/x".to_owned()),
        1 => Just("javascript:alert(1)".to_owned()),
        1 => Just("\u{1}https://www.example.org/".to_owned()),
        1 => Just("x".repeat(2100)),
    ]
}

fn maybe<T: std::fmt::Debug>(value: impl Strategy<Value = T>) -> impl Strategy<Value = Option<T>> {
    proptest::option::weighted(0.7, value)
}

fn rarely<T: std::fmt::Debug>(value: impl Strategy<Value = T>) -> impl Strategy<Value = Option<T>> {
    proptest::option::weighted(0.15, value)
}

fn element(name: &str, text: Option<&String>) -> String {
    text.map_or(String::new(), |text| format!("<{name}>{text}</{name}>"))
}

fn attribute(name: &str, value: Option<impl std::fmt::Display>) -> String {
    value.map_or(String::new(), |value| format!(" {name}=\"{value}\""))
}

const NAMESPACES: &str = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
    xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/' \
    xmlns:negs='http://navibar.oaklett.org/negs/1.0#' xmlns:xhtml='http://www.w3.org/1999/xhtml' \
    xmlns:navi='http://navibar.oaklett.org/export/1.0#' xmlns:detail='http://navibar.oaklett.org/export/1.0/detail#'";

fn kind() -> impl Strategy<Value = Option<&'static str>> {
    rarely(prop::sample::select(vec!["folder", "separator", "document", "deleted", "open", "language", "folder open"]))
}

/// Pages that lists lead to, lists that go on with lists, all in small numbers so that they are used again and again.
fn nns() -> impl Strategy<Value = String> {
    let lists = || prop::collection::vec(prop_oneof![3 => 10..15u8, 1 => 0..7u8], 0..3);
    let page = (
        (maybe(text()), maybe(address()), rarely(address()), kind()),
        (rarely(text()), rarely(text()), rarely(0..7u8)),
        (lists(), lists(), any::<bool>()),
    );
    let list = (prop::collection::vec((1..5u8, 0..7u8), 0..4), rarely(10..15u8));
    let all = (prop::collection::vec(page, 1..7), prop::collection::vec(list, 1..5));
    all.prop_map(|(pages, lists)| {
        // The first page is the root, some have names, some have none.
        let names: Vec<bool> = pages.iter().map(|(_, _, (_, _, is_named))| *is_named).collect();
        let reference = |attribute: &str, to: u8| match to {
            0 => format!(" rdf:{attribute}='urn:sitemap:root'"),
            1..10 if names.get(usize::from(to)).is_none_or(|is_named| *is_named) => {
                format!(" rdf:{attribute}='my:page-{to}'")
            }
            _ => format!(" rdf:nodeID='n{to}'"),
        };
        let mut document = format!("<rdf:RDF {NAMESPACES}>");
        for (at, ((title, url, icon, kind), (creator, other, alias), (contains, embeds, _))) in pages.iter().enumerate()
        {
            document += &format!("\n<rdf:Description{}>", reference("about", at as u8));
            document += &element("dc:title", title.as_ref());
            document += &element("dc:identifier", url.as_ref());
            document += &element("map:icon", icon.as_ref());
            document += &element("dc:creator", creator.as_ref());
            document += &element("detail:other_x0020_thing", other.as_ref());
            document += &element("navi:kind", kind.map(str::to_owned).filter(|_| at > 0).as_ref());
            if let Some(alias) = alias.filter(|_| at > 0) {
                document += &format!("<navi:aliasOf{}/>", reference("resource", alias));
            }
            for (property, lists) in [("container", contains), ("embedded", embeds)] {
                for &list in lists {
                    document += &format!("<map:{property}{}/>", reference("resource", list));
                }
            }
            if at == 0 {
                document += "<map:container rdf:nodeID='n10'/>";
            }
            document += "</rdf:Description>";
        }
        for (at, (members, rest)) in lists.iter().enumerate() {
            document += &format!("\n<rdf:Description rdf:nodeID='n{}'>", at + 10);
            for &(n, member) in members {
                document += &format!("<rdf:_{n}{}/>", reference("resource", member));
            }
            if let Some(rest) = rest {
                document += &format!("<rdf:rest{}/>", reference("resource", *rest));
            }
            document += "</rdf:Description>";
        }
        // What an alias stands for is shown somewhere.
        let aliases = pages.iter().filter_map(|(_, (_, _, alias), _)| *alias).filter(|&to| to > 0);
        for (at, to) in aliases.enumerate() {
            document += &format!("\n<rdf:Description rdf:nodeID='n10'><rdf:_{}{}/>", at + 5, reference("resource", to));
            document += "</rdf:Description>";
        }
        document + "\n</rdf:RDF>"
    })
}

/// Sitemaps: plain ones, and such as say below which other each page is.
fn sitemap() -> impl Strategy<Value = String> {
    let id = || prop_oneof![2 => (0..6u8).prop_map(|n| format!("i{n}")), 2 => Just("urn:sitemap:root".to_owned())];
    let day = prop::sample::select(vec!["2024-01-02", "2024-01-02T03:04:05Z", "2024", "2024-01-02 03:04", "never"]);
    let link = (prop::sample::select(vec!["en", "de-CH", "x-default", "&lt;"]), address());
    let page = (
        (maybe(address()), maybe(text()), rarely(address()), rarely(text())),
        (
            rarely(day),
            rarely(Just("daily")),
            rarely(prop::sample::select(vec!["0.5", "7"])),
            prop::collection::vec(link, 0..2),
        ),
        (maybe(0..6u8), maybe(id()), rarely(id()), rarely(0..4u8)),
    );
    (prop::collection::vec(page, 0..8), any::<bool>()).prop_map(|(pages, is_negs)| {
        let mut document = format!("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' {NAMESPACES}>");
        for ((loc, title, icon, creator), (day, often, priority, links), (id, child_of, relates_to, order)) in &pages {
            document += "\n<url";
            if is_negs {
                document += &attribute("id", id.map(|id| format!("i{id}")));
                document += &attribute("negs:childOf", child_of.as_ref());
                document += &attribute("negs:relatesTo", relates_to.as_ref());
                document += &attribute("negs:order", order.as_ref());
            }
            document += ">";
            document += &element("loc", loc.as_ref());
            document += &element("lastmod", day.map(str::to_owned).as_ref());
            document += &element("changefreq", often.map(str::to_owned).as_ref());
            document += &element("priority", priority.map(str::to_owned).as_ref());
            document += &element("dc:title", title.as_ref());
            document += &element("dc:creator", creator.as_ref());
            document += &element("negs:icon", icon.as_ref().filter(|_| is_negs));
            for (language, href) in links {
                document += &format!("<xhtml:link rel='alternate' hreflang='{language}' href='{href}'/>");
            }
            document += "</url>";
        }
        document + "\n</urlset>"
    })
}

#[derive(Clone, Debug)]
enum Entry {
    Folder(Said, bool, Vec<Entry>),
    Bookmark(Said, Option<String>),
    Separator,
    Alias(u8),
}

/// What may be said of a folder or bookmark: its number, title, description, date, whether there is metadata.
type Said = (Option<u8>, Option<String>, Option<String>, Option<&'static str>, bool);

fn xbel() -> impl Strategy<Value = String> {
    let said = || {
        let date = rarely(prop::sample::select(vec!["1998-10-01T10:20:30Z", "soon"]));
        (maybe(0..6u8), maybe(text()), rarely(text()), date, proptest::bool::weighted(0.1))
    };
    let leaf = prop_oneof![
        4 => (said(), maybe(address())).prop_map(|(said, href)| Entry::Bookmark(said, href)),
        1 => Just(Entry::Separator),
        2 => (0..7u8).prop_map(Entry::Alias),
    ];
    let entry = leaf.prop_recursive(4, 16, 4, move |entry| {
        (said(), any::<bool>(), prop::collection::vec(entry, 0..4))
            .prop_map(|(said, is_open, entries)| Entry::Folder(said, is_open, entries))
    });
    prop::collection::vec(entry, 0..5).prop_map(|entries| {
        let mut ids = std::collections::BTreeSet::new();
        let mut document = String::from("<xbel id='i6'>");
        document.extend(entries.iter().map(|entry| written(entry, &mut ids)));
        document + "\n</xbel>"
    })
}

fn written(entry: &Entry, ids: &mut std::collections::BTreeSet<u8>) -> String {
    let (said, open, rest) = match entry {
        Entry::Separator => return "\n<separator/>".to_owned(),
        Entry::Alias(to) => return format!("\n<alias ref='i{to}'/>"),
        Entry::Bookmark(said, href) => {
            (said, format!("bookmark{}", attribute("href", href.as_ref())), "</bookmark>".to_owned())
        }
        Entry::Folder(said, is_open, entries) => {
            let entries: String = entries.iter().map(|entry| written(entry, ids)).collect();
            (said, format!("folder{}", attribute("folded", is_open.then_some("no"))), format!("{entries}</folder>"))
        }
    };
    let (id, title, description, date, has_metadata) = said;
    let id = id.filter(|id| ids.insert(*id)).map(|id| format!("i{id}"));
    let metadata =
        "<info><metadata owner='somebody'> <x:a xmlns:x='urn:x' b=\"&amp;\">c<!-- d --></x:a></metadata></info>";
    let metadata = if *has_metadata { metadata } else { "" };
    let (title, description) = (element("title", title.as_ref()), element("desc", description.as_ref()));
    format!("\n<{open}{}{}>{title}{metadata}{description}{rest}", attribute("id", id), attribute("added", *date))
}

fn property(documents: impl Strategy<Value = String>) {
    let config = ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let outcome = runner.run(&documents, |document| {
        let site = read(document.as_bytes(), URL);
        // Nothing but NNS can put the root into a context menu.
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
    property(nns());
}

#[test]
fn any_sitemap_is_saved_and_read_again() {
    property(sitemap());
}

#[test]
fn any_xbel_is_saved_and_read_again() {
    property(xbel());
}
