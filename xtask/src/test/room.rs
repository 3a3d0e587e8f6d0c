//! Room on the disk. With little of it, Firefox caches nothing, and the tests of its cache fail.

use std::env;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use rustix::fs::statvfs;

use crate::paths::root;

/// The free bytes that the profiles of the browsers need, with room for the logs and the pictures.
const NEEDED: u64 = 2 << 30;

/// Fails if a disk that the tests write to has too little room.
pub(super) fn check() -> Result<()> {
    for folder in [root().to_owned(), env::temp_dir()] {
        demand(&folder, free(&folder)?)?;
    }
    Ok(())
}

/// Returns the bytes that are free on the disk of a folder.
fn free(folder: &Path) -> Result<u64> {
    let disk = statvfs(folder).with_context(|| format!("cannot read the disk of {}", folder.display()))?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

fn demand(folder: &Path, free: u64) -> Result<()> {
    if free < NEEDED {
        let (needed, free) = (NEEDED >> 20, free >> 20);
        bail!("the disk of {} has {free} MiB; the tests in browsers need {needed} MiB", folder.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_with_little_room_is_refused() -> Result<()> {
        assert!(free(Path::new("/"))? > 0);
        assert!(demand(Path::new("/"), 2 << 30).is_ok());
        let message = demand(Path::new("/tmp"), (2 << 30) - 1).map_err(|error| error.to_string());
        assert_eq!(message, Err("the disk of /tmp has 2047 MiB; the tests in browsers need 2048 MiB".to_owned()));
        Ok(())
    }
}
