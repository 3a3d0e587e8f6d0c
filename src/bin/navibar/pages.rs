//! Completions for shells, and the manual pages.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::terminal::{Output, cannot_print};
use clap::CommandFactory as _;
use clap_complete::Shell;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Prints what a shell needs to complete the commands and options.
pub(crate) fn completions(shell: Shell) -> Result<bool, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "navibar", &mut script);
    print(&script)
}

/// Prints the manual page, or writes the pages of all commands to a folder.
pub(crate) fn man(folder: Option<&Path>) -> Result<bool, Failure> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Arguments::command()).render(&mut page).map_err(cannot_print)?;
        return print(&page);
    };
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Arguments::command(), folder));
    written.map(|()| true).map_err(|error| format!("cannot write to {}: {error}", folder.display()))
}

fn print(bytes: &[u8]) -> Result<bool, Failure> {
    let mut out = Output::new();
    out.write_all(bytes).map_err(cannot_print)?;
    out.close()?;
    Ok(true)
}
