//! Finds Chromium, or installs the distribution's package.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::Browser;
use navibar_browser_tests::ChromiumOptions;
use navibar_browser_tests::chromium::Chromium;

use super::{MIN_CHROMIUM, apt};
use crate::paths;
use crate::step::{output_of, step};

/// The path of a Chromium that loads unpacked extensions. Installs one if there is none.
pub(crate) fn ensure() -> Result<PathBuf> {
    if let Some(named) = paths::env_path("CHROMIUM") {
        check(&named).with_context(|| format!("CHROMIUM is set to {}, which cannot be used", named.display()))?;
        return Ok(named);
    }
    if let Some(found) = installed() {
        return Ok(found);
    }
    if apt::candidate(&["chromium"]).is_some() {
        step("installing chromium with apt", || apt::install(&["chromium"]))?;
    }
    installed().with_context(|| {
        format!("there is no Chromium {MIN_CHROMIUM} or newer that is not a snap; install one and set the variable CHROMIUM to its path")
    })
}

/// Starts a headless Chromium with the extension and a window of this size.
pub(crate) async fn launch(window: (u32, u32)) -> Result<Browser> {
    launch_with(window, paths::Browser::Chromium.extension_folder()).await
}

/// Starts a headless Chromium with another extension that has the same id.
pub(crate) async fn launch_with(window: (u32, u32), extension: PathBuf) -> Result<Browser> {
    let options = ChromiumOptions { chromium: ensure()?, headless: true, extension, window };
    Ok(Browser::Chromium(Box::new(Chromium::launch(&options).await?)))
}

/// Asks for the password if an installation needs it.
pub(crate) fn ask_for_password() -> Result<()> {
    match paths::env_path("CHROMIUM").is_some() || installed().is_some() {
        true => Ok(()),
        false => apt::ask_for_password("Chromium"),
    }
}

/// The first suitable program on the `PATH`.
fn installed() -> Option<PathBuf> {
    let on_path = ["chromium", "chromium-browser"].into_iter().filter_map(paths::find_program);
    on_path.into_iter().find(|program| check(program).is_ok())
}

fn check(program: &Path) -> Result<()> {
    ensure!(!apt::is_snap(program), "it is a snap, and snaps cannot read our files");
    let version = output_of(Command::new(program).arg("--version")).context("it does not start")?;
    let major = major_version(&version).with_context(|| format!("it reports the version `{version}`"))?;
    ensure!(major >= MIN_CHROMIUM, "its version is {major}, but the tests need {MIN_CHROMIUM}");
    Ok(())
}

/// Reads the major version from a text like `Chromium 156.0.8078.79 built on Debian`.
fn major_version(text: &str) -> Option<u32> {
    let version = text.lines().find_map(|line| line.strip_prefix("Chromium "))?;
    version.split('.').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn major_versions_are_read() {
        assert_eq!(major_version("Chromium 156.0.8078.79 built on Debian GNU/Linux 12"), Some(156));
        assert_eq!(major_version("Google Chrome 150.0.1"), None);
    }
}
