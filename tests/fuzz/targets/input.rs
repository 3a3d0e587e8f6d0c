//! What the targets make of an input: numbers, chunks and documents.

use std::hash::{DefaultHasher, Hash, Hasher};

/// The address of the documents.
pub(super) const URL: &str = "https://www.example.org/dir/sitemap.xml";

/// Inputs up to this length are also read byte by byte.
pub(super) const SHORT: usize = 2 << 10;

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
pub(super) fn cuts(input: &[u8]) -> Vec<&[u8]> {
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
pub(super) fn generated(
    strategy: impl proptest::strategy::Strategy<Value = String>,
    mut numbers: Numbers,
) -> Option<String> {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let seed: Vec<u8> = (0..32).map(|_| numbers.below(256) as u8).collect();
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    strategy.new_tree(&mut runner).ok().map(|tree| tree.current())
}
