//! What is known of the RDF/XML document at hand.

use super::graph::{Graph, Literal};
use crate::collections::keyed::{HashMap, HashSet};
use crate::format::markup::xml_literal::XmlLiteral;
use crate::xml::vocabulary::*;

/// What an open element is, by the productions of section 7.2.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<N> {
    /// `rdf:RDF`: node elements follow.
    Nodes,
    /// A node element, or a property with `parseType="Resource"`: property elements follow.
    Node { subject: N, members: u32 },
    /// A property whose object comes: text or one node element. `datatype` is a place in `bases`, or [`UNTYPED`].
    Property { subject: N, property: Name, statement: Option<N>, datatype: u32, has_object: bool },
    /// A property that said everything in its attributes.
    Complete,
    /// `parseType="Collection"`: node elements follow, chained to a list.
    Collection { subject: N, property: Name, statement: Option<N>, last: Option<N> },
    /// `parseType="Literal"` (and unknown parse types): XML follows.
    Xml { subject: N, property: Name, statement: Option<N> },
    /// In error: what it contains is not read.
    Skipped,
}

/// The first base is that of the document.
pub(super) const UNTYPED: u32 = 0;

#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<N> {
    pub(super) kind: Kind<N>,
    pub(super) base: u32,
    pub(super) language: u32,
    pub(super) offset: u32,
    /// How many bases and languages there were outside.
    pub(super) outside: (u32, u32),
}

/// Reads RDF/XML; the triples go to `graph`.
#[derive(Debug)]
pub struct RdfXml<G: Graph> {
    /// Where the triples go.
    pub graph: G,
    pub(super) frames: Vec<Frame<G::Node>>,
    pub(super) text: String,
    /// What is open in the XML literal at hand.
    pub(super) literal: XmlLiteral,
    /// Base IRIs in force, and the datatypes of open properties.
    pub(super) bases: Vec<Box<str>>,
    /// Language tags; the first stands for none.
    pub(super) languages: Vec<Box<str>>,
    pub(super) blanks: HashMap<Box<str>, G::Node>,
    pub(super) ids: HashSet<Box<str>>,
}

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
    /// A reader of the document at `base`.
    pub fn new(base: &str, graph: G) -> RdfXml<G> {
        RdfXml {
            graph,
            frames: Vec::new(),
            text: String::new(),
            literal: XmlLiteral::default(),
            bases: vec![base.into()],
            languages: vec!["".into()],
            blanks: HashMap::default(),
            ids: HashSet::default(),
        }
    }

    pub(super) fn frame(&self) -> (u32, u32) {
        self.frames.last().map_or((0, 0), |f| (f.base, f.language))
    }
}
