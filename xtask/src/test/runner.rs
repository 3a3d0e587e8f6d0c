//! Runs the commands of a step.

use std::process::Command;

use anyhow::Result;

use super::count::Count;
use crate::paths;
use crate::step::run_live;

/// Runs the commands of a step, and counts their tests.
pub(super) struct Runner<'a> {
    pub(super) count: &'a mut Count,
    /// the parts of names that the tests in browsers must have; all tests run if it is empty
    pub(super) filters: &'a [String],
}

impl Runner<'_> {
    /// Runs a command with its output on the terminal. Returns `true` if the command succeeds.
    pub(super) fn run(&mut self, command: &mut Command) -> Result<bool> {
        run_live(command, |line| self.count.see(line))
    }
}

/// A command of cargo in the project.
pub(super) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(paths::cargo());
    command.current_dir(paths::root()).args(arguments);
    command
}
