//! The sizes of the files that a browser fetches and a user installs.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::files::files;
use super::wasm::DEFERRED;
use crate::step::say;

/// The goal for the first load, compressed: 260 KB.
const GOAL: usize = 260_000;

/// The limit of each kind of the first load, compressed. The limits have room for the work to come. They may only fall.
const BUDGETS: [(&str, &str, usize); 3] =
    [("WebAssembly", "wasm", 470_000), ("JavaScript", "js", 90_000), ("CSS", "css", 7_500)];

/// The limit of the deferred module.
const DEFERRED_BUDGET: usize = 180_000;

/// Prints the sizes of what the first view of a tree loads, and by how much they exceed the goal. The deferred module is
/// listed apart.
///
/// # Errors
/// If a kind is larger than its budget.
pub(crate) fn check(folder: &Path) -> Result<()> {
    let mut whole = (0, 0);
    let mut outgrown = Vec::new();
    say("     size            raw      gzipped");
    for (kind, extension, budget) in BUDGETS {
        let mut sum = (0, 0);
        for file in files(folder, &|_| true)? {
            if file.extension().is_some_and(|e| e == extension) && !is_deferred(&file) {
                let bytes = fs::read(folder.join(file))?;
                sum = (sum.0 + bytes.len(), sum.1 + gzipped(&bytes)?);
            }
        }
        say(&line(kind, sum));
        whole = (whole.0 + sum.0, whole.1 + sum.1);
        outgrown.extend(over(kind, sum.1, budget));
    }
    say(&line("together", whole));
    if let Some(file) = files(folder, &|_| true)?.iter().find(|file| is_deferred(file)) {
        let bytes = fs::read(folder.join(file))?;
        let size = gzipped(&bytes)?;
        say(&line("deferred", (bytes.len(), size)));
        outgrown.extend(over("The deferred module", size, DEFERRED_BUDGET));
    }
    if whole.1 > GOAL {
        say(&format!("     {} B gzipped more than the goal of {GOAL} B", whole.1 - GOAL));
    }
    ensure!(outgrown.is_empty(), "{}: see BUDGETS in xtask/src/build/size.rs", outgrown.join("; "));
    Ok(())
}

fn is_deferred(file: &Path) -> bool {
    file.ends_with(DEFERRED)
}

/// The error message for a kind that is larger than its budget.
fn over(kind: &str, gzipped: usize, budget: usize) -> Option<String> {
    (gzipped > budget).then(|| format!("{kind} has {gzipped} B gzipped, {} B more than its budget", gzipped - budget))
}

fn line(what: &str, (raw, gzipped): (usize, usize)) -> String {
    format!("     {what:<12}{raw:>9} B {gzipped:>9} B")
}

fn gzipped(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_above_its_budget_is_an_error() -> Result<()> {
        assert_eq!(over("CSS", 100, 100), None);
        assert_eq!(over("CSS", 101, 100).as_deref(), Some("CSS has 101 B gzipped, 1 B more than its budget"));
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("a.css"), "a{}")?;
        check(folder.path())?;
        // Bytes that cannot be compressed.
        let mut number = 1u32;
        let noise: Vec<u8> = (0..8_000)
            .map(|_| {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (number >> 24) as u8
            })
            .collect();
        fs::write(folder.path().join("b.css"), noise)?;
        let problem = check(folder.path()).map_err(|error| error.to_string());
        assert!(problem.is_err_and(|problem| problem.starts_with("CSS has 8")));
        Ok(())
    }
}
