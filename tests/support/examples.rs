//! The programs of the folder `examples/`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds an example and returns its path.
///
/// Cargo puts examples beside the folder of the tests. It builds them for `cargo test`, but not for
/// `cargo test --test NAME`.
pub(crate) fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    let program = profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    build.args(["build", "--quiet", "--example", name, "--manifest-path"]);
    build.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
    build.arg("--target-dir").arg(profile.parent().unwrap());
    if profile.ends_with("release") {
        build.arg("--release");
    }
    // Cargo does nothing if the program is fresh.
    assert!(build.status().unwrap().success(), "cargo cannot build the example {name}");
    assert!(program.is_file(), "{} is missing", program.display());
    program
}
