//! From a page to a tree: each page of `tests/fixtures/pages` has its facts (`.json`, which a test in a browser compares with
//! what it reads from the `.html`) and the tree that follows from them (`.txt`). `UPDATE_FIXTURES=1` writes the trees again.

use navibar::inspect::{Mirror, Outline, block_on};
use navibar::page_facts::PageFacts;
use navibar::session::{self, Session};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const SITE: &str = "http://facts.example";

/// The most lines of a tree that are compared. A hostile page has thousands of entries.
const MAX_LINES: usize = 150;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pages")
}

/// The names of the files with this ending.
fn names(ending: &str) -> BTreeSet<String> {
    let files = std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    let named = files.filter(|path| path.extension().is_some_and(|found| found == ending));
    named.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

/// The tree of a site whose sitemap has the home page and this page, after a visit to this page.
fn tree(facts: PageFacts) -> String {
    let session = RefCell::new(Session::default());
    let url = facts.url.clone();
    let sitemap = format!("{SITE}/\n{url}\n");
    let mirror = Mirror::new(None).with_bytes(&format!("{SITE}/sitemap.xml"), sitemap.into_bytes());
    let load = session.borrow_mut().begin(&url);
    session.borrow_mut().add_facts(facts);
    block_on(session::open_page(&session, load, &mirror, &RefCell::default(), &url, |_| {}));
    let text = Outline::new(session.borrow().site()).to_text(false).replace(SITE, "");
    let lines: Vec<&str> = text.lines().collect();
    match lines.get(..MAX_LINES) {
        Some(first) if lines.len() > MAX_LINES => {
            format!("{}\n... and {} lines more\n", first.join("\n"), lines.len() - MAX_LINES)
        }
        _ => text,
    }
}

#[test]
fn the_facts_of_every_fixture_give_its_tree() {
    let names = names("json");
    assert!(names.len() >= 80, "the fixtures are found");
    let mut wrong = Vec::new();
    for name in &names {
        let path = |ending: &str| folder().join(format!("{name}.{ending}"));
        let facts = serde_json::from_str(&std::fs::read_to_string(path("json")).unwrap()).unwrap();
        let found = tree(facts);
        if std::env::var_os("UPDATE_FIXTURES").is_some() {
            std::fs::write(path("txt"), &found).unwrap();
        }
        let expected = std::fs::read_to_string(path("txt")).unwrap_or_default();
        if found != expected {
            wrong.push(format!("{name}: expected\n{expected}\nfound\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_page_has_its_facts_and_its_tree() {
    let pages = names("html");
    assert_eq!(pages, names("json"), "left: pages, right: facts");
    assert_eq!(pages, names("txt"), "left: pages, right: trees");
}
