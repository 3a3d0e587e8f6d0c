//! The licences of the code of others that the packages contain: the crates that are compiled into the engine, and the
//! standard library.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::paths;
use crate::step::output_of;

/// The name of the file in each package.
pub(super) const FILE: &str = "THIRD-PARTY-NOTICES.txt";

const HEAD: &str = "Navibar contains code of others. Each of these crates is used under the licence below its name.\n";

/// The standard library has no crate with a licence file. Its Apache licence has the same text as Navibar's.
const STANDARD_LIBRARY: &str = "\
The Rust standard library and the crates that it contains, of the Rust Project Contributors, are used under the Apache License,
Version 2.0. Its text is in the file LICENSE-APACHE.
";

/// What `cargo metadata` prints.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    authors: Vec<String>,
    repository: Option<String>,
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `None` for a dependency of the compiled code, not of its tests or its build script.
    kind: Option<String>,
}

impl Package {
    /// Returns `true` if the crate runs in the compiler and is not part of the result.
    fn is_macro(&self) -> bool {
        self.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "proc-macro"))
    }

    fn licence_text(&self) -> Result<String> {
        let folder = self.manifest_path.parent().context("a manifest without a folder")?;
        if let Some(text) = licence_file(folder)? {
            return Ok(text);
        }
        let licence = self.license.as_deref().unwrap_or_default();
        if !licence.split(" OR ").any(|each| each == "Apache-2.0") {
            bail!("{} has no licence file, and its licence is '{licence}': add its text", self.name);
        }
        let by = if self.authors.is_empty() { self.name.clone() } else { self.authors.join(", ") };
        Ok(format!("By {by}. Apache License, Version 2.0. Its text is in the file LICENSE-APACHE.\n"))
    }
}

/// Returns the text of a crate's licences, without the Apache licence if the MIT licence is another choice. Returns `None` if
/// the crate has none.
fn licence_file(folder: &Path) -> Result<Option<String>> {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let is = |name: &str, start: &str| name.to_uppercase().starts_with(start);
    let has_mit = names.iter().any(|name| is(name, "LICENSE-MIT"));
    names.retain(|name| is(name, "LICENSE") && !(has_mit && is(name, "LICENSE-APACHE")));
    let texts: Vec<String> =
        names.iter().map(|name| fs::read_to_string(folder.join(name))).collect::<Result<_, _>>()?;
    Ok((!texts.is_empty()).then(|| texts.join("\n")))
}

/// Returns the notices for the crates of the lock file that are compiled into the engine.
pub(super) fn text() -> Result<String> {
    let mut cargo = Command::new("cargo");
    let target = ["metadata", "--format-version=1", "--locked", "--filter-platform=wasm32-unknown-unknown"];
    cargo.args(target).current_dir(paths::root());
    let metadata: Metadata = serde_json::from_str(&output_of(&mut cargo).context("`cargo metadata` failed")?)?;
    let mut text = format!("{HEAD}\n{STANDARD_LIBRARY}");
    // Crates of one project often have the same text.
    let mut by_text: BTreeMap<String, Vec<&Package>> = BTreeMap::new();
    for package in compiled(&metadata)? {
        by_text.entry(package.licence_text()?.replace("\r\n", "\n")).or_default().push(package);
    }
    let mut groups: Vec<(Vec<&Package>, String)> =
        by_text.into_iter().map(|(licence, packages)| (packages, licence)).collect();
    groups.sort_by(|(a, _), (b, _)| a[0].name.cmp(&b[0].name));
    for (packages, licence) in groups {
        text.push_str(&format!("\n{}\n", "-".repeat(80)));
        for Package { name, version, license, repository, .. } in packages {
            let licence = license.as_deref().unwrap_or("see below");
            text.push_str(&format!("{name} {version} ({licence}) {}\n", repository.as_deref().unwrap_or_default()));
        }
        text.push_str(&format!("\n{}\n", licence.trim_end()));
    }
    Ok(text)
}

/// Returns the crates of others that are compiled into the engine, by name.
fn compiled(metadata: &Metadata) -> Result<Vec<&Package>> {
    let packages: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package)).collect();
    let nodes: BTreeMap<&str, &Node> = metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let root = metadata.packages.iter().find(|package| package.name == "navibar").context("the engine is missing")?;
    let (mut seen, mut due) = (BTreeSet::new(), vec![root.id.as_str()]);
    while let Some(id) = due.pop() {
        if packages[id].is_macro() || !seen.insert(id) {
            continue;
        }
        let is_compiled = |dependency: &&Dependency| dependency.dep_kinds.iter().any(|kind| kind.kind.is_none());
        due.extend(nodes[id].deps.iter().filter(is_compiled).map(|dependency| dependency.pkg.as_str()));
    }
    let mut found: Vec<&Package> = seen.into_iter().filter(|id| *id != root.id).map(|id| packages[id]).collect();
    found.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_compiled_crate_has_its_licence() -> Result<()> {
        let text = text()?;
        for (name, sentence) in [
            ("quick-xml 0.", "Copyright (c) 2016 Johann Tuffe"),
            ("foldhash 0.", "This software is provided 'as-is'"),
            ("memchr 2.", "Andrew Gallant"),
            ("unicode-ident 1.", "UNICODE LICENSE V3"),
            ("gloo-net 0.", "By Rust and WebAssembly Working Group"),
        ] {
            assert!(text.contains(&format!("\n{name}")) && text.contains(sentence), "{name}\n{text}");
        }
        assert!(!text.contains("\nserde_derive "), "macros are not compiled into the engine");
        assert!(!text.contains("\ntokio "), "tests are not either");
        Ok(())
    }
}
