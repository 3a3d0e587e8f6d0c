//! Where things are.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The version of the whole project: xtask shares it through the workspace.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The project's root folder.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Where the commands write what they make.
pub(crate) fn target() -> PathBuf {
    root().join("target")
}

/// Where cargo writes what it compiles: the same, unless `CARGO_TARGET_DIR` says otherwise.
pub(crate) fn cargo_target() -> PathBuf {
    env_path("CARGO_TARGET_DIR").map_or_else(target, |path| root().join(path))
}

/// The folder with what the sidebar and the element consist of.
pub(crate) fn www() -> PathBuf {
    root().join("www")
}

/// A browser that the extension is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browser {
    Firefox,
    Chromium,
}

impl Browser {
    pub(crate) const ALL: [Self; 2] = [Self::Firefox, Self::Chromium];

    /// As in the names of its files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Firefox => "firefox",
            Self::Chromium => "chromium",
        }
    }

    /// The unpacked extension.
    pub(crate) fn extension_folder(self) -> PathBuf {
        target().join("extension").join(self.name())
    }

    /// The extension as it is given to others.
    pub(crate) fn extension_zip(self) -> PathBuf {
        target().join(format!("navibar-{}-{VERSION}.zip", self.name()))
    }
}

/// The demo site.
pub(crate) fn demo_site() -> PathBuf {
    target().join("demo")
}

/// Where the output of steps that run side by side goes.
pub(crate) fn logs() -> PathBuf {
    target().join("logs")
}

/// Where tools are installed: for the user, not for the clone, so that a fresh clone finds them.
pub(crate) fn tools() -> Result<PathBuf> {
    let cache = env_path("XDG_CACHE_HOME")
        .or_else(|| Some(env_path("HOME")?.join(".cache")))
        .context("neither XDG_CACHE_HOME nor HOME is set: there is no place for the tools")?;
    Ok(cache.join("navibar/tools"))
}

/// The cargo that runs us.
pub(crate) fn cargo() -> PathBuf {
    env_path("CARGO").unwrap_or_else(|| "cargo".into())
}

/// A program's place on the `PATH`.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// The value of an environment variable that names a path; empty counts as not set.
pub(crate) fn env_path(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}
