//! The fuzz targets. `tests/fuzz.rs` runs them with fixed inputs, as a part of the usual tests.
#![allow(clippy::unwrap_used, unreachable_pub, missing_docs)]

mod export;
mod formats;
mod page_links;
mod rdf_xml;
mod robots;
mod sidebar;
mod tokenizer;
mod view;

use std::hash::{DefaultHasher, Hash, Hasher};

/// The function of a target.
type Run = fn(&[u8]);

/// The targets, with their names in `Cargo.toml`.
pub const TARGETS: [(&str, Run); 8] = [
    ("tokenizer", tokenizer::run),
    ("rdf_xml", rdf_xml::run),
    ("formats", formats::run),
    ("sidebar", sidebar::run),
    ("view", view::run),
    ("export", export::run),
    ("robots", robots::run),
    ("page_links", page_links::run),
];

/// Runs a target with an input.
pub fn run(target: &str, input: &[u8]) {
    let (_, run) = TARGETS.iter().find(|(name, _)| *name == target).unwrap();
    run(input);
}

/// The address of the documents.
const URL: &str = "https://www.example.org/dir/sitemap.xml";

/// Inputs up to this length are also read byte by byte.
const SHORT: usize = 2 << 10;

/// Pseudo-random numbers that depend only on the input. So an input is still the document itself, like a fixture.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    pub fn of(input: &[u8]) -> Numbers {
        let mut hasher = DefaultHasher::new();
        input.hash(&mut hasher);
        Numbers(hasher.finish() | 1)
    }

    /// The next number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        // Xorshift (Marsaglia, 2003).
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Cuts an input into chunks.
fn cuts(input: &[u8]) -> Vec<&[u8]> {
    let mut numbers = Numbers::of(input);
    let (mut chunks, mut rest) = (Vec::new(), input);
    while !rest.is_empty() {
        let most = [3, 20, 300][numbers.below(3)];
        let (chunk, after) = rest.split_at(rest.len().min(1 + numbers.below(most)));
        chunks.push(chunk);
        rest = after;
    }
    chunks
}

/// Generates a document with a strategy and these numbers.
fn generated(strategy: impl proptest::strategy::Strategy<Value = String>, mut numbers: Numbers) -> Option<String> {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let seed: Vec<u8> = (0..32).map(|_| numbers.below(256) as u8).collect();
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    strategy.new_tree(&mut runner).ok().map(|tree| tree.current())
}
