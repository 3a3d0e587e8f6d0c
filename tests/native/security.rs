//! SECURITY.md: every test and file that it names exists.

use std::fs;
use std::path::{Path, PathBuf};

/// The files in a folder and in the folders below it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// The sources that may hold the tests of `name`: native ones, those of a module, and those in the browser.
fn sources(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests =
        ["tests/native/", "tests/browser/tests/extension/"].map(|folder| root.join(format!("{folder}{name}.rs")));
    let modules = [format!("{name}.rs"), format!("{name}/mod.rs"), format!("{name}/tests.rs")];
    let is_of_module = |path: &PathBuf| modules.iter().any(|module| path.ends_with(module));
    let modules = files_below(&root.join("src")).into_iter().filter(is_of_module);
    let parts = files_below(&root.join("tests/native").join(name));
    tests.into_iter().chain(modules).chain(parts).filter_map(|path| fs::read_to_string(path).ok()).collect()
}

#[test]
fn every_named_test_and_file_exists() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("SECURITY.md")).unwrap();
    let mut named = 0;
    for name in text.split('`').skip(1).step_by(2) {
        if let Some((file, test)) = name.split_once("::") {
            named += 1;
            let is_there = sources(file).contains(&format!("fn {test}()"));
            assert!(is_there, "there is no test {name}");
        }
        let is_file = [".js", ".rs", ".toml", ".txt"].iter().any(|end| name.ends_with(end));
        if is_file {
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            let places = [root.to_owned(), root.join("tests/javascript"), root.join("tests/native")];
            assert!(places.iter().any(|place| place.join(name).is_file()), "there is no file {name}");
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
