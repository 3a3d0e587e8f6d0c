//! The programs of this package: `navibar`, and the examples.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the path of `navibar`.
pub(crate) fn navibar() -> PathBuf {
    // Cargo builds the program for the tests if they have its feature.
    match option_env!("CARGO_BIN_EXE_navibar") {
        Some(program) => program.into(),
        None => build("navibar", &["--features", "cli", "--bin"], ""),
    }
}

/// Returns the path of an example. Cargo builds examples for `cargo test`, but not for `cargo test --test NAME`.
pub(crate) fn example(name: &str) -> PathBuf {
    // With the same features, so that the library is not compiled again.
    build(name, &["--features", "cli", "--example"], "examples")
}

/// Builds a program beside the folder of the tests. Cargo does nothing if the program is fresh.
fn build(name: &str, options: &[&str], folder: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    let program = profile.join(folder).join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    build.args(["build", "--quiet"]).args(options).args([name, "--manifest-path"]);
    build.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
    build.arg("--target-dir").arg(profile.parent().unwrap());
    if profile.ends_with("release") {
        build.arg("--release");
    }
    assert!(build.status().unwrap().success(), "cargo cannot build {name}");
    assert!(program.is_file(), "{} is missing", program.display());
    program
}
