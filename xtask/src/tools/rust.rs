//! Installs parts of the toolchain with rustup. rust-toolchain.toml also names them, so rustup usually installs them itself.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::paths;
use crate::step::{output_of, run_logged, step};

const WASM: &str = "wasm32-unknown-unknown";

/// Installs the standard library for WebAssembly if it is missing.
pub(crate) fn ensure_wasm_target() -> Result<()> {
    let sysroot = output_of(Command::new("rustc").current_dir(paths::root()).args(["--print", "sysroot"]))
        .context("there is no working `rustc`: install Rust with rustup, https://rustup.rs")?;
    if Path::new(&sysroot).join("lib/rustlib").join(WASM).join("lib").is_dir() {
        return Ok(());
    }
    step(&format!("installing the target {WASM}"), || rustup("rustup-target", &["target", "add", WASM]))
}

/// Installs the formatter and the linter if they are missing.
pub(crate) fn ensure_components() -> Result<()> {
    for (component, program) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        let mut command = Command::new(paths::cargo());
        if output_of(command.current_dir(paths::root()).args([program, "--version"])).is_none() {
            step(&format!("installing {component}"), || rustup(component, &["component", "add", component]))?;
        }
    }
    Ok(())
}

fn rustup(log: &str, arguments: &[&str]) -> Result<()> {
    ensure!(
        paths::find_program("rustup").is_some(),
        "`rustup {}` is needed, but there is no rustup: install it from https://rustup.rs",
        arguments.join(" ")
    );
    run_logged(log, Command::new("rustup").current_dir(paths::root()).args(arguments))
}
