//! Builds the wasm module of the peers, in the same way as the product's module.

use std::path::PathBuf;

use anyhow::Result;

use crate::build::wasm;
use crate::paths;
use crate::step::step;

/// The folder of the module. `benches/browser/parsers.js` loads it from there.
fn folder() -> PathBuf {
    paths::target().join("bench/peers")
}

/// Builds the module. The tools are installed, because the engine is already built.
pub(crate) fn build() -> Result<()> {
    step("compiling the peers to WebAssembly", || wasm::compile_package("navibar-peers"))?;
    step("making their bindings, optimising", || {
        wasm::bind(&wasm::compiled("navibar_peers"), "peers", &folder())?;
        wasm::optimise(&folder().join("peers_bg.wasm"))
    })
}
