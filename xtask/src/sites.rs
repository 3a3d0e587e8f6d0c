//! `cargo xtask sites`: measures how right the trees of built sites are. The program in `tests/measure/` does the work.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::paths::Browser;
use crate::step::speak_to_stderr;
use crate::tools::{GECKODRIVER, firefox, node};
use crate::{build, paths};

/// The options of the command.
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// the folder with the sites
    pub(crate) folder: PathBuf,
    /// one JSON object per line instead of the table
    pub(crate) json: bool,
    /// the hosts to walk; all if empty
    pub(crate) only: Vec<String>,
    /// the folder for the trees
    pub(crate) trees: Option<PathBuf>,
    /// walk in a real Firefox
    pub(crate) firefox: bool,
    /// fail if a figure is worse than the one in the repository
    pub(crate) check: bool,
    /// write the figures that are better to the repository
    pub(crate) raise: bool,
}

/// Installs what is missing and runs the program.
///
/// # Errors
/// If a site could not be walked, or if a figure is worse. The other sites are still walked and printed.
pub(crate) fn sites(args: &Args) -> Result<()> {
    if args.json {
        speak_to_stderr();
    }
    let mut command = command(args)?;
    // Its output is the result of this command.
    let status = command.status().context("cannot start cargo")?;
    ensure!(status.success(), "the measure has failed");
    Ok(())
}

/// The command that measures the sites.
pub(crate) fn command(args: &Args) -> Result<Command> {
    node::ensure_packages()?;
    let mut command = Command::new(paths::cargo());
    command.args(["run", "--quiet", "--locked", "--package", "navibar-measure", "--manifest-path"]);
    command.arg(paths::root().join("Cargo.toml")).arg("--").arg(&args.folder);
    let flags = [(args.json, "--json"), (args.firefox, "--firefox"), (args.check, "--check"), (args.raise, "--raise")];
    command.args(flags.into_iter().filter(|(is_on, _)| *is_on).map(|(_, name)| name));
    for host in &args.only {
        command.args(["--only", host]);
    }
    if let Some(folder) = &args.trees {
        command.arg("--trees").arg(folder);
    }
    if args.firefox {
        command.env("FIREFOX", firefox::ensure()?).env("GECKODRIVER", GECKODRIVER.ensure()?);
        command.env("NAVIBAR_EXTENSION", package()?);
    }
    Ok(command)
}

/// The package in the variable `NAVIBAR_EXTENSION`, or one that is built now.
fn package() -> Result<PathBuf> {
    if let Some(named) = paths::env_path("NAVIBAR_EXTENSION") {
        ensure!(named.exists(), "NAVIBAR_EXTENSION is {}, which does not exist", named.display());
        return Ok(named);
    }
    firefox::ask_for_password()?;
    build::packages()?;
    Ok(Browser::Firefox.extension_zip())
}
