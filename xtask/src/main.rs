//! Project commands: `cargo xtask help`.

mod audit;
mod bench;
mod build;
mod demo;
mod fuzz;
mod interrupt;
mod paths;
mod run;
mod screenshots;
mod serve;
mod soak;
mod step;
mod test;
mod tools;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use lexopt::prelude::*;

const HELP: &str = "\
Navibar's commands. Each installs the tools that it needs and that are missing.

cargo xtask run [--headless] [--port N] [--site URL]
    builds the extension and opens Firefox with its sidebar on the demo site.
    Without a display, or with --headless, it prints the sidebar's tree and
    saves a picture of the window. Ctrl-C ends everything.
      --port N     serves the demo site on this port (otherwise a free one)
      --site URL   shows this site instead of the demo site

cargo xtask build
    builds, in target/: extension/<browser>/ and navibar-<browser>-<version>.zip
    (the extensions for Firefox and Chromium), embed/ (the element <navi-bar> for
    web pages).

cargo xtask test [--only STEP]...
    runs every check and test, or only these steps:
    {steps}

cargo xtask bench [--browser NAME] [--json] [--rounds N] [--data NAME]...
                  [--only PART] [--what NAME]...
    measures Navibar beside its peers in a headless browser and prints a table.
      --browser NAME  firefox (otherwise), or chromium
      --json          prints one JSON object a line instead
      --rounds N      runs each of them N times (otherwise 5, at least 4)
      --data NAME     only these: {data}
      --only PART     only the engine, from bytes to a tree, or only the
                      interface, from a tree to the screen
      --what NAME     of the parsers only these, as the table names them

cargo xtask fuzz [--time SECONDS] [TARGET]...
    looks for inputs that panic, hang, or give two results, with libFuzzer, and
    says what to do with what it finds. What it has learned stays in target/fuzz/.
      --time SECONDS  for each target (otherwise 60)
      TARGET          only these: {targets}

cargo xtask soak [--browser NAME] [--loads N] [--sites N]
    browses for some ten minutes, with the sidebar open, and fails where it then
    holds more than 1.2 times the memory that it held after the first round.
      --browser NAME  firefox (otherwise), or chromium
      --loads N       loads so many pages (otherwise 2000)
      --sites N       of so many sites (otherwise 50)

cargo xtask screenshots
    takes the pictures of the sidebar in .github/screenshots/ anew: its states
    at several widths, light, dark and in high contrast, in a headless Firefox.

cargo xtask audit
    asks RustSec and npm what is known against the dependencies, and fails where
    there is something, or no answer. Licences and sources are a step of `test`.

cargo xtask serve [--port N]
    serves the demo site on 127.0.0.1.

cargo xtask help
    prints this.

Tools go to ${XDG_CACHE_HOME:-~/.cache}/navibar/tools; Firefox is installed with
apt where that has one that is no snap. The variable FIREFOX names another one.
";

fn main() -> ExitCode {
    match command() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn command() -> Result<ExitCode> {
    let mut arguments = lexopt::Parser::from_env();
    let Some(command) = arguments.next()? else {
        print!("{}", help());
        return Ok(ExitCode::SUCCESS);
    };
    interrupt::listen()?;
    match command {
        Value(name) if name == "run" => {
            let mut wanted = run::Wanted::default();
            while let Some(argument) = arguments.next()? {
                match argument {
                    Long("headless") => wanted.headless = true,
                    Long("port") => wanted.port = port(&mut arguments)?,
                    Long("site") => wanted.site = Some(arguments.value()?.string()?),
                    other => return Err(other.unexpected().into()),
                }
            }
            run::run(&wanted)?;
        }
        Value(name) if name == "build" => {
            no_more(arguments)?;
            build::build()?;
        }
        Value(name) if name == "test" => {
            let mut only = Vec::new();
            while let Some(argument) = arguments.next()? {
                match argument {
                    Long("only") => only.push(arguments.value()?.string()?),
                    other => return Err(other.unexpected().into()),
                }
            }
            if !test::test(&only)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Value(name) if name == "bench" => {
            let mut wanted = bench::Wanted::default();
            while let Some(argument) = arguments.next()? {
                match argument {
                    Long("json") => wanted.json = true,
                    Long("browser") => wanted.browser = bench::Place::named(&arguments.value()?.string()?)?,
                    Long("only") => wanted.only = Some(bench::Part::named(&arguments.value()?.string()?)?),
                    Long("data") => wanted.data.push(arguments.value()?.string()?),
                    Long("what") => wanted.what.push(arguments.value()?.string()?),
                    Long("rounds") => wanted.rounds = arguments.value()?.parse().context("--rounds needs a number")?,
                    other => return Err(other.unexpected().into()),
                }
            }
            bench::bench(&wanted)?;
        }
        Value(name) if name == "fuzz" => {
            let mut wanted = fuzz::Wanted::default();
            while let Some(argument) = arguments.next()? {
                match argument {
                    Long("time") => {
                        let seconds = arguments.value()?.parse().context("--time needs a number of seconds")?;
                        wanted.time = Duration::from_secs(seconds);
                    }
                    Value(target) => wanted.targets.push(target.string()?),
                    other => return Err(other.unexpected().into()),
                }
            }
            if !fuzz::fuzz(&wanted)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Value(name) if name == "soak" => {
            let mut wanted = soak::Wanted::default();
            while let Some(argument) = arguments.next()? {
                match argument {
                    Long("browser") => wanted.browser = bench::Place::named(&arguments.value()?.string()?)?,
                    Long("loads") => wanted.loads = arguments.value()?.parse().context("--loads needs a number")?,
                    Long("sites") => wanted.sites = arguments.value()?.parse().context("--sites needs a number")?,
                    other => return Err(other.unexpected().into()),
                }
            }
            soak::soak(&wanted)?;
        }
        Value(name) if name == "screenshots" => {
            no_more(arguments)?;
            screenshots::screenshots()?;
        }
        Value(name) if name == "audit" => {
            no_more(arguments)?;
            if !audit::audit()? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Value(name) if name == "serve" => {
            let mut number = 0;
            while let Some(argument) = arguments.next()? {
                match argument {
                    Long("port") => number = port(&mut arguments)?,
                    other => return Err(other.unexpected().into()),
                }
            }
            serve::serve(number)?;
        }
        Value(name) if name == "help" => print!("{}", help()),
        Long("help") | Short('h') => print!("{}", help()),
        Value(name) => bail!("there is no command `{}`; `cargo xtask help` lists them", name.to_string_lossy()),
        other => return Err(other.unexpected().into()),
    }
    Ok(ExitCode::SUCCESS)
}

fn help() -> String {
    HELP.replace("{steps}", &test::step_names().join(", "))
        .replace("{data}", &bench::data_names())
        .replace("{targets}", &fuzz::targets().unwrap_or_default().join(", "))
}

fn port(arguments: &mut lexopt::Parser) -> Result<u16> {
    arguments.value()?.parse().context("--port needs a number up to 65535")
}

fn no_more(mut arguments: lexopt::Parser) -> Result<()> {
    match arguments.next()? {
        Some(argument) => Err(argument.unexpected().into()),
        None => Ok(()),
    }
}
