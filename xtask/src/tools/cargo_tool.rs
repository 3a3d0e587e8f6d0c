//! Programs from crates.io, each in a folder of its own with its version in the name.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::CargoTool;
use crate::paths;
use crate::step::{run_logged, step};

/// These programs are run for seconds, so compiling them quickly is worth more than their speed.
const QUICK: &[(&str, &str)] = &[
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
    ("CARGO_PROFILE_RELEASE_STRIP", "none"),
];

impl CargoTool {
    /// Installs it if it is missing. Gives the program.
    pub(crate) fn ensure(&self) -> Result<PathBuf> {
        let folder = paths::tools()?.join(format!("{}-{}", self.name, self.version));
        let program = folder.join("bin").join(self.program);
        if !program.is_file() {
            step(&format!("installing {} {} (about a minute)", self.name, self.version), || self.install(&folder))?;
            ensure!(program.is_file(), "{} {} has no program {}", self.name, self.version, self.program);
        }
        Ok(program)
    }

    /// The folder of its programs, for the `PATH`.
    pub(crate) fn bin(&self) -> Result<PathBuf> {
        let program = self.ensure()?;
        Ok(program.parent().map(PathBuf::from).unwrap_or_default())
    }

    /// Installs to a name that nobody takes for the finished tool, and gives it its name at the end:
    /// an interrupted installation leaves nothing that looks complete.
    fn install(&self, folder: &PathBuf) -> Result<()> {
        let parent = paths::tools()?;
        fs::create_dir_all(&parent).with_context(|| format!("cannot make {}", parent.display()))?;
        // Another clone may be installing the same.
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
        // What the user set for other builds must not reach this one.
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
