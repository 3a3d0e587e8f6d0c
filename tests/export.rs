//! What is saved gives the same tree when it is read: the fixtures, the saved sites, and trees made at random. That the
//! files are what other programs expect is looked at with parsers that are not Navibar's.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use navibar::diagnostics::Severity;
use navibar::export::{self, Format};
use navibar::native::{Mirror, block_on};
use navibar::outline::{Node, Outline};
use navibar::session::{self, Memory, Session, Status};
use navibar::site::Site;
use navibar::site_map::{NodeId, State};
use navibar::tree::Kind;

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
    let clean = |text: &str| text.replace(|c: char| (c < ' ') || matches!(c, '\u{fffe}' | '\u{ffff}'), "");
    let cleaned = |node: Node| Node {
        title: if node.kind == Kind::Separator { String::new() } else { clean(&node.title) },
        url: node.url.as_deref().map(clean),
        icon: node.icon.as_deref().map(clean),
        details: {
            let mut details: Vec<_> = node.details.iter().map(|(name, value)| (name.clone(), clean(value))).collect();
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

/// Metadata of others, which XBEL keeps as it is.
fn metadata(site: &Site) -> Vec<&str> {
    let pages = 0..site.map().len() as NodeId;
    let mut all: Vec<&str> = pages.flat_map(|page| site.map().metadata(page)).map(|metadata| &**metadata).collect();
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

/// Path and attributes of each element, all in their namespaces.
fn elements(saved: &str) -> Result<Vec<(Vec<String>, Vec<(String, String)>)>, String> {
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
