//! A streaming parser for all of RDF/XML: it turns XML events into triples. Section numbers in this folder are those of
//! RDF 1.1 XML Syntax.
//!
//! A mistake is reported, its element is skipped, and reading continues after it.

mod elements;
mod events;
mod graph;
mod names;
mod recovery;
mod state;

pub use graph::{Graph, Literal};
pub use state::RdfXml;
