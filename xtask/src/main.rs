//! Project commands: `cargo xtask help`.

mod audit;
mod bench;
mod build;
mod command;
mod demo;
mod fuzz;
mod interrupt;
mod paths;
mod run;
mod screenshots;
mod serve;
mod sites;
mod soak;
mod step;
mod test;
mod tools;

use std::process::ExitCode;

use anyhow::Result;

use command::Command;

fn main() -> ExitCode {
    match execute() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command that the command line asks for. Returns `false` if a check failed.
fn execute() -> Result<bool> {
    let command = command::parse(lexopt::Parser::from_env())?;
    interrupt::listen()?;
    match command {
        Command::Run(wanted) => run::run(&wanted)?,
        Command::Build => build::build()?,
        Command::Test(only) => return test::test(&only),
        Command::Bench(wanted) => bench::bench(&wanted)?,
        Command::Fuzz(wanted) => return fuzz::fuzz(&wanted),
        Command::Soak(wanted) => soak::soak(&wanted)?,
        Command::Sites(wanted) => sites::sites(&wanted)?,
        Command::Screenshots => screenshots::screenshots()?,
        Command::Audit => return audit::audit(),
        Command::Serve(port) => serve::serve(port)?,
        Command::Help => print!("{}", command::help()),
    }
    Ok(true)
}
