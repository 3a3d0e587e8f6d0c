//! Runs the fuzz targets with fixed inputs: the fixtures and the files of `tests/sites/`, unchanged and with pseudo-random
//! changes, and the inputs of all earlier findings. `cargo xtask fuzz` searches for more findings.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "fuzz/targets/mod.rs"]
mod targets;

use std::path::{Path, PathBuf};
use targets::Numbers;

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// The unchanged inputs: all documents.
fn seeds() -> Vec<PathBuf> {
    ["fixtures", "sites"].into_iter().flat_map(|folder| files(&tests().join(folder))).collect()
}

/// Maximum length of an input. Longer ones take too long here.
const MAX_BYTES: usize = 4 << 10;

/// Makes a few changes to an input.
fn mutate(input: &mut Vec<u8>, other: &[u8], numbers: &mut Numbers) {
    let mut below = |bound: usize| numbers.below(bound);
    for _ in 0..1 + below(3) {
        let at = below(input.len());
        let end = input.len().min(at + 1 + below(8));
        match below(5) {
            0 if at < input.len() => input[at] = below(256) as u8,
            1 => _ = input.drain(at..end),
            2 => {
                let again = input[at..end].to_vec();
                input.splice(at..at, again);
            }
            3 => input.truncate(at.max(1)),
            _ => {
                let from = below(other.len());
                let piece = &other[from..other.len().min(from + 1 + below(100))];
                input.splice(at..at, piece.iter().copied());
            }
        }
    }
}

/// Runs a target. If it panics, the input is written to a file.
fn run(target: &str, input: &[u8], what: &str) {
    if std::panic::catch_unwind(|| targets::run(target, input)).is_err() {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{target}"));
        std::fs::write(&path, input).unwrap();
        panic!("{target} finds a mistake with {what}; the input is in {}", path.display());
    }
}

fn test(target: &str) {
    for path in files(&tests().join("fuzz/found").join(target)) {
        run(target, &std::fs::read(&path).unwrap(), &path.display().to_string());
    }
    let seeds: Vec<Vec<u8>> = seeds().iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(seeds.len() > 500, "only {} inputs to begin with", seeds.len());
    let mut numbers = Numbers::of(target.as_bytes());
    for (at, seed) in seeds.iter().enumerate().filter(|(_, seed)| seed.len() <= MAX_BYTES) {
        run(target, seed, "a fixture");
        let mut changed = seed.clone();
        mutate(&mut changed, &seeds[numbers.below(seeds.len())], &mut numbers);
        run(target, &changed, &format!("changed fixture {at}"));
    }
}

macro_rules! tests {
    ($($target:ident)*) => {
        /// The targets that have a test.
        const TESTED: &[&str] = &[$(stringify!($target)),*];

        $(#[test]
        fn $target() {
            test(stringify!($target));
        })*
    };
}

/// Documents that are generated from pseudo-random bytes. Half of them have mistakes.
#[test]
fn generated_rdf_xml_gives_the_triples_of_the_reference() {
    let mut numbers = Numbers::of(b"rdf_xml");
    for at in 0..2_000 {
        let mut input: Vec<u8> = (0..numbers.below(600)).map(|_| numbers.below(256) as u8).collect();
        input.insert(0, if at % 2 == 0 { 0xff } else { 0xfe });
        run("rdf_xml", &input, &format!("document {at}"));
    }
}

tests! { tokenizer rdf_xml formats sidebar view export robots }

#[test]
fn every_target_is_tested_and_built() {
    let names: Vec<&str> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, TESTED);
    let manifest = std::fs::read_to_string(tests().join("fuzz/Cargo.toml")).unwrap();
    let built: Vec<&str> =
        manifest.lines().filter_map(|line| line.strip_prefix("path = \"bin/")?.strip_suffix(".rs\"")).collect();
    assert_eq!(names, built);
}
