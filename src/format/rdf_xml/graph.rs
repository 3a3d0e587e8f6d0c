//! Who receives the triples of a document.

use crate::xml::Context;
use crate::xml::vocabulary::*;

/// Receives the triples of a document. `Node` stands for an IRI or a blank node.
pub trait Graph {
    /// A resource; cheap to copy.
    type Node: Copy;
    /// The resource that this absolute IRI names. The same IRI gives the same node.
    fn iri(&mut self, iri: &str, cx: &mut Context<'_>) -> Self::Node;
    /// A new resource without a name.
    fn blank(&mut self, cx: &mut Context<'_>) -> Self::Node;
    /// A triple whose object is a resource.
    fn link(&mut self, subject: Self::Node, property: Name, object: Self::Node, cx: &mut Context<'_>);
    /// A triple whose object is a literal.
    fn literal(&mut self, subject: Self::Node, property: Name, literal: Literal<'_>, cx: &mut Context<'_>);
    /// Whether triples with this property are of any use; others need not be made.
    fn wants(&self, _property: Name) -> bool {
        true
    }
}

/// The object of a triple that is not a resource.
#[derive(Clone, Copy, Debug)]
pub struct Literal<'a> {
    /// Its text.
    pub value: &'a str,
    /// Its language tag, as written.
    pub language: Option<&'a str>,
    /// The IRI of its datatype.
    pub datatype: Option<&'a str>,
    /// The base IRI in force where it stands.
    pub base: &'a str,
}
