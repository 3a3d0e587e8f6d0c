//! The command line: its commands, their options, and the help text.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use lexopt::Parser;
use lexopt::prelude::*;

use crate::paths::Browser;
use crate::{bench, fuzz, promises, release, run, screenshots, site, sites, soak, test};

const HELP: &str = "\
Navibar's commands. Each one first installs the tools that it needs.

cargo xtask run [--watch] [--headless] [--json] [--port N] [--site URL]
                [--visit URL]...
    builds the extension and opens Firefox with its sidebar on the demo site.
    Without a display, or with --headless, it prints the sidebar's tree and
    saves a picture of the window. Ctrl-C ends everything.
      --watch      rebuilds and reloads the extension after each change of a
                   file in src/, www/ or extension-manifest/
      --port N     serves the demo site on this port (default: a free port)
      --site URL   shows this site instead of the demo site
      --visit URL  then opens this page in the same tab
      --json       prints the tree as JSON, as `navibar show --json` does,
                   window; `current` marks the current page

cargo xtask sites FOLDER [--only HOST]... [--json] [--trees FOLDER]
                  [--firefox] [--check] [--raise]
    measures how right the trees of built sites are, and prints a table: after the
    home page alone, after four more pages, and when other pages are visited first.
    The script of the extension reads the pages in Node, and the engine runs
    natively. The first run reads many pages. Later runs take seconds. FOLDER has
    a folder or an archive HOST.tar.xz for each host, or a file sites.toml.
      --only HOST     walks only this site
      --json          prints one JSON object per line instead of the table
      --trees FOLDER  saves the trees: HOST.first.json after the home page,
                      HOST.json after five pages, HOST.entered-N.json after
                      another page alone; HOST.log has the addresses,
                      HOST.misses.txt what is wrong in HOST.json
      --firefox       walks in a headless Firefox with the built extension, or
                      with the package that NAVIBAR_EXTENSION names; slow
      --check         fails if a figure is worse than in tests/measure/figures.toml
      --raise         writes better figures to that file

cargo xtask build
    builds, in target/: extension/<browser>/ and navibar-<browser>-<version>.zip
    (the extensions for Firefox and Chromium), embed/ (the element <navi-bar> for
    web pages), navibar-<version>.tgz (the same for npm).

cargo xtask test [--only STEP]... [--filter NAME]... [--repeat N] [--busy]
    runs every check and test, or only these steps:
    {steps}
      --filter NAME  the tests in browsers whose names contain this
      --repeat N     runs the steps with a browser N times, and lists every failure
      --busy         keeps all processors busy beside the steps with a browser

cargo xtask bench [--browser NAME] [--json] [--rounds N] [--data NAME]...
                  [--only PART] [--what NAME]... [--write-goals]
    measures Navibar beside its peers in a headless browser and prints a table,
    then the goals of the project and what the run says about them.
      --browser NAME  firefox (the default) or chromium
      --json          prints one JSON object per line instead of the table
      --rounds N      runs each of them N times (default 5, at least 4)
      --data NAME     measures only this data: {data}
      --only PART     measures only the engine, from bytes to a tree, or only
                      the interface, from a tree to the screen
      --what NAME     measures only this parser, as the table names it
      --write-goals   puts the table of goals into docs/performance.md

cargo xtask fuzz [--time SECONDS] [TARGET]...
    uses libFuzzer to search for inputs that panic, hang, or give two different
    results. It prints how to keep each one. The corpus stays in target/fuzz/.
      --time SECONDS  the time for each target (default 60)
      TARGET          runs only these targets: {targets}

cargo xtask soak [--browser NAME] [--loads N] [--sites N]
    browses for about ten minutes with the sidebar open. It fails if the memory
    at the end is more than 1.2 times the memory after the first round.
      --browser NAME  firefox (the default) or chromium
      --loads N       the number of page loads (default 2000)
      --sites N       the number of sites (default 50)

cargo xtask promises [--only PART]...
    breaks each promise of tests/promises.toml in a copy of the project, and fails
    if the test of the promise does not. Each one takes about a minute.
      --only PART  only the promises whose names contain this

cargo xtask screenshots [--review | --store]
    replaces the pictures in .github/screenshots/, in a headless Firefox: the
    states of the sidebar at several widths, light, dark and in high contrast.
      --review  saves every state at every width in every theme and from right to
                left, as the screen shows it, in target/screenshots/review/
      --store   saves pictures of the whole window for the stores, 1280 by 800
                pixels, in target/screenshots/store/

cargo xtask release [--untagged] [--verify]
    makes all files of a release in target/release-files/: the extensions, the npm
    package, the sources and their checksums. The commit needs the tag of the
    version in Cargo.toml.
      --untagged  takes a commit without this tag, to try the command
      --verify    builds the sources again in another folder, as another user and
                  with other settings, and compares byte for byte

cargo xtask site [--url URL] [--port N]
    makes the site of the documentation in target/site/.
      --url URL  the address of the site (default: the project's homepage)
      --port N   then serves the site on this port of 127.0.0.1; 0 means a free
                 port

cargo xtask audit
    asks RustSec and npm if the dependencies have known weaknesses. It fails if
    there is one, or no answer. `test` checks licences and sources.

cargo xtask serve [--port N]
    serves the demo site on 127.0.0.1.

cargo xtask help
    prints this text.

Tools go to ${XDG_CACHE_HOME:-~/.cache}/navibar/tools. Firefox is installed with
apt, unless apt has it only as a snap. The variable FIREFOX names another Firefox.
";

/// A command with its options.
#[derive(Debug)]
pub(crate) enum Command {
    Run(run::Args),
    Build,
    Test(test::Args),
    Bench(bench::Args),
    Fuzz(fuzz::Args),
    Soak(soak::Args),
    Promises(promises::Args),
    Screenshots(screenshots::Kind),
    Sites(sites::Args),
    Release(release::Args),
    Site(site::Args),
    Audit,
    /// the port; 0 means a free one
    Serve(u16),
    Help,
}

/// Reads the command line.
///
/// # Errors
/// If there is no such command or option, or if a value is not valid.
pub(crate) fn parse(mut arguments: Parser) -> Result<Command> {
    let name = match arguments.next()? {
        None | Some(Long("help") | Short('h')) => return Ok(Command::Help),
        Some(Value(name)) => name.string()?,
        Some(other) => return Err(other.unexpected().into()),
    };
    let arguments = &mut arguments;
    Ok(match name.as_str() {
        "run" => Command::Run(run(arguments)?),
        "build" => without_arguments(arguments, Command::Build)?,
        "test" => Command::Test(tests(arguments)?),
        "bench" => Command::Bench(bench(arguments)?),
        "fuzz" => Command::Fuzz(fuzz(arguments)?),
        "soak" => Command::Soak(soak(arguments)?),
        "promises" => Command::Promises(promises(arguments)?),
        "screenshots" => Command::Screenshots(pictures(arguments)?),
        "release" => Command::Release(release(arguments)?),
        "site" => Command::Site(site(arguments)?),
        "audit" => without_arguments(arguments, Command::Audit)?,
        "sites" => Command::Sites(sites(arguments)?),
        "serve" => Command::Serve(serve(arguments)?),
        "help" => Command::Help,
        name => bail!("there is no command `{name}`; `cargo xtask help` lists them"),
    })
}

fn run(arguments: &mut Parser) -> Result<run::Args> {
    let mut args = run::Args::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("watch") => args.watch = true,
            Long("headless") => args.headless = true,
            Long("port") => args.port = port(arguments)?,
            Long("site") => args.site = Some(arguments.value()?.string()?),
            Long("visit") => args.visits.push(arguments.value()?.string()?),
            Long("json") => args.json = true,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(args)
}

fn sites(arguments: &mut Parser) -> Result<sites::Args> {
    let mut args = sites::Args::default();
    let mut folder = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("json") => args.json = true,
            Long("only") => args.only.push(arguments.value()?.string()?),
            Long("trees") => args.trees = Some(arguments.value()?.into()),
            Long("firefox") => args.firefox = true,
            Long("check") => args.check = true,
            Long("raise") => args.raise = true,
            Value(path) if folder.is_none() => folder = Some(path.into()),
            other => return Err(other.unexpected().into()),
        }
    }
    args.folder = folder.context("name the folder with the sites")?;
    Ok(args)
}

fn tests(arguments: &mut Parser) -> Result<test::Args> {
    let mut args = test::Args::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("only") => args.only.push(test::step_named(&arguments.value()?.string()?)?),
            Long("filter") => args.filters.push(arguments.value()?.string()?),
            Long("repeat") => args.repeat = arguments.value()?.parse().context("--repeat needs a number")?,
            Long("busy") => args.is_busy = true,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(args)
}

fn bench(arguments: &mut Parser) -> Result<bench::Args> {
    let mut args = bench::Args::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("json") => args.json = true,
            Long("write-goals") => args.write_goals = true,
            Long("browser") => args.browser = Browser::named(&arguments.value()?.string()?)?,
            Long("only") => args.only = Some(bench::Part::named(&arguments.value()?.string()?)?),
            Long("data") => args.data.push(arguments.value()?.string()?),
            Long("what") => args.what.push(arguments.value()?.string()?),
            Long("rounds") => args.rounds = arguments.value()?.parse().context("--rounds needs a number")?,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(args)
}

fn fuzz(arguments: &mut Parser) -> Result<fuzz::Args> {
    let mut args = fuzz::Args::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("time") => {
                let seconds = arguments.value()?.parse().context("--time needs a number of seconds")?;
                args.time = Duration::from_secs(seconds);
            }
            Value(target) => args.targets.push(target.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(args)
}

fn soak(arguments: &mut Parser) -> Result<soak::Args> {
    let mut args = soak::Args::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("browser") => args.browser = Browser::named(&arguments.value()?.string()?)?,
            Long("loads") => args.loads = arguments.value()?.parse().context("--loads needs a number")?,
            Long("sites") => args.sites = arguments.value()?.parse().context("--sites needs a number")?,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(args)
}

fn promises(arguments: &mut Parser) -> Result<promises::Args> {
    let mut args = promises::Args::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("only") => args.only.push(arguments.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(args)
}

fn pictures(arguments: &mut Parser) -> Result<screenshots::Kind> {
    let mut kind = screenshots::Kind::Documentation;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("review") => kind = screenshots::Kind::Review,
            Long("store") => kind = screenshots::Kind::Store,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(kind)
}

fn release(arguments: &mut Parser) -> Result<release::Args> {
    let mut args = release::Args::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("untagged") => args.untagged = true,
            Long("verify") => args.verify = true,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(args)
}

fn site(arguments: &mut Parser) -> Result<site::Args> {
    let mut args = site::Args::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("url") => args.url = Some(arguments.value()?.string()?),
            Long("port") => args.port = Some(port(arguments)?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(args)
}

fn serve(arguments: &mut Parser) -> Result<u16> {
    let mut number = 0;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("port") => number = port(arguments)?,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(number)
}

fn port(arguments: &mut Parser) -> Result<u16> {
    arguments.value()?.parse().context("--port needs a number up to 65535")
}

fn without_arguments(arguments: &mut Parser, command: Command) -> Result<Command> {
    match arguments.next()? {
        Some(argument) => Err(argument.unexpected().into()),
        None => Ok(command),
    }
}

/// The help text, with the names of steps, data and targets.
pub(crate) fn help() -> String {
    HELP.replace("{steps}", &test::step_names().join(", "))
        .replace("{data}", &bench::data_names())
        .replace("{targets}", &fuzz::targets().unwrap_or_default().join(", "))
}

#[cfg(test)]
#[path = "../../tests/native/support/commands.rs"]
mod documented;

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<Command> {
        parse(Parser::from_args(words))
    }

    #[test]
    fn every_documented_command_is_valid() {
        let mut checked = 0;
        for documented::Documented { document, words } in documented::commands(crate::paths::root()) {
            if words.get(1).is_some_and(|word| word == "xtask") {
                checked += 1;
                let command = parse(Parser::from_args(&words[2..]));
                assert!(command.is_ok(), "{document}: `{}`: {command:?}", words.join(" "));
            }
        }
        assert!(checked > 20, "only {checked} commands are found");
    }

    #[test]
    fn every_command_is_in_the_help() {
        let help = help();
        let usages = help.lines().filter_map(|line| line.strip_prefix("cargo xtask "));
        let names: Vec<&str> = usages.filter_map(|usage| usage.split(' ').next()).collect();
        for name in &names {
            let words = if *name == "sites" { vec![*name, "FOLDER"] } else { vec![*name] };
            assert!(parsed(&words).is_ok(), "`{name}` is no command");
        }
        let expected = [
            "run",
            "sites",
            "build",
            "test",
            "bench",
            "fuzz",
            "soak",
            "promises",
            "screenshots",
            "release",
            "site",
            "audit",
            "serve",
            "help",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn unknown_commands_options_and_values_are_errors() {
        for words in [
            &["walk"][..],
            &["--watch"],
            &["run", "--wacth"],
            &["run", "--port", "70000"],
            &["run", "twice"],
            &["build", "--watch"],
            &["test", "--only", "nothing"],
            &["test", "--only"],
            &["test", "--repeat", "often"],
            &["test", "--filter"],
            &["bench", "--only", "nothing"],
            &["bench", "--browser", "netscape"],
            &["soak", "--loads", "many"],
            &["sites"],
            &["sites", "FOLDER", "OTHER"],
            &["run", "--visit"],
            &["screenshots", "--reviews"],
            &["release", "--tagged"],
            &["site", "--port", "many"],
        ] {
            assert!(parsed(words).is_err(), "{words:?}");
        }
    }
}
