//! Compares the view with a model, with operations in random order. Fuzzing does the same.

mod both;
mod current;
mod model;
mod pages;

use both::{OPERATIONS, compare};
use pages::PAGES;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeSet;

/// Keeps the statements that give each page one place, and none below itself. Most documents are like this.
fn one_place_each(statements: Vec<(usize, u32, usize)>) -> Vec<(usize, u32, usize)> {
    let mut placed = BTreeSet::new();
    statements.into_iter().filter(|&(list, _, member)| list < member && placed.insert(member)).collect()
}

#[test]
fn the_view_does_what_the_model_does() {
    let statement = |pages: usize| (0..pages, 1..6_u32, 1..pages);
    let site = (PAGES, any::<bool>()).prop_flat_map(move |(pages, is_tree)| {
        let statements = proptest::collection::vec(statement(pages), 1..14);
        let statements = statements.prop_map(move |all| if is_tree { one_place_each(all) } else { all });
        (Just(pages), statements, proptest::collection::vec((0..OPERATIONS, 0..1000_usize), 1..30))
    });
    let config = Config { cases: 600, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&site, |(pages, statements, operations)| {
        compare(pages, statements, operations);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
