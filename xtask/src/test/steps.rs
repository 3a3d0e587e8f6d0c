//! The steps and their commands.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::runner::{Runner, cargo};
use super::{consumers, library, site};
use crate::audit::{WORKSPACES, deny};
use crate::build;
use crate::paths::{self, Browser};
use crate::tools::{GECKODRIVER, WASM_BINDGEN, WASM_PACK, chromium, firefox, node};

/// A check.
pub(crate) struct Step {
    /// for `--only`
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    /// the browser that it needs, with its driver
    pub(crate) browser: Option<Browser>,
    pub(crate) run: fn(Runner<'_>) -> Result<bool>,
}

/// All steps. The fast ones come first. The others are in the order of their dependencies.
pub(crate) const STEPS: &[Step] = &[
    Step { name: "format", what: "the formatting of the Rust code", browser: None, run: format },
    Step { name: "types", what: "the types of the JavaScript", browser: None, run: types },
    Step {
        name: "eslint",
        what: "lints of the JavaScript; one forbids making markup from text",
        browser: None,
        run: eslint,
    },
    Step { name: "javascript", what: "unit tests of the JavaScript in Node", browser: None, run: javascript },
    Step { name: "dependencies", what: "licences and sources of the dependencies", browser: None, run: dependencies },
    Step { name: "clippy", what: "lints of the Rust code", browser: None, run: clippy },
    Step { name: "clippy-wasm", what: "lints of the code for the browser", browser: None, run: clippy_wasm },
    Step { name: "docs", what: "the documentation comments in the code, and their links", browser: None, run: docs },
    Step {
        name: "features",
        what: "the library with some families of formats only",
        browser: None,
        run: library::features,
    },
    Step {
        name: "crate",
        what: "the package for crates.io, and its public interface",
        browser: None,
        run: library::package,
    },
    Step { name: "native", what: "native tests, examples and doctests", browser: None, run: native },
    Step {
        name: "build",
        what: "the extensions and the embeddable package, and their sizes",
        browser: None,
        run: package,
    },
    Step { name: "web-ext", what: "Mozilla's rules for extensions", browser: None, run: web_ext },
    Step { name: "npm", what: "the npm package, with bundlers and frameworks", browser: None, run: npm_package },
    Step {
        name: "site",
        what: "the site of the documentation, and recipes for generators of sites",
        browser: None,
        run: site::site,
    },
    Step {
        name: "wasm",
        what: "the boundary between Rust and JavaScript in headless Firefox",
        browser: Some(Browser::Firefox),
        run: wasm,
    },
    Step {
        name: "browser",
        what: "the extension end to end, in Firefox",
        browser: Some(Browser::Firefox),
        run: browser,
    },
    Step {
        name: "chromium",
        what: "the extension end to end, in Chromium",
        browser: Some(Browser::Chromium),
        run: chromium,
    },
];

fn npm(program: &str, arguments: &[&str]) -> Result<Command> {
    let mut command = Command::new(node::program(program)?);
    command.current_dir(paths::root()).args(arguments);
    Ok(command)
}

fn format(run: Runner<'_>) -> Result<bool> {
    run(&mut cargo(&["fmt", "--all", "--check"]))
}

/// Builds the engine first, because the build makes its types.
fn types(run: Runner<'_>) -> Result<bool> {
    build::engine()?;
    run(&mut npm("tsc", &["--project", "."])?)
}

fn eslint(run: Runner<'_>) -> Result<bool> {
    run(&mut npm("eslint", &["--max-warnings", "0", "."])?)
}

/// Node runs every `*.test.js` below the current folder if its arguments name no files.
fn javascript(run: Runner<'_>) -> Result<bool> {
    let folder = paths::root().join("tests/javascript");
    run(node::node()?.current_dir(folder).args(["--test", "--test-reporter=spec"]))
}

fn dependencies(run: Runner<'_>) -> Result<bool> {
    let mut all = true;
    for manifest in WORKSPACES {
        all &= run(&mut deny(manifest, &["bans", "licenses", "sources"])?)?;
    }
    Ok(all)
}

fn clippy(run: Runner<'_>) -> Result<bool> {
    let arguments = ["clippy", "--workspace", "--features", "navibar/cli", "--all-targets", "--locked"];
    run(&mut cargo(&[&arguments[..], &["--", "--deny", "warnings"]].concat()))
}

fn clippy_wasm(run: Runner<'_>) -> Result<bool> {
    let target = ["--target", "wasm32-unknown-unknown"];
    let arguments = ["clippy", "--package", "navibar", "--lib", "--test", "web", "--locked"];
    run(&mut cargo(&[&arguments[..], &target, &["--", "--deny", "warnings"]].concat()))
}

fn docs(run: Runner<'_>) -> Result<bool> {
    run(cargo(&[
        "doc",
        "--workspace",
        "--features",
        "navibar/cli",
        "--no-deps",
        "--document-private-items",
        "--locked",
    ])
    .env("RUSTDOCFLAGS", "--deny warnings"))
}

fn native(run: Runner<'_>) -> Result<bool> {
    let core = run(&mut cargo(&["test", "--package", "navibar", "--features", "cli", "--locked", "--no-fail-fast"]))?;
    // The tests of the harness itself. The tests in browsers have their own steps.
    let tools = run(&mut cargo(&[
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

fn package(_: Runner<'_>) -> Result<bool> {
    build::build()?;
    Ok(true)
}

fn web_ext(run: Runner<'_>) -> Result<bool> {
    build::packages()?;
    let folder = Browser::Firefox.extension_folder();
    let mut command = npm("web-ext", &["lint", "--warnings-as-errors", "--no-config-discovery", "--source-dir"])?;
    run(command.arg(folder))
}

fn npm_package(run: Runner<'_>) -> Result<bool> {
    build::engine()?;
    consumers::ensure()?;
    let mut all = true;
    for mut command in consumers::commands()? {
        all &= run(&mut command)?;
    }
    Ok(all)
}

fn wasm(run: Runner<'_>) -> Result<bool> {
    let mut command = Command::new(WASM_PACK.ensure()?);
    command
        .current_dir(paths::root())
        .args(["test", "--headless", "--firefox", "--mode", "no-install", "--", "--test", "web", "--locked"])
        .env("PATH", path_with_tools()?)
        .env("WASM_BINDGEN_TEST_TIMEOUT", "120");
    run(&mut command)
}

fn browser(run: Runner<'_>) -> Result<bool> {
    build::packages()?;
    consumers::ensure()?;
    site::ensure()?;
    let mut command =
        cargo(&["test", "--package", "navibar-browser-tests", "--test", "*", "--locked", "--no-fail-fast"]);
    command
        .env("GECKODRIVER", GECKODRIVER.ensure()?)
        .env("FIREFOX", firefox::ensure()?)
        .env("NAVIBAR_EXTENSION", Browser::Firefox.extension_zip())
        // The errors of these tests describe the screen. A backtrace of the harness would not help.
        .env("RUST_LIB_BACKTRACE", "0");
    run(&mut command)
}

fn chromium(run: Runner<'_>) -> Result<bool> {
    build::packages()?;
    consumers::ensure()?;
    site::ensure()?;
    let mut command = cargo(&["test", "--package", "navibar-browser-tests", "--features", "chromium", "--test", "*"]);
    command
        .args(["--locked", "--no-fail-fast"])
        .env("CHROMIUM", chromium::ensure()?)
        .env("NAVIBAR_EXTENSION", Browser::Chromium.extension_folder())
        .env("RUST_LIB_BACKTRACE", "0");
    run(&mut command)
}

/// The `PATH` with the bindings' test runner, geckodriver and our Firefox in front.
fn path_with_tools() -> Result<OsString> {
    let firefox = firefox::ensure()?.parent().map(PathBuf::from).unwrap_or_default();
    let old = env::var_os("PATH").unwrap_or_default();
    let folders = [WASM_BINDGEN.bin()?, GECKODRIVER.bin()?, firefox].into_iter().chain(env::split_paths(&old));
    env::join_paths(folders).context("a folder on the PATH has a colon in its name")
}
