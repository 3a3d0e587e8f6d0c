//! RDF/XML against `oxrdfxml`: generated documents give the same triples, however they are cut. Fuzzing does the same
//! with documents that may be wrong.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "support/rdf_documents.rs"]
mod rdf_documents;
mod support;

use proptest::prelude::*;

#[test]
fn the_same_triples_as_oxrdfxml() {
    // Comparing graphs with many blank nodes recurses deeply in the oracle's own library.
    let run = || {
        let config = ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() };
        let input = (rdf_documents::documents(), 1..200usize);
        let mut runner = proptest::test_runner::TestRunner::new(config);
        let outcome = runner.run(&input, |(document, chunk)| {
            let same = support::same_triples(&document, chunk);
            prop_assert!(same.is_ok(), "{}\n{document}", same.unwrap_err());
            Ok(())
        });
        if let Err(failure) = outcome {
            panic!("{failure}");
        }
    };
    std::thread::Builder::new().stack_size(256 << 20).spawn(run).unwrap().join().unwrap();
}
