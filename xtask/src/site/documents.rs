//! The documents as Hugo's content. On disk they stay as a code host shows them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::build::{copy, files};
use crate::paths;

/// The documents in the root folder of the project. The others are in `docs/`.
pub(super) const ROOT: [&str; 5] =
    ["README.md", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md"];

/// The table of the README that says for whom each document is.
const CONTENTS: &str = "\n## Read on\n";

/// The chapters of the README that come later on the start page: they are for developers.
const LATER: &str = "\n## Two commands\n";

/// The folder of the pictures in the project.
const PICTURES: &str = ".github/screenshots/";

/// A group of documents in the navigation.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) title: String,
    /// paths in the project
    pub(super) documents: Vec<String>,
}

/// Writes the documents, their pictures and the files that they link to into the source of the site.
pub(super) fn write(site: &Path) -> Result<()> {
    let mut texts = BTreeMap::new();
    let docs = files(&paths::root().join("docs"), &|_| true)?;
    let docs = docs.iter().map(|file| format!("docs/{}", file.display()));
    for document in docs.chain(ROOT.map(str::to_owned)) {
        let text =
            fs::read_to_string(paths::root().join(&document)).with_context(|| format!("cannot read {document}"))?;
        texts.insert(document, text);
    }
    let readme = texts.get("README.md").context("there is no README.md")?;
    let (groups, start) = (with_others(groups(readme)?, texts.keys()), start_page(readme)?);
    texts.insert("README.md".to_owned(), start);
    for (document, text) in &texts {
        let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
        let title = title(text).with_context(|| format!("{document} has no title"))?;
        let (text, pictures) = with_pictures(text, folder, &address(document));
        for picture in pictures {
            copy(&paths::root().join(PICTURES).join(&picture), &site.join("static/pictures").join(&picture))?;
        }
        for file in linked_files(&text, folder).iter().filter(|file| !texts.contains_key(*file)) {
            copy(&paths::root().join(file), &site.join("static/source").join(format!("{file}.txt")))?;
        }
        let head =
            json!({ "title": title, "description": summary(&text), "address": address(document), "folder": folder });
        let name = match document.as_str() {
            "README.md" => "_index.md".to_owned(),
            _ => format!("{}.md", address(document).trim_end_matches('/')),
        };
        fs::write(site.join("content").join(name), format!("{head:#}\n\n{text}"))?;
    }
    let addresses: BTreeMap<&str, Value> =
        texts.keys().map(|document| (document.as_str(), json!({ "address": address(document) }))).collect();
    let groups: Vec<Value> = groups
        .iter()
        .map(|group| {
            let pages: Vec<String> = group.documents.iter().map(|document| format!("/{}", address(document))).collect();
            json!({ "title": group.title, "pages": pages })
        })
        .collect();
    fs::create_dir_all(site.join("data"))?;
    fs::write(site.join("data/pages.json"), json!({ "documents": addresses, "groups": groups }).to_string())?;
    Ok(())
}

/// The address of a document below that of the site: `usage/` for `docs/usage.md`, and nothing for the README.
pub(super) fn address(document: &str) -> String {
    let name = document.rsplit('/').next().unwrap_or(document);
    match name.trim_end_matches(".md") {
        "README" => String::new(),
        name => format!("{}/", name.to_lowercase().replace('_', "-")),
    }
}

/// The groups of documents in the table of the README.
pub(super) fn groups(readme: &str) -> Result<Vec<Group>> {
    let (_, table) = readme.split_once(CONTENTS).context("README.md has no chapter `Read on`")?;
    let rows =
        table.lines().skip_while(|line| !line.starts_with("|--")).skip(1).take_while(|line| line.starts_with('|'));
    let mut groups = Vec::new();
    for row in rows {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let (Some(readers), Some(links)) = (cells.next(), cells.next()) else { continue };
        let documents: Vec<String> =
            links.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(str::to_owned).collect();
        ensure!(!documents.is_empty(), "README.md: no documents for {readers}");
        groups.push(Group { title: capitalized(readers), documents });
    }
    ensure!(!groups.is_empty(), "README.md: the table of documents is empty");
    Ok(groups)
}

/// Adds the documents that the README does not list to the last group.
fn with_others<'a>(mut groups: Vec<Group>, all: impl Iterator<Item = &'a String>) -> Vec<Group> {
    let known: BTreeSet<String> = groups.iter().flat_map(|group| group.documents.iter().cloned()).collect();
    let others = all.filter(|document| *document != "README.md" && !known.contains(*document)).cloned();
    if let Some(last) = groups.last_mut() {
        last.documents.extend(others);
    }
    groups
}

/// The README with the chapter for developers before the list of documents.
pub(super) fn start_page(readme: &str) -> Result<String> {
    let start = readme.find(LATER).context("README.md has no chapter `Two commands`")?;
    let end = start + 1 + readme[start + 1..].find("\n## ").context("the chapter `Two commands` is the last one")?;
    let contents = readme.find(CONTENTS).context("README.md has no chapter `Read on`")?;
    ensure!(end <= contents, "the chapter `Two commands` comes after `Read on`");
    Ok([&readme[..start], &readme[end..contents], &readme[start..end], &readme[contents..]].concat())
}

/// The text of the first heading.
fn title(text: &str) -> Option<String> {
    text.lines().find_map(|line| line.strip_prefix("# ")).map(plain)
}

/// The first sentence of the first paragraph, for search engines. Lists and tables are not paragraphs.
fn summary(text: &str) -> Option<String> {
    let paragraphs = text.split("\n\n").map(str::trim);
    let first = paragraphs.skip(1).find(|text| text.starts_with(|c: char| c.is_alphabetic() || c == '`'))?;
    let joined = plain(first).split_whitespace().collect::<Vec<_>>().join(" ");
    Some(joined.split_once(". ").map_or(joined.clone(), |(sentence, _)| format!("{sentence}.")))
}

/// Text without the signs of Markdown: links become their texts.
fn plain(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once("](") {
        let (start, words) = before.rsplit_once('[').unwrap_or((before, ""));
        kept.extend([start, words]);
        rest = link.split_once(')').map_or("", |(_, rest)| rest);
    }
    (kept + rest).replace(['`', '*'], "")
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The text with the addresses that pictures have in the site, and the names of these pictures.
fn with_pictures(text: &str, folder: &str, address: &str) -> (String, BTreeSet<String>) {
    let up = |folder: &str| if folder.is_empty() { "" } else { "../" };
    let old = format!("\"{}{PICTURES}", up(folder));
    let names = text.split(&old).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect();
    (text.replace(&old, &format!("\"{}pictures/", up(address))), names)
}

/// The files of the project that a document links to, by their paths in the project.
pub(super) fn linked_files(text: &str, folder: &str) -> BTreeSet<String> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let paths = targets.filter(|target| !target.contains(':')).filter_map(|target| target.split('#').next());
    let absolute = paths.filter(|path| !path.is_empty()).map(|path| match path.strip_prefix("../") {
        Some(path) => path.to_owned(),
        None if folder.is_empty() => path.to_owned(),
        None => format!("{folder}/{path}"),
    });
    absolute.filter(|path| paths::root().join(path).is_file()).collect()
}
