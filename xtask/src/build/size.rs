//! The sizes of the files that a browser fetches and a user installs.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::files::files;
use crate::step::say;

/// The goal for module, scripts and styles together, compressed: 150 KB.
const GOAL: usize = 150_000;

/// The limit of each kind, compressed: its size plus a few per cent. A change that raises a limit gives the reason here.
/// WebAssembly: dates of branches, rows of several folders, matches in addresses and rebuilt sites (8 KB); the check of icons
/// (5 KB); the keyed hash in each kind of table (11 KB); the check of redirects (5 KB); the age of dates, which JavaScript
/// computed before (1 KB); trees from menus and titles of pages (45 KB), titles from search indexes and other lists (15 KB);
/// several sites on one host (20 KB); archives, languages, versions and lists in trees from addresses (34 KB); translations
/// in context menus (2 KB); headings that lead to other pages, descriptions of logos, numbers before titles (2 KB); HTML
/// bookmarks and OPML, read and saved (24 KB); JSON Feed, RSS 1.0, and mistakes in feeds and XML that are read nevertheless
/// (10 KB); spellings of a site, and loading missing sitemaps (2 KB); titles whose words are translated (3 KB); the sections
/// of a page (2 KB); whole branches that open in steps (2 KB), and one branch as the whole tree (7 KB); the ranking of a jump
/// (4 KB); cuts in titles (1 KB). JavaScript: redirects, a dead engine, opening pages from the tab, the header's path, details
/// and menus, the reading of page facts (7 KB), several sites on one host (2 KB), loading missing sitemaps (1 KB), the words of
/// ResourceSync and Woo (1 KB), the pane "On this page" and its script for pages (6 KB), whole branches, pinned parents and
/// one branch as the tree (2 KB), the box and the address bar for a jump (2 KB), a picture of the last view (2 KB).
const BUDGETS: [(&str, &str, usize); 3] =
    [("WebAssembly", "wasm", 598_500), ("JavaScript", "js", 80_500), ("CSS", "css", 7_000)];

/// Prints the sizes of what the sidebar loads, and by how much they exceed the goal.
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
            if file.extension().is_some_and(|e| e == extension) {
                let bytes = fs::read(folder.join(file))?;
                sum = (sum.0 + bytes.len(), sum.1 + gzipped(&bytes)?);
            }
        }
        say(&line(kind, sum));
        whole = (whole.0 + sum.0, whole.1 + sum.1);
        outgrown.extend(over(kind, sum.1, budget));
    }
    say(&line("together", whole));
    if whole.1 > GOAL {
        say(&format!("     {} B gzipped more than the goal of {GOAL} B", whole.1 - GOAL));
    }
    ensure!(outgrown.is_empty(), "{}: see BUDGETS in xtask/src/build/size.rs", outgrown.join("; "));
    Ok(())
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
