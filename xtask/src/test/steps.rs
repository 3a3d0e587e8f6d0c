//! The steps and their commands.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};
use navibar_browser_tests::where_tests_run;

use super::runner::{Runner, cargo};
use super::{consumers, library, products, site};
use crate::audit::{WORKSPACES, deny};
use crate::build;
use crate::paths::{self, Browser};
use crate::sites;
use crate::step::say;
use crate::tools::{GECKODRIVER, WASM_BINDGEN, WASM_PACK, chromium, firefox, node};

/// The steps of a lane run one after the other, beside those of the other lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// what the tests in browsers need, and those in Firefox
    Firefox,
    /// everything else; the tests in Chromium come last, because they wait a lot
    Others,
}

/// A check.
pub(crate) struct Step {
    /// for `--only`
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) lane: Lane,
    /// the browser that it needs, with its driver
    pub(crate) browser: Option<Browser>,
    pub(crate) run: fn(&mut Runner<'_>) -> Result<bool>,
}

/// All steps, in the order of each lane. The fast ones come first. The others are in the order of their dependencies.
pub(crate) const STEPS: &[Step] = &[
    Step { name: "format", what: "the formatting of the Rust code", lane: Lane::Others, browser: None, run: format },
    Step {
        name: "eslint",
        what: "lints of the JavaScript; one forbids making markup from text",
        lane: Lane::Others,
        browser: None,
        run: eslint,
    },
    Step {
        name: "javascript",
        what: "unit tests of the JavaScript in Node",
        lane: Lane::Others,
        browser: None,
        run: javascript,
    },
    Step {
        name: "dependencies",
        what: "licences and sources of the dependencies",
        lane: Lane::Others,
        browser: None,
        run: dependencies,
    },
    Step { name: "clippy", what: "lints of the Rust code", lane: Lane::Others, browser: None, run: clippy },
    Step { name: "types", what: "the types of the JavaScript", lane: Lane::Others, browser: None, run: types },
    Step {
        name: "clippy-wasm",
        what: "lints of the code for the browser",
        lane: Lane::Others,
        browser: None,
        run: clippy_wasm,
    },
    Step {
        name: "docs",
        what: "the documentation comments in the code, and their links",
        lane: Lane::Others,
        browser: None,
        run: docs,
    },
    Step {
        name: "features",
        what: "the library with some families of formats only",
        lane: Lane::Others,
        browser: None,
        run: library::features,
    },
    Step {
        name: "crate",
        what: "the package for crates.io, and its public interface",
        lane: Lane::Others,
        browser: None,
        run: library::package,
    },
    Step {
        name: "native",
        what: "native tests, examples and doctests",
        lane: Lane::Others,
        browser: None,
        run: native,
    },
    Step { name: "web-ext", what: "Mozilla's rules for extensions", lane: Lane::Others, browser: None, run: web_ext },
    Step {
        name: "npm",
        what: "the npm package, with bundlers and frameworks",
        lane: Lane::Others,
        browser: None,
        run: npm_package,
    },
    Step {
        name: "site",
        what: "the site of the documentation, and recipes for generators of sites",
        lane: Lane::Others,
        browser: None,
        run: site::site,
    },
    Step {
        name: "sites",
        what: "the trees of a corpus of sites, beside the figures that the repository keeps",
        lane: Lane::Others,
        browser: None,
        run: corpus,
    },
    Step {
        name: "build",
        what: "the extensions and the embeddable package, and their sizes",
        lane: Lane::Firefox,
        browser: None,
        run: package,
    },
    Step {
        name: "wasm",
        what: "the boundary between Rust and JavaScript in headless Firefox",
        lane: Lane::Firefox,
        browser: Some(Browser::Firefox),
        run: wasm,
    },
    Step {
        name: "browser",
        what: "the extension end to end, in Firefox",
        lane: Lane::Firefox,
        browser: Some(Browser::Firefox),
        run: browser,
    },
    Step {
        name: "chromium",
        what: "what differs in Chromium, end to end",
        lane: Lane::Others,
        browser: Some(Browser::Chromium),
        run: chromium,
    },
];

fn npm(program: &str, arguments: &[&str]) -> Result<Command> {
    let mut command = Command::new(node::program(program)?);
    command.current_dir(paths::root()).args(arguments);
    Ok(command)
}

fn format(runner: &mut Runner<'_>) -> Result<bool> {
    runner.run(&mut cargo(&["fmt", "--all", "--check"]))
}

/// Builds the engine first, because the build makes its types.
fn types(runner: &mut Runner<'_>) -> Result<bool> {
    products::ENGINE.ensure()?;
    runner.run(&mut npm("tsc", &["--project", "."])?)
}

fn eslint(runner: &mut Runner<'_>) -> Result<bool> {
    runner.run(&mut npm("eslint", &["--max-warnings", "0", "."])?)
}

/// Node runs every `*.test.js` below the current folder if its arguments name no files.
fn javascript(runner: &mut Runner<'_>) -> Result<bool> {
    let folder = paths::root().join("tests/javascript");
    runner.run(node::node()?.current_dir(folder).args(["--test", "--test-reporter=spec"]))
}

fn dependencies(runner: &mut Runner<'_>) -> Result<bool> {
    let mut all = true;
    for manifest in WORKSPACES {
        all &= runner.run(&mut deny(manifest, &["bans", "licenses", "sources"])?)?;
    }
    Ok(all)
}

fn clippy(runner: &mut Runner<'_>) -> Result<bool> {
    let arguments = ["clippy", "--workspace", "--features", "navibar/cli", "--all-targets", "--locked"];
    runner.run(&mut cargo(&[&arguments[..], &["--", "--deny", "warnings"]].concat()))
}

fn clippy_wasm(runner: &mut Runner<'_>) -> Result<bool> {
    let target = ["--target", "wasm32-unknown-unknown"];
    let arguments = ["clippy", "--package", "navibar", "--lib", "--test", "web", "--locked"];
    runner.run(&mut cargo(&[&arguments[..], &target, &["--", "--deny", "warnings"]].concat()))
}

fn docs(runner: &mut Runner<'_>) -> Result<bool> {
    runner.run(
        cargo(&[
            "doc",
            "--workspace",
            "--features",
            "navibar/cli",
            "--no-deps",
            "--document-private-items",
            "--locked",
        ])
        .env("RUSTDOCFLAGS", "--deny warnings"),
    )
}

fn native(runner: &mut Runner<'_>) -> Result<bool> {
    let core =
        runner.run(&mut cargo(&["test", "--package", "navibar", "--features", "cli", "--locked", "--no-fail-fast"]))?;
    // The tests of the harness itself. The tests in browsers have their own steps.
    let tools = runner.run(&mut cargo(&[
        "test",
        "--package",
        "xtask",
        "--package",
        "navibar-browser-tests",
        "--lib",
        "--bins",
        "--locked",
        "--no-fail-fast",
    ]))?;
    Ok(core && tools)
}

/// The corpus is not part of this repository. It is read from the folder that `SITES` names, or from `../shared/sites`.
fn corpus(runner: &mut Runner<'_>) -> Result<bool> {
    let folder = paths::env_path("SITES").unwrap_or_else(|| paths::root().join("../shared/sites"));
    if !folder.is_dir() {
        let skipped = "SKIPPED: the trees of a corpus of sites; set SITES to its folder";
        say(skipped);
        runner.count.see(skipped);
        return Ok(true);
    }
    runner.run(&mut sites::command(&sites::Args { folder, check: true, ..sites::Args::default() })?)
}

fn package(_: &mut Runner<'_>) -> Result<bool> {
    products::PACKAGES.ensure()?;
    products::NPM.ensure()?;
    build::rest()?;
    Ok(true)
}

fn web_ext(runner: &mut Runner<'_>) -> Result<bool> {
    products::PACKAGES.ensure()?;
    let folder = Browser::Firefox.extension_folder();
    let mut command = npm("web-ext", &["lint", "--warnings-as-errors", "--no-config-discovery", "--source-dir"])?;
    runner.run(command.arg(folder))
}

fn npm_package(runner: &mut Runner<'_>) -> Result<bool> {
    products::ENGINE.ensure()?;
    products::CONSUMERS.ensure()?;
    let mut all = true;
    for mut command in consumers::commands()? {
        all &= runner.run(&mut command)?;
    }
    Ok(all)
}

fn wasm(runner: &mut Runner<'_>) -> Result<bool> {
    let mut command = Command::new(WASM_PACK.ensure()?);
    command
        .current_dir(paths::root())
        .args(["test", "--headless", "--firefox", "--mode", "no-install", "--", "--test", "web", "--locked"])
        .env("PATH", path_with_tools()?)
        .env("WASM_BINDGEN_TEST_TIMEOUT", "120");
    runner.run(&mut command)
}

fn browser(runner: &mut Runner<'_>) -> Result<bool> {
    products::PACKAGES.ensure()?;
    products::CONSUMERS.ensure()?;
    products::SITE.ensure()?;
    let mut command =
        cargo(&["test", "--package", "navibar-browser-tests", "--test", "*", "--locked", "--no-fail-fast"]);
    command
        .env("GECKODRIVER", GECKODRIVER.ensure()?)
        .env("FIREFOX", firefox::ensure()?)
        .env("NAVIBAR_EXTENSION", Browser::Firefox.extension_zip())
        // The errors of these tests describe the screen. A backtrace of the harness would not help.
        .env("RUST_LIB_BACKTRACE", "0");
    runner.run(command.arg("--").args(runner.filters))
}

fn chromium(runner: &mut Runner<'_>) -> Result<bool> {
    products::PACKAGES.ensure()?;
    products::CONSUMERS.ensure()?;
    products::SITE.ensure()?;
    let mut command = cargo(&["test", "--package", "navibar-browser-tests", "--features", "chromium", "--test", "*"]);
    command
        .args(["--locked", "--no-fail-fast"])
        .env("CHROMIUM", chromium::ensure()?)
        .env("NAVIBAR_EXTENSION", Browser::Chromium.extension_folder())
        .env("RUST_LIB_BACKTRACE", "0")
        .arg("--");
    match runner.filters {
        [] => command.args(where_tests_run::in_chromium()),
        filters => command.args(filters),
    };
    runner.run(&mut command)
}

/// The `PATH` with the bindings' test runner, geckodriver and our Firefox in front.
fn path_with_tools() -> Result<OsString> {
    let firefox = firefox::ensure()?.parent().map(PathBuf::from).unwrap_or_default();
    let old = env::var_os("PATH").unwrap_or_default();
    let folders = [WASM_BINDGEN.bin()?, GECKODRIVER.bin()?, firefox].into_iter().chain(env::split_paths(&old));
    env::join_paths(folders).context("a folder on the PATH has a colon in its name")
}
