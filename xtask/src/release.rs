//! `cargo xtask release`: all files of a release, from a tagged commit, with their checksums.

mod sources;
mod store;
mod verify;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::build::{self, npm, selfhosted};
use crate::paths::{self, Browser, VERSION};
use crate::step::{output_of, say, step};

/// The options of the command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Args {
    /// Also takes a commit without a tag, to try the command.
    pub(crate) untagged: bool,
    /// Builds a second time and compares.
    pub(crate) verify: bool,
}

/// The file with the checksums of the others, as `sha256sum --check` takes it.
const CHECKSUMS: &str = "SHA256SUMS";

/// The folder with the files of the release.
pub(crate) fn folder() -> PathBuf {
    paths::target().join("release-files")
}

/// Makes the files of the release.
pub(crate) fn release(args: &Args) -> Result<()> {
    ensure!(is_clean()?, "the work tree has changes: commit them, so that the release has a name");
    let tag = format!("v{VERSION}");
    let tags = git(&["tag", "--points-at", "HEAD"])?;
    let is_tagged = tags.lines().any(|line| line == tag);
    ensure!(
        is_tagged || args.untagged,
        "this commit has no tag `{tag}`, which the version in Cargo.toml needs; `--untagged` tries the command without it"
    );
    build::build()?;
    let folder = folder();
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for file in Browser::ALL.map(Browser::extension_zip).into_iter().chain([
        npm::tarball(),
        selfhosted::zip(),
        selfhosted::update_manifest(),
    ]) {
        fs::copy(&file, folder.join(file.file_name().context("a file without a name")?))?;
    }
    step("packing the sources", || sources::archive(&folder))?;
    store::write(&folder)?;
    checksums(&folder)?;
    for name in names(&folder)? {
        say(&format!("     {}", build::shown(&folder.join(name))));
    }
    if args.verify {
        verify::verify(&folder)?;
    }
    Ok(())
}

/// Returns `true` if the sources are those of the commit.
fn is_clean() -> Result<bool> {
    Ok(git(&["status", "--porcelain"])?.is_empty())
}

/// The output of git.
fn git(arguments: &[&str]) -> Result<String> {
    let mut git = Command::new("git");
    output_of(git.current_dir(paths::root()).args(arguments)).with_context(|| format!("`git {}` failed", arguments[0]))
}

/// The names of the files in a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>> {
    let files = build::files(folder, &|_| true)?;
    Ok(files.iter().map(|file| file.display().to_string()).collect())
}

fn checksums(folder: &Path) -> Result<()> {
    let mut program = Command::new("sha256sum");
    let sums = output_of(program.current_dir(folder).arg("--").args(names(folder)?)).context("`sha256sum` failed")?;
    Ok(fs::write(folder.join(CHECKSUMS), sums + "\n")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The versions in names such as `navibar-firefox-1.2.3.zip`.
    fn versions_in(text: &str) -> Vec<String> {
        let after = text.split("navibar-").skip(1).filter_map(|rest| rest.split(['`', ' ', '/', '\n', ')']).next());
        let digits = after.map(|name| {
            let start = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
            let length = name[start..].find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(name.len() - start);
            name[start..start + length].trim_end_matches('.').to_owned()
        });
        digits.filter(|version| version.split('.').count() == 3).collect()
    }

    #[test]
    fn the_version_is_in_one_place() -> Result<()> {
        assert_eq!(
            versions_in("`target/navibar-firefox-1.2.3.zip`, navibar-1.2.4.tgz navibar-sidebar"),
            ["1.2.3", "1.2.4"]
        );
        let read = |name: &str| fs::read_to_string(paths::root().join(name)).with_context(|| name.to_owned());
        for name in
            ["extension-manifest/common.json", "extension-manifest/firefox.json", "extension-manifest/chromium.json"]
        {
            assert!(!read(name)?.contains("\"version\""), "{name}: the build adds the version of Cargo.toml");
        }
        for name in ["package.json", "www/npm/package.json", "tests/consumers/package.json"] {
            assert!(!read(name)?.contains("\"version\""), "{name}: the build adds the version of Cargo.toml");
        }
        for crate_name in ["Cargo.toml", "xtask/Cargo.toml", "tests/browser/Cargo.toml"] {
            assert!(read(crate_name)?.contains("\nversion.workspace = true\n"), "{crate_name}");
        }
        let readme = versions_in(&read("README.md")?);
        assert!(readme.len() >= 2 && readme.iter().all(|version| version == VERSION), "README.md: {readme:?}");
        for browser in Browser::ALL {
            assert_eq!(build::manifest::of(browser)?["version"], VERSION);
        }
        Ok(())
    }
}
