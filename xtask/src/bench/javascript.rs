//! Bundles the peers from npm for the browser.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::paths;
use crate::step::{run_logged, step};
use crate::tools::node;

/// The folder of their sources and packages.
fn folder() -> PathBuf {
    paths::root().join("benches/javascript")
}

/// The sources to bundle. The bundles have the same names in `target/bench/javascript/`.
const BUNDLES: &[&str] = &["parsers.js", "headless-tree.js", "fancytree-grid.js", "wunderbaum.js", "pierre-trees.js"];

/// Installs the packages and makes the bundles.
pub(crate) fn build() -> Result<()> {
    node::ensure_packages_of(&folder(), "the peers of the benchmark")?;
    step("bundling the peers from npm", || {
        let mut bundler = Command::new(folder().join("node_modules/.bin/esbuild"));
        bundler.current_dir(folder()).args(BUNDLES).args([
            "--bundle",
            "--minify",
            "--format=esm",
            "--define:global=globalThis",
            "--loader:.gif=dataurl",
            "--loader:.wasm=binary",
            "--define:process.env.NODE_ENV=\"production\"",
            "--log-level=warning",
        ]);
        bundler.arg(format!("--outdir={}", paths::target().join("bench/javascript").display()));
        run_logged("bundles", &mut bundler)
    })
}
