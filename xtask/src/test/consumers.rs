//! The npm package as its users get it: it is installed from its archive, checked, and built into pages with each bundler and
//! framework. The tests in browsers open these pages.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::build::{self, npm};
use crate::paths;
use crate::step::{run_logged, step};
use crate::tools::node;

/// The sources of the pages, with the lock file of the bundlers and frameworks.
const SOURCES: &str = "tests/consumers";

fn sources() -> PathBuf {
    paths::root().join(SOURCES)
}

/// A command that runs `npm` with the sources as its folder.
fn npm_command(arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(sources()).args(arguments).args(["--no-audit", "--no-fund", "--loglevel=error"]);
    npm
}

/// Builds the pages in `target/consumers/`, unless they are up to date. The npm package must be built.
pub(super) fn build() -> Result<()> {
    let stamp = paths::target().join("consumers.stamp");
    let archive = build::shown(&npm::tarball());
    let state = npm::hash_of(&[SOURCES, &archive])?;
    if fs::read_to_string(&stamp).is_ok_and(|text| text == state) {
        return Ok(());
    }
    node::ensure_packages_of(&sources(), "Vite, webpack, esbuild, React, Vue, Svelte")?;
    step("installing the npm package", || {
        let mut npm =
            npm_command(&["install", "--no-save", "--no-package-lock", "--ignore-scripts", "--prefer-offline"]);
        run_logged("npm-install", npm.arg(npm::tarball()))
    })?;
    step("building pages with the npm package", || {
        let out = paths::target().join("consumers");
        run_logged("consumers", node::node()?.current_dir(sources()).arg("build.mjs").arg(out))
    })?;
    fs::write(&stamp, state).context("cannot write the stamp")
}

/// Checks the package with npm, with a strict TypeScript, and in Node.
pub(super) fn commands() -> Result<Vec<Command>> {
    let mut publish = npm_command(&["publish", "--dry-run"]);
    publish.arg(npm::tarball());
    let mut types = Command::new(node::program("tsc")?);
    types.current_dir(sources()).args(["--project", "types"]);
    let mut tests = node::node()?;
    tests.current_dir(sources()).args(["--test", "--test-reporter=spec", "package.test.mjs"]);
    Ok(vec![publish, types, tests])
}
