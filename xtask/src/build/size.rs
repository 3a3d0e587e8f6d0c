//! How much a browser has to fetch or a user to install.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::package::files;
use crate::step::say;

/// What module, scripts and styles together are meant to have at most, compressed: 150 KB.
const GOAL: usize = 150_000;

/// Prints the sizes of what the sidebar loads, and by how much they miss their goal.
pub(crate) fn report(folder: &Path) -> Result<()> {
    let mut whole = (0, 0);
    say("     size            raw      gzipped");
    for (kind, extension) in [("WebAssembly", "wasm"), ("JavaScript", "js"), ("CSS", "css")] {
        let mut sum = (0, 0);
        for file in files(folder, &|_| true)? {
            if file.extension().is_some_and(|e| e == extension) {
                let bytes = fs::read(folder.join(file))?;
                sum = (sum.0 + bytes.len(), sum.1 + gzipped(&bytes)?);
            }
        }
        say(&line(kind, sum));
        whole = (whole.0 + sum.0, whole.1 + sum.1);
    }
    say(&line("together", whole));
    if whole.1 > GOAL {
        say(&format!("     {} B gzipped more than the goal of {GOAL} B", whole.1 - GOAL));
    }
    Ok(())
}

fn line(what: &str, (raw, gzipped): (usize, usize)) -> String {
    format!("     {what:<12}{raw:>9} B {gzipped:>9} B")
}

fn gzipped(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
