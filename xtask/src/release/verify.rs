//! Builds a release a second time, from its sources, and compares. Everything that must not change the result is different:
//! the folder, the times of the files, the user, the file mode mask, the language, the time zone and the home folder.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, ensure};
use flate2::read::GzDecoder;
use tar::Archive;

use super::{git, sources};
use crate::build;
use crate::step::{output_of, run_live, say, step};

/// A number of a user that owns nothing. Only programs that read the number of the user see it.
const OTHER_USER: [&str; 4] = ["unshare", "--user", "--map-user=12345", "--map-group=12345"];

/// The other settings of the second build.
const SETTINGS: [(&str, &str); 4] =
    [("LC_ALL", "C.UTF-8"), ("LANG", "tr_TR.UTF-8"), ("TZ", "Asia/Tokyo"), ("CARGO_BUILD_JOBS", "1")];

/// Rebuilds the files of the release in another folder. `rebuild.sh` compares them.
pub(super) fn verify(folder: &Path) -> Result<()> {
    step("packing the sources again", || {
        let again = tempfile::tempdir()?;
        sources::archive(again.path())?;
        let same = fs::read(sources::path(folder))? == fs::read(sources::path(again.path()))?;
        ensure!(same, "the sources of commit {} give two archives", git(&["rev-parse", "HEAD"])?);
        Ok(())
    })?;
    // A long name, which is not below the first folder.
    let place = tempfile::Builder::new().prefix("another folder of ").tempdir()?;
    Archive::new(GzDecoder::new(File::open(sources::path(folder))?)).unpack(place.path())?;
    let root = place.path().join(sources::root_name());
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 365 * 30);
    for file in build::files(&root, &|_| true)? {
        File::options().append(true).open(root.join(file))?.set_modified(long_ago)?;
    }
    let has_users = output_of(Command::new(OTHER_USER[0]).args(&OTHER_USER[1..]).arg("true")).is_some();
    if !has_users {
        say("SKIPPED: the build by another user, because this system forbids user namespaces");
    }
    let mut command = Command::new(if has_users { OTHER_USER[0] } else { "env" });
    command.args(if has_users { &OTHER_USER[1..] } else { &[] });
    command.args(["sh", "-c", "umask 077 && exec xtask/rebuild.sh \"$1\"", "sh"]).arg(folder);
    command.current_dir(&root).envs(SETTINGS).env("HOME", std::env::var_os("HOME").unwrap_or_default());
    say(&format!("==== building again in {}", root.display()));
    let is_same = run_live(&mut command, |_| ()).context("rebuild.sh does not start")?;
    ensure!(is_same, "the second build differs from {}", folder.display());
    say("==== the second build has the same bytes");
    Ok(())
}
