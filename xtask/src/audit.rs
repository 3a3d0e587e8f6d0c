//! `cargo xtask audit`: whether anything is known against what the project depends on. It asks RustSec and npm, and so is
//! no part of the tests: their result is to depend on the project alone. A schedule runs it (`.ci/audit`).

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::paths;
use crate::step::{run_live, say};
use crate::tools::{CARGO_DENY, node};

/// The workspaces, by their manifests.
pub(crate) const WORKSPACES: [&str; 3] = ["Cargo.toml", "tests/fuzz/Cargo.toml", "xtask/wasm-bindgen/Cargo.toml"];

/// The folders with a lock file of npm's.
const NPM: [&str; 2] = [".", "benches/javascript"];

/// Asks for all of them, even where one answer is bad. Gives whether all are good.
///
/// # Errors
/// Where a program cannot be started. One that cannot reach its source has failed.
pub(crate) fn audit() -> Result<bool> {
    node::node()?;
    let mut failed = Vec::new();
    for manifest in WORKSPACES {
        say(&format!("\n==== what RustSec knows against {manifest}"));
        if !run_live(&mut deny(manifest, &["advisories"])?, |_| {})? {
            failed.push(manifest.to_owned());
        }
    }
    for folder in NPM {
        let lock = Path::new(folder).join("package-lock.json");
        say(&format!("\n==== what npm knows against {}", lock.display()));
        let mut npm = Command::new("npm");
        npm.current_dir(paths::root().join(folder)).args(["audit", "--package-lock-only"]);
        if !run_live(&mut npm, |_| {})? {
            failed.push(lock.display().to_string());
        }
    }
    match failed.is_empty() {
        true => say("\nnothing is known against any dependency"),
        false => say(&format!("\nnot known to be clean: {}", failed.join(", "))),
    }
    Ok(failed.is_empty())
}

/// What cargo-deny says of a workspace.
pub(crate) fn deny(manifest: &str, checks: &[&str]) -> Result<Command> {
    let mut command = Command::new(CARGO_DENY.ensure()?);
    command.current_dir(paths::root()).args(["--locked", "--workspace", "--manifest-path", manifest]);
    command.args(["--config", ".cargo/deny.toml", "check"]).args(checks);
    Ok(command)
}
