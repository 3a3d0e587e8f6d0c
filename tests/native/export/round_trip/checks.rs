//! Checks the expectations of other programs, with independent parsers.

use navibar::export::{self, Format};
use quick_xml::NsReader;
use quick_xml::events::Event;
use quick_xml::name::ResolveResult;

/// The address of a saved file. It differs from the site's, so that no address may depend on it.
pub(crate) const SAVED_URL: &str = "https://saved.example/of/the/site.xml";

/// Checks a saved file as other programs read it.
pub(super) fn check(saved: &str, format: Format) -> Result<(), String> {
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
        Format::Html => check_html(saved),
        Format::Opml => check_opml(saved),
    }
}

/// The path and the attributes of each element, with their namespaces.
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

/// Checks a sitemap for search engines: foreign elements come first, and each url begins with its loc (sitemaps.org,
/// sitemap.xsd).
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

/// Checks XBEL: title, info and desc in this order and once, then the entries. Ids are unique, and references lead to them.
pub(crate) fn check_xbel(saved: &str) -> Result<(), String> {
    let elements = elements(saved)?;
    let (mut ids, mut refs) = (std::collections::BTreeSet::new(), Vec::new());
    let mut last: Vec<usize> = Vec::new();
    let mut foreign = usize::MAX;
    for (path, attributes) in &elements {
        let attribute =
            |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
        // Metadata may declare the namespace of its content (section 3.3.4).
        let name = match path.last().unwrap().as_str() {
            name if name.ends_with("}metadata") && path.iter().rev().nth(1).is_some_and(|above| above == "info") => {
                "metadata"
            }
            name => name,
        };
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

/// Checks a bookmark file without its comments: lists and texts are closed, and Navibar's own tags are not in it.
fn check_html(saved: &str) -> Result<(), String> {
    let mut shown = String::new();
    let mut rest = saved;
    while let Some((before, comment)) = rest.split_once("<!--") {
        shown += before;
        rest = comment.split_once("-->").ok_or("a comment is not closed")?.1;
    }
    shown += rest;
    for (start, end) in [("<DL", "</DL>"), ("<A ", "</A>"), ("<H3", "</H3>")] {
        if shown.matches(start).count() != shown.matches(end).count() {
            return Err(format!("not as many {start} as {end}"));
        }
    }
    let is_own = shown.contains("<navi:") || shown.contains("</navi:") || shown.contains("-->");
    if is_own { Err("Navibar's own tags are not in comments".to_owned()) } else { Ok(()) }
}

/// Checks OPML 2.0: a head and a body, and a text for each outline. What is not OPML has a namespace.
fn check_opml(saved: &str) -> Result<(), String> {
    for (path, attributes) in elements(saved)? {
        let above = path.len().checked_sub(2).map_or("", |above| path[above].as_str());
        match (above, path.last().unwrap().as_str()) {
            ("", "opml") | ("opml", "head" | "body") => {}
            ("head", "title" | "dateCreated" | "dateModified" | "ownerName") => {}
            ("body" | "outline", "outline") if attributes.iter().any(|(name, _)| name == "text") => {}
            (_, name) if name.starts_with('{') => {}
            _ => return Err(format!("{path:?} has no place in OPML")),
        }
    }
    Ok(())
}
