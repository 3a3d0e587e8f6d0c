//! The documentation: every finding is described, every link leads somewhere, and the README stays short.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const MAX_README_LINES: usize = 150;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files with this ending in a folder and the folders in it.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|is| is == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The codes that a source file raises: literals in calls of `error`, `warning`, `note` and `fail`, and in `code:`.
fn codes(source: &str) -> Vec<&str> {
    let starts = [".error(", ".warning(", ".note(", ".fail(", "code: "];
    let found = starts.iter().flat_map(|start| source.match_indices(start).map(move |(at, _)| at + start.len()));
    let literal = |at: usize| Some(source[at..].trim_start().strip_prefix('"')?.split_once('"')?.0);
    found.filter_map(literal).collect()
}

fn raised() -> BTreeSet<String> {
    let mut raised = BTreeSet::new();
    for path in files(&root().join("src"), "rs").iter().filter(|path| !path.ends_with("tests.rs")) {
        let text = read(path);
        let source = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        raised.extend(codes(source).into_iter().map(str::to_owned));
    }
    raised
}

/// The codes that begin the rows of the tables in docs/site-authors.md.
fn described() -> Vec<String> {
    let text = read(&root().join("docs/site-authors.md"));
    let (_, findings) = text.split_once("## All findings").unwrap();
    let code = |line: &str| Some(line.strip_prefix("| `")?.split_once("` | ")?.0.to_owned());
    findings.lines().filter_map(code).collect()
}

#[test]
fn every_finding_is_described_and_no_other() {
    let raised = raised();
    assert!(raised.len() > 80, "only {} codes are found in the source", raised.len());
    let described = described();
    let distinct: BTreeSet<String> = described.iter().cloned().collect();
    assert_eq!(distinct.len(), described.len(), "docs/site-authors.md describes a code twice");
    let missing: Vec<_> = raised.difference(&distinct).collect();
    assert!(missing.is_empty(), "docs/site-authors.md does not describe {missing:?}");
    let unknown: Vec<_> = distinct.difference(&raised).collect();
    assert!(unknown.is_empty(), "docs/site-authors.md describes {unknown:?}, which nothing raises");
}

/// The lines of a document outside its code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let plain = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let anchor = |heading: String| -> String {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    let anchors = plain.map(anchor).map(|anchor| {
        let before = times.entry(anchor.clone()).or_default();
        *before += 1;
        if *before > 1 { format!("{anchor}-{}", *before - 1) } else { anchor }
    });
    anchors.collect()
}

/// What a document links to, and the pictures that it shows.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in prose(text) {
        // Every second piece is code.
        let words: String = line.split('`').step_by(2).collect();
        for (start, end) in [("](", ')'), ("src=\"", '"'), ("srcset=\"", '"')] {
            let found = words.split(start).skip(1).filter_map(|rest| rest.split(end).next());
            links.extend(found.map(str::to_owned));
        }
    }
    links
}

fn documents() -> Vec<PathBuf> {
    let names = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
    names.iter().map(|name| root().join(name)).chain(files(&root().join("docs"), "md")).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut broken = Vec::new();
    let mut checked = 0;
    for document in documents() {
        for link in links(&read(&document)) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            checked += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { document.clone() } else { document.parent().unwrap().join(path) };
            let leads_somewhere = match anchor {
                "" => target.exists(),
                anchor => target.is_file() && anchors(&read(&target)).contains(anchor),
            };
            if !leads_somewhere {
                broken.push(format!("{}: {link}", document.file_name().unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
    assert!(checked > 50, "only {checked} links are found");
}

#[test]
fn the_readme_is_short() {
    let lines = read(&root().join("README.md")).lines().count();
    assert!(lines <= MAX_README_LINES, "README.md has {lines} lines, more than {MAX_README_LINES}");
}

#[test]
fn every_page_of_the_documentation_is_linked_in_the_readme() {
    let links = links(&read(&root().join("README.md")));
    for page in files(&root().join("docs"), "md") {
        let link = format!("docs/{}", page.file_name().unwrap().to_string_lossy());
        assert!(links.contains(&link), "README.md does not link {link}");
    }
}
