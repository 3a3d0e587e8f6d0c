//! RDF/XML: Navibar and `oxrdfxml` find the same triples, or both find a mistake. If an input begins with a byte that no text
//! has, a document is generated from it, with or without mistakes. Otherwise the input is the document.
//!
//! The allowed differences, with their reasons:
//!
//! | difference | reason |
//! |---|---|
//! | the values of XML literals | `oxrdfxml` does not write their canonical form (RDF 1.1 XML Syntax, section 7.2.17); the W3C suite tests ours |
//! | comments, instructions, CDATA, white space in attributes, entities, bases, parse types, `rdf:type` alone | `oracle.rs` has the reasons and removes these differences |
//! | invalid names, names that XML reserves, a DOCTYPE with more than entities, colons that end no scheme, dots below a base without a host | not compared: Navibar accepts more, or each reader has its own rule; `oracle.rs` has the details |
//! | `xml:space` and similar attributes | nothing uses their values |
//! | an empty language | it means no language (RDF 1.1 XML Syntax, section 2.7), but `oxrdfxml` treats it as a language |
//! | [`ONLY_OURS`] | `oxrdfxml` accepts these mistakes |
//! | RDF 1.2 | Navibar ignores what it adds |
//! | mistakes that Navibar recovers from, and text beyond a limit | real files have such mistakes, so Navibar only warns; `oxrdfxml` stops |
//! | more than six blank nodes | all of them count as the same node, because a comparison takes too long |

mod documents;
mod oracle;
#[expect(dead_code, reason = "other tests read whole graphs")]
#[path = "../../../native/support/rdf.rs"]
mod rdf;

use super::input::cuts;
use navibar::findings::{Diagnostic, FindingCode, Severity};
use navibar::limits::MAX_LITERAL_BYTES;
use oracle::{BASE, Found, found};
use oxrdf::vocab;
use oxrdf::{Literal, NamedOrBlankNode, Term, Triple};
use rdf::{isomorphic, triples};

/// Maximum number of blank nodes for a comparison. Comparing more can take any time.
const MAX_BLANKS: usize = 6;

pub fn run(input: &[u8]) {
    match input {
        [0xff, rest @ ..] => compare(&documents::right(rest), true),
        [0xfe, rest @ ..] => compare(&documents::wrong(rest), false),
        _ => std::str::from_utf8(input).into_iter().for_each(|document| compare(document, false)),
    }
}

fn compare(document: &str, is_right: bool) {
    let (read, findings) = triples(cuts(document.as_bytes()), BASE);
    // Limits also cut documents without mistakes. The mistakes in the rest of a long literal are not found.
    let is_cut =
        |triple: &Triple| matches!(&triple.object, Term::Literal(text) if text.value().len() > MAX_LITERAL_BYTES);
    if findings.iter().any(|finding| finding.code.name().starts_with("limit-")) || read.iter().any(is_cut) {
        return;
    }
    let is_rdf_12 = |finding: &Diagnostic| finding.code == FindingCode::Rdf12;
    let is_recovered = findings.iter().any(|finding| finding.severity == Severity::Warning || is_rdf_12(finding));
    let is_wrong = findings.iter().any(|finding| finding.severity == Severity::Error);
    match found(document) {
        _ if is_recovered && !is_right => {}
        Found::Nothing(_) if !is_right => {}
        Found::Triples { triples: expected, .. } if !is_wrong => {
            if let Some(difference) = difference(&read, &expected) {
                panic!("{difference}\n--- findings: {findings:?}\n--- document:\n{document}");
            }
        }
        Found::Triples { is_lenient, .. } if !is_right && (is_lenient || findings.iter().any(is_only_ours)) => {}
        Found::Mistake(_) if !is_right && is_wrong => {}
        other => panic!("Navibar finds {findings:?}, oxrdfxml {other:?}\n--- document:\n{document}"),
    }
}

/// Mistakes that `oxrdfxml` accepts, with the section of the specification that forbids them.
const ONLY_OURS: [(FindingCode, &str); 6] = [
    (FindingCode::NotXml, "text before the root element, such as a second byte order mark (XML 1.0, production 22)"),
    (FindingCode::Empty, "a document without a root element (XML 1.0, production 1)"),
    (FindingCode::Truncated, "an element that is not closed (XML 1.0, production 39)"),
    (FindingCode::ContentAfterRoot, "a second root element, or text behind it (XML 1.0, production 1)"),
    (FindingCode::UndeclaredPrefix, "in XML literals, where it does not look (Namespaces in XML, section 5)"),
    (
        FindingCode::RdfAttribute,
        "attributes that exclude each other, or do not belong there: it takes one of them, or none (RDF 1.1 XML Syntax, \
         sections 7.2.5, 7.2.11 to 7.2.21)",
    ),
];

fn is_only_ours(finding: &Diagnostic) -> bool {
    ONLY_OURS.iter().any(|(code, _)| finding.code == *code)
}

fn difference(read: &[Triple], expected: &[Triple]) -> Option<String> {
    let graph = |triples: &[Triple]| triples.iter().map(plain).collect::<oxrdf::Graph>();
    let (read, expected) = (graph(read), graph(expected));
    let is_same = match blanks(&expected) <= MAX_BLANKS {
        true => isomorphic(read.clone(), expected.clone()),
        false => without_blanks(&read) == without_blanks(&expected),
    };
    (!is_same).then(|| format!("--- read:\n{read}\n--- expected:\n{expected}"))
}

/// A triple without the parts that differ between the two readers: the canonical form of XML literals (RDF 1.1 XML Syntax,
/// section 7.2.17), and an empty language.
fn plain(triple: &Triple) -> Triple {
    let mut triple = triple.clone();
    if let Term::Literal(literal) = &mut triple.object {
        let value = literal.value();
        *literal = match (literal.language(), literal.datatype()) {
            (_, vocab::rdf::XML_LITERAL) => Literal::new_typed_literal("", vocab::rdf::XML_LITERAL),
            (Some(""), _) => Literal::new_simple_literal(value),
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

/// The sorted triples, with all blank nodes equal.
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
