//! RDF/XML: the triples that `oxrdfxml` finds, or both find a mistake. Documents without mistakes are made at random where
//! an input begins with a byte that no text has; else the input is the document.

#[path = "../../support/rdf_documents.rs"]
mod rdf_documents;
#[path = "../../support/mod.rs"]
mod support;

use super::{Numbers, cuts, generated};
use navibar::diagnostics::{Diagnostic, Severity};
use oxrdf::vocab::rdf;
use oxrdf::{Literal, NamedOrBlankNode, Term, Triple};
use support::{BASE, isomorphic, oracle, triples};

/// Blank nodes up to which graphs are compared: to compare more can take any time.
const MOST_BLANKS: usize = 6;

pub fn run(input: &[u8]) {
    if let [0xff, ..] = input {
        if let Some(document) = generated(rdf_documents::documents(), Numbers::of(input)) {
            let (read, findings) = triples(cuts(document.as_bytes()), BASE);
            let expected = oracle(&document).unwrap_or_else(|error| panic!("{error}\n--- document:\n{document}"));
            assert!(findings.iter().all(|finding| finding.severity != Severity::Error), "{findings:?}\n{document}");
            let expected: Vec<Triple> = expected.iter().map(Into::into).collect();
            if let Some(difference) = difference(&read, &expected) {
                panic!("{difference}\n--- document:\n{document}");
            }
        }
        return;
    }
    let Ok(document) = std::str::from_utf8(input) else { return };
    if PASSED_OVER.iter().any(|(part, _)| document.contains(part)) {
        return;
    }
    let (read, findings) = triples(cuts(input), BASE);
    if findings.iter().any(is_recovered) {
        return;
    }
    let is_wrong = findings.iter().any(|finding| finding.severity == Severity::Error);
    match oracle(document).or_else(|error| if is_of_iris(&error.to_string()) { lenient(document) } else { Err(error) })
    {
        Ok(expected) if !is_wrong => {
            let expected: Vec<Triple> = expected.iter().map(Into::into).collect();
            if let Some(difference) = difference(&read, &expected) {
                panic!("{difference}\n--- findings: {findings:?}");
            }
        }
        Err(error) if !is_wrong => panic!("only oxrdfxml finds a mistake: {error}"),
        Ok(_) if !findings.iter().any(is_ours) => panic!("only Navibar finds a mistake: {findings:?}"),
        Ok(_) | Err(_) => {}
    }
}

/// Parts of documents that `oxrdfxml` reads in a way of its own, which is not that of the specifications, and why.
const PASSED_OVER: [(&str, &str); 5] = [
    ("<!DOCTYPE", "entities: only those in double quotes are known (XML 1.0, section 4.2, has both)"),
    ("<!--", "text with a comment in it is not one text (XML 1.0, section 2.5: comments are no part of the text)"),
    ("<![CDATA[", "nor is text with a CDATA section in it (XML 1.0, section 2.7: it is text)"),
    ("<?", "nor with a processing instruction (XML 1.0, section 2.6); the encoding is not asked for here"),
    ("\u{feff}", "a byte order mark is text (XML 1.0, section 4.3.3: it is no part of the document)"),
];

/// Mistakes that `oxrdfxml` passes over, and where it is said that they are mistakes.
const OURS: [(&str, &str); 3] = [
    ("empty", "a document without a root element (XML 1.0, production 1)"),
    ("truncated", "an element that is not closed (XML 1.0, production 39)"),
    ("content-after-root", "a second root element, or text behind it (XML 1.0, production 1)"),
];

fn is_ours(finding: &Diagnostic) -> bool {
    OURS.iter().any(|(code, _)| finding.code == *code)
}

/// Addresses of sites are not always IRIs, nor are tags of languages as they should be; Navibar reads them all the same.
fn is_of_iris(error: &str) -> bool {
    error.contains("error while parsing IRI") || error.contains("error while parsing language tag")
}

fn lenient(document: &str) -> Result<oxrdf::Graph, oxrdfxml::RdfXmlSyntaxError> {
    oxrdfxml::RdfXmlParser::new().lenient().with_base_iri(BASE).unwrap().for_slice(document).collect()
}

/// Findings about what Navibar reads in spite of a mistake (`behaviour`: "recovered, with a warning"), or not to its end.
fn is_recovered(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Warning || finding.code.starts_with("limit-")
}

fn difference(read: &[Triple], expected: &[Triple]) -> Option<String> {
    let graph = |triples: &[Triple]| triples.iter().map(plain).collect::<oxrdf::Graph>();
    let (read, expected) = (graph(read), graph(expected));
    let is_same = match blanks(&expected) <= MOST_BLANKS {
        true => isomorphic(read.clone(), expected.clone()),
        false => without_blanks(&read) == without_blanks(&expected),
    };
    (!is_same).then(|| format!("--- read:\n{read}\n--- expected:\n{expected}"))
}

/// A triple without what the two write in ways of their own: white space in attributes (XML 1.0, section 3.3.3, makes all
/// of it spaces) and the canonical form of XML literals (RDF 1.1 XML Syntax, section 7.2.17).
fn plain(triple: &Triple) -> Triple {
    let mut triple = triple.clone();
    if let Term::Literal(literal) = &mut triple.object {
        let value = literal.value().replace(['\t', '\n', '\r'], " ");
        *literal = match (literal.language(), literal.datatype()) {
            (_, rdf::XML_LITERAL) => Literal::new_typed_literal("", rdf::XML_LITERAL),
            (Some(tag), _) => Literal::new_language_tagged_literal_unchecked(value, tag),
            (None, datatype) => Literal::new_typed_literal(value, datatype),
        };
    }
    triple
}

fn blanks(graph: &oxrdf::Graph) -> usize {
    let mut blanks: Vec<String> = Vec::new();
    for triple in graph {
        let subject = triple.subject.to_string();
        let object = triple.object.to_string();
        blanks.extend([subject, object].into_iter().filter(|node| node.starts_with("_:")));
    }
    blanks.sort();
    blanks.dedup();
    blanks.len()
}

/// The triples in order, their blank nodes all alike.
fn without_blanks(graph: &oxrdf::Graph) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for triple in graph {
        let mut triple: Triple = triple.into();
        let blank = oxrdf::BlankNode::new_unchecked("b");
        if let NamedOrBlankNode::BlankNode(node) = &mut triple.subject {
            *node = blank.clone();
        }
        if let Term::BlankNode(node) = &mut triple.object {
            *node = blank;
        }
        lines.push(triple.to_string());
    }
    lines.sort();
    lines
}
