//! Project commands: `cargo xtask help`.

mod audit;
mod bench;
mod build;
mod command;
mod demo;
mod fuzz;
mod interrupt;
mod paths;
mod promises;
mod release;
mod run;
mod screenshots;
mod serve;
mod site;
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

/// Runs the command that the command line names. Returns `false` if a check failed.
fn execute() -> Result<bool> {
    let command = command::parse(lexopt::Parser::from_env())?;
    interrupt::listen()?;
    match command {
        Command::Run(args) => run::run(&args)?,
        Command::Build => build::build()?,
        Command::Test(args) => return test::test(&args),
        Command::Bench(args) => bench::bench(&args)?,
        Command::Fuzz(args) => return fuzz::fuzz(&args),
        Command::Soak(args) => soak::soak(&args)?,
        Command::Promises(args) => promises::check(&args)?,
        Command::Sites(args) => sites::sites(&args)?,
        Command::Screenshots(kind) => screenshots::screenshots(kind)?,
        Command::Release(args) => release::release(&args)?,
        Command::Audit => return audit::audit(),
        Command::Site(args) => site::site(&args)?,
        Command::Serve(port) => serve::serve(port)?,
        Command::Help => print!("{}", command::help()),
    }
    Ok(true)
}
