//! The W3C RDF/XML test suite: every test of its manifest, fed whole and byte by byte.
//!
//! The suite is not part of this repository. It is read from the folder that `RDF_XML_TESTS` names, or from
//! `../shared/rdf-xml-tests`. If neither exists, the test says so and does nothing. To get it:
//! <https://github.com/w3c/rdf-tests/tree/main/rdf/rdf11/rdf-xml>.

use crate::support::rdf;
use oxrdf::{NamedNodeRef, TermRef};
use std::io::Write as _;
use std::path::{Path, PathBuf};

const BASE: &str = "https://w3c.github.io/rdf-tests/rdf/rdf11/rdf-xml/";
const EVALUATION: &str = "http://www.w3.org/ns/rdftest#TestXMLEval";
const NEGATIVE: &str = "http://www.w3.org/ns/rdftest#TestXMLNegativeSyntax";
const ENTRIES: NamedNodeRef<'_> =
    NamedNodeRef::new_unchecked("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#entries");
const ACTION: NamedNodeRef<'_> =
    NamedNodeRef::new_unchecked("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#action");
const RESULT: NamedNodeRef<'_> =
    NamedNodeRef::new_unchecked("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#result");

fn suite() -> Option<PathBuf> {
    let folder = match std::env::var_os("RDF_XML_TESTS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/rdf-xml-tests"),
    };
    folder.join("manifest.ttl").is_file().then_some(folder)
}

fn file(graph: &oxrdf::Graph, test: NamedNodeRef<'_>, role: NamedNodeRef<'_>) -> String {
    match graph.object_for_subject_predicate(test, role) {
        Some(TermRef::NamedNode(iri)) => iri.as_str().strip_prefix(BASE).unwrap().to_owned(),
        other => panic!("{test}: {role} is {other:?}"),
    }
}

/// The tests that the manifest lists as entries, in order.
fn entries(graph: &oxrdf::Graph) -> Vec<oxrdf::NamedNode> {
    let manifest = NamedNodeRef::new_unchecked(BASE);
    let mut list = graph.object_for_subject_predicate(manifest, ENTRIES);
    let mut entries = Vec::new();
    while let Some(TermRef::BlankNode(cell)) = list {
        if let Some(TermRef::NamedNode(test)) = graph.object_for_subject_predicate(cell, oxrdf::vocab::rdf::FIRST) {
            entries.push(test.into_owned());
        }
        list = graph.object_for_subject_predicate(cell, oxrdf::vocab::rdf::REST);
    }
    entries
}

#[test]
fn every_test_of_the_w3c_suite_passes() {
    let Some(folder) = suite() else {
        // Not `eprintln!`, because its output shows only if a test fails.
        let missing = "SKIPPED: the W3C RDF/XML suite; set RDF_XML_TESTS to its folder";
        writeln!(std::io::stderr(), "\n{missing}").unwrap();
        return;
    };
    let manifest = std::fs::read(folder.join("manifest.ttl")).unwrap();
    let manifest: oxrdf::Graph =
        oxttl::TurtleParser::new().with_base_iri(BASE).unwrap().for_slice(&manifest).map(Result::unwrap).collect();
    let (mut evaluated, mut rejected, mut failed) = (0, 0, Vec::new());
    for test in entries(&manifest) {
        let test = test.as_ref();
        let class = manifest.object_for_subject_predicate(test, oxrdf::vocab::rdf::TYPE);
        let action = file(&manifest, test, ACTION);
        let document = std::fs::read(folder.join(&action)).unwrap();
        let base = format!("{BASE}{action}");
        for chunk in [document.len(), 1] {
            let outcome = rdf::read(&document, &base, chunk);
            match class {
                Some(TermRef::NamedNode(class)) if class.as_str() == EVALUATION => {
                    evaluated += 1;
                    let expected = std::fs::read(folder.join(file(&manifest, test, RESULT))).unwrap();
                    let expected = oxttl::NTriplesParser::new().for_slice(&expected).map(Result::unwrap).collect();
                    match outcome {
                        Ok(graph) if rdf::isomorphic(graph.clone(), expected) => {}
                        Ok(graph) => failed.push(format!("{action}: wrong triples:\n{graph}")),
                        Err(errors) => failed.push(format!("{action}: rejected: {errors:?}")),
                    }
                }
                Some(TermRef::NamedNode(class)) if class.as_str() == NEGATIVE => {
                    rejected += 1;
                    if outcome.is_ok() {
                        failed.push(format!("{action}: accepted"));
                    }
                }
                other => panic!("{test} is a {other:?}"),
            }
        }
    }
    println!("{} evaluation and {} negative tests, {} runs failed", evaluated / 2, rejected / 2, failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert_eq!((evaluated / 2, rejected / 2), (126, 40), "the manifest's own counts");
}
