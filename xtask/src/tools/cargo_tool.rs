//! Installs programs from crates.io, each in its own folder with the version in its name.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::CargoTool;
use crate::paths;
use crate::step::{run_logged, step};

/// Settings for a quick compilation. These programs run for seconds, so their speed matters less.
const QUICK: &[(&str, &str)] = &[
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
    ("CARGO_PROFILE_RELEASE_STRIP", "none"),
];

impl CargoTool {
    /// Installs the tool if it is missing. Returns the path of the program.
    pub(crate) fn ensure(&self) -> Result<PathBuf> {
        let folder = paths::tools()?.join(format!("{}-{}", self.name, self.version));
        let program = folder.join("bin").join(self.program);
        if !program.is_file() {
            step(&format!("installing {} {} (about a minute)", self.name, self.version), || self.install(&folder))?;
            ensure!(program.is_file(), "{} {} has no program {}", self.name, self.version, self.program);
        }
        Ok(program)
    }

    /// The folder of the tool's programs, for the `PATH`.
    pub(crate) fn bin(&self) -> Result<PathBuf> {
        let program = self.ensure()?;
        Ok(program.parent().map(PathBuf::from).unwrap_or_default())
    }

    /// Installs into a folder with a temporary name and renames it at the end, so that an interrupted installation does not
    /// look complete.
    fn install(&self, folder: &PathBuf) -> Result<()> {
        let parent = paths::tools()?;
        fs::create_dir_all(&parent).with_context(|| format!("cannot make {}", parent.display()))?;
        // Another clone may be installing the same tool.
        let lock = File::create(folder.with_added_extension("lock"))?;
        lock.lock()?;
        if folder.exists() {
            return Ok(());
        }
        let partial = folder.with_added_extension("partial");
        if partial.exists() {
            fs::remove_dir_all(&partial)?;
        }
        let mut command = Command::new(paths::cargo());
        command.current_dir(paths::root()).args(["install", "--locked"]);
        match self.package {
            Some(folder) => command.args(["--path", folder]),
            None => command.args([self.name, "--version", self.version]),
        };
        command.arg("--root").arg(&partial).envs(QUICK.iter().copied());
        // The user's settings for other builds must not change this build.
        command.env("CARGO_TARGET_DIR", partial.join("target"));
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_BUILD_TARGET");
        run_logged(self.name, &mut command).with_context(|| {
            format!(
                "{} cannot be installed; it needs a C compiler (`apt-get install build-essential`) and crates.io",
                self.name
            )
        })?;
        fs::remove_dir_all(partial.join("target"))?;
        fs::rename(&partial, folder)?;
        Ok(())
    }
}
