//! Finds Firefox, or installs the distribution's package or Mozilla's build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use navibar_browser_tests::options::EXTENSION_ID;
use navibar_browser_tests::{Browser, Options};

use super::{FIREFOX_BUILD, GECKODRIVER, MIN_FIREFOX, apt, node};
use crate::paths;
use crate::step::{output_of, run_logged, step};

/// The libraries that Mozilla's build needs, each with its newer and its older package name.
const LIBRARIES: &[&[&str]] = &[
    &["libgtk-3-0t64", "libgtk-3-0"],
    &["libasound2t64", "libasound2"],
    &["libdbus-1-3"],
    &["libx11-xcb1"],
    &["libxtst6"],
    &["libpci3"],
    &["fonts-dejavu-core"],
    &["xz-utils"],
];

/// The path of a Firefox that a driver can control. Installs one if there is none.
pub(crate) fn ensure() -> Result<PathBuf> {
    if let Some(named) = paths::env_path("FIREFOX") {
        check(&named).with_context(|| format!("FIREFOX is set to {}, which cannot be used", named.display()))?;
        return Ok(named);
    }
    if let Some(found) = installed()? {
        return Ok(found);
    }
    match apt::candidate(&["firefox-esr", "firefox"]) {
        Some(package) => step(&format!("installing {package} with apt"), || apt::install(&[package]))?,
        None => step(&format!("installing Firefox {FIREFOX_BUILD} from Mozilla"), download)?,
    }
    installed()?.with_context(|| {
        format!("there is no Firefox {MIN_FIREFOX} or newer that a driver can control; install one and set the variable FIREFOX to its path")
    })
}

/// Starts a headless Firefox with the extension and a window of this size.
pub(crate) async fn launch(window: (u32, u32)) -> Result<Browser> {
    launch_with(window, paths::Browser::Firefox.extension_zip()).await
}

/// Starts a headless Firefox with another extension that has the same id.
pub(crate) async fn launch_with(window: (u32, u32), extension: PathBuf) -> Result<Browser> {
    let options = Options {
        geckodriver: GECKODRIVER.ensure()?,
        firefox: Some(ensure()?),
        headless: true,
        extension: Some(extension),
        extension_id: EXTENSION_ID.to_owned(),
        window,
        prefs: Vec::new(),
        profile: None,
    };
    Browser::launch(&options).await
}

/// Asks for the password if an installation needs it.
pub(crate) fn ask_for_password() -> Result<()> {
    match paths::env_path("FIREFOX").is_some() || installed()?.is_some() {
        true => Ok(()),
        false => apt::ask_for_password("Firefox"),
    }
}

/// The first suitable program: on the `PATH`, then an earlier download.
fn installed() -> Result<Option<PathBuf>> {
    let on_path = ["firefox-esr", "firefox"].into_iter().filter_map(paths::find_program);
    let downloaded = find_downloaded(&download_folder()?);
    Ok(on_path.chain(downloaded).find(|program| check(program).is_ok()))
}

fn check(program: &Path) -> Result<()> {
    ensure!(!apt::is_snap(program), "it is a snap, and a driver cannot control snaps");
    let version = output_of(Command::new(program).arg("--version")).context("it does not start")?;
    let major = major_version(&version).with_context(|| format!("it says that it is `{version}`"))?;
    ensure!(major >= MIN_FIREFOX, "its version is {major}, but the extension needs {MIN_FIREFOX}");
    Ok(())
}

fn major_version(text: &str) -> Option<u32> {
    let version = text.lines().find_map(|line| line.strip_prefix("Mozilla Firefox "))?;
    version.split('.').next()?.trim().parse().ok()
}

// The download of Mozilla's own build.

fn download_folder() -> Result<PathBuf> {
    Ok(paths::tools()?.join(format!("firefox-{FIREFOX_BUILD}")))
}

fn download() -> Result<()> {
    if paths::find_program("apt-get").is_some() {
        let present = |names: &&[&'static str]| names.iter().copied().find(|name| apt::has_candidate(name));
        let packages: Vec<&str> = LIBRARIES.iter().filter_map(present).collect();
        apt::install(&packages)?;
    }
    let folder = download_folder()?;
    let partial = folder.with_added_extension("partial");
    if partial.exists() {
        fs::remove_dir_all(&partial)?;
    }
    fs::create_dir_all(&partial)?;
    let mut browsers = Command::new(node::program("browsers")?);
    browsers.args(["install", &format!("firefox@{FIREFOX_BUILD}"), "--path"]).arg(&partial);
    run_logged("firefox", &mut browsers).with_context(|| {
        "Mozilla's server cannot be reached; install a Firefox that is not a snap (a .deb from https://packages.mozilla.org) \
         and name it in the variable FIREFOX"
    })?;
    if find_downloaded(&partial).is_none() {
        bail!("the download has no program `firefox`");
    }
    fs::rename(&partial, &folder)?;
    Ok(())
}

/// Finds `firefox/<platform>-<build>/firefox/firefox`.
fn find_downloaded(folder: &Path) -> Option<PathBuf> {
    let builds = fs::read_dir(folder.join("firefox")).ok()?;
    builds.flatten().map(|build| build.path().join("firefox/firefox")).find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn major_versions_are_read() {
        assert_eq!(major_version("Mozilla Firefox 153.7.0esr"), Some(153));
        assert_eq!(major_version("some warning\nMozilla Firefox 142.0"), Some(142));
        assert_eq!(major_version("Command '/usr/bin/firefox' requires the firefox snap"), None);
    }
}
