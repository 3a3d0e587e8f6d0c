//! The tools that the commands need: their versions, and how each is installed.

pub(crate) mod apt;
pub(crate) mod cargo_tool;
pub(crate) mod chromium;
pub(crate) mod firefox;
pub(crate) mod jekyll;
pub(crate) mod node;
pub(crate) mod python;
pub(crate) mod rust;

/// A program from crates.io, compiled with the versions of a lock file.
#[derive(Debug)]
pub(crate) struct CargoTool {
    /// the crate; also part of the folder's name
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// the name of the program
    pub(crate) program: &'static str,
    /// the folder of our own package with a lock file, for a crate whose released lock file cannot be used
    pub(crate) package: Option<&'static str>,
}

// The versions of the tools. Two kinds of versions are elsewhere, because other tools read them there. The version of the
// compiler is in rust-toolchain.toml. The versions of the npm packages (`binaryen` with wasm-opt, TypeScript, eslint and
// web-ext) are in package.json and its lock file.

/// Makes the bindings and runs the tests in the browser. Its version must be that of the crate `wasm-bindgen` in Cargo.toml.
pub(crate) const WASM_BINDGEN: CargoTool = CargoTool {
    name: "wasm-bindgen",
    version: "0.2.130",
    program: "wasm-bindgen",
    package: Some("xtask/wasm-bindgen"),
};

/// Drives Firefox.
pub(crate) const GECKODRIVER: CargoTool =
    CargoTool { name: "geckodriver", version: "0.37.1", program: "geckodriver", package: None };

/// `wasm-pack test`.
pub(crate) const WASM_PACK: CargoTool =
    CargoTool { name: "wasm-pack", version: "0.15.1", program: "wasm-pack", package: None };

/// Builds the fuzz targets.
pub(crate) const CARGO_FUZZ: CargoTool =
    CargoTool { name: "cargo-fuzz", version: "0.13.2", program: "cargo-fuzz", package: None };

/// Checks licences, sources and advisories of dependencies.
pub(crate) const CARGO_DENY: CargoTool =
    CargoTool { name: "cargo-deny", version: "0.20.2", program: "cargo-deny", package: None };

/// The Firefox to download if the distribution has none that a driver can control.
pub(crate) const FIREFOX_BUILD: &str = "esr_153.7.0esr";

/// The oldest supported Firefox: `strict_min_version` of the extension.
pub(crate) const MIN_FIREFOX: u32 = 142;

/// The oldest Chromium for the tests. Its protocol is the first that can press the button of an extension. The extension
/// itself also runs in older versions (`minimum_chrome_version` in its manifest).
pub(crate) const MIN_CHROMIUM: u32 = 150;

/// The oldest supported Node.js: `engines` in package.json.
pub(crate) const MIN_NODE: (u32, u32) = (20, 19);
