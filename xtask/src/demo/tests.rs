//! Checks the written files with independent parsers: the sitemap with an RDF parser, the pages with an XML tokenizer that
//! accepts elements without end tags.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use oxrdf::{NamedOrBlankNode, Term, Triple};
use oxrdfxml::RdfXmlParser;
use quick_xml::Reader;
use quick_xml::events::Event;

use super::{Summary, generate};

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const MAP: &str = "http://www.oaklett.org/map/1.0#";
const DC: &str = "http://purl.org/dc/elements/1.1/";
const ROOT: &str = "urn:sitemap:root";

/// The site in a temporary folder, which is removed when the test ends.
struct Written {
    folder: PathBuf,
    summary: Summary,
}

impl Written {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("navibar-{}-{name}", std::process::id()));
        let summary = generate(&folder).unwrap_or_else(|error| panic!("{error:#}"));
        Self { folder, summary }
    }

    /// Every file by its path relative to the site.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.folder.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&self.folder).expect("inside the site");
                    let name = name.to_str().expect("a name in UTF-8").replace('\\', "/");
                    files.insert(name, fs::read(&path).expect("a file"));
                }
            }
        }
        files
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        // A failure is ignored, because a leftover temporary folder does no harm.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The sitemap's statements by subject and predicate.
struct Graph(BTreeMap<(String, String), Vec<String>>);

impl Graph {
    fn read(sitemap: &[u8]) -> Self {
        let mut graph: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for triple in RdfXmlParser::new().for_slice(sitemap) {
            let Triple { subject, predicate, object } = triple.expect("well-formed RDF/XML");
            let subject = match subject {
                NamedOrBlankNode::NamedNode(node) => node.into_string(),
                NamedOrBlankNode::BlankNode(node) => node.into_string(),
            };
            let object = match object {
                Term::NamedNode(node) => node.into_string(),
                Term::BlankNode(node) => node.into_string(),
                Term::Literal(literal) => literal.value().to_owned(),
                #[allow(unreachable_patterns)]
                other => panic!("{other} has no place in a sitemap"),
            };
            graph.entry((subject, predicate.into_string())).or_default().push(object);
        }
        Self(graph)
    }

    fn values(&self, subject: &str, predicate: &str) -> &[String] {
        let key = (subject.to_owned(), predicate.to_owned());
        self.0.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The members of the list that this predicate leads to.
    fn members(&self, subject: &str, predicate: &str) -> Vec<&str> {
        let lists = self.values(subject, &format!("{MAP}{predicate}"));
        assert!(lists.len() <= 1, "{subject} has two lists");
        let member = |list: &String, n: usize| self.values(list, &format!("{RDF}_{n}")).first();
        lists.iter().flat_map(|list| (1..).map_while(move |n| member(list, n))).map(String::as_str).collect()
    }

    /// The children below the first level of a context tree, which follows both predicates.
    fn all_members(&self, subject: &str) -> Vec<&str> {
        [self.members(subject, "container"), self.members(subject, "embedded")].concat()
    }

    fn described(&self) -> BTreeSet<&str> {
        let title = format!("{DC}title");
        self.0.keys().filter(|(_, p)| *p == title).map(|(s, _)| s.as_str()).collect()
    }

    /// The number of entries and levels of the tree below `subject`. Panics if a resource is below itself.
    fn unfold<'a>(&'a self, subject: &'a str, path: &mut Vec<&'a str>) -> (usize, usize) {
        assert!(!path.contains(&subject), "{subject} is below itself: {path:?}");
        path.push(subject);
        let (mut entries, mut levels) = (1, 0);
        for child in self.all_members(subject) {
            let below = self.unfold(child, path);
            entries += below.0;
            levels = levels.max(below.1);
        }
        path.pop();
        (entries, levels + 1)
    }
}

fn graph(site: &Written) -> Graph {
    Graph::read(&fs::read(site.folder.join("sitemap.rdf")).expect("a sitemap"))
}

/// The file that a server delivers for a relative reference in the file at `from`.
fn target_file(from: &str, reference: &str) -> String {
    let mut path: Vec<&str> = from.split('/').collect();
    path.pop();
    for segment in reference.split('/') {
        match segment {
            "." | "" => {}
            ".." => assert!(path.pop().is_some(), "{from}: {reference} leaves the site"),
            name => path.push(name),
        }
    }
    if reference.ends_with('/') || matches!(reference, "." | "..") {
        path.push("index.html");
    }
    path.join("/")
}

#[test]
fn the_demo_site_has_the_expected_size() {
    let site = Written::new("size");
    let files = site.files();
    let pages = files.keys().filter(|name| name.ends_with("index.html")).count();
    assert_eq!(pages, site.summary.pages);
    assert!((220..=260).contains(&pages), "{pages} pages");
    assert!(site.summary.icons >= 20, "{}", site.summary);
    assert!(site.summary.menus >= 100, "{}", site.summary);
    assert_eq!(files["sitemap.rdf"].len(), site.summary.sitemap_bytes);
}

#[test]
fn the_same_bytes_are_written_every_time() {
    let (one, two) = (Written::new("one"), Written::new("two"));
    assert_eq!(one.summary, two.summary);
    assert!(one.files() == two.files());
}

#[test]
fn every_address_of_the_sitemap_is_a_file() {
    let site = Written::new("addresses");
    let files = site.files();
    let graph = graph(&site);
    let mut pages = BTreeSet::new();
    for resource in graph.described() {
        for address in graph.values(resource, &format!("{DC}identifier")) {
            let file = target_file("sitemap.rdf", address);
            assert!(files.contains_key(&file), "{resource}: {address}");
            assert!(pages.insert(file), "{address} belongs to two resources");
        }
        for icon in graph.values(resource, &format!("{MAP}icon")) {
            assert!(files.contains_key(icon), "{resource}: {icon}");
        }
    }
    assert_eq!(pages.len(), site.summary.pages);
}

#[test]
fn every_link_of_every_page_is_a_file() {
    let site = Written::new("links");
    let files = site.files();
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
        let mut reader = Reader::from_reader(bytes.as_slice());
        // `<meta>`, `<link>` and `<img>` are never closed.
        reader.config_mut().check_end_names = false;
        let mut links = 0;
        loop {
            let element = match reader.read_event().unwrap_or_else(|e| panic!("{name}: {e}")) {
                Event::Start(element) | Event::Empty(element) => element,
                Event::Eof => break,
                _ => continue,
            };
            for attribute in element.attributes() {
                let attribute = attribute.unwrap_or_else(|e| panic!("{name}: {e}"));
                if !matches!(attribute.key.as_ref(), "href" | "src") {
                    continue;
                }
                let value = attribute.value;
                assert!(!value.contains([':', '&', '?']), "{name}: {value} is not a plain path");
                if !value.starts_with('#') {
                    let file = target_file(name, &value);
                    assert!(files.contains_key(&file), "{name}: {value}");
                    links += 1;
                }
            }
        }
        assert!(links > 12, "{name} has only {links} links");
    }
}

#[test]
fn every_page_is_in_a_tree_and_not_below_itself() {
    let site = Written::new("trees");
    let graph = graph(&site);
    let described = graph.described();
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    let mut waiting = graph.members(ROOT, "container");
    while let Some(resource) = waiting.pop() {
        assert!(described.contains(resource), "{resource} is not described");
        if reached.insert(resource) {
            waiting.extend(graph.all_members(resource));
        }
    }
    assert_eq!(reached, described);
    for resource in described {
        graph.unfold(resource, &mut Vec::new());
    }
}

#[test]
fn the_demo_site_uses_every_feature_of_the_specification() {
    let site = Written::new("features");
    let graph = graph(&site);
    let described = graph.described();

    // One page in two places of the content tree, and in many context menus.
    let parents =
        |predicate, child: &str| described.iter().filter(|r| graph.members(r, predicate).contains(&child)).count();
    let shared = "urn:marrowbed:community:create";
    assert_eq!(parents("container", shared), 2);
    assert!(parents("embedded", shared) >= 10);
    let both = |r: &&&str| !graph.members(r, "container").is_empty() && !graph.members(r, "embedded").is_empty();
    assert!(described.iter().filter(both).count() >= 10);

    // Context trees have several levels and still fit a screen when they are expanded.
    let mut deepest = 0;
    for resource in &described {
        let mut size = 0;
        for first in graph.members(resource, "embedded") {
            let (entries, levels) = graph.unfold(first, &mut Vec::new());
            size += entries;
            deepest = deepest.max(levels);
        }
        assert!(size <= 120, "the context tree of {resource} has {size} entries");
    }
    assert!(deepest >= 5, "{deepest} levels");

    for list in ["Seq", "Bag", "Alt"] {
        let class = format!("{RDF}{list}");
        assert!(graph.0.values().flatten().any(|object| *object == class), "no rdf:{list}");
    }
    assert!(site.summary.headings >= 10);
}

#[test]
fn every_page_has_its_own_text() {
    let site = super::Site::read(&super::source().join("content")).expect("the content");
    let mut seen = BTreeMap::new();
    for entry in site.entries.iter().filter(|entry| entry.url.is_some()) {
        let paragraphs = entry.text.trim().split("\n\n").filter(|part| part.len() > 20);
        let mut count = 0;
        for paragraph in paragraphs {
            count += 1;
            let other = seen.insert(paragraph.to_owned(), &entry.id);
            assert!(other.is_none(), "{} and {other:?} say the same: {paragraph}", entry.id);
        }
        assert!(count >= 2, "{} has {count} paragraphs", entry.id);
        assert!(entry.detail("description").is_some(), "{} has no summary", entry.id);
    }
}

#[test]
fn markup_in_content_is_escaped() {
    let site = Written::new("escapes");
    let read = |name: &str| fs::read_to_string(site.folder.join(name)).expect(name);
    assert!(read("docs/guides/beds-and-paths/index.html").contains("<h1>Beds &amp; paths</h1>"));
    assert!(read("sitemap.rdf").contains("<dc:title>Beds &amp; paths</dc:title>"));
    assert!(read("languages/ar/index.html").contains(r#"lang="ar" dir="rtl""#));
    assert_eq!(target_file("docs/start/index.html", "../../"), "index.html");
    assert!(site.folder.join("style.css").is_file());
}
