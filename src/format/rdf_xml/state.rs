//! The state of an RDF/XML document while it is read.

use super::graph::{Graph, Literal};
use crate::collections::keyed::{HashMap, HashSet, Parts};
use crate::format::markup::xml_literal::XmlLiteral;
use crate::xml::vocabulary::*;

/// The role of an open element, by the productions of section 7.2.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<N> {
    /// `rdf:RDF`, which contains node elements.
    Nodes,
    /// A node element, or a property with `parseType="Resource"`. It contains property elements.
    Node { subject: N, members: u32 },
    /// A property whose object follows: text or one node element. `datatype` is an index into `bases`, or [`UNTYPED`].
    Property { subject: N, property: Name, statement: Option<N>, datatype: u32, has_object: bool },
    /// A property whose attributes say everything.
    Complete,
    /// `parseType="Collection"`. It contains node elements, which are chained to a list.
    Collection { subject: N, property: Name, statement: Option<N>, last: Option<N> },
    /// `parseType="Literal"`, or an unknown parse type. It contains XML.
    Xml { subject: N, property: Name, statement: Option<N> },
    /// An element with a mistake. Its content is skipped.
    Skipped,
}

/// Marks a property without a datatype. Index 0 is free for this, because it is the document's base.
pub(super) const UNTYPED: u32 = 0;

/// An open element. `base` and `language` are the numbers of those in force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<N> {
    pub(super) kind: Kind<N>,
    pub(super) base: u32,
    pub(super) language: u32,
    pub(super) offset: u32,
    /// Its name or text was reported. One finding is enough for its text.
    pub(super) is_reported: bool,
    /// The number of bases and languages before this element.
    pub(super) outside: (u32, u32),
}

/// Reads RDF/XML and passes the triples to `graph`.
#[derive(Debug)]
pub struct RdfXml<G: Graph> {
    /// Receives the triples.
    pub graph: G,
    pub(super) frames: Vec<Frame<G::Node>>,
    pub(super) text: String,
    /// The open elements of the current XML literal.
    pub(super) literal: XmlLiteral,
    /// Base IRIs in force, and the datatypes of open properties.
    pub(super) bases: Vec<Box<str>>,
    /// Language tags. The first means that there is no language.
    pub(super) languages: Vec<Box<str>>,
    pub(super) blanks: Parts<HashMap<u64, G::Node>>,
    pub(super) ids: Parts<HashSet<u64>>,
    /// `true` if ignored parts of RDF 1.2 were reported.
    pub(super) is_rdf_12_reported: bool,
    /// The name of the current node element was reported.
    pub(super) is_node_reported: bool,
}

/// Makes a literal from the numbers of its base and language.
pub(super) fn literal<'a>(
    value: &'a str,
    (base, language): (u32, u32),
    datatype: Option<&'a str>,
    bases: &'a [Box<str>],
    languages: &'a [Box<str>],
) -> Literal<'a> {
    let language = (language > 0 && datatype.is_none()).then(|| &*languages[language as usize]);
    Literal { value, language: language.filter(|tag| !tag.is_empty()), datatype, base: &bases[base as usize] }
}

impl<G: Graph> RdfXml<G> {
    /// Creates a reader for the document at `base`.
    pub fn new(base: &str, graph: G) -> RdfXml<G> {
        RdfXml {
            graph,
            frames: Vec::new(),
            text: String::new(),
            literal: XmlLiteral::default(),
            bases: vec![base.into()],
            languages: vec!["".into()],
            blanks: Parts::default(),
            ids: Parts::default(),
            is_rdf_12_reported: false,
            is_node_reported: false,
        }
    }

    /// Returns the numbers of the base and the language in force.
    pub(super) fn frame(&self) -> (u32, u32) {
        self.frames.last().map_or((0, 0), |f| (f.base, f.language))
    }
}
