//! Firefox: one that is there, else the distribution's, else Mozilla's own build.

use std::fs;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use super::{FIREFOX_BUILD, FIREFOX_OLDEST, node};
use crate::paths;
use crate::step::{output_of, run_logged, say, shown, step};

/// What Mozilla's build needs of the system, each under its newer and its older name.
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

/// A Firefox that can be driven, installed if there is none.
pub(crate) fn ensure() -> Result<PathBuf> {
    if let Some(named) = paths::env_path("FIREFOX") {
        check(&named).with_context(|| format!("FIREFOX is set to {}, which will not do", named.display()))?;
        return Ok(named);
    }
    if let Some(found) = installed()? {
        return Ok(found);
    }
    match apt_package() {
        Some(package) => step(&format!("installing {package} with apt"), || apt_install(&[package]))?,
        None => step(&format!("installing Firefox {FIREFOX_BUILD} from Mozilla"), download)?,
    }
    installed()?.with_context(|| {
        format!("no Firefox of version {FIREFOX_OLDEST} or newer that a driver can steer; install one and name it in the variable FIREFOX")
    })
}

/// Has sudo ask for the password now if an installation will need it: later, several steps write to
/// the terminal at once.
pub(crate) fn ask_for_password() -> Result<()> {
    let needless = is_root() || paths::find_program("apt-get").is_none() || paths::find_program("sudo").is_none();
    if needless || paths::env_path("FIREFOX").is_some() || installed()?.is_some() {
        return Ok(());
    }
    if output_of(Command::new("sudo").args(["-n", "true"])).is_none() && std::io::stdin().is_terminal() {
        say("Firefox is missing; to install it, sudo may ask for your password:");
        Command::new("sudo").arg("-v").status()?;
    }
    Ok(())
}

fn is_root() -> bool {
    output_of(Command::new("id").arg("-u")).is_some_and(|id| id == "0")
}

/// The first that will do: on the `PATH`, then the one that we downloaded earlier.
fn installed() -> Result<Option<PathBuf>> {
    let on_path = ["firefox-esr", "firefox"].into_iter().filter_map(paths::find_program);
    let downloaded = find_downloaded(&download_folder()?);
    Ok(on_path.chain(downloaded).find(|program| check(program).is_ok()))
}

fn check(program: &Path) -> Result<()> {
    ensure!(!is_snap(program), "it is a snap, which a driver cannot steer");
    let version = output_of(Command::new(program).arg("--version")).context("it does not start")?;
    let major = major_version(&version).with_context(|| format!("it says that it is `{version}`"))?;
    ensure!(major >= FIREFOX_OLDEST, "its version is {major}, but the extension needs {FIREFOX_OLDEST}");
    Ok(())
}

/// Ubuntu's package `firefox` is a script that starts the snap, or installs it.
fn is_snap(program: &Path) -> bool {
    let real = program.canonicalize().unwrap_or_else(|_| program.to_owned());
    if real.starts_with("/snap") || real.ends_with("usr/bin/snap") {
        return true;
    }
    let script = fs::read(&real).ok().filter(|bytes| bytes.starts_with(b"#!") && bytes.len() < 10_000);
    script.is_some_and(|bytes| String::from_utf8_lossy(&bytes).contains("/snap/"))
}

fn major_version(text: &str) -> Option<u32> {
    let version = text.lines().find_map(|line| line.strip_prefix("Mozilla Firefox "))?;
    version.split('.').next()?.trim().parse().ok()
}

// By the distribution's package manager.

/// The package to install, if apt has one that is no snap.
fn apt_package() -> Option<&'static str> {
    paths::find_program("apt-get")?;
    // The lists of a fresh machine are empty, or so old that they name a Firefox that is too old. Where they cannot be
    // had anew, those that are there may do.
    apt(&["update"]).ok();
    ["firefox-esr", "firefox"].into_iter().find(|package| has_candidate(package))
}

fn has_candidate(package: &str) -> bool {
    let policy = output_of(Command::new("apt-cache").args(["policy", package]).env("LC_ALL", "C"));
    let candidate = policy.as_deref().and_then(candidate_version);
    candidate.is_some_and(|version| !version.contains("snap"))
}

fn candidate_version(policy: &str) -> Option<&str> {
    let version = policy.lines().find_map(|line| line.trim().strip_prefix("Candidate: "))?;
    (version != "(none)").then_some(version)
}

fn apt_install(packages: &[&str]) -> Result<()> {
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
}

fn apt(arguments: &[&str]) -> Result<()> {
    let by_hand = format!("run `apt-get {}` as root, then this command again", arguments.join(" "));
    let mut command = if is_root() {
        Command::new("apt-get")
    } else {
        ensure!(paths::find_program("sudo").is_some(), "there is no sudo: {by_hand}");
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        sudo
    };
    command.env("DEBIAN_FRONTEND", "noninteractive").args(["-q", "-o", "DPkg::Lock::Timeout=120"]).args(arguments);
    run_logged("apt", &mut command).with_context(|| format!("`{}` failed: {by_hand}", shown(&command)))
}

// Mozilla's own build.

fn download_folder() -> Result<PathBuf> {
    Ok(paths::tools()?.join(format!("firefox-{FIREFOX_BUILD}")))
}

fn download() -> Result<()> {
    if paths::find_program("apt-get").is_some() {
        let present = |names: &&[&'static str]| names.iter().copied().find(|name| has_candidate(name));
        let packages: Vec<&str> = LIBRARIES.iter().filter_map(present).collect();
        apt_install(&packages)?;
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
        "Mozilla's server cannot be reached; install a Firefox that is no snap (a .deb from https://packages.mozilla.org) \
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
    fn versions_are_read() {
        assert_eq!(major_version("Mozilla Firefox 153.7.0esr"), Some(153));
        assert_eq!(major_version("some warning\nMozilla Firefox 142.0"), Some(142));
        assert_eq!(major_version("Command '/usr/bin/firefox' requires the firefox snap"), None);
    }

    #[test]
    fn snaps_are_no_candidates() {
        let ubuntu = "firefox:\n  Installed: (none)\n  Candidate: 1:1snap1-0ubuntu5\n";
        assert_eq!(candidate_version(ubuntu), Some("1:1snap1-0ubuntu5"));
        assert_eq!(candidate_version("firefox-esr:\n  Installed: (none)\n  Candidate: (none)\n"), None);
        assert_eq!(candidate_version(""), None);
    }
}
