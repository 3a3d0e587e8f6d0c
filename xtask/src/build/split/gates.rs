//! The content of the deferred module: the gates, and the functions that only they use.

use anyhow::{Result, ensure};

use super::parts::Parts;

/// The functions through which the first module enters the deferred one. A name that ends with `::` stands for all functions
/// in it. Scripts wait for the deferred module before they call one of them. The load of a document waits too if its reader
/// `IS_DEFERRED`.
pub(super) const GATES: &[&str] = &[
    // facts of pages
    "session_addFacts",
    "navibar::arrange::Arranged::apply",
    "navibar::arrange::explain::Explanation::",
    // lists of titles
    "navibar::session::lists::read_list",
    "navibar::session::lists::read_lists",
    "navibar::session::lists::<impl navibar::session::slices::Sink for navibar::title_lists::ListReader>",
    "navibar::session::page_titles::add_heads",
    // texts of pages
    "navibar::session::texts::search_texts",
    // saving
    "navibar::export::formats::Export::",
    // pictures
    "pictureType",
    // rare formats
    "navibar::format::bookmarks::",
    "navibar::format::feed::",
    "navibar::format::opml::",
    "navibar::format::xbel::",
];

/// Parts of the names of functions that recognise a format. They are not gates.
const DETECTION: &[&str] = &["::is_root", "::is_start", "::feed::namespaces::"];

/// Says of each function if it belongs to the first module: if it can be reached without a gate.
pub(super) fn first(parts: &Parts<'_>, gates: &[&str]) -> Result<Vec<bool>> {
    let mut is_gate = vec![false; parts.functions()];
    for gate in gates {
        let mut found = false;
        for (number, name) in &parts.names {
            let name = without_hashes(name);
            let is_detection = DETECTION.iter().any(|part| name.contains(part));
            if is_named(&name, gate) && !is_detection && *number >= parts.imported() {
                is_gate[*number as usize] = true;
                found = true;
            }
        }
        ensure!(found, "the engine has no function {gate}");
    }
    let references: Vec<_> = parts.own().map(|(_, body)| Parts::references_of(body)).collect::<Result<_>>()?;
    let mut is_first = vec![false; parts.functions()];
    let mut next: Vec<u32> = parts.roots()?.into_iter().chain(0..parts.imported()).collect();
    while let Some(number) = next.pop() {
        if is_gate[number as usize] || std::mem::replace(&mut is_first[number as usize], true) {
            continue;
        }
        let own = number.checked_sub(parts.imported());
        next.extend(own.map(|own| &references[own as usize]).into_iter().flatten());
    }
    Ok(is_first)
}

/// Returns `true` if a gate is this function, or has it: its closures, say.
fn is_named(name: &str, gate: &str) -> bool {
    let rest = name.strip_prefix(gate).or_else(|| name.strip_prefix('<')?.strip_prefix(gate));
    rest.is_some_and(|rest| gate.ends_with("::") || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// A name without the compiler's hashes: `::h`, or brackets, and 16 digits.
pub(super) fn without_hashes(name: &str) -> String {
    let mut short = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let hash = rest.strip_prefix("::h").or_else(|| rest.strip_prefix('['));
        let digits = |hash: &str| hash.bytes().take_while(u8::is_ascii_hexdigit).count() == 16;
        match hash.filter(|hash| digits(hash)) {
            Some(hash) => rest = hash[16..].strip_prefix(']').unwrap_or(&hash[16..]),
            None => {
                short.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    short
}
