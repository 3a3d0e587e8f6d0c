//! Finds Jekyll, or installs the distribution's package. Only the test of a recipe needs it.

use std::path::PathBuf;

use anyhow::Result;

use super::apt;
use crate::paths;
use crate::step::{say, step};

/// Installs Jekyll if it is missing. Without it, the test of its recipe is skipped.
pub(crate) fn try_ensure() -> Option<PathBuf> {
    if program().is_none() && apt::candidate(&["jekyll"]).is_some() {
        let installed: Result<()> = step("installing jekyll with apt", || apt::install(&["jekyll"]));
        if installed.is_err() {
            say("     the recipe for Jekyll is not tested");
        }
    }
    program()
}

/// Makes sudo ask for the password if the installation needs it.
pub(crate) fn ask_for_password() -> Result<()> {
    match program() {
        Some(_) => Ok(()),
        None => apt::ask_for_password("Jekyll"),
    }
}

fn program() -> Option<PathBuf> {
    paths::find_program("jekyll")
}
