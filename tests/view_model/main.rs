//! The view against a model, with operations in random order. Fuzzing does the same.
#![cfg(not(target_arch = "wasm32"))]

mod model;

use model::{OPERATIONS, PAGES, compare};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

#[test]
fn the_view_does_what_the_model_does() {
    let statement = |pages: usize| (0..pages, 1..6_u32, 1..pages);
    let site = PAGES.prop_flat_map(move |pages| {
        (
            Just(pages),
            proptest::collection::vec(statement(pages), 1..14),
            proptest::collection::vec((0..OPERATIONS, 0..1000_usize), 1..30),
        )
    });
    let config = Config { cases: 400, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&site, |(pages, statements, operations)| {
        compare(pages, statements, operations);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
