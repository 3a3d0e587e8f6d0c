//! Helpers of the RDF/XML tests: reading a document with Navibar into an `oxrdf` graph.
#![allow(unreachable_pub, missing_docs)]

use navibar::findings::{Diagnostic, Severity};
use navibar::format::rdf_xml::{Graph, Literal, RdfXml};
use navibar::xml::vocabulary::Name;
use navibar::xml::{Context, Tokenizer};
use oxrdf::{BlankNode, NamedNode, NamedOrBlankNode, Triple};

#[derive(Default)]
pub struct Collect {
    nodes: Vec<NamedOrBlankNode>,
    pub triples: Vec<Triple>,
}

impl Collect {
    fn add(&mut self, node: NamedOrBlankNode) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }
}

impl Graph for Collect {
    type Node = u32;
    type Target = ();

    fn iri(&mut self, iri: &str, _: &mut (), _: &mut Context<'_>) -> u32 {
        self.add(NamedNode::new_unchecked(iri).into())
    }
    fn blank(&mut self, _: &mut (), _: &mut Context<'_>) -> u32 {
        self.add(BlankNode::default().into())
    }
    fn link(&mut self, subject: u32, property: Name, object: u32, _: &mut (), cx: &mut Context<'_>) {
        let property = NamedNode::new_unchecked(cx.names.iri(property));
        let object = self.nodes[object as usize].clone();
        self.triples.push(Triple::new(self.nodes[subject as usize].clone(), property, object));
    }
    fn literal(&mut self, subject: u32, property: Name, literal: Literal<'_>, _: &mut (), cx: &mut Context<'_>) {
        let property = NamedNode::new_unchecked(cx.names.iri(property));
        let object = match (literal.language, literal.datatype) {
            (Some(tag), _) => {
                oxrdf::Literal::new_language_tagged_literal_unchecked(literal.value, tag.to_ascii_lowercase())
            }
            (None, Some(iri)) => oxrdf::Literal::new_typed_literal(literal.value, NamedNode::new_unchecked(iri)),
            (None, None) => oxrdf::Literal::new_simple_literal(literal.value),
        };
        self.triples.push(Triple::new(self.nodes[subject as usize].clone(), property, object));
    }
}

/// The triples and findings of a document in these chunks.
pub fn triples<'a>(chunks: impl IntoIterator<Item = &'a [u8]>, base: &str) -> (Vec<Triple>, Vec<Diagnostic>) {
    let mut tokenizer = Tokenizer::default();
    let mut reader = RdfXml::new(base, Collect::default());
    for chunk in chunks {
        tokenizer.push(chunk, &mut reader, &mut ());
    }
    tokenizer.finish(&mut reader, &mut ());
    (reader.graph.triples, tokenizer.report.diagnostics())
}

/// The triples of a document in chunks of this size, or its errors.
pub fn read(document: &[u8], base: &str, chunk: usize) -> Result<oxrdf::Graph, Vec<Diagnostic>> {
    let (triples, mut errors) = triples(document.chunks(chunk.max(1)), base);
    errors.retain(|d| d.severity == Severity::Error);
    if errors.is_empty() { Ok(triples.iter().collect()) } else { Err(errors) }
}

/// Returns `true` if two graphs differ only in the names of their blank nodes.
pub fn isomorphic(mut a: oxrdf::Graph, mut b: oxrdf::Graph) -> bool {
    use oxrdf::graph::CanonicalizationAlgorithm::Unstable;
    a.canonicalize(Unstable);
    b.canonicalize(Unstable);
    a == b
}
