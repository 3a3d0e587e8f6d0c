//! The fuzz targets. `tests/fuzz.rs` runs them with fixed inputs, as a part of the usual tests.
#![allow(clippy::unwrap_used, unreachable_pub, missing_docs)]

mod export;
mod formats;
mod input;
mod rdf_xml;
mod robots;
mod sidebar;
mod tokenizer;
mod view;

pub use input::Numbers;

/// The function of a target.
type Run = fn(&[u8]);

/// The targets, with their names in `Cargo.toml`.
pub const TARGETS: [(&str, Run); 7] = [
    ("tokenizer", tokenizer::run),
    ("rdf_xml", rdf_xml::run),
    ("formats", formats::run),
    ("sidebar", sidebar::run),
    ("view", view::run),
    ("export", export::run),
    ("robots", robots::run),
];

/// Runs a target with an input.
pub fn run(target: &str, input: &[u8]) {
    let (_, run) = TARGETS.iter().find(|(name, _)| *name == target).unwrap();
    run(input);
}
