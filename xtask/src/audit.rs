//! `cargo xtask audit`: asks RustSec and npm for known weaknesses of the dependencies. The tests do not run it, because
//! their result must depend on the project alone. A schedule runs it (`.ci/audit`).

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::paths;
use crate::step::{run_live, say};
use crate::tools::{CARGO_DENY, node};

/// The workspaces, by their manifests.
pub(crate) const WORKSPACES: [&str; 3] = ["Cargo.toml", "tests/fuzz/Cargo.toml", "xtask/wasm-bindgen/Cargo.toml"];

/// The folders with a lock file of npm.
const NPM: [&str; 2] = [".", "benches/javascript"];

/// Checks all workspaces and folders, even after a failure. Returns `true` if no dependency has a known weakness.
///
/// # Errors
/// If a program cannot be started. A program that cannot reach its source counts as a failure.
pub(crate) fn audit() -> Result<bool> {
    node::node()?;
    let mut failed = Vec::new();
    for manifest in WORKSPACES {
        say(&format!("\n==== known weaknesses in {manifest} (RustSec)"));
        if !run_live(&mut deny(manifest, &["advisories"])?, |_| {})? {
            failed.push(manifest.to_owned());
        }
    }
    for folder in NPM {
        let lock = Path::new(folder).join("package-lock.json");
        say(&format!("\n==== known weaknesses in {} (npm)", lock.display()));
        let mut npm = Command::new("npm");
        npm.current_dir(paths::root().join(folder)).args(["audit", "--package-lock-only"]);
        if !run_live(&mut npm, |_| {})? {
            failed.push(lock.display().to_string());
        }
    }
    match failed.is_empty() {
        true => say("\nno dependency has a known weakness"),
        false => say(&format!("\nweaknesses, or no answer: {}", failed.join(", "))),
    }
    Ok(failed.is_empty())
}

/// The command that checks a workspace with cargo-deny.
pub(crate) fn deny(manifest: &str, checks: &[&str]) -> Result<Command> {
    let mut command = Command::new(CARGO_DENY.ensure()?);
    command.current_dir(paths::root()).args(["--locked", "--workspace", "--manifest-path", manifest]);
    command.args(["--config", ".cargo/deny.toml", "check"]).args(checks);
    Ok(command)
}
