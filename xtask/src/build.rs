//! `cargo xtask build`: the extensions and the embeddable package.

mod files;
pub(crate) mod manifest;
mod notices;
pub(crate) mod npm;
mod package;
mod panics;
pub(crate) mod selfhosted;
mod size;
mod split;
pub(crate) mod wasm;
mod web;

use std::path::Path;
use std::thread;

use anyhow::{Context as _, Result};

pub(crate) use files::{copy, copy_tree, files};
pub(crate) use package::{english, replace};
pub(crate) use wasm::compile;

use crate::paths::{self, Browser};
use crate::step::{beside, say, step};
use crate::tools::{WASM_BINDGEN, node, rust};

/// Installs what is missing, builds everything that ships, and checks its size.
pub(crate) fn build() -> Result<()> {
    packages()?;
    rest()
}

/// Builds what ships beside the packages, and checks their sizes. The packages must be built.
pub(crate) fn rest() -> Result<()> {
    selfhosted::write()?;
    npm::npm()?;
    say(&format!("     npm package: {}", shown(&npm::tarball())));
    size::check(&Browser::Firefox.extension_folder())
}

/// Installs what is missing and builds everything that ships.
pub(crate) fn packages() -> Result<()> {
    compile_beside_installing()?;
    finish()
}

/// Installs what is missing, then builds the engine alone, in `www/element/wasm/`.
pub(crate) fn engine() -> Result<()> {
    compile_beside_installing()?;
    wasm::bind_and_optimise()
}

fn compile_beside_installing() -> Result<()> {
    english()?;
    thread::scope(|scope| {
        let packages = beside(scope, node::ensure_packages);
        let bindgen = beside(scope, || WASM_BINDGEN.ensure());
        let module = beside(scope, || {
            rust::ensure_wasm_target()?;
            compile()
        });
        join(packages)?;
        join(bindgen)?;
        join(module)
    })
}

/// Does the steps after [`compile`]: bindings, optimisation, packages. The tools must be installed.
pub(crate) fn finish() -> Result<()> {
    wasm::bind_and_optimise()?;
    step("packing the extensions and the embeddable package", || {
        for browser in Browser::ALL {
            package::extension(browser)?;
        }
        package::embed()
    })?;
    for browser in Browser::ALL {
        say(&format!("     unpacked extension: {}", shown(&browser.extension_folder())));
        say(&format!("     extension: {}", shown(&browser.extension_zip())));
    }
    say(&format!("     embeddable package: {}", shown(&package::embed_folder())));
    Ok(())
}

/// Waits for a step that runs beside others, and returns its result.
pub(crate) fn join<T>(step: thread::ScopedJoinHandle<'_, Result<T>>) -> Result<T> {
    step.join().ok().context("a step panicked")?
}

/// A path relative to the project's root.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(paths::root()).unwrap_or(path).display().to_string()
}
