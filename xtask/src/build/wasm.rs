//! Builds the engine: compiles Rust to WebAssembly, makes the bindings, optimises the module, and loads it as a test.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::panics;
use super::split::{self, Split};
use crate::paths;
use crate::step::{run_logged, step};
use crate::tools::{WASM_BINDGEN, node};

const TARGET: &str = "wasm32-unknown-unknown";
pub(super) const MODULE: &str = "navibar_bg.wasm";
pub(super) const DEFERRED: &str = "navibar_deferred.wasm";

/// The script of the bindings.
const SCRIPT: &str = "navibar.js";

/// Its types.
const TYPES: &str = "navibar.d.ts";

/// The addresses of the modules. Bundlers look for such lines in scripts.
const ADDRESSES: &str = r#"
export const MODULE = new URL("navibar_bg.wasm", import.meta.url);
export const DEFERRED = new URL("navibar_deferred.wasm", import.meta.url);
"#;

/// The files of the engine.
const ENGINE: &[&str] = &[SCRIPT, TYPES, MODULE, "navibar_bg.wasm.d.ts", DEFERRED];

/// A script for Node that loads the module as a page does.
const SMOKE_TEST: &str = include_str!("smoke.mjs");

/// Options of the optimiser. It does not inline functions with one caller unless they are tiny: the module compresses
/// better and is as fast. It reads the features from the module, and keeps the names of functions.
const OPTIMISE: [&str; 3] = ["-O3", "--one-caller-inline-max-function-size=10", "-g"];

/// The sizes of the largest functions that the compiler inlines, in its own unit. The first option is for functions in
/// general, the second one for functions with `#[inline]`, which are most of the standard library and those of our own that
/// run for each entry or row, and the third one for functions that seldom run. The defaults are 250, 325 and 45. The first
/// option also turns off the third default. With 150 in the first option, both modules are another 8 % larger, but not faster.
const INLINE: [&str; 3] = [
    "-Cllvm-args=-inline-threshold=75",
    "-Cllvm-args=-inlinehint-threshold=150",
    "-Cllvm-args=-inlinecold-threshold=0",
];

/// Compiles the engine. Cargo does nothing if it is up to date.
pub(crate) fn compile() -> Result<()> {
    step("compiling the engine to WebAssembly", || compile_package("navibar"))
}

/// Compiles the library of a package. [`compiled`] says where the result is.
pub(crate) fn compile_package(package: &str) -> Result<()> {
    let mut cargo = Command::new(paths::cargo());
    cargo
        .current_dir(paths::root())
        .args(["rustc", "--package", package, "--lib", "--release", "--locked", "--target", TARGET])
        // If the compiler also made a Rust library, it would not optimise all crates as one.
        .args(["--crate-type", "cdylib"])
        .arg("--target-dir")
        .arg(paths::cargo_target())
        .env("CARGO_ENCODED_RUSTFLAGS", rust_flags());
    run_logged(&format!("compile-{package}"), &mut cargo)
}

/// The compiled module of a library.
pub(crate) fn compiled(library: &str) -> PathBuf {
    paths::cargo_target().join(TARGET).join(format!("release/{library}.wasm"))
}

/// The compiler's flags. They replace the user's flags and hide the paths of this clone and of the crates, so that everybody
/// who builds this version gets the same bytes.
fn rust_flags() -> String {
    let home = paths::env_path("HOME").unwrap_or_default();
    let cargo_home = paths::env_path("CARGO_HOME").unwrap_or_else(|| home.join(".cargo"));
    let mut flags = vec!["-Ctarget-feature=+simd128".to_owned()];
    flags.extend(INLINE.map(str::to_owned));
    flags.extend(hidden_paths(paths::root(), &cargo_home));
    flags.join("\u{1f}")
}

/// The flags that hide two folders. One folder may be in the other. The compiler takes the last flag that fits, so that of the
/// inner folder is the last one.
fn hidden_paths(root: &Path, cargo_home: &Path) -> Vec<String> {
    let mut all = [(root, "navibar"), (cargo_home, "cargo")];
    all.sort_by_key(|(path, _)| path.as_os_str().len());
    all.map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display())).into()
}

/// Makes `www/element/wasm/` from the compiled module, unless it is up to date.
pub(crate) fn bind_and_optimise() -> Result<()> {
    let module = compiled("navibar");
    let bytes = fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
    let out = paths::www().join("element/wasm");
    let stamp = paths::target().join("wasm.stamp");
    let state = |inputs: &[u8]| {
        let tools = (WASM_BINDGEN.version, OPTIMISE, panics::REPORTS, split::INPUT, SMOKE_TEST, ADDRESSES, lock_file());
        let outputs: Vec<_> = ENGINE.iter().map(|name| fs::read(out.join(name)).ok()).collect();
        let mut hasher = DefaultHasher::new();
        (inputs, tools, outputs).hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    };
    if fs::read_to_string(&stamp).is_ok_and(|text| text == state(&bytes)) {
        return Ok(());
    }
    let work = paths::target().join("bindings");
    step("making the JavaScript bindings", || bind(&module, "navibar", &work))?;
    step("optimising the module", || optimise(&work.join(MODULE)))?;
    step("splitting the module", || split_in_two(&work))?;
    step("loading the module in Node", || smoke_test(&work))?;
    fs::create_dir_all(&out)?;
    for name in ENGINE {
        fs::copy(work.join(name), out.join(name)).with_context(|| format!("cannot write {name}"))?;
    }
    fs::write(&stamp, state(&bytes))?;
    Ok(())
}

/// The lock file of the npm packages. It has the optimiser's version.
fn lock_file() -> Option<Vec<u8>> {
    fs::read(paths::root().join("package-lock.json")).ok()
}

/// Makes the JavaScript bindings of a compiled module, in a new folder.
pub(crate) fn bind(module: &Path, name: &str, out: &Path) -> Result<()> {
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    let mut bindgen = Command::new(WASM_BINDGEN.ensure()?);
    bindgen.args(["--target", "web", "--out-name", name, "--remove-producers-section"]);
    run_logged("bindings", bindgen.arg("--out-dir").arg(out).arg(module))
}

/// Optimises a module in place.
pub(crate) fn optimise(module: &Path) -> Result<()> {
    let (bytes, traps) = panics::as_traps(&fs::read(module)?)?;
    ensure!(traps > 0, "{} has no functions that report panics, or no names", module.display());
    fs::write(module, bytes)?;
    let optimised: PathBuf = module.with_extension("optimised");
    // Do not use a `wasm-opt` on the PATH: old versions break these modules without an error.
    let mut wasm_opt = Command::new(node::program("wasm-opt")?);
    run_logged("wasm-opt", wasm_opt.args(OPTIMISE).arg(module).arg("-o").arg(&optimised))?;
    fs::rename(&optimised, module)?;
    Ok(())
}

/// Splits the module in a folder. Its file `stubs.txt` lists the gates.
fn split_in_two(folder: &Path) -> Result<()> {
    let Split { first, deferred, stubs } = split::split(&fs::read(folder.join(MODULE))?)?;
    fs::write(folder.join("stubs.txt"), stubs)?;
    fs::write(folder.join(MODULE), first)?;
    fs::write(folder.join(DEFERRED), deferred)?;
    append(&folder.join(SCRIPT), ADDRESSES)?;
    append(&folder.join(TYPES), "\nexport const MODULE: URL;\nexport const DEFERRED: URL;\n")
}

fn append(file: &Path, text: &str) -> Result<()> {
    Ok(fs::write(file, fs::read_to_string(file)? + text)?)
}

fn smoke_test(folder: &Path) -> Result<()> {
    let mut node = node::node()?;
    run_logged("smoke-test", node.args(["--input-type=module", "--eval", SMOKE_TEST]).arg(folder))
        .context("the module does not load")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_the_other_one_has_its_own_name() {
        let flags = |root, home| hidden_paths(Path::new(root), Path::new(home)).concat();
        assert!(flags("/a/b", "/a/b/home/.cargo").ends_with("=/a/b/home/.cargo=cargo"));
        assert!(flags("/home/.cargo/git/b", "/home/.cargo").ends_with("=/home/.cargo/git/b=navibar"));
    }
}
