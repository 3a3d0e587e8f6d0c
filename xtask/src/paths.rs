//! The paths of the project, of its output and of its tools.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The version of the project. xtask shares it through the workspace.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The project's root folder.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// The folder for the output of the commands.
pub(crate) fn target() -> PathBuf {
    root().join("target")
}

/// The folder for the output of cargo: the same, unless `CARGO_TARGET_DIR` is set.
pub(crate) fn cargo_target() -> PathBuf {
    env_path("CARGO_TARGET_DIR").map_or_else(target, |path| root().join(path))
}

/// The folder with the sources of the sidebar and the element.
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

    /// The browser with this name on the command line.
    pub(crate) fn named(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|browser| browser.name() == name);
        found.with_context(|| format!("there is no browser `{name}`; there are firefox and chromium"))
    }

    /// The name on the command line, in results and in the names of files.
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

    /// The packed extension.
    pub(crate) fn extension_zip(self) -> PathBuf {
        target().join(format!("navibar-{}-{VERSION}.zip", self.name()))
    }
}

/// The folder of the demo site.
pub(crate) fn demo_site() -> PathBuf {
    target().join("demo")
}

/// The folder for the output of steps that run at the same time.
pub(crate) fn logs() -> PathBuf {
    target().join("logs")
}

/// The folder for tools. It belongs to the user and not to the clone, so that a fresh clone finds them.
pub(crate) fn tools() -> Result<PathBuf> {
    let cache = env_path("XDG_CACHE_HOME")
        .or_else(|| Some(env_path("HOME")?.join(".cache")))
        .context("neither XDG_CACHE_HOME nor HOME is set: there is no folder for the tools")?;
    Ok(cache.join("navibar/tools"))
}

/// The cargo that runs this program.
pub(crate) fn cargo() -> PathBuf {
    env_path("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The path of a program on the `PATH`.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// The path in an environment variable. An empty value counts as not set.
pub(crate) fn env_path(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}
