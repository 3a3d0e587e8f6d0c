//! SECURITY.md: every test that it names exists.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

/// The sources that may hold the tests of `name`: native ones, those of a module, and those in the browser.
fn sources(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = ["tests/", "src/", "src/address/", "tests/browser/tests/extension/"]
        .map(|folder| root.join(format!("{folder}{name}.rs")));
    let modules = [root.join(format!("src/{name}/tests.rs"))];
    let parts = fs::read_dir(root.join("tests").join(name)).into_iter().flatten().filter_map(Result::ok);
    let files = paths.into_iter().chain(modules).chain(parts.map(|part| part.path()));
    files.filter_map(|path| fs::read_to_string(path).ok()).collect()
}

#[test]
fn every_named_test_exists() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("SECURITY.md")).unwrap();
    let mut named = 0;
    for name in text.split('`').skip(1).step_by(2) {
        if let Some((file, test)) = name.split_once("::") {
            named += 1;
            let is_there = sources(file).contains(&format!("fn {test}()"));
            assert!(is_there, "there is no test {name}");
        }
    }
    assert!(named > 40, "only {named} tests are named");
}

/// The lints that a workspace applies to all its packages.
fn lints(manifest: &str) -> String {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(manifest)).unwrap();
    let (_, lints) = text.split_once("[workspace.lints.rust]").unwrap();
    let end = lints.find("\n[package]").unwrap();
    lints[..end].trim().to_owned()
}

#[test]
fn the_fuzz_workspace_has_the_same_lints() {
    assert_eq!(lints("tests/fuzz/Cargo.toml"), lints("Cargo.toml"));
    let fuzzing = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/Cargo.toml")).unwrap();
    assert!(fuzzing.contains("[lints]\nworkspace = true\n"));
}
