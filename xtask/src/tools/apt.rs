//! Installs packages of the distribution.

use std::fs;
use std::io::IsTerminal as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::paths;
use crate::step::{output_of, run_logged, say, shown};

/// Makes sudo ask for the password now, because several steps write to the terminal at the same time later.
pub(crate) fn ask_for_password(what: &str) -> Result<()> {
    if is_root() || paths::find_program("apt-get").is_none() || paths::find_program("sudo").is_none() {
        return Ok(());
    }
    if output_of(Command::new("sudo").args(["-n", "true"])).is_none() && std::io::stdin().is_terminal() {
        say(&format!("{what} is missing; to install it, sudo may ask for your password:"));
        Command::new("sudo").arg("-v").status()?;
    }
    Ok(())
}

fn is_root() -> bool {
    output_of(Command::new("id").arg("-u")).is_some_and(|id| id == "0")
}

/// Returns `true` for a snap. Ubuntu's packages of browsers are scripts that start or install a snap.
pub(super) fn is_snap(program: &Path) -> bool {
    let real = program.canonicalize().unwrap_or_else(|_| program.to_owned());
    if real.starts_with("/snap") || real.ends_with("usr/bin/snap") {
        return true;
    }
    let script = fs::read(&real).ok().filter(|bytes| bytes.starts_with(b"#!") && bytes.len() < 10_000);
    script.is_some_and(|bytes| String::from_utf8_lossy(&bytes).contains("/snap/"))
}

/// The first of these packages that apt has and that is not a snap.
pub(super) fn candidate(packages: &[&'static str]) -> Option<&'static str> {
    paths::find_program("apt-get")?;
    // The lists of packages on a new machine are empty or old. If the update fails, the old ones may be sufficient.
    apt(&["update"]).ok();
    packages.iter().copied().find(|package| has_candidate(package))
}

pub(super) fn has_candidate(package: &str) -> bool {
    let policy = output_of(Command::new("apt-cache").args(["policy", package]).env("LC_ALL", "C"));
    let candidate = policy.as_deref().and_then(candidate_version);
    candidate.is_some_and(|version| !version.contains("snap"))
}

fn candidate_version(policy: &str) -> Option<&str> {
    let version = policy.lines().find_map(|line| line.trim().strip_prefix("Candidate: "))?;
    (version != "(none)").then_some(version)
}

pub(super) fn install(packages: &[&str]) -> Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snaps_are_not_candidates() {
        let ubuntu = "firefox:\n  Installed: (none)\n  Candidate: 1:1snap1-0ubuntu5\n";
        assert_eq!(candidate_version(ubuntu), Some("1:1snap1-0ubuntu5"));
        assert_eq!(candidate_version("firefox-esr:\n  Installed: (none)\n  Candidate: (none)\n"), None);
        assert_eq!(candidate_version(""), None);
    }
}
