//! The tools that the commands need, which versions, and how each gets here.

pub(crate) mod apt;
pub(crate) mod cargo_tool;
pub(crate) mod chromium;
pub(crate) mod firefox;
pub(crate) mod node;
pub(crate) mod rust;

/// Programs from crates.io, compiled from what a lock file names.
#[derive(Debug)]
pub(crate) struct CargoTool {
    /// the crate, or what stands for it in the folder's name
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// one of its programs
    pub(crate) program: &'static str,
    /// the folder of a package of our own with a lock file, where the one that it was released with is of no use
    pub(crate) package: Option<&'static str>,
}

// The one table of versions. Two stand elsewhere because their own tools read them there: the
// compiler's in rust-toolchain.toml, and those of the npm packages (wasm-opt is `binaryen`, then
// TypeScript, eslint, web-ext) in package.json with its lock file.

/// Makes the bindings and runs the tests in the browser. Its version must be the one of the crate
/// `wasm-bindgen` in Cargo.toml.
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

/// Builds what fuzzes.
pub(crate) const CARGO_FUZZ: CargoTool =
    CargoTool { name: "cargo-fuzz", version: "0.13.2", program: "cargo-fuzz", package: None };

/// Checks licences, sources and advisories of dependencies.
pub(crate) const CARGO_DENY: CargoTool =
    CargoTool { name: "cargo-deny", version: "0.20.2", program: "cargo-deny", package: None };

/// The Firefox to download where the distribution's package manager has none that can be driven.
pub(crate) const FIREFOX_BUILD: &str = "esr_153.7.0esr";

/// The oldest Firefox that will do: `strict_min_version` of the extension.
pub(crate) const FIREFOX_OLDEST: u32 = 142;

/// The oldest Chromium that will do for the tests: its protocol can press the button of an extension. The extension
/// itself runs in older ones, from `minimum_chrome_version` of its manifest on.
pub(crate) const CHROMIUM_OLDEST: u32 = 150;

/// The oldest Node.js that will do: `engines` in package.json.
pub(crate) const NODE_OLDEST: (u32, u32) = (20, 19);
