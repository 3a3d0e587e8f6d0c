//! `cargo xtask site`: the site of the documentation. Hugo makes it from the documents and `www/site/`.

mod documents;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::build::{self, copy_tree, manifest, npm, replace};
use crate::step::{run_logged, say, step};
use crate::tools::python;
use crate::{interrupt, paths, serve};

/// The options of `cargo xtask site`.
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// the address of the site; the homepage of the project if there is none
    pub(crate) url: Option<String>,
    /// serves the site on this port, too; 0 means a free port
    pub(crate) port: Option<u16>,
}

/// What the site is made from, without the npm package.
const INPUTS: &[&str] = &[
    "www/site",
    "docs",
    ".github/screenshots",
    "tests/fixtures/README.md",
    "xtask/src/site",
    "xtask/src/site.rs",
    "xtask/python",
    "extension-manifest",
];

/// The folder with the site.
pub(crate) fn folder() -> PathBuf {
    paths::target().join("site")
}

/// Builds the site, and serves it if a port is given.
pub(crate) fn site(args: &Args) -> Result<()> {
    build::engine()?;
    npm::npm()?;
    let homepage = homepage()?;
    ensure(args.url.as_deref().unwrap_or(&homepage))?;
    say(&format!("     site: {}", build::shown(&folder())));
    let Some(port) = args.port else { return Ok(()) };
    let server = serve::start(port)?;
    server.folder(&folder());
    say(&format!("     the site is at {}; Ctrl-C ends it", server.url("/")));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(interrupt::unless_interrupted(std::future::pending::<()>()));
    Ok(())
}

/// Builds the site for this address, unless it is up to date. The npm package must be built.
pub(crate) fn ensure(address: &str) -> Result<()> {
    let archive = build::shown(&npm::tarball());
    let inputs = [INPUTS, &documents::ROOT, &[&archive]].concat();
    let state = format!("{} {address}", npm::hash_of(&inputs)?);
    let stamp = paths::target().join("site.stamp");
    if folder().is_dir() && fs::read_to_string(&stamp).is_ok_and(|text| text == state) {
        return Ok(());
    }
    step("making the site", || make(address))?;
    fs::write(&stamp, state).context("cannot write the stamp")
}

/// The address of the site unless another one is given.
pub(crate) fn homepage() -> Result<String> {
    let manifest = manifest::of(paths::Browser::Firefox)?;
    let homepage = manifest.get("homepage_url").and_then(Value::as_str);
    Ok(homepage.context("the manifest has no homepage_url")?.to_owned())
}

fn make(address: &str) -> Result<()> {
    let source = paths::target().join("site-source");
    replace(&source, |new| {
        copy_tree(&paths::www().join("site"), new, &|_| true)?;
        documents::write(new)?;
        copy_element(&new.join("static/navi-bar"))?;
        let icon = paths::root().join("extension-manifest/icons/navibar.svg");
        fs::copy(icon, new.join("static/icon.svg")).context("cannot copy the icon")?;
        Ok(())
    })?;
    replace(&folder(), |new| {
        let mut hugo = Command::new(python::hugo()?);
        hugo.args(["--noBuildLock", "--panicOnWarning", "--baseURL", address])
            .arg("--source")
            .arg(&source)
            .arg("--cacheDir")
            .arg(paths::target().join("site-cache"))
            .arg("--destination")
            .arg(new);
        run_logged("hugo", &mut hugo)
    })
}

/// Copies the element as npm packs it, without what only programs of developers read.
fn copy_element(to: &Path) -> Result<()> {
    copy_tree(&npm::folder(), to, &|file| {
        !["types", "strings", "README.md", "package.json", "custom-elements.json"]
            .iter()
            .any(|name| file.starts_with(name))
    })
}
