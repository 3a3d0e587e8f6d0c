//! The wasm module of the peers, built just as the product's own.

use std::path::PathBuf;

use anyhow::Result;

use crate::build::wasm;
use crate::paths;
use crate::step::step;

/// Where the page looks for it (`benches/browser/parsers.js`).
fn folder() -> PathBuf {
    paths::target().join("bench/peers")
}

/// Makes it. All the tools are there once the engine is built.
pub(crate) fn build() -> Result<()> {
    step("compiling the peers to WebAssembly", || wasm::compile_package("navibar-peers"))?;
    step("making their bindings, optimising", || {
        wasm::bind(&wasm::compiled("navibar_peers"), "peers", &folder())?;
        wasm::optimise(&folder().join("peers_bg.wasm"))
    })
}
