//! The library as others get it: with some features only, as a package, and with its public interface.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use anyhow::{Context as _, Result, bail};

use super::runner::{Runner, cargo};
use crate::paths;
use crate::step::output_of;

/// Features that the library has in a check. A family that needs code of another one is in a set without it.
const SETS: [&str; 4] = ["", "bookmarks", "feeds,woo", "resourcesync,standard-sitemap"];

/// The interface that was intended, a line for each public item. `UPDATE_API=1` writes it.
const API: &str = "tests/public-api.txt";

/// The largest size of the files in the package, in bytes. The compressed package is a quarter of it.
const MAX_BYTES: u64 = 2_400_000;

pub(super) fn features(runner: &mut Runner<'_>) -> Result<bool> {
    let mut all = true;
    for set in SETS {
        let arguments = ["rustc", "--package", "navibar", "--lib", "--profile", "check", "--locked"];
        let features = ["--no-default-features", "--features", set, "--", "--deny", "warnings"];
        all &= runner.run(&mut cargo(&[&arguments[..], &features].concat()))?;
    }
    Ok(all)
}

pub(super) fn package(runner: &mut Runner<'_>) -> Result<bool> {
    check_files()?;
    let is_package =
        runner.run(&mut cargo(&["publish", "--dry-run", "--package", "navibar", "--allow-dirty", "--locked"]))?;
    let is_documented = runner.run(&mut cargo(&["doc", "--package", "navibar", "--lib", "--no-deps", "--locked"]))?;
    check_interface()?;
    Ok(is_package && is_documented)
}

/// Checks that the package has its licences and nothing that only the repository needs.
fn check_files() -> Result<()> {
    let arguments = ["package", "--package", "navibar", "--list", "--allow-dirty", "--locked"];
    let list = output_of(&mut cargo(&arguments)).context("`cargo package --list` failed")?;
    let files: Vec<&str> = list.lines().collect();
    for needed in ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/lib.rs", "src/bin/navibar/main.rs"] {
        if !files.contains(&needed) {
            bail!("the package lacks {needed}");
        }
    }
    let is_known = |file: &&&str| ["src/", "docs/", "examples/"].iter().any(|folder| file.starts_with(folder));
    let others: Vec<&&str> = files.iter().filter(|file| file.contains('/') && !is_known(file)).collect();
    if !others.is_empty() {
        bail!("these files do not belong into the package: {others:?}");
    }
    let size: u64 =
        files.iter().filter_map(|file| fs::metadata(paths::root().join(file)).ok()).map(|it| it.len()).sum();
    if size > MAX_BYTES {
        bail!("the files of the package have {size} bytes, more than {MAX_BYTES}");
    }
    Ok(())
}

/// Checks that the documented public items are those in [`API`].
fn check_interface() -> Result<()> {
    let found = interface(&paths::cargo_target().join("doc/navibar"))?;
    let path = paths::root().join(API);
    if env::var_os("UPDATE_API").is_some() {
        return Ok(fs::write(&path, found)?);
    }
    let expected = fs::read_to_string(&path)?;
    let (found, expected): (BTreeSet<&str>, BTreeSet<&str>) = (found.lines().collect(), expected.lines().collect());
    let lost = (&expected - &found).into_iter().map(|line| format!("- {line}\n"));
    let new = (&found - &expected).into_iter().map(|line| format!("+ {line}\n"));
    let changes: String = lost.chain(new).collect();
    if !changes.is_empty() {
        bail!("the public interface is not that of {API}:\n{changes}UPDATE_API=1 writes the file");
    }
    Ok(())
}

/// Returns the public items in the pages that rustdoc has written, with their own fields, variants and methods.
fn interface(folder: &Path) -> Result<String> {
    let all = fs::read_to_string(folder.join("all.html")).context("rustdoc wrote no list of all items")?;
    let mut lines = BTreeSet::new();
    for page in all.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        // A page is `module/kind.Name.html`. Other links lead out of the folder.
        let (module, file) = page.rsplit_once('/').unwrap_or(("", page));
        let Some((kind, name)) = file.strip_suffix(".html").and_then(|file| file.split_once('.')) else { continue };
        if page.starts_with('.') {
            continue;
        }
        let item = format!("{}::{name}", module.replace('/', "::"));
        let text = fs::read_to_string(folder.join(page)).with_context(|| format!("there is no page {page}"))?;
        // Traits that the item implements follow, and types that implement a trait.
        let ends = ["id=\"trait-implementations\"", "id=\"synthetic-implementations\"", "id=\"implementors\""];
        let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
        let ids = text[..end].split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let member = |id: &str| {
            let (kind, name) = id.split_once('.')?;
            if name.ends_with(".fields") || item == "findings::FindingCode" && kind == "variant" {
                // `docs/site-authors.md` has all codes.
                return None;
            }
            let is_member = ["method", "tymethod", "variant", "structfield", "associatedconstant", "associatedtype"]
                .contains(&kind);
            is_member.then(|| format!("{item}::{}", name.replace(".field.", "::")))
        };
        lines.extend(ids.filter_map(member));
        lines.insert(format!("{item} ({kind})"));
    }
    Ok(lines.into_iter().map(|line| line + "\n").collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interface_comes_from_the_pages_of_rustdoc() -> Result<()> {
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("a"))?;
        let all = r#"<a href="index.html"></a><a href="../x/struct.Y.html"></a><a href="a/struct.B.html"></a>"#;
        fs::write(folder.path().join("all.html"), all)?;
        let page = r##"<a href="#method.new"></a><section id="method.new" class="m"></section><span id="structfield.c">
            <h2 id="trait-implementations"></h2><section id="method.clone"></section>"##;
        fs::write(folder.path().join("a/struct.B.html"), page)?;
        assert_eq!(interface(folder.path())?, "a::B (struct)\na::B::c\na::B::new\n");
        Ok(())
    }
}
