//! Writes the npm package `navibar`: the element with its types and its description for editors.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use flate2::{Compression, GzBuilder};
use serde_json::{Map, Value, json};
use tar::{Builder, Header};

use super::files::files;
use super::package::{ELEMENT, licences, replace, strings};
use super::{manifest, web};
use crate::paths::{self, VERSION};
use crate::step::{run_logged, step};
use crate::tools::node;

/// The time of all files in the archive, in seconds since 1970: npm gives them the same one.
const TIME: u64 = 499_162_500;

/// The files that the package is made from.
const INPUTS: &[&str] = &[
    "www/element",
    "www/npm",
    "xtask/src",
    "extension-manifest",
    "docs/embedding.md",
    "package-lock.json",
    "Cargo.toml",
    "Cargo.lock",
];

/// The folder with the package.
pub(crate) fn folder() -> PathBuf {
    paths::target().join("npm/navibar")
}

/// The package as npm publishes it.
pub(crate) fn tarball() -> PathBuf {
    paths::target().join(format!("navibar-{VERSION}.tgz"))
}

/// Writes the package and its archive, unless they are up to date.
pub(crate) fn npm() -> Result<()> {
    let stamp = paths::target().join("npm.stamp");
    let archive_name = format!("target/navibar-{VERSION}.tgz");
    let state = || hash_of(&[INPUTS, &[&archive_name]].concat());
    if tarball().is_file() && fs::read_to_string(&stamp).is_ok_and(|text| state().is_ok_and(|state| state == text)) {
        return Ok(());
    }
    step("packing the npm package", || {
        replace(&folder(), fill)?;
        archive(&folder(), &tarball())
    })?;
    Ok(fs::write(&stamp, state()?)?)
}

/// A number that changes if one of these files, or a file in these folders, changes.
pub(crate) fn hash_of(names: &[&str]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for name in names {
        let path = paths::root().join(name);
        let all =
            if path.is_dir() { files(&path, &|file| !file.ends_with("node_modules"))? } else { vec![PathBuf::new()] };
        for file in all {
            let path = if path.is_dir() { path.join(&file) } else { path.clone() };
            let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            (name, file, bytes).hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn fill(new: &Path) -> Result<()> {
    web::pack(&[ELEMENT], &[], new)?;
    licences(new)?;
    strings(&new.join("strings"))?;
    describe(new)?;
    let source = paths::root().join("www/npm");
    let head = fs::read_to_string(source.join("README.md"))?;
    let guide = fs::read_to_string(paths::root().join("docs/embedding.md"))?;
    fs::write(new.join("README.md"), readme(&head, &guide)?)?;
    let description = fs::read_to_string(source.join("package.json"))?;
    let homepage = manifest::of(paths::Browser::Firefox)?.get("homepage_url").cloned();
    let description = package_json(&description, homepage)?;
    Ok(fs::write(new.join("package.json"), description)?)
}

/// The file package.json with the version and the homepage, which other files name.
fn package_json(text: &str, homepage: Option<Value>) -> Result<String> {
    let mut parts: Map<String, Value> = serde_json::from_str(text).context("www/npm/package.json")?;
    let mut whole = Map::new();
    whole.insert("name".to_owned(), parts.remove("name").context("www/npm/package.json has no name")?);
    whole.insert("version".to_owned(), json!(VERSION));
    whole.extend(homepage.map(|address| ("homepage".to_owned(), address)));
    whole.append(&mut parts);
    Ok(serde_json::to_string_pretty(&whole)? + "\n")
}

/// Writes the types and custom-elements.json.
fn describe(new: &Path) -> Result<()> {
    let declarations = paths::target().join("npm/declarations");
    if declarations.exists() {
        fs::remove_dir_all(&declarations)?;
    }
    let mut tsc = Command::new(node::program("tsc")?);
    tsc.current_dir(paths::root())
        .args(["--project", ".", "--noEmit", "false", "--declaration", "--emitDeclarationOnly"])
        .arg("--outDir")
        .arg(&declarations);
    run_logged("declarations", &mut tsc)?;
    let mut describe = node::node()?;
    describe
        .arg(paths::root().join("xtask/src/build/describe.mjs"))
        .arg(paths::www().join("element/navi-bar.js"))
        .arg(declarations.join("www/element"))
        .arg(new);
    run_logged("describe", &mut describe)
}

/// The text of the package's page: its own head, then the chapters of the guide. Links to files of the project would lead
/// nowhere there.
fn readme(head: &str, guide: &str) -> Result<String> {
    let (start, licence) = head.split_once("\n## Licence").context("www/npm/README.md has no chapter `Licence`")?;
    let chapters = guide.find("\n## Bundlers").context("docs/embedding.md has no chapter `Bundlers`")?;
    Ok(format!("{start}{}\n## Licence{licence}", without_links(&guide[chapters..])))
}

/// Replaces links by their texts, except those to web pages and to chapters.
fn without_links(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        let end = rest[at..].find(')').map_or(rest.len(), |length| at + length + 1);
        let target = &rest[at + 2..end - 1];
        let start = rest[..at].rfind('[').filter(|_| !target.starts_with("http") && !target.starts_with('#'));
        match start {
            Some(start) => kept.extend([&rest[..start], &rest[start + 1..at]]),
            None => kept.push_str(&rest[..end]),
        }
        rest = &rest[end..];
    }
    kept + rest
}

/// Packs a folder as npm does. The same files give the same bytes.
fn archive(folder: &Path, archive: &Path) -> Result<()> {
    let new = archive.with_added_extension("new");
    let file = File::create(&new).with_context(|| format!("cannot write {}", new.display()))?;
    let mut tar = Builder::new(GzBuilder::new().mtime(0).write(file, Compression::best()));
    for file in files(folder, &|_| true)? {
        let bytes = fs::read(folder.join(&file))?;
        let mut header = Header::new_ustar();
        header.set_size(u64::try_from(bytes.len())?);
        header.set_mode(0o644);
        header.set_mtime(TIME);
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, Path::new("package").join(&file), &bytes[..])?;
    }
    tar.into_inner()?.finish()?.sync_all()?;
    fs::rename(&new, archive)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_comes_from_the_workspace() -> Result<()> {
        let text = package_json(r#"{ "name": "a", "type": "module" }"#, Some(json!("https://a.example/")))?;
        let expected = format!(
            "{{\n  \"name\": \"a\",\n  \"version\": \"{VERSION}\",\n  \"homepage\": \"https://a.example/\",\n  \"type\": \"module\"\n}}\n"
        );
        assert_eq!(text, expected);
        let own: Value = serde_json::from_str(&fs::read_to_string(paths::root().join("www/npm/package.json"))?)?;
        assert_eq!(own.get("version"), None);
        Ok(())
    }

    #[test]
    fn the_readme_has_no_links_to_files_of_the_project() -> Result<()> {
        let read = |name: &str| fs::read_to_string(paths::root().join(name));
        let text = readme(&read("www/npm/README.md")?, &read("docs/embedding.md")?)?;
        assert!(
            !text.contains("](../") && text.contains("\n## Attributes\n") && text.ends_with("of others.\n"),
            "{text}"
        );
        assert_eq!(without_links("[a](b.md#c) [d](#e) [f](https://g.example)"), "a [d](#e) [f](https://g.example)");
        Ok(())
    }

    #[test]
    fn an_archive_depends_only_on_the_files() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let inner = folder.path().join("files");
        fs::create_dir_all(inner.join("b"))?;
        fs::write(inner.join("b/c"), "c")?;
        fs::write(inner.join("a"), "a")?;
        archive(&inner, &folder.path().join("1.tgz"))?;
        fs::write(inner.join("a"), "a")?;
        archive(&inner, &folder.path().join("2.tgz"))?;
        assert_eq!(fs::read(folder.path().join("1.tgz"))?, fs::read(folder.path().join("2.tgz"))?);
        Ok(())
    }
}
