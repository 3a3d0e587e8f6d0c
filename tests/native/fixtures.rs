//! Pairs of a document and its expected result. `tests/fixtures/README.md` lists them with the rule that each one shows.
//! `UPDATE_FIXTURES=1` writes the expectations again.

use navibar::inspect::Outline;
use navibar::inspect::{Mirror, block_on};
use navibar::session::{self, Session, Status};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const URL: &str = "https://www.example.org/sitemap.rdf";

/// A chunk that is larger than every document.
const WHOLE: usize = 1 << 20;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The fixtures in the index, in its order: `nns/worked-example`...
fn indexed() -> Vec<String> {
    let index = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let rows = index.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    rows.map(|(name, rule)| {
        assert!(rule.trim_end_matches('|').trim().len() > 10, "{name}: the index has no rule for it");
        name.to_owned()
    })
    .collect()
}

/// The fixtures in the folder: the names of all documents and expectations without their endings.
fn present() -> BTreeSet<String> {
    let formats = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut names = BTreeSet::new();
    // The pages have tests of their own: `page_trees.rs`, and those that read them.
    for format in formats.filter(|path| path.is_dir() && !path.ends_with("pages")) {
        for file in std::fs::read_dir(&format).unwrap() {
            let file = file.unwrap().path().with_extension("");
            names.insert(file.strip_prefix(folder()).unwrap().to_str().unwrap().replace('\\', "/"));
        }
    }
    names
}

fn document(name: &str) -> PathBuf {
    let path = |ending| folder().join(format!("{name}.{ending}"));
    ["rdf", "xml", "list", "json", "html", "htm", "opml"]
        .into_iter()
        .map(path)
        .find(|path| path.is_file())
        .unwrap_or_else(|| panic!("{name} has no document"))
}

/// Outline and findings, and the reason if no tree is shown.
fn result(document: &Path, chunk: usize) -> String {
    let session = RefCell::new(Session::default());
    let mirror = Mirror::default().with_file(URL, document.to_owned()).with_chunks(chunk);
    let load = session.borrow_mut().begin(URL);
    let outcome = block_on(session::open_sitemap(&session, load, &mirror, URL, |_| {}));
    let session = session.borrow();
    let mut result = Outline::new(session.site()).to_text(true);
    for diagnostic in session.diagnostics() {
        writeln!(result, "{diagnostic}").unwrap();
    }
    if outcome.status != Status::Loaded {
        writeln!(result, "not shown[{}]: {}", outcome.code, outcome.message).unwrap();
    }
    result
}

#[test]
fn the_index_lists_every_fixture() {
    let indexed = indexed();
    let named: BTreeSet<String> = indexed.iter().cloned().collect();
    assert_eq!(named.len(), indexed.len(), "a fixture is listed twice");
    assert_eq!(named, present(), "left: in the index, right: in the folder");
}

#[test]
fn every_document_gives_the_expected_result() {
    let update = std::env::var_os("UPDATE_FIXTURES").is_some();
    let mut failed = Vec::new();
    for name in indexed() {
        let document = document(&name);
        let whole = result(&document, WHOLE);
        for chunk in [1, 7] {
            let cut = result(&document, chunk);
            if cut != whole {
                failed.push(format!("{name}: chunks of {chunk} bytes make a difference:\n{cut}\n--- whole:\n{whole}"));
            }
        }
        let expectation = folder().join(format!("{name}.txt"));
        if update {
            std::fs::write(&expectation, &whole).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(&expectation).unwrap_or_default().replace("\r\n", "\n");
        if whole != expected {
            failed.push(format!("{name}: expected:\n{expected}--- but is:\n{whole}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

#[test]
fn the_same_triples_give_the_same_outline() {
    let same: Vec<String> = indexed().into_iter().filter(|name| name.contains("/same-")).collect();
    assert!(same.len() > 20, "only {} ways to write the same", same.len());
    let plain = result(&document("nns/same-plain"), WHOLE);
    for name in same {
        assert_eq!(result(&document(&name), WHOLE), plain, "{name}");
    }
}
