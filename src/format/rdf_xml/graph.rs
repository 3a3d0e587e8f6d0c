//! The receiver of a document's triples.

use crate::xml::Context;
use crate::xml::vocabulary::*;

/// Receives the triples of a document. `Node` is an IRI or a blank node.
pub trait Graph {
    /// A resource. It must be cheap to copy.
    type Node: Copy;
    /// What the graph writes to, such as a site map. It is passed along with each triple.
    type Target;

    /// Returns the resource of an absolute IRI. The same IRI gives the same node.
    fn iri(&mut self, iri: &str, target: &mut Self::Target, cx: &mut Context<'_>) -> Self::Node;
    /// Returns a new blank node.
    fn blank(&mut self, target: &mut Self::Target, cx: &mut Context<'_>) -> Self::Node;
    /// Receives a triple whose object is a resource.
    fn link(
        &mut self,
        subject: Self::Node,
        property: Name,
        object: Self::Node,
        target: &mut Self::Target,
        cx: &mut Context<'_>,
    );
    /// Receives a triple whose object is a literal.
    fn literal(
        &mut self,
        subject: Self::Node,
        property: Name,
        literal: Literal<'_>,
        target: &mut Self::Target,
        cx: &mut Context<'_>,
    );
    /// Returns `false` if triples with this property are not needed. They may then be skipped.
    fn wants(&self, _property: Name) -> bool {
        true
    }
}

/// The object of a triple that is a literal.
#[derive(Clone, Copy, Debug)]
pub struct Literal<'a> {
    /// The text.
    pub value: &'a str,
    /// The language tag, as written.
    pub language: Option<&'a str>,
    /// The IRI of the datatype.
    pub datatype: Option<&'a str>,
    /// The base IRI in force at the literal.
    pub base: &'a str,
}
