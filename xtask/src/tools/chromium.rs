//! Chromium: one that is there, else the distribution's.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::Browser;
use navibar_browser_tests::chromium::{Chromium, ChromiumOptions};

use super::{CHROMIUM_OLDEST, apt};
use crate::paths;
use crate::step::{output_of, step};

/// A Chromium that loads unpacked extensions, installed if there is none.
pub(crate) fn ensure() -> Result<PathBuf> {
    if let Some(named) = paths::env_path("CHROMIUM") {
        check(&named).with_context(|| format!("CHROMIUM is set to {}, which will not do", named.display()))?;
        return Ok(named);
    }
    if let Some(found) = installed() {
        return Ok(found);
    }
    if apt::candidate(&["chromium"]).is_some() {
        step("installing chromium with apt", || apt::install(&["chromium"]))?;
    }
    installed().with_context(|| {
        format!("no Chromium of version {CHROMIUM_OLDEST} or newer that is no snap; install one and name it in the variable CHROMIUM")
    })
}

/// A headless one with the extension, its window of this size.
pub(crate) async fn launch(window: (u32, u32)) -> Result<Browser> {
    let extension = paths::Browser::Chromium.extension_folder();
    let options = ChromiumOptions { chromium: ensure()?, headless: true, extension, window };
    Ok(Browser::Chromium(Box::new(Chromium::launch(&options).await?)))
}

/// Asks for the password if it will be needed.
pub(crate) fn ask_for_password() -> Result<()> {
    match paths::env_path("CHROMIUM").is_some() || installed().is_some() {
        true => Ok(()),
        false => apt::ask_for_password("Chromium"),
    }
}

/// The first that will do.
fn installed() -> Option<PathBuf> {
    let on_path = ["chromium", "chromium-browser"].into_iter().filter_map(paths::find_program);
    on_path.into_iter().find(|program| check(program).is_ok())
}

fn check(program: &Path) -> Result<()> {
    ensure!(!apt::is_snap(program), "it is a snap, which cannot read our files");
    let version = output_of(Command::new(program).arg("--version")).context("it does not start")?;
    let major = major_version(&version).with_context(|| format!("it says that it is `{version}`"))?;
    ensure!(major >= CHROMIUM_OLDEST, "its version is {major}, but the tests need {CHROMIUM_OLDEST}");
    Ok(())
}

/// Of `Chromium 156.0.8078.79 built on Debian`.
fn major_version(text: &str) -> Option<u32> {
    let version = text.lines().find_map(|line| line.strip_prefix("Chromium "))?;
    version.split('.').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(major_version("Chromium 156.0.8078.79 built on Debian GNU/Linux 12"), Some(156));
        assert_eq!(major_version("Google Chrome 150.0.1"), None);
    }
}
