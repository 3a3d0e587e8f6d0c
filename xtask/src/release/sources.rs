//! The sources of a release, for reviewers of the stores and for everybody who wants to build it again.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use flate2::{Compression, GzBuilder};

use crate::paths::{self, VERSION};

/// The folder in the archive.
pub(super) fn root_name() -> String {
    format!("navibar-{VERSION}")
}

/// The path of the archive in the folder of the release.
pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join(format!("navibar-{VERSION}-source.tar.gz"))
}

/// Packs the files of the commit. The same commit gives the same bytes: git takes the times from the commit, and the
/// compression is our own, because that of git depends on a library of the system.
pub(super) fn archive(folder: &Path) -> Result<()> {
    let mut git = Command::new("git");
    git.current_dir(paths::root())
        .args(["-c", "tar.umask=0022", "archive", "--format=tar"])
        .arg(format!("--prefix={}/", root_name()))
        .arg("HEAD")
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    let mut child = git.spawn().context("cannot start `git archive`")?;
    let mut tar = child.stdout.take().context("`git archive` has no output")?;
    let mut packed = GzBuilder::new().mtime(0).write(File::create(path(folder))?, Compression::best());
    io::copy(&mut tar, &mut packed)?;
    packed.finish()?;
    ensure!(child.wait()?.success(), "`git archive` failed");
    Ok(())
}
