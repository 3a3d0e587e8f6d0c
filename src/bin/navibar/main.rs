//! The program `navibar`: shows, checks and converts sitemaps, feeds and bookmark files, and explains trees. It never uses the
//! network.

mod arguments;
mod check;
mod convert;
mod excerpts;
mod explain;
mod failure;
mod input;
mod pages;
mod report;
mod sarif;
mod show;
mod terminal;

use arguments::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Arguments { command, color } = Arguments::parse();
    color.apply();
    let result = match command {
        Command::Show(options) => show::show(&options),
        Command::Check(options) => check::check(&options),
        Command::Convert(options) => convert::convert(&options),
        Command::Explain(options) => explain::explain(&options),
        Command::Completions { shell } => pages::completions(shell),
        Command::Man { folder } => pages::man(folder.as_deref()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            terminal::complain(&failure);
            ExitCode::from(2)
        }
    }
}
