//! Lists and copies files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// Copies the files below a folder that `is_wanted` accepts. `is_wanted` gets the path relative to the folder.
pub(crate) fn copy_tree(from: &Path, to: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Result<()> {
    for file in files(from, is_wanted)? {
        copy(&from.join(&file), &to.join(&file))?;
    }
    Ok(())
}

/// Copies one file, and creates its folder if needed.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// The files below a folder that `is_wanted` accepts, sorted, by their paths relative to the folder.
pub(crate) fn files(folder: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        let path = folder.join(&inner);
        for entry in fs::read_dir(&path).with_context(|| format!("cannot read {}", path.display()))? {
            let entry = entry?;
            let name = inner.join(entry.file_name());
            match is_wanted(&name) {
                false => {}
                true if entry.file_type()?.is_dir() => folders.push(name),
                true => found.push(name),
            }
        }
    }
    found.sort();
    Ok(found)
}
