//! Notices changes of the files that the extension is built from.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Result;

use crate::build::files;

/// The folders that a build reads.
const SOURCES: &[&str] = &["extension-manifest", "src", "www"];

/// The folder in `www/` that the build itself writes.
const GENERATED: &str = "element/wasm";

/// The time and the size of every source file, by its path in the project.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Snapshot(BTreeMap<PathBuf, (SystemTime, u64)>);

impl Snapshot {
    /// Reads the times and sizes of the source files in the project `root`.
    pub(crate) fn take(root: &Path) -> Result<Self> {
        let mut found = BTreeMap::new();
        for source in SOURCES {
            for file in files(&root.join(source), &|path| is_source(path))? {
                let path = Path::new(source).join(file);
                // A file may be deleted at any time.
                if let Ok(metadata) = fs::metadata(root.join(&path)) {
                    found.insert(path, (metadata.modified()?, metadata.len()));
                }
            }
        }
        Ok(Self(found))
    }

    /// The first file that was added, removed or changed between this snapshot and a later one.
    pub(crate) fn difference<'a>(&'a self, later: &'a Self) -> Option<&'a Path> {
        let paths = self.0.keys().chain(later.0.keys());
        paths.filter(|path| self.0.get(*path) != later.0.get(*path)).min().map(PathBuf::as_path)
    }
}

/// Returns `false` for what the build writes and for the temporary files of editors.
fn is_source(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    path != Path::new(GENERATED) && !name.starts_with('.') && !name.ends_with('~')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A project with one file in each folder.
    fn project() -> Result<tempfile::TempDir> {
        let project = tempfile::tempdir()?;
        for source in SOURCES {
            write(project.path(), &format!("{source}/file"), "a")?;
        }
        Ok(project)
    }

    fn write(root: &Path, path: &str, text: &str) -> Result<()> {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap_or(root))?;
        Ok(fs::write(path, text)?)
    }

    /// The file that is reported after `change`.
    fn reported(change: impl FnOnce(&Path) -> Result<()>) -> Result<Option<PathBuf>> {
        let project = project()?;
        let before = Snapshot::take(project.path())?;
        change(project.path())?;
        let after = Snapshot::take(project.path())?;
        Ok(before.difference(&after).map(Path::to_owned))
    }

    #[test]
    fn changed_added_and_removed_source_files_are_reported() -> Result<()> {
        for path in ["src/file", "www/file", "extension-manifest/file", "src/web/new.rs", "www/element/new.js"] {
            assert_eq!(reported(|root| write(root, path, "other"))?.as_deref(), Some(Path::new(path)));
        }
        let removed = reported(|root| Ok(fs::remove_file(root.join("www/file"))?))?;
        assert_eq!(removed.as_deref(), Some(Path::new("www/file")));
        Ok(())
    }

    #[test]
    fn a_change_of_the_same_size_is_reported() -> Result<()> {
        let change = |root: &Path| {
            let file = fs::File::options().write(true).open(root.join("src/file"))?;
            Ok(file.set_modified(SystemTime::UNIX_EPOCH)?)
        };
        assert_eq!(reported(change)?.as_deref(), Some(Path::new("src/file")));
        Ok(())
    }

    #[test]
    fn generated_and_temporary_files_are_not_reported() -> Result<()> {
        for path in ["www/element/wasm/navibar.js", "target/file", "src/.file.swp", "src/file~", "README.md"] {
            assert_eq!(reported(|root| write(root, path, "other"))?, None, "{path}");
        }
        Ok(())
    }
}
