//! Runs the commands of a step.

use std::process::Command;

use anyhow::Result;

use crate::paths;

/// Runs a command with its output on the terminal, and counts its tests. Returns `true` if the command succeeds.
pub(super) type Runner<'a> = &'a mut dyn FnMut(&mut Command) -> Result<bool>;

/// A command of cargo in the project.
pub(super) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(paths::cargo());
    command.current_dir(paths::root()).args(arguments);
    command
}
