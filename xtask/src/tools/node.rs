//! Finds Node.js, and installs the npm packages of package.json: the optimiser and the checks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::PoisonError;

use anyhow::{Context as _, Result, ensure};

use super::MIN_NODE;
use crate::paths;
use crate::step::{output_of, run_logged, step};

/// Several steps need the packages at the same time. The lock lets only one of them install the packages.
static INSTALLING: Mutex<()> = Mutex::new(());

/// The path of a program of an npm package. Installs the packages if they are missing.
pub(crate) fn program(name: &str) -> Result<PathBuf> {
    ensure_packages()?;
    let program = paths::root().join("node_modules/.bin").join(name);
    ensure!(program.is_file(), "no package in package.json has the program `{name}`");
    Ok(program)
}

/// A command that runs `node`.
pub(crate) fn node() -> Result<Command> {
    let (major, minor) = MIN_NODE;
    let advice = format!(
        "install Node.js {major}.{minor} or newer, with npm (https://nodejs.org, or nodejs and npm of your distribution)"
    );
    let version = output_of(Command::new("node").arg("--version"))
        .with_context(|| format!("there is no working `node`: {advice}"))?;
    ensure!(is_new_enough(&version), "Node.js is {version}: {advice}");
    Ok(Command::new("node"))
}

/// Installs the packages of package.json.
pub(crate) fn ensure_packages() -> Result<()> {
    ensure_packages_of(paths::root(), "wasm-opt, TypeScript, eslint, web-ext")
}

/// Installs the packages that a folder's lock file names, unless exactly these are installed.
pub(crate) fn ensure_packages_of(root: &Path, what: &str) -> Result<()> {
    node()?;
    let _guard = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let lock_file = root.join("package-lock.json");
    let wanted = fs::read(&lock_file).with_context(|| format!("cannot read {}", lock_file.display()))?;
    // After an installation, this is a copy of the lock file. It shows which packages are installed.
    let installed = root.join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    ensure!(paths::find_program("npm").is_some(), "there is no `npm`: it comes with Node.js, or as the package npm");
    step(&format!("installing the npm packages ({what})"), || {
        let mut npm = Command::new("npm");
        npm.current_dir(root).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
        run_logged("npm", &mut npm).context("npm cannot install the packages of package-lock.json")?;
        fs::write(&installed, &wanted)?;
        Ok(())
    })
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.trim_start_matches('v').split('.').map(|part| part.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= MIN_NODE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_compare_as_numbers() {
        assert!(is_new_enough("v20.19.0") && is_new_enough("v22.4.1") && is_new_enough("v100.0.0"));
        assert!(!is_new_enough("v20.9.0") && !is_new_enough("v18.19.1") && !is_new_enough(""));
    }
}
